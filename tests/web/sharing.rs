//! Links to sessions.

use ropewalk::timeline::{Recording, Replay, Timeline};

use super::browser::{DESKTOP, wait};
use super::page::{Page, Stroke};
use super::{Outcome, Stage};

pub fn copied_link_reaches_the_same_state(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    page.until("some steps", |state| state["step"].as_u64() > Some(30))?;
    let places = [(200.0, 300.0), (400.0, 320.0), (600.0, 340.0)];
    page.mouse(&Stroke { places: places.to_vec(), button: 2 })?;
    page.until("a cut", |state| state["cut"].as_u64() > Some(0))?;
    let from = page.point(0)?;
    page.mouse(&Stroke { places: vec![from, (from.0 + 60.0, from.1 - 40.0), (from.0 - 60.0, from.1)], button: 0 })?;
    page.key("s", true)?;
    page.picture("save dialog")?;
    page.click(page.control("copy link")?, false)?;
    let link = wait("a link in the address", || {
        let hash = page.browser.run("return location.hash.slice(1)")?;
        Ok(hash.as_str().filter(|hash| !hash.is_empty()).map(str::to_owned))
    })?;
    // The state that this program reaches.
    let recording = Recording::from_link(&link)?;
    let end = recording.end.clone();
    let mut timeline = Timeline::new(recording.start_sandbox()?, true);
    timeline.play(Replay::new(recording));
    (0..end.0).for_each(|_| timeline.step());
    assert_eq!((timeline.divergence(), timeline.sandbox().world().state_hash()), (None, end.1.0));
    assert!(timeline.sandbox().world().cut_link_count() > 0, "the cut is in it");
    page.is_quiet()?;
    // A reload shows the edits after the copy as well, though the address holds the link.
    page.mouse(&Stroke { places: vec![(250.0, 150.0), (250.0, 350.0), (250.0, 500.0)], button: 2 })?;
    let more = page.until("another cut", |state| state["edits"].as_u64() > Some(2))?["links"].clone();
    page.browser.run("window.first = true; location.reload()")?;
    wait("the page again", || Ok((page.browser.run("return !window.first")? == true).then_some(())))?;
    page.ready()?;
    let again = page.state()?;
    assert_eq!((&again["links"], &again["replaying"]), (&more, &serde_json::json!(false)));
    // The state that another browser reaches.
    let other = Page::open(stage, DESKTOP, &link)?;
    let state = other.until("the link's end", |state| !state["replayed"].is_null())?;
    let hash = format!("{}", end.1);
    assert_eq!((state["replayed"][0].as_u64(), state["replayed"][1].as_str()), (Some(end.0), Some(&*hash)));
    other.is_quiet()?;
    Ok(())
}

pub fn bad_links_get_a_sentence(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    let long = format!("r1.{}", "A".repeat(70_000));
    let bad = [
        ("hello", "not one of Ropewalk's"),
        ("r1.AAAA", "damaged"),
        ("r1.%3Cscript%3Ealert(1)%3C/script%3E", "damaged"),
        ("%E0%A4%A", "not one of Ropewalk's"),
        (&long, "too long"),
    ];
    for (link, words) in bad {
        page.go(link)?;
        let what = format!("a sentence for {}", &link[..link.len().min(40)]);
        page.until(&what, |state| state["complaint"].as_str().is_some_and(|said| said.contains(words)))?;
        page.until("play", |state| state["step"].as_u64() > Some(10))?;
    }
    page.picture("bad link")?;
    page.is_quiet()?;
    Ok(())
}
