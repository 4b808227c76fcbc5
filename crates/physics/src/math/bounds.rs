//! Clamping of values, rounding of coordinates, and the edge of the world.

use glam::Vec2;

/// Largest coordinate of a particle, m. At 10 km an `f32` position still resolves a millimetre.
pub const WORLD_EDGE: f32 = 10_000.0;

/// The nearest point inside the world, m; the origin for a point that is not finite.
pub(crate) fn inside_world(point: Vec2) -> Vec2 {
    let point = if point.is_finite() { point } else { Vec2::ZERO };
    point.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE))
}

/// Greatest rounding error of a coordinate of a point, m: the distance to the next `f32`, or up to twice that.
pub(crate) fn rounding(at: Vec2) -> f32 {
    f32::EPSILON * at.abs().max_element()
}

/// Clamps `value` to the range from `low` to `high`; NaN becomes `fallback`.
pub(crate) fn clamp_or(value: f32, low: f32, high: f32, fallback: f32) -> f32 {
    if value.is_nan() { fallback } else { value.clamp(low, high) }
}
