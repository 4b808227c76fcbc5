//! The font of the interface: the same file in a window and in a browser.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, RawInput, Ui, epaint::ClippedShape};

use super::{InputDevice, TouchTargets, UiTheme};
use crate::view::Theme;

/// egui's name of the font.
const NAME: &str = "Ubuntu-Light";

/// A context of egui with the font, and with colours and sizes as at the start of a window.
pub fn new_context() -> Context {
    let context = Context::default();
    let mut fonts = FontDefinitions::empty();
    fonts.font_data.insert(NAME.to_owned(), Arc::new(FontData::from_static(epaint_default_fonts::UBUNTU_LIGHT)));
    fonts.families.values_mut().for_each(|family| family.push(NAME.to_owned()));
    context.set_fonts(fonts);
    UiTheme::of(Theme::Dark).apply(&context, Theme::Dark);
    TouchTargets::of(InputDevice::Mouse).apply(&context);
    context
}

/// Lays out a frame that nobody paints, for tests and benches. Returns its shapes.
pub fn lay_out(context: &Context, input: RawInput, show: impl FnMut(&mut Ui)) -> Vec<ClippedShape> {
    let mut output = context.run_ui(input, show);
    output.textures_delta.clear();
    output.shapes
}

#[cfg(test)]
mod tests {
    use egui::{Color32, FontId};

    use super::*;

    #[test]
    fn letters_have_their_widths_and_are_drawn() {
        let context = new_context();
        lay_out(&context, RawInput::default(), |_| ());
        let font = FontId::proportional(20.0);
        context.fonts_mut(|fonts| {
            let ink = |fonts: &mut egui::epaint::text::FontsView| {
                fonts.image().pixels.iter().map(|pixel| u64::from(pixel.a())).sum::<u64>()
            };
            // Latin, Greek, Cyrillic, signs.
            for character in "WÄžßΩжЯ0%+−·²".chars() {
                assert!(fonts.has_glyph(&font, character), "no {character}");
                let before = ink(fonts);
                let galley = fonts.layout_no_wrap(character.to_string(), font.clone(), Color32::WHITE);
                assert!((2.0..30.0).contains(&galley.size().x), "{character}: {}", galley.size().x);
                assert!(ink(fonts) > before + 255, "{character} is not drawn");
            }
            let width = |fonts: &mut egui::epaint::text::FontsView, character| fonts.glyph_width(&font, character);
            assert!(width(fonts, 'W') > 1.4 * width(fonts, 'n') && width(fonts, 'n') > 1.8 * width(fonts, 'i'));
        });
    }

    #[test]
    fn cursor_jumps_over_words_with_marks_and_apostrophes() {
        use egui::text::{CCursor, CharIndex};
        use egui::text_selection::text_cursor_state::{ccursor_next_word, ccursor_previous_word};

        let cases = [
            ("rope_1, net", 0, 6),
            ("cafe\u{301} net", 0, 5),
            ("don't go", 0, 5),
            ("  \u{436}\u{451}\u{43b}\u{442}\u{44b}\u{439} x", 0, 8),
            ("red", 1, 3),
        ];
        for (text, from, to) in cases {
            assert_eq!(
                ccursor_next_word(text, CCursor::new(CharIndex(from))).index,
                CharIndex(to),
                "{text}, from {from}"
            );
        }
        for (text, from, to) in [("red rope", 8, 4), ("red rope", 4, 0), ("a cafe\u{301}", 7, 2), ("", 0, 0)] {
            assert_eq!(
                ccursor_previous_word(text, CCursor::new(CharIndex(from))).index,
                CharIndex(to),
                "{text}, back from {from}"
            );
        }
    }
}
