//! The maximum of many numbers.

/// Independent running maxima: a single one would make each comparison wait for the one before.
const LANES: usize = 16;

/// The greatest of `numbers` and `least`. NaN is ignored.
pub(super) fn maximum(numbers: &[f32], least: f32) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [least; LANES];
    let rows = numbers.chunks_exact(LANES);
    let rest = rows.remainder().iter().copied().fold(least, larger);
    for row in rows {
        lanes.iter_mut().zip(row).for_each(|(lane, &number)| *lane = larger(*lane, number));
    }
    lanes.into_iter().fold(rest, larger)
}
