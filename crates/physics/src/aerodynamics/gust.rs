//! Gusts: a smooth random velocity field that drifts with the wind, with the same bits on every machine.
//!
//! The velocity is the curl of a stream function, so it is free of divergence (after Bridson et al. 2007, "Curl-noise
//! for procedural fluid flow"). The stream function is value noise on a lattice in two octaves, which the wind carries
//! at different speeds, so that gusts change as they pass.

use glam::Vec2;
use multiversion::multiversion;
use serde::{Deserialize, Serialize};

/// Cells after which the lattice repeats: a power of two.
const PERIOD: u32 = 256;

/// Adding 1.5 x 2^23 to a small number rounds it to an integer, which the lowest bits then hold.
const ROUNDER: f32 = 12_582_912.0;

/// The octaves: large gusts and small ones.
const OCTAVES: [Octave; 2] = [
    Octave { strength: 0.705, scale: 1.0, drift_share: 1.0, shift: 0.0, salt: 0 },
    Octave { strength: 0.415, scale: 2.0, drift_share: 0.75, shift: 0.5, salt: 0x51ED_270B },
];

/// An octave of the noise.
#[derive(Clone, Copy, Debug)]
struct Octave {
    /// Amplitude. Together the octaves have a root mean square of 1; that of the noise's gradient is 1.223, integrated
    /// numerically.
    strength: f32,
    /// Cells per gust size.
    scale: f32,
    /// Drift velocity as a fraction of the wind's.
    drift_share: f32,
    /// Offset of the cells. The noise is calm at lattice points, so the points of the octaves must not coincide.
    shift: f32,
    /// Makes the octave's hash differ from that of the others.
    salt: u32,
}

/// Drift of each octave, in its cells, 0 to [`PERIOD`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Drift(pub [Vec2; OCTAVES.len()]);

impl Drift {
    /// Advances the drift by a distance in gust sizes, less than the period.
    pub fn advance(&mut self, by: Vec2) {
        for (drift, Octave { scale, drift_share, .. }) in self.0.iter_mut().zip(OCTAVES) {
            let to = *drift + by * (scale * drift_share);
            *drift = Vec2::new(wrapped(to.x), wrapped(to.y));
        }
    }

    /// The drift a distance in gust sizes earlier. For display only: the values are not wrapped.
    pub fn earlier(self, by: Vec2) -> Self {
        let mut octaves = OCTAVES.iter();
        let earlier = |drift: Vec2| {
            octaves.next().map_or(drift, |Octave { scale, drift_share, .. }| drift - by * (scale * drift_share))
        };
        Self(self.0.map(earlier))
    }

    /// Whether every value is inside its range.
    pub fn is_valid(self) -> bool {
        self.0.iter().all(|drift| [drift.x, drift.y].iter().all(|&cells| (0.0..PERIOD as f32).contains(&cells)))
    }
}

/// Wraps a lattice coordinate into the first period.
fn wrapped(coordinate: f32) -> f32 {
    let period = PERIOD as f32;
    let coordinate = if coordinate < 0.0 { coordinate + period } else { coordinate };
    // A tiny negative number becomes the period itself by rounding.
    if coordinate >= period { coordinate - period } else { coordinate }
}

/// The velocity field of the gusts in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gusts {
    pub seed: u32,
    /// Size of a gust, m.
    pub size: f32,
    /// Root mean square of the velocity, m/s.
    pub speed: f32,
    pub drift: Drift,
}

impl Gusts {
    /// The velocity that gusts add at a point (m), m/s.
    #[inline(always)]
    pub fn velocity(self, point: Vec2) -> Vec2 {
        let Self { seed, size, speed, drift } = self;
        let mut sum = Vec2::ZERO;
        for (Octave { strength, scale, drift_share: _, shift, salt }, drift) in OCTAVES.into_iter().zip(drift.0) {
            let cells = scale / size;
            let (x, y) = (point.x * cells - drift.x + shift, point.y * cells - drift.y + shift);
            let gradient = gradient(x, y, seed ^ salt);
            let strength = strength * speed;
            // The curl of the stream function.
            sum = Vec2::new(sum.x + strength * gradient.y, sum.y - strength * gradient.x);
        }
        sum
    }
}

