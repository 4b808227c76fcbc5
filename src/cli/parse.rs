//! Values of flags: each is checked, and an error says what was expected.

use std::{num::NonZero, ops::RangeInclusive};

use crate::physics::MAX_THREADS;

/// Sides of the window, pixels.
const WINDOW_SIDES: RangeInclusive<u32> = 64..=16_384;

/// Longest simulated time, s.
const MAX_SECONDS: f64 = 1e7;

/// Reads the size of a window.
pub(super) fn window_size(text: &str) -> Result<(u32, u32), String> {
    let error = "a size such as 1280x800 expected, each side 64 to 16384";
    size(text, WINDOW_SIDES).ok_or_else(|| error.to_owned())
}

/// Reads a width and a height, as in `800x600`.
pub(super) fn size(text: &str, sides: RangeInclusive<u32>) -> Option<(u32, u32)> {
    let side = |text: &str| text.parse().ok().filter(|side| sides.contains(side));
    text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)))
}

/// Reads a number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("a number of threads from 1 to {MAX_THREADS} expected"))
}

/// The number of threads that the machine runs at once; one if the system does not tell.
pub(super) fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// Reads a number of steps.
pub(super) fn steps(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number of steps from 0 to {} expected", u64::MAX))
}

/// Reads a simulated time, s.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("a number of seconds from 0 to {MAX_SECONDS} expected"))
}
