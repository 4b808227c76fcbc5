//! Hands: particles that are grabbed, driven or let go, also out of reach.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Settings, World};

use crate::physics::{at, gallery, steps, world};

#[test]
fn rope_pulled_out_of_reach_is_taut_and_calm() {
    let mut world = world("drag: 0.2", "", "Rope(from: At(0, 0), to: At(2, 0), particles: 60, pins: First)");
    steps(&mut world, 30);
    let end = ParticleId(59);
    world.grab(0, end, Vec2::new(6.0, 2.0));
    let mut ends = Vec::new();
    for step in 0..180 {
        world.step();
        // A jerk at 15 m/s pulls the rope taut; the waves in it must decay.
        let limit = if step < 60 { 0.06 } else { 0.03 };
        assert!(world.stretch().max < limit, "step {step}: {}", world.stretch().max);
        if step >= 60 {
            ends.push(at(&world, 59));
        }
    }
    assert!(ends.iter().all(|end| end.distance(ends[0]) < 1e-3), "the held end jitters");
    world.release(0);
    world.step();
    let fastest = world.particles().displacement.iter().map(|d| d.length()).fold(0.0, f32::max);
    let speed = fastest / world.substep_length();
    assert!(speed < 5.0, "it shoots off at {speed} m/s");
}

/// Takes a particle after a second, pulls it by `way` (m) within 0.2 s, and holds it there for a second.
fn pulled_out_of_reach(world: &mut World, particle: ParticleId, way: Vec2) {
    steps(world, 60);
    let from = world.particles().position[particle.index()];
    world.grab(0, particle, from);
    for step in 1..=72 {
        world.move_grab(0, from + way * (step as f32 / 12.0).min(1.0));
        world.step();
    }
}

#[test]
fn bodies_and_webs_pulled_out_of_reach_do_not_shoot_off() {
    let doll = ("ragdoll-on-ropes", 3, Vec2::new(0.0, -4.0), [14.0, 3.0]);
    let web = ("spider-web", 143, Vec2::new(3.6, 2.5), [5.0, 2.0]);
    for ((scene, particle, way, limits), is_at_pointer) in
        [doll, web].into_iter().flat_map(|case| [(case, false), (case, true)])
    {
        let (mut world, particle) = (gallery(scene), ParticleId(particle));
        pulled_out_of_reach(&mut world, particle, way);
        if is_at_pointer {
            world.move_grab(0, world.particles().position[particle.index()]);
            steps(&mut world, 10);
        }
        world.release(0);
        for step in 1..=20 {
            world.step();
            // That of the fastest particle, and that of all by mass.
            let fastest = world.particles().displacement.iter().map(|way| way.length()).fold(0.0, f32::max);
            let mass: f32 = world.particles().mass.iter().sum();
            let speeds = [fastest / world.substep_length(), (2.0 * world.energy().kinetic as f32 / mass).sqrt()];
            assert!(
                speeds[0] < limits[0] && speeds[1] < limits[1],
                "{scene}: {particle:?} let go, at its pointer: {is_at_pointer}, {speeds:?} m/s in step {step}"
            );
        }
    }
}

#[test]
fn body_pressed_into_the_ground_stays_there_when_it_is_released() {
    // Its bars are 2 % too short then, and push its lower corner into the ground in each substep.
    for (corner, rope_contact) in [(325, None), (325, Some(0.02))] {
        let (mut world, corner) = (gallery("solid-bodies"), ParticleId(corner));
        world.set_settings(Settings { rope_contact, ..*world.settings() });
        steps(&mut world, 180);
        pulled_out_of_reach(&mut world, corner, Vec2::new(0.0, -0.1));
        let before = at(&world, corner.index());
        let kinetic = world.energy().kinetic;
        assert!(kinetic < 0.5, "{kinetic} J while {corner:?} is held");
        world.release(0);
        for step in 1..=30 {
            world.step();
            let way = before.distance(at(&world, corner.index()));
            assert!(way < 0.05 || rope_contact.is_some(), "{corner:?} is {way} m away in step {step}");
        }
    }
}

#[test]
fn spring_rope_survives_shaking() {
    // The pointer jumps three times per step across the window and beyond, for 4 s: the rope must recover from the
    // tangle.
    let mut world = gallery("nehe-40");
    steps(&mut world, 60);
    world.grab(0, ParticleId(40), Vec2::ZERO);
    let mut random = 7_960u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as f32 / 16_777_216.0
    };
    for _ in 0..240 {
        (0..3).for_each(|_| world.move_grab(0, Vec2::new(12.0 * next() - 5.0, 8.0 * next() - 4.0)));
        world.step();
    }
    world.release(0);
    steps(&mut world, 1_800);
    assert!(world.energy().kinetic < 1e-2, "{} J", world.energy().kinetic);
    assert_eq!(world.clamped_speed_count(), 0);
}

#[test]
fn unpinned_driven_end_falls() {
    let mut world = gallery("nehe-40");
    world.set_drive_velocity(Vec2::new(0.0, 3.0));
    steps(&mut world, 12);
    assert!((at(&world, 0).y - 0.6).abs() < 1e-3, "it is moved at 3 m/s: {}", at(&world, 0));
    world.set_pinned(ParticleId(0), false);
    steps(&mut world, 120);
    assert!(at(&world, 0).y < -1.0, "it hangs in the air: {}", at(&world, 0));
}

#[test]
fn grabbed_particle_stops_with_the_pointer() {
    // A slow grab must not follow the whole path of a fast pointer.
    let mut world = gallery("welcome");
    let held = ParticleId(150);
    world.grab(0, held, at(&world, 150));
    for step in 0..120 {
        let side = if step % 2 == 0 { 3.0 } else { -3.0 };
        (0..8).for_each(|move_| world.move_grab(0, Vec2::new(side, move_ as f32 * 0.2)));
        world.step();
    }
    let stop = Vec2::new(-1.7, 0.7);
    world.move_grab(0, stop);
    steps(&mut world, 30);
    assert!(at(&world, 150).distance(stop) < 1e-3, "it is still on its way: {}", at(&world, 150));
}
