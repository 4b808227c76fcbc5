//! Obstacles put where something hangs: it stays calm before them until it has left them.

use glam::Vec2;
use ropewalk::physics::{LinkKind, ParticleId, Settings, ShapeId, World};

use super::{at, block, circle, fastest, lay, steps, straight, wall, world};

const SIDE: u32 = 14;

/// A net of `SIDE` x `SIDE` particles 0.1 m apart, at rest below its upper corners.
fn hung(kind: LinkKind) -> World {
    let mut world = world(Settings { drag: 0.5, ..Settings::default() }, &[]);
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let place = Vec2::new(0.1 * column as f32, -0.1 * row as f32);
        let id = world.add_particle(place, 0.02, row == 0 && column % (SIDE - 1) == 0);
        if column > 0 {
            world.add_link(ParticleId(id.0 - 1), id, None, 1.0, kind);
        }
        if row > 0 {
            world.add_link(ParticleId(id.0 - SIDE), id, None, 1.0, kind);
        }
    }
    steps(&mut world, 600);
    world
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn obstacle_put_over_a_net_leaves_it_calm_and_whole() {
    let middle = Vec2::new(0.65, -0.9);
    for (kind, shape) in [
        (LinkKind::Net, wall(middle, 0.9, 0.04, 0.05)),
        (LinkKind::Net, wall(middle, 0.9, 0.04, 1.5)),
        (LinkKind::Lattice, wall(middle, 0.3, 0.01, 0.0)),
        (LinkKind::Net, circle(middle, 0.05)),
        (LinkKind::Cloth, circle(middle, 0.4)),
        (LinkKind::Cloth, block(middle, Vec2::new(0.3, 0.2), 0.4)),
    ] {
        let mut world = hung(kind);
        assert!(world.add_shape(shape).is_some());
        for step in 0..300 {
            world.step();
            let (stretch, speed) = (world.stretch().max, fastest(&world));
            assert!(stretch < 0.1, "{kind:?}, {:?}, step {step}: stretch {stretch}", shape.form);
            assert!(speed < 3.0, "{kind:?}, {:?}, step {step}: {speed} m/s", shape.form);
        }
        let speed = fastest(&world);
        assert!(speed < 0.05, "{kind:?}, {:?}: still {speed} m/s", shape.form);
    }
}

#[test]
fn particles_that_left_a_wall_collide_with_it_again() {
    let mut world = hung(LinkKind::Net);
    world.add_shape(wall(Vec2::new(0.65, -1.6), 2.0, 0.04, 0.0));
    world.add_shape(wall(Vec2::new(0.65, -0.9), 0.9, 0.04, 0.05));
    for pin in [0, SIDE - 1] {
        world.set_pinned(ParticleId(pin), false);
    }
    // It falls off the wall across it, and onto the one below, which it does not pass.
    steps(&mut world, 300);
    let highest = (0..SIDE * SIDE).map(|id| at(&world, ParticleId(id)).y).fold(f32::MIN, f32::max);
    let lowest = (0..SIDE * SIDE).map(|id| at(&world, ParticleId(id)).y).fold(f32::MAX, f32::min);
    assert!(highest < -0.9 && lowest > -1.561, "from {lowest} m to {highest} m");
    // Thrown up from there, it does not pass the wall from below.
    world.set_settings(Settings { gravity: Vec2::new(0.0, 9.81), ..*world.settings() });
    world.remove_shape(ShapeId(0));
    let over = ParticleId(SIDE * SIDE);
    assert_eq!(world.add_particle(Vec2::new(0.6, -1.3), 0.02, false), over);
    steps(&mut world, 200);
    assert!(at(&world, over).y < -0.93, "{}", at(&world, over));
}

#[test]
fn rope_can_be_pulled_out_of_a_wall() {
    let mut world = world(Settings { drag: 1.0, ..Settings::default() }, &[]);
    let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(0.0, -1.0), 20), 0.02);
    world.set_pinned(ids[0], true);
    steps(&mut world, 60);
    world.add_shape(wall(Vec2::new(0.1, -0.52), 0.4, 0.03, 0.0));
    steps(&mut world, 60);
    world.grab(0, ids[20], at(&world, ids[20]));
    for step in 0..120 {
        world.move_grab(0, Vec2::new(-0.9, -0.1));
        world.step();
        assert!(world.stretch().max < 0.1, "step {step}: {}", world.stretch().max);
    }
    assert!(at(&world, ids[20]).distance(Vec2::new(-0.9, -0.1)) < 0.1, "{}", at(&world, ids[20]));
}
