//! The drag of air on links, many at a time, with the same bits at every width: see `lanes` for how.
//!
//! A link is a cylinder. What of the air meets it square pushes it, with the square of its speed; what goes along it does
//! not (the independence principle: Hoerner 1965, "Fluid-Dynamic Drag", ch. 3).

use std::hint::select_unpredictable;

use glam::Vec2;
use multiversion::multiversion;

use crate::simd::{Lanes, Link, LinkList, LinkRun, colour_batch::ColourBatch};

/// Shorter links, m², have no direction that air could meet square.
const SHORTEST: f32 = 1e-12;

/// How the air strikes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DragParameters {
    /// Half of what a link catches (kg/m²) x for how long (s).
    pub half: f32,
    pub lanes: Lanes,
    /// The links may share particles: they are taken one after the other.
    pub ordered: bool,
}

/// What the air does to links, as slices of equal length.
#[derive(Debug)]
pub(crate) struct LinkDrag<'a> {
    /// m.
    pub position: &'a [Vec2],
    /// The air as each particle meets it, m/s.
    pub met: &'a [Vec2],
    /// What it has added to the velocity of each, m/s.
    pub kick: &'a mut [Vec2],
    /// 1/kg.
    pub inv_mass: &'a [f32],
}

/// One end of a link, as far as the air is concerned.
#[derive(Clone, Copy)]
struct End {
    at: Vec2,
    met: Vec2,
    kick: Vec2,
    inv_mass: f32,
}

impl LinkDrag<'_> {
    /// Blows at the links of a colour.
    pub fn blow(&mut self, batch: &ColourBatch, stroke: DragParameters) {
        let DragParameters { half, lanes, ordered } = stroke;
        if ordered || lanes == Lanes::Scalar {
            batch.links().for_each(|link| self.blow_one(link, half));
            return;
        }
        if !batch.runs().is_empty() {
            blow_runs(self, batch.runs(), half);
        }
        if batch.list().len() > 0 {
            blow_list(self, batch.list(), half);
        }
    }

    #[inline(always)]
    fn end(&self, index: usize) -> End {
        let Self { position, met, kick, inv_mass } = self;
        End { at: position[index], met: met[index], kick: kick[index], inv_mass: inv_mass[index] }
    }

    #[inline(always)]
    fn blow_one(&mut self, link: Link, half: f32) {
        let (a, b) = (link.a as usize, link.b as usize);
        (self.kick[a], self.kick[b]) = struck(self.end(a), self.end(b), half);
    }
}

