//! The legends at the lower right: the colours of the tension view, and the numbers of a world and its ghost.

use egui::{
    self, Align2, Area, Color32, Context, Frame, Id, LayerId, Margin, Mesh, Order, Rect, RichText, Sense, Ui, pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

use super::free_part::is_low;
use super::ghost_stats::{WorldStats, world_colours};
use crate::app::style::{self, UiTheme};
use crate::app::widgets::{digits, short};
use crate::view::{Legend, Style, draw::Colour};

/// Largest size of the band of colours, points.
const BAND: egui::Vec2 = vec2(150.0, 10.0);

/// Smallest width of the band, that of its numbers, points.
const NARROWEST: f32 = 72.0;

/// Width of the frame and the margin around the content, points.
const FRAME: f32 = 36.0;

/// Width of the band in a free width, points.
fn band_width(free: f32) -> f32 {
    (0.25 * free).clamp(NARROWEST, BAND.x).min(free - FRAME).max(40.0)
}

/// The content of the legends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Content<'a> {
    /// The colours of the tension view.
    pub tension: Option<&'a Legend>,
    /// The numbers of the world and of its ghost.
    pub ghost: Option<&'a [WorldStats; 2]>,
    /// Plots are shown, too.
    pub has_plots: bool,
}

/// Width of the legends in a free width, points. Beside plots they leave room for the plots.
pub fn width(free: f32, content: &Content) -> f32 {
    let width = |free| {
        let scale = content.tension.map_or(0.0, |_| band_width(free) + FRAME);
        let ghost = content.ghost.map_or(0.0, |stats| names(free, stats) + columns(free, stats) + FRAME);
        scale.max(ghost)
    };
    if content.has_plots && free - width(free) < PLOTS_WIDTH { width(free - PLOTS_WIDTH) } else { width(free) }
}

/// Whether the numbers of two worlds stand below the plots, because beside them there is no room for the worlds' names.
pub fn is_below(free: Rect, content: &Content) -> bool {
    let Some(stats) = content.ghost.filter(|_| content.has_plots && !is_low(free)) else { return false };
    names(if is_crowded(free.width(), content) { free.width() - PLOTS_WIDTH } else { free.width() }, stats) < NAMES
}

/// The place of the legends in the last frame, if they were shown, points.
pub fn place(context: &Context) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::unique("legend"));
    context.memory(|memory| memory.area_rect(Id::unique("legend")).filter(|_| memory.areas().is_visible(&layer)))
}

/// Height of the legends with their margin when they were last shown, points.
pub fn height(context: &Context) -> f32 {
    context.memory(|memory| memory.area_rect(Id::unique("legend"))).map_or(0.0, |place| place.height() + 8.0)
}

/// Whether plots need a part of the width that the legends would take alone.
fn is_crowded(free: f32, content: &Content) -> bool {
    content.has_plots && width(free, content) < width(free, &Content { has_plots: false, ..*content })
}

/// Width that the legends leave to plots, points.
const PLOTS_WIDTH: f32 = 232.0;

/// Largest height of the legends, points.
const TALLEST: f32 = 136.0;

/// The part of the free rectangle for the legends: without the `tab` that unfolds the panel, if they could reach it.
pub fn room(free: Rect, tab: Option<Rect>) -> Rect {
    match tab.filter(|tab| tab.bottom() > free.bottom() - TALLEST) {
        Some(tab) => free.with_max_x(tab.left()),
        None => free,
    }
}

/// Shows the legends at the lower right of a free rectangle. In a low window without plots they stand in one row, to
/// hide less of the ground.
pub fn show(context: &Context, free: Rect, content: &Content, style: &Style) {
    if content.tension.is_none() && content.ghost.is_none() {
        return;
    }
    // Beside plots as wide as if less were free.
    let is_crowded = !is_below(free, content) && is_crowded(free.width(), content);
    let room = if is_crowded { free.width() - PLOTS_WIDTH } else { free.width() };
    let is_row = is_low(free) && !content.has_plots;
    let (margin, away) = if is_row { (Margin::symmetric(8, 3), -3.0) } else { (Margin::symmetric(10, 6), -8.0) };
    let theme = UiTheme::of(style.theme);
    // Opaque beside plots, which are opaque too.
    let fill = if content.has_plots { theme.solid } else { theme.glass };
    let legends = Legends { content, room, margin, fill, band: vec2(band_width(room), BAND.y), theme, style };
    let area = Area::new(Id::unique("legend")).constrain_to(free);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, away)).interactable(false).show(context, |ui| {
        if is_row {
            legends.in_a_row(ui);
        } else {
            legends.in_a_column(ui);
        }
    });
}

