//! Obstacles that slide and turn by themselves: before a taut rope they wait, as motors of limited force.

use glam::Vec2;
use ropewalk::physics::{Form, ParticleId, Settings, Shape, ShapeDef, Slide, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;

use super::{lay, steps, straight, wall, world};

/// A bar that slides up and down below a rope, across it.
fn bar(speed: f32) -> ShapeDef {
    let slide = Some(Slide { by: Vec2::new(0.0, 2.6), speed });
    ShapeDef { slide, ..wall(Vec2::new(0.0, -1.3), 0.4, 0.08, 0.0) }
}

fn shape(world: &World) -> &Shape {
    &world.colliders().shapes()[0]
}

/// A rope between two pins, and a motor.
fn roped(settings: Settings, def: ShapeDef) -> (World, Vec<ParticleId>) {
    let mut world = world(settings, &[def]);
    let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 40), 0.02);
    [ids[0], ids[40]].into_iter().for_each(|id| world.set_pinned(id, true));
    (world, ids)
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn sliding_bar_waits_for_a_taut_rope_until_it_is_cut() {
    let mut world = roped(Settings::default(), bar(1.0)).0;
    for step in 0..900 {
        world.step();
        let stretch = world.stretch().max;
        assert!(stretch < 0.2, "step {step}: stretch {stretch}");
    }
    let (before, stuck) = (shape(&world).slide_distance, *shape(&world));
    steps(&mut world, 60);
    assert!((shape(&world).slide_distance - before).abs() < 0.02, "it does not stop");
    assert!((1.2..2.0).contains(&before) && !stuck.is_returning, "it waits at {before}, not in the middle of its path");
    world.cut(Vec2::new(-0.9, -1.0), Vec2::new(-0.9, 1.0), 0.01);
    let turned = (0..240).any(|_| {
        world.step();
        shape(&world).is_returning
    });
    assert!(turned, "it waits on at {}", shape(&world).slide_distance);
}

#[test]
fn turning_box_waits_for_a_caught_rope() {
    for spin in [-3.0, 20.0] {
        let form = Form::Box { half: Vec2::new(0.5, 0.1) };
        let block = ShapeDef { spin, ..ShapeDef::still(form, Vec2::new(0.0, -0.25)) };
        let (mut world, ids) = roped(Settings { friction: 1.0, ..Settings::default() }, block);
        let mut worst = 0.0f64;
        for _ in 0..600 {
            world.step();
            worst = worst.max(world.stretch().max);
        }
        let turn = shape(&world).def.turn;
        steps(&mut world, 60);
        assert!(worst < 0.15, "{spin} rad/s: stretch {worst}");
        assert!(shape(&world).def.turn.distance(turn) < 0.05, "{spin} rad/s: it does not stop turning");
        assert_eq!(shape(&world).def.spin, spin, "it would");
        world.set_pinned(ids[40], false);
        let mut min = 1.0f32;
        for _ in 0..(480.0 / spin.abs()) as u32 {
            world.step();
            min = min.min(shape(&world).def.turn.dot(turn));
        }
        assert!(min < -0.9, "{spin} rad/s: let go, it turns: {min}");
    }
}

#[test]
fn sliding_bar_does_not_press_particles_together() {
    let ropes: Vec<_> = (0..8)
        .flat_map(|row| (0..2).map(move |side| (-1.9 + 1.9 * side as f32, -1.4 + 0.13 * row as f32)))
        .map(|(x, y)| format!("Rope(from: At({x}, {y}), to: At({}, {}), particles: 31)", x + 1.81, y + 0.02))
        .collect();
    let text = format!(
        "(version: 1, title: \"t\", hint: \"h\", view: (min: (-2, -2), max: (2, 2)), ground: -1.5,
        walls: Room((min: (-2, -1.5), max: (2, 8))), settings: (drag: 0.5, friction: 0.6, restitution: 0,
        rope_contact: 0.03, strands: Off, substeps: Count(20)), build: [{}])",
        ropes.join(", ")
    );
    let scene = scene::parse("test", &text).expect("the test's scene reads");
    let mut sandbox = Sandbox::new(NamedScene { name: "test".to_owned(), scene }).expect("the scene builds");
    (0..60).for_each(|_| sandbox.step());
    let slide = Some(Slide { by: Vec2::new(0.0, -2.6), speed: 1.0 });
    sandbox.apply(&Command::AddShape(ShapeDef { slide, ..wall(Vec2::new(0.0, 0.7), 0.4, 0.08, 0.0) }));
    for step in 0..400 {
        sandbox.step();
        let stretch = sandbox.world().stretch().max;
        assert!(stretch < 0.1, "step {step}: stretch {stretch}");
    }
    let gone = shape(sandbox.world()).slide_distance;
    assert!(gone > 1.0 && gone < 2.1, "it stands on the heap: {gone}");
}
