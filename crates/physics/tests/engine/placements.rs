//! Shapes and balls that are put onto ropes, nets and bodies at rest: they neither throw nor stretch what they overlap.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

use crate::support::{braced_box, is_full_sweep, net, polyline, rope, taut_rope, wheel};

/// Height of the ground, m.
const GROUND: f32 = -1.5;

/// Highest speed after a placement, m/s.
const MAX_SPEED: f32 = 2.0;

/// Highest stretch 1 s after a placement, beyond that of the same scene without it.
const MAX_STRETCH: f64 = 0.02;

/// A scene, and the settings beside the default ones.
type Scene = (&'static str, fn(&mut World), Option<f32>);

const SCENES: [Scene; 12] = [
    ("hanging rope", |world| _ = rope(world, Vec2::Y, Vec2::NEG_Y * 2.0, 61, 0.02), None),
    (
        "weighted rope",
        |world| {
            let last = rope(world, Vec2::Y, Vec2::NEG_Y * 2.0, 41, 0.02).end - 1;
            world.set_weight(ParticleId(last), Some(2.0));
        },
        None,
    ),
    ("taut rope", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 41), None),
    (
        "slack rope",
        |world| {
            let ids = polyline(world, &[Vec2::NEG_X, Vec2::new(0.0, -0.7), Vec2::X], 0.05);
            [ids.start, ids.end - 1].into_iter().for_each(|end| world.set_pinned(ParticleId(end), true));
        },
        None,
    ),
    ("rope of few links", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 9), None),
    ("net", |world| _ = net(world, Vec2::new(-0.7, 1.0), [14, 14], 0.1), None),
    (
        "loaded net",
        |world| {
            let first = net(world, Vec2::new(-1.1, 1.0), [12, 12], 0.2);
            world.set_weight(ParticleId(first + 6 * 12 + 6), Some(5.0));
        },
        None,
    ),
    ("bridge", bridge, None),
    ("box", |world| braced_box(world, Vec2::new(0.0, GROUND + 0.2), 0.4), None),
    (
        "hung box",
        |world| {
            let last = rope(world, Vec2::Y, Vec2::NEG_Y, 21, 0.02).end - 1;
            braced_box(world, Vec2::ZERO, 0.4);
            world.add_link(ParticleId(last), ParticleId(last + 1), Some(0.05), 1.0, LinkKind::Rope);
        },
        None,
    ),
    (
        "hammock with a ball",
        |world| {
            taut_rope(world, Vec2::new(-1.2, 0.0), 2.5, 31);
            let ball = world.add_particle(Vec2::new(0.0, 0.3), 0.5, false);
            world.add_ball(ball, 0.15);
        },
        Some(0.03),
    ),
    (
        "pile",
        |world| {
            for number in 0..4u8 {
                let from = Vec2::new(f32::from(number) * 0.1 - 0.8, f32::from(number) * 0.3 + GROUND + 0.1);
                let first = rope(world, from, Vec2::X * 1.5, 31, 0.02).start;
                world.set_pinned(ParticleId(first), false);
            }
        },
        Some(0.05),
    ),
];

/// A bridge of braced planks between two banks.
fn bridge(world: &mut World) {
    let place = |index: u8, row: u8| Vec2::new(f32::from(index) * 0.15 - 1.2, -0.15 * f32::from(row));
    let first = world.particles().len() as u32;
    for index in 0..17u8 {
        for row in 0..2 {
            world.add_particle(place(index, row), 0.02, index % 16 == 0);
        }
    }
    let id = |index: u32, row: u32| ParticleId(first + 2 * index + row);
    for index in 0..17 {
        world.add_link(id(index, 0), id(index, 1), None, 1.0, LinkKind::Beam);
        if index < 16 {
            world.add_link(id(index, 0), id(index + 1, 0), None, 1.0, LinkKind::Beam);
            world.add_link(id(index, 1), id(index + 1, 1), None, 1.0, LinkKind::Beam);
            world.add_link(id(index, 0), id(index + 1, 1), None, 1.0, LinkKind::Brace);
        }
    }
}

