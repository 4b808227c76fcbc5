//! Users whose system asks for less motion, more contrast or a light background.

use super::page::Page;
use super::{Outcome, Stage};

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
