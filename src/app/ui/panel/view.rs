//! The sections View and Plots, which change nothing in the simulation.

use egui_macroquad::egui::{FontId, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::SectionContext;
use crate::app::actions::{Chart, Request};
use crate::app::storage::{MEMORY_CHOICES, SCALE_CHOICES};
use crate::app::style::{Tooltip as _, TouchTargets, egui_colour, for_device, input_device};
use crate::app::widgets::{Checkbox, Chip, TEXT_SIZE, mark, note};
use crate::view::{Colours, Style, Theme, View};

/// A row of buttons, one of them chosen.
struct ButtonRow<'a, T> {
    name: &'a str,
    label: &'a str,
    /// The chosen value.
    value: T,
    /// Values with their texts and tooltips.
    choices: &'a [(T, &'a str, &'a str)],
}

impl<T: Copy + PartialEq> ButtonRow<'_, T> {
    /// Shows the row. Returns another value that was clicked.
    fn show(self, ui: &mut Ui, cx: &SectionContext) -> Option<T> {
        let mut chosen = None;
        ui.label(RichText::new(self.label).size(TEXT_SIZE).color(cx.theme.dim));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for &(value, text, tooltip) in self.choices {
                let name = format!("{}.{text}", self.name);
                let is_chosen = value == self.value;
                let chip = Chip { name: &name, text, is_chosen }.show(ui, &cx.theme);
                if chip.tooltip(tooltip).clicked() && !is_chosen {
                    chosen = Some(value);
                }
            }
        });
        ui.add_space(3.0);
        chosen
    }
}

/// The section View: view, theme, colours, scale, memory.
pub fn view(ui: &mut Ui, cx: &mut SectionContext) {
    let style = cx.state.style;
    views(ui, cx);
    let themes = [
        (Theme::Dark, "Dark", "A dusk sky and light ropes (T: the other)"),
        (Theme::Light, "Light", "Paper and dark ropes (T: the other)"),
    ];
    let row = ButtonRow { name: "theme", label: "Theme", value: style.theme, choices: &themes };
    if let Some(theme) = row.show(ui, cx) {
        cx.request(Request::Style(Style { theme, ..style }));
    }
    if let Some(colours) = palettes(ui, cx) {
        cx.request(Request::Style(Style { colours, ..style }));
    }
    ui.add_space(2.0);
    switches(ui, cx);
    sizes(ui, cx);
}

fn views(ui: &mut Ui, cx: &mut SectionContext) {
    let style = cx.state.style;
    let views = [
        ((View::Plain, true), "Cloth", "Ropes, and cloth filled (V: next view)"),
        ((View::Plain, false), "Net", "Cloth as the net of its links (V: next view)"),
        ((View::Tension, true), "Tension", "Colour shows the tension of each link, N (V: next view)"),
        ((View::Points, true), "Points", "Particles, masses and velocities (V: next view)"),
    ];
    let value = (style.view, style.filled || style.view != View::Plain);
    let row = ButtonRow { name: "view", label: "View", value, choices: &views };
    if let Some((view, filled)) = row.show(ui, cx) {
        cx.request(Request::Style(Style { view, filled, ..style }));
    }
}

fn switches(ui: &mut Ui, cx: &mut SectionContext) {
    let (style, theme) = (cx.state.style, cx.theme);
    let mut shadows = style.shadows;
    let tooltip = "Soft shadows. Off is faster.";
    if (Checkbox { name: "shadows", text: "Shadows", tooltip }).show(ui, &mut shadows, &theme) {
        cx.request(Request::Style(Style { shadows, ..style }));
    }
    let mut streaks = style.streaks;
    let tooltip = "Fine lines show the direction and speed of the wind.";
    if (Checkbox { name: "streaks", text: "Streaks of wind", tooltip }).show(ui, &mut streaks, &theme) {
        cx.request(Request::Style(Style { streaks, ..style }));
    }
    let mut runs = cx.state.runs_in_background;
    let tooltip = "Continue while another window has the keyboard. Off saves processor time.";
    if (Checkbox { name: "background", text: "Move in the background", tooltip }).show(ui, &mut runs, &theme) {
        cx.request(Request::RunInBackground(runs));
    }
}

