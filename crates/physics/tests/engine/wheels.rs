//! Wheels with a rim of their own: ropes lie on them and turn them.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Form, LinkKind, Material, ParticleId, Settings, ShapeDef, Similarity, StrandSolver, Substeps, Things,
    Tiling, World,
};

use crate::support::{Ids, net, polyline, taut_rope};

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
    let (mut world, hub, ids) = rope_over(edge, 0.08, settings);
    for (end, load) in [ids.start, ids.end - 1].into_iter().zip(loads) {
        world.set_weight(ParticleId(end), Some(load));
    }
    (world, hub, ids)
}

/// A rope of links of a length (m) over a wheel on an axle at the origin. Returns hub and rope.
fn rope_over(edge: LinkKind, link: f32, settings: Settings) -> (World, ParticleId, Ids) {
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, edge);
    world.set_pinned(hub, true);
    let ids = arched_rope(&mut world, link);
    (world, hub, ids)
}

/// A rope of links of a length (m) over a disc at the origin, 1.5 m down on either side.
fn arched_rope(world: &mut World, link: f32) -> Ids {
    let reach = RADIUS + 2.0 * world.settings().rope_contact.unwrap_or(0.0) + 0.005;
    let arc = (0..=16).map(|k| unit(0.5 - k as f32 / 32.0) * reach);
    let ends = [-reach, reach].map(|x| Vec2::new(x, -1.5));
    let corners: Vec<Vec2> = [ends[0]].into_iter().chain(arc).chain([ends[1]]).collect();
    polyline(world, &corners, link)
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

/// Leads the end of a rope that lies over a disc below it and to its other side, with the other end pinned or loaded by a
/// mass (kg). Returns the greatest stretch and the greatest depth (m).
fn pull_round((mut world, ids): (World, Ids), load: Option<f32>) -> (f64, f32) {
    let (first, last) = (ParticleId(ids.start), ParticleId(ids.end - 1));
    world.set_pinned(first, load.is_none());
    world.set_weight(first, load);
    world.grab(0, last, at(&world, last.0));
    let (mut stretch, mut nearest) = (0.0_f64, RADIUS);
    for to in [Vec2::new(0.6, -1.4), Vec2::new(0.0, -2.5), Vec2::new(-2.0, -1.5), Vec2::new(-2.5, 0.5)] {
        let from = at(&world, last.0);
        for step in 1..=30_u8 {
            world.move_grab(0, from.lerp(to, f32::from(step) / 30.0));
            world.step();
            stretch = stretch.max(world.stretch().max);
            nearest = ids.clone().map(|id| at(&world, id).length()).fold(nearest, f32::min);
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
        let on_post = || {
            let mut world = World::new(settings, Colliders::new(None, None), 1);
            world.add_shape(ShapeDef::still(Form::Circle { radius: RADIUS }, Vec2::ZERO));
            let ids = arched_rope(&mut world, 0.08);
            (world, ids)
        };
        for (name, scene) in [("wheel", on_wheel()), ("post", on_post())] {
            let (stretch, deep) = pull_round(scene, load);
            assert!(stretch < 0.08, "{name}, {load:?}, {contact:?}: stretched by {stretch}");
            assert!(deep < 1e-3, "{name}, {load:?}, {contact:?}: {deep} m deep");
        }
    }
}

#[test]
fn grab_led_at_a_wheel_on_an_axle_goes_round_it() {
    for (friction, angle) in [0.0, 0.5].into_iter().flat_map(|of| [0.0, 0.07, 0.13, 0.21, 0.34].map(|at| (of, at))) {
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
            assert!(moved < 0.02, "{case}: the rim moves by {moved} m");
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

fn with_contact(radius: f32) -> Settings {
    Settings { rope_contact: Some(radius), drag: 0.5, friction: 1.0, ..Settings::default() }
}

#[test]
fn rope_and_its_wheel_fall_asleep_together() {
    let (mut world, _, _) = rope_over(LinkKind::Rim, 0.08, with_contact(0.01));
    // All but the pinned hub.
    let all = world.particles().len() - 1;
    for step in 0..1_500 {
        world.step();
        let asleep = world.sleeping_count();
        assert!(asleep == 0 || asleep == all, "step {step}: {asleep} of {all} sleep");
    }
    assert_eq!(world.sleeping_count(), all);
}

#[test]
fn wheel_and_rope_on_it_wake_each_other() {
    // Up is between two particles of the rim, whose discs the rope does not touch.
    let middle = unit(0.25 + 0.5 / SPOKES as f32);
    let settings = Settings { gravity: middle * -9.81, ..with_contact(0.003) };
    let (mut world, hub) = (World::new(settings, Colliders::new(None, None), 1), ParticleId(0));
    wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(hub, true);
    (0..120).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize, "the wheel sleeps");
    let ids = polyline(&mut world, &[middle * 0.6 - middle.perp() * 0.06, middle * 0.6 + middle.perp() * 0.06], 0.06);
    (0..30).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), 0, "what falls on it wakes it");
    let all = world.particles().len() - 1;
    for _ in 0..2_400 {
        world.step();
        if world.sleeping_count() == all {
            break;
        }
    }
    assert_eq!(world.sleeping_count(), all, "both sleep");
    let (was, low) = (at(&world, ids.start), hub.0 + 1 + SPOKES * 3 / 4);
    let turned = at(&world, low);
    world.grab(0, ParticleId(low), turned);
    for step in 1..=30_u8 {
        world.move_grab(0, turned + turned.perp() * (0.01 * f32::from(step)));
        world.step();
    }
    assert_eq!(world.sleeping_count(), 0, "the wheel that turns wakes the rope");
    assert!(at(&world, ids.start).distance(was) > 0.05, "the rope goes with it");
}

/// A change of a world.
type Edit<'a> = &'a dyn Fn(&mut World);

#[test]
fn rope_asleep_on_a_wheel_falls_once_the_wheel_is_no_more() {
    // So thin that the rope does not rest on the particles of a broken rim.
    let (mut world, hub, ids) = rope_over(LinkKind::Rim, 0.08, with_contact(0.003));
    let all = world.particles().len() - 1;
    (0..1_500).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), all);
    let lowest = at(&world, hub.0 + 1 + SPOKES * 3 / 4);
    let wheel = || (hub.0..=hub.0 + SPOKES).map(ParticleId);
    let near = |at: Vec2| (at - Vec2::new(0.01, 0.01), at + Vec2::new(0.01, 0.01));
    let link_middle = |ends: [Vec2; 2]| near(ends[0].midpoint(ends[1]));
    let rim = link_middle([lowest, at(&world, hub.0 + 2 + SPOKES * 3 / 4)]);
    let spoke = link_middle([lowest, at(&world, hub.0)]);
    let cut = |world: &mut World, (from, to): (Vec2, Vec2)| assert_eq!(world.cut(from, to, 0.0), 1);
    let edits: [(&str, Edit); 7] = [
        ("third bar at a particle of the rim", &|world| {
            world.add_link(ParticleId(hub.0 + 1), ParticleId(hub.0 + 4), None, 1.0, LinkKind::Rim);
        }),
        ("cut of the rim", &|world| cut(world, rim)),
        ("cut of a spoke", &|world| cut(world, spoke)),
        ("removal of the wheel", &|world| world.remove(&Things::of_particles(wheel()))),
        ("removal of the hub", &|world| world.remove(&Things::of_particles([hub]))),
        ("material of a spoke", &|world| {
            let rubber = Material { name: "rubber".to_owned(), stiffness: Some(1e4), ..Material::default() };
            let number = world.add_material(&rubber).expect("there is place");
            world.set_material(&[hub, ParticleId(hub.0 + 1 + SPOKES * 3 / 4)], number);
        }),
        ("move of the wheel", &|world| {
            world.transform(&Things::of_particles(wheel()), &Similarity::translation(Vec2::new(0.0, -3.0)), true);
        }),
    ];
    for (name, edit) in edits {
        for is_restored in [false, true] {
            let mut world = world.clone();
            if is_restored {
                let snapshot = world.snapshot(None);
                world.restore(&snapshot);
            }
            let before = world.particles().position[ids.start as usize..ids.end as usize].to_vec();
            edit(&mut world);
            (0..60).for_each(|_| world.step());
            // The rope is the last to be added.
            let now = &world.particles().position[world.particles().len() - ids.len()..];
            let moved = now.iter().zip(before).map(|(now, before)| now.distance(before)).fold(0.0, f32::max);
            assert!(moved > 0.1, "{name}, restored: {is_restored}: the rope has moved by {moved} m");
        }
    }
}

