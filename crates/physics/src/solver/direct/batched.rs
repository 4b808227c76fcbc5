//! The loops of [`crate::solver::direct::elimination`] over particles side by side, many lanes at a time; the same bits at every width.
//!
//! Every list of a call is as long as its first.

use glam::Vec2;
use multiversion::multiversion;

use crate::solver::direct::{
    MIN_LENGTH,
    elimination::{LITTLE, LONGEST_CORRECTION, LengthErrors, MUCH, SLACK},
};

/// Two lists, of the links' own ends and of their parents'.
pub(crate) type Ends<'a, T> = (&'a [T], &'a [T]);

/// What [`measure`] finds out about links.
pub(crate) struct Lengths<'a> {
    /// Unit vector towards the parent.
    pub x: &'a mut [f32],
    pub y: &'a mut [f32],
    /// How much too long, m.
    pub error: &'a mut [f32],
    /// 0, or [`SLACK`].
    pub compliance: &'a mut [f32],
}

/// Takes the lengths and directions of links, from where their ends are at and by what they were moved since, m.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn measure(
    rest: &[f32],
    slack: &[f32],
    at: Ends<'_, Vec2>,
    corrections: Ends<'_, Vec2>,
    to: Lengths<'_>,
) -> LengthErrors {
    let count = rest.len();
    let slack = &slack[..count];
    let (own, above) = (&at.0[..count], &at.1[..count]);
    let (own_moved, above_moved) = (&corrections.0[..count], &corrections.1[..count]);
    let Lengths { x, y, error, compliance } = to;
    let (x, y) = (&mut x[..count], &mut y[..count]);
    let (error, compliance) = (&mut error[..count], &mut compliance[..count]);
    let mut off = LengthErrors::default();
    for k in 0..count {
        let dx = (above[k].x - own[k].x) + (above_moved[k].x - own_moved[k].x);
        let dy = (above[k].y - own[k].y) + (above_moved[k].y - own_moved[k].y);
        let length = (dx * dx + dy * dy).sqrt();
        let share = if length > MIN_LENGTH { 1.0 / length } else { 0.0 };
        x[k] = dx * share;
        y[k] = dy * share;
        let difference = length - rest[k];
        error[k] = difference;
        compliance[k] = if difference < -slack[k] { SLACK } else { 0.0 };
        off.little += u32::from(difference > LITTLE * rest[k]);
        off.much += u32::from(difference > MUCH * rest[k]);
    }
    off
}

/// The angles between links and those of their parents, whose inverse masses are `weight`, 1/kg.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn couple(weight: &[f32], x: Ends<'_, f32>, y: Ends<'_, f32>, along: &mut [f32], across: &mut [f32]) {
    let count = weight.len();
    let (own_x, above_x, own_y, above_y) = (&x.0[..count], &x.1[..count], &y.0[..count], &y.1[..count]);
    let (along, across) = (&mut along[..count], &mut across[..count]);
    for k in 0..count {
        let cosine = own_x[k] * above_x[k] + own_y[k] * above_y[k];
        let sine = weight[k] * (own_x[k] * above_y[k] - own_y[k] * above_x[k]);
        along[k] = weight[k] * cosine;
        across[k] = sine * sine;
    }
}

/// What particles pass on, each with one child: lists of their own, and of their children.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn up(
    weight: &[f32],
    compliance: (&mut [f32], &[f32]),
    error: (&mut [f32], &[f32]),
    angles: Ends<'_, f32>,
    pivot: &mut [f32],
) {
    let count = weight.len();
    let (compliance, compliance_below) = (&mut compliance.0[..count], &compliance.1[..count]);
    let (error, error_below) = (&mut error.0[..count], &error.1[..count]);
    let (along, across, pivot) = (&angles.0[..count], &angles.1[..count], &mut pivot[..count]);
    for k in 0..count {
        let inverse = 1.0 / (compliance_below[k] + weight[k]);
        pivot[k] = inverse;
        compliance[k] += (weight[k] * compliance_below[k] + across[k]) * inverse;
        error[k] += along[k] * error_below[k] * inverse;
    }
}

/// [`up`] along a chain, from its end to its top: each particle's one child is the next of the lists.
pub(crate) fn chain_up(
    weight: &[f32],
    compliance: &mut [f32],
    error: &mut [f32],
    angles: Ends<'_, f32>,
    pivot: &mut [f32],
) {
    let Some(last) = weight.len().checked_sub(1) else { return };
    let (compliance, error, pivot) = (&mut compliance[..=last], &mut error[..=last], &mut pivot[..=last]);
    let (along, across) = (&angles.0[..=last], &angles.1[..=last]);
    // Carried from link to link in registers: it is what each waits for.
    let (mut below, mut error_below) = (compliance[last] + weight[last], error[last]);
    compliance[last] = below;
    for k in (0..last).rev() {
        let inverse = 1.0 / (below + weight[k]);
        pivot[k + 1] = inverse;
        below = compliance[k] + (weight[k] * below + across[k + 1]) * inverse;
        error_below = error[k] + along[k + 1] * error_below * inverse;
        compliance[k] = below;
        error[k] = error_below;
    }
}

/// The impulses along a chain, of which the first is there already. Makes use of `along` to keep what it needs.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn chain_down(lambda: &mut [f32], along: &mut [f32], error: &[f32], pivot: &[f32]) {
    let count = lambda.len();
    let (along, error, pivot) = (&mut along[..count], &error[..count], &pivot[..count]);
    for k in 1..count {
        along[k] *= pivot[k];
        lambda[k] = error[k] * pivot[k];
    }
    for k in 1..count {
        lambda[k] += along[k] * lambda[k - 1];
    }
}

/// The impulses of links, from those of their parents' (`above`) where they have some.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn down(lambda: &mut [f32], above: Option<&[f32]>, error: &[f32], along: &[f32], pivot: &[f32]) {
    let count = lambda.len();
    let (error, along, pivot) = (&error[..count], &along[..count], &pivot[..count]);
    match above {
        Some(above) => {
            let above = &above[..count];
            for k in 0..count {
                lambda[k] = (error[k] + along[k] * above[k]) * pivot[k];
            }
        }
        None => {
            for k in 0..count {
                lambda[k] = error[k] * pivot[k];
            }
        }
    }
}

/// Adds to `shift` (m) what the impulses do to one end of their links: with `sign` 1 their own, with -1 the parents'.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn push(shift: &mut [Vec2], weight: &[f32], direction: Ends<'_, f32>, lambda: &[f32], sign: f32) {
    let count = shift.len();
    let (weight, lambda) = (&weight[..count], &lambda[..count]);
    let (x, y) = (&direction.0[..count], &direction.1[..count]);
    for k in 0..count {
        let push = sign * (weight[k] * lambda[k]);
        shift[k].x += x[k] * push;
        shift[k].y += y[k] * push;
    }
}

/// Moves every particle, and empties `shift`. What would be flung out of the scene, or not by a number, stays.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn move_by(corrections: &mut [Vec2], shift: &mut [Vec2]) {
    for (corrections, shift) in corrections.iter_mut().zip(shift) {
        let sound = (shift.x.abs() < LONGEST_CORRECTION) & (shift.y.abs() < LONGEST_CORRECTION);
        corrections.x += if sound { shift.x } else { 0.0 };
        corrections.y += if sound { shift.y } else { 0.0 };
        *shift = Vec2::ZERO;
    }
}
