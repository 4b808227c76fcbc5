//! The legends: what the colours of the stress view stand for, and which of two worlds is which, with their numbers.

use egui_macroquad::egui::{
    self, Align2, Area, Color32, Context, Frame, LayerId, Margin, Mesh, Order, Rect, RichText, Sense, Ui, pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

use super::{
    ghost_stats::{WorldStats, colours},
    overlay::is_low,
    plots::short,
};
use crate::{
    app::{
        style::{self, UiTheme},
        widgets::digits,
    },
    view::{Legend, Style, draw::Colour},
};

/// Size of the band of colours, points; it is narrower where there is no room for it, down to what its numbers take.
const BAND: egui::Vec2 = vec2(150.0, 10.0);
const NARROWEST: f32 = 72.0;

/// What is around the band, points: its frame, and the room beside that.
const AROUND: f32 = 36.0;

/// Width of the band where so much is free, both points.
fn band_width(free: f32) -> f32 {
    (0.25 * free).clamp(NARROWEST, BAND.x).min(free - AROUND).max(40.0)
}

/// What there is to say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    /// What the colours of the stress view stand for.
    pub scale: Option<&'a Legend>,
    /// The numbers of the world and of its ghost.
    pub race: Option<&'a [WorldStats; 2]>,
}

/// What the legend takes of a free width, both points, beside `plots` or alone.
#[must_use]
pub fn width(free: f32, said: &Said, plots: bool) -> f32 {
    let width = |free| {
        let scale = said.scale.map_or(0.0, |_| band_width(free) + AROUND);
        let race = said.race.map_or(0.0, |figures| names(free, figures) + columns(free, figures) + AROUND);
        scale.max(race)
    };
    if plots && free - width(free) < PLOTS { width(free - PLOTS) } else { width(free) }
}

/// Whether the numbers of two worlds stand below `plots` and not beside them: where beside them there is no room for the
/// worlds' names.
#[must_use]
pub fn is_below(free: Rect, said: &Said, plots: bool) -> bool {
    let Some(figures) = said.race.filter(|_| plots && !is_low(free)) else { return false };
    names(if is_crowded(free.width(), said) { free.width() - PLOTS } else { free.width() }, figures) < NAMES
}

/// Where it is, if it is shown, points.
#[must_use]
pub fn place(context: &Context) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, "legend".into());
    context.memory(|memory| memory.area_rect("legend").filter(|_| memory.areas().is_visible(&layer)))
}

/// How much of the height it took when it was shown last, points.
#[must_use]
pub fn height(context: &Context) -> f32 {
    context.memory(|memory| memory.area_rect("legend")).map_or(0.0, |place| place.height() + 8.0)
}

/// Whether plots need some of the width that it would take alone.
fn is_crowded(free: f32, said: &Said) -> bool {
    width(free, said, true) < width(free, said, false)
}

/// Width that is left to plots, as far as the legend can do without, points.
const PLOTS: f32 = 232.0;

/// Height of all of it above what status line and panel leave free, points.
const TALLEST: f32 = 136.0;

/// Where the legend may be of what status line and panel leave free: not over the `tab` that unfolds the panel, if it is
/// there, in a window so low that it would reach up to it.
#[must_use]
pub fn room(free: Rect, tab: Option<Rect>) -> Rect {
    match tab.filter(|tab| tab.bottom() > free.bottom() - TALLEST) {
        Some(tab) => free.with_max_x(tab.left()),
        None => free,
    }
}

