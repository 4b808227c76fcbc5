//! Planks, boxes, wheels and discs that meet wheels.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

use super::{RADIUS, at, plank, wheel};
use crate::support::Ids;

/// Greatest depth of the links between some particles in a disc, m.
fn depth_of_links(world: &World, centre: Vec2, ids: &Ids) -> f32 {
    let links = world.links().filter(|link| ids.contains(&link.a.0) && ids.contains(&link.b.0));
    let nearest = links.map(|link| {
        let [a, b] = [link.a, link.b].map(|end| at(world, end.0) - centre);
        let along = b - a;
        (a + along * (-a.dot(along) / along.length_squared()).clamp(0.0, 1.0)).length()
    });
    RADIUS - nearest.fold(f32::MAX, f32::min)
}

#[test]
fn plank_on_two_wheels_stays_and_turns_them() {
    // Of one bay the links are much longer than the wheels, of 24 much shorter.
    for (bays, contact) in [(1, None), (3, None), (3, Some(0.01)), (24, None)] {
        let settings = Settings { rope_contact: contact, friction: 1.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::default(), 1);
        let hubs = [-1.0, 1.0].map(|x| wheel(&mut world, Vec2::new(x, 0.0), LinkKind::Rim));
        hubs.iter().for_each(|&hub| world.set_pinned(hub, true));
        let reach = 2.0 * contact.unwrap_or(0.0);
        let ids = plank(&mut world, Vec2::new(-1.8, RADIUS + reach), Vec2::new(3.6, 0.1), bays);
        let case = format!("{bays} bays, {contact:?}");
        let start = world.energy().total();
        for step in 0..300 {
            world.step();
            let lowest = ids.clone().map(|id| at(&world, id).y).fold(f32::MAX, f32::min);
            assert!(lowest > RADIUS - 0.02, "{case}, step {step}: at {lowest} m");
            let gain = world.energy().total() - start;
            assert!(gain < 0.01, "{case}, step {step}: {gain} J more");
        }
        let was = at(&world, ids.start);
        assert!((was.x + 1.8).abs() < 0.02, "{case}: the plank has slid to {was}");
        let (rims, grabbed) = (hubs.map(|hub| at(&world, hub.0 + 1) - at(&world, hub.0)), ids.start + 1);
        let from = at(&world, grabbed);
        world.grab(0, ParticleId(grabbed), from);
        for step in 1..=60_u8 {
            // So slowly that the plank does not slide.
            world.move_grab(0, from + Vec2::X * (0.3 * (f32::from(step) / 60.0).powi(2)));
            world.step();
        }
        let moved = at(&world, ids.start).x - was.x;
        assert!(moved > 0.25, "{case}: the plank moves by {moved} m");
        for (hub, rim) in hubs.into_iter().zip(rims) {
            let way = (at(&world, hub.0 + 1) - at(&world, hub.0)).perp_dot(rim) / RADIUS;
            assert!((way / moved - 1.0).abs() < 0.15, "{case}: the plank moves by {moved} m, a rim by {way} m");
            let depth = depth_of_links(&world, at(&world, hub.0), &ids);
            assert!(depth < 0.02, "{case}: {depth} m deep");
        }
    }
}

#[test]
fn box_dropped_on_a_wheel_does_not_pass() {
    for (size, offset, height) in [(0.6, 0.0, 1.0), (0.6, 0.25, 1.0), (1.5, 0.1, 0.7), (0.6, 0.1, 6.0)] {
        let settings = Settings { drag: 0.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::default(), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        world.set_pinned(hub, true);
        let ids = plank(&mut world, Vec2::new(offset - 0.5 * size, height), Vec2::splat(size), 1);
        let case = format!("{size} m, {offset} m beside the hub, from {height} m");
        let start = world.energy().total();
        for step in 0..180 {
            world.step();
            let depth = depth_of_links(&world, Vec2::ZERO, &ids);
            assert!(depth < 0.02, "{case}, step {step}: {depth} m deep");
            let gain = world.energy().total() - start;
            assert!(gain < 1e-3 * 2.0 * 9.81 * f64::from(height), "{case}, step {step}: {gain} J more");
        }
    }
}

/// Numbers from 0 to 1 by a seed (xorshift).
fn random(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32
    }
}

#[test]
fn planks_landing_on_a_free_wheel_on_the_ground_gain_nothing() {
    for (friction, seed) in [0.0, 0.6].into_iter().flat_map(|friction| [14, 19, 21].map(|seed| (friction, seed))) {
        let settings = Settings { drag: 0.0, friction, restitution: 0.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(-RADIUS), None), 1);
        wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        let mut random = random(seed);
        for layer in 0..4_u8 {
            let corner = Vec2::new(random() * 2.0 - 1.2, 0.8 + 1.3 * f32::from(layer));
            let size = Vec2::new(0.4 + random(), 0.1 + 0.5 * random());
            plank(&mut world, corner, size, 1 + (random() * 3.0) as u32);
        }
        let mut before = world.energy().total();
        for step in 0..160 {
            world.step();
            let energy = world.energy().total();
            assert!(energy - before < 0.2, "friction {friction}, {seed}, step {step}: {} J more", energy - before);
            before = energy;
        }
    }
}