/// The scene 10 s after its beginning.
fn at_rest((_, add, rope_contact): Scene) -> World {
    let settings = Settings { drag: 1.0, restitution: 0.0, rope_contact, ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(Some(GROUND), None), 1);
    add(&mut world);
    (0..600).for_each(|_| world.step());
    world
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// A number between two others.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let share = ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1u32 << 24) as f32;
        low + (high - low) * share
    }

    /// A shape that overlaps a particle of the world, or lies beside it.
    fn shape(&mut self, world: &World) -> ShapeDef {
        let position = &world.particles().position;
        let particle = self.between(0.0, position.len() as f32) as usize % position.len();
        let at = position[particle] + Vec2::new(self.between(-0.2, 0.2), self.between(-0.2, 0.2));
        let form = match self.between(0.0, 3.0) as u8 {
            0 => Form::Circle { radius: self.between(0.03, 0.4) },
            1 => Form::Capsule { half_length: self.between(0.1, 0.9), radius: self.between(0.01, 0.05) },
            _ => Form::Box { half: Vec2::new(self.between(0.03, 0.4), self.between(0.03, 0.4)) },
        };
        let angle = self.between(0.0, 6.3);
        ShapeDef { turn: Vec2::new(angle.cos(), angle.sin()), ..ShapeDef::still(form, at) }
    }
}

/// Speed of the fastest particle, m/s.
fn fastest(world: &World) -> f32 {
    let fastest = world.particles().displacement.iter().map(|d| d.length()).fold(0.0, f32::max);
    fastest / world.substep_length()
}

