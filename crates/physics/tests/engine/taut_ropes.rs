//! Taut paths between fixed particles: their links have the lengths that they have, and share what they cannot meet.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, GRAVITY, LinkKind, ParticleId, Settings, Substeps, World};

/// Greatest stretch of a rope that is taut between two pins, as a fraction of its length.
const MAX_STRETCH: f64 = 5e-4;

/// A world of ropes in thick air.
fn thick_air(gravity: f32, substeps: Substeps) -> World {
    let settings = Settings { drag: 1.0, gravity: Vec2::NEG_Y * gravity, substeps, ..Settings::default() };
    World::new(settings, Colliders::default(), 1)
}

/// A rope from one particle to another, through new ones along a line.
fn join(world: &mut World, [from, to]: [ParticleId; 2], links: u32, length: f32, mass: f32) {
    let [start, end] = [from, to].map(|end| world.particles().position[end.index()]);
    let mut last = from;
    for index in 1..=links {
        let at = start + (end - start) * (index as f32 / links as f32);
        let next = if index == links { to } else { world.add_particle(at, mass, false) };
        world.add_link(last, next, Some(length / links as f32), 1.0, LinkKind::Rope);
        last = next;
    }
}

/// A pin.
fn pin(world: &mut World, at: Vec2) -> ParticleId {
    world.add_particle(at, 0.02, true)
}

fn run(world: &mut World, seconds: u32) {
    (0..60 * seconds).for_each(|_| world.step());
}

/// The stretch of the most stretched link.
fn max_stretch(world: &World) -> f64 {
    let position = &world.particles().position;
    let stretch = world.links().map(|link| {
        let [a, b] = [link.a, link.b].map(|end| position[end.index()].as_dvec2());
        a.distance(b) / f64::from(link.rest_length) - 1.0
    });
    stretch.fold(f64::NEG_INFINITY, f64::max)
}

/// A rope between two pins that is longer than their distance by a fraction, after some seconds.
fn hung_rope(world: &mut World, links: u32, distance: f32, slack: f32, mass: f32) {
    let pins = [-0.5, 0.5].map(|x| pin(world, Vec2::X * x * distance));
    join(world, pins, links, distance * (1.0 + slack), mass);
    run(world, 8);
}

