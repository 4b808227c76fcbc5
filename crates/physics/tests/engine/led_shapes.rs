//! Shapes that are led, slide or turn by themselves: motors of limited force. They hardly stretch what they meet, and go
//! on once it yields.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, ParticleId, Pose, Settings, ShapeDef, ShapeId, Slide, World};

use crate::support::{net, polyline, rope, taut_rope, web};

/// A name, and how the scene is built.
type Scene = (&'static str, fn(&mut World));

const SCENES: [Scene; 7] = [
    ("taut rope of few links", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 9)),
    ("taut rope", |world| _ = taut_rope(world, Vec2::NEG_X, 2.0, 41)),
    ("weighted rope", |world| {
        let last = rope(world, Vec2::Y, Vec2::NEG_Y * 2.0, 41, 0.02).end - 1;
        world.set_weight(ParticleId(last), Some(5.0));
        // A solid one is carried along, and jerks its rope at some 10 m/s.
        world.set_solid(ParticleId(last), false);
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

#[test]
#[ignore = "long: run in release by .ci/run"]
fn motors_hardly_stretch_what_they_meet_and_go_on_without_it() {
    const BAR: Form = Form::Capsule { half_length: 0.4, radius: 0.04 };
    let goal = Some(Vec2::new(0.2, 3.0));
    let slide = Some(Slide { by: Vec2::new(0.05, 4.0), speed: 5.0 });
    let turning = ShapeDef { spin: 3.0, ..ShapeDef::still(BAR, Vec2::new(0.1, -0.3)) };
    for (name, def, goal, max) in [
        ("sliding post", ShapeDef { slide, ..ShapeDef::still(POST, START) }, None, 0.045),
        ("led post", ShapeDef::still(POST, START), goal, 0.08),
        ("led bar", ShapeDef::still(BAR, START), goal, 0.08),
        ("turning bar", turning, None, 0.03),
    ] {
        let found = SCENES.map(|(scene, add)| (scene, greatest_stretch(add, def, goal)));
        assert!(found.iter().all(|(_, stretch)| *stretch < max), "{name}: {found:?}");
    }
}

#[test]
fn sliding_post_lifts_weights_by_a_rope() {
    for mass in [0.01, 10.0] {
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
