//! The sections Tools and Play: actions of keys as buttons.

use egui::{RichText, Ui};

use super::{SectionContext, obstacle};
use crate::app::actions::{Action, Request};
use crate::app::style::{Tooltip as _, TouchTargets};
use crate::app::widgets::{Chip, IconButton, TEXT_SIZE, WideSlider, digits, icons, with_id};
use crate::scene::KeyScheme;
use crate::tool::{SCISSORS_RANGE, Tool, ToolInfo};

/// Gap between two buttons of a row, points.
const GAP: f32 = 6.0;

/// The section Tools: the tool of the left button, the chosen obstacle, the size of the scissors.
pub fn tools(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, state) = (cx.theme, cx.state);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for tool in Tool::ALL {
            let info @ ToolInfo { name, key, tip, needs_shift, .. } = tool.info();
            let button = IconButton {
                name: &format!("tool.{name}"),
                icon: Box::new(icons::tool(tool)),
                tooltip: format!("{name} ({}): {tip}", info.key_name()),
                is_chosen: state.tool == tool,
                key: (!needs_shift).then_some(key),
            };
            if button.show(ui, &theme) {
                cx.action(Action::Choose(tool));
            }
        }
    });
    if state.tool.info().draws_obstacles {
        obstacle::show(ui, cx);
    }
    with_id(ui, "scissors", |ui| scissors(ui, cx));
}

/// The size of the scissors.
fn scissors(ui: &mut Ui, cx: &mut SectionContext) {
    let (low, high) = SCISSORS_RANGE.into_inner();
    let radius = cx.state.scissors_radius;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Scissors").size(TEXT_SIZE));
        let size = format!("{} px", digits(f64::from(radius.round())));
        ui.label(RichText::new(size).size(TEXT_SIZE).color(cx.theme.dim));
    });
    let tooltip = "Radius of the scissors ([ and ], or Ctrl with the wheel)";
    let (ends, least) = (low.into()..=high.into(), Some(low.into()));
    let slider = WideSlider { name: "scissors", ends, least, is_whole: false, tooltip };
    if let Some(radius) = slider.show(ui, radius.into()) {
        cx.request(Request::ScissorsRadius(radius as f32));
    }
}

/// Gap before the button that pins two random particles, points.
const GAP_BEFORE_ANCHORS: f32 = 16.0;

/// The section Play: pause, step, reset, random pins, fit, speed.
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

fn scene_buttons(ui: &mut Ui, cx: &mut SectionContext) {
    let (theme, is_paused) = (cx.theme, cx.state.is_paused);
    // In gravity-lab the keys of reset and of random pins are swapped.
    let is_swapped = cx.state.sandbox.scene().scene.keys == KeyScheme::GravityLab;
    let (reset, anchors) =
        if is_swapped { (Action::RandomAnchors, Action::Reset) } else { (Action::Reset, Action::RandomAnchors) };
    let (reset_key, anchors_key) = if is_swapped { ("Shift+R", "R") } else { ("R", "Shift+R") };
    let mut button = |ui: &mut Ui, button: IconButton, action| {
        if button.show(ui, &theme) {
            cx.action(action);
        }
    };
    let pause = if is_paused {
        IconButton::new("pause", icons::play, "Continue (Space)")
    } else {
        IconButton::new("pause", icons::pause, "Pause (Space)")
    };
    button(ui, pause, Action::Pause);
    button(ui, IconButton::new("step", icons::step, "Take one step (O)"), Action::SingleStep);
    let tooltip = format!("Reset the scene and its settings ({reset_key})");
    button(ui, IconButton::new("reset", icons::reset, tooltip), reset);
    button(ui, IconButton::new("fit", icons::fit, "Fit the scene into the window (F)"), Action::Fit);
    // Away from reset, for which it could be taken.
    ui.add_space(GAP_BEFORE_ANCHORS);
    let tooltip = format!("Pin two random particles ({anchors_key})");
    button(ui, IconButton::new("anchors", icons::anchors, tooltip), anchors);
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
