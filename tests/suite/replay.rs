//! Every command in one session, in a scene with tears, wind, motors and contacts: recorded, undone, redone, and
//! replayed to the same hash, by the program as well.

use crate::script::build;
use glam::Vec2;
use ropewalk::physics::{
    Aabb, BlowerDef, BlowerId, Control, Form, LinkDrive, Material, MaterialChange, MotorDrive, ParticleId, Settings,
    ShapeDef, ShapeId, ShapeProperties, Similarity, Slide, Springs, Stroke, Things, Wind,
};
use ropewalk::sandbox::{Command, Sandbox, StackEnd};
use ropewalk::scene;
use ropewalk::scene::{NamedScene, Rival, Technique, Walls};
use ropewalk::timeline::{DivergentPart, Hash, Recording, Replay, Stamped, Timeline};

/// Steps in the session.
const STEPS: u64 = 200;

const SCENE: &str = r#"(
    version: 1, title: "t", hint: "h", view: (min: (-4, -3), max: (4, 3)), ground: -2.5, walls: Window, seed: 3,
    settings: (drag: 0.2, tear: 0.6, rope_contact: 0.02, wind: (velocity: (2, 0), gusts: 0.5)),
    held_end: Of("led", 0), keys: HeldEnd,
    build: [
        Net((name: "net", at: (-1, 2), columns: 12, rows: 12, spacing: 0.12, pins: TopRow)),
        Rope(name: "rope", from: At(-3, 2), to: At(-1.4, 1), particles: 40, length: 2.6, pins: First),
        Rope(name: "led", from: At(2, 2), to: At(3, 2), particles: 12, pins: First),
        Weight(on: Of("rope", 20), mass: 2),
        Circle(at: (-2.2, -0.4), radius: 0.3, turns: 3),
        Wall(from: (0, -1), to: (1, -1.2), slides: Some((by: (0.5, 0), speed: 0.7))),
        Blower(at: (-3, 0), towards: (1, 0.2), speed: 6),
        Ball(at: (0.2, 2.5), radius: 0.15, mass: 1),
    ],
)"#;

fn sandbox() -> Sandbox {
    let scene = scene::parse("all", SCENE).expect("the test's scene reads");
    Sandbox::new(NamedScene { name: "all".to_owned(), scene }).expect("the scene builds")
}

/// The number of a command's kind. A new kind does not compile until it has a number here, and [`session`] must contain
/// it.
fn kind(command: &Command) -> usize {
    match command {
        Command::Grab { .. } => 0,
        Command::MoveGrab { .. } => 1,
        Command::Release { .. } => 2,
        Command::SetPinned { .. } => 3,
        Command::SetWeight { .. } => 4,
        Command::Cut { .. } => 5,
        Command::SetGround(_) => 6,
        Command::SetWalls(_) => 7,
        Command::AddShape(_) => 8,
        Command::MoveShape { .. } => 9,
        Command::TurnShape { .. } => 10,
        Command::SetShapeProperties { .. } => 11,
        Command::RemoveShape { .. } => 12,
        Command::AddBlower(_) => 13,
        Command::MoveBlower { .. } => 14,
        Command::TurnBlower { .. } => 15,
        Command::RemoveBlower { .. } => 16,
        Command::SetGravity(_) => 17,
        Command::SetSettings(_) => 18,
        Command::PinAtRandom => 19,
        Command::DriveHeldEnd(_) => 20,
        Command::SetGhost(_) => 21,
        Command::SetRoom(_) => 22,
        Command::Reset => 23,
        Command::Open(_) => 24,
        Command::SetJet { .. } => 25,
        Command::Anchor { .. } => 26,
        Command::Build(_) => 27,
        Command::SetShapeForm { .. } => 28,
        Command::SetBallRadius { .. } => 29,
        Command::Remove { .. } => 30,
        Command::Transform { .. } => 31,
        Command::Insert(_) => 32,
        Command::SetMaterial { .. } => 33,
        Command::Pose { .. } => 34,
        Command::Join { .. } => 35,
        Command::Restack { .. } => 36,
        Command::SetBallSurface { .. } => 37,
        Command::Together(_) => 38,
        Command::ChangeMaterial { .. } => 39,
        Command::BackToBuild => 40,
        Command::KeepAsBuild => 41,
        Command::SetSolid { .. } => 42,
        Command::SetLinkDrive { .. } => 43,
        Command::SetMotor { .. } => 44,
        Command::HoldKey { .. } => 45,
    }
}

