//! Undo, redo, rewind and branches restore the state to the bit.

use crate::script::{self, STEPS, is_full_sweep};
use glam::Vec2;
use ropewalk::physics::{BlowerDef, BlowerId, Form, ParticleId, ShapeDef, ShapeId, Similarity};
use ropewalk::sandbox::Command;
use ropewalk::timeline::{Hash, KeyframeStats, Replay, Timeline};

fn session(name: &str) -> Timeline {
    Timeline::new(script::sandbox(name), false)
}

fn hash(session: &Timeline) -> u64 {
    session.sandbox().state_hash()
}

/// Plays the script and returns the hash at each step, before that step's commands.
fn play(name: &str, session: &mut Timeline) -> Vec<u64> {
    let start = script::sandbox(name);
    let mut hashes = Vec::new();
    for step in 0..STEPS {
        hashes.push(hash(session));
        // An undo would stop a driven end; another test covers that.
        let commands = script::commands(&start, step).into_iter();
        commands
            .filter(|command| !matches!(command, Command::DriveHeldEnd(_)))
            .for_each(|command| session.apply(command));
        session.step();
    }
    hashes.push(hash(session));
    hashes
}

/// A session of 110 steps with a cut at step 100. Its keyframes are 60 steps apart, and one is before the cut.
fn cut_session() -> Timeline {
    let mut session = session("first-rope");
    (0..100).for_each(|_| session.step());
    session.apply(Command::Cut { from: Vec2::new(-9.0, 0.0), to: Vec2::new(9.0, 0.0), radius: 0.5 });
    (0..10).for_each(|_| session.step());
    session
}

#[test]
fn jump_in_pieces_arrives_at_the_same_bits() {
    let (mut whole, mut pieces) = (cut_session(), cut_session());
    for step in [110, 30, 90, 70, 110] {
        whole.seek(step);
        pieces.start_seek(step);
        while !pieces.continue_jump(|| true) {}
        assert_eq!((hash(&pieces), pieces.sandbox().steps()), (hash(&whole), step));
    }
    assert!(whole.undo() && pieces.start_undo());
    assert!(!pieces.start_undo(), "an undo that is asked for meanwhile would come as a surprise later");
    while !pieces.continue_jump(|| true) {}
    assert_eq!((hash(&pieces), pieces.range(), pieces.can_redo()), (hash(&whole), whole.range(), true));
    assert!(pieces.redo());
    assert_eq!(hash(&pieces), hash(&cut_session()));
}

