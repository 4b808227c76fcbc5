//! Golden hashes: the state hash of every gallery scene at the end of a scripted session, the same in debug and
//! release, on every machine.
//!
//! When a hash differs after an intended change of the physics: look at the scenes, then accept the new hashes with
//! `INSTA_UPDATE=always cargo test --release --test bits golden -- --ignored`. Otherwise the change has a bug.

use crate::determinism::hashes;
use crate::script;
use ropewalk::scene;

/// The scenes whose sessions take a fraction of a second in a debug build.
const QUICK: &[&str] = &[
    "first-rope",
    "nehe-40",
    "gravity-lab",
    "give-playground",
    "solid-bodies",
    "solver-race",
    "spring-vs-jakobsen",
    "spider-web",
    "ragdoll-on-ropes",
    "rope-pile",
    "hammock",
    "trampoline",
    "catapult",
    "crane",
    "swing-bridge",
];

/// A scene's name and its hash at the end of its session.
fn line(name: &str) -> String {
    // The session of a million links has few steps.
    let is_light = scene::light_names().any(|light| light == name);
    let end = if is_light { hashes(name).last().copied() } else { Some(script::play_short(name, |_| ()).state_hash()) };
    format!("{name} {:016x}", end.expect("a session has steps"))
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn hashes_of_all_scenes() {
    insta::assert_snapshot!(scene::names().map(line).collect::<Vec<_>>().join("\n"));
}

#[test]
fn quick_scenes_reach_their_golden_hashes() {
    let golden = include_str!("snapshots/bits__golden__hashes_of_all_scenes.snap");
    for name in QUICK {
        let found = line(name);
        let expected = golden.lines().find(|line| line.split(' ').next() == Some(name));
        assert_eq!(Some(found.as_str()), expected, "the golden hash of {name}");
    }
}
