//! Touch gestures.

use std::time::Duration;

use super::browser::{Device, LANDSCAPE, PORTRAIT};
use super::page::{Page, Place, Stroke, place};
use super::{Outcome, Stage};

fn finger(places: &[Place]) -> Stroke {
    Stroke { places: places.to_vec(), button: 0 }
}

fn open(stage: &Stage, device: Device) -> Result<Page<'_>, String> {
    let page = Page::open(stage, device, "")?;
    page.until("some steps", |state| state["step"].as_u64() > Some(10))?;
    Ok(page)
}

fn distance(a: Place, b: Place) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Two visible particles far enough apart for two fingers.
fn two_points(page: &Page) -> Result<[usize; 2], String> {
    let state = page.state()?;
    let count = state["points"].as_array().map_or(0, Vec::len);
    let pinned = |index: usize| state["pinned"][index] == true;
    let first = (0..count).find(|&index| !pinned(index)).ok_or("all are pinned")?;
    let at = place(&state, first)?;
    let mut others = (0..count).filter(|&index| !pinned(index));
    let far = |other: Place| distance(at, other) > 90.0;
    let second = others.find(|&index| place(&state, index).is_ok_and(far)).ok_or("all are near")?;
    Ok([first, second])
}

pub fn fingers_drag_a_particle_each(stage: &Stage) -> Outcome {
    let page = open(stage, LANDSCAPE)?;
    let points = two_points(&page)?;
    let state = page.state()?;
    // Down, and not up: the protocol's other form lets the pointers be counted.
    let at = points.map(|index| place(&state, index).unwrap_or((0.0, 0.0)));
    let down = at.iter().enumerate().map(|(id, (x, y))| serde_json::json!({ "x": x, "y": y, "id": id }));
    let touch = |kind: &str, points: serde_json::Value| {
        page.browser.devtools("Input.dispatchTouchEvent", serde_json::json!({ "type": kind, "touchPoints": points }))
    };
    touch("touchStart", down.collect())?;
    page.until("two grabs", |state| state["grabs"] == 2)?;
    let moved = at.iter().enumerate().map(|(id, (x, y))| serde_json::json!({ "x": x + 15.0, "y": y + 15.0, "id": id }));
    touch("touchMove", moved.collect())?;
    page.frames(5)?;
    page.picture("two fingers")?;
    touch("touchEnd", serde_json::json!([]))?;
    page.until("no grab", |state| state["grabs"] == 0)?;
    page.is_quiet()?;
    Ok(())
}

pub fn two_fingers_on_nothing_pan_and_zoom(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    let before = page.state()?;
    // Below everything there is.
    let (a, b) = ((150.0, 700.0), (240.0, 700.0));
    let apart = |by: f64| {
        (finger(&[a, (a.0 - by / 2.0, a.1), (a.0 - by, a.1)]), finger(&[b, (b.0 + by / 2.0, b.1), (b.0 + by, b.1)]))
    };
    let (left, right) = apart(45.0);
    page.fingers(&[left, right])?;
    let metre = |state: &serde_json::Value| state["metre"].as_f64().unwrap_or(0.0);
    let zoomed = page.until("a zoom", |state| metre(state) > 1.8 * metre(&before))?;
    assert_eq!((&zoomed["grabs"], &zoomed["edits"]), (&before["edits"], &before["edits"]), "nothing was done");
    assert!(metre(&zoomed) < 2.2 * metre(&before), "as far as the fingers went");
    let at = |state: &serde_json::Value| place(state, 0).unwrap_or((f64::NAN, f64::NAN));
    let from = at(&zoomed);
    page.fingers(&[
        finger(&[a, (a.0, a.1 - 50.0), (a.0, a.1 - 100.0)]),
        finger(&[b, (b.0, b.1 - 50.0), (b.0, b.1 - 100.0)]),
    ])?;
    page.until("a pan", |state| (at(state).1 - from.1 + 100.0).abs() < 12.0)?;
    let view =
        page.browser.run("const v = visualViewport; return [v.scale, v.pageLeft, v.pageTop, scrollX, scrollY]")?;
    assert_eq!(view, serde_json::json!([1, 0, 0, 0, 0]), "the page itself neither scrolls nor zooms");
    page.is_quiet()?;
    Ok(())
}

