//! Plots of the last ten seconds: energy, stretch, time spent. What is hidden is not measured.

use std::{collections::VecDeque, time::Duration};

use egui_macroquad::egui::{self, Align2, Area, Context, Frame, Id, Margin, RichText, Ui, vec2};
use egui_plot::{GridInput, GridMark, HLine, Line, Plot, PlotPoints};

use super::{panel::digits, skin::Skin};
use crate::{
    host::Instant,
    physics::{Energy, Stretch, World},
    view::Theme,
};

/// How far back a plot goes, s.
const SPAN: f64 = 10.0;

/// Shortest time between two samples, s: more would be closer together than pixels.
const SPACING: f64 = 0.02;

/// A frame's budget, ms: 60 frames a second.
const BUDGET: f64 = 1_000.0 / 60.0;

/// Size of a plot, points.
const SIZE: egui::Vec2 = vec2(330.0, 108.0);

/// Distances of grid lines, points, at which they begin to be seen and at which they would be as bright as text: so far
/// beyond a plot's height that they stay faint beside what is plotted.
const GRID: egui::Rangef = egui::Rangef { min: 8.0, max: 1_600.0 };

/// Least distance of two marks, points: less, and their numbers touch.
const MARKS_APART: f64 = 17.0;

/// A plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Kinetic, potential, total.
    Energy,
    /// Of the most stretched link, and the mean.
    Stretch,
    /// Of stepping and of drawing, beside a frame's budget.
    Time,
}

impl Chart {
    /// All of them, from above.
    pub const ALL: [Self; 3] = [Self::Energy, Self::Stretch, Self::Time];

    /// Its name, with the unit.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Energy => "Energy, J",
            Self::Stretch => "Stretch, %",
            Self::Time => "Time, ms",
        }
    }

    /// The key that shows and hides it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Energy => "F6",
            Self::Stretch => "F7",
            Self::Time => "F8",
        }
    }

    /// What to see in it.
    #[must_use]
    pub const fn tip(self) -> &'static str {
        match self {
            Self::Energy => {
                "Kinetic, potential (above its lowest in these ten seconds) and total energy. Without drag the total stays \
                 what it is; where it grows by itself, the solver is about to explode."
            }
            Self::Stretch => "How far beyond its length the most stretched link is, and the mean of all links.",
            Self::Time => {
                "What the steps and the drawing of a frame take, beside the 16.7 ms that a frame has at 60 a second. \
                 Above that line, play falls behind."
            }
        }
    }
}

/// Which plots are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charts([bool; 3]);

impl Charts {
    /// Whether a plot is shown.
    #[must_use]
    pub const fn has(self, chart: Chart) -> bool {
        self.0[chart as usize]
    }

    /// Shows or hides one.
    pub const fn set(&mut self, chart: Chart, on: bool) {
        self.0[chart as usize] = on;
    }

    /// Shows a hidden one, and hides a shown one.
    pub const fn toggle(&mut self, chart: Chart) {
        self.set(chart, !self.has(chart));
    }

    /// Hides all if any is shown, else shows all.
    pub fn toggle_all(&mut self) {
        self.0 = [!self.any(); 3];
    }

    /// Whether any is shown.
    #[must_use]
    pub fn any(self) -> bool {
        self.0.contains(&true)
    }
}

/// What was measured in some frames.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    /// Since measuring began, s.
    at: f64,
    energy: Energy,
    stretch: Stretch,
    /// Longest in a frame, ms.
    stepping: f64,
    drawing: f64,
}

/// What was measured in the last ten seconds.
#[derive(Debug, Default)]
pub struct History {
    /// Which plots are shown, and so measured.
    pub charts: Charts,
    samples: VecDeque<Sample>,
    /// Since measuring began, s.
    now: f64,
    stepping: Duration,
    drawing: Duration,
}

/// What a span of time was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Steps of the physics.
    Stepping,
    /// Painting the picture.
    Drawing,
}

impl History {
    /// The time, if anybody wants to know how long something takes.
    #[must_use]
    pub fn clock(&self) -> Option<Instant> {
        self.charts.has(Chart::Time).then(Instant::now)
    }

    /// Something that began then is done.
    pub fn done(&mut self, work: Work, began: Option<Instant>) {
        let Some(began) = began else { return };
        let longest = match work {
            Work::Stepping => &mut self.stepping,
            Work::Drawing => &mut self.drawing,
        };
        *longest = (*longest).max(began.elapsed());
    }

