//! Aerodynamic drag on links, with the same bits at every SIMD width.
//!
//! A link is modelled as a cylinder. Its drag follows from the component of the relative wind normal to the link alone,
//! and grows with the square of that component (independence principle: Hoerner 1965, "Fluid-Dynamic Drag", ch. 3).

use std::hint::select_unpredictable;

use glam::Vec2;
use multiversion::multiversion;

use crate::simd::{ColourBatch, Lanes, Link, LinkList, LinkRun, SlicePair};

/// A link with a smaller squared length, m², has no direction and no drag.
const MIN_LENGTH_SQUARED: f32 = 1e-12;

/// Views of the particles that drag reads and writes, as slices of equal length.
#[derive(Debug)]
pub(crate) struct DragView<'a> {
    /// Positions, m.
    pub position: &'a [Vec2],
    /// Velocity of the air relative to each particle, m/s.
    pub relative_wind: &'a [Vec2],
    /// Velocity that drag has added to each particle, m/s.
    pub velocity_change: &'a mut [Vec2],
    /// 1/kg.
    pub inv_mass: &'a [f32],
}

/// One end of a link.
#[derive(Clone, Copy)]
struct End {
    at: Vec2,
    wind: Vec2,
    change: Vec2,
    inv_mass: f32,
}

impl DragView<'_> {
    /// Applies drag to the links of a colour. `half_drag` is half of a link's drag constant (kg/m²) x the duration of
    /// the update (s). Links of an `is_ordered` batch may share particles, and are processed in sequence.
    pub fn apply(&mut self, batch: &ColourBatch, half_drag: f32, lanes: Lanes, is_ordered: bool) {
        if is_ordered || lanes == Lanes::Scalar {
            batch.links().for_each(|link| self.apply_to(link, half_drag));
            return;
        }
        if !batch.runs.is_empty() {
            apply_to_runs(self, &batch.runs, half_drag);
        }
        if batch.list().len() > 0 {
            apply_to_list(self, batch.list(), half_drag);
        }
    }

    #[inline(always)]
    fn end(&self, index: usize) -> End {
        let Self { position: at, relative_wind: wind, velocity_change: change, inv_mass } = self;
        End { at: at[index], wind: wind[index], change: change[index], inv_mass: inv_mass[index] }
    }

    #[inline(always)]
    fn apply_to(&mut self, link: Link, half_drag: f32) {
        let (a, b) = (link.a as usize, link.b as usize);
        (self.velocity_change[a], self.velocity_change[b]) = dragged(self.end(a), self.end(b), half_drag);
    }
}

