//! Shapes that are led, slide or turn by themselves: motors of limited force. They hardly stretch what they meet, and go
//! on once it yields.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, ParticleId, Pose, Settings, ShapeDef, ShapeId, ShapeProperties, Slide, World};

use crate::support::{net, polyline, rope, taut_rope, web};

/// A name, and how the scene is built.
type Scene = (&'static str, fn(&mut World));

const SCENES: [Scene; 7] = [
    ("taut rope of few links", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 9)),
    ("taut rope", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 41)),
    ("weighted rope", |world| {
        let last = rope(world, Vec2::Y, Vec2::NEG_Y * 2.0, 41, 0.02).end - 1;
        world.set_weight(ParticleId(last), Some(5.0));
    }),
    ("net", |world| {
        let first = net(world, Vec2::new(-1.0, 1.0), [21, 21], 0.1);
        [20 * 21, 20 * 21 + 20].into_iter().for_each(|id| world.set_pinned(ParticleId(first + id), true));
    }),
    ("web", |world| web(world, Vec2::ZERO)),
    ("slack rope", |world| {
        let ids = rope(world, Vec2::NEG_X, Vec2::X * 2.6, 53, 0.02);
        world.set_pinned(ParticleId(ids.end - 1), true);
        world.set_pinned(ParticleId(ids.start + 20), true);
    }),
    ("two taut ropes", |world| {
        taut_rope(world, Vec2::NEG_X, 2.0, 41);
        taut_rope(world, Vec2::new(-1.0, 0.3), 2.0, 81);
    }),
];

/// Below all scenes; its path leads through them.
const START: Vec2 = Vec2::new(0.1, -2.5);

const POST: Form = Form::Circle { radius: 0.15 };

/// Greatest stretch of a link in 3 s with a shape that is led to `goal` (m), if there is one, or moves by itself. Then all
/// pins are removed, and it must arrive.
fn greatest_stretch(add: fn(&mut World), def: ShapeDef, goal: Option<Vec2>) -> f64 {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
    add(&mut world);
    (0..120).for_each(|_| world.step());
    let id = world.add_shape(def).expect("there is room for a shape");
    if let Some(goal) = goal {
        world.move_shape(id, goal);
    }
    let mut greatest = 0.0f64;
    for _ in 0..180 {
        world.step();
        greatest = greatest.max(world.stretch().max);
    }
    assert!(goal.is_some() || at(&world).distance(START) > 0.5 || def.spin != 0.0, "it does not move");
    if let Some(goal) = goal {
        (0..world.particles().len() as u32).for_each(|particle| world.set_pinned(ParticleId(particle), false));
        (0..120).for_each(|_| world.step());
        let at = at(&world);
        assert!(at.distance(goal) < 0.01, "it stays at {at} though nothing holds it");
    }
    greatest
}

/// Position of the shape, m.
fn at(world: &World) -> Vec2 {
    world.colliders().shapes()[0].pose().at
}

