//! The state hash of every gallery scene at the end of a scripted session: pinned, so that no change of the physics goes
//! unnoticed, and the same in debug and release, on every machine.
//!
//! When this fails: if you meant to change how things move, look at the scenes, then accept the new hashes with
//! `INSTA_UPDATE=always cargo test --test bits golden`. If you did not, you have found a bug.

use crate::script;
use ropewalk::scene;

#[test]
fn hashes_of_all_scenes() {
    let hash = |name| {
        // A million links are played for a moment.
        let light = scene::light_names().any(|light| light == name);
        if light { script::play(name, |_| ()) } else { script::play_in_haste(name, |_| ()) }.state_hash()
    };
    let lines: Vec<_> = scene::names().map(|name| format!("{name} {:016x}", hash(name))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
