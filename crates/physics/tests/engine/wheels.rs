//! Wheels with a rim of their own: ropes lie on them and turn them.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, ParticleId, Settings, Substeps, World};

use crate::support::{Ids, polyline, taut_rope};

const RADIUS: f32 = 0.5;
const SPOKES: u32 = 16;

/// Mass of each particle of a wheel, kg.
const MASS: f32 = 0.4;

fn unit(turn: f32) -> Vec2 {
    // A rational parameter of the circle, so that no sine is needed.
    let quarter = (turn * 4.0).floor();
    let t = (std::f32::consts::FRAC_PI_8 * (turn * 4.0 - quarter) * 2.0).tan();
    let first = Vec2::new(1.0 - t * t, 2.0 * t) / (1.0 + t * t);
    (0..quarter as u32).fold(first, |at, _| at.perp())
}

/// A wheel. Returns its hub; the rim follows.
fn wheel(world: &mut World, at: Vec2, edge: LinkKind) -> ParticleId {
    let hub = world.add_particle(at, MASS, false);
    let rim: Vec<ParticleId> =
        (0..SPOKES).map(|k| world.add_particle(at + unit(k as f32 / SPOKES as f32) * RADIUS, MASS, false)).collect();
    for (index, &end) in rim.iter().enumerate() {
        world.add_link(hub, end, Some(RADIUS), 1.0, LinkKind::Beam);
        world.add_link(end, rim[(index + 1) % rim.len()], None, 1.0, edge);
    }
    hub
}

/// A rope over a wheel on an axle at the origin, with a load (kg) at each end 1.5 m below. Returns hub and rope.
fn pulley(edge: LinkKind, loads: [f32; 2], settings: Settings) -> (World, ParticleId, Ids) {
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, edge);
    world.set_pinned(hub, true);
    let reach = RADIUS + 2.0 * world.settings().rope_contact.unwrap_or(0.0) + 0.005;
    let arc = (0..=16).map(|k| unit(0.5 - k as f32 / 32.0) * reach);
    let ends = [-reach, reach].map(|x| Vec2::new(x, -1.5));
    let corners: Vec<Vec2> = [ends[0]].into_iter().chain(arc).chain([ends[1]]).collect();
    let ids = polyline(&mut world, &corners, 0.08);
    for (end, load) in [ids.start, ids.end - 1].into_iter().zip(loads) {
        world.set_weight(ParticleId(end), Some(load));
    }
    (world, hub, ids)
}

fn at(world: &World, id: u32) -> Vec2 {
    world.particles().position[id as usize]
}

fn depth(world: &World, hub: ParticleId, ids: &Ids) -> f32 {
    let centre = at(world, hub.0);
    ids.clone().map(|id| RADIUS - at(world, id).distance(centre)).fold(f32::MIN, f32::max)
}

#[test]
fn two_equal_loads_hang_still_over_a_wheel() {
    for (load, contact) in [(2.0, None), (50.0, None), (2.0, Some(0.015))] {
        let settings = Settings { rope_contact: contact, ..Settings::default() };
        let (mut world, hub, ids) = pulley(LinkKind::Rim, [load; 2], settings);
        let start = world.energy().total();
        for step in 0..300 {
            world.step();
            let (deep, energy) = (depth(&world, hub, &ids), world.energy().total() - start);
            assert!(deep < 5e-3, "{load} kg, {contact:?}, step {step}: {deep} m deep");
            assert!(energy < 1e-3 * f64::from(load), "{load} kg, {contact:?}, step {step}: {energy} J more");
            assert!(world.stretch().max < 0.02, "{load} kg, {contact:?}, step {step}: {}", world.stretch().max);
        }
        for end in [ids.start, ids.end - 1] {
            assert!((at(&world, end).y + 1.5).abs() < 0.05, "{load} kg, {contact:?}: {}", at(&world, end));
        }
    }
}