#[test]
fn stopped_undo_undoes_nothing() {
    let mut session = session("first-rope");
    // Too soon after the first keyframe for another one.
    (0..2).for_each(|_| session.step());
    session.apply(Command::SetPinned { particle: ParticleId(5), pinned: true });
    (2..80).for_each(|_| session.step());
    let end = hash(&session);
    assert!(session.start_undo() && !session.continue_jump(|| true) && session.stop_jump());
    assert_eq!((hash(&session), session.can_undo(), session.can_redo()), (end, true, false));
    session.start_seek(70);
    assert!(!session.continue_jump(|| true) && session.stop_jump());
    let step = session.sandbox().steps();
    assert!((61..70).contains(&step) && session.jump_target().is_none(), "a stopped search is at step {step}");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn every_edit_undoes_and_redoes_to_the_same_bits() {
    for name in script::sampled_names() {
        let mut session = session(name);
        let hashes = play(name, &mut session);
        let end = hash(&session);
        // Undo: back to the moment before each edit, and at last to what was built.
        let mut undone = Vec::new();
        while session.undo() {
            undone.push((session.sandbox().steps(), hash(&session)));
        }
        // Two grabs at once, from step 10 to 55, are one drag.
        let steps: Vec<u64> = undone.iter().map(|(step, _)| *step).collect();
        // The links cut at step 130 do not exist in all scenes.
        assert_eq!(steps[usize::from(steps[0] == 130)..], [100, 90, 80, 70, 10, 0], "{name}");

        for &(step, undone) in &undone {
            assert_eq!(undone, hashes[step as usize], "{name}: undone to step {step}");
        }
        // Redo, in the opposite order.
        for moment in undone.iter().rev().skip(1) {
            assert!(session.redo());
            assert_eq!((session.sandbox().steps(), hash(&session)), *moment, "{name}: redone");
        }
        assert!(session.redo());
        assert_eq!(hash(&session), end, "{name}: redone to the end");
        assert!(!session.redo());
        assert_eq!(session.divergence(), None, "{name}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn every_moment_can_be_sought() {
    for (number, name) in script::sampled_names().enumerate() {
        let mut session = session(name);
        let hashes = play(name, &mut session);
        // From the end to the start, as in a rewind, in every fourth scene step by step; then in jumps.
        let (by, jumps) = if number % 4 == 0 || is_full_sweep() { (1, 40) } else { (5, 8) };
        let jumps = (0..jumps).map(|jump| jump * 97 % (STEPS + 1));
        for step in (0..=STEPS).rev().step_by(by).chain(jumps).chain([STEPS]) {
            session.seek(step);
            assert_eq!(session.sandbox().steps(), step);
            assert_eq!(hash(&session), hashes[step as usize], "{name}: at step {step}");
        }
        assert_eq!(session.divergence(), None, "{name}");
        session.seek(u64::MAX);
        assert_eq!(hash(&session), *hashes.last().expect("there are some"));
    }
}

#[test]
fn edit_in_the_past_branches_and_redo_returns() {
    let mut session = session("welcome");
    let hashes = play("welcome", &mut session);
    let end = hash(&session);
    session.seek(45);
    (0..15).for_each(|_| session.step());
    assert_eq!(session.range(), (0, 60), "the later part is set aside");
    assert_ne!(hash(&session), hashes[60], "the cut at step 50 was not done");
    assert!(session.redo());
    assert_eq!(hash(&session), end);

    session.seek(5);
    session.apply(Command::SetGravity(Vec2::X));
    session.step();
    assert!(!session.redo(), "a new edit ends the redo");
    assert!(session.undo());
    assert_eq!((session.sandbox().steps(), hash(&session)), (5, hashes[5]));
}

#[test]
fn edit_in_the_past_releases_grabs_and_stops_driven_ends() {
    let mut session = session("welcome");
    play("welcome", &mut session);
    session.seek(20);
    assert_eq!(session.sandbox().world().grabs().len(), 1, "in the middle of a drag");
    session.step();
    assert!(session.sandbox().world().grabs().is_empty());
    let mut session = self::session("nehe-40");
    let velocity = |session: &Timeline| session.sandbox().world().drive().map(|drive| drive.velocity);
    session.apply(Command::DriveHeldEnd(Vec2::X));
    (0..9).for_each(|_| session.step());
    session.apply(Command::SetGravity(Vec2::Y));
    session.step();
    assert_eq!(velocity(&session), Some(Vec2::X));
    assert!(session.undo());
    assert_eq!(velocity(&session), Some(Vec2::ZERO));
}

#[test]
fn edit_in_the_past_releases_the_keys_of_machines() {
    let mut session = session("welcome");
    session.apply(Command::HoldKey { key: 'o', held: true });
    (0..9).for_each(|_| session.step());
    session.apply(Command::HoldKey { key: 'o', held: false });
    session.seek(5);
    assert_eq!(session.sandbox().world().held_keys(), ['o'], "in the middle of a press");
    session.step();
    assert_eq!(session.sandbox().world().held_keys(), []);
}

#[test]
fn empty_edits_are_not_undone_and_keep_redo() {
    let mut session = session("welcome");
    session.apply(Command::SetPinned { particle: ParticleId(5), pinned: true });
    let pinned = hash(&session);
    assert!(session.undo());
    let air = |x| Vec2::new(x, 100.0);
    session.apply(Command::Cut { from: air(0.0), to: air(1.0), radius: 0.1 });
    session.apply(Command::SetPinned { particle: ParticleId(5), pinned: false });
    session.apply(Command::Grab { grab: 0, particle: ParticleId(1_000_000), at: Vec2::ZERO });
    assert_eq!((session.can_undo(), session.can_redo()), (false, true));
    assert!(session.redo());
    assert_eq!(hash(&session), pinned);
}

/// Esc ends a move where it began, with time or without.
#[test]
fn cancelled_move_is_no_edit() {
    let blower = BlowerDef { at: Vec2::ZERO, turn: Vec2::X, speed: 2.0, width: 0.5, reach: 3.0 };
    for steps_between in [0, 7] {
        let mut session = session("first-rope");
        session.apply(Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(3.0, 0.3))));
        session.apply(Command::AddBlower(blower));
        let things = session.sandbox().world().all_things();
        let by = |by: Vec2, last| Command::Transform { things: things.clone(), by: Similarity::translation(by), last };
        let (shape, blower) = (ShapeId(0), BlowerId(0));
        let turn = |angle: f32, last| Command::TurnShape { shape, to: 0.7 * Vec2::from_angle(angle), last };
        let moves = [
            [3.1, 3.2, 3.0].map(|x| Command::MoveShape { shape, to: Vec2::new(x, 0.3), last: x == 3.0 }),
            [turn(0.1, false), turn(0.2, false), turn(0.0, true)],
            [0.1, 0.2, 0.0].map(|x| Command::MoveBlower { blower, to: Vec2::new(x, 0.0), last: x == 0.0 }),
            [by(Vec2::new(0.1, 0.3), false), by(Vec2::new(0.2, -0.7), false), by(Vec2::new(-0.3, 0.4), true)],
        ];
        let edits = session.edits().count();
        for commands in moves {
            for command in commands {
                session.apply(command);
                (0..steps_between).for_each(|_| session.step());
            }
            assert_eq!(session.edits().count(), edits);
        }
        session.apply(Command::MoveShape { shape, to: Vec2::ONE, last: false });
        session.apply(Command::MoveShape { shape, to: Vec2::Y, last: true });
        assert_eq!(session.edits().count(), edits + 1, "this one was not cancelled");
        // Where time has run, one of them leads back to what was built.
        let undos = if steps_between > 0 { 3 } else { 2 };
        assert!((0..undos).all(|_| session.undo()));
        assert!(session.sandbox().world().blowers().is_empty(), "the edit before the moves is undone");
    }
}

#[test]
fn number_that_is_put_back_at_rest_is_no_edit() {
    let mut session = session("first-rope");
    let own = session.sandbox().world().settings().gravity;
    for gravity in [Vec2::Y, Vec2::X, own] {
        session.apply(Command::SetGravity(gravity));
    }
    assert!(!session.can_undo());
}

#[test]
fn window_resize_keeps_redo() {
    let mut session = session("give-playground");
    session.apply(Command::SetPinned { particle: ParticleId(5), pinned: true });
    session.step();
    let pinned = hash(&session);
    assert!(session.undo());
    let room = session.sandbox().world().colliders().room.expect("a room");
    session.apply(Command::SetRoom(room));
    assert!(session.redo());
    assert_eq!(hash(&session), pinned);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn long_session_stays_within_its_memory() {
    const BUDGET: usize = 400_000;
    let mut session = Timeline::with_budget(script::sandbox("welcome"), false, BUDGET);
    let mut hashes = play("welcome", &mut session);
    for _ in STEPS..2_000 {
        session.step();
        hashes.push(hash(&session));
    }
    let KeyframeStats { count, interval, bytes } = session.keyframes();
    assert!(bytes <= BUDGET, "{count} keyframes every {interval} steps take {bytes} bytes");
    assert!((2..30).contains(&count) && interval > 60, "{count} keyframes every {interval} steps");
    for step in [1_999, 1_500, 3, 777, 250, 0] {
        session.seek(step);
        assert_eq!(hash(&session), hashes[step as usize], "at step {step}");
    }
}

#[test]
fn recording_of_a_branched_session_has_one_branch() {
    let mut session = session("first-rope");
    play("first-rope", &mut session);
    (0..3).for_each(|_| assert!(session.undo()));
    (0..70).for_each(|_| session.step());
    let end = hash(&session);
    session.seek(30);
    let recording = session.recording();
    assert_eq!(recording.end.1, Hash(end), "at whatever step the user looks");
    let mut again = self::session("first-rope");
    again.play(Replay::new(recording.clone()));
    while again.is_replaying() {
        again.step();
    }
    assert_eq!((hash(&again), again.divergence()), (end, None));
    assert_eq!(again.recording(), recording);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn undone_edits_stay_within_their_memory() {
    const BUDGET: usize = 400_000;
    let mut session = Timeline::with_budget(script::sandbox("welcome"), false, BUDGET);
    let mut moments = Vec::new();
    session.step();
    for edit in 0..40u32 {
        moments.push(hash(&session));
        let pinned = edit % 2 == 0;
        session.apply(Command::SetPinned { particle: ParticleId(100 + edit / 2), pinned });
        (0..7).for_each(|_| session.step());
    }
    let end = hash(&session);
    for moment in moments.iter().rev() {
        assert!(session.undo());
        assert_eq!(hash(&session), *moment);
        assert!(session.undone_bytes() <= BUDGET, "{} bytes", session.undone_bytes());
    }
    for moment in &moments[1..] {
        assert!(session.redo());
        assert_eq!(hash(&session), *moment);
    }
    assert!(session.redo());
    assert_eq!((hash(&session), session.redo(), session.divergence()), (end, false, None));
}

#[test]
fn shortened_session_is_right_in_its_newer_half() {
    let mut session = session("welcome");
    session.set_most_commands(400);
    let (mut hashes, mut oldest) = (Vec::new(), 0);
    for step in 0..500u64 {
        hashes.push(hash(&session));
        if step % 10 == 9 {
            // A look back keeps these moments, which are wrong once the older half is dropped.
            session.seek(step - 5);
            session.seek(u64::MAX);
        }
        for turn in 0..2 {
            session.apply(Command::SetGravity(Vec2::new(step as f32 % 7.0, -9.0 - turn as f32)));
        }
        if session.range().0 != oldest {
            oldest = session.range().0;
            session.seek(step - 3);
            assert_eq!(hash(&session), hashes[step as usize - 3], "at step {step}, right after forgetting");
            session.seek(u64::MAX);
        }
        session.step();
    }
    let (oldest, newest) = session.range();
    assert!(oldest > 0, "nothing was forgotten");
    for step in (oldest..newest).rev() {
        session.seek(step);
        assert_eq!((session.sandbox().steps(), hash(&session)), (step, hashes[step as usize]), "at step {step}");
    }
    assert_eq!(session.divergence(), None);
}

/// A session of eight edits, 20 steps apart or all at one moment, that are undone. There is no memory for the ends of
/// the undone parts.
fn undone_session(steps_between: u32) -> Timeline {
    let mut session = session("first-rope");
    (0..100).for_each(|_| session.step());
    for _ in 0..8 {
        session.apply(Command::PinAtRandom);
        (0..steps_between).for_each(|_| session.step());
    }
    session.set_budget(0);
    while session.undo() {}
    session
}

/// Checks that what is written opens, at the hash that it says, with all that leads there.
fn check_written(session: &Timeline) {
    let written = session.session().with_state();
    let resumed = Timeline::resume(&written).expect("the state fits its hash");
    assert!(resumed.lacks_past(), "the state is the one in `now`");
    let mut replayed = Timeline::replaying(written.clone()).expect("the scene builds");
    while replayed.is_replaying() {
        replayed.step();
        assert!(replayed.sandbox().steps() <= written.end.0 + 1, "the replay ends");
    }
    assert_eq!(replayed.divergence(), None);
}

#[test]
fn session_written_during_redo_holds_its_own_state() {
    for (steps_between, steps_after) in [(0, 0), (20, 0), (20, 30)] {
        let mut session = undone_session(steps_between);
        (0..steps_after).for_each(|_| session.step());
        let mut pieces = 0;
        while session.start_redo() {
            while !session.continue_jump(|| true) {
                pieces += 1;
                check_written(&session);
            }
            check_written(&session);
        }
        assert_eq!(pieces > 0, steps_between > 0, "a redo of steps takes several frames");
        assert_eq!(session.session().edits(), 8);
    }
}

#[test]
fn stopped_redo_keeps_the_rest_to_redo() {
    let mut session = undone_session(20);
    let mut whole = undone_session(20);
    while whole.redo() {}
    while session.can_redo() {
        session.start_redo();
        if !session.continue_jump(|| true) {
            session.continue_jump(|| true);
            assert!(session.stop_jump());
            assert!(!session.is_looking_back() && session.can_redo(), "the rest is undone again");
            check_written(&session);
            session.redo();
        }
    }
    assert_eq!(session.recording().end, whole.recording().end);
}

#[test]
fn undo_of_an_edit_replays_few_steps() {
    let through_air = Command::Cut { from: Vec2::splat(90.0), to: Vec2::splat(91.0), radius: 0.01 };
    let cut = Command::Cut { from: Vec2::splat(-50.0), to: Vec2::splat(50.0), radius: 20.0 };
    let pin = Command::SetPinned { particle: ParticleId(5), pinned: true };
    for (before, edit) in [(None, pin), (Some(through_air), cut)] {
        let mut session = session("first-rope");
        for _ in 0..50 {
            before.iter().for_each(|command| session.apply(command.clone()));
            session.step();
        }
        let hash_before = hash(&session);
        session.apply(edit.clone());
        (0..5).for_each(|_| session.step());
        assert!(session.start_undo());
        let mut replayed = 0;
        while !session.continue_jump(|| true) {
            replayed += 1;
        }
        assert_eq!((session.sandbox().steps(), hash(&session)), (50, hash_before), "{edit:?}");
        assert!(replayed < 4, "{edit:?}: {replayed} steps");
    }
}
