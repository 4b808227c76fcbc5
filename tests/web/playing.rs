//! Play with a mouse and keys.

use super::browser::DESKTOP;
use super::page::{Page, Place, Stroke, place};
use super::{Outcome, Stage};

fn open<'a>(stage: &'a Stage, scene: &str) -> Result<Page<'a>, String> {
    let page = Page::open(stage, DESKTOP, "")?;
    // From the panel, as a user would; the first scene is there from the start.
    if scene != "welcome" {
        page.click(page.control("Scenes")?, false)?;
        page.click(page.scrolled_to(&format!("scene.{scene}"))?, false)?;
        page.click(page.control("Build")?, false)?;
    }
    page.until(scene, |state| state["scene"] == scene)?;
    Ok(page)
}

fn shifted((x, y): Place, by: Place) -> Place {
    (x + by.0, y + by.1)
}

pub fn page_loads_from_one_origin_without_errors(stage: &Stage) -> Outcome {
    let page = Page::open_drawn(stage, DESKTOP, "")?;
    let before = page.state()?;
    let after = page.until("some steps", |state| state["step"].as_u64() > before["step"].as_u64().map(|s| s + 20))?;
    assert_eq!((after["scene"].as_str(), &after["complaint"]), (Some("welcome"), &serde_json::Value::Null));
    let foreign = page.browser.run(
        "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin) \
         && !n.startsWith('data:'))",
    )?;
    assert_eq!(foreign.as_array().map(Vec::len), Some(0), "{foreign}");
    let picture = page.picture("desktop")?;
    assert_eq!(picture.size, (1280, 800));
    assert!(picture.colours() > 500, "{} colours", picture.colours());
    page.is_quiet()?;
    Ok(())
}

pub fn mouse_drags_cuts_pins_and_undoes(stage: &Stage) -> Outcome {
    let page = open(stage, "first-rope")?;
    let last = page.state()?["points"].as_array().map_or(0, |points| points.len() - 1);
    // Paused, since the pointer has to meet the particles.
    page.key(" ", false)?;
    let at = page.point(last)?;
    let pin = Stroke { places: vec![at], button: 2 };
    page.mouse(&pin)?;
    page.until("a pin", |state| state["pinned"][last] == true)?;
    page.key("z", true)?;
    page.until("no pin", |state| state["pinned"][last] == false)?;
    // Across the rope, in its middle.
    let (a, b) = (page.point(last / 2)?, page.point(last / 2 + 1)?);
    let (middle, across) = (((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), (b.1 - a.1, a.0 - b.0));
    let stroke = [-0.5, 0.0, 0.5].map(|by| shifted(middle, (by * across.0, by * across.1)));
    page.mouse(&Stroke { places: stroke.to_vec(), button: 2 })?;
    let cut = page.until("a cut", |state| state["cut"].as_u64() > Some(0))?;
    page.picture("cut")?;
    page.key("z", true)?;
    page.until("no cut", |state| state["cut"] == 0 && state["links"].as_u64() > cut["links"].as_u64())?;
    // A drag, in motion.
    page.key(" ", false)?;
    let from = page.point(0)?;
    let places = (0..10).map(|i| shifted(from, (4.0 * f64::from(i), 4.0 * f64::from(i)))).collect();
    let edits = page.state()?["edits"].clone();
    page.mouse(&Stroke { places, button: 0 })?;
    page.until("an edit", |state| state["edits"].as_u64() > edits.as_u64() && state["grabs"] == 0)?;
    page.is_quiet()?;
    Ok(())
}

pub fn panel_and_keys_work(stage: &Stage) -> Outcome {
    let page = Page::open_drawn(stage, DESKTOP, "")?;
    // Keys without a meaning, which the loader must not report either.
    for code in ["MetaLeft", "IntlBackslash", "AudioVolumeUp", ""] {
        for kind in ["rawKeyDown", "keyUp"] {
            let key = serde_json::json!({ "type": kind, "key": "Unidentified", "code": code });
            page.browser.devtools("Input.dispatchKeyEvent", key)?;
        }
    }
    page.key("2", false)?;
    page.until("scissors", |state| state["tool"] == "Scissors")?;
    // Keys of other layouts: by what they print, else by their place.
    for (key, code, tool) in [("q", "KeyA", "Circle"), ("\u{e9}", "Digit2", "Scissors"), ("\u{434}", "KeyL", "Block")] {
        for kind in ["rawKeyDown", "keyUp"] {
            let key = serde_json::json!({ "type": kind, "key": key, "code": code });
            page.browser.devtools("Input.dispatchKeyEvent", key)?;
        }
        page.until(tool, |state| state["tool"] == tool)?;
    }
    page.key("\u{e00f}", false)?; // Page Down
    page.until("the next scene", |state| state["scene"] == "tearable-curtain")?;
    page.key("m", false)?;
    page.frames(30)?;
    let with = page.picture("plots")?;
    page.key("m", false)?;
    page.frames(5)?;
    let without = page.picture("no plots")?;
    assert!(with.colours() != without.colours(), "the plots are seen");
    // The bar at the lower edge: back to its beginning, which stops the play.
    page.click(page.control("pause")?, false)?;
    page.until("a pause", |state| state["paused"] == true)?;
    page.is_quiet()?;
    Ok(())
}

pub fn animation_and_picture_are_downloads(stage: &Stage) -> Outcome {
    let page = Page::open_drawn(stage, DESKTOP, "")?;
    page.key("\u{e032}", false)?; // F2
    let picture = std::fs::read(page.download("png")?)?;
    assert!(picture.starts_with(b"\x89PNG"), "a picture");
    page.key("\u{e035}", false)?; // F5, which does not load the page again
    page.frames(20)?;
    page.key("\u{e035}", false)?;
    let animation = std::fs::read(page.download("gif")?)?;
    assert!(animation.starts_with(b"GIF89a"), "an animation");
    let state = page.state()?;
    assert!(place(&state, 0).is_ok() && state["step"].as_u64() > Some(10), "the page is the same");
    page.is_quiet()?;
    Ok(())
}
