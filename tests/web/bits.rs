//! The bits are the same in a browser.

use ropewalk::{
    scene,
    timeline::{Hash, Recording, Stamped, Timeline},
};

use super::{Outcome, Stage, browser::DESKTOP, page::Page};
use crate::script;

/// What `tests/golden.rs` has pinned: a scene and a hash on each line, below the snapshot's head.
const GOLDEN: &str = include_str!("../snapshots/golden__hashes_of_all_scenes.snap");

/// The scripted session of a scene, which comes to this hash if all is well: nothing of it is played here.
fn session(name: &str, hash: Hash) -> Recording {
    let start = script::sandbox(name);
    let large = !scene::light_names().any(|light| light == name);
    let pace = if large { script::HASTE as u64 } else { 1 };
    let commands = |step| script::commands(&start, step).into_iter().map(move |command| Stamped(step / pace, command));
    let mut recording = Timeline::new(start.clone(), true).recording();
    recording.commands = (0..script::STEPS).flat_map(commands).collect();
    recording.end = Stamped(script::STEPS / pace, hash);
    recording
}

pub fn every_golden_hash_holds_in_the_browser(stage: &Stage) -> Outcome {
    let page = Page::open(&stage.driver, &stage.home, DESKTOP, "")?;
    // Not from scene to scene: that they are all there, and each once, the golden test sees to.
    for line in GOLDEN.lines().skip_while(|line| *line != "---").skip(1).skip_while(|line| *line != "---").skip(1) {
        let (name, hash) = line.split_once(' ').ok_or("a scene and its hash")?;
        let recording = session(name, Hash(u64::from_str_radix(hash, 16)?));
        page.go(&recording.to_link()?)?;
        // As fast as the machine can: frames as they come would take five seconds a scene.
        page.key("=", false)?;
        page.key("=", false)?;
        let state = page.until(&format!("the end of {name}"), |state| !state["replayed"].is_null())?;
        let replayed = (state["replayed"][0].as_u64(), state["replayed"][1].as_str());
        if replayed != (Some(recording.end.0), Some(hash)) {
            return Err(format!("{name}: {replayed:?} in the browser, {hash} here").into());
        }
        if !state["complaint"].is_null() {
            return Err(format!("{name}: {}", state["complaint"]).into());
        }
    }
    page.is_quiet()?;
    Ok(())
}
