//! The sections View and Plots, which change nothing in the simulation.

use egui::{FontId, Response, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::SectionContext;
use crate::app::actions::{Action, Chart, Request, with_key};
use crate::app::storage::{MEMORY_CHOICES, Prefs, SCALE_CHOICES};
use crate::app::style::{Tooltip as _, TouchTargets, accessibility, egui_colour, for_device, input_device};
use crate::app::ui::notes::Note;
use crate::app::widgets::{Checkbox, Choice, ChoiceRow, TEXT_SIZE, mark, wrapped};
use crate::physics::{Described as _, Words};
use crate::view::{Colours, Style, Theme, View};

/// The section View: view, theme, colours, scale, memory.
pub fn view(ui: &mut Ui, cx: &mut SectionContext) {
    let style = cx.state.style;
    let views = Style::VIEWS.map(|(value, Words { label, tooltip })| Choice::new(value, label, tooltip));
    let value = (style.view, style.filled || style.view != View::Plain);
    let label = labelled(ui, Style::VIEW.label, Action::NextView);
    let row = ChoiceRow { name: "view", label: &label, value, own: None, choices: &views };
    if let Some((view, filled)) = row.show(ui, &cx.theme) {
        cx.request(Request::Style(Style { view, filled, ..style }));
    }
    let themes: Vec<_> = Theme::VALUES
        .iter()
        .map(|&theme| {
            let Words { label, tooltip } = theme.words();
            Choice::new(theme, label, tooltip)
        })
        .collect();
    let label = labelled(ui, Style::THEME.label, Action::Theme);
    let row = ChoiceRow { name: "theme", label: &label, value: style.theme, own: None, choices: &themes };
    if let Some(theme) = row.show(ui, &cx.theme) {
        cx.request(Request::Style(Style { theme, ..style }));
    }
    palettes(ui, cx);
    ui.add_space(2.0);
    switches(ui, cx);
    sizes(ui, cx);
}

/// A label with the key that does the same.
fn labelled(ui: &Ui, label: &str, action: Action) -> String {
    for_device(&with_key(label, action), input_device(ui.ctx())).into_owned()
}

fn sizes(ui: &mut Ui, cx: &mut SectionContext) {
    let Words { label, tooltip } = Prefs::SCALE;
    let scales = SCALE_CHOICES.map(|scale| Choice::new(scale, (scale * 100.0).to_string(), tooltip));
    let value = cx.state.ui_scale;
    let row = ChoiceRow { name: "scale", label, value, own: None, choices: &scales };
    if let Some(scale) = row.show(ui, &cx.theme) {
        cx.request(Request::UiScale(scale));
    }
    let Words { label, tooltip } = Prefs::MEMORY;
    let memories = MEMORY_CHOICES.map(|memory| Choice::new(memory, memory.to_string(), tooltip));
    let value = cx.state.rewind_memory;
    let row = ChoiceRow { name: "memory", label, value, own: None, choices: &memories };
    if let Some(memory) = row.show(ui, &cx.theme) {
        cx.request(Request::RewindMemory(memory));
    }
}

fn switches(ui: &mut Ui, cx: &mut SectionContext) {
    let theme = cx.theme;
    let mut style = cx.state.style;
    let checkbox = |name, Words { label: text, tooltip }: Words| Checkbox { name, text, tooltip };
    let is_changed = checkbox("shadows", Style::SHADOWS).show(ui, &mut style.shadows, &theme)
        | checkbox("streaks", Style::STREAKS).show(ui, &mut style.streaks, &theme)
        | checkbox("less_motion", Style::LESS_MOTION).show(ui, &mut style.less_motion, &theme);
    if is_changed {
        cx.request(Request::Style(style));
    }
    let mut has_names = cx.state.has_tool_names;
    if checkbox("tool_names", Prefs::TOOL_NAMES).show(ui, &mut has_names, &theme) {
        cx.request(Request::ToolNames(has_names));
    }
    let mut runs = cx.state.runs_in_background;
    if checkbox("background", Prefs::BACKGROUND).show(ui, &mut runs, &theme) {
        cx.request(Request::RunInBackground(runs));
    }
}

/// Shows the palettes, each with the colours of its rope, cloth and net.
fn palettes(ui: &mut Ui, cx: &mut SectionContext) {
    ui.label(RichText::new(Style::COLOURS.label).size(TEXT_SIZE).color(cx.theme.dim));
    wrapped(ui, |ui| {
        for &colours in Colours::VALUES {
            let Words { label, tooltip } = colours.words();
            if palette_button(ui, cx, colours, label).tooltip(tooltip).clicked() {
                cx.request(Request::Style(Style { colours, ..cx.state.style }));
            }
        }
    });
    ui.add_space(3.0);
}

fn palette_button(ui: &mut Ui, cx: &SectionContext, colours: Colours, text: &str) -> Response {
    let (theme, style) = (cx.theme, cx.state.style);
    let is_chosen = style.colours == colours;
    let ink = if is_chosen { theme.solid } else { theme.text };
    let galley = ui.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), FontId::proportional(TEXT_SIZE), ink));
    let size = vec2(galley.size().x + 46.0, TouchTargets::here(ui).field.max(22.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    mark(ui, &format!("colours.{text}"), rect);
    accessibility::set_button(&response, text);
    accessibility::set_chosen(&response, is_chosen);
    let fill = match (is_chosen, response.hovered()) {
        (true, _) => theme.bright,
        (false, true) => theme.hovered,
        (false, false) => theme.raised,
    };
    ui.painter().rect(rect, 5.0, fill, theme.outline(), StrokeKind::Inside);
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
        let text = labelled(ui, chart.title(), Action::Plot(chart));
        let name = format!("plot.{}", chart.title());
        if (Checkbox { name: &name, text: &text, tooltip: chart.tooltip() }).show(ui, &mut is_shown, &cx.theme) {
            charts.set(chart, is_shown);
        }
    }
    if charts != cx.state.charts {
        cx.request(Request::Charts(charts));
    }
    Note::Plots.show(ui, &cx.theme);
}
