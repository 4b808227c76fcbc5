//! The icons: painted, so that they are sharp at every scale and need no font.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, lerp, pos2, vec2};

use crate::tool::{IconShape, Tool};

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

/// An arrowhead in a direction of length 1.
pub fn arrowhead(painter: &Painter, square: Rect, direction: Vec2, ink: Color32) {
    let (ahead, aside) = (0.5 * square.width() * direction, 0.45 * square.width() * direction.rot90());
    let corners = [ahead, -0.7 * ahead + aside, -0.7 * ahead - aside].map(|corner| square.center() + corner);
    painter.add(Shape::convex_polygon(corners.to_vec(), ink, Stroke::NONE));
}

/// The sign of the Shift key, around a centre: an upright arrow, small enough to stand before a letter.
pub fn shift(painter: &Painter, centre: Pos2, ink: Color32) {
    let square = Rect::from_center_size(centre, vec2(6.0, 7.0));
    let outline = [(0.5, 0.0), (1.0, 0.5), (0.7, 0.5), (0.7, 1.0), (0.3, 1.0), (0.3, 0.5), (0.0, 0.5)];
    let points = outline.iter().map(|&(x, y)| at(square, x, y)).collect();
    painter.add(Shape::closed_line(points, Stroke::new(0.8, ink)));
}

/// The icon of a tool.
pub fn tool(tool: Tool) -> impl Fn(&Painter, Rect, Color32) {
    move |painter, square, ink| tool.icon().into_iter().for_each(|shape| paint_shape(shape, painter, square, ink))
}

fn paint_shape(shape: IconShape, painter: &Painter, square: Rect, ink: Color32) {
    let place = |point: glam::Vec2| at(square, point.x, point.y);
    let places = |points: Vec<glam::Vec2>| points.into_iter().map(place).collect();
    let width = square.width();
    match shape {
        IconShape::Line(points) => painter.add(Shape::line(places(points), Stroke::new(LINE, ink))),
        IconShape::Polygon(corners) => painter.add(Shape::convex_polygon(places(corners), ink, Stroke::NONE)),
        IconShape::Disc { centre, radius } => painter.circle_filled(place(centre), radius * width, ink),
        IconShape::Ring { centre, radius } => {
            painter.circle_stroke(place(centre), radius * width, Stroke::new(LINE, ink))
        }
        IconShape::Bar { from, to, width: share } => {
            painter.line_segment([place(from), place(to)], Stroke::new(share * width, ink))
        }
        IconShape::Rectangle { min, max } => painter.rect_filled(Rect::from_min_max(place(min), place(max)), 1.0, ink),
    };
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

/// Two crossed lines.
pub fn cross(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.0, 0.0), (1.0, 1.0)]);
    line(painter, square, ink, &[(0.0, 1.0), (1.0, 0.0)]);
}

/// Three dots.
pub fn more(painter: &Painter, square: Rect, ink: Color32) {
    for x in [0.15, 0.5, 0.85] {
        painter.circle_filled(at(square, x, 0.5), 0.1 * square.width(), ink);
    }
}

/// A page with a plus.
pub fn blank(painter: &Painter, square: Rect, ink: Color32) {
    line(painter, square, ink, &[(0.62, 0.05), (0.15, 0.05), (0.15, 0.95), (0.85, 0.95), (0.85, 0.62)]);
    line(painter, square, ink, &[(0.85, 0.05), (0.85, 0.45)]);
    line(painter, square, ink, &[(0.65, 0.25), (1.05, 0.25)]);
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
