//! The marks of a plot's axis and their numbers.

use egui_plot::{GridInput, GridMark};

/// Distances of grid lines, points, at which egui fades them in and at which they have full strength. The second is
/// beyond a plot's height, so that grid lines stay faint.
pub(super) const GRID_DISTANCES: egui::Rangef = egui::Rangef { min: 8.0, max: 1_600.0 };

/// Smallest distance of two marks, points, at which their numbers do not touch.
const MARK_DISTANCE: f64 = 17.0;

/// Three to six marks at multiples of 1, 2 or 5 times a power of ten; fewer in a low plot.
pub(super) fn marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let apart = input.base_step_size / f64::from(GRID_DISTANCES.min) * MARK_DISTANCE;
    let rough = ((high - low) / 5.0).max(apart).max(1e-12);
    let decade = 10_f64.powf(rough.log10().floor());
    let step = decade * [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade >= rough).unwrap_or(10.0);
    // Equal weights: each mark has its number.
    let mark = |count: i64| GridMark { value: count as f64 * step, step_size: high - low };
    ((low / step).ceil() as i64..=(high / step).floor() as i64).map(mark).collect()
}
