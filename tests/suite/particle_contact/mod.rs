//! Contacts between particles: discs do not penetrate each other, piles come to rest and sleep, and touches wake them.

mod dragged_ropes;
mod webs;
mod weights_on_ropes;
mod wrecking_ball;

use std::collections::HashSet;

use glam::Vec2;
use ropewalk::physics::{Aabb, Colliders, Form, LinkKind, ParticleId, Particles, Settings, ShapeDef, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;

/// Radius of the discs, m.
const RADIUS: f32 = 0.03;

fn settings() -> Settings {
    Settings { rope_contact: Some(RADIUS), drag: 0.1, restitution: 0.0, ..Settings::default() }
}

fn world() -> World {
    let room = Aabb { min: Vec2::new(-2.0, 0.0), max: Vec2::new(2.0, 50.0) };
    World::new(settings(), Colliders::new(None, Some(room)), 3)
}

/// Adds a rope of `count` touching discs, from `at` towards `direction`.
fn add_rope(world: &mut World, at: Vec2, direction: Vec2, count: usize) -> Vec<ParticleId> {
    let step = 2.0 * RADIUS * direction.normalize();
    let ids: Vec<ParticleId> = (0..count).map(|i| world.add_particle(at + step * i as f32, 0.02, false)).collect();
    ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
    ids
}

/// Ropes of 20 discs above each other, slightly slanted and shifted.
fn pile(rows: usize) -> World {
    let mut world = world();
    for row in 0..rows {
        for column in 0..3 {
            let shift = RADIUS * (row * 7 % 5) as f32 * 0.3;
            let at = Vec2::new(-1.9 + 1.25 * column as f32 + shift, 0.1 + 0.12 * row as f32);
            add_rope(&mut world, at, Vec2::new(1.0, 0.04 * ((row + column) % 3) as f32 - 0.04), 20);
        }
    }
    world
}

/// The greatest penetration of two discs, relative to their radius; neighbours in a rope do not count.
fn deepest(world: &World) -> f32 {
    let position = &world.particles().position;
    let near = |a: usize, b: usize| {
        let are_linked = || world.links().any(|link| (link.a.index(), link.b.index()) == (a, b));
        world.link_count() > 0 && (are_linked() || (b == a + 2 && a / 20 == b / 20))
    };
    let mut deepest = 0.0f32;
    for a in 0..position.len() {
        for b in a + 1..position.len() {
            let depth = 2.0 * RADIUS - position[a].distance(position[b]);
            if depth > deepest && !near(a, b) {
                deepest = depth;
            }
        }
    }
    deepest / RADIUS
}

/// The greatest penetration of two unlinked discs, relative to their radius.
fn deepest_at_rest(world: &World) -> f32 {
    let radius = world.settings().rope_contact.expect("there are discs");
    let position = &world.particles().position;
    let links: HashSet<_> = world.links().map(|link| (link.a.min(link.b), link.a.max(link.b))).collect();
    let pairs = (0..position.len() as u32).flat_map(|a| (a + 1..position.len() as u32).map(move |b| (a, b)));
    let free = pairs.filter(|&(a, b)| !links.contains(&(ParticleId(a), ParticleId(b))));
    free.map(|(a, b)| 2.0 * radius - position[a as usize].distance(position[b as usize])).fold(0.0, f32::max) / radius
}

/// Steps the world until all particles sleep. Returns the number of steps.
fn settle(world: &mut World) -> u32 {
    for step in 0..1_800 {
        if world.sleeping_count() == world.particles().len() {
            return step;
        }
        world.step();
    }
    panic!(
        "{} of {} are awake after 30 s: {:?}",
        world.particles().len() - world.sleeping_count(),
        world.particles().len(),
        world.energy()
    );
}

fn asleep() -> World {
    let mut world = pile(5);
    settle(&mut world);
    world
}

#[test]
fn pile_comes_to_rest_and_sleeps_unchanged() {
    let mut world = pile(8);
    settle(&mut world);
    assert_eq!(world.energy().kinetic, 0.0);
    assert!(deepest(&world) <= 0.1, "{} of the radius", deepest(&world));
    let highest = world.particles().position.iter().fold(0.0f32, |highest, at| highest.max(at.y));
    assert!(highest > 5.0 * RADIUS, "they lie on each other: {highest} m");
    let lowest = world.particles().position.iter().fold(1.0f32, |lowest, at| lowest.min(at.y));
    assert!((lowest - RADIUS).abs() < 0.1 * RADIUS, "on the floor and not in it: {lowest}");
    let before = world.particles().position.clone();
    (0..600).for_each(|_| world.step());
    assert_eq!(world.particles().position, before);
}

#[test]
fn falling_pile_gains_no_energy() {
    let mut world = pile(8);
    world.step();
    let mut least = world.energy().total();
    // A pile at rest is compressed by a thousandth, and springs back.
    let allowed = 0.002 * least;
    for step in 0..600 {
        world.step();
        let now = world.energy().total();
        assert!(now <= least + allowed, "{now} J after {least} J in step {step}");
        least = least.min(now);
    }
}

#[test]
fn ropes_at_15_m_s_do_not_pass_through_each_other() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..settings() }, Colliders::default(), 0);
    let still = add_rope(&mut world, Vec2::new(0.0, -0.6), Vec2::Y, 21);
    let fast = add_rope(&mut world, Vec2::new(-1.5, -0.3), Vec2::Y, 11);
    for (grab, id) in [(0, fast[0]), (1, fast[10])] {
        let at = world.particles().position[id.index()];
        world.grab(grab, id, at);
        world.move_grab(grab, at + Vec2::new(1.2, 0.0));
    }
    world.set_settings(Settings { hand_speed: 15.0, ..*world.settings() });
    (0..40).for_each(|_| world.step());
    (0..2).for_each(|grab| world.release(grab));
    (0..120).for_each(|_| world.step());
    // The middles are compared, since the ends of the pushed rope trail behind, around those of the other rope.
    let middle = |ids: &[ParticleId]| world.particles().position[ids[ids.len() / 2].index()].x;
    assert!(middle(&fast) < middle(&still), "{} {}", middle(&fast), middle(&still));
}