/// The legends with their sizes and colours.
struct Legends<'a> {
    content: &'a Content<'a>,
    /// Free width, points.
    room: f32,
    margin: Margin,
    fill: Color32,
    /// Size of the band of colours, points.
    band: egui::Vec2,
    theme: UiTheme,
    style: &'a Style,
}

impl Legends<'_> {
    fn frame(&self, fill: Color32) -> Frame {
        Frame::NONE.corner_radius(6.0).inner_margin(self.margin).fill(fill)
    }

    fn title(&self) -> RichText {
        RichText::new("Tension, N").size(12.0).color(self.theme.bright)
    }

    /// Both legends beside each other in one frame.
    fn in_a_row(&self, ui: &mut Ui) {
        self.frame(self.fill).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(10.0, 3.0);
            ui.horizontal(|ui| {
                let taken = self.content.tension.map_or(0.0, |_| self.band.x + TITLE);
                self.content.ghost.inspect(|stats| comparison(ui, stats, self.room - taken, self.style));
                if let Some(legend) = self.content.tension {
                    ui.label(self.title());
                    let spare = ui.min_rect().height() - self.band.y - NUMBERS;
                    ui.vertical(|ui| {
                        // Level with its title, in the middle of the numbers beside it.
                        ui.add_space((0.5 * spare).max(0.0));
                        scale(ui, legend, self.band, &self.theme);
                    });
                }
            });
        });
    }

    /// The numbers above the colours, each in a frame.
    fn in_a_column(&self, ui: &mut Ui) {
        let ghost = self.content.ghost.map(|stats| {
            self.frame(self.fill).show(ui, |ui| comparison(ui, stats, self.room, self.style)).response.rect
        });
        if let Some(legend) = self.content.tension {
            // Aligned at the right.
            let width = self.band.x + f32::from(self.margin.left + self.margin.right);
            let indent = ghost.map_or(0.0, |ghost| (ghost.width() - width).max(0.0));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
                ui.add_space(indent);
                self.frame(self.theme.glass).show(ui, |ui| {
                    ui.vertical(|ui| {
                        ui.label(self.title());
                        scale(ui, legend, self.band, &self.theme);
                    });
                });
            });
        }
    }
}

/// Width of the names of both worlds with their lines, points.
const NAMES: f32 = 184.0;

/// Width of a column of numbers, points.
const COLUMN: f32 = 65.0;

/// Width of the lines without names, points.
const LINES: f32 = 28.0;

/// Names with less room than this are left out, points: shorter ones could not be distinguished.
const MIN_NAMES: f32 = 90.0;

/// Width of the tension's title beside its colours, with the gaps, points.
const TITLE: f32 = 90.0;

/// Width of the names in a free width, points.
fn names(free: f32, stats: &[WorldStats; 2]) -> f32 {
    let room = free - FRAME - columns(free, stats);
    if room < MIN_NAMES { LINES } else { room.min(NAMES) }
}

