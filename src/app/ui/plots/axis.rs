//! The marks of a plot's axis and their numbers.

use egui_macroquad::egui;
use egui_plot::{GridInput, GridMark};

use crate::app::widgets::digits;

/// Distances of grid lines, points, at which egui fades them in and at which they have full strength. The second is beyond a
/// plot's height, so that grid lines stay faint.
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

/// A number in about five characters: 12 000 -> 12k.
pub fn short(value: f64) -> String {
    let (scale, suffix) = match value.abs() {
        size if size >= 1e12 => return format!("{value:.0e}"),
        size if size >= 1e9 => (1e9, "G"),
        size if size >= 1e6 => (1e6, "M"),
        size if size >= 1e4 => (1e3, "k"),
        size if size > 0.0 && size < 1e-3 => return format!("{value:e}"),
        _ => (1.0, ""),
    };
    format!("{}{suffix}", digits(value / scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_axis_are_short() {
        let said = [0.0, 0.15, -50.0, 9_000.0, 15_000.0, 4e8, -2.5e9, 5e17, 0.0002].map(short);
        assert_eq!(said, ["0", "0.15", "-50", "9000", "15k", "400M", "-2.5G", "5e17", "2e-4"]);
    }

    #[test]
    fn numbers_of_a_low_plot_do_not_touch() {
        for height in [30.0, 48.0, 108.0] {
            for high in [0.15, 0.3, 1.0, 73.0, 99.0] {
                let step_of_grid = high / height * f64::from(GRID_DISTANCES.min);
                let marks = marks(GridInput { bounds: (0.0, high), base_step_size: step_of_grid });
                let apart = marks.windows(2).map(|two| (two[1].value - two[0].value) / high * height);
                assert!(
                    apart.clone().all(|points| points >= MARK_DISTANCE),
                    "{height} {high}: {:?}",
                    apart.collect::<Vec<_>>()
                );
                assert!(height < 100.0 || (3..=6).contains(&marks.len()), "{height} {high}: {} marks", marks.len());
            }
        }
    }
}