    /// Measures what is shown, after a frame of so many seconds.
    pub fn measure(&mut self, world: &World, seconds: f32) {
        if !self.charts.any() {
            self.samples.clear();
            return;
        }
        self.now += f64::from(seconds);
        let last = self.samples.back().map(|sample| sample.at);
        if last.is_some_and(|last| self.now < last + SPACING) {
            return;
        }
        let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
        self.samples.push_back(Sample {
            at: self.now,
            energy: if self.charts.has(Chart::Energy) { world.energy() } else { Energy::default() },
            stretch: if self.charts.has(Chart::Stretch) { world.stretch() } else { Stretch::default() },
            stepping: milliseconds(std::mem::take(&mut self.stepping)),
            drawing: milliseconds(std::mem::take(&mut self.drawing)),
        });
        while self.samples.front().is_some_and(|first| first.at < self.now - SPAN) {
            self.samples.pop_front();
        }
    }

    /// Whether plots take the whole of a free height, points, so that there is no room for anything above them.
    #[must_use]
    pub fn fill(&self, height: f32) -> bool {
        self.charts.any() && height < 3.0 * (SIZE.y + 40.0)
    }

    /// Shows the plots at the lower left of what status line and panel leave free; `beside` of its width, points, is taken.
    pub fn show(&self, context: &Context, theme: Theme, beside: f32) {
        if !self.charts.any() {
            return;
        }
        let skin = Skin::of(theme);
        let lines = Lines::of(theme);
        // In a small window they are smaller, so that all three fit beside the panel; where they do not, the panel is
        // what is looked at.
        let free = context.available_rect();
        if free.width() < 240.0 {
            return;
        }
        let count = Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)).count() as f32;
        let widest = (0.6 * free.width() - 20.0).min(free.width() - beside - 32.0);
        let size = SIZE.min(vec2(widest, (free.height() - 16.0) / count - 40.0)).max(vec2(60.0, 30.0));
        let area = Area::new("plots".into()).constrain_to(free).anchor(Align2::LEFT_BOTTOM, vec2(8.0, -8.0));
        area.show(context, |ui| {
            for chart in Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)) {
                // Not of glass: a net behind a plot looks like a part of it.
                let frame = Frame::NONE.fill(skin.solid).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3));
                frame.show(ui, |ui| {
                    ui.set_width(size.x);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    heading(ui, chart, &skin, &lines);
                    self.plot(ui, chart, size, &lines);
                });
            }
        });
    }

    fn plot(&self, ui: &mut Ui, chart: Chart, size: egui::Vec2, lines: &Lines) {
        let lowest = self.samples.iter().map(|sample| sample.energy.potential).fold(f64::INFINITY, f64::min);
        let line = |name: &str, read: &dyn Fn(&Sample) -> f64, colour| {
            let points: PlotPoints = self.samples.iter().map(|sample| [sample.at - self.now, read(sample)]).collect();
            Line::new(name, points).color(colour).width(1.6)
        };
        let plot = Plot::new(Id::new(("plot", chart.title())))
            .width(size.x)
            .height(size.y)
            .show_background(false)
            .show_axes([false, true])
            .show_grid([false, true])
            .y_grid_spacer(marks)
            .grid_spacing(GRID)
            .y_axis_min_width(36.0)
            .y_axis_formatter(|mark, _| short(mark.value))
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_x(false)
            .include_x(-SPAN)
            .include_x(0.0)
            .include_y(0.0)
            .set_margin_fraction(vec2(0.0, 0.08));
        plot.show(ui, |plot| match chart {
            Chart::Energy => {
                plot.line(line("kinetic", &|sample| sample.energy.kinetic, lines.first));
                plot.line(line("potential", &|sample| sample.energy.potential - lowest, lines.second));
                plot.line(line("total", &|sample| sample.energy.total() - lowest, lines.third));
            }
            Chart::Stretch => {
                plot.line(line("most", &|sample| 100.0 * sample.stretch.max, lines.first));
                plot.line(line("mean", &|sample| 100.0 * sample.stretch.mean, lines.second));
            }
            Chart::Time => {
                plot.line(line("steps", &|sample| sample.stepping, lines.first));
                plot.line(line("drawing", &|sample| sample.drawing, lines.second));
                plot.hline(HLine::new("budget", BUDGET).color(lines.limit).width(1.0));
            }
        });
    }
}

/// A plot's name, and its lines' names in their colours.
fn heading(ui: &mut Ui, chart: Chart, skin: &Skin, lines: &Lines) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        let title = RichText::new(chart.title()).size(12.0).color(skin.text).strong();
        ui.label(title).on_hover_text(chart.tip());
        let names: &[(&str, egui::Color32)] = match chart {
            Chart::Energy => &[("kinetic", lines.first), ("potential", lines.second), ("total", lines.third)],
            Chart::Stretch => &[("most", lines.first), ("mean", lines.second)],
            Chart::Time => &[("steps", lines.first), ("drawing", lines.second), ("budget", lines.limit)],
        };
        for &(name, colour) in names {
            ui.label(RichText::new(name).size(12.0).color(colour));
        }
    });
    // Half of the number of a mark at the plot's upper edge.
    ui.add_space(5.0);
}

