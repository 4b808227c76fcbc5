//! Simple shapes of the draw data.

use glam::Vec2;

use super::Frame;
use crate::physics::Aabb;
use crate::view::draw::{Colour, Dot, Layer, RopePoint, Segment, Triangle};

/// A line from a to b.
pub fn line(a: Vec2, b: Vec2, half_width: f32, colour: Colour) -> Segment {
    Segment { a, b, half_width, colour }
}

/// A dot as a line without length, which lies below the ropes of its layer.
pub fn spot(at: Vec2, radius: f32, colour: Colour) -> Segment {
    line(at, at, radius, colour)
}

/// The outline of a polygon.
pub fn polygon(points: &[Vec2], half_width: f32, colour: Colour, to: &mut Layer) {
    to.segments.extend(edges(points).map(|(a, b)| line(a, b, half_width, colour)));
}

/// The edges of a polygon: each point with the next.
pub fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// The outline of a rectangle.
pub fn rectangle(Aabb { min, max }: Aabb, half_width: f32, colour: Colour, to: &mut Layer) {
    polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], half_width, colour, to);
}

/// A filled rectangle, with the colours of its lower and its upper edge.
pub fn filled_rectangle(Aabb { min, max }: Aabb, [low, high]: [Colour; 2]) -> [Triangle; 2] {
    let (right, left) = (Vec2::new(max.x, min.y), Vec2::new(min.x, max.y));
    [
        Triangle { corners: [min, right, max], colours: [low, low, high] },
        Triangle { corners: [min, max, left], colours: [low, high, high] },
    ]
}

/// Paints a smooth line without light and twist, as a rope between its two control points. There are at least two
/// points.
pub fn curve(points: impl Iterator<Item = RopePoint>, to: &mut Vec<RopePoint>) {
    let control_point = |end: RopePoint, next: RopePoint| RopePoint { at: 2.0 * end.at - next.at, role: 0.0, ..end };
    let first = to.len();
    to.extend(points);
    let last = to.len() - 1;
    to.push(control_point(to[last], to[last - 1]));
    to.insert(first, control_point(to[first], to[first + 1]));
}

/// Paints the handle of an object under the pointer.
pub fn handle(at: Vec2, is_under_pointer: bool, frame: &Frame, to: &mut Layer) {
    let (radius, colour) = (frame.camera.metres(6.0), frame.palette.markers.grab.alpha(210));
    to.dots.push(Dot::flat(at, radius, colour.alpha(if is_under_pointer { 255 } else { 70 })));
    to.dots.push(Dot::ring(at, radius, frame.camera.metres(1.25), colour));
}
