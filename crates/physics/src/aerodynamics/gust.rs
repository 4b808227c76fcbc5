//! Gusts: a smooth field of air that moves with the wind, the same on every machine.
//!
//! Its velocity is the curl of a stream function, so that no air comes from nowhere (after Bridson et al. 2007, "Curl-noise
//! for procedural fluid flow"): value noise on a lattice, in two sizes that the wind carries at two speeds, so that gusts
//! change as they pass.

use glam::Vec2;
use multiversion::multiversion;
use serde::{Deserialize, Serialize};

/// Cells of the lattice after which it begins again: a power of two.
const PERIOD: u32 = 256;

/// Added to a small number, what is behind its point is rounded away: 1.5 x 2^23. The lowest bits are the integer then.
const ROUNDER: f32 = 12_582_912.0;

/// The larger gusts and the smaller ones.
const LAYERS: [Layer; 2] = [
    Layer { strength: 0.705, scale: 1.0, pace: 1.0, shift: 0.0, salt: 0 },
    Layer { strength: 0.415, scale: 2.0, pace: 0.75, shift: 0.5, salt: 0x51ED_270B },
];

/// Gusts of one size. The strengths are such that all together have a root mean square of 1: that of the gradient of the
/// noise is 1.223, integrated numerically.
#[derive(Clone, Copy, Debug)]
struct Layer {
    strength: f32,
    /// Cells in a gust's size.
    scale: f32,
    /// How fast the wind carries it, as a share of its own speed.
    pace: f32,
    /// Where its cells begin: the noise is calm at their corners, and not all corners shall be in one place.
    shift: f32,
    salt: u32,
}

/// How far the wind has carried each layer, in its cells, 0 to [`PERIOD`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Drift(pub [Vec2; LAYERS.len()]);

impl Drift {
    /// Carries them on by so many gusts' sizes, less than the period.
    pub fn go_on(&mut self, by: Vec2) {
        for (drift, Layer { scale, pace, .. }) in self.0.iter_mut().zip(LAYERS) {
            let to = *drift + by * (scale * pace);
            *drift = Vec2::new(around(to.x), around(to.y));
        }
    }

    /// Where they were when they had so many gusts' sizes less behind them: to look at, and not a world's.
    pub fn earlier(self, by: Vec2) -> Self {
        let mut layers = LAYERS.iter();
        Self(self.0.map(|drift| layers.next().map_or(drift, |Layer { scale, pace, .. }| drift - by * (scale * pace))))
    }

    /// Whether it is one that a world may have.
    pub fn is_valid(self) -> bool {
        self.0.iter().all(|drift| [drift.x, drift.y].iter().all(|&way| (0.0..PERIOD as f32).contains(&way)))
    }
}

/// A place on the lattice, on its first round.
fn around(place: f32) -> f32 {
    let period = PERIOD as f32;
    let place = if place < 0.0 { place + period } else { place };
    // A hair below 0 comes to the period itself.
    if place >= period { place - period } else { place }
}

/// A field of gusts at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gusts {
    pub seed: u32,
    /// m.
    pub size: f32,
    /// Root mean square of their velocity, m/s.
    pub speed: f32,
    pub drift: Drift,
}

impl Gusts {
    /// The velocity that they add at a point (m), m/s.
    #[inline(always)]
    pub fn at(self, point: Vec2) -> Vec2 {
        let Self { seed, size, speed, drift } = self;
        let mut sum = Vec2::ZERO;
        for (Layer { strength, scale, pace: _, shift, salt }, drift) in LAYERS.into_iter().zip(drift.0) {
            let cells = scale / size;
            let slope = slope(point.x * cells - drift.x + shift, point.y * cells - drift.y + shift, seed ^ salt);
            let strength = strength * speed;
            // The curl of a stream function.
            sum = Vec2::new(sum.x + strength * slope.y, sum.y - strength * slope.x);
        }
        sum
    }
}

/// Adds the gusts at each of `position` (m) to the air there, m/s.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn add(position: &[Vec2], air: &mut [Vec2], gusts: Gusts) {
    for (at, air) in position.iter().zip(air) {
        let gust = gusts.at(*at);
        *air = Vec2::new(air.x + gust.x, air.y + gust.y);
    }
}