const KINDS: usize = 46;

/// Makes a part of the rope of rubber that tears.
fn set_material() -> Command {
    let material = Material { stiffness: Some(90.0), strength: Some(60.0), ..Material::default() };
    Command::SetMaterial {
        things: Things { particles: vec![[150, 170]], ..Things::default() },
        material: Some(Box::new(material)),
    }
}

/// Makes a part of that rope weaker.
fn change_material() -> Command {
    let things = Things { particles: vec![[155, 165]], ..Things::default() };
    Command::ChangeMaterial { things, change: MaterialChange::Strength(Some(50.0)) }
}

/// Makes a weight hollow, and solid again.
fn hollow(weight: ParticleId) -> [(u64, Command); 2] {
    [(6, false), (36, true)].map(|(step, solid)| (step, Command::SetSolid { particle: weight, solid }))
}

/// Drives a link of the rope and an end of it, and works both by keys.
fn machines(first: ParticleId) -> [(u64, Command); 6] {
    let [a, b, c] = [0, 1, 2].map(|next| ParticleId(first.0 + next));
    let control = Control { forward: Some('o'), back: None, latches: false };
    let stroke = Stroke::Linear { min: 0.01, max: 0.3, speed: 0.4 };
    let drive = LinkDrive { stroke, force: 80.0, stiffness: None, damping: 0.0, control };
    let motor = MotorDrive { speed: 3.0, torque: 0.2, brakes: false, one_way: true, control: Control::default() };
    [
        (3, Command::SetLinkDrive { a, b, drive: Some(drive) }),
        (4, Command::SetMotor { axle: b, arms: [c, a], drive: Some(motor) }),
        (15, Command::HoldKey { key: 'o', held: true }),
        (17, Command::HoldKey { key: 'o', held: false }),
        (58, Command::SetMotor { axle: b, arms: [c, a], drive: None }),
        (59, Command::SetLinkDrive { a, b, drive: None }),
    ]
}

/// Puts a particle elsewhere, joins it to the rope, and ties the rope to the circle.
fn joints(hem: ParticleId) -> [(u64, Command); 3] {
    [
        (83, Command::Pose { particle: hem, to: Vec2::new(-0.6, 0.4) }),
        (84, Command::Join { a: hem, b: ParticleId(12 * 12 + 39) }),
        (85, Command::Anchor { particle: ParticleId(12 * 12), shape: Some(ShapeId(0)) }),
    ]
}

/// Adds a blower, changes it, and removes the scene's own.
fn blowers() -> [(u64, Command); 5] {
    let at = Vec2::new;
    [
        (
            60,
            Command::AddBlower(BlowerDef { at: at(3.0, 0.0), turn: at(-1.0, 0.0), speed: 9.0, width: 0.8, reach: 4.0 }),
        ),
        (64, Command::MoveBlower { blower: BlowerId(1), to: at(2.5, 0.5), last: true }),
        (68, Command::TurnBlower { blower: BlowerId(1), to: at(-1.0, 1.0), last: true }),
        (70, Command::SetJet { blower: BlowerId(1), speed: 14.5, reach: 6.0, width: Some(1.1) }),
        (72, Command::RemoveBlower { blower: BlowerId(0) }),
    ]
}

/// Changes the ground and the walls.
fn surroundings() -> [(u64, Command); 5] {
    let at = Vec2::new;
    [
        (122, Command::SetGround(Some(-1.8))),
        (123, Command::SetWalls(Walls::Room(Aabb { min: at(-3.0, -2.0), max: at(3.0, 2.8) }))),
        (124, Command::SetWalls(Walls::Window)),
        (125, Command::SetRoom(Aabb { min: at(-3.5, -2.5), max: at(3.5, 3.0) })),
        // After the gesture of `commands_of_things`: an undo within it would end it.
        (131, Command::SetGround(None)),
    ]
}