/// Width of the numbers in a free width, points.
fn columns(free: f32, stats: &[WorldStats; 2]) -> f32 {
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
fn comparison(ui: &mut Ui, stats: &[WorldStats; 2], free: f32, style: &Style) {
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

/// Height of the numbers below the colours with the gap, points.
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

/// A band of colours with a gradient between them.
fn band(ui: &mut Ui, size: egui::Vec2, stops: &[Colour]) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut mesh = Mesh::default();
    for (index, &stop) in stops.iter().enumerate() {
        let share = index as f32 / (stops.len() - 1).max(1) as f32;
        let x = rect.left() + share * rect.width();
        let colour: Color32 = style::egui_colour(stop);
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
    use crate::app::style::{lay_out, new_context};

    fn stats() -> [WorldStats; 2] {
        ["Ropewalk's own", "Jakobsen in sequence"]
            .map(|name| WorldStats { name: name.to_owned(), ..WorldStats::default() })
    }

    /// Size of the legends in a window, points.
    fn size_in(window: egui::Vec2, content: &Content) -> egui::Vec2 {
        place_in(window, None, content).size()
    }

    /// Place of the legends beside the panel's tab, points.
    fn place_in(window: egui::Vec2, tab: Option<Rect>, content: &Content) -> Rect {
        let context = new_context();
        for _ in 0..3 {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, window);
            let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
            let free = room(rect, tab);
            lay_out(&context, input, |root| show(root.ctx(), free, content, &Style::default()));
        }
        context.memory(|memory| memory.area_rect(Id::unique("legend"))).expect("the widget is shown")
    }

    fn legend() -> Legend {
        Legend { high: 100.0, stops: Style::default().palette().markers.ramp }
    }

    #[test]
    fn large_numbers_have_the_format_of_axes() {
        let content = [0.05, 12.34, 99_999.0, 3e5, 1e6, -2.5e9].map(brief);
        assert_eq!(content, ["0.050", "12.3", "99999", "300k", "1M", "-2.5G"]);
        let held = |held_back| Column::HeldBack.number(&WorldStats { held_back, ..WorldStats::default() });
        assert_eq!([99_999, 300_000].map(held), ["99999", "300k"]);
    }

    #[test]
    fn low_window_has_a_low_legend() {
        let scale = legend();
        let content = Content { tension: Some(&scale), ghost: None, has_plots: false };
        let low = size_in(vec2(400.0, 272.0), &content);
        assert!(low.y <= 32.0 && low.x <= 0.6 * 400.0, "{low}");
        let high = size_in(vec2(1_280.0, 772.0), &content);
        assert!(high.y > 50.0, "{high}");
        let content = Content { has_plots: true, ..content };
        let beside_plots = size_in(vec2(400.0, 272.0), &content);
        assert!(beside_plots.x <= width(400.0, &content), "{beside_plots}");
    }

    #[test]
    fn comparison_fits_in_any_width() {
        let (scale, stats) = (legend(), stats());
        for tension in [None, Some(&scale)] {
            let content = Content { tension, ghost: Some(&stats), has_plots: false };
            for free in [160.0, 240.0, 400.0, 640.0, 988.0, 1_628.0] {
                let size = size_in(vec2(free, 600.0), &content);
                assert!(size.x <= width(free, &content) && size.x <= (0.52_f32 * free).max(272.0), "{free}: {size}");
                assert!(size.x <= free - 16.0, "{free}: {size}");
            }
        }
    }

    #[test]
    fn comparison_leaves_room_to_plots() {
        let (scale, stats) = (legend(), stats());
        let content = Content { tension: Some(&scale), ghost: Some(&stats), has_plots: true };
        for (free, high) in [(400.0, 272.0), (500.0, 272.0), (640.0, 600.0), (988.0, 600.0)] {
            let size = size_in(vec2(free, high), &content);
            assert!(size.x <= width(free, &content) && size.x + PLOTS_WIDTH <= free, "{free}: {size}");
        }
    }

    #[test]
    fn names_of_two_worlds_stay_beside_or_below_plots() {
        let (scale, stats) = (legend(), stats());
        for tension in [None, Some(&scale)] {
            let content = Content { tension, ghost: Some(&stats), has_plots: true };
            // Beside the panel in a window of 700 x 500; without it; of 800 x 600; of 1280 x 800.
            for (wide, high) in [(408.0, 472.0), (700.0, 472.0), (508.0, 572.0), (800.0, 572.0), (988.0, 772.0)] {
                let free = Rect::from_min_size(egui::Pos2::ZERO, vec2(wide, high));
                let below = is_below(free, &content);
                assert_eq!(below, wide < 600.0, "{wide}");
                let size = size_in(vec2(wide, high), &content);
                let beside = if below { 0.0 } else { PLOTS_WIDTH };
                assert!(size.x >= NAMES + COLUMN && size.x + beside <= wide, "{wide}: {size}");
            }
        }
    }

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

    #[test]
    fn legends_of_a_low_window_stand_in_a_row() {
        let (scale, stats) = (legend(), stats());
        let content = Content { tension: Some(&scale), ghost: Some(&stats), has_plots: false };
        let size = size_in(vec2(400.0, 272.0), &content);
        assert!(size.y <= 64.0 && size.x <= 400.0 - 16.0, "{size}");
    }

    #[test]
    fn legend_does_not_cover_the_tab_of_the_panel() {
        let (scale, stats) = (legend(), stats());
        for tension in [None, Some(&scale)] {
            for ghost in [None, Some(&stats)] {
                if tension.is_none() && ghost.is_none() {
                    continue;
                }
                for window in [vec2(320.0, 212.0), vec2(400.0, 272.0), vec2(533.0, 372.0), vec2(800.0, 572.0)] {
                    // In the middle of the edge of the window, above a status line.
                    let middle = pos2(window.x - 9.0, 0.5 * (window.y + 28.0));
                    let tab = Rect::from_center_size(middle, vec2(18.0, 56.0));
                    for has_plots in [false, true] {
                        let content = Content { tension, ghost, has_plots };
                        let place = place_in(window, Some(tab), &content);
                        assert!(!place.intersects(tab), "{window}, plots {has_plots}: {place} over {tab}");
                    }
                }
            }
        }
    }

    #[test]
    fn speed_limit_has_a_column_once_it_was_reached() {
        let mut stats = stats();
        assert_eq!(Column::of(2_000.0, &stats).count(), 3);
        stats[1].held_back = 7;
        let columns: Vec<_> = Column::of(2_000.0, &stats).map(|column| column.number(&stats[1])).collect();
        assert_eq!(columns, ["0.000", "7", "0.000", "0.000"]);
    }
}