#[test]
fn rope_wakes_a_wheel_that_hangs_on_its_first_rim_particle() {
    let settings = Settings { gravity: Vec2::new(-9.81, 0.0), ..with_contact(0.003) };
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(ParticleId(hub.0 + 1), true);
    (0..120).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize, "the wheel sleeps");
    // Onto the edge between two particles of the rim, whose discs the rope does not touch.
    let middle = unit(0.5 / SPOKES as f32);
    polyline(&mut world, &[middle * 0.6 - middle.perp() * 0.06, middle * 0.6 + middle.perp() * 0.06], 0.06);
    (0..30).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), 0, "what falls on it wakes it");
}

#[test]
fn ball_beside_a_wheel_sleeps_while_the_wheel_turns() {
    let (radius, gap) = (0.09, 0.15);
    let centre = -(RADIUS + gap);
    let mut world = World::new(with_contact(0.003), Colliders::new(Some(centre - radius), None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(hub, true);
    let ball = world.add_particle(Vec2::new(0.0, centre), 1.0, false);
    world.add_ball(ball, radius);
    (0..240).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize + 1, "all sleeps");
    let (top, was) = (hub.0 + 1 + SPOKES / 4, at(&world, ball.0));
    let from = at(&world, top);
    world.grab(0, ParticleId(top), from);
    for step in 1..=60_u8 {
        world.move_grab(0, from + from.perp() * (0.003 * f32::from(step)));
        world.step();
        assert!(world.sleeping_count() == 1 && at(&world, ball.0) == was, "step {step}: the ball wakes");
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

/// A braced plank of some bays from one corner on, `size` m long and high. Returns its particles: pairs of a lower and an
/// upper one.
fn plank(world: &mut World, corner: Vec2, size: Vec2, bays: u32) -> Ids {
    let first = world.particles().len() as u32;
    for bay in 0..=bays {
        let low = corner + Vec2::X * (size.x * bay as f32 / bays as f32);
        for at in [low, low + Vec2::Y * size.y] {
            world.add_particle(at, 0.5, false);
        }
    }
    let mut beam = |a: u32, b: u32| world.add_link(ParticleId(a), ParticleId(b), None, 1.0, LinkKind::Beam);
    for low in (first..first + 2 * bays).step_by(2) {
        for (a, b) in [(0, 1), (0, 2), (1, 3), (0, 3), (1, 2)] {
            beam(low + a, low + b);
        }
    }
    beam(first + 2 * bays, first + 2 * bays + 1);
    first..first + 2 * (bays + 1)
}

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
fn plank_asleep_on_two_wheels_falls_once_they_are_no_more() {
    let mut world = World::new(with_contact(0.003), Colliders::default(), 1);
    let hubs = [-1.0, 1.0].map(|x| wheel(&mut world, Vec2::new(x, 0.0), LinkKind::Rim));
    hubs.iter().for_each(|&hub| world.set_pinned(hub, true));
    let ids = plank(&mut world, Vec2::new(-1.8, RADIUS + 0.001), Vec2::new(3.6, 0.1), 1);
    let all = world.particles().len() - hubs.len();
    for step in 0..1_500 {
        world.step();
        let asleep = world.sleeping_count();
        assert!(asleep == 0 || asleep == all, "step {step}: {asleep} of {all} sleep");
    }
    assert_eq!(world.sleeping_count(), all);
    let was = at(&world, ids.start);
    let low = ParticleId(hubs[1].0 + 1 + SPOKES * 3 / 4);
    let mut turned = world.clone();
    turned.grab(0, low, at(&world, low.0));
    let (centre, out) = (at(&world, hubs[1].0), Vec2::NEG_Y * RADIUS);
    for step in 1..=30_u8 {
        turned.move_grab(0, centre + Vec2::from_angle(0.01 * f32::from(step)).rotate(out));
        turned.step();
    }
    assert!(at(&turned, ids.start).x < was.x - 0.05, "the wheel takes the plank to {}", at(&turned, ids.start));
    world.remove(&Things::of_particles(hubs));
    (0..60).for_each(|_| world.step());
    let fallen = was.y - at(&world, world.particles().len() as u32 - 1).y;
    assert!(fallen > 0.5, "the plank falls by {fallen} m");
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
fn particle_thrown_within_a_step_meets_a_wheel() {
    let settings = Settings {
        restitution: 1.0,
        substeps: Substeps::Count(100),
        gravity: Vec2::ZERO,
        hand_speed: 100.0,
        ..with_contact(0.05)
    };
    let mut world = World::new(settings, Colliders::default(), 1);
    let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(hub, true);
    let thrown = world.add_particle(Vec2::new(-1.6, 0.01), 1.0, false);
    let way = Vec2::X * settings.hand_speed * settings.step;
    let before = Vec2::new(-1.8, 0.01) - way;
    let ball = world.add_particle(before, 1.0, false);
    world.add_ball(ball, 0.1);
    world.grab(0, ball, before);
    world.move_grab(0, before + way);
    world.step();
    world.release(0);
    // A hand that may be this fast would have the wheel watched.
    world.set_settings(Settings { hand_speed: 0.1, ..settings });
    for step in 0..3 {
        world.step();
        let at = at(&world, thrown.0);
        assert!(at.x != -1.6, "step {step}: the ball misses");
        assert!(at.length() > RADIUS - 0.01 && at.x < RADIUS, "step {step}: at {at}");
    }
}