/// Shows it at the lower right of a `free` part. In a low window, where it would hide what stands on
/// the ground, its title is beside the colours and not above them; not where `plots` need the width.
pub fn show(context: &Context, free: Rect, said: &Said, plots: bool, style: &Style) {
    if said.scale.is_none() && said.race.is_none() {
        return;
    }
    let theme = &UiTheme::of(style.theme);
    // Beside plots as wide as if so much less were free.
    let crowded = plots && !is_below(free, said, plots) && is_crowded(free.width(), said);
    let room = if crowded { free.width() - PLOTS } else { free.width() };
    let size = vec2(band_width(room), BAND.y);
    let flat = is_low(free) && !plots;
    let (margin, away) = if flat { (Margin::symmetric(8, 3), -3.0) } else { (Margin::symmetric(10, 6), -8.0) };
    let area = Area::new("legend".into()).constrain_to(free);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, away)).interactable(false).show(context, |ui| {
        let frame = Frame::NONE.corner_radius(6.0).inner_margin(margin);
        // Not of glass where plots are, which are not either.
        let fill = if plots { theme.solid } else { theme.glass };
        let title = |legend: &Legend| {
            RichText::new(format!("{}, {}", legend.title, legend.unit)).size(12.0).color(theme.bright)
        };
        if flat {
            frame.fill(fill).show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(10.0, 3.0);
                ui.horizontal(|ui| {
                    let beside = said.scale.map_or(0.0, |_| size.x + TITLE);
                    said.race.inspect(|figures| race(ui, figures, free.width() - beside, style));
                    if let Some(legend) = said.scale {
                        ui.label(title(legend));
                        let spare = ui.min_rect().height() - size.y - NUMBERS;
                        ui.vertical(|ui| {
                            // Level with its title, in the middle of the figures beside it.
                            ui.add_space((0.5 * spare).max(0.0));
                            scale(ui, legend, size, theme);
                        });
                    }
                });
            });
            return;
        }
        let race = said.race.map(|figures| frame.fill(fill).show(ui, |ui| race(ui, figures, room, style)));
        if let Some(legend) = said.scale {
            // At the same edge of the window as what is above it.
            let wide = size.x + f32::from(margin.left + margin.right);
            let beside = race.map_or(0.0, |race| (race.response.rect.width() - wide).max(0.0));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
                ui.add_space(beside);
                frame.fill(theme.glass).show(ui, |ui| {
                    ui.vertical(|ui| {
                        ui.label(title(legend));
                        scale(ui, legend, size, theme);
                    });
                });
            });
        }
    });
}

/// Width of the names of the world and its ghost with their lines, and of a column of numbers, points.
const NAMES: f32 = 184.0;
const COLUMN: f32 = 65.0;
/// Of the lines alone, where there is no room for so much of the names that they could be told apart.
const LINES: f32 = 28.0;
const SHORT: f32 = 90.0;

/// Width of the stress view's title beside its colours, with the gaps, points.
const TITLE: f32 = 90.0;

/// Width of the names where so much is free, both points.
fn names(free: f32, figures: &[WorldStats; 2]) -> f32 {
    let room = free - AROUND - columns(free, figures);
    if room < SHORT { LINES } else { room.min(NAMES) }
}

/// Width of the numbers where so much is free, both points.
fn columns(free: f32, figures: &[WorldStats; 2]) -> f32 {
    Column::of(free, figures).count() as f32 * COLUMN
}

/// A column of the numbers beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Stretch,
    HeldBack,
    Step,
    Energy,
}

impl Column {
    /// Those that there is room for in a free width, points, the most telling first; the last only where there is
    /// something in it.
    fn of(free: f32, figures: &[WorldStats; 2]) -> impl Iterator<Item = Self> {
        let room = ((0.5 * free - NAMES - AROUND) / COLUMN).max(1.0) as usize;
        let held = figures.iter().any(|figures| figures.held_back > 0);
        let all = [Self::Stretch, Self::HeldBack, Self::Step, Self::Energy];
        all.into_iter().filter(move |&column| column != Self::HeldBack || held).take(room)
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Stretch => "stretch, %",
            Self::HeldBack => "held back",
            Self::Step => "step, ms",
            Self::Energy => "energy, J",
        }
    }

    fn number(self, figures: &WorldStats) -> String {
        match self {
            Self::Stretch => brief(100.0 * figures.stretch),
            Self::HeldBack if figures.held_back < 100_000 => figures.held_back.to_string(),
            Self::HeldBack => brief(figures.held_back as f64),
            Self::Step => brief(figures.step),
            Self::Energy => brief(figures.energy),
        }
    }
}

/// A number in three digits or so.
fn brief(value: f64) -> String {
    match value.abs() {
        size if size >= 1e5 => short(value),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size < 0.095 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    }
}

