//! Obstacles that slide and turn by themselves: before a taut rope they wait, as motors of limited force.

use glam::Vec2;
use ropewalk::physics::{
    Colliders, Form, Method, ParticleId, Settings, Shape, ShapeDef, ShapeId, ShapeProperties, Slide, Snapshot, World,
};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::Timeline;

use super::{circle, lay, steps, straight, wall, world};

/// A bar that slides up and down below a rope, across it.
fn bar(speed: f32) -> ShapeDef {
    let slide = Some(Slide { by: Vec2::new(0.0, 2.6), speed });
    ShapeDef { slide, ..wall(Vec2::new(0.0, -1.3), 0.4, 0.08, 0.0) }
}

/// A post that slides to the right.
fn post(speed: f32) -> ShapeDef {
    let slide = Some(Slide { by: Vec2::new(3.4, 0.3), speed });
    ShapeDef { slide, ..circle(Vec2::new(-1.7, -0.4), 0.15) }
}

fn shape(world: &World) -> &Shape {
    &world.colliders().shapes()[0]
}

/// A rope between two pins, and a motor.
fn roped(settings: Settings, links: u32, def: ShapeDef) -> (World, Vec<ParticleId>) {
    let mut world = world(settings, &[def]);
    let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), links), 0.02);
    [ids[0], ids[links as usize]].into_iter().for_each(|id| world.set_pinned(id, true));
    (world, ids)
}

