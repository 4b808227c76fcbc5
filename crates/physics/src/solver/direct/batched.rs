//! The kernels of [`crate::solver::direct::elimination`] for adjacent particles, on SIMD lanes. They give the same bits
//! at every width.
//!
//! All slices of a call are as long as its first. [`SlicePair`]s hold values of links and of their
//! parents' links, or of the links' ends.

use glam::Vec2;
use multiversion::multiversion;

use crate::simd::SlicePair;
use crate::tuning::{MIN_DIRECTED, SEEN_STRETCH};

/// Compliance of a slack link, 1/kg: it transmits nothing.
pub(crate) const SLACK_COMPLIANCE: f32 = 1e18;

/// Maximum correction, m. Larger corrections are dropped.
const MAX_SHIFT: f32 = 10.0;

/// Relative stretch of a link from which it is overlong.
pub(crate) const MIN_OVERLONG: f32 = 0.5 * SEEN_STRETCH;

/// Greatest length error and greatest turn in a substep that pass on spin, as fractions of the rest length. Beyond, as in
/// a yank or where a rope cracks like a whip, they would throw particles.
pub(crate) const MAX_DIRECT_SPIN_ERROR: f32 = 0.1;
pub(crate) const MAX_SPIN_TURN: f32 = 0.25;

/// Turn of a link in a substep, rad, from which on its strand keeps its energy. Slower ones lose little, and strands at
/// rest pay nothing.
pub(crate) const FAR_TURN: f32 = 0.002;

/// The results of [`measure`].
pub(crate) struct Lengths<'a> {
    /// Unit vector towards the parent.
    pub x: &'a mut [f32],
    pub y: &'a mut [f32],
    /// Length error, m.
    pub error: &'a mut [f32],
    /// 0, or [`SLACK_COMPLIANCE`].
    pub compliance: &'a mut [f32],
}

/// Measures lengths and directions of links with these rest lengths from the positions of their ends, and the
/// corrections by which the ends have moved, m. Returns the number of overlong links.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn measure(rest: &[f32], slack: &[f32], at: SlicePair<Vec2>, moved: SlicePair<Vec2>, to: Lengths) -> u32 {
    let count = rest.len();
    let slack = &slack[..count];
    let (own, above) = (&at.0[..count], &at.1[..count]);
    let (own_correction, above_correction) = (&moved.0[..count], &moved.1[..count]);
    let Lengths { x, y, error, compliance } = to;
    let (x, y) = (&mut x[..count], &mut y[..count]);
    let (error, compliance) = (&mut error[..count], &mut compliance[..count]);
    let mut overlong = 0;
    for k in 0..count {
        let dx = (above[k].x - own[k].x) + (above_correction[k].x - own_correction[k].x);
        let dy = (above[k].y - own[k].y) + (above_correction[k].y - own_correction[k].y);
        let length = (dx * dx + dy * dy).sqrt();
        let inverse = if length > MIN_DIRECTED { 1.0 / length } else { 0.0 };
        x[k] = dx * inverse;
        y[k] = dy * inverse;
        let difference = length - rest[k];
        error[k] = difference;
        compliance[k] = if difference < -slack[k] { SLACK_COMPLIANCE } else { 0.0 };
        overlong += u32::from(difference > MIN_OVERLONG * rest[k]);
    }
    overlong
}

/// Computes the coupling of links to their parents' links. `inv_mass` is that of the particles between, 1/kg.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn couple(inv_mass: &[f32], x: SlicePair<f32>, y: SlicePair<f32>, coupling: &mut [f32], bend: &mut [f32]) {
    let count = inv_mass.len();
    let (own_x, above_x, own_y, above_y) = (&x.0[..count], &x.1[..count], &y.0[..count], &y.1[..count]);
    let (coupling, bend) = (&mut coupling[..count], &mut bend[..count]);
    for k in 0..count {
        let cosine = own_x[k] * above_x[k] + own_y[k] * above_y[k];
        let sine = inv_mass[k] * (own_x[k] * above_y[k] - own_y[k] * above_x[k]);
        coupling[k] = inv_mass[k] * cosine;
        bend[k] = sine * sine;
    }
}

/// Eliminates the children of particles with one child each: `compliance` and `error` of the particles and of the
/// children, and (`coupling`, `bend`) and `pivot` of the children.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn eliminate_row(
    inv_mass: &[f32],
    compliance: (&mut [f32], &[f32]),
    error: (&mut [f32], &[f32]),
    coupling_and_bend: SlicePair<f32>,
    pivot: &mut [f32],
) {
    let count = inv_mass.len();
    let (compliance, compliance_below) = (&mut compliance.0[..count], &compliance.1[..count]);
    let (error, error_below) = (&mut error.0[..count], &error.1[..count]);
    let (coupling, bend) = (&coupling_and_bend.0[..count], &coupling_and_bend.1[..count]);
    let pivot = &mut pivot[..count];
    for k in 0..count {
        let inverse = 1.0 / (compliance_below[k] + inv_mass[k]);
        pivot[k] = inverse;
        compliance[k] += (inv_mass[k] * compliance_below[k] + bend[k]) * inverse;
        error[k] += coupling[k] * error_below[k] * inverse;
    }
}

