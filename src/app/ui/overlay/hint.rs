//! What to try, and what a new user has still to learn.

use std::borrow::Cow;

use egui_macroquad::egui::{
    Align2, Area, Color32, Context, FontId, Frame, Label, Margin, Rect, RichText, Sense, Stroke, Ui, Vec2, pos2,
    text::LayoutJob, vec2,
};

use super::{Edge, width};
use crate::app::{
    style::{self, UiTheme},
    widgets::icons,
};

/// What to try, near the upper edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Its first words, larger.
    pub title: String,
    /// What it says.
    pub text: String,
    /// How visible both are, 0 to 1: they fade away.
    pub strength: f32,
    /// What a new user has still to try, and what is done; `None` once all of it is.
    pub lessons: Option<[(&'static str, bool); 3]>,
}

/// What to try in this scene, in the middle of the free part's upper or lower edge; below it what a new user has still to
/// try. In a low window without its title and one thing after the other; in a narrow one only what has still to be tried.
/// Returns its size, points, where there is room for it.
pub fn hint(context: &Context, hint: &Hint, side: Edge, theme: &UiTheme) -> Option<Vec2> {
    let free = context.available_rect();
    let (low, narrow) = (is_low(free), free.width() < NARROW);
    if free.width() < NARROWEST {
        return None;
    }
    let (place, away) = match side {
        Edge::Top => (Align2::CENTER_TOP, 8.0),
        Edge::Bottom => (Align2::CENTER_BOTTOM, if low { -6.0 } else { -8.0 }),
    };
    let area = Area::new("hint".into()).constrain_to(free).anchor(place, vec2(0.0, away));
    let shown = area.interactable(false).show(context, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let widest = if low { free.width() - 40.0 } else { free.width() - 60.0 };
        let card = |ui: &mut Ui, strength: f32, width: f32, content: &mut dyn FnMut(&mut Ui)| {
            let frame = Frame::NONE.fill(theme.glass.gamma_multiply(strength)).corner_radius(8.0);
            // Centred: the cards have widths of their own.
            ui.vertical_centered(|ui| {
                frame.inner_margin(Margin::symmetric(14, 5)).show(ui, |ui| {
                    ui.set_width(width.min(widest));
                    ui.spacing_mut().item_spacing.y = 1.0;
                    content(ui);
                });
            });
        };
        let by = style::input_device(ui.ctx());
        let text = style::keep_numbers_together(&style::for_device(&hint.text, by));
        let measured = |ui: &Ui, text: &str, size| width(ui, text, size) + 2.0;
        if hint.strength > 0.0 && !narrow {
            // As wide as its text, and no wider than the window.
            let title = if low { 0.0 } else { measured(ui, &hint.title, 16.0) };
            let width = title.max(measured(ui, &text, 13.0));
            let fade = |colour: Color32| colour.gamma_multiply(hint.strength);
            card(ui, hint.strength, width, &mut |ui| {
                ui.vertical_centered(|ui| {
                    if !low {
                        let title = RichText::new(&hint.title).color(fade(theme.bright)).size(16.0).strong();
                        ui.add(Label::new(title).truncate());
                    }
                    // Whatever a file says: it does not hide the whole scene.
                    let (font, colour) = (FontId::proportional(13.0), fade(theme.text));
                    let mut job = LayoutJob::simple(text.clone(), font, colour, ui.available_width());
                    job.wrap.max_rows = MOST_ROWS;
                    ui.label(job);
                });
            });
        }
        let alone = low && !narrow && hint.strength > 0.0;
        if let Some(lessons) = hint.lessons.as_ref().filter(|_| !alone) {
            let lessons = lessons.map(|(text, done)| (style::for_device(text, by), done));
            let width_of = |lessons: &[(Cow<str>, bool)]| -> f32 {
                lessons.iter().map(|(text, _)| measured(ui, text, 12.0) + LESSON).sum()
            };
            // All in one line; one below the other, as on a phone; or the next one alone.
            let beside = width_of(&lessons) <= widest;
            let longest = lessons.iter().map(|lesson| width_of(std::slice::from_ref(lesson))).fold(0.0, f32::max);
            let next = lessons.iter().position(|(_, done)| !done).unwrap_or(0);
            let all = beside || (!low && longest <= widest);
            let seen = if all { &lessons[..] } else { &lessons[next..=next] };
            let width = if beside || !all { width_of(seen) } else { longest };
            card(ui, 1.0, width, &mut |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let content = |ui: &mut Ui| {
                    for (text, done) in seen {
                        lesson(ui, text, *done, theme);
                    }
                };
                if beside {
                    ui.horizontal(content)
                } else {
                    ui.vertical(content)
                };
            });
        }
    });
    Some(shown.response.rect.size())
}

