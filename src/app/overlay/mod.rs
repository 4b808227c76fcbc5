//! The interface over the picture: status line, hint, help. It shows what it is given and decides nothing.

mod berth;
mod help;
mod hint;
mod status;

pub use berth::{Berth, SAMPLES, Side};
pub use help::help;
pub use hint::{Hint, hint, is_low};
pub use status::{Status, status_line};

use egui_macroquad::egui::{Area, Color32, Context, FontId, Frame, Label, Margin, Pos2, RichText, Ui, vec2};

use super::skin::Skin;

/// Text size of the line, points.
const TEXT: f32 = 13.0;

/// A few words beside the pointer, `at` (points): how large what is being drawn is.
pub fn tag(context: &Context, at: Pos2, text: &str, skin: &Skin) {
    let area = Area::new("tag".into()).fixed_pos(at + vec2(16.0, 12.0)).constrain_to(context.available_rect());
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(skin.glass).corner_radius(5.0).inner_margin(Margin::symmetric(7, 3)).show(ui, |ui| {
            in_one_line(ui, text, skin);
        });
    });
}

/// What a weight weighs, beside it.
pub fn scales(context: &Context, at: Pos2, words: &str, skin: &Skin) {
    let area = Area::new("scales".into()).constrain_to(context.available_rect()).fixed_pos(at + vec2(18.0, 14.0));
    area.interactable(false).show(context, |ui| {
        Frame::NONE.fill(skin.glass).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3)).show(ui, |ui| {
            in_one_line(ui, words, skin);
        });
    });
}

/// An area is laid out in the room that it took in the frame before: a text that gets longer would be wrapped in that.
fn in_one_line(ui: &mut Ui, text: &str, skin: &Skin) {
    ui.add(Label::new(RichText::new(text).color(skin.bright).size(TEXT)).extend());
}

/// Of a text in one line, points.
fn width(ui: &Ui, text: &str, size: f32) -> f32 {
    let font = FontId::proportional(size);
    ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x)
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{RawInput, Rect, Shape};

    use super::*;
    use crate::view::Theme;

    #[test]
    fn what_a_weight_weighs_stays_in_one_line_as_it_gets_longer() {
        let (context, skin) = (Context::default(), Skin::of(Theme::Light));
        let show: [fn(&Context, &str, &Skin); 2] = [
            |context, words, skin| scales(context, Pos2::new(300.0, 300.0), words, skin),
            |context, words, skin| tag(context, Pos2::new(300.0, 300.0), words, skin),
        ];
        for show in show {
            for (frame, words) in ["1 g", "1 g", "20 kg   1000 : 1", "20 kg   1000 : 1"].into_iter().enumerate() {
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0)));
                let input = RawInput { screen_rect, ..RawInput::default() };
                let shapes = context.run(input, |context| show(context, words, &skin)).shapes;
                let rows = shapes.iter().filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) => Some(text.galley.rows.len()),
                    _ => None,
                });
                // In its first frame an area is measured and not yet seen.
                let expected: &[usize] = if frame == 0 { &[] } else { &[1] };
                assert_eq!(rows.collect::<Vec<_>>(), expected, "{words}");
            }
        }
    }
}
