//! The bits are the same in a browser.

use ropewalk::{scene, timeline::Timeline};

use super::{
    Outcome, Stage,
    browser::{DESKTOP, wait},
    page::Page,
};
use crate::script;

/// The scripted session of a scene as a link, its steps, and the hash at its end: the one that `tests/golden.rs` pins.
fn session(name: &str) -> (String, u64, String) {
    let start = script::sandbox(name);
    let mut timeline = Timeline::new(start.clone(), true);
    let light = scene::light_names().any(|light| light == name);
    let pace = if light { 1 } else { script::HASTE };
    for first in (0..script::STEPS).step_by(pace) {
        let commands = (first..first + pace as u64).flat_map(|step| script::commands(&start, step));
        commands.for_each(|command| timeline.apply(command));
        timeline.step();
    }
    let played = if light { script::play(name, |_| ()) } else { script::play_in_haste(name, |_| ()) };
    let (hash, recording) = (played.state_hash(), timeline.recording());
    assert_eq!(recording.end.1.0, hash, "{name}: a session comes to what its script comes to");
    let link = recording.to_link().unwrap_or_else(|error| panic!("{name}: {error}"));
    (link, recording.end.0, format!("{hash:016x}"))
}

pub fn every_golden_hash_holds_in_the_browser(stage: &Stage) -> Outcome {
    let page = Page::open(&stage.driver, &stage.home, DESKTOP, "")?;
    for name in scene::names() {
        let (link, steps, hash) = session(name);
        page.go(&link)?;
        // As fast as the machine can: frames as they come would take five seconds a scene.
        page.key("=", false)?;
        page.key("=", false)?;
        let state = page.until(&format!("the end of {name}"), |state| !state["replayed"].is_null())?;
        let replayed = (state["replayed"][0].as_u64(), state["replayed"][1].as_str());
        if replayed != (Some(steps), Some(&*hash)) {
            return Err(format!("{name}: {replayed:?} in the browser, {hash} here").into());
        }
        wait("no complaint", || Ok(state["complaint"].is_null().then_some(())))?;
    }
    page.is_quiet()?;
    Ok(())
}
