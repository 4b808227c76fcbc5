//! The scene `million-links`: as reproducible as the small scenes, in the short session.

use crate::script::{SHORT_STRIDE, STEPS, commands, play_short, sandbox};
use ropewalk::physics::{Lanes, Tiling};
use ropewalk::sandbox::Sandbox;
use ropewalk::timeline::{Recording, Replay, Timeline};

const NAME: &str = "million-links";

#[test]
#[ignore = "long: run in release by .ci/run"]
fn million_links_has_one_hash_on_threads_tiles_and_lanes() {
    let hash = |before: fn(&mut Sandbox)| play_short(NAME, before).world().state_hash();
    let expected = hash(|_| ());
    assert_eq!(hash(|sandbox| sandbox.set_lanes(Lanes::Scalar)), expected, "one lane");
    assert_eq!(hash(|sandbox| sandbox.set_tiling(Tiling::Never)), expected, "no tiles");
    assert_eq!(hash(|sandbox| sandbox.set_threads(2)), expected, "two threads");
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn million_links_is_recorded_undone_and_replayed() {
    let start = sandbox(NAME);
    let mut timeline = Timeline::new(start.clone(), true);
    for first in (0..STEPS).step_by(SHORT_STRIDE) {
        let due = (first..first + SHORT_STRIDE as u64).flat_map(|step| commands(&start, step));
        due.for_each(|command| timeline.apply(command));
        timeline.step();
    }
    let end = timeline.sandbox().world().state_hash();
    let recording = Recording::parse("million.ron", &timeline.recording().to_text()).expect("written text is valid");
    let mut again = Timeline::new(Sandbox::new(recording.start.clone()).expect("the scene builds"), true);
    again.play(Replay::new(recording));
    (0..STEPS as usize / SHORT_STRIDE).for_each(|_| again.step());
    again.apply_due_commands();
    assert_eq!((again.divergence(), again.sandbox().world().state_hash()), (None, end));

    let mut undone = 0;
    while timeline.undo() {
        undone += 1;
    }
    assert!(undone >= 4 && timeline.sandbox().world().state_hash() != end, "{undone} edits");
    while timeline.redo() {}
    assert_eq!(timeline.sandbox().world().state_hash(), end);
}