/// The session's commands and their steps.
fn session() -> Vec<(u64, Command)> {
    let at = Vec2::new;
    let (weight, hem) = (ParticleId(12 * 12 + 20), ParticleId(12 * 12 - 6));
    let settings = sandbox().world().settings().to_owned();
    let springs = Settings { springs: Springs { stiffness: 2_000.0, ..settings.springs }, ..settings };
    let rival = Rival { name: "Springs".to_owned(), settings: Technique::of(&springs) };
    let slide = Some(Slide { by: at(0.0, 0.6), speed: 1.0 });
    let properties = ShapeProperties { spin: -4.0, slide, ..ShapeProperties::default() };
    let mut session = vec![
        (2, Command::SetWeight { particle: weight, mass: Some(9.0) }),
        (5, Command::SetGhost(Some(Box::new(rival)))),
        (10, Command::AddShape(ShapeDef::still(Form::Box { half: at(0.3, 0.2) }, at(1.0, 0.2)))),
        (20, Command::MoveShape { shape: ShapeId(2), to: at(0.4, 0.9), last: true }),
        (30, Command::TurnShape { shape: ShapeId(2), to: at(1.0, 1.0), last: true }),
        (35, Command::SetShapeProperties { shape: ShapeId(0), properties }),
        (37, Command::SetShapeForm { shape: ShapeId(2), form: Form::Circle { radius: 0.35 } }),
        (38, Command::SetBallRadius { particle: ParticleId(12 * 12 + 52), radius: 0.2 }),
        (39, Command::SetBallSurface { particle: ParticleId(12 * 12 + 52), friction: Some(0.1), restitution: None }),
        (40, Command::Grab { grab: 0, particle: hem, at: at(-0.4, 0.6) }),
    ];
    session.extend(
        (41..55).map(|step| (step, Command::MoveGrab { grab: 0, to: at(-0.4, 0.6 - 0.2 * (step - 40) as f32) })),
    );
    session.extend(hollow(weight).into_iter().chain(joints(hem)).chain(machines(ParticleId(12 * 12 + 2))));
    session.push((55, Command::Release { grab: 0 }));
    session.extend(blowers());
    session.extend([
        (
            71,
            Command::Together(vec![
                Command::SetWeight { particle: weight, mass: Some(7.0) },
                Command::SetShapeForm { shape: ShapeId(0), form: Form::Circle { radius: 0.32 } },
            ]),
        ),
        (75, set_material()),
        (76, change_material()),
        (80, Command::Cut { from: at(-1.2, 1.5), to: at(-0.2, 1.2), radius: 0.02 }),
        // From the air to the net's hem, with links of 4 cm, as in the net: there ropes meet.
        (90, build("Rope(from: At(-2, 2.5), to: Particle(138), particles: 82, pins: First)")),
        (95, build("Net((at: (1, 1.8), columns: 21, rows: 21, spacing: 0.04, pins: TopCorners))")),
        (98, build("Rope(from: At(-3, 1), to: Particle(0), particles: 6, length: 2.6, kind: Beam)")),
        (100, Command::SetPinned { particle: weight, pinned: true }),
        (105, Command::RemoveShape { shape: ShapeId(1) }),
        (110, Command::SetGravity(at(2.0, -8.0))),
        (112, Command::DriveHeldEnd(at(-2.0, 0.5))),
        (118, Command::DriveHeldEnd(Vec2::ZERO)),
        (
            120,
            Command::SetSettings(Box::new(Settings { give: 0.1, tear: Some(0.3), wind: Wind::default(), ..settings })),
        ),
    ]);
    session.extend(surroundings());
    session.extend([
        (130, Command::PinAtRandom),
        (140, Command::SetGhost(None)),
        (150, Command::Reset),
        (165, Command::SetWeight { particle: weight, mass: None }),
        (175, Command::Open(Box::new(scene::named("spider-web").expect("a scene of the gallery")))),
        (185, Command::SetWeight { particle: ParticleId(0), mass: Some(3.0) }),
    ]);
    session.into_iter().chain(commands_of_things()).chain(ways_back()).collect()
}

/// Keeps a moment as what is built, and returns to it.
fn ways_back() -> [(u64, Command); 3] {
    let gravity = Command::SetGravity(Vec2::new(-3.0, -9.0));
    [(145, Command::KeepAsBuild), (147, gravity), (148, Command::BackToBuild)]
}

