//! Plots of the last ten seconds: energy, stretch, time spent. What is hidden is not measured.

mod axis;

use std::{collections::VecDeque, time::Duration};

use egui_macroquad::egui::{self, Align2, Area, Context, Frame, Id, Margin, Rect, RichText, Ui, vec2};
use egui_plot::{HLine, Line, LineStyle, Plot, PlotPoints, PlotResponse, PlotUi};

pub use axis::short;

use axis::{GRID, marks};

use super::ghost_stats as race;
use crate::{
    app::{
        actions::{Chart, Charts},
        style::{self, Tooltip as _, UiTheme},
        widgets::digits,
    },
    host::Instant,
    physics::{Energy, Stretch, World},
    sandbox::Sandbox,
    view::{Style, Theme},
};

/// How far back a plot goes, s.
const SPAN: f64 = 10.0;

/// Shortest time between two samples, s: more would be closer together than pixels.
const SPACING: f64 = 0.02;

/// A frame's budget, ms: 60 frames a second.
const BUDGET: f64 = 1_000.0 / 60.0;

/// Size of a plot, points.
const SIZE: egui::Vec2 = vec2(330.0, 108.0);

/// What is above and below a plot, points: its heading, its frame, the gap to the next.
const AROUND: f32 = 40.0;

/// A plot that is lower than this, points, leaves no room to anything above it.
const LOWEST: f32 = 44.0;

/// Least free width, points, beside which plots are shown: the panel is what is looked at where there is less.
const LEAST_FREE: f32 = 240.0;

/// What was measured of a world in some frames.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    energy: Energy,
    stretch: Stretch,
    /// Longest in a frame, ms.
    stepping: f64,
}

/// Reads a number of what was measured of a world.
type Read = fn(&State) -> f64;

/// What was measured in some frames.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    /// Since measuring began, s.
    at: f64,
    world: State,
    ghost: Option<State>,
    /// Longest in a frame, ms.
    drawing: f64,
}

/// What was measured in the last ten seconds.
#[derive(Debug, Default)]
pub struct Measurements {
    /// Which plots are shown, and so measured.
    pub charts: Charts,
    samples: VecDeque<Sample>,
    /// Since measuring began, s.
    now: f64,
    stepping: Duration,
    haunting: Duration,
    drawing: Duration,
    /// The last frame's steps.
    last_stepping: Option<Duration>,
}

/// What a span of time was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePhase {
    /// Steps of the world.
    Stepping,
    /// Steps of the ghost.
    GhostStepping,
    /// Painting the picture.
    Drawing,
}

impl Measurements {
    /// The time, if anybody wants to know how long something takes.
    #[must_use]
    pub fn clock(&self) -> Option<Instant> {
        self.charts.has(Chart::Time).then(Instant::now)
    }

    /// Something that began then is done; `besides` of the time went into something else.
    pub fn done(&mut self, work: FramePhase, began: Option<Instant>, besides: Duration) {
        if let Some(began) = began {
            self.took(work, began.elapsed().saturating_sub(besides));
        }
    }

    /// How long the steps of the last frame took, while that is plotted.
    #[must_use]
    pub fn stepping(&self) -> Option<Duration> {
        self.last_stepping.filter(|_| self.charts.has(Chart::Time))
    }

    /// Something took so long in a frame.
    pub fn took(&mut self, work: FramePhase, time: Duration) {
        if work == FramePhase::Stepping {
            self.last_stepping = Some(time);
        }
        let longest = match work {
            FramePhase::Stepping => &mut self.stepping,
            FramePhase::GhostStepping => &mut self.haunting,
            FramePhase::Drawing => &mut self.drawing,
        };
        *longest = (*longest).max(time);
    }

