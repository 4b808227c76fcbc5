//! Clamping of values, and the edge of the world.

/// Largest coordinate of a particle, m. At 10 km an `f32` position still resolves a millimetre.
pub const WORLD_EDGE: f32 = 10_000.0;

/// Clamps `value` to the range from `low` to `high`; NaN becomes `fallback`.
pub(crate) fn clamp_or(value: f32, low: f32, high: f32, fallback: f32) -> f32 {
    if value.is_nan() { fallback } else { value.clamp(low, high) }
}