fn sizes(ui: &mut Ui, cx: &mut SectionContext) {
    let names = SCALE_CHOICES.map(|scale| format!("{}", scale * 100.0));
    let tooltip = "Size of the panel and of all text";
    let scales: Vec<_> =
        SCALE_CHOICES.iter().zip(&names).map(|(&scale, name)| (scale, name.as_str(), tooltip)).collect();
    let value = cx.state.ui_scale;
    let row = ButtonRow { name: "scale", label: "Size of the interface, %", value, choices: &scales };
    if let Some(scale) = row.show(ui, cx) {
        cx.request(Request::UiScale(scale));
    }
    let tooltip = "With more memory long rewinds of large scenes are faster.";
    let names = MEMORY_CHOICES.map(|memory| memory.to_string());
    let memories: Vec<_> =
        MEMORY_CHOICES.iter().zip(&names).map(|(&memory, name)| (memory, name.as_str(), tooltip)).collect();
    let value = cx.state.rewind_memory;
    let row = ButtonRow { name: "memory", label: "Memory for rewinding, MB", value, choices: &memories };
    if let Some(memory) = row.show(ui, cx) {
        cx.request(Request::RewindMemory(memory));
    }
}

/// Shows the palettes, each with the colours of its rope, cloth and net. Returns the one that was clicked.
fn palettes(ui: &mut Ui, cx: &SectionContext) -> Option<Colours> {
    let all = [
        (Colours::Hemp, "Hemp", "Hemp ropes, a red curtain, brass pins"),
        (Colours::Harbour, "Harbour", "Blue and white, as sails and lines"),
        (Colours::Alpine, "Alpine", "Bright climbing ropes"),
        (Colours::Slate, "Slate", "Shades of grey, for print"),
    ];
    let mut chosen = None;
    ui.label(RichText::new("Colours").size(TEXT_SIZE).color(cx.theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (colours, text, tooltip) in all {
            if palette_button(ui, cx, colours, text).tooltip(tooltip).clicked() {
                chosen = Some(colours);
            }
        }
    });
    ui.add_space(3.0);
    chosen
}

fn palette_button(ui: &mut Ui, cx: &SectionContext, colours: Colours, text: &str) -> egui_macroquad::egui::Response {
    let (theme, style) = (cx.theme, cx.state.style);
    let is_chosen = style.colours == colours;
    let ink = if is_chosen { theme.solid } else { theme.text };
    let galley = ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), FontId::proportional(TEXT_SIZE), ink));
    let size = vec2(galley.size().x + 46.0, TouchTargets::here(ui).field.max(22.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    mark(ui, &format!("colours.{text}"), rect);
    let fill = match (is_chosen, response.hovered()) {
        (true, _) => theme.bright,
        (false, true) => theme.hovered,
        (false, false) => theme.raised,
    };
    ui.painter().rect_filled(rect, 5.0, fill);
    let palette = Style { colours, ..style }.palette();
    // An outline in the colour of the sky: pale ropes are visible on a pale button, too.
    let outline = Stroke::new(1.0, egui_colour(palette.scenery.sky));
    for (index, colour) in
        [palette.materials.rope, palette.materials.cloth, palette.materials.net].into_iter().enumerate()
    {
        let centre = pos2(rect.left() + 10.0 + 10.0 * index as f32, rect.center().y);
        ui.painter().circle(centre, 4.5, egui_colour(colour), outline);
    }
    ui.painter().galley(pos2(rect.left() + 40.0, rect.center().y - 0.5 * galley.size().y), galley, ink);
    response
}

/// The section Plots: the plots that are shown.
pub fn plots(ui: &mut Ui, cx: &mut SectionContext) {
    let mut charts = cx.state.charts;
    for chart in Chart::ALL {
        let mut is_shown = charts.has(chart);
        let text = format!("{} ({})", chart.title(), chart.key());
        let text = for_device(&text, input_device(ui.ctx()));
        let name = format!("plot.{}", chart.title());
        if (Checkbox { name: &name, text: &text, tooltip: chart.tooltip() }).show(ui, &mut is_shown, &cx.theme) {
            charts.set(chart, is_shown);
        }
    }
    if charts != cx.state.charts {
        cx.request(Request::Charts(charts));
    }
    note(ui, "The last ten seconds. M shows or hides all three.", &cx.theme);
}
