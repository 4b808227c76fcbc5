//! Size, angle, motion and surface of obstacles.

use egui::Ui;

use super::SectionContext;
use super::direction::{degrees, vector};
use super::several::{SharedRow, common, set_each};
use crate::app::actions::Request;
use crate::app::style::{InputDevice, Tooltip as _, input_device};
use crate::app::widgets::{Checkbox, Chip, note};
use crate::physics::{Form, MAX_FRICTION, MAX_SPIN, Row, Shape, ShapeProperties, Slide};
use crate::sandbox::Command;

/// Fastest slide of the slider, m/s. The wheel goes beyond.
const MAX_SLIDE: f32 = 10.0;

/// Least and greatest size of the rows, m. The engine has obstacles of other sizes.
const SIZES: (f32, f32) = (0.02, 100.0);

/// The row of the angle.
const ANGLE: Row = Row { unit: "°", ..Row::new("Angle", "0° lies flat, 90° stands; it turns there by itself") };

/// The row of the spin.
const SPIN: Row =
    Row { unit: "rad/s", decades: Some(0.01), ..Row::new("Turns", "Counter-clockwise speed (the wheel on it)") };

/// The row of the speed of the slide.
const SPEED: Row =
    Row { unit: "m/s", decades: Some(0.01), ..Row::new("Slides", "Speed to and fro (the wheel on it, with Shift)") };

/// The row of the friction.
const FRICTION: Row =
    Row { decades: Some(0.01), ..Row::new("Friction", "Friction of its surface. 0: ice; 1: rubber; 10: sticks") };

/// The row of the bounce.
const BOUNCE: Row = Row::new("Bounce", "Share of speed kept at a bounce. 1: bounces for ever");

/// The numbers of the obstacle that was touched last, or how to get one.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    match cx.state.obstacle {
        None => note(ui, "Draw an obstacle or click one to set its size, motion and surface.", &cx.theme),
        Some(&shape) => {
            // The motion first: on a phone there is room for little below the tools.
            motion_and_surface(ui, cx, &[shape]);
            size_and_angle(ui, cx, &[shape]);
        }
    }
}

/// Names, labels and values of the sizes of a form, m.
fn sizes(form: Form) -> Vec<(&'static str, &'static str, f32)> {
    match form {
        Form::Circle { radius } => vec![("shape.radius", "Radius", radius)],
        Form::Capsule { half_length, radius } => {
            vec![("shape.length", "Length", 2.0 * half_length), ("shape.thickness", "Thickness", 2.0 * radius)]
        }
        Form::Box { half } => vec![("shape.width", "Width", 2.0 * half.x), ("shape.height", "Height", 2.0 * half.y)],
    }
}

/// A form whose size of a number has another value, m.
fn with_size(form: Form, number: usize, size: f32) -> Form {
    match (form, number) {
        (Form::Circle { .. }, _) => Form::Circle { radius: size },
        (Form::Capsule { radius, .. }, 0) => Form::Capsule { half_length: 0.5 * size, radius },
        (Form::Capsule { half_length, .. }, _) => Form::Capsule { half_length, radius: 0.5 * size },
        (Form::Box { mut half }, _) => {
            half[number] = 0.5 * size;
            Form::Box { half }
        }
    }
}

/// The sizes of obstacles of one form, and their angle.
pub fn size_and_angle(ui: &mut Ui, cx: &mut SectionContext, shapes: &[Shape]) {
    let theme = cx.theme;
    let Some((_, false)) = common(shapes.iter().map(|shape| std::mem::discriminant(&shape.def.form))) else { return };
    for (number, (name, label, _)) in sizes(shapes[0].def.form).into_iter().enumerate() {
        let row = Row { unit: "m", decades: Some(SIZES.0), ..Row::new(label, "Size of the obstacle") };
        let numbers = shapes.iter().map(|shape| sizes(shape.def.form)[number].2);
        if let Some(size) = (SharedRow { name, row: &row, ends: SIZES }).show(ui, numbers, &theme) {
            let form = |shape: &Shape| with_size(shape.def.form, number, size);
            set_each(cx, shapes.iter().map(|of| Command::SetShapeForm { shape: of.id, form: form(of) }));
        }
    }
    if shapes.iter().all(|shape| !matches!(shape.def.form, Form::Circle { .. }) && shape.def.spin == 0.0) {
        let row = SharedRow { name: "shape.angle", row: &ANGLE, ends: (-180.0, 180.0) };
        let angles = shapes.iter().map(|shape| degrees(shape.goal_pose().turn, 0.0));
        if let Some(angle) = row.show(ui, angles, &theme) {
            let to = vector(1.0, angle);
            set_each(cx, shapes.iter().map(|shape| Command::TurnShape { shape: shape.id, to, last: true }));
        }
    }
}

/// The motors and the surface of obstacles.
pub fn motion_and_surface(ui: &mut Ui, cx: &mut SectionContext, shapes: &[Shape]) {
    let theme = cx.theme;
    let settings = cx.state.sandbox.world().settings();
    let row = |ui: &mut Ui, name, row: &Row, ends, number: &dyn Fn(&Shape) -> f32| {
        SharedRow { name, row, ends }.show(ui, shapes.iter().map(number), &theme)
    };
    let spin = row(ui, "shape.spin", &SPIN, (-MAX_SPIN, MAX_SPIN), &|shape| shape.def.spin);
    let mut speed = None;
    if shapes.iter().all(|shape| shape.def.slide.is_some()) {
        let now = |shape: &Shape| shape.def.slide.map_or(0.0, |slide| slide.speed);
        speed = row(ui, "shape.speed", &SPEED, (0.0, MAX_SLIDE), &now);
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
    let is_own = |shape: &Shape| shape.def.friction.is_some() || shape.def.restitution.is_some();
    let mut has_surface = shapes.iter().all(is_own);
    let tooltip = "Own friction and bounce instead of those of the world";
    let is_toggled = (Checkbox { name: "shape.own", text: "Own surface", tooltip }).show(ui, &mut has_surface, &theme);
    let of_world = (Some(settings.friction), Some(settings.restitution));
    let (mut friction, mut restitution) = (None, None);
    if has_surface {
        let own = |shape: &Shape| shape.def.friction.unwrap_or(settings.friction);
        friction = row(ui, "shape.friction", &FRICTION, (0.0, MAX_FRICTION), &own);
        let own = |shape: &Shape| shape.def.restitution.unwrap_or(settings.restitution);
        restitution = row(ui, "shape.restitution", &BOUNCE, (0.0, 1.0), &own);
    }
    if !is_toggled && [spin, speed, friction, restitution].iter().all(Option::is_none) {
        return;
    }
    set_each(
        cx,
        shapes.iter().map(|shape| {
            let before = shape.def.properties();
            let mut properties = ShapeProperties { spin: spin.unwrap_or(before.spin), ..before };
            if let (Some(Slide { speed: now, .. }), Some(speed)) = (&mut properties.slide, speed) {
                *now = speed;
            }
            if is_toggled {
                (properties.friction, properties.restitution) = if has_surface { of_world } else { (None, None) };
            } else if friction.is_some() || restitution.is_some() {
                properties.friction = friction.or(before.friction).or(of_world.0);
                properties.restitution = restitution.or(before.restitution).or(of_world.1);
            }
            Command::SetShapeProperties { shape: shape.id, properties }
        }),
    );
}
