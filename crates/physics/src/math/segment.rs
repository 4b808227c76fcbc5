//! Plane geometry that the physics needs.

use glam::Vec2;

/// The squared distance between two segments, m²: 0 where they cross.
///
/// Two segments that do not cross are nearest at an end of one of them, so four point-to-segment distances decide.
pub(crate) fn segments_distance_squared(one: (Vec2, Vec2), other: (Vec2, Vec2)) -> f32 {
    if cross(one, other) {
        return 0.0;
    }
    point_segment_distance_squared(one.0, other)
        .min(point_segment_distance_squared(one.1, other))
        .min(point_segment_distance_squared(other.0, one))
        .min(point_segment_distance_squared(other.1, one))
}

/// The squared distance of `point` from `segment`, m².
fn point_segment_distance_squared(point: Vec2, segment: (Vec2, Vec2)) -> f32 {
    let along = segment.1 - segment.0;
    let squared = along.length_squared();
    let share = if squared > 0.0 { ((point - segment.0).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (point - (segment.0 + along * share)).length_squared()
}

/// Whether the ends of each segment lie on different sides of the other's line.
fn cross(one: (Vec2, Vec2), other: (Vec2, Vec2)) -> bool {
    let side = |line: (Vec2, Vec2), point: Vec2| (line.1 - line.0).perp_dot(point - line.0);
    let apart = |a: f32, b: f32| (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
    apart(side(one, other.0), side(one, other.1)) && apart(side(other, one.0), side(other, one.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const X_AXIS: (Vec2, Vec2) = (Vec2::NEG_X, Vec2::X);

    #[test]
    fn crossing_segments_touch() {
        assert_eq!(segments_distance_squared(X_AXIS, (Vec2::new(0.3, -5.0), Vec2::new(0.2, 5.0))), 0.0);
    }

    #[test]
    fn apart_they_are_nearest_at_an_end() {
        assert_eq!(segments_distance_squared(X_AXIS, (Vec2::new(4.0, 0.0), Vec2::new(5.0, 7.0))), 9.0);
        assert_eq!(segments_distance_squared(X_AXIS, (Vec2::new(-1.0, 2.0), Vec2::new(1.0, 2.0))), 4.0);
    }

    #[test]
    fn a_stroke_without_length_is_a_disc() {
        assert_eq!(segments_distance_squared(X_AXIS, (Vec2::new(0.5, 0.5), Vec2::new(0.5, 0.5))), 0.25);
    }
}