    /// Measures what is shown, after a frame of so many seconds.
    pub fn measure(&mut self, sandbox: &Sandbox, seconds: f32) {
        if !self.charts.any() {
            self.samples.clear();
            return;
        }
        self.now += f64::from(seconds);
        let last = self.samples.back().map(|sample| sample.at);
        if last.is_some_and(|last| self.now < last + SPACING) {
            return;
        }
        let milliseconds = |time: &mut Duration| std::mem::take(time).as_secs_f64() * 1_000.0;
        let charts = self.charts;
        let state = |world: &World, stepping: f64| State {
            energy: if charts.has(Chart::Energy) { world.energy() } else { Energy::default() },
            stretch: if charts.has(Chart::Stretch) { world.stretch() } else { Stretch::default() },
            stepping,
        };
        let haunting = milliseconds(&mut self.haunting);
        self.samples.push_back(Sample {
            at: self.now,
            world: state(sandbox.world(), milliseconds(&mut self.stepping)),
            ghost: sandbox.ghost().map(|ghost| state(ghost.world(), haunting)),
            drawing: milliseconds(&mut self.drawing),
        });
        while self.samples.front().is_some_and(|first| first.at < self.now - SPAN) {
            self.samples.pop_front();
        }
    }

    /// Why plots that were asked for are not seen, where this width is free, points.
    #[must_use]
    pub fn refusal(&self, free: f32, panel: bool) -> Option<&'static str> {
        let why = if panel { "plots have no room beside the panel (H folds it away)" } else { "no room for plots" };
        (self.charts.any() && free < LEAST_FREE).then_some(why)
    }

    /// Whether plots take the whole of a `free` part, points, so that there is no room for anything above them.
    #[must_use]
    pub fn fill(&self, free: egui::Vec2) -> bool {
        self.charts.any() && free.x >= LEAST_FREE && self.height(free.y) < LOWEST
    }

    /// Height of each of the plots where so much is free for all of them, both points.
    fn height(&self, free: f32) -> f32 {
        let count = Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)).count() as f32;
        ((free - 16.0) / count - AROUND).min(SIZE.y)
    }

    /// Shows the plots at the lower left of a `free` part of the window; `beside` of its width, points, is taken.
    pub fn show(&self, context: &Context, free: Rect, style: &Style, beside: f32) {
        if !self.charts.any() {
            return;
        }
        let theme = UiTheme::of(style.theme);
        let lines = Lines::of(style);
        let haunted = self.samples.iter().any(|sample| sample.ghost.is_some());
        // In a small window they are smaller, so that all three fit beside the panel.
        if free.width() < LEAST_FREE {
            return;
        }
        let widest = (0.6 * free.width() - 20.0).min(free.width() - beside - 32.0);
        let size = vec2(SIZE.x.min(widest), self.height(free.height())).max(vec2(60.0, 30.0));
        let area = Area::new("plots".into()).constrain_to(free).anchor(Align2::LEFT_BOTTOM, vec2(8.0, -8.0));
        area.show(context, |ui| {
            for chart in Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)) {
                // Not of glass: a net behind a plot looks like a part of it.
                let frame = Frame::NONE.fill(theme.solid).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3));
                frame.show(ui, |ui| {
                    ui.set_width(size.x);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    heading(ui, chart, haunted, &theme, &lines);
                    self.plot(ui, chart, size, &lines);
                });
            }
        });
    }

    fn plot(&self, ui: &mut Ui, chart: Chart, size: egui::Vec2, lines: &Lines) {
        let shown = Plot::new(Id::new(("plot", chart.title())))
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
            .show_y(false)
            .include_x(-SPAN)
            .include_x(0.0)
            .include_y(0.0)
            .set_margin_fraction(vec2(0.0, 0.08))
            .show(ui, |plot| {
                if self.samples.iter().any(|sample| sample.ghost.is_some()) {
                    self.both(plot, chart, lines);
                } else {
                    self.alone(plot, chart, lines);
                }
                if chart == Chart::Time {
                    // Broken, as no line of what was measured is here: a rope may have its colour.
                    let style = LineStyle::Dashed { length: 6.0 };
                    plot.hline(HLine::new("budget", BUDGET).color(lines.limit).width(1.0).style(style));
                }
            });
        reading(ui, &shown);
    }

    /// What was read of the samples that have it.
    fn line<'a>(&self, name: &'a str, read: impl Fn(&Sample) -> Option<f64>, colour: egui::Color32) -> Line<'a> {
        let points: PlotPoints =
            self.samples.iter().filter_map(|sample| Some([sample.at - self.now, read(sample)?])).collect();
        Line::new(name, points).color(colour).width(1.6)
    }

    /// The lowest potential energy that is shown, J: where plots of it begin.
    fn lowest(&self) -> f64 {
        let states = self.samples.iter().flat_map(|sample| [Some(sample.world), sample.ghost]).flatten();
        states.map(|state| state.energy.potential).fold(f64::INFINITY, f64::min)
    }

    /// The lines of a world by itself, in a colour each.
    fn alone(&self, plot: &mut PlotUi, chart: Chart, lines: &Lines) {
        let lowest = self.lowest();
        let line = |name, read: fn(&Sample) -> f64, above: f64, colour| {
            self.line(name, move |sample| Some(read(sample) - above), colour)
        };
        match chart {
            Chart::Energy => {
                plot.line(line("kinetic", |sample| sample.world.energy.kinetic, 0.0, lines.first));
                plot.line(line("potential", |sample| sample.world.energy.potential, lowest, lines.second));
                plot.line(line("total", |sample| sample.world.energy.total(), lowest, lines.third));
            }
            Chart::Stretch => {
                plot.line(line("most", |sample| 100.0 * sample.world.stretch.max, 0.0, lines.first));
                plot.line(line("mean", |sample| 100.0 * sample.world.stretch.mean, 0.0, lines.second));
            }
            Chart::Time => {
                plot.line(line("steps", |sample| sample.world.stepping, 0.0, lines.first));
                plot.line(line("drawing", |sample| sample.drawing, 0.0, lines.second));
            }
        }
    }

    /// The lines of a world and of its ghost: a colour each, and broken where there is a second line.
    fn both(&self, plot: &mut PlotUi, chart: Chart, lines: &Lines) {
        let lowest = self.lowest();
        let (whole, broken): (Read, Option<Read>) = match chart {
            Chart::Energy => (|state| state.energy.total(), Some(|state| state.energy.kinetic)),
            Chart::Stretch => (|state| 100.0 * state.stretch.max, Some(|state| 100.0 * state.stretch.mean)),
            Chart::Time => (|state| state.stepping, None),
        };
        let above = if chart == Chart::Energy { lowest } else { 0.0 };
        // The ghost behind, as in the picture.
        for (name, ghost, colour, width) in [("ghost", true, lines.ghost, 1.4), ("scene", false, lines.world, 2.2)] {
            let state = move |sample: &Sample| if ghost { sample.ghost } else { Some(sample.world) };
            if let Some(read) = broken {
                let line = self.line(name, move |sample| state(sample).as_ref().map(read), colour);
                plot.line(line.style(LineStyle::Dashed { length: 5.0 }).width(0.75 * width));
            }
            plot.line(self.line(name, move |sample| Some(whole(&state(sample)?) - above), colour).width(width));
        }
    }
}

