//! The help: all controls, in a window over the picture.

use egui::{
    Align2, Frame, Grid, Key, Margin, RichText, ScrollArea, Ui, Vec2, Window, scroll_area::ScrollSource,
    style::ScrollStyle, vec2,
};

use super::{free, hint::NARROW};
use crate::app::actions::{CONTROLS, Control, TOUCH_CONTROLS};
use crate::app::style::{self, InputDevice, UiTheme};
use crate::app::widgets::text_size;

/// Shows the help. Returns whether it stays open.
pub fn help(root: &Ui, theme: &UiTheme) -> bool {
    let mut open = true;
    // Beside the panel if there is room for a line, else over it.
    let (context, beside) = (root.ctx(), free(root));
    let free = if beside.width() < 2.0 * NARROW { context.content_rect() } else { beside };
    let window = Frame::window(&context.global_style()).fill(theme.solid);
    // A low window has smaller margins.
    let is_roomy = free.height() >= ROOMY;
    let (margin, around, gap) = if is_roomy { (14, 120.0, 4.0) } else { (8, 76.0, 0.0) };
    Window::new(RichText::new("Controls").color(theme.bright))
        .open(&mut open)
        .frame(window.inner_margin(Margin::same(margin)))
        .constrain_to(free)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .collapsible(false)
        .auto_sized()
        .show(context, |ui| {
            let (tallest, widest) = (free.height() - around, free.width() - 60.0);
            // A visible scroll bar: a row that is cut off does not show that more follow.
            ui.spacing_mut().scroll =
                ScrollStyle { foreground_color: true, fade: ui.spacing().scroll.fade, ..ScrollStyle::solid() };
            let size = if is_roomy { 13.0 } else { 12.0 };
            ScrollArea::both()
                .scroll_source(ScrollSource::ALL)
                .max_height(tallest)
                .max_width(widest)
                .show(ui, |ui| table(ui, widest, (gap, size), theme));
        });
    open && !context.input(|input| input.key_pressed(Key::Enter))
}

/// Gap between the two columns, points.
const GAP: f32 = 24.0;

/// Width of the scroll bar, points.
const BAR: f32 = 16.0;

/// Height of a window that has room for the whole table, points.
const ROOMY: f32 = 760.0;

/// All controls in a width, with a gap between rows and a font size, points.
fn table(ui: &mut Ui, width: f32, (gap, size): (f32, f32), theme: &UiTheme) {
    let controls = if style::input_device(ui.ctx()) == InputDevice::Fingers { TOUCH_CONTROLS } else { &CONTROLS };
    // Only the second column is wrapped: inputs are short.
    let first = controls.iter().map(|control| text_size(ui.ctx(), control.input, size).x).fold(0.0, f32::max);
    let column = (width - first.min(0.45 * width) - GAP - BAR).max(80.0);
    // No higher than the font: nothing in a row is pressed.
    let grid = Grid::new("controls").num_columns(2).max_col_width(column).min_row_height(size + 2.0);
    grid.striped(true).spacing(vec2(GAP, gap)).show(ui, |ui| {
        for Control { input, effect, .. } in controls {
            ui.label(RichText::new(*input).color(theme.bright).size(size));
            ui.label(RichText::new(style::keep_numbers_together(effect)).color(theme.text).size(size));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, RawInput, Rect, Shape, epaint::ClippedShape};

    use super::*;
    use crate::app::style::{TouchTargets, lay_out, new_context};
    use crate::view::Theme;

    /// The shapes of the help in a window of a size, points.
    fn help_in(size: Vec2) -> Vec<ClippedShape> {
        let context = new_context();
        let input = || RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
        let draw = || lay_out(&context, input(), |root| assert!(help(root, &UiTheme::of(Theme::Dark))));
        // A window and a scroll area know their sizes from the frames before.
        (0..4).for_each(|_| drop(draw()));
        draw()
    }

    /// The texts among shapes, each with its clip rectangle and its place.
    fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect, Rect)> {
        let text = |clipped: &ClippedShape| match &clipped.shape {
            Shape::Text(text) => {
                Some((text.galley.text().to_owned(), clipped.clip_rect, clipped.shape.visual_bounding_rect()))
            }
            _ => None,
        };
        shapes.iter().filter_map(text).collect()
    }

    #[test]
    fn whole_help_is_visible_at_800_by_600() {
        for size in [
            vec2(800.0, 600.0 - TouchTargets::of(InputDevice::Mouse).status_line),
            vec2(960.0, 740.0),
            vec2(1_920.0, 1_080.0),
        ] {
            let texts = texts(&help_in(size));
            assert!(texts.len() > 2 * CONTROLS.len(), "{} texts", texts.len());
            for (text, seen, place) in texts {
                assert!(seen.expand(1.0).contains_rect(place), "{size}: {text:?} at {place} is cut off by {seen}");
            }
        }
    }
}
