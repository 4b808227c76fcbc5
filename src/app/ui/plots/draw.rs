//! Drawing the plots.

use egui::{Align2, Area, Context, Frame, Id, Margin, Rect, RichText, Ui, vec2};
use egui_plot::{HLine, Line, LineStyle, Plot, PlotPoints, PlotResponse, PlotUi};

use super::super::ghost_stats::world_colours;
use super::axis::{GRID_DISTANCES, marks};
use super::measurements::{Measurements, SPAN, Sample, WorldSample};
use crate::app::actions::Chart;
use crate::app::style::{self, Tooltip as _, UiTheme};
use crate::app::widgets::{digits, short, text_size};
use crate::view::{Style, Theme};

/// A frame's budget at 60 frames per second, ms.
const BUDGET: f64 = 1_000.0 / 60.0;

/// Largest size of a plot, points.
const SIZE: egui::Vec2 = vec2(330.0, 108.0);

/// Height of a plot's heading, frame and gap, points.
const AROUND: f32 = 40.0;

/// Below this height of a plot there is no room for a hint above the plots, points.
const LOWEST: f32 = 44.0;

/// Below this width of the free part plots are not shown, points.
const NARROWEST: f32 = 240.0;

/// A number of a sample.
type Read = fn(&WorldSample) -> f64;

impl Measurements {
    /// The reason why plots are not shown in a free width, points, although they are switched on.
    pub fn refusal(&self, free: f32, has_panel: bool) -> Option<&'static str> {
        let why = if has_panel { "plots have no room beside the panel (H folds it away)" } else { "no room for plots" };
        (self.charts.any() && free < NARROWEST).then_some(why)
    }

    /// Whether the plots fill a free part of the window, points, and leave no room for a hint.
    pub fn fill(&self, free: egui::Vec2) -> bool {
        self.charts.any() && free.x >= NARROWEST && self.height(free.y) < LOWEST
    }

    fn has_ghost(&self) -> bool {
        self.samples.iter().any(|sample| sample.ghost.is_some())
    }

    /// Height of each plot in a free height, points.
    fn height(&self, free: f32) -> f32 {
        let count = Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)).count() as f32;
        ((free - 16.0) / count - AROUND).min(SIZE.y)
    }

    /// Shows the plots at the lower left of a free part of the window, of whose width something takes a part, points.
    pub fn show(&self, context: &Context, free: Rect, style: &Style, taken_width: f32) {
        if !self.charts.any() || free.width() < NARROWEST {
            return;
        }
        let theme = UiTheme::of(style.theme);
        let lines = Lines::of(style);
        let has_ghost = self.has_ghost();
        let widest = (0.6 * free.width() - 20.0).min(free.width() - taken_width - 32.0);
        let size = vec2(SIZE.x.min(widest), self.height(free.height())).max(vec2(60.0, 30.0));
        let area = Area::new(Id::unique("plots")).constrain_to(free).anchor(Align2::LEFT_BOTTOM, vec2(8.0, -8.0));
        area.show(context, |ui| {
            for chart in Chart::ALL.into_iter().filter(|&chart| self.charts.has(chart)) {
                // Opaque: a net behind a plot would look like a part of it.
                let frame = Frame::NONE.fill(theme.solid).corner_radius(6.0).inner_margin(Margin::symmetric(8, 3));
                frame.show(ui, |ui| {
                    ui.set_width(size.x);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    heading(ui, chart, has_ghost, &lines);
                    self.plot(ui, chart, size, &lines);
                });
            }
        });
    }

    fn plot(&self, ui: &mut Ui, chart: Chart, size: egui::Vec2, lines: &Lines) {
        let shown = Plot::new(Id::unique(("plot", chart.title())))
            .width(size.x)
            .height(size.y)
            .show_background(false)
            .show_axes([false, true])
            .show_grid([false, true])
            .y_grid_spacer(marks)
            .grid_spacing(GRID_DISTANCES)
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
                if self.has_ghost() {
                    self.plot_both(plot, chart, lines);
                } else {
                    self.plot_world(plot, chart, lines);
                }
                if chart == Chart::Time {
                    // Dashed, as no measured line of this plot is: a rope may have the same colour.
                    let style = LineStyle::Dashed { length: 6.0 };
                    plot.hline(HLine::new("budget", BUDGET).color(lines.limit).width(1.0).style(style));
                }
            });
        pointer_value(ui, &shown);
    }

    /// The line of a number, over the samples that have it.
    fn line<'a>(&self, name: &'a str, read: impl Fn(&Sample) -> Option<f64>, colour: egui::Color32) -> Line<'a> {
        let points: PlotPoints =
            self.samples.iter().filter_map(|sample| Some([sample.at - self.now, read(sample)?])).collect();
        Line::new(name, points).color(colour).width(1.6)
    }

    /// The lowest potential energy of the samples, J, which is plotted as zero.
    fn lowest(&self) -> f64 {
        let states = self.samples.iter().flat_map(|sample| [Some(sample.world), sample.ghost]).flatten();
        states.map(|state| state.energy.potential).fold(f64::INFINITY, f64::min)
    }

    /// Plots a world without a ghost, with a colour for each number.
    fn plot_world(&self, plot: &mut PlotUi, chart: Chart, lines: &Lines) {
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

    /// Plots a world and its ghost, with a colour for each world and a dashed line for a second number.
    fn plot_both(&self, plot: &mut PlotUi, chart: Chart, lines: &Lines) {
        let lowest = self.lowest();
        let (solid, dashed): (Read, Option<Read>) = match chart {
            Chart::Energy => (|state| state.energy.total(), Some(|state| state.energy.kinetic)),
            Chart::Stretch => (|state| 100.0 * state.stretch.max, Some(|state| 100.0 * state.stretch.mean)),
            Chart::Time => (|state| state.stepping, None),
        };
        let above = if chart == Chart::Energy { lowest } else { 0.0 };
        // The ghost behind the world, as in the picture.
        for (name, ghost, colour, width) in [("ghost", true, lines.ghost, 1.4), ("scene", false, lines.world, 2.2)] {
            let state = move |sample: &Sample| if ghost { sample.ghost } else { Some(sample.world) };
            if let Some(read) = dashed {
                let line = self.line(name, move |sample| state(sample).as_ref().map(read), colour);
                plot.line(line.style(LineStyle::Dashed { length: 5.0 }).width(0.75 * width));
            }
            plot.line(self.line(name, move |sample| Some(solid(&state(sample)?) - above), colour).width(width));
        }
    }
}