/// Puts shapes onto scenes. Fails where one throws or stretches what it overlaps.
fn assert_calm(scenes: &[Scene], count: usize) {
    let mut wrong = Vec::new();
    for &scene in scenes {
        let world = at_rest(scene);
        let mut without = world.clone();
        (0..60).for_each(|_| without.step());
        let mut random = Random(1);
        for number in 0..count {
            let shape = random.shape(&world);
            let mut world = world.clone();
            assert!(world.add_shape(shape).is_some());
            let (mut speed, mut stretch) = (0.0_f32, 0.0);
            for step in 1..=120 {
                world.step();
                speed = speed.max(fastest(&world));
                if step == 60 {
                    stretch = world.stretch().max - without.stretch().max;
                }
            }
            if speed > MAX_SPEED || stretch > MAX_STRETCH {
                let ShapeDef { form, at, turn, .. } = shape;
                wrong.push(format!("{}, {number}: {speed} m/s, {stretch}; {form:?} at {at}, {turn}", scene.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{} placements are not calm:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shape_put_anywhere_throws_and_stretches_nothing() {
    assert_calm(&SCENES[..5], 3);
}

#[test]
fn balls_put_anywhere_hardly_throw_anything() {
    let mut total = 0.0;
    for name in ["taut rope", "net", "bridge", "hung box"] {
        let scene = SCENES.into_iter().find(|scene| scene.0 == name).expect("a scene of this name");
        let mut world = at_rest(scene);
        // So that what moves was thrown.
        world.set_settings(Settings { gravity: Vec2::ZERO, ..*world.settings() });
        let mut random = Random(2);
        for _ in 0..6 {
            let position = &world.particles().position;
            let particle = random.between(0.0, position.len() as f32) as usize % position.len();
            let at = position[particle] + Vec2::new(random.between(-0.2, 0.2), random.between(-0.2, 0.2));
            let radius = random.between(0.1, 0.35);
            let mut world = world.clone();
            let ball = world.add_particle(at, 2.0, false);
            world.add_ball(ball, 0.5 * radius);
            let mut kinetic = 0.0_f64;
            for step in 0..120 {
                if step == 30 {
                    world.set_ball_radius(ball, radius);
                }
                world.step();
                kinetic = kinetic.max(world.energy().kinetic);
            }
            total += kinetic;
        }
    }
    assert!(total < 6.0, "{total} J");
}

#[test]
fn ball_put_onto_a_rope_falls_through_it_onto_the_next() {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 0);
    let upper = taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
    taut_rope(&mut world, Vec2::new(-1.0, -1.0), 2.0, 41);
    (0..60).for_each(|_| world.step());
    let before = world.particles().position[..upper.end as usize].to_vec();
    let ball = world.add_particle(Vec2::new(0.0, 0.05), 0.5, false);
    world.add_ball(ball, 0.15);
    let mut lowest = 0.0_f32;
    for _ in 0..60 {
        world.step();
        lowest = lowest.min(world.particles().position[ball.index()].y);
        let moved = before.iter().zip(&world.particles().position).map(|(before, now)| before.distance(*now));
        assert!(moved.fold(0.0, f32::max) < 0.05, "the rope is more than shaken");
    }
    assert!((-1.0..-0.6).contains(&lowest), "{lowest} m");
}

#[test]
fn ball_that_hardly_changes_stays_on_its_rope() {
    for radius in [0.19, 0.201, 0.24] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 0);
        taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
        let ball = world.add_particle(0.2 * Vec2::Y, 0.5, false);
        world.add_ball(ball, 0.2);
        (0..60).for_each(|_| world.step());
        // A thick rope overlaps the ball that lies on it.
        world.set_settings(Settings { rope_contact: Some(0.1), ..*world.settings() });
        world.set_ball_radius(ball, radius);
        (0..60).for_each(|_| world.step());
        let at = world.particles().position[ball.index()];
        assert!(at.y > 0.1, "with a radius of {radius} m it fell through the rope to {at}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn shapes_put_onto_all_scenes_throw_and_stretch_nothing() {
    assert_calm(&SCENES, if is_full_sweep() { 30 } else { 12 });
}

#[test]
fn bodies_put_onto_each_other_part_calmly() {
    type Add = fn(&mut World, Vec2);
    let bodies: [(&str, Add); 2] =
        [("box", |world, at| braced_box(world, at, 0.4)), ("wheel", |world, at| wheel(world, at, 0.3))];
    for ((lower, add_lower), (upper, add_upper)) in
        bodies.iter().flat_map(|one| bodies.iter().map(move |two| (one, two)))
    {
        for offset in [Vec2::new(0.1, 0.1), Vec2::new(-0.15, 0.05), Vec2::new(0.05, 0.3)] {
            for rope_contact in [None, Some(0.02)] {
                let settings = Settings { restitution: 0.0, drag: 2.0, rope_contact, ..Settings::default() };
                let mut world = World::new(settings, Colliders::new(Some(GROUND), None), 1);
                let middle = Vec2::new(0.0, GROUND + 0.5);
                add_lower(&mut world, middle);
                (0..240).for_each(|_| world.step());
                let first = world.particles().len();
                world.set_settings(Settings { gravity: Vec2::ZERO, ..settings });
                add_upper(&mut world, middle + offset);
                (0..120).for_each(|_| world.step());
                let what = format!("{upper} at {offset} on {lower}, {rope_contact:?}");
                assert!(fastest(&world) < 0.3, "{what}: {} m/s", fastest(&world));
                // Led apart and back, both meet.
                world.set_settings(settings);
                (0..240).for_each(|_| world.step());
                assert!(world.particles().position[first..].iter().all(|at| at.y > GROUND - 0.05), "{what}");
            }
        }
    }
}

#[test]
fn raised_ground_lifts_what_lies_on_it_without_a_hop() {
    type Add = fn(&mut World);
    let things: [(&str, Add); 3] = [
        ("box", |world| braced_box(world, Vec2::new(0.0, GROUND + 0.1), 0.4)),
        ("wheel", |world| wheel(world, Vec2::new(0.0, GROUND + 0.4), 0.3)),
        ("rope", |world| _ = polyline(world, &[Vec2::new(-1.0, GROUND), Vec2::new(1.0, GROUND)], 0.05)),
    ];
    for ((name, add), rope_contact) in
        things.into_iter().flat_map(|thing| [None, Some(0.02)].map(|radius| (thing, radius)))
    {
        let settings = Settings { restitution: 0.0, rope_contact, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(GROUND), None), 1);
        add(&mut world);
        (0..240).for_each(|_| world.step());
        let height = |world: &World| {
            let particles = world.particles().position.iter();
            particles.map(|at| at.y).sum::<f32>() / world.particles().len() as f32
        };
        let before = height(&world);
        world.set_ground(Some(GROUND + 0.05));
        let mut highest = before;
        for _ in 0..120 {
            world.step();
            highest = highest.max(height(&world));
        }
        let (rise, end) = (highest - before, height(&world) - before);
        assert!(
            (0.045..0.07).contains(&rise) && (0.045..0.055).contains(&end),
            "{name}: by {rise} m, in the end {end} m"
        );
    }
}

#[test]
fn rope_in_a_shape_that_was_put_onto_it_stays_calm_until_it_leaves() {
    let mut world = World::new(Settings { drag: 1.0, ..Settings::default() }, Colliders::default(), 1);
    let ids = rope(&mut world, Vec2::Y, Vec2::NEG_Y, 41, 0.02);
    (0..120).for_each(|_| world.step());
    let before = world.particles().position.clone();
    let half = Vec2::new(0.3, 0.1);
    world.add_shape(ShapeDef::still(Form::Box { half }, Vec2::new(0.1, 0.2)));
    (0..240).for_each(|_| world.step());
    let moved =
        |world: &World| before.iter().zip(&world.particles().position).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(moved(&world) < 1e-3, "it moves by {} m", moved(&world));
    let end = ParticleId(ids.end - 1);
    world.grab(0, end, Vec2::new(-1.0, 0.9));
    (0..240).for_each(|_| world.step());
    world.release(0);
    let mut deepest = 0.0_f32;
    for _ in 0..240 {
        world.step();
        let depth = |at: &Vec2| -Form::Box { half }.distance(*at - Vec2::new(0.1, 0.2));
        deepest = world.particles().position.iter().map(depth).fold(deepest, f32::max);
    }
    assert!(deepest < 1e-3, "it is {deepest} m deep once it came back");
}
