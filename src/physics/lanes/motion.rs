//! The two loops of a substep over all particles, many lanes at a time, with the same bits at every width. See
//! [`super`] for how.

use std::hint::select_unpredictable;

use glam::Vec2;
use multiversion::multiversion;

use crate::physics::integrate::{Motion, limited};

/// Moves the free particles by what is left of their displacement and the fall. Returns how many were too fast and
/// were held back. The slices are equally long: positions and displacements in m, inverse masses in 1/kg.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn integrate(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: Motion) -> u64 {
    integrate_body(position, displacement, inv_mass, motion)
}

/// Adds to positions and displacements what the links have `moved` them, and sets that back to nothing.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn finish(position: &mut [Vec2], displacement: &mut [Vec2], moved: &mut [Vec2]) {
    let count = position.len();
    let (displacement, moved) = (&mut displacement[..count], &mut moved[..count]);
    for k in 0..count {
        position[k] = Vec2::new(position[k].x + moved[k].x, position[k].y + moved[k].y);
        displacement[k] = Vec2::new(displacement[k].x + moved[k].x, displacement[k].y + moved[k].y);
        moved[k] = Vec2::ZERO;
    }
}

/// [`finish`], but that links make no displacement longer than the first of `limits` (m), that of a `gentle` particle than
/// the second, or than it was, whichever is more.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn finish_gently(
    position: &mut [Vec2],
    displacement: &mut [Vec2],
    moved: &mut [Vec2],
    gentle: &[bool],
    limits: (f32, f32),
) {
    let count = position.len();
    let (displacement, moved, gentle) = (&mut displacement[..count], &mut moved[..count], &gentle[..count]);
    for k in 0..count {
        let (at, old, by) = (position[k], displacement[k], moved[k]);
        position[k] = Vec2::new(at.x + by.x, at.y + by.y);
        let (x, y) = (old.x + by.x, old.y + by.y);
        let (before, after) = (old.x * old.x + old.y * old.y, x * x + y * y);
        let limit = select_unpredictable(gentle[k], limits.1 * limits.1, limits.0 * limits.0);
        let limit = select_unpredictable(before > limit, before, limit);
        let share = select_unpredictable(after > limit, (limit / after).sqrt(), 1.0);
        displacement[k] = Vec2::new(x * share, y * share);
        moved[k] = Vec2::ZERO;
    }
}

/// Whether no two places with the same number are further apart than `reach` (m) along an axis.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn are_near(places: &[Vec2], others: &[Vec2], reach: f32) -> bool {
    places.chunks(CHUNK).zip(others.chunks(CHUNK)).all(|(places, others)| {
        let mut far = 0;
        for (place, other) in places.iter().zip(others) {
            let near = ((place.x - other.x).abs() <= reach) & ((place.y - other.y).abs() <= reach);
            far += u32::from(!near);
        }
        far == 0
    })
}

/// Particles that [`integrate`] looks at before it moves them: most often none of them is too fast.
const CHUNK: usize = 64;

/// [`integrate`] for the instruction set of the caller.
#[inline(always)]
pub fn integrate_body(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: Motion) -> u64 {
    let limit = motion.longest * motion.longest;
    let mut held_back = 0;
    let chunks = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK)).zip(inv_mass.chunks(CHUNK));
    for ((position, displacement), inv_mass) in chunks {
        let mut fast = 0;
        for (displacement, inv_mass) in displacement.iter().zip(inv_mass) {
            let wanted = wanted(*displacement, motion);
            let slow = wanted.x * wanted.x + wanted.y * wanted.y <= limit;
            fast += u32::from((*inv_mass != 0.0) & !slow);
        }
        if fast > 0 {
            held_back += u64::from(fast);
            hold_back(displacement, inv_mass, motion);
        }
        move_free(position, displacement, inv_mass, if fast > 0 { DONE } else { motion });
    }
    held_back
}

/// Leaves a displacement as it is, to the bit.
const DONE: Motion = Motion { fall: Vec2::splat(-0.0), keep: 1.0, longest: f32::MAX };

/// The displacement of a particle that nothing holds back.
#[inline(always)]
fn wanted(displacement: Vec2, motion: Motion) -> Vec2 {
    Vec2::new((displacement.x + motion.fall.x) * motion.keep, (displacement.y + motion.fall.y) * motion.keep)
}

/// Replaces the displacements of free particles by what they shall move, at most as far as allowed.
#[cold]
#[inline(never)]
fn hold_back(displacement: &mut [Vec2], inv_mass: &[f32], motion: Motion) {
    for (displacement, _) in displacement.iter_mut().zip(inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
        *displacement = limited(wanted(*displacement, motion), motion.longest);
    }
}

/// Moves the free particles of a chunk.
#[inline(always)]
fn move_free(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: Motion) {
    let count = position.len();
    let (displacement, inv_mass) = (&mut displacement[..count], &inv_mass[..count]);
    for k in 0..count {
        let (at, old) = (position[k], displacement[k]);
        let moved = wanted(old, motion);
        let free = inv_mass[k] != 0.0;
        let x = select_unpredictable(free, at.x + moved.x, at.x);
        let y = select_unpredictable(free, at.y + moved.y, at.y);
        displacement[k].x = select_unpredictable(free, moved.x, old.x);
        displacement[k].y = select_unpredictable(free, moved.y, old.y);
        position[k] = Vec2::new(x, y);
    }
}
