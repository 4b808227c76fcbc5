//! Hands that lead ropes at wheels.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

use super::{RADIUS, SPOKES, arched_rope, at, rope_over, unit, wheel};
use crate::support::{Ids, polyline};

/// A rope over a post at the origin.
fn rope_over_post(settings: Settings) -> (World, Ids) {
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    world.add_shape(ShapeDef::still(Form::Circle { radius: RADIUS }, Vec2::ZERO));
    let ids = arched_rope(&mut world, 0.08);
    (world, ids)
}

/// Leads the end of a rope that lies over a disc below it and to its other side, with the other end pinned or loaded by a
/// mass (kg). Returns the greatest stretch and the greatest depth (m).
fn pull_round((world, ids): &mut (World, Ids), load: Option<f32>) -> (f64, f32) {
    let (first, last) = (ParticleId(ids.start), ParticleId(ids.end - 1));
    world.set_pinned(first, load.is_none());
    world.set_weight(first, load);
    world.grab(0, last, at(world, last.0));
    let (mut stretch, mut nearest) = (0.0_f64, RADIUS);
    for to in [Vec2::new(0.6, -1.4), Vec2::new(0.0, -2.5), Vec2::new(-2.0, -1.5), Vec2::new(-2.5, 0.5)] {
        let from = at(world, last.0);
        for step in 1..=30_u8 {
            world.move_grab(0, from.lerp(to, f32::from(step) / 30.0));
            world.step();
            stretch = stretch.max(world.stretch().max);
            nearest = ids.clone().map(|id| at(world, id).length()).fold(nearest, f32::min);
        }
    }
    (stretch, RADIUS - nearest)
}

#[test]
fn grab_pulls_no_rope_through_a_wheel_or_a_post() {
    for (load, contact) in [(None, None), (None, Some(0.01)), (Some(5.0), Some(0.01))] {
        let settings = Settings { rope_contact: contact, drag: 0.3, ..Settings::default() };
        let on_wheel = || {
            let (world, _, ids) = rope_over(LinkKind::Rim, 0.08, settings);
            (world, ids)
        };
        for (name, mut scene) in [("wheel", on_wheel()), ("post", rope_over_post(settings))] {
            let (stretch, deep) = pull_round(&mut scene, load);
            assert!(stretch < 0.08, "{name}, {load:?}, {contact:?}: stretched by {stretch}");
            assert!(deep < 1e-3, "{name}, {load:?}, {contact:?}: {deep} m deep");
        }
    }
}

#[test]
fn rope_held_taut_round_a_post_keeps_its_length_and_leaves_calmly() {
    for (contact, friction) in [(None, 1.0), (Some(0.01), 0.3)] {
        let settings = Settings { rope_contact: contact, drag: 0.3, friction, ..Settings::default() };
        let mut scene = rope_over_post(settings);
        let (stretch, _) = pull_round(&mut scene, None);
        assert!(stretch < 0.02, "{contact:?}, friction {friction}: stretched by {stretch}");
        let (world, ids) = &mut scene;
        (0..30).for_each(|_| world.step());
        assert!(world.stretch().max < 0.005, "{contact:?}, friction {friction}: held at {}", world.stretch().max);
        world.release(0);
        let last = ids.end as usize;
        for step in 0..10 {
            let before = world.particles().position[..last].to_vec();
            world.step();
            let moved = world.particles().position.iter().zip(before).map(|(now, before)| now.distance(before));
            let speed = moved.fold(0.0, f32::max) / world.settings().step;
            assert!(speed < 9.0, "{contact:?}, friction {friction}: {speed} m/s in step {step}");
        }
    }
}

#[test]
fn grab_led_at_a_wheel_on_an_axle_goes_round_it() {
    for (friction, angle) in [(0.0, 0.0), (0.0, 0.13), (0.5, 0.07), (0.5, 0.34)] {
        let settings = Settings { friction, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        world.set_pinned(hub, true);
        let out = unit(angle);
        let ids = polyline(&mut world, &[out * 0.7, out * 1.5], 0.08);
        world.grab(0, ParticleId(ids.start), out * 0.7);
        let mut before = at(&world, hub.0 + 1);
        for step in 0..150 {
            let way = 0.7 - 0.02 * step as f32;
            world.move_grab(0, out * way.max(-0.7) + out.perp() * 0.05);
            world.step();
            let rim = at(&world, hub.0 + 1);
            let moved = rim.distance(before);
            let case = format!("{friction}, {angle}, step {step}");
            assert!(world.particles().position.iter().all(|at| at.is_finite()), "{case}");
            assert!(moved < 0.05, "{case}: the rim moves by {moved} m");
            assert!(at(&world, ids.start).length() > RADIUS - 1e-3, "{case}: at {}", at(&world, ids.start));
            assert!(world.stretch().max < 0.02, "{case}: stretched by {}", world.stretch().max);
            before = rim;
        }
        let left = at(&world, ids.start).dot(out);
        assert!(left < -0.6, "{friction}, {angle}: the grab is held at {left} m");
    }
}

#[test]
fn grab_enters_nothing_at_a_notch_of_a_wheel() {
    let (second, ground) = (Vec2::new(0.8, 0.0), -0.3);
    for (name, hubs, floor, path) in [
        ("two wheels", &[Vec2::ZERO, second][..], None, [Vec2::new(0.42, 0.8), Vec2::new(0.4, -0.5)]),
        ("wheel and ground", &[Vec2::ZERO], Some(ground), [Vec2::new(0.7, 0.1), Vec2::new(-0.2, -0.7)]),
    ] {
        let mut world = World::new(Settings::default(), Colliders::new(floor, None), 1);
        for &hub in hubs {
            let hub = wheel(&mut world, hub, LinkKind::Rim);
            (hub.0..=hub.0 + SPOKES).for_each(|member| world.set_pinned(ParticleId(member), true));
        }
        let [from, to] = path;
        let ids = polyline(&mut world, &[from, from + Vec2::new(0.3, 0.6)], 0.08);
        world.grab(0, ParticleId(ids.start), from);
        for step in 0..180 {
            world.move_grab(0, from.lerp(to, (step as f32 / 60.0).min(1.0)));
            world.step();
            let led = at(&world, ids.start);
            assert!(hubs.iter().all(|hub| hub.distance(led) > RADIUS - 1e-3), "{name}, step {step}: at {led}");
            assert!(floor.is_none_or(|floor| led.y > floor - 1e-3), "{name}, step {step}: at {led}");
        }
        assert!(at(&world, ids.start).distance(from) > 0.3, "{name}: the grab was not led");
    }
}
