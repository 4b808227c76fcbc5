//! The hint of a scene, and the steps of the tutorial.

use std::borrow::Cow;

use egui::{
    Align2, Area, Color32, FontId, Frame, Id, Label, Margin, Rect, RichText, Sense, Stroke, Ui, Vec2, pos2,
    text::LayoutJob, vec2,
};

use super::Edge;
use crate::app::style::{self, UiTheme};
use crate::app::ui::free_part::is_low;
use crate::app::widgets::{icons, text_size};

/// The hint of a scene, with the tutorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Title of the scene.
    pub title: String,
    /// Suggestions for the scene.
    pub text: String,
    /// Opacity of both, 0 to 1.
    pub opacity: f32,
    /// The steps of the tutorial and whether each is done; `None` once all are.
    pub lessons: Option<[(&'static str, bool); 3]>,
}

/// Shows the hint in the middle of an edge of a free part, and below it the steps of the tutorial. A low window has
/// the hint without its title, and the tutorial after it; a narrow one has only the tutorial. Returns its size, points,
/// if it is shown.
pub fn hint(root: &Ui, hint: &Hint, free: Rect, edge: Edge, theme: &UiTheme) -> Option<Vec2> {
    if free.width() < NARROWEST {
        return None;
    }
    let is_low = is_low(free);
    let (place, away) = match edge {
        Edge::Top => (Align2::CENTER_TOP, 8.0),
        Edge::Bottom => (Align2::CENTER_BOTTOM, if is_low { -6.0 } else { -8.0 }),
    };
    let area = Area::new(Id::unique("hint")).constrain_to(free).anchor(place, vec2(0.0, away));
    let shown = area.interactable(false).show(root.ctx(), |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let widest = if is_low { free.width() - 40.0 } else { free.width() - 60.0 };
        let cards = Cards { is_low, widest, theme };
        let shows_text = hint.opacity > 0.0 && free.width() >= NARROW;
        if shows_text {
            cards.text(ui, hint);
        }
        if let Some(lessons) = hint.lessons.filter(|_| !(is_low && shows_text)) {
            cards.lessons(ui, lessons);
        }
    });
    Some(shown.response.rect.size())
}

/// The cards of the hint.
struct Cards<'a> {
    is_low: bool,
    /// Largest width of their content, points.
    widest: f32,
    theme: &'a UiTheme,
}

impl Cards<'_> {
    /// A card in the middle, with an opacity and a width of its own.
    fn card(&self, ui: &mut Ui, opacity: f32, width: f32, content: impl FnOnce(&mut Ui)) {
        let frame = Frame::NONE.fill(self.theme.glass.gamma_multiply(opacity)).corner_radius(8.0);
        ui.vertical_centered(|ui| {
            frame.inner_margin(Margin::symmetric(14, 5)).show(ui, |ui| {
                ui.set_width(width.min(self.widest));
                ui.spacing_mut().item_spacing.y = 1.0;
                content(ui);
            });
        });
    }

    /// Title and text of the scene's hint.
    fn text(&self, ui: &mut Ui, hint: &Hint) {
        let text = style::keep_numbers_together(&style::for_device(&hint.text, style::input_device(ui.ctx())));
        let title_width = if self.is_low { 0.0 } else { padded_width(ui, &hint.title, 16.0) };
        let width = title_width.max(padded_width(ui, &text, 13.0));
        let fade = |colour: Color32| colour.gamma_multiply(hint.opacity);
        self.card(ui, hint.opacity, width, |ui| {
            ui.vertical_centered(|ui| {
                if !self.is_low {
                    let title = RichText::new(&hint.title).color(fade(self.theme.bright)).size(16.0).strong();
                    ui.add(Label::new(title).truncate());
                }
                // A file may have a text of any length, which must not hide the scene.
                let (font, colour) = (FontId::proportional(13.0), fade(self.theme.text));
                let mut job = LayoutJob::simple(text, font, colour, ui.available_width());
                job.wrap.max_rows = MAX_ROWS;
                ui.label(job);
            });
        });
    }

    /// The steps of the tutorial: in one line; below each other where that is too wide; or only the next one.
    fn lessons(&self, ui: &mut Ui, lessons: [(&str, bool); 3]) {
        let device = style::input_device(ui.ctx());
        let lessons = lessons.map(|(text, done)| (style::for_device(text, device), done));
        let width_of = |lessons: &[(Cow<str>, bool)]| -> f32 {
            lessons.iter().map(|(text, _)| padded_width(ui, text, 12.0) + LESSON).sum()
        };
        let fits_in_line = width_of(&lessons) <= self.widest;
        let longest = lessons.iter().map(|lesson| width_of(std::slice::from_ref(lesson))).fold(0.0, f32::max);
        let next = lessons.iter().position(|(_, done)| !done).unwrap_or(0);
        let shows_all = fits_in_line || (!self.is_low && longest <= self.widest);
        let shown = if shows_all { &lessons[..] } else { &lessons[next..=next] };
        let width = if fits_in_line || !shows_all { width_of(shown) } else { longest };
        self.card(ui, 1.0, width, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let content = |ui: &mut Ui| {
                for (text, done) in shown {
                    lesson(ui, text, *done, self.theme);
                }
            };
            if fits_in_line {
                ui.horizontal(content)
            } else {
                ui.vertical(content)
            };
        });
    }
}

