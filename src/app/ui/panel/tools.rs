//! The sections Tools and Play: what keys do, as buttons.

use egui_macroquad::egui::{RichText, Slider, Ui};

use super::{SectionContext, obstacle};
use crate::{
    app::{
        actions::{Action, Request},
        style::{Tooltip as _, TouchTargets},
        widgets::{self, IconButton, Scale, TEXT, icons},
    },
    scene::KeyScheme,
    tool::{SCISSORS_RANGE, Tool},
};

/// Which tool the left button is, and the size of the scissors.
pub fn tools(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, shown) = (cx.theme, cx.state);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for tool in Tool::ALL {
            let number = tool.key();
            let name = tool.name();
            let button = IconButton {
                name: &format!("tool.{name}"),
                icon: icons::tool(tool),
                tip: format!("{name} ({number}): {}", tool.tip()),
                chosen: shown.tool == tool,
                key: Some(number),
            };
            if button.show(ui, &theme) {
                cx.request(Request::Do(Action::Choose(tool)));
            }
        }
    });
    if shown.tool.is_for_obstacles() {
        obstacle::show(ui, cx);
    }
    widgets::named(ui, "scissors", |ui| scissors(ui, cx));
}

/// The size of the scissors.
fn scissors(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, shown) = (cx.theme, cx.state);
    let (low, high) = SCISSORS_RANGE.into_inner();
    let mut radius = shown.scissors;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Scissors").size(TEXT));
        ui.label(
            RichText::new(format!("{} px", widgets::digits(f64::from(radius.round())))).size(TEXT).color(theme.dim),
        );
    });
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(&mut radius, low..=high).logarithmic(true).show_value(false);
    let response = ui.add(slider).tooltip(
        "Radius of the scissors' disc ([ and ], or Ctrl with the wheel). Small: one link at a time. Large: a swath.",
    );
    widgets::mark(ui, "scissors", response.rect);
    let scale = Scale { ends: low.into()..=high.into(), least: Some(low.into()) };
    let left = widgets::let_go(ui, &response).map(|at| scale.value(ui, response.rect, at.x) as f32);
    radius = left.unwrap_or(radius);
    if response.changed() || left.is_some() {
        cx.request(Request::Scissors(radius));
    }
}

/// Time, and the scene from its start.
pub fn play(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, shown) = (cx.theme, cx.state);
    let swapped = shown.sandbox.scene().scene.keys == KeyScheme::GravityLab;
    // In gravity-lab R picks anchors: what each button does stays, and the keys named on it change.
    let (reset, anchors) = if swapped {
        ((Action::RandomAnchors, "Shift+R"), (Action::Reset, "R"))
    } else {
        ((Action::Reset, "R"), (Action::RandomAnchors, "Shift+R"))
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut button = |name: &str, icon, tip: String, action| {
            if (IconButton { name, icon, tip, chosen: false, key: None }).show(ui, &theme) {
                cx.request(Request::Do(action));
            }
        };
        let (icon, tip): (fn(&_, _, _), _) =
            if shown.paused { (icons::play, "Go on (Space)") } else { (icons::pause, "Pause (Space)") };
        button("pause", icon, tip.to_owned(), Action::Pause);
        button("step", icons::step, "One step (O)".to_owned(), Action::SingleStep);
        let tip = format!("The scene from its start, with its own settings ({})", reset.1);
        button("reset", icons::reset, tip, reset.0);
        button("anchors", icons::anchors, format!("Two random anchors ({})", anchors.1), anchors.0);
        button("fit", icons::fit, "Fit the scene into the window (F)".to_owned(), Action::Fit);
    });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.set_height(TouchTargets::here(ui).button);
        ui.label(RichText::new("Speed").size(TEXT));
        let mut button = |ui: &mut Ui, name: &str, icon, tip: &str, action| {
            if (IconButton { name, icon, tip: tip.to_owned(), chosen: false, key: None }).show(ui, &theme) {
                cx.request(Request::Do(action));
            }
        };
        button(ui, "slower", icons::slower, "Half as fast, down to 1/32 (-)", Action::Slower);
        let normal = widgets::chip(ui, "speed", &format!("{}×", widgets::digits(shown.speed)), false, &theme);
        button(ui, "faster", icons::faster, "Twice as fast, up to four times (=)", Action::Faster);
        if normal.tooltip("Multiple of real time; click for 1×").clicked() {
            cx.request(Request::NormalSpeed);
        }
    });
}
