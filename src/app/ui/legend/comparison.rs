//! The numbers of a world and its ghost, in as many columns as have room.

use egui::{
    Align2, Sense, Ui, pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

use super::FRAME;
use crate::app::style::{self, UiTheme};
use crate::app::ui::ghost_stats::{WorldStats, world_colours};
use crate::app::widgets::short;
use crate::view::Style;

/// Width of the names of both worlds with their lines, points.
pub(super) const NAMES: f32 = 184.0;

/// Width of a column of numbers, points.
pub(super) const COLUMN: f32 = 65.0;

/// Width of the lines without names, points.
const LINES: f32 = 28.0;

/// Names with less room than this are left out, points: shorter ones could not be distinguished.
const MIN_NAMES: f32 = 90.0;

/// Width of the names in a free width, points.
pub(super) fn names(free: f32, stats: &[WorldStats; 2]) -> f32 {
    let room = free - FRAME - columns(free, stats);
    if room < MIN_NAMES { LINES } else { room.min(NAMES) }
}

/// Width of the numbers in a free width, points.
pub(super) fn columns(free: f32, stats: &[WorldStats; 2]) -> f32 {
    Column::of(free, stats).count() as f32 * COLUMN
}

/// A column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Stretch,
    HeldBack,
    Step,
    Energy,
}

impl Column {
    /// The columns that fit in a free width, points, the most important first.
    fn of(free: f32, stats: &[WorldStats; 2]) -> impl Iterator<Item = Self> {
        let room = ((0.5 * free - NAMES - FRAME) / COLUMN).max(1.0) as usize;
        let held = stats.iter().any(|stats| stats.held_back > 0);
        let all = [Self::Stretch, Self::HeldBack, Self::Step, Self::Energy];
        all.into_iter().filter(move |&column| column != Self::HeldBack || held).take(room)
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Stretch => "stretch, %",
            Self::HeldBack => "too fast",
            Self::Step => "step, ms",
            Self::Energy => "energy, J",
        }
    }

    fn number(self, stats: &WorldStats) -> String {
        match self {
            Self::Stretch => brief(100.0 * stats.stretch),
            Self::HeldBack if stats.held_back < 100_000 => stats.held_back.to_string(),
            Self::HeldBack => brief(stats.held_back as f64),
            Self::Step => brief(stats.step_ms),
            Self::Energy => brief(stats.energy),
        }
    }
}

/// A number with about three digits.
fn brief(value: f64) -> String {
    match value.abs() {
        size if size >= 1e5 => short(value),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size < 0.095 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    }
}

/// The lines of both worlds, their names, and their numbers.
pub(super) fn comparison(ui: &mut Ui, stats: &[WorldStats; 2], free: f32, style: &Style) {
    let theme = &UiTheme::of(style.theme);
    let names = names(free, stats) - 8.0;
    let grid = egui::Grid::new("comparison").spacing(vec2(8.0, 2.0)).min_row_height(15.0);
    grid.show(ui, |ui| {
        let number = |ui: &mut Ui, text: &str, colour| {
            let (rect, _) = ui.allocate_exact_size(vec2(COLUMN - 8.0, 15.0), Sense::hover());
            let font = egui::FontId::proportional(12.0);
            ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, font, colour);
        };
        ui.allocate_exact_size(vec2(names, 15.0), Sense::hover());
        Column::of(free, stats).for_each(|column| number(ui, column.title(), theme.dim));
        ui.end_row();
        for ((world, colour), thick) in stats.iter().zip(world_colours(style)).zip([4.0, 2.0]) {
            let (rect, _) = ui.allocate_exact_size(vec2(names, 15.0), Sense::hover());
            let sample = egui::Rangef::new(rect.left(), rect.left() + 20.0);
            ui.painter().hline(sample, rect.center().y, egui::Stroke::new(thick, style::egui_colour(colour)));
            if rect.width() > LINES {
                let font = egui::FontId::proportional(12.0);
                let mut name = LayoutJob::simple_singleline(world.name.clone(), font, theme.text);
                name.wrap = TextWrapping::truncate_at_width(rect.width() - LINES);
                let name = ui.fonts_mut(|fonts| fonts.layout_job(name));
                let place = pos2(rect.left() + LINES, rect.center().y - 0.5 * name.size().y);
                ui.painter().galley(place, name, theme.text);
            }
            Column::of(free, stats).for_each(|column| number(ui, &column.number(world), theme.bright));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use egui::Color32;

    use super::*;
    use crate::app::style::{lay_out, new_context};

    #[test]
    fn no_name_of_a_rival_is_cut_off() {
        let context = new_context();
        lay_out(&context, egui::RawInput::default(), |_| ());
        for rival in crate::scene::rivals() {
            let font = egui::FontId::proportional(12.0);
            let wide =
                context.fonts_mut(|fonts| fonts.layout_no_wrap(rival.name.clone(), font, Color32::WHITE).size().x);
            assert!(wide <= NAMES - 8.0 - LINES, "{}: {wide}", rival.name);
        }
    }
}
