//! The icons: painted, so that they are sharp at every scale and need no font.

use egui_macroquad::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, lerp, pos2, vec2};

use crate::tool::Tool;

/// Width of a line, points.
const LINE: f32 = 1.6;

/// A point on a circle, at an angle clockwise from the top, points.
pub fn on_circle(centre: Pos2, radius: f32, angle: f32) -> Pos2 {
    centre + radius * vec2(angle.sin(), -angle.cos())
}

/// A place in a square; each coordinate is from 0 to 1.
fn at(square: Rect, x: f32, y: f32) -> Pos2 {
    pos2(lerp(square.x_range(), x), lerp(square.y_range(), y))
}

fn line(painter: &Painter, square: Rect, ink: Color32, places: &[(f32, f32)]) {
    let points = places.iter().map(|&(x, y)| at(square, x, y)).collect();
    painter.add(Shape::line(points, Stroke::new(LINE, ink)));
}

fn solid(painter: &Painter, square: Rect, ink: Color32, places: &[(f32, f32)]) {
    let points = places.iter().map(|&(x, y)| at(square, x, y)).collect();
    painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
}

/// The icon of a tool.
#[must_use]
pub const fn tool(tool: Tool) -> fn(&Painter, Rect, Color32) {
    match tool {
        Tool::Grab => grab,
        Tool::Scissors => scissors,
        Tool::Pin => pin,
        Tool::Rope => rope,
        Tool::Net => net,
        Tool::Wall => wall,
        Tool::Circle => circle,
        Tool::Box => block,
        Tool::Wind => wind,
        Tool::Weight => weight,
    }
}

/// A pointer that holds a particle.
fn grab(painter: &Painter, square: Rect, ink: Color32) {
    painter.circle_stroke(at(square, 0.28, 0.28), 0.24 * square.width(), Stroke::new(LINE, ink));
    solid(painter, square, ink, &[(0.34, 0.34), (0.96, 0.62), (0.68, 0.68)]);
    solid(painter, square, ink, &[(0.34, 0.34), (0.68, 0.68), (0.62, 0.96)]);
}

fn scissors(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.3, 0.72), (0.78, 0.0)]);
    line(painter, square, ink, &[(0.7, 0.72), (0.22, 0.0)]);
    for x in [0.24, 0.76] {
        painter.circle_stroke(at(square, x, 0.84), 0.16 * square.width(), Stroke::new(LINE, ink));
    }
}

fn pin(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.5, 0.5), (0.5, 1.0)]);
    painter.circle_filled(at(square, 0.5, 0.28), 0.28 * square.width(), ink);
}

fn rope(painter: &Painter, square: Rect, ink: Color32) {
    let wave = |step: u8| {
        let share = f32::from(step) / 24.0;
        (0.08 + 0.84 * share, 0.5 + 0.3 * (share * std::f32::consts::TAU).sin())
    };
    line(painter, square, ink, &(0..=24).map(wave).collect::<Vec<_>>());
    for (x, y) in [wave(0), wave(24)] {
        painter.circle_filled(at(square, x, y), 0.13 * square.width(), ink);
    }
}

fn net(painter: &Painter, square: Rect, ink: Color32) {
    for share in [0.1, 0.5, 0.9] {
        line(painter, square, ink, &[(share, 0.1), (share, 0.9)]);
        line(painter, square, ink, &[(0.1, share), (0.9, share)]);
    }
}

/// A slanted bar with round ends.
fn wall(painter: &Painter, square: Rect, ink: Color32) {
    let (from, to) = (at(square, 0.18, 0.82), at(square, 0.82, 0.18));
    painter.line_segment([from, to], Stroke::new(0.26 * square.width(), ink));
    for end in [from, to] {
        painter.circle_filled(end, 0.13 * square.width(), ink);
    }
}

fn circle(painter: &Painter, square: Rect, ink: Color32) {
    painter.circle_filled(square.center(), 0.4 * square.width(), ink);
}

fn block(painter: &Painter, square: Rect, ink: Color32) {
    painter.rect_filled(Rect::from_min_max(at(square, 0.1, 0.2), at(square, 0.9, 0.8)), 1.0, ink);
}

/// Three lines, two of which curl up at their ends.
fn wind(painter: &Painter, square: Rect, ink: Color32) {
    for (y, from, to, curl) in [(0.34, 0.04, 0.62, 0.16), (0.56, 0.16, 0.8, 0.13), (0.78, 0.04, 0.56, 0.0_f32)] {
        line(painter, square, ink, &[(from, y), (to, y)]);
        let turn = |step: u8| {
            let angle = 0.5 * std::f32::consts::PI * (1.0 - f32::from(step) / 4.0);
            (to + curl * angle.cos(), y - curl + curl * angle.sin())
        };
        if curl > 0.0 {
            line(painter, square, ink, &(0..=10).map(turn).collect::<Vec<_>>());
        }
    }
}

/// A ring above a block that is wider below.
fn weight(painter: &Painter, square: Rect, ink: Color32) {
    painter.circle_stroke(at(square, 0.5, 0.2), 0.14 * square.width(), Stroke::new(LINE, ink));
    solid(painter, square, ink, &[(0.28, 0.36), (0.72, 0.36), (0.92, 0.96), (0.08, 0.96)]);
}

