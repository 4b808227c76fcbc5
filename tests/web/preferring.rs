//! Users whose system asks for less motion, more contrast or a light background, and users without a mouse.

use super::page::{CTRL, Page};
use super::{Outcome, Stage};

const SHIFT: &str = "\u{e008}";
const ENTER: &str = "\u{e007}";
const HOME: &str = "\u{e011}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const F6: &str = "\u{e036}";

/// Media features of a system, and their values.
type Media = &'static [(&'static str, &'static str)];

pub fn system_preferences_hold_until_the_user_chooses(stage: &Stage) -> Outcome {
    let cases: [(Media, &str, bool); 3] = [
        (&[("prefers-contrast", "more"), ("prefers-reduced-motion", "reduce")], "Contrast", true),
        (&[("prefers-color-scheme", "light")], "Light", false),
        (&[("prefers-color-scheme", "dark")], "Dark", false),
    ];
    for (media, theme, less_motion) in cases {
        let page = Page::open_asking(stage, media)?;
        let state = page.state()?;
        page.picture(theme)?;
        assert_eq!((state["theme"].as_str(), &state["less_motion"]), (Some(theme), &less_motion.into()), "{media:?}");
        if theme == "Dark" {
            page.key("t", false)?;
            page.until("the next theme", |state| state["theme"] == "Light")?;
            page.ask(&[("prefers-contrast", "more"), ("prefers-reduced-motion", "reduce")])?;
            page.go("")?;
            let again = page.state()?;
            assert_eq!((again["theme"].as_str(), &again["less_motion"]), (Some("Light"), &true.into()), "{again}");
        }
        page.is_quiet()?;
    }
    Ok(())
}

pub fn keys_alone_take_cut_undo_and_rewind(stage: &Stage) -> Outcome {
    let page = Page::open_asking(stage, &[])?;
    page.browser.leave()?;
    page.browser.go(&format!("{}?scene=scissor-net", stage.home))?;
    page.ready()?;
    page.until("some steps", |state| state["step"].as_u64() > Some(10))?;
    page.key(" ", false)?;
    // The first shows the cursor, at the point in the middle of the picture.
    page.key(ENTER, false)?;
    page.key(RIGHT, true)?;
    page.key(ENTER, false)?;
    page.until("a grab", |state| state["grabs"] == 1)?;
    page.chord(&[UP], 500)?;
    page.key(ENTER, false)?;
    page.until("no grab", |state| state["grabs"] == 0)?;
    // Scissors, through the net.
    page.key("2", false)?;
    page.key(ENTER, false)?;
    page.chord(&[DOWN], 900)?;
    page.key(ENTER, false)?;
    page.picture("cut by keys")?;
    let cut = page.until("a cut", |state| state["cut"].as_u64() > Some(0))?;
    page.key("z", true)?;
    page.until("no cut", |state| state["cut"] == 0 && state["links"].as_u64() > cut["links"].as_u64())?;
    // The time bar, to the start of the session.
    page.chord(&[CTRL, SHIFT, F6], 50)?;
    page.key(HOME, false)?;
    page.until("the start", |state| state["step"] == 0)?;
    page.is_quiet()?;
    Ok(())
}