/// Fails where a motor stretches a scene by more than a limit.
fn assert_gentle(name: &str, def: ShapeDef, goal: Option<Vec2>, max: f64) {
    let found = SCENES.map(|(scene, add)| (scene, greatest_stretch(add, def, goal)));
    assert!(found.iter().all(|(_, stretch)| *stretch < max), "{name}: {found:?}");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn sliding_post_hardly_stretches_what_it_meets() {
    for speed in [1.0, 5.0] {
        let slide = Some(Slide { by: Vec2::new(0.05, 4.0), speed });
        assert_gentle("sliding post", ShapeDef { slide, ..ShapeDef::still(POST, START) }, None, 0.045);
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn led_shape_hardly_stretches_what_it_meets_and_goes_on_without_it() {
    let goal = Some(Vec2::new(0.2, 3.0));
    for form in [POST, Form::Capsule { half_length: 0.4, radius: 0.04 }] {
        assert_gentle("led shape", ShapeDef::still(form, START), goal, 0.08);
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn turning_bar_hardly_stretches_what_it_meets() {
    let bar = ShapeDef::still(Form::Capsule { half_length: 0.4, radius: 0.04 }, Vec2::new(0.1, -0.3));
    assert_gentle("turning bar", ShapeDef { spin: 3.0, ..bar }, None, 0.03);
}

#[test]
fn sliding_post_that_is_put_onto_a_taut_rope_goes_on() {
    for height in [-0.1f32, 0.0, 0.1] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
        let slide = Some(Slide { by: Vec2::Y, speed: 1.0 });
        world.add_shape(ShapeDef { slide, ..ShapeDef::still(POST, Vec2::new(0.1, height)) });
        (0..50).for_each(|_| world.step());
        assert!(at(&world).y > height + 0.5, "it stays at {}", at(&world));
    }
}

#[test]
fn led_post_waits_for_a_taut_rope_until_it_is_let_go() {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
    let rope = taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
    world.add_shape(ShapeDef::still(POST, START));
    world.move_shape(ShapeId(0), Vec2::Y);
    for step in 0..60 {
        world.step();
        let stretch = world.stretch().max;
        assert!(stretch < 0.04, "step {step}: {stretch}");
    }
    assert!(at(&world).y < 0.1, "it went on to {}", at(&world));
    world.set_pinned(ParticleId(rope.start), false);
    (0..60).for_each(|_| world.step());
    assert!(at(&world).distance(Vec2::Y) < 0.01, "it stays at {}", at(&world));
}

#[test]
fn sliding_post_lifts_weights_by_a_rope() {
    for mass in [0.01, 1.0, 10.0] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        let corners = [(-0.17, -1.0), (-0.17, 0.0), (0.17, 0.0), (0.17, -1.0)].map(|(x, y)| Vec2::new(x, y));
        let ids = polyline(&mut world, &corners, 0.04);
        [ids.start, ids.end - 1].into_iter().for_each(|end| world.set_weight(ParticleId(end), Some(mass)));
        let slide = Some(Slide { by: Vec2::Y * 4.0, speed: 1.0 });
        world.add_shape(ShapeDef { slide, ..ShapeDef::still(POST, Vec2::NEG_Y * 0.16) });
        for _ in 0..180 {
            world.step();
            let stretch = world.stretch().max;
            assert!(stretch < 0.06, "{mass} kg: {stretch}");
        }
        let middle = world.particles().position[(ids.start + ids.end) as usize / 2];
        assert!(middle.y > 2.7 && at(&world).y > 2.6, "{mass} kg: the rope is at {middle}, the post at {}", at(&world));
    }
}

#[test]
fn wall_that_turns_against_a_taut_rope_waits_and_then_arrives() {
    for half_length in [0.4, 3.0] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        let rope = taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
        let form = Form::Capsule { half_length, radius: 0.04 };
        world.add_shape(ShapeDef::still(form, Vec2::new(0.1, -0.2)));
        world.turn_shape(ShapeId(0), Vec2::Y);
        let pose = |world: &World| world.colliders().shapes()[0].pose();
        for step in 0..120 {
            world.step();
            let Pose { at, turn } = pose(&world);
            assert!(at == Vec2::new(0.1, -0.2) && turn.is_finite(), "step {step}: at {at}, turn {turn}");
            assert!(world.stretch().max < 0.03, "step {step}: {}", world.stretch().max);
        }
        assert!(pose(&world).turn.y < 0.9, "it turned through the rope");
        [rope.start, rope.end - 1].into_iter().for_each(|end| world.set_pinned(ParticleId(end), false));
        (0..240).for_each(|_| world.step());
        assert_eq!(pose(&world).turn, Vec2::Y, "it does not go on");
    }
}

#[test]
fn blocked_shape_that_is_led_back_or_slowed_down_obeys_at_once() {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
    taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
    let slide = Some(Slide { by: Vec2::Y * 4.0, speed: 5.0 });
    world.add_shape(ShapeDef { slide, ..ShapeDef::still(POST, START) });
    (0..90).for_each(|_| world.step());
    let before = at(&world);
    let slide = Some(Slide { by: Vec2::Y * 4.0, speed: 1.0 });
    world.set_shape_properties(ShapeId(0), ShapeProperties { slide, ..ShapeProperties::default() });
    (0..10).for_each(|_| world.step());
    assert!(at(&world).distance(before) < 0.1, "from {before} to {}", at(&world));
    world.set_shape_properties(ShapeId(0), ShapeProperties::default());
    world.move_shape(ShapeId(0), Vec2::Y * 2.0);
    (0..30).for_each(|_| world.step());
    world.move_shape(ShapeId(0), START);
    let goal = world.colliders().shapes()[0].goal_pose().at;
    (0..30).for_each(|_| world.step());
    assert!(at(&world).distance(goal) < 0.01, "it is at {}, not at {goal}", at(&world));
}