/// The gradient of the noise.
#[inline(always)]
fn slope(x: f32, y: f32, seed: u32) -> Vec2 {
    let ((column, x), (row, y)) = (cell(x), cell(y));
    let [a, b] = [0, 1].map(|side| corner(column.wrapping_add(side), row, seed));
    let [c, d] = [0, 1].map(|side| corner(column.wrapping_add(side), row.wrapping_add(1), seed));
    let twist = a - b - c + d;
    Vec2::new(steepness(x) * ((b - a) + twist * ease(y)), steepness(y) * ((c - a) + twist * ease(x)))
}

/// The cell that a place lies in, and where in it, 0 to 1. Not `floor`, which is a call where the processor is old.
#[inline(always)]
fn cell(place: f32) -> (u32, f32) {
    let rounded = (place - 0.5) + ROUNDER;
    (rounded.to_bits(), place - (rounded - ROUNDER))
}

/// Perlin's smoother step (2002, "Improving noise"): the second derivative is 0 at both ends, so that gusts have no creases.
#[inline(always)]
fn ease(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// Its derivative.
#[inline(always)]
fn steepness(t: f32) -> f32 {
    30.0 * t * t * (t - 1.0) * (t - 1.0)
}

/// The noise at a corner of the lattice, -1 to 1.
#[inline(always)]
fn corner(column: u32, row: u32, seed: u32) -> f32 {
    // The two below 2^16 in one, then MurmurHash3's finaliser (Appleby 2011).
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
    fn gusts_are_as_strong_as_asked_and_blow_nowhere_on_the_whole() {
        let count = points().count() as f32;
        let squares: f32 = points().map(|at| GUSTS.at(at).length_squared()).sum();
        let sum: Vec2 = points().map(|at| GUSTS.at(at)).sum();
        let found = (squares / count).sqrt();
        assert!((found / 3.0 - 1.0).abs() < 0.05, "{found} m/s");
        assert!((sum / count).length() < 0.05, "{}", sum / count);
    }

    #[test]
    fn no_air_comes_from_nowhere() {
        const STEP: f32 = 0.01;
        for at in points().step_by(7) {
            let along = GUSTS.at(at + Vec2::X * STEP).x - GUSTS.at(at - Vec2::X * STEP).x;
            let up = GUSTS.at(at + Vec2::Y * STEP).y - GUSTS.at(at - Vec2::Y * STEP).y;
            let divergence = (along + up) / (2.0 * STEP);
            assert!(divergence.abs() < 0.02, "{divergence} 1/s at {at}");
        }
    }

    #[test]
    fn gusts_go_with_the_wind_and_their_round_has_no_seam() {
        let layer = |gusts: Gusts, at| {
            let Gusts { size, drift, .. } = gusts;
            slope(at / size - drift.0[0].x, 0.3, gusts.seed)
        };
        let mut later = GUSTS;
        later.drift.go_on(Vec2::new(0.35, 0.0));
        assert!(layer(later, 1.7).distance(layer(GUSTS, 1.0)) < 1e-5);
        // A little before the end of the round, and a little behind it.
        let mut drift = Drift([Vec2::new(255.9, 0.05); 2]);
        let before = Gusts { drift, ..GUSTS }.at(Vec2::ONE);
        drift.go_on(Vec2::new(0.2, -0.1));
        assert!(drift.is_valid() && drift.0[0].x < 1.0 && drift.0[0].y > 255.0, "{drift:?}");
        let change = Gusts { drift, ..GUSTS }.at(Vec2::ONE).distance(before);
        assert!(change < 3.0, "{change}");
        drift.0[0].y = 0.0;
        drift.go_on(Vec2::new(0.0, -1e-9));
        assert!(drift.is_valid(), "{drift:?}");
    }

    #[test]
    fn another_seed_brings_other_gusts() {
        assert_ne!(GUSTS.at(Vec2::ONE), Gusts { seed: 8, ..GUSTS }.at(Vec2::ONE));
    }
}