/// [`eliminate_row`] along a chain from its end to its top: the one child of each particle is the next in the slices.
pub fn eliminate_chain(
    inv_mass: &[f32],
    compliance: &mut [f32],
    error: &mut [f32],
    coupling_and_bend: SlicePair<f32>,
    pivot: &mut [f32],
) {
    let Some(last) = inv_mass.len().checked_sub(1) else { return };
    let (compliance, error, pivot) = (&mut compliance[..=last], &mut error[..=last], &mut pivot[..=last]);
    let (coupling, bend) = (&coupling_and_bend.0[..=last], &coupling_and_bend.1[..=last]);
    // Carried in registers, because each link waits for the one before.
    let (mut below, mut error_below) = (compliance[last] + inv_mass[last], error[last]);
    compliance[last] = below;
    for k in (0..last).rev() {
        let inverse = 1.0 / (below + inv_mass[k]);
        pivot[k + 1] = inverse;
        below = compliance[k] + (inv_mass[k] * below + bend[k + 1]) * inverse;
        error_below = error[k] + coupling[k + 1] * error_below * inverse;
        compliance[k] = below;
        error[k] = error_below;
    }
}

/// Substitutes along a chain: finds the impulses of its links from that of the first. Overwrites `coupling`.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn substitute_chain(lambda: &mut [f32], coupling: &mut [f32], error: &[f32], pivot: &[f32]) {
    let count = lambda.len();
    let (coupling, error, pivot) = (&mut coupling[..count], &error[..count], &pivot[..count]);
    for k in 1..count {
        coupling[k] *= pivot[k];
        lambda[k] = error[k] * pivot[k];
    }
    for k in 1..count {
        lambda[k] += coupling[k] * lambda[k - 1];
    }
}

/// Substitutes along a row: finds the impulses of links from those of their parents' links (`above`), if any.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn substitute_row(lambda: &mut [f32], above: Option<&[f32]>, error: &[f32], coupling: &[f32], pivot: &[f32]) {
    let count = lambda.len();
    let (error, coupling, pivot) = (&error[..count], &coupling[..count], &pivot[..count]);
    match above {
        Some(above) => {
            let above = &above[..count];
            for k in 0..count {
                lambda[k] = (error[k] + coupling[k] * above[k]) * pivot[k];
            }
        }
        None => {
            for k in 0..count {
                lambda[k] = error[k] * pivot[k];
            }
        }
    }
}

/// Adds numbers to others.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn add(sums: &mut [f32], numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// Finds the impulses x time across links that give back the angular momentum that `impulse` along them took, kg m.
///
/// `across` is (y, x) of the unit vector from the own ends to the parents, `moved` the displacement of both, m. For a link
/// with rest length L, impulse p and relative displacement u across it, that is p u / L. Returns the number of links that
/// turn by more than [`FAR_TURN`].
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn find_spin(
    impulse: &[f32],
    rest: &[f32],
    inv_mass: SlicePair<f32>,
    across: SlicePair<f32>,
    moved: SlicePair<Vec2>,
    spin: &mut [f32],
) -> u32 {
    let mut turned = 0;
    let count = impulse.len();
    let (rest, spin, own, above) = (&rest[..count], &mut spin[..count], &inv_mass.0[..count], &inv_mass.1[..count]);
    let (y, x, from, to) = (&across.0[..count], &across.1[..count], &moved.0[..count], &moved.1[..count]);
    for k in 0..count {
        let inv_mass = own[k] + above[k];
        let error = limit(impulse[k] * inv_mass, MAX_DIRECT_SPIN_ERROR * rest[k]);
        let turn = x[k] * (to[k].y - from[k].y) - y[k] * (to[k].x - from[k].x);
        turned += u32::from(turn.abs() > FAR_TURN * rest[k]);
        spin[k] = error * limit(turn, MAX_SPIN_TURN * rest[k]) / (inv_mass * rest[k]);
    }
    turned
}

/// A number within both signs of a bound.
#[inline(always)]
fn limit(number: f32, bound: f32) -> f32 {
    let number = if number < bound { number } else { bound };
    if number > -bound { number } else { -bound }
}

/// Adds the displacement of one end of links by their impulses to `shift` (m): along x and y with the `signs`.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn add_shift(shift: &mut [Vec2], inv_mass: &[f32], direction: SlicePair<f32>, lambda: &[f32], signs: [f32; 2]) {
    let count = shift.len();
    let (inv_mass, lambda) = (&inv_mass[..count], &lambda[..count]);
    let (x, y) = (&direction.0[..count], &direction.1[..count]);
    for k in 0..count {
        let amount = inv_mass[k] * lambda[k];
        shift[k].x += x[k] * (signs[0] * amount);
        shift[k].y += y[k] * (signs[1] * amount);
    }
}

/// Adds `shift` to the corrections, and clears it. Shifts beyond [`MAX_SHIFT`] and NaN are dropped.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_shift(corrections: &mut [Vec2], shift: &mut [Vec2]) {
    for (correction, shift) in corrections.iter_mut().zip(shift) {
        let is_sound = (shift.x.abs() < MAX_SHIFT) & (shift.y.abs() < MAX_SHIFT);
        correction.x += if is_sound { shift.x } else { 0.0 };
        correction.y += if is_sound { shift.y } else { 0.0 };
        *shift = Vec2::ZERO;
    }
}
