//! The section Gravity: a dial with an arrow to drag, and its numbers.

use std::f32::consts::TAU;

use egui::{Pos2, Rect, Response, RichText, Sense, Shape, Stroke, Ui, vec2};
use glam::Vec2;

use super::direction::{degrees, vector};
use super::{SectionContext, settings::setting};
use crate::app::style::{Tooltip as _, UiTheme};
use crate::app::widgets::{NumberEdit, NumberField, TEXT_SIZE, digits, mark, released_at, reset_button, wrapped};
use crate::app::{
    actions::{ActionButton, Request},
    widgets::icons::on_circle,
};
use crate::physics::{GRAVITY, Property, Row, Setting, Settings};
use crate::sandbox::Command;

/// Diameter of the dial, points.
const SIZE: f32 = 104.0;

/// Distance from the rim to the edge of the dial, points.
const EDGE: f32 = 8.0;

/// Gravity at the dial's rim, m/s². The number beside the dial goes up to the end of the setting's range.
const DIAL_RIM: f32 = 2.0 * GRAVITY;

/// Directions so close to an axis snap to it, radians.
const ANGLE_SNAP: f32 = 0.07;

/// Sizes so close to standard gravity, or to zero, snap to it, m/s².
const SIZE_SNAP: f32 = 0.5;

/// The section Gravity.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let gravity = cx.state.sandbox.world().settings().gravity;
    if ui.available_width() >= 220.0 {
        ui.horizontal(|ui| {
            dial(ui, cx, gravity);
            ui.add_space(6.0);
            ui.vertical(|ui| numbers(ui, cx, gravity));
        });
    } else {
        ui.vertical_centered(|ui| dial(ui, cx, gravity));
        numbers(ui, cx, gravity);
    }
    ui.add_space(4.0);
    wrapped(ui, |ui| {
        cx.text_button(ui, "gravity.reverse", ActionButton::REVERSE_GRAVITY);
        let switch = if gravity == Vec2::ZERO { ActionButton::GRAVITY_ON } else { ActionButton::GRAVITY_OFF };
        cx.text_button(ui, "gravity.off", switch);
    });
}

fn dial(ui: &mut Ui, cx: &mut SectionContext, gravity: Vec2) {
    let (rect, response) = ui.allocate_exact_size(vec2(SIZE, SIZE), Sense::click_and_drag());
    mark(ui, "gravity", rect);
    paint(ui, &response, gravity, &cx.theme);
    let drawn = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
    // A quick drag begins and ends within one frame.
    if let Some(at) = released_at(ui, &response).or(drawn) {
        let new = gravity_at(rect, at);
        if new != gravity {
            cx.command(Command::SetGravity(new));
        }
    }
    response.tooltip(Settings::GRAVITY_DIAL);
}

/// Radius of the rim, points.
fn rim(rect: Rect) -> f32 {
    0.5 * rect.width() - EDGE
}

/// Gravity of a place on the dial, m/s²; it snaps to the axes, to zero and to standard gravity.
fn gravity_at(rect: Rect, at: Pos2) -> Vec2 {
    let from_middle = at - rect.center();
    // The y axis of the screen points down.
    let towards = Vec2::new(from_middle.x, -from_middle.y) * (DIAL_RIM / rim(rect));
    let size = towards.length().min(DIAL_RIM);
    if size < SIZE_SNAP {
        return Vec2::ZERO;
    }
    let size = if (size - GRAVITY).abs() < SIZE_SNAP { GRAVITY } else { (size * 10.0).round() / 10.0 };
    let direction = towards.normalize_or_zero();
    let axes = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
    axes.into_iter().find(|axis| direction.dot(*axis) > ANGLE_SNAP.cos()).unwrap_or(direction) * size
}

