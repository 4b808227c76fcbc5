//! Ropes on wheels, which they turn.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, ParticleId, Settings, StrandSolver, Substeps, Tiling, World};

use super::{MASS, RADIUS, SPOKES, at, rope_over, wheel};
use crate::support::{Ids, net, polyline, taut_rope};

/// A rope over a wheel on an axle at the origin, with a load (kg) at each end 1.5 m below. Returns hub and rope.
fn pulley(edge: LinkKind, loads: [f32; 2], settings: Settings) -> (World, ParticleId, Ids) {
    let (mut world, hub, ids) = rope_over(edge, 0.08, settings);
    for (end, load) in [ids.start, ids.end - 1].into_iter().zip(loads) {
        world.set_weight(ParticleId(end), Some(load));
    }
    (world, hub, ids)
}

fn depth(world: &World, hub: ParticleId, ids: &Ids) -> f32 {
    let centre = at(world, hub.0);
    ids.clone().map(|id| RADIUS - at(world, id).distance(centre)).fold(f32::MIN, f32::max)
}

#[test]
fn two_equal_loads_hang_still_over_a_wheel() {
    for load in [2.0, 50.0] {
        let (mut world, hub, ids) = pulley(LinkKind::Rim, [load; 2], Settings::default());
        let start = world.energy().total();
        for step in 0..300 {
            world.step();
            let (deep, energy) = (depth(&world, hub, &ids), world.energy().total() - start);
            assert!(deep < 5e-3, "{load} kg, step {step}: {deep} m deep");
            assert!(energy < 1e-3 * f64::from(load), "{load} kg, step {step}: {energy} J more");
            assert!(world.stretch().max < 0.05, "{load} kg, step {step}: {}", world.stretch().max);
        }
        for end in [ids.start, ids.end - 1] {
            assert!((at(&world, end).y + 1.5).abs() < 0.05, "{load} kg: {}", at(&world, end));
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
    for (height, particles) in [(2.0, 41), (1.0, 81)] {
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
fn rope_tied_to_a_hub_does_not_meet_its_own_wheel() {
    for link in [0.033, 0.041] {
        let run = |edge: LinkKind| {
            let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
            let hub = wheel(&mut world, Vec2::ZERO, edge);
            let along = Vec2::new(0.6, 0.8);
            let ids = polyline(&mut world, &[along * link, along * 1.4], link);
            world.add_link(hub, ParticleId(ids.start), None, 1.0, LinkKind::Rope);
            world.set_pinned(ParticleId(ids.end - 1), true);
            (0..120).for_each(|_| world.step());
            (at(&world, hub.0), world.stretch().max)
        };
        // Nothing meets a rim of plain bars.
        assert_eq!(run(LinkKind::Rim), run(LinkKind::Beam), "{link} m");
    }
}

/// Bits of the positions after each of some steps of a pulley, whose rope a grab leads, with a rope that falls onto a
/// second wheel, beside a net.
fn beside_a_net(tiling: Tiling, threads: usize) -> Vec<Vec<[u32; 2]>> {
    // In a net that wheels do not reach, tiles know all there is.
    let settings = Settings { strands: StrandSolver::Off, substeps: Substeps::Count(20), ..Settings::default() };
    let (mut world, _, ids) = rope_over(LinkKind::Rim, 0.08, settings);
    net(&mut world, Vec2::new(20.0, 5.0), [4, 1_500], 0.05);
    let second = wheel(&mut world, Vec2::new(-4.0, 0.0), LinkKind::Rim);
    world.set_pinned(second, true);
    let thrown = polyline(&mut world, &[Vec2::new(-4.2, 1.5), Vec2::new(-3.8, 1.5)], 0.08);
    world.set_tiling(tiling);
    world.set_threads(threads);
    world.grab(0, ParticleId(ids.start), at(&world, ids.start));
    let step = |step: u16| {
        world.move_grab(0, Vec2::new(-0.5, -1.5) + Vec2::new(0.15, -0.02) * f32::from(step));
        world.step();
        assert!(tiling == Tiling::Never || world.uses_threads(), "step {step}");
        world.particles().position.iter().map(|at| [at.x.to_bits(), at.y.to_bits()]).collect()
    };
    let steps = (0..40).map(step).collect();
    assert!(thrown.clone().all(|id| at(&world, id).y > 0.2), "the wheel stops the rope");
    steps
}

#[test]
fn wheel_leaves_the_tiles_to_what_it_cannot_reach() {
    assert!(beside_a_net(Tiling::Always, 3) == beside_a_net(Tiling::Never, 1), "other bits in tiles");
}