fn sandbox(build: &str) -> Sandbox {
    let text = format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-2, -2), max: (2, 2)), build: [{build}])");
    let scene = scene::parse("test", &text).expect("the test's scene reads");
    Sandbox::new(NamedScene { name: "test".to_owned(), scene }).expect("the scene builds")
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn sliding_bar_waits_for_a_taut_rope_until_it_is_cut() {
    for (links, speed) in [(8, 0.2), (40, 1.0), (40, 5.0), (200, 5.0)] {
        let (mut world, _) = roped(Settings::default(), links, bar(speed));
        for step in 0..900 {
            world.step();
            let stretch = world.stretch().max;
            assert!(stretch < 0.2, "{links} links, {speed} m/s, step {step}: stretch {stretch}");
        }
        let (before, stuck) = (shape(&world).slide_distance, *shape(&world));
        steps(&mut world, 60);
        assert!((shape(&world).slide_distance - before).abs() < 0.02, "{links} links, {speed} m/s: it does not stop");
        // It is in the middle of its path, and the path is unchanged.
        assert!(
            before > 1.2 && before < 2.0 && !stuck.is_returning,
            "{links} links, {speed} m/s: it waits at {before}"
        );
        assert_eq!(shape(&world).def, stuck.def);
        world.cut(Vec2::new(-0.9, -1.0), Vec2::new(-0.9, 1.0), 0.01);
        let mut turned = false;
        for _ in 0..(3.0 / speed * 60.0) as u32 + 60 {
            world.step();
            turned |= shape(&world).is_returning;
        }
        assert!(turned, "{links} links, {speed} m/s: it waits on at {}", shape(&world).slide_distance);
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn motors_stretch_no_net_cloth_or_web() {
    let net = "Net((at: (-1, 1), columns: 21, rows: 21, spacing: 0.1, pins: Corners))";
    let cloth = "Cloth(grid: (at: (-1, 1), columns: 22, rows: 22, spacing: 0.095, mass: 0.004, pins: Corners))";
    let web = "Web(at: (0, 0), radius: 1.2, spokes: 12, turns: 8)";
    let paddle = ShapeDef { spin: 3.0, ..wall(Vec2::new(0.0, -0.3), 0.5, 0.06, 0.0) };
    let block =
        ShapeDef { spin: -20.0, ..ShapeDef::still(Form::Box { half: Vec2::new(0.25, 0.15) }, Vec2::new(0.1, -0.3)) };
    let movers =
        [("bar", bar(1.0)), ("post", post(1.0)), ("fast post", post(5.0)), ("paddle", paddle), ("block", block)];
    for (thing, build) in [("net", net), ("cloth", cloth), ("web", web)] {
        for (name, def) in movers {
            let mut sandbox = sandbox(build);
            (0..60).for_each(|_| sandbox.step());
            sandbox.apply(&Command::AddShape(def));
            for step in 0..300 {
                sandbox.step();
                let stretch = sandbox.world().stretch().max;
                assert!(stretch < 0.25, "{name} in a {thing}, step {step}: stretch {stretch}");
            }
        }
    }
}

#[test]
fn turning_box_waits_for_a_caught_rope() {
    for spin in [0.5, -3.0, 20.0] {
        let form = Form::Box { half: Vec2::new(0.5, 0.1) };
        let block = ShapeDef { spin, ..ShapeDef::still(form, Vec2::new(0.0, -0.25)) };
        let (mut world, ids) = roped(Settings { friction: 1.0, ..Settings::default() }, 40, block);
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

#[test]
fn motor_waits_for_no_tearing_springy_or_loose_link() {
    for settings in [
        Settings { tear: Some(0.3), ..Settings::default() },
        Settings { method: Method::Springs, ..Settings::default() },
    ] {
        let (mut world, _) = roped(settings, 40, bar(1.0));
        steps(&mut world, 150);
        // Up in 2.6 s.
        assert!(
            (shape(&world).slide_distance - 2.5).abs() < 0.01,
            "{:?}: {}",
            settings.method,
            shape(&world).slide_distance
        );
    }
    let (mut world, ids) = roped(Settings::default(), 40, bar(1.0));
    world.set_pinned(ids[40], false);
    steps(&mut world, 150);
    // A bar of limited force accelerates a rope in some time.
    assert!((shape(&world).slide_distance - 2.5).abs() < 0.05, "{}", shape(&world).slide_distance);
}

#[test]
fn box_put_onto_a_rope_lets_it_go() {
    // At this angle the rope must not leap from one side of the box to the other.
    let mut sandbox = sandbox("Rope(from: At(0, 2), to: At(0, -1.5), particles: 36, pins: First)");
    (0..60).for_each(|_| sandbox.step());
    let block = ShapeDef::still(Form::Box { half: Vec2::new(0.25, 0.15) }, Vec2::new(0.1, -0.3));
    sandbox.apply(&Command::AddShape(ShapeDef { spin: 3.0, ..block }));
    (0..300).for_each(|_| sandbox.step());
    assert!(sandbox.world().stretch().max < 0.02, "{}", sandbox.world().stretch().max);
}

#[test]
fn waiting_motor_is_state() {
    let net = "Net((at: (-1, 1), columns: 21, rows: 21, spacing: 0.1, pins: Corners)),
        Wall(from: (-0.4, -1.3), to: (0.4, -1.3), thickness: 0.08, slides: Some((by: (0, 2.6), speed: 1))),
        Block(at: (1.9, 0.0), width: 2.0, height: 0.1, turns: 1.5)";
    let mut session = Timeline::new(sandbox(net), false);
    let hash = |session: &Timeline| session.sandbox().state_hash();
    let gone = |session: &Timeline| shape(session.sandbox().world()).slide_distance;
    let mut hashes = Vec::new();
    for step in 0..300 {
        hashes.push(hash(&session));
        if step == 200 {
            let properties = ShapeProperties { spin: -1.5, ..ShapeProperties::default() };
            session.apply(Command::SetShapeProperties { shape: ShapeId(1), properties });
        }
        session.step();
    }
    assert!(gone(&session) < 2.0, "it never waits: {}", gone(&session));
    let end = hash(&session);
    for step in [250, 90, 3, 299] {
        session.seek(step);
        assert_eq!(hash(&session), hashes[step as usize], "rewound to step {step}");
    }
    session.seek(u64::MAX);
    assert_eq!(hash(&session), end);
    assert!(session.undo());
    assert_eq!(hash(&session), hashes[200]);
    assert!(session.redo());
    assert_eq!(hash(&session), end);
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    // A state that was written and read continues as this one does, from any step.
    let mut world = session.sandbox().world().clone();
    for step in 0..60 {
        let mut other = World::new(Settings::default(), Colliders::default(), 0);
        other.restore(&world.snapshot(None));
        let text = scene::to_text(&world.snapshot(None), 9);
        let mut read = options.from_str::<Snapshot>(&text).expect("written text is valid").world();
        world.step();
        other.step();
        read.step();
        let now = world.state_hash();
        assert_eq!([other.state_hash(), read.state_hash()], [now; 2], "step {step}");
    }
}
