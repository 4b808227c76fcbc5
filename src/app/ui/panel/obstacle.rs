//! Motion and surface of the obstacle that was touched last.

use egui::{RichText, Ui};

use super::SectionContext;
use crate::app::actions::Request;
use crate::app::style::{InputDevice, Tooltip as _, UiTheme, input_device};
use crate::app::widgets::{Checkbox, Chip, TEXT_SIZE, WideSlider, digits, note, with_id};
use crate::physics::{MAX_FRICTION, MAX_SPIN, Slide};
use crate::sandbox::Command;

/// Fastest slide of the slider, m/s. The wheel goes beyond.
const MAX_SLIDE: f32 = 10.0;

/// A number of an obstacle.
struct Number {
    /// Name for [`crate::app::widgets::place`].
    name: &'static str,
    label: &'static str,
    unit: &'static str,
    min: f32,
    max: f32,
    tooltip: &'static str,
}

const SPIN: Number = Number {
    name: "shape.spin",
    label: "Turns",
    unit: "rad/s",
    min: -MAX_SPIN,
    max: MAX_SPIN,
    tooltip: "Counter-clockwise speed (the wheel on it)",
};

const SPEED: Number = Number {
    name: "shape.speed",
    label: "Slides",
    unit: "m/s",
    min: 0.0,
    max: MAX_SLIDE,
    tooltip: "Speed to and fro (the wheel on it, with Shift)",
};

const FRICTION: Number = Number {
    name: "shape.friction",
    label: "Friction",
    unit: "",
    min: 0.0,
    max: MAX_FRICTION,
    tooltip: "Friction of its surface. 0: ice; 1: rubber; 10: sticks",
};

const BOUNCE: Number = Number {
    name: "shape.restitution",
    label: "Bounce",
    unit: "",
    min: 0.0,
    max: 1.0,
    tooltip: "Share of speed kept at a bounce. 1: bounces for ever",
};

/// The numbers of the obstacle that was touched last, or how to get one.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let theme = cx.theme;
    let Some(shape) = cx.state.obstacle else {
        note(ui, "Draw an obstacle or click one to set its motion and surface.", &theme);
        return;
    };
    let before = shape.def.properties();
    let mut properties = before;
    let settings = cx.state.sandbox.world().settings();
    SPIN.show(ui, &mut properties.spin, &theme);
    if let Some(Slide { speed, .. }) = &mut properties.slide {
        SPEED.show(ui, speed, &theme);
    } else {
        note(ui, "Shift and a drag on it set its slide.", &theme);
    }
    // Shift for fingers.
    if input_device(ui.ctx()) == InputDevice::Fingers {
        let is_chosen = cx.state.is_slide_armed;
        let chip = Chip { name: "shape.slide", text: "Slide", is_chosen }.show(ui, &theme);
        if chip.tooltip("The next drag on an obstacle sets its slide; a tap stops it").clicked() {
            cx.request(Request::ArmSlide(!is_chosen));
        }
    }
    let mut has_surface = properties.friction.is_some() || properties.restitution.is_some();
    let tooltip = "Own friction and bounce instead of those of the world";
    if (Checkbox { name: "shape.own", text: "Own surface", tooltip }).show(ui, &mut has_surface, &theme) {
        let of_world = (Some(settings.friction), Some(settings.restitution));
        (properties.friction, properties.restitution) = if has_surface { of_world } else { (None, None) };
    }
    if has_surface {
        let mut friction = properties.friction.unwrap_or(settings.friction);
        let mut restitution = properties.restitution.unwrap_or(settings.restitution);
        let shown = (friction, restitution);
        FRICTION.show(ui, &mut friction, &theme);
        BOUNCE.show(ui, &mut restitution, &theme);
        if (friction, restitution) != shown {
            (properties.friction, properties.restitution) = (Some(friction), Some(restitution));
        }
    }
    if properties != before {
        cx.command(Command::SetShapeProperties { shape: shape.id, properties });
    }
}

impl Number {
    /// Shows label, value and slider.
    fn show(&self, ui: &mut Ui, value: &mut f32, theme: &UiTheme) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(self.label).size(TEXT_SIZE));
            let text = format!("{} {}", digits(f64::from(*value)), self.unit);
            ui.label(RichText::new(text).size(TEXT_SIZE).color(theme.dim));
        });
        let ends = self.min.into()..=self.max.into();
        let least = (self.max > 1.0).then_some(0.01);
        let slider = WideSlider { name: self.name, ends, least, is_whole: false, tooltip: self.tooltip };
        if let Some(new) = with_id(ui, self.name, |ui| slider.show(ui, f64::from(*value))) {
            *value = new as f32;
        }
    }
}
