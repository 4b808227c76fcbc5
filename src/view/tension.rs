//! Tension as a colour: the scale of the tension view and its legend.

use super::{draw::Colour, maximum::maximum, palette::Palette};
use crate::physics::{TensionGauge, World};

/// Legend of the tension view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legend {
    /// Tension of the last colour, and of everything above it, N: 1, 2 or 5 times a power of ten.
    pub high: f32,
    /// Colours from no tension to `high`, at equal distances: see [`Legend::value`].
    pub stops: [Colour; 5],
}

impl Legend {
    /// Tension at a share of the legend's length, 0 to 1, in N. The scale is a square root: a few links bear most of
    /// the load, and on a linear scale all others would have the first colour.
    #[must_use]
    pub fn value(&self, share: f32) -> f32 {
        self.high * share * share
    }
}

/// Number of colours of the scale.
const SHADES: usize = 128;
const LAST_SHADE: f32 = (SHADES - 1) as f32;

/// Time constant of the decaying peak, s: the scale shrinks only some time after a jerk.
const PEAK_SECONDS: f32 = 1.5;
/// Time constant with which the colours follow the end of the scale, s.
const FOLLOW_SECONDS: f32 = 0.25;
/// The scale shrinks when the peak falls below this fraction of its end.
const SHRINK: f32 = 0.32;
/// Minimum end of the scale, N.
const MIN_END: f32 = 0.01;

/// The tension of each link, and a scale that follows the greatest tension without flicker.
#[derive(Clone, Debug, Default)]
pub(super) struct TensionScale {
    gauge: TensionGauge,
    /// Index of each link's shade, in the order of the world's links.
    link_shades: Vec<u8>,
    /// Decaying peak of the greatest tension, N.
    peak: f32,
    /// End of the scale, N.
    high: f32,
    /// End of the scale that the colours show, which follows `high`, N.
    shown: f32,
    /// Colours from no tension to `shown`.
    shades: Vec<Colour>,
}

impl TensionScale {
    /// Measures the world, `seconds` after the last time.
    pub fn measure(&mut self, world: &World, palette: &Palette, seconds: f32) {
        let greatest = maximum(self.gauge.read(world), 0.0);
        self.follow(greatest, seconds);
        let per_newton = self.per_newton();
        self.link_shades.clear();
        self.link_shades.extend(self.gauge.read(world).iter().map(|&tension| shade(tension, per_newton)));
        self.shades.clear();
        self.shades.extend((0..SHADES).map(|i| {
            let stop = i as f32 * (palette.markers.ramp.len() - 1) as f32 / (SHADES - 1) as f32;
            let below = (stop as usize).min(palette.markers.ramp.len() - 2);
            palette.markers.ramp[below].mix(palette.markers.ramp[below + 1], stop - below as f32)
        }));
    }

    /// Moves the scale towards the greatest tension, N.
    fn follow(&mut self, greatest: f32, seconds: f32) {
        let greatest = greatest.clamp(0.0, 1e9);
        self.peak = greatest.max(self.peak * (1.0 - (seconds / PEAK_SECONDS).min(1.0)));
        let fitting = round_up(self.peak.max(MIN_END));
        if self.high == 0.0 {
            (self.high, self.shown) = (fitting, fitting);
        } else if self.peak > self.high || self.peak < SHRINK * self.high {
            self.high = fitting;
        }
        self.shown += (self.high - self.shown) * (seconds / FOLLOW_SECONDS).clamp(0.0, 1.0);
    }

    /// Whether the colours still follow a change of the scale.
    pub fn is_moving(&self) -> bool {
        (self.shown - self.high).abs() > 0.01 * self.high
    }

    /// Colours of the links, in the order of the world's links.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        self.link_shades.iter().map(|&shade| self.shades[usize::from(shade) % SHADES])
    }

    /// Inverse of the tension with the last shade, 1/N.
    fn per_newton(&self) -> f32 {
        1.0 / self.shown.max(f32::MIN_POSITIVE)
    }

    /// Legend of the scale.
    pub fn legend(&self, palette: &Palette) -> Legend {
        Legend { high: self.high, stops: palette.markers.ramp }
    }
}

/// Index of a tension's shade. Compression (below 0) has the first one.
#[inline]
fn shade(tension: f32, per_newton: f32) -> u8 {
    // 2^23: added to it, a number is rounded to its last bits. Unlike a saturating cast, the addition is vectorised.
    const ROUND: f32 = 8_388_608.0;
    let shade = ((tension.max(0.0) * per_newton).sqrt() * LAST_SHADE).min(LAST_SHADE);
    (shade + ROUND).to_bits() as u8
}

/// The next of 1, 2, 5, 10, 20, ... at or above a value.
fn round_up(value: f32) -> f32 {
    let decade = 10.0_f32.powi(value.log10().floor() as i32);
    [1.0, 2.0, 5.0].map(|step| step * decade).into_iter().find(|&step| step >= value).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_does_not_flicker_about_a_round_number() {
        let mut scale = TensionScale::default();
        (0..100).for_each(|_| scale.follow(1.95, 0.016));
        let ends: Vec<f32> = (0..200)
            .map(|i| {
                scale.follow(if i % 20 < 10 { 2.05 } else { 1.9 }, 0.016);
                scale.high
            })
            .collect();
        let changes = ends.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(changes <= 1, "{changes}");
    }

    #[test]
    fn scale_shrinks_after_a_jerk() {
        let mut scale = TensionScale::default();
        scale.follow(400.0, 0.016);
        assert_eq!(scale.high, 500.0);
        (0..1_000).for_each(|_| scale.follow(0.9, 0.016));
        assert!(scale.high <= 2.0 && (scale.shown - scale.high).abs() < 0.01, "{} {}", scale.high, scale.shown);
    }
}
