//! Sleep of islands: what rests falls asleep, what swings, floats or drifts does not, and what sleeps wakes.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    BlowerDef, Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, ShapeProperties, Slide, Substeps, World,
};

/// Radius of the discs, m.
const RADIUS: f32 = 0.03;

fn settings() -> Settings {
    let substeps = Substeps::Count(20);
    Settings { rope_contact: Some(RADIUS), drag: 0.3, restitution: 0.0, substeps, ..Settings::default() }
}

fn without_drag(gravity: f32) -> Settings {
    Settings { drag: 0.0, gravity: Vec2::new(0.0, -gravity), ..settings() }
}

fn world(settings: Settings) -> World {
    World::new(settings, Colliders::new(Some(0.0), None), 1)
}

fn step(world: &mut World, steps: u32) {
    (0..steps).for_each(|_| world.step());
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

/// Adds a rope of `count` particles, the first of which is pinned if wanted.
fn add_rope(world: &mut World, from: Vec2, way: Vec2, count: usize, pinned: bool) -> Vec<ParticleId> {
    let ids: Vec<_> = (0..count).map(|i| world.add_particle(from + way * i as f32, 0.02, pinned && i == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    ids
}

/// Adds a pile of ropes that lie across each other around `x`.
fn add_pile(world: &mut World, x: f32) {
    for row in 0..6 {
        let shift = RADIUS * (row * 7 % 5) as f32 * 0.3;
        let way = Vec2::new(2.0 * RADIUS, 0.004 * (row % 3) as f32 - 0.004);
        add_rope(world, Vec2::new(x - 0.5 + shift, 0.1 + 0.1 * row as f32), way, 18, false);
    }
}

fn sleeping(world: &World, ids: std::ops::Range<usize>) -> usize {
    ids.filter(|&id| world.particles().inv_mass[id] == 0.0 && !world.particles().pinned[id]).count()
}

/// A pendulum at an angle (rad), and its bob.
fn pendulum(length: f32, angle: f32, links: usize, disc: f32) -> (World, ParticleId) {
    let settings = Settings { rope_contact: Some(disc), ..without_drag(9.81) };
    let mut world = World::new(settings, Colliders::default(), 0);
    let way = Vec2::new(angle.sin(), -angle.cos()) * (length / links as f32);
    let rope = add_rope(&mut world, Vec2::ZERO, way, links + 1, true);
    world.set_weight(rope[links], Some(1.0));
    (world, rope[links])
}

#[test]
fn pendulum_never_sleeps_aslant() {
    let swings = [(0.0333, 1), (0.0333, 2), (0.3, 1)];
    let cases =
        swings.into_iter().flat_map(|(angle, links)| [0.05, 1.0, 100.0].map(|length| (length, angle, links, RADIUS)));
    // At its turning point, the last one moves by less than a fifth of a radius in 0.5 s.
    for (length, angle, links, disc) in cases.chain([(3.0, 0.0333, 2, 0.1)]) {
        let (mut world, bob) = pendulum(length, angle, links, disc);
        let period = std::f32::consts::TAU * (length / 9.81).sqrt();
        for number in 0..((1.2 * period).max(3.0) * 60.0) as u32 {
            world.step();
            let x = at(&world, bob).x;
            let is_hanging = x.abs() < 0.005 * length + 6e-4;
            let what = format!("{length} m, {angle} rad, {links} links, step {number}: at {x} m");
            assert!(world.sleeping_count() == 0 || is_hanging, "{what}");
        }
    }
}

#[test]
fn swing_of_touching_pendulums_does_not_sleep() {
    let mut world = World::new(without_drag(9.81), Colliders::default(), 0);
    let way = Vec2::new(0.05_f32.sin(), -0.05_f32.cos());
    for bob in 0..4 {
        add_rope(&mut world, Vec2::new(2.0 * RADIUS * bob as f32, 0.0), way, 2, true);
    }
    for number in 0..240 {
        world.step();
        assert_eq!(world.sleeping_count(), 0, "step {number}");
    }
}

#[test]
fn unsupported_bodies_fall_in_low_gravity() {
    for (gravity, radius) in [(0.02, 0.05), (1.0, 0.3)] {
        let mut world = World::new(without_drag(gravity), Colliders::default(), 0);
        let ball = world.add_particle(Vec2::new(0.0, 2.0), 1.0, false);
        world.add_ball(ball, radius);
        let disc = world.add_particle(Vec2::new(5.0, 2.0), 1.0, false);
        let rope = add_rope(&mut world, Vec2::new(9.0, 2.0), Vec2::new(0.05, 0.0), 9, false);
        step(&mut world, 540);
        let expected = 0.5 * gravity * 81.0;
        for id in [ball, disc, rope[4]] {
            let fallen = 2.0 - at(&world, id).y;
            assert!((fallen / expected - 1.0).abs() < 0.02, "{gravity} m/s2: {fallen} m, not {expected} m");
        }
    }
}

#[test]
fn slow_drift_without_gravity_goes_on() {
    let speed = 0.005;
    let mut world = World::new(without_drag(0.0), Colliders::default(), 0);
    let disc = world.add_particle(Vec2::ZERO, 1.0, false);
    // Two that touch each other, and nothing else.
    let pair = [5.0, 5.0 + 2.0 * RADIUS].map(|x| world.add_particle(Vec2::new(x, 0.0), 1.0, false));
    let rope = add_rope(&mut world, Vec2::new(9.0, 0.0), Vec2::new(0.05, 0.0), 9, false);
    world.set_settings(Settings { gravity: Vec2::new(0.0, -60.0 * speed), ..without_drag(0.0) });
    world.step();
    world.set_settings(without_drag(0.0));
    let before = world.particles().position.clone();
    step(&mut world, 600);
    for id in [disc, pair[0], pair[1], rope[4]] {
        let way = before[id.index()].y - at(&world, id).y;
        assert!((way / (10.0 * speed) - 1.0).abs() < 0.1, "{id:?} went {way} m in 10 s");
    }
}

/// A neighbour of a pile, at a distance.
type Beside = fn(&mut World);

const BESIDE: [(&str, Beside); 4] = [
    ("a pendulum", |world| {
        add_rope(world, Vec2::new(20.0, 3.0), Vec2::new(0.2, 0.0), 8, true);
    }),
    ("a wheel that turns", |world| {
        let wheel = ShapeDef { spin: 3.0, ..ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(20.0, 3.0)) };
        world.add_shape(wheel);
    }),
    ("a blower", |world| {
        let at = Vec2::new(20.0, 3.0);
        world.add_blower(BlowerDef { at, turn: Vec2::X, speed: 20.0, width: 0.5, reach: 3.0 });
        add_rope(world, Vec2::new(21.0, 3.0), Vec2::new(0.0, -0.06), 8, true);
    }),
    ("a second pile", |world| add_pile(world, 20.0)),
];

#[test]
fn change_elsewhere_leaves_a_pile_asleep() {
    let mut alone = world(settings());
    add_pile(&mut alone, 0.0);
    let count = alone.particles().len();
    let second = add_rope(&mut alone, Vec2::new(20.0, RADIUS), Vec2::new(2.0 * RADIUS, 0.0), 8, false);
    let post = alone.add_shape(ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(20.0, 2.0))).expect("a post");
    step(&mut alone, 600);
    assert_eq!(sleeping(&alone, 0..count), count, "the pile sleeps");
    let check = |what: &str, mut world: World| {
        step(&mut world, 5);
        assert_eq!(sleeping(&world, 0..count), count, "{what} wakes the pile");
    };
    for (what, add) in BESIDE {
        let mut world = alone.clone();
        add(&mut world);
        check(what, world);
    }
    let change = |edit: &dyn Fn(&mut World)| {
        let mut world = alone.clone();
        edit(&mut world);
        world
    };
    check(
        "a cut",
        change(&|world| {
            let at = world.particles().position[second[3].index()];
            assert!(world.cut(at, at, 0.01) > 0);
        }),
    );
    check("a shape that is led", change(&|world| world.move_shape(post, Vec2::new(20.0, 0.3))));
    check("a removed shape", change(&|world| world.remove_shape(post)));
    check("a weight", change(&|world| world.set_weight(second[0], Some(1.0))));
    check("a pin", change(&|world| world.set_pinned(second[0], true)));
}

/// A rope asleep on a block in the air, and the block.
fn rope_on_block() -> (World, Vec<ParticleId>, ropewalk_physics::ShapeId) {
    let mut world = world(settings());
    let block = ShapeDef::still(Form::Box { half: Vec2::new(0.7, 0.1) }, Vec2::new(0.0, 1.0));
    let block = world.add_shape(block).expect("there is room");
    let rope = add_rope(&mut world, Vec2::new(-0.51, 1.14), Vec2::new(2.0 * RADIUS, 0.0), 18, false);
    step(&mut world, 600);
    assert_eq!(world.sleeping_count(), rope.len(), "the rope sleeps");
    (world, rope, block)
}

#[test]
fn motion_of_its_support_wakes_a_rope() {
    type Change = fn(&mut World, ropewalk_physics::ShapeId);
    let changes: [(&str, Change); 5] = [
        ("removed", |world, post| world.remove_shape(post)),
        ("led away", |world, post| world.move_shape(post, Vec2::new(0.0, 0.2))),
        ("turned", |world, post| world.turn_shape(post, Vec2::new(1.0, 1.0))),
        ("started", |world, post| {
            let slide = Some(Slide { by: Vec2::new(0.0, -0.5), speed: 0.5 });
            world.set_shape_properties(post, ShapeProperties { slide, ..ShapeProperties::default() });
        }),
        ("lowered slowly", |world, post| {
            let slide = Some(Slide { by: Vec2::new(0.0, -0.5), speed: 0.05 });
            world.set_shape_properties(post, ShapeProperties { slide, ..ShapeProperties::default() });
        }),
    ];
    let (asleep, rope, post) = rope_on_block();
    for (what, change) in changes {
        let mut world = asleep.clone();
        change(&mut world, post);
        step(&mut world, 90);
        let moved = at(&world, rope[0]).distance(at(&asleep, rope[0]));
        assert!(moved > 0.05, "{what}: it moves by {moved} m");
    }
}

#[test]
fn link_over_a_thin_post_wakes_with_it() {
    // No particle is near the post.
    let mut world = World::new(Settings { friction: 1.0, ..settings() }, Colliders::default(), 0);
    let post = world.add_shape(ShapeDef::still(Form::Circle { radius: 0.02 }, Vec2::new(0.0, 1.0))).expect("room");
    let ids = [-0.2, 0.2].map(|x| world.add_particle(Vec2::new(x, 1.05), 0.5, false));
    world.add_link(ids[0], ids[1], None, 1.0, LinkKind::Beam);
    step(&mut world, 1_200);
    assert_eq!(world.sleeping_count(), 2, "it sleeps");
    let before = at(&world, ids[1]).y;
    assert!(before > 1.0, "it lies on the post: {before}");
    world.move_shape(post, Vec2::new(0.0, -1.0));
    step(&mut world, 120);
    assert!(at(&world, ids[1]).y < before - 0.2, "it stays at {}", at(&world, ids[1]));
}

#[test]
fn new_link_wakes_both_of_its_ropes() {
    let mut world = world(settings());
    let ropes = [0.0, 3.0].map(|x| add_rope(&mut world, Vec2::new(x, RADIUS), Vec2::new(2.0 * RADIUS, 0.0), 8, false));
    step(&mut world, 200);
    assert_eq!(world.sleeping_count(), 16);
    world.add_link(ropes[0][7], ropes[1][0], Some(0.5), 1.0, LinkKind::Rope);
    world.step();
    assert_eq!(world.sleeping_count(), 0);
}

#[test]
fn change_of_the_ground_wakes_what_lies_on_it() {
    for height in [-0.5, 0.02] {
        let mut world = world(settings());
        let rope = add_rope(&mut world, Vec2::new(0.0, RADIUS), Vec2::new(2.0 * RADIUS, 0.0), 8, false);
        step(&mut world, 200);
        assert_eq!(world.sleeping_count(), 8);
        world.set_ground(Some(height));
        step(&mut world, 120);
        let y = at(&world, rope[4]).y;
        assert!((y - height - RADIUS).abs() < 0.005, "ground at {height}: the rope is at {y}");
    }
}

#[test]
fn drive_and_moving_pins_wake_what_hangs_on_them() {
    let mut asleep = World::new(Settings { drag: 2.0, ..settings() }, Colliders::default(), 0);
    let rope = add_rope(&mut asleep, Vec2::ZERO, Vec2::new(0.0, -0.06), 9, true);
    asleep.set_drive(rope[0]);
    step(&mut asleep, 300);
    assert_eq!(asleep.sleeping_count(), 8, "it sleeps below the driven end");
    let mut driven = asleep.clone();
    driven.set_drive_velocity(Vec2::new(0.5, 0.0));
    let mut pins = asleep.clone();
    pins.set_pin_velocity(Vec2::new(0.5, 0.0));
    let other = add_rope(&mut pins, Vec2::new(3.0, 0.0), Vec2::new(0.0, -0.06), 9, true);
    for (world, last) in [(driven, rope[8]), (pins, other[8])] {
        let mut world = world;
        let before = at(&world, last).x;
        step(&mut world, 60);
        assert!(at(&world, last).x > before + 0.2, "it stays at {}", at(&world, last));
        assert_eq!(world.sleeping_count() % 8, 0);
    }
}