/// Adds the gusts at each position (m) to the air there (m/s).
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn add_velocities(position: &[Vec2], air: &mut [Vec2], gusts: Gusts) {
    for (at, air) in position.iter().zip(air) {
        let gust = gusts.velocity(*at);
        *air = Vec2::new(air.x + gust.x, air.y + gust.y);
    }
}

/// The gradient of the noise at a lattice coordinate.
#[inline(always)]
fn gradient(x: f32, y: f32, seed: u32) -> Vec2 {
    let ((column, x), (row, y)) = (cell(x), cell(y));
    let [a, b] = [0, 1].map(|side| lattice_value(column.wrapping_add(side), row, seed));
    let [c, d] = [0, 1].map(|side| lattice_value(column.wrapping_add(side), row.wrapping_add(1), seed));
    let twist = a - b - c + d;
    Vec2::new(fade_slope(x) * ((b - a) + twist * fade(y)), fade_slope(y) * ((c - a) + twist * fade(x)))
}

/// The cell that holds a lattice coordinate, and the position in the cell, 0 to 1. `floor` would be a function call
/// on processors without that instruction.
#[inline(always)]
fn cell(coordinate: f32) -> (u32, f32) {
    let rounded = (coordinate - 0.5) + ROUNDER;
    (rounded.to_bits(), coordinate - (rounded - ROUNDER))
}

/// Perlin's fade function (2002, "Improving noise"). Its second derivative is 0 at both ends, so the velocity has no
/// creases.
#[inline(always)]
fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// The derivative of [`fade`].
#[inline(always)]
fn fade_slope(t: f32) -> f32 {
    30.0 * t * t * (t - 1.0) * (t - 1.0)
}

/// The noise at a lattice point, -1 to 1.
#[inline(always)]
fn lattice_value(column: u32, row: u32, seed: u32) -> f32 {
    // Both coordinates are below 2^16 and share a word; then MurmurHash3's finaliser (Appleby 2011).
    let mut mixed = ((column % PERIOD) | (row % PERIOD) << 16) ^ seed.wrapping_mul(0x9E37_79B1);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85EB_CA6B);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE35);
    (mixed ^ (mixed >> 16)) as i32 as f32 * (1.0 / 2_147_483_648.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUSTS: Gusts = Gusts { seed: 7, size: 2.0, speed: 3.0, drift: Drift([Vec2::ZERO; 2]) };

    fn points() -> impl Iterator<Item = Vec2> {
        (0..200).flat_map(|x| (0..200).map(move |y| Vec2::new(0.31 * x as f32 - 20.0, 0.37 * y as f32 - 30.0)))
    }

    #[test]
    fn gusts_have_their_strength_and_zero_mean() {
        let count = points().count() as f32;
        let squares: f32 = points().map(|at| GUSTS.velocity(at).length_squared()).sum();
        let sum: Vec2 = points().map(|at| GUSTS.velocity(at)).sum();
        let found = (squares / count).sqrt();
        assert!((found / 3.0 - 1.0).abs() < 0.05, "{found} m/s");
        assert!((sum / count).length() < 0.05, "{}", sum / count);
        assert_ne!(GUSTS.velocity(Vec2::ONE), Gusts { seed: 8, ..GUSTS }.velocity(Vec2::ONE));
    }

    #[test]
    fn gusts_drift_with_the_wind_without_a_seam() {
        let octave = |gusts: Gusts, at| {
            let Gusts { size, drift, .. } = gusts;
            gradient(at / size - drift.0[0].x, 0.3, gusts.seed)
        };
        let mut later = GUSTS;
        later.drift.advance(Vec2::new(0.35, 0.0));
        assert!(octave(later, 1.7).distance(octave(GUSTS, 1.0)) < 1e-5);
        // A little before the end of the period, and a little after it.
        let mut drift = Drift([Vec2::new(255.9, 0.05); 2]);
        let before = Gusts { drift, ..GUSTS }.velocity(Vec2::ONE);
        drift.advance(Vec2::new(0.2, -0.1));
        assert!(drift.is_valid() && drift.0[0].x < 1.0 && drift.0[0].y > 255.0, "{drift:?}");
        let change = Gusts { drift, ..GUSTS }.velocity(Vec2::ONE).distance(before);
        assert!(change < 3.0, "{change}");
        drift.0[0].y = 0.0;
        drift.advance(Vec2::new(0.0, -1e-9));
        assert!(drift.is_valid(), "{drift:?}");
    }
}
