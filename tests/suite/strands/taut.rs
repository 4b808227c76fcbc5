//! Ropes pulled taut between two ends.

use glam::Vec2;
use ropewalk::physics::{ParticleId, World};

use super::{SECOND, along, at, at_most, empty, fastest, hung_twice, lay, outermost, settle, workload, worst};

/// Releases the grab: the rope neither shoots off nor stretches.
fn let_go(world: &mut World) {
    world.release(0);
    let mut speed = 0.0_f64;
    for _ in 0..SECOND {
        world.step();
        speed = speed.max(fastest(world));
    }
    at_most("speed after it was let go, m/s", speed, 30.0);
    at_most("stretch after it was let go", worst(world, SECOND), 0.01);
}

#[test]
fn slack_rope_between_two_pins_is_pulled_and_released() {
    let mut world = empty();
    // 4 m of rope, with its ends 2.4 m apart: its middle hangs 1.6 m down.
    let ids = hung_twice(&mut world, &[Vec2::new(-1.2, 0.0), Vec2::new(0.0, -1.6), Vec2::new(1.2, 0.0)], 200);
    settle(&mut world, 4);
    at_most("stretch at rest", worst(&mut world, SECOND), 5e-4);
    let from = at(&world, ids[100]);
    world.grab(0, ids[100], from);
    let mut max = 0.0_f64;
    for step in 1..=18 {
        world.move_grab(0, from.lerp(Vec2::new(0.0, -2.4), step as f32 / 18.0));
        max = max.max(worst(&mut world, 1));
    }
    // Near its full length the rope is left to the sweeps, which stretch it for a frame.
    at_most("stretch while pulled", max, 0.04);
    at_most("stretch while held", worst(&mut world, SECOND), 0.03);
    let_go(&mut world);
}

#[test]
fn rope_pulled_by_its_end_is_calm_when_released() {
    let mut world = workload("rope-200").hanging();
    worst(&mut world, 10);
    let (end, from) = (ParticleId(200), Vec2::new(0.0, -4.0));
    world.grab(0, end, from);
    let mut max = 0.0_f64;
    for step in 1..=18 {
        world.move_grab(0, from.lerp(Vec2::new(4.0, -4.5), step as f32 / 18.0));
        max = max.max(worst(&mut world, 1));
    }
    max = max.max(worst(&mut world, SECOND));
    // The sweeps stretch it for a frame.
    at_most("stretch while pulled", max, 0.06);
    let_go(&mut world);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn rope_pulled_beyond_its_length_stays_bounded() {
    for (share, links) in [(1.001, 40), (1.1, 200), (3.0, 200)] {
        let mut world = empty();
        let ends = [Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)];
        let first = world.add_particle(ends[0], 1.0, true);
        let ids = lay(&mut world, first, along(&ends, links), 1.0, 1.0 / share);
        world.set_pinned(ids[links], true);
        let (mut early, mut late, mut far, mut speed) = (0.0_f64, 0.0_f64, 0.0_f32, 0.0_f64);
        for step in 0..10 * SECOND {
            world.step();
            let energy = world.energy().kinetic;
            if step < 2 * SECOND {
                early = early.max(energy)
            } else {
                late = late.max(energy)
            }
            far = far.max(outermost(&world));
            speed = speed.max(fastest(&world));
        }
        let what = format!("{links} links drawn to {share} of their length");
        at_most(&format!("{what}: distance, m"), far.into(), 20.0);
        at_most(&format!("{what}: held back"), world.clamped_speed_count() as f64, 10.0);
        at_most(&format!("{what}: speed, m/s"), speed, 200.0);
        at_most(&format!("{what}: energy late, J, after {early} J early"), late, 1.5 * early);
    }
}
