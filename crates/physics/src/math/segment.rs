//! Distance between line segments in the plane.

use glam::Vec2;

/// The squared distance between two segments, m²; 0 if they cross.
///
/// Segments that do not cross are nearest at an end of one of them, so four point-to-segment distances suffice.
pub(crate) fn segments_distance_squared(a: (Vec2, Vec2), b: (Vec2, Vec2)) -> f32 {
    if cross(a, b) {
        return 0.0;
    }
    point_segment_distance_squared(a.0, b)
        .min(point_segment_distance_squared(a.1, b))
        .min(point_segment_distance_squared(b.0, a))
        .min(point_segment_distance_squared(b.1, a))
}

/// The squared distance between a point and a segment, m².
pub(crate) fn point_segment_distance_squared(point: Vec2, segment: (Vec2, Vec2)) -> f32 {
    let along = segment.1 - segment.0;
    let squared = along.length_squared();
    let share = if squared > 0.0 { ((point - segment.0).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (point - (segment.0 + along * share)).length_squared()
}

/// Whether two segments cross: the ends of each lie on different sides of the other's line.
fn cross(a: (Vec2, Vec2), b: (Vec2, Vec2)) -> bool {
    let side = |line: (Vec2, Vec2), point: Vec2| (line.1 - line.0).perp_dot(point - line.0);
    let differ = |a: f32, b: f32| (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
    differ(side(a, b.0), side(a, b.1)) && differ(side(b, a.0), side(b, a.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_nearest_at_a_crossing_or_an_end() {
        for (from, to, squared) in [
            ((0.3, -5.0), (0.2, 5.0), 0.0),
            ((4.0, 0.0), (5.0, 7.0), 9.0),
            ((-1.0, 2.0), (1.0, 2.0), 4.0),
            ((0.5, 0.5), (0.5, 0.5), 0.25),
        ] {
            let found = segments_distance_squared((Vec2::NEG_X, Vec2::X), (from.into(), to.into()));
            assert_eq!(found, squared, "{from:?} to {to:?}");
        }
    }
}