/// Three to six marks at 1, 2 or 5 times a power of ten; fewer in a low plot.
fn marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let apart = input.base_step_size / f64::from(GRID.min) * MARKS_APART;
    let rough = ((high - low) / 5.0).max(apart).max(1e-12);
    let decade = 10_f64.powf(rough.log10().floor());
    let step = decade * [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade >= rough).unwrap_or(10.0);
    // Of equal weight: every one has its number.
    let mark = |count: i64| GridMark { value: count as f64 * step, step_size: high - low };
    ((low / step).ceil() as i64..=(high / step).floor() as i64).map(mark).collect()
}

/// A number for an axis, that has room for five signs or so: 12 000 -> 12k.
fn short(value: f64) -> String {
    let (scale, suffix) = match value.abs() {
        size if size >= 1e12 => return format!("{value:.0e}"),
        size if size >= 1e9 => (1e9, "G"),
        size if size >= 1e6 => (1e6, "M"),
        size if size >= 1e4 => (1e3, "k"),
        size if size > 0.0 && size < 1e-3 => return format!("{value:e}"),
        _ => (1.0, ""),
    };
    format!("{}{suffix}", digits(value / scale))
}

/// The colours of the lines, which also people who do not tell red from green tell apart.
struct Lines {
    first: egui::Color32,
    second: egui::Color32,
    third: egui::Color32,
    limit: egui::Color32,
}

impl Lines {
    const fn of(theme: Theme) -> Self {
        use egui::Color32;
        match theme {
            Theme::Dark => Self {
                first: Color32::from_rgb(86, 180, 233),
                second: Color32::from_rgb(240, 178, 66),
                third: Color32::from_rgb(232, 236, 240),
                limit: Color32::from_rgb(255, 120, 96),
            },
            Theme::Light => Self {
                first: Color32::from_rgb(0, 96, 160),
                second: Color32::from_rgb(184, 88, 0),
                third: Color32::from_rgb(30, 34, 40),
                limit: Color32::from_rgb(190, 30, 20),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sandbox::Sandbox, scene};

    fn sandbox() -> Sandbox {
        Sandbox::new(scene::named("first-rope").expect("it is in the gallery")).expect("it builds")
    }

    #[test]
    fn the_numbers_of_an_axis_are_short() {
        let said = [0.0, 0.15, -50.0, 9_000.0, 15_000.0, 4e8, -2.5e9, 5e17, 0.0002].map(short);
        assert_eq!(said, ["0", "0.15", "-50", "9000", "15k", "400M", "-2.5G", "5e17", "2e-4"]);
    }

    #[test]
    fn the_numbers_of_a_low_plot_do_not_touch() {
        for height in [30.0, 48.0, 108.0] {
            for high in [0.15, 0.3, 1.0, 73.0, 99.0] {
                let step_of_grid = high / height * f64::from(GRID.min);
                let marks = marks(GridInput { bounds: (0.0, high), base_step_size: step_of_grid });
                let apart = marks.windows(2).map(|two| (two[1].value - two[0].value) / high * height);
                assert!(
                    apart.clone().all(|points| points >= MARKS_APART),
                    "{height} {high}: {:?}",
                    apart.collect::<Vec<_>>()
                );
                assert!(height < 100.0 || (3..=6).contains(&marks.len()), "{height} {high}: {} marks", marks.len());
            }
        }
    }

    #[test]
    fn what_is_hidden_is_not_measured() {
        let (sandbox, mut history) = (sandbox(), History::default());
        assert!(history.clock().is_none());
        history.measure(sandbox.world(), 0.1);
        assert!(history.samples.is_empty());
        history.charts.toggle(Chart::Stretch);
        assert!(history.clock().is_none(), "the time is not shown");
        history.measure(sandbox.world(), 0.1);
        assert_eq!(history.samples.len(), 1);
        assert_eq!(history.samples[0].energy, Energy::default(), "the energy is not shown");
    }

    #[test]
    fn a_plot_keeps_ten_seconds_at_any_frame_rate() {
        for rate in [30, 60, 240] {
            let (sandbox, mut history) = (sandbox(), History::default());
            history.charts.toggle_all();
            (0..15 * rate).for_each(|_| history.measure(sandbox.world(), 1.0 / rate as f32));
            let (first, last) = (history.samples[0].at, history.samples[history.samples.len() - 1].at);
            assert!((9.9..=10.1).contains(&(last - first)), "{} s at {rate} frames a second", last - first);
            assert!(history.samples.len() <= 510);
        }
    }
}
