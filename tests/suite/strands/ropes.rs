//! Ropes that hang from one end, with their branches and weights: yanked, swinging, cut and pinned anew.

use glam::{DVec2, Vec2};
use ropewalk::physics::ParticleId;

use super::{SECOND, along, at, at_most, empty, lay, settle, velocities, workload, worst};

#[test]
fn yanked_long_rope_hardly_stretches() {
    let mut world = workload("rope-1000").hanging();
    at_most("stretch at rest", worst(&mut world, SECOND), 2e-4);
    world.set_pin_velocity(Vec2::new(10.0, 0.0));
    let mut max = worst(&mut world, 6);
    world.set_pin_velocity(Vec2::ZERO);
    max = max.max(worst(&mut world, SECOND));
    at_most("stretch", max, 0.01);
    let moved = at(&world, ParticleId(0)).x;
    assert!((moved - 1.0).abs() < 1e-3, "the pin was moved {moved} m");
}

#[test]
fn long_rope_swing_keeps_its_energy() {
    let mut world = workload("rope-1000").aslant();
    let bottom = workload("rope-1000").hanging().energy().potential;
    let start = world.energy().total() - bottom;
    let (mut max, mut end) = (0.0_f64, 0.0);
    for _ in 0..5 * SECOND {
        world.step();
        end = (world.energy().total() - bottom) / start;
        max = max.max(end);
    }
    at_most("energy, as a share of that at the start", max, 1.05);
    at_most("energy at the end", end, 1.02);
    at_most("loss at the end", 1.0 - end, 0.05);
}

/// Released from the horizontal, a rope cracks like a whip: links turn by up to 0.8 rad in a substep.
#[test]
fn cracking_rope_keeps_its_energy() {
    let (links, length) = (300, 3.0);
    let mut world = empty();
    let first = world.add_particle(Vec2::ZERO, 1.0, true);
    lay(&mut world, first, along(&[Vec2::ZERO, Vec2::X * length], links), 1.0, 1.0);
    let fall = f64::from(length) * 9.81 * 0.5 * (links + 1) as f64;
    let start = world.energy().total();
    let mut end = 1.0;
    for _ in 0..10 * SECOND {
        world.step();
        end = 1.0 + (world.energy().total() - start) / fall;
        at_most("energy, as a share of that at the start", end, 1.002);
    }
    at_most("loss in 10 s", 1.0 - end, 0.03);
}

#[test]
fn beads_of_1000_to_1_do_not_stretch_their_thread() {
    let mut world = empty();
    let mut last = world.add_particle(Vec2::ZERO, 1.0, true);
    for k in 1..=300u16 {
        let mass = if k % 2 == 0 { 1_000.0 } else { 1.0 };
        last = lay(&mut world, last, [Vec2::new(0.0, -0.01 * f32::from(k))].into_iter(), mass, 1.0)[1];
    }
    at_most("stretch at rest", worst(&mut world, SECOND), 1e-3);
    world.set_pin_velocity(Vec2::new(2.0, 0.0));
    let mut max = worst(&mut world, 12);
    world.set_pin_velocity(Vec2::ZERO);
    max = max.max(worst(&mut world, SECOND));
    // Newton's method overshoots sideways at light particles.
    at_most("stretch when shaken", max, 0.1);
}

#[test]
fn cut_gives_a_rope_no_kick() {
    let mut world = workload("rope-1000").hanging();
    worst(&mut world, SECOND);
    let before = velocities(&world);
    let middle = Vec2::new(0.0, -2.0 + 2e-3);
    assert_eq!(world.cut(middle - Vec2::X, middle + Vec2::X, 1e-5), 1);
    let fall = world.settings().gravity.as_dvec2() * world.settings().step_seconds();
    world.step();
    let kicks = velocities(&world).into_iter().zip(before).zip(&world.particles().position);
    let kicks = kicks.map(|((after, before), at)| after - before - if at.y < middle.y { fall } else { DVec2::ZERO });
    at_most("kick, m/s", kicks.map(DVec2::length).fold(0.0, f64::max), 0.05);
    at_most("stretch of what is left", worst(&mut world, SECOND), 1e-3);
    let fallen = f64::from(-at(&world, ParticleId(1_000)).y) - 4.0;
    let exact = 0.5 * 9.81 * (61.0f64 / 60.0).powi(2);
    assert!((fallen / exact - 1.0).abs() < 0.01, "the freed half fell {fallen} m for {exact} m");
}

#[test]
fn pins_change_on_a_swinging_rope() {
    let mut world = workload("rope-300").aslant();
    at_most("stretch as it swings", worst(&mut world, 30), 0.01);
    world.set_pinned(ParticleId(150), true);
    at_most("stretch with a pin in its middle", worst(&mut world, 30), 0.05);
    world.set_pinned(ParticleId(0), false);
    at_most("stretch with the upper pin out", worst(&mut world, 30), 0.01);
    world.set_pin_velocity(Vec2::new(1.0, 1.0));
    at_most("stretch with the pin moved", worst(&mut world, 30), 0.01);
    world.set_pin_velocity(Vec2::ZERO);
    world.set_pinned(ParticleId(150), false);
    at_most("stretch in free fall", worst(&mut world, 20), 0.01);
    world.set_pinned(ParticleId(75), true);
    world.set_pinned(ParticleId(300), true);
    at_most("stretch hung anew at two points", worst(&mut world, SECOND), 0.02);
    settle(&mut world, 4);
    at_most("stretch at rest", worst(&mut world, 30), 1e-3);
}