/// What the kicks of a link's ends have come to.
///
/// The force on the link is `c L |v| v` along its normal, v being the mean of what both ends meet along that; each end takes
/// half of it. With the speed of the end of the stroke in place of one v, `v' = v / (1 + s)`: no stroke, however strong,
/// turns the motion round, so air that is still only takes energy. Everything is in terms of `cross = L v`, which needs no root.
#[inline(always)]
fn struck(a: End, b: End, half: f32) -> (Vec2, Vec2) {
    let (along_x, along_y) = (b.at.x - a.at.x, b.at.y - a.at.y);
    // As far as links before this one have not given in to it yet.
    let x = 0.5 * ((a.met.x - a.kick.x) + (b.met.x - b.kick.x));
    let y = 0.5 * ((a.met.y - a.kick.y) + (b.met.y - b.kick.y));
    let cross = along_x * y - along_y * x;
    let hold = half * cross.abs();
    let squared = along_x * along_x + along_y * along_y;
    let given = squared * (1.0 + 0.5 * hold * (a.inv_mass + b.inv_mass));
    // Chosen before the division: behind a branch that has one, the compiler fills no lanes.
    let scale = hold * cross / select_unpredictable(squared > SHORTEST, given, f32::INFINITY);
    let (to_a, to_b) = (scale * a.inv_mass, scale * b.inv_mass);
    (
        Vec2::new(a.kick.x - along_y * to_a, a.kick.y + along_x * to_a),
        Vec2::new(b.kick.x - along_y * to_b, b.kick.y + along_x * to_b),
    )
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn blow_runs(draught: &mut LinkDrag<'_>, runs: &[LinkRun], half: f32) {
    for run in runs {
        let count = run.count as usize;
        let (a, b) = (run.a as usize, run.b as usize);
        let LinkDrag { position, met, kick, inv_mass } = &mut *draught;
        if run.stride == 1 {
            let (a, b, (head, tail)) = (a..a + count, b..b + count, kick.split_at_mut(b));
            let at = (&position[a.clone()], &position[b.clone()]);
            let met = (&met[a.clone()], &met[b.clone()]);
            let inv_mass = (&inv_mass[a.clone()], &inv_mass[b]);
            blow_rows(at, met, (&mut head[a], &mut tail[..count]), inv_mass, half);
        } else {
            let of = a..a + 2 * count;
            blow_pairs(&position[of.clone()], &met[of.clone()], &mut kick[of.clone()], &inv_mass[of], half);
        }
    }
}

/// The slices of two rows.
type Rows<'a, T> = (&'a [T], &'a [T]);

#[inline(always)]
fn blow_rows(at: Rows<Vec2>, met: Rows<Vec2>, kick: (&mut [Vec2], &mut [Vec2]), inv_mass: Rows<f32>, half: f32) {
    blow_loop(at, met, kick.0, kick.1, (inv_mass, half));
}

/// A function of its own: that its arguments do not overlap is what lets the compiler fill lanes.
#[inline(always)]
fn blow_loop(at: Rows<Vec2>, met: Rows<Vec2>, a: &mut [Vec2], b: &mut [Vec2], (inv_mass, half): (Rows<f32>, f32)) {
    let count = a.len();
    let (b, at_a, at_b) = (&mut b[..count], &at.0[..count], &at.1[..count]);
    let (met_a, met_b) = (&met.0[..count], &met.1[..count]);
    let (mass_a, mass_b) = (&inv_mass.0[..count], &inv_mass.1[..count]);
    for k in 0..count {
        let one = End { at: at_a[k], met: met_a[k], kick: a[k], inv_mass: mass_a[k] };
        let other = End { at: at_b[k], met: met_b[k], kick: b[k], inv_mass: mass_b[k] };
        (a[k], b[k]) = struck(one, other, half);
    }
}

#[inline(always)]
fn blow_pairs(at: &[Vec2], met: &[Vec2], kick: &mut [Vec2], mass: &[f32], half: f32) {
    let (at, met, mass) = (at.as_chunks::<2>().0, met.as_chunks::<2>().0, mass.as_chunks::<2>().0);
    for (((at, met), mass), kick) in at.iter().zip(met).zip(mass).zip(kick.as_chunks_mut::<2>().0) {
        let end = |k: usize| End { at: at[k], met: met[k], kick: kick[k], inv_mass: mass[k] };
        let (a, b) = struck(end(0), end(1), half);
        *kick = [a, b];
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn blow_list(draught: &mut LinkDrag<'_>, links: LinkList<'_>, half: f32) {
    (0..links.len()).for_each(|k| draught.blow_one(links.link(k), half));
}

/// The air as particles meet it, m/s: `rate` is 1/s, displacements over it.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn meet(air: &[Vec2], displacement: &[Vec2], met: &mut [Vec2], rate: f32) {
    for ((air, displacement), met) in air.iter().zip(displacement).zip(met) {
        *met = Vec2::new(air.x - displacement.x * rate, air.y - displacement.y * rate);
    }
}

/// Adds the kicks (m/s) to the displacements over `substep` (s).
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn push(displacement: &mut [Vec2], kick: &[Vec2], substep: f32) {
    for (displacement, kick) in displacement.iter_mut().zip(kick) {
        *displacement = Vec2::new(displacement.x + kick.x * substep, displacement.y + kick.y * substep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(at: Vec2, met: Vec2, mass: f32) -> End {
        End { at, met, kick: Vec2::ZERO, inv_mass: 1.0 / mass }
    }

    #[test]
    fn the_force_is_what_the_formula_says() {
        // 0.5 m, met square at 4 m/s: c L v² = 0.03 x 0.5 x 16 N in 1 ms, half for each end.
        let (wind, catch, seconds) = (Vec2::new(4.0, 0.0), 0.03, 1e-3);
        let (a, b) = struck(end(Vec2::ZERO, wind, 2.0), end(Vec2::new(0.0, 0.5), wind, 1.0), 0.5 * catch * seconds);
        let impulse = 0.5 * 0.03 * 0.5 * 16.0 * 1e-3;
        assert!((a.x / (impulse / 2.0) - 1.0).abs() < 1e-3 && (b.x / impulse - 1.0).abs() < 1e-3, "{a} {b}");
        assert_eq!((a.y, b.y), (0.0, 0.0));
    }

    #[test]
    fn edge_on_and_of_no_length_there_is_no_force() {
        let wind = Vec2::new(3.0, 4.0);
        let still = (Vec2::ZERO, Vec2::ZERO);
        assert_eq!(struck(end(Vec2::ZERO, wind, 1.0), end(wind, wind, 1.0), 1.0), still);
        assert_eq!(struck(end(Vec2::ONE, wind, 1.0), end(Vec2::ONE, wind, 1.0), 1.0), still);
    }

    #[test]
    fn no_stroke_is_so_strong_that_it_overshoots() {
        let wind = Vec2::new(90.0, 0.0);
        for half in [1.0, 1e3, 1e9] {
            let (a, b) = struck(end(Vec2::ZERO, wind, 1e-3), end(Vec2::Y, wind, 1e3), half);
            let mean = 0.5 * (a.x + b.x);
            assert!(mean > 80.0 && mean <= 90.001, "{half}: {a} {b}");
        }
        let fixed = End { inv_mass: 0.0, ..end(Vec2::ZERO, wind, 1.0) };
        assert_eq!(struck(fixed, End { at: Vec2::Y, ..fixed }, 1e9), (Vec2::ZERO, Vec2::ZERO));
    }
}
