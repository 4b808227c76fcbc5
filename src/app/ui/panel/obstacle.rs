//! Size, angle, motion and surface of obstacles.

use egui::Ui;

use super::SectionContext;
use super::direction::{degrees, vector};
use super::several::{SharedRow, common, set_each};
use crate::app::actions::Request;
use crate::app::style::{InputDevice, Tooltip as _, input_device};
use crate::app::ui::notes::Note;
use crate::app::widgets::{Checkbox, Chip};
use crate::physics::{Form, Property, Shape, ShapeDef, ShapeProperties, Slide, Words};
use crate::sandbox::Command;

/// The numbers of the obstacle that was touched last, or how to get one.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    match cx.state.obstacle {
        None => Note::NoObstacle.show(ui, &cx.theme),
        Some(&shape) => {
            // The motion first: on a phone there is room for little below the tools.
            motion_and_surface(ui, cx, &[shape]);
            size_and_angle(ui, cx, &[shape]);
        }
    }
}

/// The sizes of obstacles of one form, and their angle.
pub fn size_and_angle(ui: &mut Ui, cx: &mut SectionContext, shapes: &[Shape]) {
    let theme = cx.theme;
    let Some((_, false)) = common(shapes.iter().map(|shape| std::mem::discriminant(&shape.def.form))) else { return };
    for (number, (property, _)) in shapes[0].def.form.sizes().into_iter().enumerate() {
        let name = &format!("shape.{}", property.name);
        let numbers = shapes.iter().map(|shape| shape.def.form.sizes()[number].1);
        if let Some(size) = (SharedRow { name, property }).show(ui, numbers, &theme) {
            let form = |shape: &Shape| shape.def.form.with_size(number, size);
            set_each(cx, shapes.iter().map(|of| Command::SetShapeForm { shape: of.id, form: form(of) }));
        }
    }
    if shapes.iter().all(|shape| !matches!(shape.def.form, Form::Circle { .. }) && shape.def.spin == 0.0) {
        let row = SharedRow { name: "shape.angle", property: &ShapeDef::ANGLE };
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
    let row = |ui: &mut Ui, name, property: &Property, number: &dyn Fn(&Shape) -> f32| {
        SharedRow { name, property }.show(ui, shapes.iter().map(number), &theme)
    };
    let spin = row(ui, "shape.spin", &ShapeDef::SPIN, &|shape| shape.def.spin);
    if let Some((spin, false)) = common(shapes.iter().map(|shape| shape.def.spin)).filter(|&(spin, _)| spin != 0.0) {
        Note::Turns(spin).show(ui, &theme);
    }
    let mut speed = None;
    if shapes.iter().all(|shape| shape.def.slide.is_some()) {
        let now = |shape: &Shape| shape.def.slide.map_or(0.0, |slide| slide.speed);
        speed = row(ui, "shape.speed", &ShapeDef::SLIDE_SPEED, &now);
    } else {
        Note::NoSlide.show(ui, &theme);
    }
    // Shift for fingers.
    if input_device(ui.ctx()) == InputDevice::Fingers {
        let is_chosen = cx.state.is_slide_armed;
        let chip = Chip { name: "shape.slide", text: ShapeDef::SLIDE.label, is_chosen }.show(ui, &theme);
        if chip.tooltip(ShapeDef::SLIDE.tooltip).clicked() {
            cx.request(Request::ArmSlide(!is_chosen));
        }
    }
    let is_own = |shape: &Shape| shape.def.friction.is_some() || shape.def.restitution.is_some();
    let mut has_surface = shapes.iter().all(is_own);
    let Words { label: text, tooltip } = ShapeDef::OWN_SURFACE;
    let is_toggled = (Checkbox { name: "shape.own", text, tooltip }).show(ui, &mut has_surface, &theme);
    let of_world = (Some(settings.friction), Some(settings.restitution));
    let (mut friction, mut restitution) = (None, None);
    if has_surface {
        let own = |shape: &Shape| shape.def.friction.unwrap_or(settings.friction);
        friction = row(ui, "shape.friction", &ShapeDef::FRICTION, &own);
        let own = |shape: &Shape| shape.def.restitution.unwrap_or(settings.restitution);
        restitution = row(ui, "shape.restitution", &ShapeDef::RESTITUTION, &own);
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