#[test]
fn box_bounces_off_a_wheel_to_restitution_squared() {
    let drop = 1.0;
    let cases = [0.0_f32, 0.3, 0.5, 1.0].into_iter().flat_map(|of| [(of, false), (of, true)]);
    for (restitution, is_pinned) in cases {
        let settings = Settings { drag: 0.0, restitution, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(if is_pinned { -2.0 } else { -RADIUS }), None), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        world.set_pinned(hub, is_pinned);
        let ids = plank(&mut world, Vec2::new(-0.3, RADIUS + drop), Vec2::splat(0.6), 1);
        let start = world.energy().total();
        let height = |world: &World| ids.clone().map(|id| at(world, id).y).sum::<f32>() / 4.0 - 0.3 - RADIUS;
        let (mut highest, mut before, mut has_hit) = (f32::MIN, drop, false);
        for step in 0..100 {
            world.step();
            let now = height(&world);
            has_hit |= now < 0.15 * drop && now >= before - 0.02;
            highest = if has_hit { highest.max(now) } else { highest };
            before = now;
            let gain = world.energy().total() - start;
            assert!(gain < 1e-3 * 2.0 * 9.81, "{restitution}, pinned: {is_pinned}, step {step}: {gain} J more");
        }
        let expected = restitution * restitution * drop;
        assert!((highest - expected).abs() < 0.005, "{restitution}, pinned: {is_pinned}: {highest} m, not {expected}");
    }
}

#[test]
fn wheel_dropped_on_a_wheel_does_not_pass() {
    for (contact, offset) in [(None, 0.0), (None, 0.2), (Some(0.01), 0.2)] {
        let settings = Settings { drag: 0.0, rope_contact: contact, ..Settings::default() };
        let mut world = World::new(settings, Colliders::default(), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        world.set_pinned(hub, true);
        let second = wheel(&mut world, Vec2::new(offset, 1.4), LinkKind::Rim);
        let start = world.energy().total();
        for step in 0..120 {
            world.step();
            let gap = at(&world, second.0).distance(at(&world, hub.0)) - 2.0 * RADIUS;
            // A rim of 16 bars is 1 cm less round than its disc.
            assert!(gap > -0.03, "{contact:?}, {offset}, step {step}: {gap} m");
            let gain = world.energy().total() - start;
            assert!(gain < 0.05, "{contact:?}, {offset}, step {step}: {gain} J more");
        }
    }
}

#[test]
fn wheel_hit_within_a_step_meets_what_it_is_thrown_at() {
    for (gap, speed) in [(0.25, 30.0), (0.25, 120.0), (0.4, 60.0)] {
        let settings = Settings { gravity: Vec2::ZERO, drag: 0.0, hand_speed: 200.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::default(), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        let target = plank(&mut world, Vec2::new(RADIUS + gap, -1.5), Vec2::new(0.1, 3.0), 1);
        let hammer = plank(&mut world, Vec2::new(-RADIUS - 0.65 - speed / 30.0, -0.3), Vec2::splat(0.6), 1);
        for (pointer, id) in (0..).zip(hammer.clone()) {
            world.set_weight(ParticleId(id), Some(20.0));
            world.grab(pointer, ParticleId(id), at(&world, id));
        }
        for _ in 0..2 {
            for (pointer, id) in (0..).zip(hammer.clone()) {
                world.move_grab(pointer, at(&world, id) + Vec2::X * (speed / 60.0));
            }
            world.step();
        }
        (0..4).for_each(|pointer| world.release(pointer));
        // A hand that may be this fast would have all watched.
        world.set_settings(Settings { hand_speed: 0.1, ..settings });
        for step in 0..20 {
            world.step();
            let left = target.clone().map(|id| at(&world, id).x).fold(f32::MAX, f32::min) - at(&world, hub.0).x;
            assert!(left > 0.0, "{gap} m, {speed} m/s, step {step}: the plank is {left} m from the hub");
        }
        assert!(at(&world, hub.0).x > gap, "{gap} m, {speed} m/s: the wheel is not hit");
    }
}

#[test]
fn wheel_bounces_off_ground_and_shape_to_restitution_squared() {
    let drop = 1.0;
    for (restitution, is_shape) in [0.0_f32, 0.5, 1.0].into_iter().flat_map(|of| [(of, false), (of, true)]) {
        let settings = Settings { drag: 0.0, restitution, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new((!is_shape).then_some(0.0), None), 1);
        if is_shape {
            world.add_shape(ShapeDef::still(Form::Box { half: Vec2::new(9.0, 1.0) }, Vec2::NEG_Y));
        }
        let hub = wheel(&mut world, Vec2::Y * (RADIUS + drop), LinkKind::Rim);
        let (mut highest, mut before, mut has_hit) = (0.0_f32, drop, false);
        for _ in 0..100 {
            world.step();
            let now = at(&world, hub.0).y - RADIUS;
            has_hit |= now < 0.15 * drop && now >= before - 0.02;
            highest = if has_hit { highest.max(now) } else { highest };
            before = now;
        }
        let expected = restitution * restitution * drop;
        assert!((highest - expected).abs() < 0.01, "{restitution}, a shape: {is_shape}: {highest} m, not {expected}");
    }
}