/// Which line is which world, and their numbers beside each other.
fn race(ui: &mut Ui, figures: &[WorldStats; 2], free: f32, style: &Style) {
    let theme = &UiTheme::of(style.theme);
    let names = names(free, figures) - 8.0;
    let grid = egui::Grid::new("race").spacing(vec2(8.0, 2.0)).min_row_height(15.0);
    grid.show(ui, |ui| {
        let number = |ui: &mut Ui, text: &str, colour| {
            let (rect, _) = ui.allocate_exact_size(vec2(COLUMN - 8.0, 15.0), Sense::hover());
            let font = egui::FontId::proportional(12.0);
            ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, font, colour);
        };
        ui.allocate_exact_size(vec2(names, 15.0), Sense::hover());
        Column::of(free, figures).for_each(|column| number(ui, column.title(), theme.dim));
        ui.end_row();
        for ((world, colour), thick) in figures.iter().zip(colours(style)).zip([4.0, 2.0]) {
            let (rect, _) = ui.allocate_exact_size(vec2(names, 15.0), Sense::hover());
            let sample = egui::Rangef::new(rect.left(), rect.left() + 20.0);
            ui.painter().hline(sample, rect.center().y, egui::Stroke::new(thick, style::colour(colour)));
            if rect.width() > LINES {
                let font = egui::FontId::proportional(12.0);
                let mut name = LayoutJob::simple_singleline(world.name.clone(), font, theme.text);
                name.wrap = TextWrapping::truncate_at_width(rect.width() - LINES);
                let name = ui.fonts(|fonts| fonts.layout_job(name));
                let place = pos2(rect.left() + LINES, rect.center().y - 0.5 * name.size().y);
                ui.painter().galley(place, name, theme.text);
            }
            Column::of(free, figures).for_each(|column| number(ui, &column.number(world), theme.bright));
            ui.end_row();
        }
    });
}

/// Height of the numbers below the colours, with the gap, points.
const NUMBERS: f32 = 14.0;

/// The band of colours over its numbers.
fn scale(ui: &mut Ui, legend: &Legend, size: egui::Vec2, theme: &UiTheme) {
    ui.spacing_mut().item_spacing.y = 2.0;
    band(ui, size, &legend.stops);
    let ends = [0.0, 0.5, 1.0].map(|share| digits(legend.value(share).into()));
    let (rect, _) = ui.allocate_exact_size(vec2(size.x, NUMBERS - 2.0), Sense::hover());
    let font = egui::FontId::proportional(11.0);
    let places = [rect.left_top(), rect.center_top(), rect.right_top()];
    let aligned = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP];
    for ((text, place), align) in ends.into_iter().zip(places).zip(aligned) {
        ui.painter().text(place, align, text, font.clone(), theme.text);
    }
}

