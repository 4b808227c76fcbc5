//! Size, angle, motion and surface of an obstacle.

use egui::{RichText, Ui};

use super::SectionContext;
use super::direction::{degrees, vector};
use crate::app::actions::Request;
use crate::app::style::{InputDevice, Tooltip as _, UiTheme, input_device};
use crate::app::widgets::{Checkbox, Chip, NumberRow, TEXT_SIZE, WideSlider, digits, note, with_id};
use crate::physics::glam::vec2;
use crate::physics::{Form, MAX_FRICTION, MAX_SPIN, Row, Shape, Slide};
use crate::sandbox::Command;

/// Fastest slide of the slider, m/s. The wheel goes beyond.
const MAX_SLIDE: f32 = 10.0;

/// Least and greatest size of the rows, m. The engine has obstacles of other sizes.
const MIN_SIZE: f32 = 0.02;
const MAX_SIZE: f32 = 100.0;

/// The row of the angle.
const ANGLE: Row = Row { unit: "°", ..Row::new("Angle", "0° lies flat, 90° stands; it turns there by itself") };

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
    match cx.state.obstacle {
        None => note(ui, "Draw an obstacle or click one to set its size, motion and surface.", &cx.theme),
        Some(shape) => {
            // The motion first: on a phone there is room for little below the tools.
            motion_and_surface(ui, cx, shape);
            size_and_angle(ui, cx, shape);
        }
    }
}

/// The size of an obstacle and its angle.
pub fn size_and_angle(ui: &mut Ui, cx: &mut SectionContext, shape: &Shape) {
    let (theme, id) = (cx.theme, shape.id);
    let sizes: &[(&str, &str, f32)] = match shape.def.form {
        Form::Circle { radius } => &[("shape.radius", "Radius", radius)],
        Form::Capsule { half_length, radius } => {
            &[("shape.length", "Length", 2.0 * half_length), ("shape.thickness", "Thickness", 2.0 * radius)]
        }
        Form::Box { half } => &[("shape.width", "Width", 2.0 * half.x), ("shape.height", "Height", 2.0 * half.y)],
    };
    let mut values = [0.0; 2];
    let mut is_changed = false;
    for (&(name, label, now), value) in sizes.iter().zip(&mut values) {
        let row = Row { unit: "m", decades: Some(MIN_SIZE), ..Row::new(label, "Size of the obstacle") };
        let row = NumberRow { name, row: &row, ends: (MIN_SIZE, MAX_SIZE), now, own: now, is_enabled: true };
        let new = row.show(ui, &theme);
        is_changed |= new.is_some();
        *value = new.unwrap_or(now);
    }
    if is_changed {
        let [one, other] = values;
        let form = match shape.def.form {
            Form::Circle { .. } => Form::Circle { radius: one },
            Form::Capsule { .. } => Form::Capsule { half_length: 0.5 * one, radius: 0.5 * other },
            Form::Box { .. } => Form::Box { half: 0.5 * vec2(one, other) },
        };
        cx.command(Command::SetShapeForm { shape: id, form });
    }
    let turns = !matches!(shape.def.form, Form::Circle { .. }) && shape.def.spin == 0.0;
    if turns {
        let now = degrees(shape.goal_pose().turn, 0.0);
        let row =
            NumberRow { name: "shape.angle", row: &ANGLE, ends: (-180.0, 180.0), now, own: now, is_enabled: true };
        if let Some(angle) = row.show(ui, &theme) {
            cx.command(Command::TurnShape { shape: id, to: vector(1.0, angle), last: true });
        }
    }
}

/// The motors and the surface of an obstacle.
pub fn motion_and_surface(ui: &mut Ui, cx: &mut SectionContext, shape: &Shape) {
    let theme = cx.theme;
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
