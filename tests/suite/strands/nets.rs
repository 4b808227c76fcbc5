//! Nets that hang by a side: their columns are strands.

use glam::Vec2;
use ropewalk::physics::ParticleId;

use super::{SECOND, at, at_most, fastest, settle, workload, worst};

#[test]
fn net_held_at_its_centre_does_not_stretch() {
    let mut world = workload("net-50").hanging();
    worst(&mut world, 5);
    let centre = ParticleId(25 * 50 + 25);
    let from = at(&world, centre);
    world.grab(0, centre, from);
    at_most("stretch when it is taken", worst(&mut world, 20), 1e-3);
    let mut max = 0.0_f64;
    for step in 1..=30 {
        world.move_grab(0, from + Vec2::new(0.4, 0.8) * (step as f32 / 30.0));
        max = max.max(worst(&mut world, 1));
    }
    at_most("stretch while it is moved", max, 0.04);
    settle(&mut world, 2);
    at_most("stretch while it is held", worst(&mut world, 20), 0.02);
}

#[test]
fn net_pulled_out_of_reach_is_calm_when_released() {
    // One column is taut. The net must not store energy in stretched links that the release sets free.
    let side = 120;
    let mut world = workload("net-120").hanging();
    worst(&mut world, 10);
    let (tip, from) = (ParticleId((side - 1) * side + side / 2), Vec2::new(2.0, -4.0));
    world.grab(0, tip, at(&world, tip));
    for step in 1..=18 {
        world.move_grab(0, from.lerp(Vec2::new(2.0, -6.0), step as f32 / 18.0));
        // The grab is at full length; the slack that a grab leaves a rope lets it move back.
        at_most("stretch while pulled", worst(&mut world, 1), 0.1);
    }
    worst(&mut world, SECOND / 2);
    at_most("stretch while held", worst(&mut world, SECOND / 2), 0.01);
    let before = world.energy().total();
    world.release(0);
    let mut speed = 0.0_f64;
    for _ in 0..SECOND {
        world.step();
        speed = speed.max(fastest(&world));
        at_most("energy that came from nowhere, J", world.energy().total() - before, 10.0);
    }
    at_most("speed after it was let go, m/s", speed, 20.0);
    at_most("stretch after it was let go", worst(&mut world, SECOND), 0.02);
}