/// The number at the height of the pointer, beside it: on the side where there is room for it.
fn reading(ui: &Ui, shown: &PlotResponse<()>) {
    let (frame, Some(at)) = (*shown.transform.frame(), shown.response.hover_pos()) else { return };
    if !frame.contains(at) {
        return;
    }
    let (ink, font) = (ui.visuals().text_color(), egui::FontId::proportional(12.0));
    let painter = ui.painter().with_clip_rect(frame);
    painter.hline(frame.x_range(), at.y, egui::Stroke::new(1.0, ink.gamma_multiply(0.5)));
    let number = painter.layout_no_wrap(digits(shown.transform.value_from_position(at).y), font, ink);
    let size = number.size();
    let left = if at.x + 4.0 + size.x > frame.right() { at.x - 4.0 - size.x } else { at.x + 4.0 };
    let top = if at.y - 1.0 - size.y < frame.top() { at.y + 1.0 } else { at.y - 1.0 - size.y };
    painter.galley(egui::pos2(left, top), number, ink);
}

/// A plot's name, and its lines' names in their colours.
fn heading(ui: &mut Ui, chart: Chart, haunted: bool, theme: &UiTheme, lines: &Lines) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        let title = RichText::new(chart.title()).size(12.0).color(theme.text).strong();
        ui.label(title).tooltip(chart.tooltip());
        let names: &[(&str, egui::Color32)] = match chart {
            Chart::Energy if haunted => {
                &[("scene", lines.world), ("ghost", lines.ghost), ("— total   - - kinetic", theme.dim)]
            }
            Chart::Stretch if haunted => {
                &[("scene", lines.world), ("ghost", lines.ghost), ("— most   - - mean", theme.dim)]
            }
            Chart::Time if haunted => &[("scene", lines.world), ("ghost", lines.ghost), ("budget", lines.limit)],
            Chart::Energy => &[("kinetic", lines.first), ("potential", lines.second), ("total", lines.third)],
            Chart::Stretch => &[("most", lines.first), ("mean", lines.second)],
            Chart::Time => &[("steps", lines.first), ("drawing", lines.second), ("budget", lines.limit)],
        };
        for &(name, colour) in names {
            let font = egui::FontId::proportional(12.0);
            let wide = ui.fonts(|fonts| fonts.layout_no_wrap(name.to_owned(), font, colour).size().x);
            // A plot grows no wider for its names' sake: the most telling ones come first.
            if ui.min_rect().width() + ui.spacing().item_spacing.x + wide > ui.max_rect().width() {
                break;
            }
            ui.label(RichText::new(name).size(12.0).color(colour));
        }
    });
    // Half of the number of a mark at the plot's upper edge.
    ui.add_space(5.0);
}