/// Copies a rope, an obstacle and a blower, moves the copy, and removes what was copied.
fn commands_of_things() -> [(u64, Command); 5] {
    let (at, rope) = (Vec2::new, (12 * 12..12 * 12 + 40).map(ParticleId));
    let copied = Things { shapes: vec![ShapeId(0)], blowers: vec![BlowerId(0)], ..Things::of_particles(rope.clone()) };
    let clip = sandbox().world().clip(&copied);
    let copy = || Things { shapes: vec![ShapeId(3)], ..Things::of_particles((240..280).map(ParticleId)) };
    let turned = Similarity { about: at(-2.0, 1.0), is_mirrored: true, turn: at(0.6, 0.8), ..Similarity::default() };
    [
        (126, Command::Insert(Box::new(clip))),
        (127, Command::Transform { things: copy(), by: Similarity::translation(at(0.3, 0.4)), last: false }),
        (129, Command::Transform { things: copy(), by: Similarity { scale: 1.5, ..turned }, last: true }),
        (132, Command::Restack { things: copy(), to: StackEnd::Back }),
        (133, Command::Remove { things: Things { shapes: vec![ShapeId(2)], ..Things::of_particles(rope) } }),
    ]
}

/// Plays the session without the commands that `leaves_out`. Returns the hashes before and after each
/// step's commands.
fn play(leaves_out: impl Fn(&Command) -> bool) -> (Timeline, Vec<u64>) {
    let (mut timeline, commands) = (Timeline::new(sandbox(), false), session());
    let mut hashes = Vec::new();
    for step in 0..STEPS {
        hashes.push(timeline.sandbox().state_hash());
        let now = commands.iter().filter(|(at, command)| *at == step && !leaves_out(command));
        now.for_each(|(_, command)| timeline.apply(command.clone()));
        hashes.push(timeline.sandbox().state_hash());
        timeline.step();
        if step == 70 {
            assert!(timeline.sandbox().world().torn_link_count() > 0, "nothing tears");
        }
    }
    (timeline, hashes)
}

#[test]
fn every_command_replays_to_the_same_hash() {
    let mut seen = [false; KINDS];
    session().iter().for_each(|(_, command)| seen[kind(command)] = true);
    assert_eq!(seen, [true; KINDS], "the session leaves out a command");

    let (timeline, _) = play(|_| false);
    let end = timeline.sandbox().state_hash();
    let text = timeline.recording().to_text();
    let recording = Recording::parse("all.ron", &text).expect("written text is valid");
    assert!(recording.hashes.len() > 2, "it is checked on its way");
    let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the scene builds"), false);
    again.play(Replay::new(recording));
    (0..STEPS).for_each(|_| again.step());
    again.apply_due_commands();
    assert_eq!((again.divergence(), again.sandbox().state_hash()), (None, end));

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.ron");
    std::fs::write(&path, text).expect("the file can be written");
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_ropewalk"));
    let output = { program }.args(["simulate", "--replay"]).arg(&path).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(&format!("state_hash {end:016x}")), "{said}");
}

#[test]
fn changed_hash_differs_from_a_diverging_state() {
    let (timeline, _) = play(|_| false);
    let mut recording = timeline.recording();
    let Stamped(at, right) = recording.hashes[1];
    recording.hashes[1] = Stamped(at, Hash(right.0 ^ 1));
    let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the scene builds"), false);
    again.play(Replay::new(recording));
    (0..STEPS).for_each(|_| again.step());
    let divergence = again.divergence().expect("the hash is wrong");
    assert_eq!((divergence.step, divergence.found, divergence.part), (at, right, DivergentPart::HashAlone));
    let said = divergence.to_string();
    let wanted =
        format!("at step {at} in the hash alone: recorded is the hash {}, found was {right}.", Hash(right.0 ^ 1));
    assert!(said.starts_with(&wanted) && said.ends_with("changed in the file"), "{said}");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn every_edit_undoes_and_redoes_to_the_same_hash() {
    // An undo stops a driven end: see `tests/suite/timeline.rs`.
    let (mut timeline, hashes) = play(|command| matches!(command, Command::DriveHeldEnd(_)));
    let end = timeline.sandbox().state_hash();
    let mut moments = Vec::new();
    while timeline.undo() {
        let (step, hash) = (timeline.sandbox().steps(), timeline.sandbox().state_hash());
        moments.push(hash);
        let found = hashes.iter().position(|&before| before == hash);
        assert!(found.is_some(), "undone to a state that never was, at step {step} of its scene");
    }
    assert!(moments.len() >= 18, "{} edits", moments.len());
    for &moment in moments.iter().rev().skip(1) {
        assert!(timeline.redo());
        assert_eq!(timeline.sandbox().state_hash(), moment);
    }
    assert!(timeline.redo());
    assert_eq!((timeline.sandbox().state_hash(), timeline.redo(), timeline.divergence()), (end, false, None));
}