/// Two bars.
pub fn pause(painter: &Painter, square: Rect, ink: Color32) {
    for x in [0.16, 0.6] {
        painter.rect_filled(Rect::from_min_max(at(square, x, 0.06), at(square, x + 0.24, 0.94)), 1.0, ink);
    }
}

/// A triangle.
pub fn play(painter: &Painter, square: Rect, ink: Color32) {
    solid(painter, square, ink, &[(0.2, 0.04), (0.94, 0.5), (0.2, 0.96)]);
}

/// A triangle against a bar.
pub fn step(painter: &Painter, square: Rect, ink: Color32) {
    solid(painter, square, ink, &[(0.08, 0.08), (0.66, 0.5), (0.08, 0.92)]);
    painter.rect_filled(Rect::from_min_max(at(square, 0.74, 0.08), at(square, 0.92, 0.92)), 0.5, ink);
}

/// A minus.
pub fn slower(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.12, 0.5), (0.88, 0.5)]);
}

/// A plus.
pub fn faster(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.12, 0.5), (0.88, 0.5)]);
    line(painter, square, ink, &[(0.5, 0.12), (0.5, 0.88)]);
}

/// A circular arrow.
pub fn reset(painter: &Painter, square: Rect, ink: Color32) {
    let (centre, radius) = (square.center(), 0.42 * square.width());
    let (from, to) = (0.9, 5.9);
    let arc = (0..=24).map(|step| on_circle(centre, radius, from + (to - from) * step as f32 / 24.0)).collect();
    painter.add(Shape::line(arc, Stroke::new(LINE.min(0.14 * square.width()), ink)));
    let (tip, size) = (on_circle(centre, radius, from), 0.34 * square.width());
    let along = (on_circle(centre, radius, from - 0.1) - tip).normalized();
    let side = vec2(-along.y, along.x);
    let corners = vec![tip + along * size, tip + side * size * 0.8, tip - side * size * 0.8];
    painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
}

/// An arrow that turns back to the left.
pub fn undo(painter: &Painter, square: Rect, ink: Color32) {
    turn_back(painter, square, ink, |x| x);
}

/// An arrow that turns back to the right.
pub fn redo(painter: &Painter, square: Rect, ink: Color32) {
    turn_back(painter, square, ink, |x| 1.0 - x);
}

fn turn_back(painter: &Painter, square: Rect, ink: Color32, side: impl Fn(f32) -> f32) {
    let places = [(0.12, 0.36), (0.6, 0.36), (0.78, 0.42), (0.88, 0.56), (0.84, 0.72), (0.72, 0.82), (0.5, 0.86)];
    line(painter, square, ink, &places.map(|(x, y)| (side(x), y)));
    solid(painter, square, ink, &[(side(0.06), 0.36), (side(0.34), 0.14), (side(0.34), 0.58)]);
}

/// A die that shows two pins.
pub fn anchors(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92), (0.08, 0.05)]);
    for (x, y) in [(0.32, 0.32), (0.68, 0.68)] {
        painter.circle_filled(at(square, x, y), 0.13 * square.width(), ink);
    }
}

/// Four corners around a point.
pub fn fit(painter: &Painter, square: Rect, ink: Color32) {
    for (x, y) in [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)] {
        let inward = |from: f32| if from < 0.5 { from + 0.26 } else { from - 0.26 };
        line(painter, square, ink, &[(inward(x), y), (x, y), (x, inward(y))]);
    }
    painter.circle_filled(square.center(), 0.12 * square.width(), ink);
}

/// A question mark's hook and dot.
pub fn help(painter: &Painter, square: Rect, ink: Color32) {
    let hook = (0..=16).map(|step| {
        let angle = -1.5 + 4.2 * f32::from(step as u8) / 16.0;
        on_circle(at(square, 0.5, 0.32), 0.26 * square.width(), angle)
    });
    let mut places: Vec<Pos2> = hook.collect();
    places.push(at(square, 0.5, 0.72));
    painter.add(Shape::line(places, Stroke::new(LINE, ink)));
    painter.circle_filled(at(square, 0.5, 0.94), 0.09 * square.width(), ink);
}

/// A chevron to the right.
pub fn fold(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.3, 0.15), (0.66, 0.5), (0.3, 0.85)]);
}

/// A chevron to the left.
pub fn unfold(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.7, 0.15), (0.34, 0.5), (0.7, 0.85)]);
}

/// A check mark.
pub fn tick(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.1, 0.55), (0.4, 0.85), (0.92, 0.15)]);
}

/// A folder.
pub fn open(painter: &Painter, square: Rect, ink: Color32) {
    let outline = [(0.05, 0.85), (0.05, 0.18), (0.38, 0.18), (0.48, 0.32), (0.95, 0.32), (0.95, 0.85), (0.05, 0.85)];
    line(painter, square, ink, &outline);
}

/// An arrow into a tray.
pub fn save(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.06, 0.6), (0.06, 0.9), (0.94, 0.9), (0.94, 0.6)]);
    line(painter, square, ink, &[(0.5, 0.06), (0.5, 0.64)]);
    line(painter, square, ink, &[(0.28, 0.44), (0.5, 0.66), (0.72, 0.44)]);
}
