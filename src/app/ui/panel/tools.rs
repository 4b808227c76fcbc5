//! The sections Tools and Play: actions of keys as buttons.

use egui::{RichText, Ui};

use super::{SectionContext, options, palette};
use crate::app::actions::{Action, ActionButton, Request, SPEED, back_to_build};
use crate::app::style::{Tooltip as _, TouchTargets};
use crate::app::widgets::{Chip, Icon, TEXT_SIZE, digits, icons};
use crate::scene::KeyScheme;

/// Gap between two buttons of a row, points.
const GAP: f32 = 6.0;

/// The section Tools: the palette, and the options of the active tool.
pub fn tools(ui: &mut Ui, cx: &mut SectionContext) {
    let state = cx.state;
    let clicked = ui.scope(|ui| palette::palette(ui, state, &cx.theme)).inner;
    if let Some(tool) = clicked {
        cx.action(Action::Choose(tool));
    }
    ui.add_space(2.0);
    options::show(ui, cx);
}

/// The section Play: pause, step, back to the build, fit; what else is done with the build; speed.
pub fn play(ui: &mut Ui, cx: &mut SectionContext) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        scene_buttons(ui, cx);
    });
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        // They keep their room: what is dragged below would move away with the first edit.
        cx.text_button_if(ui, "keep", ActionButton::KEEP_AS_BUILD, cx.state.later_edits > Some(0));
        cx.text_button_if(ui, "again", ActionButton::OPEN_AGAIN, cx.state.is_edited);
    });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.set_height(TouchTargets::here(ui).button);
        speed_buttons(ui, cx);
    });
}

fn scheme(cx: &SectionContext) -> KeyScheme {
    cx.state.sandbox.scene().scene.keys
}

/// The button that pauses or continues, and its icon.
pub fn pause_button(is_paused: bool) -> (Icon, ActionButton) {
    if is_paused { (icons::play, ActionButton::CONTINUE) } else { (icons::pause, ActionButton::PAUSE) }
}

fn scene_buttons(ui: &mut Ui, cx: &mut SectionContext) {
    let (icon, pause) = pause_button(cx.state.is_paused);
    cx.icon_button(ui, "pause", icon, pause);
    cx.icon_button(ui, "step", icons::step, ActionButton::STEP);
    let back = back_to_build(scheme(cx));
    cx.icon_button(ui, "back", icons::reset, ActionButton::BACK_TO_BUILD.doing(back));
    cx.icon_button(ui, "fit", icons::fit, ActionButton::FIT);
}

/// The button that pins two random particles.
pub fn random_anchors(ui: &mut Ui, cx: &mut SectionContext) {
    let is_swapped = back_to_build(scheme(cx)) == Action::RandomAnchors;
    let action = if is_swapped { Action::BackToBuild } else { Action::RandomAnchors };
    cx.text_button(ui, "anchors", ActionButton::RANDOM_PINS.doing(action));
}

fn speed_buttons(ui: &mut Ui, cx: &mut SectionContext) {
    ui.label(RichText::new(SPEED.label).size(TEXT_SIZE));
    cx.icon_button(ui, "slower", icons::slower, ActionButton::SLOWER);
    let normal = Chip::new("speed", &format!("{}×", digits(cx.state.speed))).show(ui, &cx.theme);
    cx.icon_button(ui, "faster", icons::faster, ActionButton::FASTER);
    if normal.tooltip(SPEED.tooltip).clicked() {
        cx.request(Request::NormalSpeed);
    }
}