pub fn double_tap_pins(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    page.key(" ", false)?;
    page.until("a pause", |state| state["paused"] == true)?;
    let [index, _] = two_points(&page)?;
    let at = page.point(index)?;
    // Two taps that are seconds apart, and many frames, are no double tap.
    for _ in 0..2 {
        page.fingers(&[finger(&[at])])?;
        page.frames(60)?;
        std::thread::sleep(Duration::from_secs(2));
    }
    assert!(page.state()?["pinned"][index] == false, "two taps have pinned it");
    page.double_tap(at)?;
    page.until("a pin", |state| state["pinned"].as_array().is_some_and(|all| all[index] == true))?;
    page.is_quiet()?;
    Ok(())
}

pub fn phone_rotation_keeps_the_scene(stage: &Stage) -> Outcome {
    let page = Page::open_drawn(stage, PORTRAIT, "")?;
    page.until("some steps", |state| state["step"].as_u64() > Some(10))?;
    let sizes = |state: &serde_json::Value| (state["window"][0].as_f64(), state["window"][1].as_f64());
    assert_eq!(sizes(&page.state()?), (Some(780.0), Some(1688.0)), "two pixels of the screen to one of the page");
    assert!(page.picture("portrait")?.colours() > 300);
    page.browser.resize(LANDSCAPE)?;
    page.until("the other size", |state| sizes(state) == (Some(1688.0), Some(780.0)))?;
    page.frames(10)?;
    assert!(page.picture("landscape")?.colours() > 300);
    page.browser.resize(PORTRAIT)?;
    page.until("the first size", |state| sizes(state) == (Some(780.0), Some(1688.0)))?;
    page.is_quiet()?;
    Ok(())
}

pub fn name_is_typed_on_a_touch_keyboard(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    page.click(page.control("unfold")?, true)?;
    page.frames(5)?;
    page.picture("panel on a phone")?;
    page.click(page.control("save")?, true)?;
    page.click(page.control("file name")?, true)?;
    super::browser::wait("the field that brings the keyboard", || {
        let focused = page.browser.run("return document.activeElement.id")?;
        Ok((focused == "typed").then_some(()))
    })?;
    // As a touch keyboard does: a word that it changes, and keys with a name and no position.
    let composes = |text: &str| {
        let ends = text.chars().count();
        let word = serde_json::json!({ "text": text, "selectionStart": ends, "selectionEnd": ends });
        page.browser.devtools("Input.imeSetComposition", word).and_then(|_| page.frames(2))
    };
    for text in ["X", "Xa", "Xab", "Xyz"] {
        composes(text)?;
    }
    page.browser.devtools("Input.insertText", serde_json::json!({ "text": "Xyz" }))?;
    page.browser.devtools("Input.insertText", serde_json::json!({ "text": "qq" }))?;
    for _ in 0..2 {
        for kind in ["rawKeyDown", "keyUp"] {
            let key = serde_json::json!({ "type": kind, "key": "Backspace", "code": "", "windowsVirtualKeyCode": 8 });
            page.browser.devtools("Input.dispatchKeyEvent", key)?;
        }
    }
    page.frames(5)?;
    page.picture("keyboard")?;
    // The controls that it covers appear and disappear.
    page.browser.resize(Device { size: (390, 480), ..PORTRAIT })?;
    page.frames(5)?;
    page.picture("with a keyboard")?;
    page.browser.resize(PORTRAIT)?;
    page.click(page.control("The session")?, true)?;
    page.click(page.control("save")?, true)?;
    let path = page.download("ron")?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    assert!(name.ends_with("eXyz.ron"), "each letter once, behind the scene's name: {name}");
    page.is_quiet()?;
    Ok(())
}

pub fn buttons_are_large_and_stay_in_place(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    let place = |name: &str| page.browser.run(&format!("return ropewalk.place('{name}')"));
    page.click(page.control("unfold")?, true)?;
    page.control("fold")?;
    let all = "fold help open save tool.Grab tool.Wind pause step back slower faster Tools gravity.size \
               gravity.reverse gravity.reset undo redo bar status.help";
    let assert_large = |name: &str| -> Outcome {
        let rect = place(name)?;
        let side = rect[2].as_f64().unwrap_or(0.0).min(rect[3].as_f64().unwrap_or(0.0));
        assert!(side >= 40.0, "{name} is at {rect}");
        Ok(())
    };
    all.split_whitespace().try_for_each(assert_large)?;
    // The bar at the lower edge may change meanwhile: a tap must not land on another button.
    let steady = || -> Result<_, String> { Ok([place("undo")?, place("bar")?, place("redo")?]) };
    let before = steady()?;
    for control in ["tool.Scissors", "slower", "pause"] {
        page.click(page.control(control)?, true)?;
        assert_eq!(steady()?, before, "after {control}");
    }
    // An option of the tool that was chosen.
    page.control("scissors")?;
    assert_large("scissors")?;
    page.is_quiet()?;
    Ok(())
}