/// Rows of unlinked discs with little space between them, in a room as wide as a row. Each `variant` differs a little.
fn heap(count: usize, variant: usize) -> World {
    let room = Aabb { min: Vec2::new(-3.2, 0.0), max: Vec2::new(3.2, 100.0) };
    let settings = Settings { friction: 0.5, ..settings() };
    let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
    for number in 0..count {
        let (row, column) = (number / 103, number % 103);
        let x = -3.1 + 2.0 * RADIUS * column as f32 + 0.3 * RADIUS * (row * 7 % 5) as f32;
        let sway = (column * (11 + variant) + row * 17) % 23;
        let y = 2.6 * RADIUS * (row + 1) as f32 + 0.07 * RADIUS * sway as f32;
        world.add_particle(Vec2::new(x, y), 0.02, false);
    }
    world
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn ten_thousand_discs_fall_and_come_to_rest() {
    // Particles that are wedged, or with a little too much penetration to sleep, must not wake each other for ever.
    for variant in [0, 22] {
        let mut world = heap(10_000, variant);
        let steps = settle(&mut world);
        assert!(steps < 900, "{variant}: {} of them sleep after {steps} steps", world.sleeping_count());
        assert_eq!(world.energy().kinetic, 0.0);
        assert!(deepest(&world) <= 0.2, "{variant}: {} of the radius", deepest(&world));
        // The discs were not pushed far apart either: the heap is two thirds as high as the rows were at the start.
        let highest = world.particles().position.iter().fold(0.0f32, |highest, at| highest.max(at.y));
        assert!((4.5..6.5).contains(&highest), "{variant}: the heap is {highest} m high");
    }
}

#[test]
fn particles_in_one_place_separate_slowly() {
    let mut world = world();
    (0..400).for_each(|_| {
        world.add_particle(Vec2::new(0.0, 0.5), 0.02, false);
    });
    let mut fastest = 0.0f32;
    for _ in 0..1_200 {
        world.step();
        let speeds = world.particles().displacement.iter().map(|by| by.length() / world.substep_length());
        fastest = speeds.fold(fastest, f32::max);
    }
    // No faster than after a fall from the highest place that they reach.
    assert!(fastest < 8.0, "{fastest} m/s");
    assert!(deepest(&world) <= 0.2, "{} of the radius", deepest(&world));
}

#[test]
fn every_change_wakes_a_pile() {
    type Change = fn(&mut World);
    let changes: [(&str, Change); 9] = [
        ("a grab", |world| world.grab(0, ParticleId(5), Vec2::new(0.0, 1.0))),
        ("a cut", |world| {
            let at = world.particles().position[5];
            assert!(world.cut(at, at, 0.01) > 0);
        }),
        ("a pin", |world| world.set_pinned(ParticleId(5), true)),
        ("gravity", |world| world.set_settings(Settings { gravity: Vec2::new(3.0, -9.0), ..*world.settings() })),
        ("a new rope on it", |world| {
            let at = world.particles().position[5] + Vec2::new(0.0, 2.0 * RADIUS);
            add_rope(world, at, Vec2::X, 5);
        }),
        ("a shape", |world| {
            let at = world.particles().position[5];
            world.add_shape(ShapeDef::still(Form::Circle { radius: 0.1 }, at));
        }),
        ("walls", |world| world.set_room(Some(Aabb { min: Vec2::new(-2.5, 0.0), max: Vec2::new(2.0, 50.0) }))),
        ("discs turned off", |world| world.set_settings(Settings { rope_contact: None, ..*world.settings() })),
        ("a pin that moves", |world| {
            world.set_pinned(ParticleId(5), true);
            world.set_pin_velocity(Vec2::X);
        }),
    ];
    let asleep = asleep();
    for (what, change) in changes {
        let mut world = asleep.clone();
        change(&mut world);
        world.step();
        assert!(world.sleeping_count() < asleep.particles().len(), "{what} wakes nothing");
    }
}

#[test]
fn ball_rests_at_its_own_radius_on_floor_and_ropes() {
    let mut world = world();
    let ball = world.add_particle(Vec2::new(1.0, 2.0), 5.0, false);
    world.add_ball(ball, 0.3);
    settle(&mut world);
    assert!((world.particles().position[ball.index()].y - 0.3).abs() < 0.01, "{:?}", world.particles().position);
    add_rope(&mut world, Vec2::new(0.8, 1.2), Vec2::X, 8);
    for _ in 0..300 {
        world.step();
    }
    let at = world.particles().position[ball.index()];
    for (index, other) in world.particles().position.iter().enumerate().filter(|(index, _)| *index != ball.index()) {
        assert!(other.distance(at) > 0.3 + 0.8 * RADIUS, "disc {index} is in the ball");
    }
}

#[test]
fn post_pressed_onto_a_pile_stretches_no_rope() {
    let (x, radius) = (-0.6, 0.25);
    let mut world =
        scene::build(&scene::named("rope-pile").expect("a scene of the gallery").scene).expect("the scene builds");
    (0..720).for_each(|_| world.step());
    let above = world.particles().position.iter().filter(|at| (at.x - x).abs() < radius).map(|at| at.y);
    let top = above.fold(f32::MIN, f32::max);
    let post = ShapeDef::still(Form::Circle { radius }, Vec2::new(x, top + radius + 0.1));
    let id = world.add_shape(post).expect("there is room");
    world.move_shape(id, Vec2::new(x, 0.9 * radius));
    (0..120).for_each(|_| world.step());
    assert!(world.colliders().shapes()[0].pose().at.y < top + radius + 2.0 * RADIUS, "it does not come down");
    world.remove_shape(id);
    (0..300).for_each(|_| world.step());
    assert!(world.stretch().max < 0.1, "{}", world.stretch().max);
}
