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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maximum_is_found_at_every_index_and_ignores_nan() {
        for length in [1, 15, 16, 17, 100] {
            for place in 0..length {
                let mut numbers = vec![-1.0; length];
                numbers[place] = 3.0;
                assert_eq!(maximum(&numbers, 0.0), 3.0, "at {place} of {length}");
                numbers[place] = f32::NAN;
                assert_eq!(maximum(&numbers, -5.0).max(-1.0), -1.0, "at {place} of {length}");
            }
        }
        assert_eq!(maximum(&[], 2.0), 2.0);
        assert_eq!(maximum(&[-9.0; 40], 2.0), 2.0);
    }
}
