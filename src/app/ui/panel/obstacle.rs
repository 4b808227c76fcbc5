//! What an obstacle does by itself, and how its surface is: of the one that was touched last.

use egui_macroquad::egui::{RichText, Slider, Ui};

use super::SectionContext;
use crate::{
    app::{
        actions::Request,
        style::{InputDevice, Tooltip as _, for_device, input_device},
        widgets::{self, Scale, TEXT},
    },
    physics::{MAX_FRICTION, MAX_SPIN, Slide},
    sandbox::Command,
};

/// The fastest that the slider goes, m/s; the wheel goes on.
const FAST: f32 = 10.0;

/// A number of an obstacle's.
struct Row {
    /// For [`widgets::place`].
    name: &'static str,
    label: &'static str,
    unit: &'static str,
    range: (f32, f32),
    tip: &'static str,
}

const SPIN: Row = Row {
    name: "shape.spin",
    label: "Turns",
    unit: "rad/s",
    range: (-MAX_SPIN, MAX_SPIN),
    tip: "How fast it turns by itself, counter-clockwise (the wheel on it); what is taut holds it up. 0: it stands. 3: ropes \
          are carried along. 100: they are thrown off.",
};
const SPEED: Row = Row {
    name: "shape.speed",
    label: "Slides",
    unit: "m/s",
    range: (0.0, FAST),
    tip: "How fast it slides there and back (the wheel on it, with Shift); what is taut holds it up. 0: it stands. 10: it hits \
          like a bat.",
};
const FRICTION: Row = Row {
    name: "shape.friction",
    label: "Friction",
    unit: "",
    range: (0.0, MAX_FRICTION),
    tip: "Sideways force per pressing force on this one. 0: ice. 1: rubber on stone. 10: what touches, sticks.",
};
const BOUNCE: Row = Row {
    name: "shape.restitution",
    label: "Bounce",
    unit: "",
    range: (0.0, 1.0),
    tip: "The share of its speed with which a thing comes back from this one. 0: it stays where it lands. 1: it bounces \
          for ever.",
};

/// The rows of the obstacle that was touched last, or what to do to have some.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let theme = cx.theme;
    let Some(shape) = cx.state.shape else {
        let hint = "SectionContext an obstacle or click one: how it moves and how rough it is, is set here.";
        ui.label(RichText::new(for_device(hint, input_device(ui.ctx()))).size(12.0).color(theme.dim));
        return;
    };
    let before = shape.def.properties();
    let mut manner = before;
    let settings = *cx.state.sandbox.world().settings();
    number(ui, &SPIN, &mut manner.spin, cx);
    if let Some(Slide { speed, .. }) = &mut manner.slide {
        number(ui, &SPEED, speed, cx);
    } else {
        let hint = "Shift and a drag on it: where it slides there and back.";
        ui.label(RichText::new(for_device(hint, input_device(ui.ctx()))).size(12.0).color(theme.dim));
    }
    // What Shift does for a hand with keys.
    if input_device(ui.ctx()) == InputDevice::Fingers {
        let (slides, tip) =
            (cx.state.slides, "The next drag on an obstacle says where it slides there and back; a tap stops it");
        if widgets::chip(ui, "shape.slide", "Slide", slides, &theme).tooltip(tip).clicked() {
            cx.request(Request::Slide(!slides));
        }
    }
    let mut own = manner.friction.is_some() || manner.restitution.is_some();
    let tip = "Friction and bounce of this one alone; without, they are those of the section World.";
    if widgets::tick(ui, "shape.own", ("A surface of its own", tip), &mut own, &theme) {
        let of_world = (Some(settings.friction), Some(settings.restitution));
        (manner.friction, manner.restitution) = if own { of_world } else { (None, None) };
    }
    if own {
        let mut surface =
            (manner.friction.unwrap_or(settings.friction), manner.restitution.unwrap_or(settings.restitution));
        let old = surface;
        number(ui, &FRICTION, &mut surface.0, cx);
        number(ui, &BOUNCE, &mut surface.1, cx);
        if surface != old {
            (manner.friction, manner.restitution) = (Some(surface.0), Some(surface.1));
        }
    }
    if manner != before {
        cx.request(Request::Command(Command::SetManner { shape: shape.id, manner }));
    }
}

/// A label, the number with its unit, and a slider.
fn number(ui: &mut Ui, row: &Row, value: &mut f32, cx: &SectionContext) {
    let Row { name, label, unit, .. } = row;
    ui.horizontal(|ui| {
        ui.label(RichText::new(*label).size(TEXT));
        let text = format!("{} {unit}", widgets::digits(f64::from(*value)));
        ui.label(RichText::new(text).size(TEXT).color(cx.theme.dim));
    });
    widgets::named(ui, name, |ui| slider(ui, row, value));
}

fn slider(ui: &mut Ui, row: &Row, value: &mut f32) {
    let Row { name, range, tip, .. } = row;
    ui.spacing_mut().slider_width = ui.available_width();
    let least = if range.1 > 1.0 { 0.01 } else { 0.0 };
    let scale = Scale { ends: range.0.into()..=range.1.into(), least: (least > 0.0).then_some(least) };
    let slider = Slider::new(value, range.0..=range.1).show_value(false);
    let slider = if least > 0.0 { slider.logarithmic(true).smallest_positive(least) } else { slider };
    let response = ui.add(slider).tooltip(*tip);
    widgets::mark(ui, name, response.rect);
    if let Some(at) = widgets::let_go(ui, &response) {
        *value = scale.value(ui, response.rect, at.x) as f32;
    }
}
