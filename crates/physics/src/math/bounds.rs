//! Ranges of numbers, and the edge of the world.

/// No particle leaves this square, m: at 10 km a position is still good to a millimetre.
pub const WORLD_EDGE: f32 = 10_000.0;

/// `value` held between `low` and `high`, or `fallback` where it is not a number.
pub(crate) fn clamp_or(value: f32, low: f32, high: f32, fallback: f32) -> f32 {
    if value.is_nan() { fallback } else { value.clamp(low, high) }
}