/// Width of a text with room for rounding, points.
fn padded_width(ui: &Ui, text: &str, size: f32) -> f32 {
    text_size(ui.ctx(), text, size).x + 2.0
}

/// Maximum number of lines of a hint.
const MAX_ROWS: usize = 6;

/// Width of a step of the tutorial without its text, points.
const LESSON: f32 = 36.0;

/// Below this width of the free part, points, only the tutorial is shown, and the help covers the panel.
pub(super) const NARROW: f32 = 240.0;
/// Below this width of the free part, points, no hint is shown: it would hide the scene.
const NARROWEST: f32 = 100.0;

/// A step of the tutorial, with a checkbox.
fn lesson(ui: &mut Ui, text: &str, done: bool, theme: &UiTheme) {
    let ink = if done { theme.dim } else { theme.text };
    // Wrapped if the card is narrower than the text.
    let room = ui.available_width() - LESSON + 2.0;
    let galley = ui.fonts_mut(|fonts| fonts.layout(text.to_owned(), FontId::proportional(12.0), ink, room));
    let height = galley.size().y.max(17.0);
    let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + LESSON, height), Sense::hover());
    let tick = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), Vec2::splat(11.0));
    let line = if done { theme.bright } else { theme.dim };
    ui.painter().rect_stroke(tick, 2.0, Stroke::new(1.0, line), egui::StrokeKind::Inside);
    if done {
        icons::tick(ui.painter(), tick.shrink(1.5), theme.bright);
    }
    ui.painter().galley(pos2(tick.right() + 6.0, rect.center().y - 0.5 * galley.size().y), galley, ink);
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;
    use crate::app::style::{lay_out, new_context};

    #[test]
    fn long_hint_takes_only_a_part_of_the_window() {
        for (title, text) in [("W".repeat(3_000), "W ".repeat(3_000)), ("line\n".repeat(99), "line\n".repeat(99))] {
            let (context, hint) = (new_context(), Hint { title, text, opacity: 1.0, lessons: None });
            let mut size = None;
            for _ in 0..3 {
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(988.0, 772.0)));
                let input = egui::RawInput { screen_rect, ..Default::default() };
                lay_out(&context, input, |root| {
                    size = super::hint(root, &hint, root.max_rect(), Edge::Top, &UiTheme::of(crate::view::Theme::Dark));
                });
            }
            let size = size.expect("the widget is shown");
            assert!(size.y < 160.0 && size.x <= 988.0, "{size}");
        }
    }
}