/// The velocity changes of a link's ends after its drag.
///
/// The force on the link is `c L |v| v` along its normal, where `v` is the normal component of the relative wind,
/// averaged over both ends; each end takes half. One factor `v` is taken implicitly, at the end of the update:
/// `v' = v / (1 + s)`. So drag never reverses the relative motion, and still air only removes energy. In terms of
/// `cross = L v`, the force needs no square root.
#[inline(always)]
fn dragged(a: End, b: End, half_drag: f32) -> (Vec2, Vec2) {
    let (along_x, along_y) = (b.at.x - a.at.x, b.at.y - a.at.y);
    // Relative wind after the drag of earlier links.
    let x = 0.5 * ((a.wind.x - a.change.x) + (b.wind.x - b.change.x));
    let y = 0.5 * ((a.wind.y - a.change.y) + (b.wind.y - b.change.y));
    let cross = along_x * y - along_y * x;
    let impulse = half_drag * cross.abs();
    let squared = along_x * along_x + along_y * along_y;
    let divisor = squared * (1.0 + 0.5 * impulse * (a.inv_mass + b.inv_mass));
    // A select before the division: a branch around the division would keep the loop from being vectorised.
    let scale = impulse * cross / select_unpredictable(squared > MIN_LENGTH_SQUARED, divisor, f32::INFINITY);
    let (to_a, to_b) = (scale * a.inv_mass, scale * b.inv_mass);
    (
        Vec2::new(a.change.x - along_y * to_a, a.change.y + along_x * to_a),
        Vec2::new(b.change.x - along_y * to_b, b.change.y + along_x * to_b),
    )
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn apply_to_runs(drag: &mut DragView<'_>, runs: &[LinkRun], half_drag: f32) {
    for run in runs {
        let count = run.count as usize;
        let (a, b) = (run.a as usize, run.b as usize);
        let DragView { position, relative_wind: wind, velocity_change: change, inv_mass } = &mut *drag;
        if run.stride == 1 {
            let (a, b, (head, tail)) = (a..a + count, b..b + count, change.split_at_mut(b));
            let at = (&position[a.clone()], &position[b.clone()]);
            let wind = (&wind[a.clone()], &wind[b.clone()]);
            let inv_mass = (&inv_mass[a.clone()], &inv_mass[b]);
            apply_to_rows(at, wind, &mut head[a], &mut tail[..count], inv_mass, half_drag);
        } else {
            let of = a..a + 2 * count;
            apply_to_pairs(&position[of.clone()], &wind[of.clone()], &mut change[of.clone()], &inv_mass[of], half_drag);
        }
    }
}

/// A function of its own, because the compiler vectorises the loop only where its arguments cannot alias.
#[inline(always)]
fn apply_to_rows(
    at: SlicePair<Vec2>,
    wind: SlicePair<Vec2>,
    a: &mut [Vec2],
    b: &mut [Vec2],
    mass: SlicePair<f32>,
    half_drag: f32,
) {
    let count = a.len();
    let (b, at_a, at_b) = (&mut b[..count], &at.0[..count], &at.1[..count]);
    let (wind_a, wind_b) = (&wind.0[..count], &wind.1[..count]);
    let (mass_a, mass_b) = (&mass.0[..count], &mass.1[..count]);
    for k in 0..count {
        let one = End { at: at_a[k], wind: wind_a[k], change: a[k], inv_mass: mass_a[k] };
        let other = End { at: at_b[k], wind: wind_b[k], change: b[k], inv_mass: mass_b[k] };
        (a[k], b[k]) = dragged(one, other, half_drag);
    }
}

#[inline(always)]
fn apply_to_pairs(at: &[Vec2], wind: &[Vec2], change: &mut [Vec2], mass: &[f32], half_drag: f32) {
    let (at, wind, mass) = (at.as_chunks::<2>().0, wind.as_chunks::<2>().0, mass.as_chunks::<2>().0);
    for (((at, wind), mass), change) in at.iter().zip(wind).zip(mass).zip(change.as_chunks_mut::<2>().0) {
        let end = |k: usize| End { at: at[k], wind: wind[k], change: change[k], inv_mass: mass[k] };
        let (a, b) = dragged(end(0), end(1), half_drag);
        *change = [a, b];
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn apply_to_list(drag: &mut DragView<'_>, links: LinkList<'_>, half_drag: f32) {
    (0..links.len()).for_each(|k| drag.apply_to(links.link(k), half_drag));
}

/// Computes the velocity of the air relative to each particle, m/s; zero where the air is still, which has no drag.
/// `rate` is 1 / substep, 1/s.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn find_relative_wind(air: &[Vec2], displacement: &[Vec2], relative_wind: &mut [Vec2], rate: f32) {
    for ((air, displacement), wind) in air.iter().zip(displacement).zip(relative_wind) {
        let (x, y) = (air.x - displacement.x * rate, air.y - displacement.y * rate);
        let is_still = (air.x == 0.0) & (air.y == 0.0);
        *wind = Vec2::new(select_unpredictable(is_still, 0.0, x), select_unpredictable(is_still, 0.0, y));
    }
}

/// Adds velocity changes (m/s) to the displacements of a substep (s). Displacements without a change keep their bits.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn add_velocity_changes(displacement: &mut [Vec2], change: &[Vec2], substep: f32) {
    for (displacement, change) in displacement.iter_mut().zip(change) {
        let (x, y) = (displacement.x + change.x * substep, displacement.y + change.y * substep);
        *displacement = Vec2::new(
            select_unpredictable(change.x == 0.0, displacement.x, x),
            select_unpredictable(change.y == 0.0, displacement.y, y),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(at: Vec2, wind: Vec2, mass: f32) -> End {
        End { at, wind, change: Vec2::ZERO, inv_mass: 1.0 / mass }
    }

    #[test]
    fn strong_drag_does_not_overshoot_the_wind() {
        let wind = Vec2::new(90.0, 0.0);
        for half_drag in [1.0, 1e3, 1e9] {
            let (a, b) = dragged(end(Vec2::ZERO, wind, 1e-3), end(Vec2::Y, wind, 1e3), half_drag);
            let mean = 0.5 * (a.x + b.x);
            assert!(mean > 80.0 && mean <= 90.001, "{half_drag}: {a} {b}");
        }
        let fixed = End { inv_mass: 0.0, ..end(Vec2::ZERO, wind, 1.0) };
        assert_eq!(dragged(fixed, End { at: Vec2::Y, ..fixed }, 1e9), (Vec2::ZERO, Vec2::ZERO));
    }
}
