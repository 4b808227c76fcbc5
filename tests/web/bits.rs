//! The bits are the same in a browser.

use ropewalk::{scene, timeline::Timeline};

use super::{
    Outcome, Stage,
    browser::{DESKTOP, wait},
    page::Page,
};
use crate::script;

/// The scripted session of a scene as a link, and the hash at its end: the one that `tests/golden.rs` pins.
fn session(name: &str) -> (String, String) {
    let start = script::sandbox(name);
    let mut timeline = Timeline::new(start.clone(), true);
    for step in 0..script::STEPS {
        script::commands(&start, step).into_iter().for_each(|command| timeline.apply(command));
        timeline.step();
    }
    let hash = script::play(name, |_| ()).world().state_hash();
    let recording = timeline.recording();
    assert_eq!(recording.end.1.0, hash, "{name}: a session comes to what its script comes to");
    (recording.to_link().unwrap_or_else(|error| panic!("{name}: {error}")), format!("{hash:016x}"))
}

pub fn every_golden_hash_holds_in_the_browser(stage: &Stage) -> Outcome {
    let page = Page::open(&stage.driver, &stage.home, DESKTOP, "")?;
    for name in scene::names() {
        let (link, hash) = session(name);
        page.go(&link)?;
        // As fast as the machine can: frames as they come would take five seconds a scene.
        page.key("=", false)?;
        page.key("=", false)?;
        let state = page.until(&format!("the end of {name}"), |state| !state["replayed"].is_null())?;
        let replayed = (state["replayed"][0].as_u64(), state["replayed"][1].as_str());
        if replayed != (Some(script::STEPS), Some(&hash)) {
            return Err(format!("{name}: {replayed:?} in the browser, {hash} here").into());
        }
        wait("no complaint", || Ok(state["complaint"].is_null().then_some(())))?;
    }
    page.is_quiet()?;
    Ok(())
}