pub fn long_touch_selects_and_the_bar_acts(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    page.click(page.control("strip.pause")?, true)?;
    page.until("a pause", |state| state["paused"] == true)?;
    let links = page.state()?["links"].as_u64();
    let [index, _] = two_points(&page)?;
    let (x, y) = page.point(index)?;
    let touch = |kind: &str, points: serde_json::Value| {
        page.browser.devtools("Input.dispatchTouchEvent", serde_json::json!({ "type": kind, "touchPoints": points }))
    };
    touch("touchStart", serde_json::json!([{ "x": x, "y": y, "id": 0 }]))?;
    // The bar appears under the resting finger.
    page.control("Copy")?;
    touch("touchEnd", serde_json::json!([]))?;
    page.until("no finger", |state| state["fingers"] == serde_json::json!([]))?;
    page.picture("selected by a finger")?;
    for control in ["Delete", "Cut", "Copy", "Duplicate", "Mirror", "Add", "All", "Done"] {
        let rect = page.browser.run(&format!("return ropewalk.place('{control}')"))?;
        let side = rect[2].as_f64().unwrap_or(0.0).min(rect[3].as_f64().unwrap_or(0.0));
        assert!(side >= 40.0, "{control} is at {rect}");
    }
    page.click(page.control("Copy")?, true)?;
    page.click(page.control("Paste")?, true)?;
    page.until("a copy", |state| state["links"].as_u64() > links)?;
    let edits = page.state()?["edits"].as_u64();
    page.click(page.control("Mirror")?, true)?;
    page.until("a mirrored copy", |state| state["edits"].as_u64() > edits)?;
    page.click(page.control("Delete")?, true)?;
    page.until("no copy", |state| state["links"].as_u64() == links)?;
    page.click(page.control("undo")?, true)?;
    page.until("the copy again", |state| state["links"].as_u64() > links)?;
    for _ in 0..2 {
        page.click(page.control("undo")?, true)?;
    }
    page.until("the beginning", |state| state["links"].as_u64() == links)?;
    page.is_quiet()?;
    Ok(())
}

pub fn swipe_over_controls_scrolls_and_changes_nothing(stage: &Stage) -> Outcome {
    let page = open(stage, PORTRAIT)?;
    page.click(page.control("unfold")?, true)?;
    let (x, _) = page.control("gravity")?;
    let edits = page.state()?["edits"].clone();
    // It rests before it is lifted: nothing glides.
    let swipe = |(x, y): Place, by: [f64; 3]| {
        page.fingers(&[finger(&[0.0, by[0], by[1], by[2], by[2], by[2], by[2]].map(|by| (x, y + by)))])
    };
    // The dial stands at the panel's lower edge at first, or below it.
    swipe((x + 75.0, 500.0), [-60.0, -120.0, -180.0])?;
    let (x, y) = page.control("gravity")?;
    swipe((x + 75.0, y), [-35.0, -70.0, -105.0])?;
    let moved = page.control("gravity")?;
    assert!(moved.1 < y - 60.0, "the panel scrolls beside the dial: from {y} to {}", moved.1);
    swipe(page.control("gravity.size")?, [20.0, 40.0, 60.0])?;
    let (x, y) = page.control("gravity")?;
    assert!(y > moved.1 + 30.0, "and over a field: from {} to {y}", moved.1);
    assert_eq!(page.state()?["edits"], edits, "gravity is as it was");
    // The dial follows a drag in any direction.
    page.fingers(&[finger(&[(x, y), (x, y + 20.0), (x, y + 40.0)])])?;
    page.until("another gravity", |state| state["edits"].as_u64() > edits.as_u64())?;
    page.is_quiet()?;
    Ok(())
}