/// The colours, one running into the next.
fn band(ui: &mut Ui, size: egui::Vec2, stops: &[Colour]) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut mesh = Mesh::default();
    for (index, &stop) in stops.iter().enumerate() {
        let share = index as f32 / (stops.len() - 1).max(1) as f32;
        let x = rect.left() + share * rect.width();
        let colour: Color32 = style::colour(stop);
        mesh.colored_vertex(pos2(x, rect.top()), colour);
        mesh.colored_vertex(pos2(x, rect.bottom()), colour);
        if index > 0 {
            let corner = 2 * index as u32;
            mesh.add_triangle(corner - 2, corner - 1, corner);
            mesh.add_triangle(corner - 1, corner, corner + 1);
        }
    }
    ui.painter().add(mesh);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> [WorldStats; 2] {
        ["Ropewalk's own", "Jakobsen in sequence"]
            .map(|name| WorldStats { name: name.to_owned(), ..WorldStats::default() })
    }

    /// Size of the legend in a window, points.
    fn size_in(window: egui::Vec2, said: &Said, plots: bool) -> egui::Vec2 {
        place_in(window, None, said, plots).size()
    }

    /// Where it is beside the panel's tab.
    fn place_in(window: egui::Vec2, tab: Option<Rect>, said: &Said, plots: bool) -> Rect {
        let context = Context::default();
        for _ in 0..3 {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, window);
            let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
            let free = room(rect, tab);
            let _ = context.run(input, |context| show(context, free, said, plots, &Style::default()));
        }
        context.memory(|memory| memory.area_rect("legend")).expect("it is shown")
    }

    fn legend() -> Legend {
        Legend { title: "Tension", unit: "N", low: 0.0, high: 100.0, stops: Style::default().palette().ramp }
    }

    #[test]
    fn large_numbers_are_written_as_at_the_axes_of_plots() {
        let said = [0.05, 12.34, 99_999.0, 3e5, 1e6, -2.5e9].map(brief);
        assert_eq!(said, ["0.050", "12.3", "99999", "300k", "1M", "-2.5G"]);
        let held = |held_back| Column::HeldBack.number(&WorldStats { held_back, ..WorldStats::default() });
        assert_eq!([99_999, 300_000].map(held), ["99999", "300k"]);
    }

    #[test]
    fn a_low_window_has_a_low_legend() {
        let scale = legend();
        let said = Said { scale: Some(&scale), race: None };
        let low = size_in(vec2(400.0, 272.0), &said, false);
        assert!(low.y <= 32.0 && low.x <= 0.6 * 400.0, "{low}");
        let high = size_in(vec2(1_280.0, 772.0), &said, false);
        assert!(high.y > 50.0, "{high}");
        let beside_plots = size_in(vec2(400.0, 272.0), &said, true);
        assert!(beside_plots.x <= width(400.0, &said, true), "{beside_plots}");
    }

    #[test]
    fn the_numbers_of_two_worlds_take_no_more_than_there_is_room_for() {
        let (scale, figures) = (legend(), figures());
        for scale in [None, Some(&scale)] {
            let said = Said { scale, race: Some(&figures) };
            for free in [160.0, 240.0, 400.0, 640.0, 988.0, 1_628.0] {
                let size = size_in(vec2(free, 600.0), &said, false);
                assert!(
                    size.x <= width(free, &said, false) && size.x <= (0.52_f32 * free).max(272.0),
                    "{free}: {size}"
                );
                assert!(size.x <= free - 16.0, "{free}: {size}");
            }
        }
    }

    #[test]
    fn beside_plots_the_numbers_leave_them_room() {
        let (scale, figures) = (legend(), figures());
        let said = Said { scale: Some(&scale), race: Some(&figures) };
        for (free, high) in [(400.0, 272.0), (500.0, 272.0), (640.0, 600.0), (988.0, 600.0)] {
            let size = size_in(vec2(free, high), &said, true);
            assert!(size.x <= width(free, &said, true) && size.x + PLOTS <= free, "{free}: {size}");
        }
    }

    #[test]
    fn the_names_of_two_worlds_are_never_left_out_for_plots() {
        let (scale, figures) = (legend(), figures());
        for scale in [None, Some(&scale)] {
            let said = Said { scale, race: Some(&figures) };
            // Beside the panel in a window of 700 x 500; without it; of 800 x 600; of 1280 x 800.
            for (wide, high) in [(408.0, 472.0), (700.0, 472.0), (508.0, 572.0), (800.0, 572.0), (988.0, 772.0)] {
                let free = Rect::from_min_size(egui::Pos2::ZERO, vec2(wide, high));
                let below = is_below(free, &said, true);
                assert_eq!(below, wide < 600.0, "{wide}");
                let size = size_in(vec2(wide, high), &said, true);
                let beside = if below { 0.0 } else { PLOTS };
                assert!(size.x >= NAMES + COLUMN && size.x + beside <= wide, "{wide}: {size}");
            }
        }
    }

    #[test]
    fn no_name_of_a_rival_is_cut_off() {
        let context = Context::default();
        let _ = context.run(egui::RawInput::default(), |_| ());
        for rival in crate::scene::rivals() {
            let font = egui::FontId::proportional(12.0);
            let wide = context.fonts(|fonts| fonts.layout_no_wrap(rival.name.clone(), font, Color32::WHITE).size().x);
            assert!(wide <= NAMES - 8.0 - LINES, "{}: {wide}", rival.name);
        }
    }

    #[test]
    fn in_a_low_window_both_legends_stand_beside_each_other() {
        let (scale, figures) = (legend(), figures());
        let said = Said { scale: Some(&scale), race: Some(&figures) };
        let size = size_in(vec2(400.0, 272.0), &said, false);
        assert!(size.y <= 64.0 && size.x <= 400.0 - 16.0, "{size}");
    }

    #[test]
    fn it_does_not_cover_the_tab_of_a_folded_panel() {
        let (scale, figures) = (legend(), figures());
        for scale in [None, Some(&scale)] {
            for race in [None, Some(&figures)] {
                let said = Said { scale, race };
                if scale.is_none() && race.is_none() {
                    continue;
                }
                for window in [vec2(320.0, 212.0), vec2(400.0, 272.0), vec2(533.0, 372.0), vec2(800.0, 572.0)] {
                    // In the middle of the edge of the window, which has a status line, too.
                    let middle = pos2(window.x - 9.0, 0.5 * (window.y + 28.0));
                    let tab = Rect::from_center_size(middle, vec2(18.0, 56.0));
                    for plots in [false, true] {
                        let place = place_in(window, Some(tab), &said, plots);
                        assert!(!place.intersects(tab), "{window}, plots {plots}: {place} over {tab}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_held_back_has_a_column_once_there_is_any() {
        let mut figures = figures();
        assert_eq!(Column::of(2_000.0, &figures).count(), 3);
        figures[1].held_back = 7;
        let columns: Vec<_> = Column::of(2_000.0, &figures).map(|column| column.number(&figures[1])).collect();
        assert_eq!(columns, ["0.000", "7", "0.000", "0.000"]);
    }
}
