//! The sections Tools and Play: actions of keys as buttons.

use egui::{RichText, Ui};

use super::{SectionContext, options, palette};
use crate::app::actions::{Action, Request};
use crate::app::style::{Tooltip as _, TouchTargets};
use crate::app::widgets::{Chip, IconButton, TEXT_SIZE, digits, icons};
use crate::scene::KeyScheme;

/// Gap between two buttons of a row, points.
const GAP: f32 = 6.0;

/// The section Tools: the palette, and the options of the active tool.
pub fn tools(ui: &mut Ui, cx: &mut SectionContext) {
    let state = cx.state;
    let clicked = ui.scope(|ui| palette::palette(ui, state.tool, &cx.theme)).inner;
    if let Some(tool) = clicked {
        cx.action(Action::Choose(tool));
    }
    ui.add_space(2.0);
    options::show(ui, cx);
}

/// The section Play: pause, step, reset, fit, speed.
pub fn play(ui: &mut Ui, cx: &mut SectionContext) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        scene_buttons(ui, cx);
    });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.set_height(TouchTargets::here(ui).button);
        speed_buttons(ui, cx);
    });
}

/// In gravity-lab the keys of reset and of random pins are swapped.
fn has_swapped_keys(cx: &SectionContext) -> bool {
    cx.state.sandbox.scene().scene.keys == KeyScheme::GravityLab
}

fn scene_buttons(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, is_paused) = (cx.theme, cx.state.is_paused);
    let (reset, key) = if has_swapped_keys(cx) { (Action::RandomAnchors, "Shift+R") } else { (Action::Reset, "R") };
    let mut button = |button: IconButton, action| {
        if button.show(ui, &theme) {
            cx.action(action);
        }
    };
    let pause = if is_paused {
        IconButton::new("pause", icons::play, "Continue (Space)")
    } else {
        IconButton::new("pause", icons::pause, "Pause (Space)")
    };
    button(pause, Action::Pause);
    button(IconButton::new("step", icons::step, "Take one step (O)"), Action::SingleStep);
    let tooltip = format!("Reset the scene and its settings ({key})");
    button(IconButton::new("reset", icons::reset, tooltip), reset);
    button(IconButton::new("fit", icons::fit, "Fit the scene into the window (F)"), Action::Fit);
}

/// The button that pins two random particles.
pub fn random_anchors(ui: &mut Ui, cx: &mut SectionContext) {
    let (action, key) = if has_swapped_keys(cx) { (Action::Reset, "R") } else { (Action::RandomAnchors, "Shift+R") };
    let chip = Chip::new("anchors", "Pin two random particles").show(ui, &cx.theme);
    if chip.tooltip(format!("Unpins all others ({key})")).clicked() {
        cx.action(action);
    }
}

fn speed_buttons(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, speed) = (cx.theme, cx.state.speed);
    ui.label(RichText::new("Speed").size(TEXT_SIZE));
    if IconButton::new("slower", icons::slower, "Half as fast, down to 1/32 (-)").show(ui, &theme) {
        cx.action(Action::Slower);
    }
    let normal = Chip::new("speed", &format!("{}×", digits(speed))).show(ui, &theme);
    if IconButton::new("faster", icons::faster, "Twice as fast, up to four times (=)").show(ui, &theme) {
        cx.action(Action::Faster);
    }
    if normal.tooltip("Speed of play; click for real time").clicked() {
        cx.request(Request::NormalSpeed);
    }
}
