//! Things that are copied, pasted, mirrored, moved and deleted: saved, reopened, undone to nothing and redone to the
//! same bits.

use glam::Vec2;
use ropewalk::physics::{BlowerId, ShapeId, Similarity, Things};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{Recording, Replay, Timeline};

const SCENE: &str = r#"(
    version: 1, title: "t", hint: "h", view: (min: (-4, -3), max: (4, 3)), ground: -2.5, seed: 3,
    settings: (rope_contact: 0.02),
    build: [
        Cloth(grid: (at: (-3, 2), columns: 12, rows: 12, spacing: 0.1, pins: TopRow)),
        Rope(name: "rope", from: At(0, 2), to: At(1.4, 1), particles: 20, length: 2.0, pins: First),
        Weight(on: Of("rope", 10), mass: 2),
        Wheel(at: (2, 0), radius: 0.4, spokes: 10, mass: 0.05),
        Circle(at: (-2.2, -1.4), radius: 0.3, turns: 3),
        Blower(at: (-3, 0), towards: (1, 0.2), speed: 6),
        Ball(at: (0.2, 2.5), radius: 0.15, mass: 1),
    ],
)"#;

fn sandbox(scene: &str) -> Sandbox {
    let scene = scene::parse("things", scene).expect("the test's scene reads");
    Sandbox::new(NamedScene { name: "things".to_owned(), scene }).expect("the scene builds")
}

/// Copies everything through text to another place, mirrors the copy, drags it while the world runs, and deletes what
/// was copied.
fn edit(session: &mut Timeline) {
    let world = session.sandbox().world();
    let (originals, count) = (world.all_things(), world.particles().len() as u32);
    let text = scene::clip_to_text(&world.clip(&originals)).expect("it is small");
    let by = Similarity::translation(Vec2::new(0.5, 0.25));
    let clip = scene::clip_from_text(&text).expect("a copy reads").transformed(&by);
    session.apply(Command::Insert(Box::new(clip)));
    let copies = Things { particles: vec![[count, 2 * count]], shapes: vec![ShapeId(1)], blowers: vec![BlowerId(1)] };
    let mirror = Similarity { is_mirrored: true, ..Similarity::default() };
    session.apply(Command::Transform { things: copies.clone(), by: mirror, last: true });
    session.step();
    for step in 0..10 {
        let by = Similarity { turn: Vec2::from_angle(0.05), ..Similarity::translation(Vec2::new(0.02, 0.0)) };
        session.apply(Command::Transform { things: copies.clone(), by, last: step == 9 });
        session.step();
    }
    session.apply(Command::Remove { things: originals });
    (0..20).for_each(|_| session.step());
    let world = session.sandbox().world();
    assert_eq!((world.particles().len() as u32, world.balls().len(), world.weights().len()), (count, 2, 1));
}

#[test]
fn copied_mirrored_moved_things_replay_undo_and_redo_to_the_same_bits() {
    let mut session = Timeline::new(sandbox(SCENE), false);
    let start = session.sandbox().state_hash();
    (0..10).for_each(|_| session.step());
    edit(&mut session);
    let end = session.sandbox().state_hash();
    let text = session.recording().to_text();
    let recording = Recording::parse("things.ron", &text).expect("written text is valid");
    let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the scene builds"), false);
    again.play(Replay::new(recording));
    (0..session.sandbox().steps()).for_each(|_| again.step());
    again.apply_due_commands();
    assert_eq!((again.divergence(), again.sandbox().state_hash()), (None, end));
    let mut undone = 0;
    while session.undo() {
        undone += 1;
    }
    assert_eq!((undone, session.sandbox().state_hash()), (5, start), "insert, mirror, drag, remove, time");
    while session.redo() {}
    assert_eq!(session.sandbox().state_hash(), end);
}

#[test]
fn scene_saved_during_a_drag_of_things_opens_to_the_same_bits() {
    let mut one = sandbox(SCENE);
    let things = one.world().all_things();
    one.apply(&Command::Transform { things, by: Similarity::translation(Vec2::Y), last: false });
    one.step();
    let text = scene::to_text(&one.export(), 3);
    let mut other = sandbox(&text);
    assert_eq!(other.state_hash(), one.state_hash());
    [&mut one, &mut other].into_iter().for_each(Sandbox::step);
    assert_eq!(other.state_hash(), one.state_hash());
}