#[test]
fn taut_rope_has_the_length_that_it_has() {
    let cases = [(10, 2.0, 0.0), (20, 2.0, 0.0), (40, 2.0, 0.0), (10, 0.2, 0.0), (2, 1.0, 0.0), (30, 3.0, 0.001)];
    for (links, distance, slack) in cases {
        let mut world = thick_air(GRAVITY, Substeps::Auto);
        hung_rope(&mut world, links, distance, slack, 0.02);
        let stretch = max_stretch(&world);
        assert!(stretch < MAX_STRETCH, "{links} links, {distance} m, slack {slack}: {stretch}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn taut_ropes_of_all_kinds_have_the_length_that_they_have() {
    let cases = [
        (100, 2.0, GRAVITY, 0.02, Substeps::Auto),
        (200, 10.0, GRAVITY, 0.02, Substeps::Auto),
        (60, 1.0, 1.6, 5.0, Substeps::Auto),
        (20, 2.0, 30.0, 1.0, Substeps::Auto),
        (10, 2.0, GRAVITY, 0.02, Substeps::Count(30)),
    ];
    for (links, distance, gravity, mass, substeps) in cases {
        let mut world = thick_air(gravity, substeps);
        hung_rope(&mut world, links, distance, 0.0, mass);
        let stretch = max_stretch(&world);
        assert!(stretch < MAX_STRETCH, "{links} links, {distance} m, gravity {gravity}, {substeps:?}: {stretch}");
    }
}

#[test]
fn taut_rope_with_a_weight_has_the_length_that_it_has() {
    for weight in [0.2, 20.0] {
        let mut world = thick_air(GRAVITY, Substeps::Auto);
        hung_rope(&mut world, 20, 2.0, 0.0, 0.02);
        world.set_weight(ParticleId(11), Some(weight));
        run(&mut world, 4);
        let stretch = max_stretch(&world);
        assert!(stretch < MAX_STRETCH, "{weight} kg: {stretch}");
    }
}

/// Where a particle ends that ropes of these lengths pull to pins 1 m away on both sides, m; the ropes are made in one
/// order or the other.
fn between_pins(lengths: [f32; 2], links: u32, mass: f32, is_swapped: bool, settings: Settings) -> Vec2 {
    let mut world = World::new(settings, Colliders::default(), 1);
    let middle = world.add_particle(Vec2::new(0.0, 0.05), mass, false);
    let mut sides = [(Vec2::NEG_X, lengths[0]), (Vec2::X, lengths[1])];
    if is_swapped {
        sides.reverse();
    }
    for (at, length) in sides {
        let pin = pin(&mut world, at);
        join(&mut world, [pin, middle], links, length, 0.02);
    }
    run(&mut world, 8);
    world.particles().position[middle.index()]
}

#[test]
fn opposed_links_share_their_error_in_any_order() {
    let settings = Settings { gravity: Vec2::ZERO, drag: 1.0, ..Settings::default() };
    let few = Settings { substeps: Substeps::Count(8), ..settings };
    for is_swapped in [false, true] {
        for (lengths, links, mass, settings, expected) in [
            ([0.8, 0.8], 1, 0.02, settings, 0.0),
            ([0.95, 0.95], 2, 0.02, settings, 0.0),
            ([0.8, 0.8], 3, 0.02, settings, 0.0),
            ([0.5, 0.5], 12, 0.02, settings, 0.0),
            ([0.9, 0.6], 1, 0.02, settings, 0.15),
            ([0.8, 0.8], 1, 1.0, few, 0.0),
        ] {
            let at = between_pins(lengths, links, mass, is_swapped, settings);
            assert!(at.distance(Vec2::X * expected) < 0.005, "{lengths:?}, {links} links, {mass} kg: {at}");
        }
    }
}

#[test]
fn links_to_pins_all_around_share_their_error() {
    // A triangle, a square and an octagon, whose corners are the first unit vectors of this list.
    let (half, root) = (0.5, 0.5_f32.sqrt());
    let triangle = vec![Vec2::Y, Vec2::new(0.75_f32.sqrt(), -half), Vec2::new(-(0.75_f32.sqrt()), -half)];
    let square = vec![Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
    let diagonals = [Vec2::new(root, root), Vec2::new(-root, root)];
    let octagon = square.iter().copied().chain(diagonals).chain(diagonals.map(|one| -one)).collect();
    for pins in [triangle, square, octagon] {
        let settings = Settings { gravity: Vec2::ZERO, drag: 1.0, ..Settings::default() };
        let mut world = World::new(settings, Colliders::default(), 1);
        let middle = world.add_particle(Vec2::new(0.1, -0.05), 0.02, false);
        for at in &pins {
            let pin = pin(&mut world, *at);
            join(&mut world, [pin, middle], 1, 0.7, 0.02);
        }
        run(&mut world, 8);
        let at = world.particles().position[middle.index()];
        assert!(at.length() < 0.005, "{} pins: {at}", pins.len());
    }
}

#[test]
fn particle_between_pins_that_are_too_far_apart_gains_no_energy() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }, Colliders::default(), 1);
    let middle = world.add_particle(Vec2::new(0.1, 0.2), 0.02, false);
    for at in [Vec2::NEG_X, Vec2::X] {
        let pin = pin(&mut world, at);
        join(&mut world, [pin, middle], 1, 0.8, 0.02);
    }
    let start = 0.5_f32;
    for step in 0..1_200 {
        world.step();
        let at = world.particles().position[middle.index()];
        assert!(at.length() < start, "step {step}: {at}");
    }
}
