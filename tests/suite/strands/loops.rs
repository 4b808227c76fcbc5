//! Ropes tied to rings and to each other: the sweeps solve the links that close a loop.

use std::f32::consts::TAU;

use glam::Vec2;
use ropewalk::physics::LinkKind;

use super::{SECOND, along, at, at_most, empty, hung_twice, lay, set, settle, worst};

#[test]
fn ring_hung_at_one_point_does_not_stretch() {
    let mut world = empty();
    let place = |k: usize| 0.5 * Vec2::from_angle(k as f32 / 300.0 * TAU + 0.25 * TAU);
    let top = world.add_particle(place(0), 1.0, true);
    let ids = lay(&mut world, top, (1..300).map(place), 1.0, 1.0);
    world.add_link(ids[299], top, None, 1.0, LinkKind::Rope);
    set(&mut world, |settings| settings.drag = 2.0);
    at_most("stretch while it falls into place", worst(&mut world, 2 * SECOND), 0.01);
    settle(&mut world, 4);
    at_most("stretch at rest", worst(&mut world, 30), 1e-3);
}

#[test]
fn ropes_joined_to_loops_come_to_rest_without_stretch() {
    let mut world = empty();
    let ropes = [0.0, -1.0].map(|y| {
        let corners = [Vec2::new(-1.5, y), Vec2::new(-0.6, y - 1.0), Vec2::new(0.6, y - 1.0), Vec2::new(1.5, y)];
        hung_twice(&mut world, &corners, 300)
    });
    for k in [100, 200] {
        let (upper, lower) = (ropes[0][k], ropes[1][k]);
        let ends = [at(&world, upper), at(&world, lower)];
        // 5 % longer than the way: it bulges a little.
        let ids = lay(&mut world, upper, along(&ends, 80).take(79), 1.0, 1.05);
        world.add_link(ids[79], lower, None, 1.0, LinkKind::Rope);
    }
    set(&mut world, |settings| settings.drag = 2.0);
    // The links that close the loops are left to the sweeps, and stretch while the ropes settle.
    at_most("stretch in motion", worst(&mut world, 4 * SECOND), 0.6);
    worst(&mut world, 4 * SECOND);
    at_most("stretch at rest", worst(&mut world, 30), 0.02);
}