/// Shows the number at the height of the pointer, on the side with room.
fn pointer_value(ui: &Ui, shown: &PlotResponse<()>) {
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

/// The title of a plot, and the names of its lines in their colours.
fn heading(ui: &mut Ui, chart: Chart, has_ghost: bool, lines: &Lines) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        let title = RichText::new(chart.title()).size(12.0).color(lines.text).strong();
        ui.label(title).tooltip(chart.tooltip());
        let (scene, ghost) = (("scene", lines.world), ("ghost", lines.ghost));
        let names: &[(&str, egui::Color32)] = match chart {
            Chart::Energy if has_ghost => &[scene, ghost, ("— total   - - kinetic", lines.dim)],
            Chart::Stretch if has_ghost => &[scene, ghost, ("— most   - - mean", lines.dim)],
            Chart::Time if has_ghost => &[scene, ghost, ("budget", lines.limit)],
            Chart::Energy => &[("kinetic", lines.first), ("potential", lines.second), ("total", lines.third)],
            Chart::Stretch => &[("most", lines.first), ("mean", lines.second)],
            Chart::Time => &[("steps", lines.first), ("drawing", lines.second), ("budget", lines.limit)],
        };
        for &(name, colour) in names {
            let wide = text_size(ui.ctx(), name, 12.0).x;
            // Names beyond the width of the plot are left out.
            if ui.min_rect().width() + ui.spacing().item_spacing.x + wide > ui.max_rect().width() {
                break;
            }
            ui.label(RichText::new(name).size(12.0).color(colour));
        }
    });
    // Room for the upper half of the topmost number.
    ui.add_space(5.0);
}

/// The colours of the lines, which readers with colour blindness can distinguish.
struct Lines {
    first: egui::Color32,
    second: egui::Color32,
    third: egui::Color32,
    limit: egui::Color32,
    /// Of two worlds: see [`world_colours`].
    world: egui::Color32,
    ghost: egui::Color32,
    /// Of titles.
    text: egui::Color32,
    /// Of explanations.
    dim: egui::Color32,
}

impl Lines {
    fn of(style: &Style) -> Self {
        let [world, ghost] = world_colours(style).map(style::egui_colour);
        let UiTheme { text, dim, .. } = UiTheme::of(style.theme);
        let colours = match style.theme {
            Theme::Dark | Theme::Contrast => [(86, 180, 233), (240, 178, 66), (232, 236, 240), (255, 120, 96)],
            Theme::Light => [(0, 96, 160), (184, 88, 0), (30, 34, 40), (190, 30, 20)],
        };
        let [first, second, third, limit] = colours.map(|(r, g, b)| egui::Color32::from_rgb(r, g, b));
        Self { first, second, third, limit, world, ghost, text, dim }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::sandbox::{Command, Sandbox};
    use crate::scene;

    fn sandbox() -> Sandbox {
        Sandbox::new(scene::named("first-rope").expect("a scene of the gallery")).expect("the scene builds")
    }

    #[test]
    fn plots_leave_room_to_the_legend() {
        let (mut sandbox, mut measurements, context) = (sandbox(), Measurements::default(), new_context());
        sandbox.apply(&Command::SetGhost(scene::rivals().first().cloned().map(Box::new)));
        measurements.charts.toggle_all();
        measurements.measure(&sandbox, 0.1);
        for (free, beside) in [(400.0, 168.0), (320.0, 168.0), (988.0, 420.0)] {
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(free, 272.0));
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
                lay_out(&context, input, |root| measurements.show(root.ctx(), rect, &Style::default(), beside));
            }
            let plots = context.memory(|memory| memory.area_rect(Id::unique("plots"))).expect("the plots are shown");
            assert!(plots.right() + beside <= free && plots.width() > 100.0, "{plots} of {free} beside {beside}");
        }
    }

    #[test]
    fn plot_keeps_ten_seconds_at_any_frame_rate() {
        for rate in [30, 60, 240] {
            let (sandbox, mut measurements) = (sandbox(), Measurements::default());
            measurements.charts.toggle_all();
            (0..15 * rate).for_each(|_| measurements.measure(&sandbox, 1.0 / rate as f32));
            let (first, last) = (measurements.samples[0].at, measurements.samples[measurements.samples.len() - 1].at);
            assert!((9.9..=10.1).contains(&(last - first)), "{} s at {rate} frames per second", last - first);
            assert!(measurements.samples.len() <= 510);
        }
    }
}