fn paint(ui: &Ui, dial: &Response, gravity: Vec2, theme: &UiTheme) {
    let (painter, middle, rim) = (ui.painter(), dial.rect.center(), rim(dial.rect));
    let is_active = dial.hovered() || dial.dragged();
    let thin = Stroke::new(1.0, theme.line);
    painter.circle(middle, rim + EDGE - 1.0, theme.raised, if is_active { Stroke::new(1.0, theme.dim) } else { thin });
    painter.circle_stroke(middle, rim * GRAVITY / DIAL_RIM, Stroke::new(1.0, theme.dim.gamma_multiply(0.6)));
    for tick in 0..24_u8 {
        let angle = f32::from(tick) * TAU / 24.0;
        let long = if tick % 6 == 0 { 7.0 } else { 3.0 };
        let ends = [on_circle(middle, rim + 5.0, angle), on_circle(middle, rim + 5.0 - long, angle)];
        painter.line_segment(ends, Stroke::new(1.0, theme.dim));
    }
    let size = gravity.length();
    if size == 0.0 {
        painter.circle_stroke(middle, 5.0, Stroke::new(2.0, theme.bright));
        return;
    }
    let direction = vec2(gravity.x, -gravity.y) / size;
    let side = vec2(-direction.y, direction.x);
    // Beyond the rim the arrow shows only the direction.
    let tip = middle + direction * (rim * (size / DIAL_RIM).min(1.0)).max(6.0);
    painter.line_segment([middle, tip - direction * 4.0], Stroke::new(2.5, theme.bright));
    let head = vec![tip + direction * 3.0, tip - direction * 7.0 + side * 5.0, tip - direction * 7.0 - side * 5.0];
    painter.add(Shape::convex_polygon(head, theme.bright, Stroke::NONE));
    painter.circle_filled(middle, 3.0, theme.bright);
}

fn numbers(ui: &mut Ui, cx: &mut SectionContext, gravity: Vec2) {
    let own = cx.state.sandbox.scene().scene.settings.sanitised().gravity;
    let theme = cx.theme;
    // Returns the number that the user has set.
    let row = |ui: &mut Ui, name: &str, field: NumberField, tooltip: &str, now: f32| {
        ui.label(RichText::new(field.label).size(TEXT_SIZE).color(theme.dim));
        let mut number = f64::from(now);
        let NumberEdit { response, is_changed, .. } = field.show(ui, &mut number);
        mark(ui, name, response.tooltip(tooltip).rect);
        (is_changed && digits(number) != digits(now.into())).then_some(number as f32)
    };
    let field = |row: &Row, ends: (f32, f32), speed: f64| {
        let ends = ends.0.into()..=ends.1.into();
        NumberField { label: row.words.label, unit: row.unit, ends, speed, instead: None, lack: None }
    };
    // The world has no direction of no gravity.
    let resting = cx.state.resting_gravity;
    let (size, direction) = (gravity.length(), degrees(gravity, degrees(resting, 0.0)));
    let &Setting { row: ref strength, range, .. } = setting("gravity");
    let most = range.map_or(0.0, |(_, most)| most);
    let tooltip = strength.words.tooltip;
    let sized = row(ui, "gravity.size", field(strength, (0.0, most), 0.05), tooltip, size);
    let Property { row: turn, ends, .. } = Settings::GRAVITY_DIRECTION;
    let turned = row(ui, "gravity.angle", field(&turn, ends, 1.0), turn.words.tooltip, direction);
    if let Some(turned) = turned.filter(|_| gravity == Vec2::ZERO) {
        cx.request(Request::RestingGravity(vector(resting.length(), turned)));
    } else if sized.is_some() || turned.is_some() {
        cx.command(Command::SetGravity(vector(sized.unwrap_or(size), turned.unwrap_or(direction))));
    }
    // A vertical layout would take all the height that is left.
    ui.horizontal(|ui| {
        if reset_button(ui, "gravity", gravity != own, &theme) {
            cx.command(Command::SetGravity(own));
        }
        ui.label(RichText::new(Settings::GRAVITY_RESET).size(12.0).color(theme.dim));
    });
}