/// The colours of the lines, which also people who do not tell red from green tell apart.
struct Lines {
    first: egui::Color32,
    second: egui::Color32,
    third: egui::Color32,
    limit: egui::Color32,
    /// Of two worlds: see [`race::colours`].
    world: egui::Color32,
    ghost: egui::Color32,
}

impl Lines {
    fn of(style: &Style) -> Self {
        use egui::Color32;
        let [world, ghost] = race::colours(style).map(style::colour);
        match style.theme {
            Theme::Dark => Self {
                first: Color32::from_rgb(86, 180, 233),
                second: Color32::from_rgb(240, 178, 66),
                third: Color32::from_rgb(232, 236, 240),
                limit: Color32::from_rgb(255, 120, 96),
                world,
                ghost,
            },
            Theme::Light => Self {
                first: Color32::from_rgb(0, 96, 160),
                second: Color32::from_rgb(184, 88, 0),
                third: Color32::from_rgb(30, 34, 40),
                limit: Color32::from_rgb(190, 30, 20),
                world,
                ghost,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sandbox::{Command, Sandbox},
        scene,
    };

    fn sandbox() -> Sandbox {
        Sandbox::new(scene::named("first-rope").expect("it is in the gallery")).expect("it builds")
    }

    #[test]
    fn what_is_hidden_is_not_measured() {
        let (sandbox, mut measurements) = (sandbox(), Measurements::default());
        assert!(measurements.clock().is_none());
        measurements.measure(&sandbox, 0.1);
        assert!(measurements.samples.is_empty());
        measurements.charts.toggle(Chart::Stretch);
        assert!(measurements.clock().is_none(), "the time is not shown");
        measurements.measure(&sandbox, 0.1);
        assert_eq!(measurements.samples.len(), 1);
        assert_eq!(measurements.samples[0].world.energy, Energy::default(), "the energy is not shown");
    }

    #[test]
    fn plots_without_room_are_not_shown_and_say_so() {
        let (sandbox, mut measurements, context) = (sandbox(), Measurements::default(), Context::default());
        let shown = |measurements: &Measurements, width| {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(width, 600.0));
            let input = || egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
            let show = |context: &Context| measurements.show(context, context.available_rect(), &Style::default(), 0.0);
            let draw = || context.run(input(), show);
            drop(draw());
            !draw().shapes.is_empty()
        };
        for width in [100.0, 239.0, 241.0, 900.0] {
            assert_eq!(
                (shown(&measurements, width), measurements.refusal(width, true)),
                (false, None),
                "at {width}: none is wanted"
            );
        }
        measurements.charts.toggle(Chart::Energy);
        measurements.measure(&sandbox, 0.1);
        for width in [100.0, 239.0, 241.0, 900.0] {
            assert_ne!(shown(&measurements, width), measurements.refusal(width, true).is_some(), "at {width}");
            assert_ne!(shown(&measurements, width), measurements.refusal(width, false).is_some(), "at {width}");
        }
    }

    #[test]
    fn plots_leave_the_room_that_is_taken_beside_them() {
        let (mut sandbox, mut measurements, context) = (sandbox(), Measurements::default(), Context::default());
        sandbox.apply(&Command::SetGhost(scene::rivals().first().cloned().map(Box::new)));
        measurements.charts.toggle_all();
        measurements.measure(&sandbox, 0.1);
        for (free, beside) in [(400.0, 168.0), (320.0, 168.0), (988.0, 420.0)] {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(free, 272.0));
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
                drop(context.run(input, |context| measurements.show(context, rect, &Style::default(), beside)));
            }
            let plots = context.memory(|memory| memory.area_rect("plots")).expect("they are shown");
            assert!(plots.right() + beside <= free && plots.width() > 100.0, "{plots} of {free} beside {beside}");
        }
    }

    #[test]
    fn plots_are_as_low_as_a_hint_above_them_needs() {
        let (sandbox, mut measurements, context) = (sandbox(), Measurements::default(), Context::default());
        measurements.charts.toggle_all();
        measurements.measure(&sandbox, 0.1);
        // Beside the panel in a window of 700 x 500, below a hint of four lines; without the panel; and a low window.
        for (size, hint, fill) in
            [((408.0, 472.0), 142.0, false), ((700.0, 472.0), 92.0, false), ((640.0, 300.0), 92.0, true)]
        {
            let rect = Rect::from_min_size(egui::Pos2::ZERO, size.into()).with_min_y(hint);
            assert_eq!(measurements.fill(rect.size()), fill, "{size:?}");
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(rect.with_min_y(0.0)), ..egui::RawInput::default() };
                drop(context.run(input, |context| measurements.show(context, rect, &Style::default(), 0.0)));
            }
            let plots = context.memory(|memory| memory.area_rect("plots")).expect("they are shown");
            assert!(fill || rect.contains_rect(plots), "{plots} in {rect}");
        }
    }

    #[test]
    fn two_worlds_have_the_colours_that_they_have_in_the_picture() {
        let (mut sandbox, mut measurements) = (sandbox(), Measurements::default());
        sandbox.apply(&Command::SetGhost(scene::rivals().first().cloned().map(Box::new)));
        measurements.charts.toggle(Chart::Energy);
        for _ in 0..10 {
            sandbox.step();
            measurements.measure(&sandbox, 0.1);
        }
        for theme in [Theme::Dark, Theme::Light] {
            let (style, context) = (Style { theme, ..Style::default() }, Context::default());
            let rect = Rect::from_min_size(egui::Pos2::ZERO, vec2(988.0, 772.0));
            let input =
                |time| egui::RawInput { screen_rect: Some(rect), time: Some(time), ..egui::RawInput::default() };
            let draw = |time| context.run(input(time), |context| measurements.show(context, rect, &style, 0.0)).shapes;
            // They fade in.
            (0..5).for_each(|time| drop(draw(time.into())));
            let lines: Vec<_> = draw(5.0)
                .into_iter()
                .filter_map(|clipped| match clipped.shape {
                    egui::Shape::Path(path) => Some(path.stroke),
                    _ => None,
                })
                .collect();
            let widths = [style.palette().rope, style.palette().ghost].map(|colour| {
                let colour = egui::epaint::ColorMode::Solid(style::colour(colour));
                lines.iter().filter(|line| line.color == colour).map(|line| line.width).fold(0.0, f32::max)
            });
            assert!(widths[0] > 1.3 * widths[1] && widths[1] > 1.0, "{theme:?}: {widths:?} of {lines:?}");
        }
    }

    #[test]
    fn a_plot_keeps_ten_seconds_at_any_frame_rate() {
        for rate in [30, 60, 240] {
            let (sandbox, mut measurements) = (sandbox(), Measurements::default());
            measurements.charts.toggle_all();
            (0..15 * rate).for_each(|_| measurements.measure(&sandbox, 1.0 / rate as f32));
            let (first, last) = (measurements.samples[0].at, measurements.samples[measurements.samples.len() - 1].at);
            assert!((9.9..=10.1).contains(&(last - first)), "{} s at {rate} frames a second", last - first);
            assert!(measurements.samples.len() <= 510);
        }
    }
}