/// Most lines of a hint.
const MOST_ROWS: usize = 6;

/// Width of a lesson beside its text, points.
const LESSON: f32 = 36.0;

/// Beside a panel that leaves less than this, points, the help is over the panel, and no room for a scene's own hint.
pub(super) const NARROW: f32 = 240.0;
/// Beside one that leaves less than this there is no hint: it would hide all of the scene.
const NARROWEST: f32 = 100.0;
/// A free part of less height is a low one, points.
const LOW: f32 = 380.0;
/// So is a wide one of less height than this: a scene is fitted into its height, and reaches up to where the hint would be.
const WIDE_LOW: f32 = 540.0;
/// Height of a wide one as a share of its width, at the most.
const WIDE: f32 = 0.6;

/// Whether a free part has no room above and below the scene.
#[must_use]
pub fn is_low(free: Rect) -> bool {
    free.height() < LOW || (free.height() < WIDE_LOW && free.height() < WIDE * free.width())
}

/// A box, ticked or not, and what it stands for.
fn lesson(ui: &mut Ui, text: &str, done: bool, theme: &UiTheme) {
    let ink = if done { theme.dim } else { theme.text };
    // In lines, where the card is narrower than its text.
    let room = ui.available_width() - LESSON + 2.0;
    let galley = ui.fonts(|fonts| fonts.layout(text.to_owned(), FontId::proportional(12.0), ink, room));
    let height = galley.size().y.max(17.0);
    let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + LESSON, height), Sense::hover());
    let tick = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), Vec2::splat(11.0));
    let line = if done { theme.bright } else { theme.dim };
    ui.painter().rect_stroke(tick, 2.0, Stroke::new(1.0, line), egui_macroquad::egui::StrokeKind::Inside);
    if done {
        icons::tick(ui.painter(), tick.shrink(1.5), theme.bright);
    }
    ui.painter().galley(pos2(tick.right() + 6.0, rect.center().y - 0.5 * galley.size().y), galley, ink);
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::Pos2;

    use super::*;

    #[test]
    fn a_hint_takes_a_part_of_the_window_whatever_a_file_says() {
        for (title, text) in [("W".repeat(3_000), "W ".repeat(3_000)), ("line\n".repeat(99), "line\n".repeat(99))] {
            let (context, hint) = (Context::default(), Hint { title, text, strength: 1.0, lessons: None });
            let mut size = None;
            for _ in 0..3 {
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(988.0, 772.0)));
                let input = egui_macroquad::egui::RawInput { screen_rect, ..Default::default() };
                let _ = context.run(input, |context| {
                    size = super::hint(context, &hint, Edge::Top, &UiTheme::of(crate::view::Theme::Dark));
                });
            }
            let size = size.expect("it is shown");
            assert!(size.y < 160.0 && size.x <= 988.0, "{size}");
        }
    }

    #[test]
    fn a_window_is_low_where_a_scene_fills_its_height() {
        let low = |width, height| is_low(Rect::from_min_size(Pos2::ZERO, vec2(width, height)));
        assert!(low(400.0, 272.0) && low(640.0, 372.0) && low(960.0, 512.0));
        assert!(!low(800.0, 572.0) && !low(640.0, 452.0) && !low(988.0, 772.0));
    }
}
