//! The sections View and Plots: nothing in them changes what is played with.

use egui_macroquad::egui::{FontId, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::SectionContext;
use crate::{
    app::{
        actions::{Chart, Request},
        storage::{MEMORIES, SCALES},
        style::{Tooltip as _, TouchTargets, colour, for_device, input_device},
        widgets::{self, TEXT},
    },
    view::{Colours, Style, Theme, View},
};

/// A row of words, one of them chosen. Returns the one that was clicked.
fn row<T: Copy + PartialEq>(
    ui: &mut Ui,
    cx: &SectionContext,
    (name, label): (&str, &str),
    now: T,
    all: &[(T, &str, &str)],
) -> Option<T> {
    let mut chosen = None;
    ui.label(RichText::new(label).size(TEXT).color(cx.theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for &(value, text, tip) in all {
            let name = format!("{name}.{text}");
            if widgets::chip(ui, &name, text, value == now, &cx.theme).tooltip(tip).clicked() && value != now {
                chosen = Some(value);
            }
        }
    });
    ui.add_space(3.0);
    chosen
}

/// The palettes, each with its rope, its cloth and its net. Returns the one that was clicked.
fn palettes(ui: &mut Ui, cx: &SectionContext) -> Option<Colours> {
    let all = [
        (Colours::Hemp, "Hemp", "Hemp ropes, a red curtain, brass pins"),
        (Colours::Harbour, "Harbour", "Blue and white, as sails and lines are"),
        (Colours::Alpine, "Alpine", "Bright climbing ropes"),
        (Colours::Slate, "Slate", "Shades of grey, for print"),
    ];
    let (theme, style) = (cx.theme, cx.state.style);
    let mut chosen = None;
    ui.label(RichText::new("Colours").size(TEXT).color(theme.dim));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (colours, text, tip) in all {
            let now = style.colours == colours;
            let ink = if now { theme.solid } else { theme.text };
            let galley = ui.fonts(|fonts| fonts.layout_no_wrap(text.to_owned(), FontId::proportional(TEXT), ink));
            let (rect, response) = ui.allocate_exact_size(
                vec2(galley.size().x + 46.0, TouchTargets::here(ui).field.max(22.0)),
                Sense::click(),
            );
            widgets::mark(ui, &format!("colours.{text}"), rect);
            let fill = match (now, response.hovered()) {
                (true, _) => theme.bright,
                (false, true) => theme.hovered,
                (false, false) => theme.raised,
            };
            ui.painter().rect_filled(rect, 5.0, fill);
            let palette = Style { colours, ..style }.palette();
            for (place, of_palette) in [palette.rope, palette.cloth, palette.net].into_iter().enumerate() {
                let middle = pos2(rect.left() + 10.0 + 10.0 * place as f32, rect.center().y);
                // Ringed with the picture's background: pale ropes are to be seen on a pale button, too.
                ui.painter().circle(middle, 4.5, colour(of_palette), Stroke::new(1.0, colour(palette.sky)));
            }
            ui.painter().galley(pos2(rect.left() + 40.0, rect.center().y - 0.5 * galley.size().y), galley, ink);
            if response.tooltip(tip).clicked() {
                chosen = Some(colours);
            }
        }
    });
    ui.add_space(3.0);
    chosen
}

/// View, theme, colours, scale.
pub fn view(ui: &mut Ui, cx: &mut SectionContext) {
    let style = cx.state.style;
    let views = [
        ((View::Plain, true), "Cloth", "What it is made of: cloth is filled (V: next view)"),
        ((View::Plain, false), "Net", "Cloth as the net of its threads (V: next view)"),
        (
            (View::Stress, true),
            "Stress",
            "Colour says how hard each link is pulled, in newtons, as the legend has them (V: next view)",
        ),
        ((View::Points, true), "Points", "Particles, masses and velocities over thin links (V: next view)"),
    ];
    let now = (style.view, style.filled || style.view != View::Plain);
    if let Some((view, filled)) = row(ui, cx, ("view", "What is drawn"), now, &views) {
        cx.request(Request::Style(Style { view, filled, ..style }));
    }
    let themes = [
        (Theme::Dark, "Dark", "A dusk sky and light ropes (T: the other)"),
        (Theme::Light, "Light", "Paper and dark ropes (T: the other)"),
    ];
    if let Some(theme) = row(ui, cx, ("theme", "Theme"), style.theme, &themes) {
        cx.request(Request::Style(Style { theme, ..style }));
    }
    if let Some(colours) = palettes(ui, cx) {
        cx.request(Request::Style(Style { colours, ..style }));
    }
    ui.add_space(2.0);
    let mut shadows = style.shadows;
    let tip = "Things throw soft shadows. Off is faster, and calmer to look at.";
    if widgets::tick(ui, "shadows", ("Shadows", tip), &mut shadows, &cx.theme) {
        cx.request(Request::Style(Style { shadows, ..style }));
    }
    let mut streaks = style.streaks;
    let tip = "Fine lines in the air show where the wind goes, and how fast. Off is calmer to look at.";
    if widgets::tick(ui, "streaks", ("Streaks of wind", tip), &mut streaks, &cx.theme) {
        cx.request(Request::Style(Style { streaks, ..style }));
    }
    let mut background = cx.state.background;
    let tip = "Ropes go on moving while another window has the keyboard: for a second screen. Off, they wait, and the \
               machine has all its time for others.";
    if widgets::tick(ui, "background", ("Move in the background", tip), &mut background, &cx.theme) {
        cx.request(Request::Background(background));
    }
    let names = SCALES.map(|scale| format!("{}", scale * 100.0));
    let tip = "Size of the panel and of all text; the picture stays as it is. Small: more fits. Large: easier to read.";
    let scales: Vec<_> = SCALES.iter().zip(&names).map(|(&scale, name)| (scale, name.as_str(), tip)).collect();
    if let Some(scale) = row(ui, cx, ("scale", "Size of the interface, %"), cx.state.scale, &scales) {
        cx.request(Request::Scale(scale));
    }
    let tip = "How much memory the moments take that one can go back to. Little: long ways back in large scenes take longer. \
               Much: less for others.";
    let names = MEMORIES.map(|memory| memory.to_string());
    let memories: Vec<_> = MEMORIES.iter().zip(&names).map(|(&memory, name)| (memory, name.as_str(), tip)).collect();
    if let Some(memory) = row(ui, cx, ("memory", "Memory for going back in time, MB"), cx.state.memory, &memories) {
        cx.request(Request::Memory(memory));
    }
}

/// Which plots are shown.
pub fn plots(ui: &mut Ui, cx: &mut SectionContext) {
    let mut charts = cx.state.charts;
    for chart in Chart::ALL {
        let mut on = charts.has(chart);
        let text = format!("{} ({})", chart.title(), chart.key());
        let text = for_device(&text, input_device(ui.ctx()));
        let name = format!("plot.{}", chart.title());
        if widgets::tick(ui, &name, (&text, chart.tooltip()), &mut on, &cx.theme) {
            charts.set(chart, on);
        }
    }
    if charts != cx.state.charts {
        cx.request(Request::Charts(charts));
    }
    let said = "The last ten seconds. M shows or hides all three. What is hidden is not measured.";
    ui.label(RichText::new(for_device(said, input_device(ui.ctx()))).size(12.0).color(cx.theme.dim));
}
