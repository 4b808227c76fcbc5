//! The ground and walls of a session: set, undone, replayed, kept in files; things that they cut off.

use glam::Vec2;
use ropewalk::physics::{Aabb, Settings};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene::{self, NamedScene, Walls};
use ropewalk::timeline::{Recording, Timeline};

use crate::script;

const ROOM: Aabb = Aabb { min: Vec2::new(-2.0, -3.0), max: Vec2::new(2.5, 3.0) };
const EDGES: Aabb = Aabb { min: Vec2::new(-4.0, -2.0), max: Vec2::new(4.0, 2.0) };

fn surroundings(timeline: &Timeline) -> (Option<f32>, Walls) {
    let sandbox = timeline.sandbox();
    (sandbox.world().colliders().ground, sandbox.walls())
}

fn steps(timeline: &mut Timeline, count: u32) {
    (0..count).for_each(|_| timeline.step());
}

/// A session of `first-rope` in which ground and walls are set, the last time to those of the window.
fn session() -> Timeline {
    let mut timeline = Timeline::new(script::sandbox("first-rope"), false);
    for command in [
        Command::SetGround(Some(-0.5)),
        Command::SetWalls(Walls::Room(ROOM)),
        Command::SetGround(None),
        Command::SetWalls(Walls::Window),
    ] {
        timeline.apply(command);
        steps(&mut timeline, 20);
    }
    timeline.apply(Command::SetRoom(EDGES));
    steps(&mut timeline, 20);
    timeline
}

#[test]
fn only_walls_of_the_window_follow_it() {
    let mut timeline = Timeline::new(script::sandbox("first-rope"), false);
    let room = |timeline: &Timeline| timeline.sandbox().world().colliders().room;
    for (walls, expected) in
        [(Walls::Open, None), (Walls::Room(ROOM), Some(ROOM)), (Walls::Window, Some(EDGES)), (Walls::Open, None)]
    {
        timeline.apply(Command::SetWalls(walls));
        timeline.apply(Command::SetRoom(EDGES));
        assert_eq!(room(&timeline), expected, "{walls:?}");
    }
    let nowhere = Aabb { min: ROOM.max, max: ROOM.min };
    timeline.apply(Command::SetWalls(Walls::Room(nowhere)));
    assert_eq!(surroundings(&timeline).1, Walls::Open, "a room without an area changes nothing");
}

#[test]
fn kept_session_resumes_with_its_walls() {
    let mut timeline = session();
    for reset in [false, true] {
        if reset {
            timeline.apply(Command::Reset);
        }
        let walls = surroundings(&timeline);
        for recording in [timeline.session().with_state(), timeline.session().state_only()] {
            let recording = Recording::parse("walls.ron", &recording.to_text()).expect("written text is valid");
            let mut resumed = Timeline::resume(&recording).expect("it has its state");
            assert_eq!(surroundings(&resumed), walls);
            let other = Aabb { min: EDGES.min, max: EDGES.max + Vec2::ONE };
            resumed.apply(Command::SetRoom(other));
            let follows = resumed.sandbox().world().colliders().room == Some(other);
            assert_eq!(follows, walls.1 == Walls::Window, "after a reset: {reset}");
            let kept = resumed.recording().start_sandbox().expect("it builds").walls();
            assert_eq!(kept == Walls::Window, recording.start_sandbox().expect("it builds").walls() == Walls::Window);
        }
    }
    assert_eq!(surroundings(&timeline), (None, Walls::Open), "a reset restores the scene's");
}

#[test]
fn saved_scene_keeps_ground_and_walls() {
    let mut sandbox = script::sandbox("first-rope");
    for walls in [Walls::Room(ROOM), Walls::Window, Walls::Open] {
        sandbox.apply(&Command::SetGround(Some(-1.25)));
        sandbox.apply(&Command::SetWalls(walls));
        let text = scene::to_text(&sandbox.export(), 9);
        let scene = scene::parse("saved", &text).expect("written text is valid");
        let mut saved = Sandbox::new(NamedScene { name: "saved".to_owned(), scene }).expect("it builds");
        assert_eq!((saved.walls(), saved.world().colliders().ground), (walls, Some(-1.25)));
        saved.apply(&Command::SetGround(None));
        saved.apply(&Command::Reset);
        assert_eq!((saved.walls(), saved.world().colliders().ground), (walls, Some(-1.25)));
    }
}

#[test]
fn ball_on_a_blank_page_stays_between_the_walls() {
    let end = |command: Option<Command>| {
        let mut sandbox = script::sandbox("blank");
        let ball = scene::from_text("ball", "Ball(at: (0, 0), radius: 0.2, mass: 1)").expect("a recipe");
        let gravity = Vec2::new(8.0, 8.0);
        let settings = Settings { gravity, ..*sandbox.world().settings() };
        let changes = [Command::SetSettings(Box::new(settings)), Command::Build(Box::new(ball))];
        changes.iter().chain(&command).for_each(|command| sandbox.apply(command));
        (0..300).for_each(|_| sandbox.step());
        sandbox.world().particles().position[0]
    };
    let room = script::sandbox("blank").world().colliders().room.expect("walls");
    let (held, free) = (end(None), end(Some(Command::SetWalls(Walls::Open))));
    assert!(held.cmplt(room.max).all() && free.cmpgt(room.max).all(), "{held} with walls, {free} without");
}

/// Lets a scene come to rest, sets its ground or walls, and waits for five seconds. Things must come out at some m/s: let out
/// at once, they came at more than 100 m/s. `is_free` says where they may be then.
fn check_release(name: &str, command: &Command, is_free: impl Fn(Vec2) -> bool) {
    let mut sandbox = script::sandbox(name);
    (0..120).for_each(|_| sandbox.step());
    sandbox.apply(command);
    let mut fastest = 0.0_f32;
    for _ in 0..300 {
        let before = sandbox.world().particles().position.clone();
        sandbox.step();
        let world = sandbox.world();
        let moved = before.iter().zip(&world.particles().position).map(|(before, now)| before.distance(*now));
        fastest = fastest.max(moved.fold(0.0, f32::max) / world.settings().step);
    }
    assert!(fastest < 20.0, "{name}, {command:?}: {fastest} m/s");
    assert_eq!(sandbox.world().clamped_speed_count(), 0, "{name}, {command:?}");
    let particles = sandbox.world().particles();
    let free = particles.position.iter().zip(&particles.pinned).filter(|(_, is_pinned)| !**is_pinned);
    let inside: Vec<_> = free.filter(|(at, _)| !is_free(**at)).collect();
    assert!(inside.is_empty(), "{name}, {command:?}: {inside:?}");
}

/// A wall at this x, and things to its left.
fn wall(x: f32) -> Command {
    Command::SetWalls(Walls::Room(Aabb { min: Vec2::new(x, -20.0), max: Vec2::splat(20.0) }))
}

#[test]
fn bodies_cut_off_by_the_ground_come_out_gently() {
    check_release("solid-bodies", &Command::SetGround(Some(0.3)), |at| at.y > 0.299);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn things_cut_off_by_ground_or_walls_come_out_gently() {
    for (name, height) in [("rope-pile", 2.0), ("tearable-curtain", 0.0)] {
        check_release(name, &Command::SetGround(Some(height)), |at| at.y > height - 0.001);
    }
    // Things on pins that are inside stay there.
    check_release("welcome", &Command::SetGround(Some(0.5)), |_| true);
    for name in ["welcome", "solid-bodies"] {
        check_release(name, &wall(0.2), |_| true);
    }
}
