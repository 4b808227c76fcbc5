//! Far from the origin, where positions have few digits, everything moves as near it.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, GRAVITY, LinkKind, ParticleId, Settings, World};

/// A rope along a line. Returns its first particle.
fn rope(world: &mut World, from: Vec2, by: Vec2, links: u32) -> ParticleId {
    let first = world.add_particle(from, 0.02, false);
    let mut last = first;
    for index in 1..=links {
        let next = world.add_particle(from + by * (index as f32 / links as f32), 0.02, false);
        world.add_link(last, next, Some(by.length() / links as f32), 1.0, LinkKind::Rope);
        last = next;
    }
    first
}

/// Times at which a pendulum of several links, let go from the horizontal at a place, swings through below its pin, s,
/// and the share of its energy that it keeps for 20 s.
fn swing(at: Vec2, links: u32, length: f32) -> (Vec<f32>, f32) {
    let mut world = World::new(Settings::default(), Colliders::default(), 1);
    let first = rope(&mut world, at, Vec2::X * length, links);
    world.set_pinned(first, true);
    let total = |world: &World| world.energy().total() as f32;
    let (start, mut crossings) = (total(&world), Vec::new());
    let tip = |world: &World| world.particles().position[links as usize].x - at.x;
    for step in 0..1_200u16 {
        let before = tip(&world);
        world.step();
        let after = tip(&world);
        if before * after < 0.0 {
            crossings.push((f32::from(step) + before / (before - after)) / 60.0);
        }
    }
    let fall = 0.02 * GRAVITY * length * 0.5 * (links + 1) as f32;
    (crossings, 1.0 + (total(&world) - start) / fall)
}

#[test]
fn far_swings_keep_their_period_and_energy() {
    let ((near, _), (far, kept)) = (swing(Vec2::ZERO, 1, 1.0), swing(Vec2::X * 100.0, 1, 1.0));
    assert_eq!(near.len(), far.len());
    for (near, far) in near.iter().zip(&far) {
        assert!((far / near - 1.0).abs() < 0.002, "{far} s instead of {near} s");
    }
    assert!((0.98..1.02).contains(&kept), "{kept} of the energy");
    // A chain of several links is chaotic: only its energy can be compared.
    for (links, length) in [(2, 0.2), (2, 2.0), (8, 0.3)] {
        let (near, far) = (swing(Vec2::ZERO, links, length).1, swing(Vec2::new(100.0, 60.0), links, length).1);
        assert!(far > near - 0.03 && far < 1.02, "{links} links, {length} m: {far} instead of {near}");
    }
}

#[test]
fn rope_rests_on_far_ground() {
    let settings = Settings { drag: 1.0, ..Settings::default() };
    for x in [100.0, -300.0] {
        let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
        rope(&mut world, Vec2::new(x, 0.3), Vec2::new(1.0, 0.4), 20);
        (0..300).for_each(|_| world.step());
        let before = world.particles().position.clone();
        (0..240).for_each(|_| world.step());
        for (before, after) in before.iter().zip(&world.particles().position) {
            let speed = before.distance(*after) / 4.0;
            assert!(speed < 5e-4, "{x} m: {speed} m/s");
        }
    }
}