#[test]
fn heavier_load_turns_the_wheel_as_atwood_says() {
    for (substeps, loads) in [(Substeps::Auto, [3.0, 2.0]), (Substeps::Count(40), [2.0, 2.5])] {
        let settings = Settings { substeps, drag: 0.0, friction: 1.0, ..Settings::default() };
        let (mut world, hub, ids) = pulley(LinkKind::Rim, loads, settings);
        let rope: f32 = 0.02 * (ids.len() - 2) as f32;
        let rise = |world: &World| 0.5 * (at(world, ids.end - 1).y - at(world, ids.start).y);
        let (start, rim) = (rise(&world), at(&world, hub.0 + 1));
        let steps = 30;
        let seconds = steps as f32 * world.settings().step;
        (0..steps).for_each(|_| world.step());
        let moved = rise(&world) - start;
        let rate = 9.81 * (loads[0] - loads[1]) / (loads[0] + loads[1] + rope + MASS * SPOKES as f32);
        let expected = 0.5 * rate * seconds * seconds;
        assert!((moved / expected - 1.0).abs() < 0.06, "{substeps:?}, {loads:?}: {moved} m, expected {expected}");
        let turned = rim.perp_dot(at(&world, hub.0 + 1)) / (RADIUS * RADIUS);
        assert!((turned * RADIUS / moved - 1.0).abs() < 0.1, "the rim has moved by {}", turned * RADIUS);
    }
}

#[test]
fn rope_slides_over_a_wheel_without_friction() {
    let settings = Settings { drag: 0.0, friction: 0.0, ..Settings::default() };
    let (mut world, hub, ids) = pulley(LinkKind::Rim, [3.0, 2.0], settings);
    let rim = at(&world, hub.0 + 1);
    (0..30).for_each(|_| world.step());
    assert!(at(&world, hub.0 + 1).distance(rim) < 0.02, "the wheel turns");
    assert!(at(&world, ids.start).y < -1.6, "the rope sticks");
}

#[test]
fn wheel_that_falls_onto_a_rope_is_caught_and_gains_no_energy() {
    for (height, particles) in [(0.6, 41), (2.0, 41), (1.0, 81)] {
        let settings = Settings { drag: 0.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        let rope = taut_rope(&mut world, Vec2::new(-1.5, 0.0), 3.0, particles);
        let hub = wheel(&mut world, Vec2::new(0.1, height), LinkKind::Rim);
        let start = world.energy().total();
        for step in 0..120 {
            world.step();
            let gain = world.energy().total() - start;
            assert!(gain < 0.05, "{height} m, step {step}: {gain} J more");
            let under = rope.clone().map(|id| at(&world, id).y).fold(f32::MAX, f32::min);
            assert!(at(&world, hub.0).y > under, "{height} m, step {step}: the wheel fell through");
        }
    }
}

#[test]
fn broken_rim_lets_ropes_through_as_one_of_beams_does() {
    let (mut world, _, ids) = pulley(LinkKind::Beam, [2.0; 2], Settings::default());
    (0..60).for_each(|_| world.step());
    assert!(at(&world, ids.start).y < -3.0, "{}", at(&world, ids.start));
    let (mut world, _, ids) = pulley(LinkKind::Rim, [2.0; 2], Settings::default());
    (0..30).for_each(|_| world.step());
    world.cut(Vec2::new(0.2, -0.3), Vec2::new(0.2, -0.7), 0.0);
    (0..60).for_each(|_| world.step());
    assert!(world.cut_link_count() > 0, "the cut missed");
    assert!(at(&world, ids.start).y < -2.0, "{}", at(&world, ids.start));
}

#[test]
fn grab_led_through_a_wheel_on_an_axle_does_not_fling_it() {
    for (friction, angle) in [0.0, 0.5].into_iter().flat_map(|of| [0.0, 0.07, 0.13, 0.21, 0.34].map(|at| (of, at))) {
        let settings = Settings { friction, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
        world.set_pinned(hub, true);
        let out = unit(angle);
        let ids = polyline(&mut world, &[out * 0.7, out * 1.5], 0.08);
        world.grab(0, ParticleId(ids.start), out * 0.7);
        let mut before = at(&world, hub.0 + 1);
        for step in 0..90 {
            let way = 0.7 - 0.02 * step as f32;
            world.move_grab(0, out * way.max(-0.7) + out.perp() * 0.05);
            world.step();
            let rim = at(&world, hub.0 + 1);
            assert!(world.particles().position.iter().all(|at| at.is_finite()), "{friction}, {angle}, step {step}");
            let moved = rim.distance(before);
            // The grab stretches the rope, which friction turns the wheel by.
            assert!(moved < 0.3, "{friction}, {angle}, step {step}: the rim moves by {moved} m");
            before = rim;
        }
        let left = at(&world, ids.start).dot(out);
        assert!(left < -0.6, "{friction}, {angle}: the grab is held at {left} m");
    }
}
