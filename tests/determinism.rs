//! The same scene and the same commands at the same steps: the same bits. Twice, with and without wide lanes, from a
//! clone in the middle of a run, and recorded to text and replayed. (Debug against release: `golden.rs`, run in both.)

mod script;

use ropewalk::{
    physics::Lanes,
    sandbox::Sandbox,
    scene,
    timeline::{Recording, Replay, Timeline},
};
use script::STEPS;

fn hashes(name: &str) -> Vec<u64> {
    let mut hashes = Vec::new();
    script::play(name, |sandbox| hashes.push(sandbox.world().state_hash()));
    hashes
}

/// Compares run with run and names the first step that differs.
fn assert_same(name: &str, one: &[u64], other: &[u64]) {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    assert_eq!(differs, None, "{name}: the first step that differs; look at what that step's commands touch");
    assert_eq!(one.len(), other.len(), "{name}: as many steps");
}

#[test]
fn a_session_played_twice_has_the_same_hash_at_each_step() {
    for name in scene::names() {
        assert_same(name, &hashes(name), &hashes(name));
    }
}

#[test]
fn lanes_one_after_the_other_and_all_at_once_come_to_the_same_hash() {
    for name in scene::names() {
        let start = script::sandbox(name);
        let (mut wide, mut scalar) = (start.clone(), start.clone());
        scalar.set_lanes(Lanes::Scalar);
        for step in 0..STEPS {
            for sandbox in [&mut wide, &mut scalar] {
                script::commands(&start, step).iter().for_each(|command| sandbox.apply(command));
                sandbox.step();
            }
            let hashes = [&wide, &scalar].map(|sandbox| sandbox.world().state_hash());
            assert_eq!(hashes[0], hashes[1], "{name}: step {step} differs");
        }
    }
}

#[test]
fn a_clone_goes_on_to_the_same_hash() {
    for name in scene::names() {
        let expected = hashes(name);
        let start = script::sandbox(name);
        let mut sandbox = start.clone();
        let mut found = Vec::new();
        for step in 0..STEPS {
            script::commands(&start, step).iter().for_each(|command| sandbox.apply(command));
            // A clone shares no memory with its original, and so no memory layout either.
            sandbox = if step % 7 == 0 { sandbox.clone() } else { sandbox };
            sandbox.step();
            found.push(sandbox.world().state_hash());
        }
        assert_same(name, &expected, &found);
    }
}

#[test]
fn a_recording_replays_to_the_same_hash_from_its_text() {
    for name in scene::names() {
        let start = script::sandbox(name);
        let mut timeline = Timeline::new(start.clone(), true);
        for step in 0..STEPS {
            script::commands(&start, step).into_iter().for_each(|command| timeline.apply(command));
            timeline.step();
        }
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("session.ron");
        timeline.recording().write(&path).expect("it can be written");
        let recording = Recording::read(&path).expect("what we write, we read");
        assert_eq!(recording, *timeline.recording(), "{name}: the text says the same, bit for bit");

        let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("it builds"), true);
        again.play(Replay::new(recording));
        (0..STEPS).for_each(|_| again.step());
        again.settle();
        assert_eq!(again.divergence(), None, "{name}");
        assert_eq!(again.recording().end, timeline.recording().end, "{name}");
    }
}
