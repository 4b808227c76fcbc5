//! The two loops of a substep over all particles, many lanes at a time, with the same bits at every width. See
//! [`super`] for how.

use std::hint::select_unpredictable;

use glam::Vec2;
use multiversion::multiversion;

use crate::geometry::colliders::HalfPlane;

/// What all free particles have in common in one substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionConstants {
    /// Gravity x substep², m.
    pub gravity_displacement: Vec2,
    /// Share of the displacement that the air leaves, 0 to 1.
    pub drag_factor: f32,
    /// Longest displacement, m.
    pub max_displacement: f32,
}

impl MotionConstants {
    /// `gravity` in m/s², `drag` in 1/s, `max_speed` in m/s, `substep` in s.
    pub fn new(gravity: Vec2, drag: f32, max_speed: f32, substep: f32) -> Self {
        Self {
            gravity_displacement: gravity * (substep * substep),
            // The implicit form of v' = -drag v: never negative, and its terminal speed is exactly gravity / drag.
            // exp() would be exact for the decay, but its bits differ between platforms.
            drag_factor: 1.0 / (1.0 + drag * substep),
            max_displacement: max_speed * substep,
        }
    }
}

/// `wanted`, shortened to `longest`; zero where it is not a number.
#[inline]
pub(crate) fn clamp_length(wanted: Vec2, max_displacement: f32) -> Vec2 {
    let squared = wanted.x * wanted.x + wanted.y * wanted.y;
    if squared <= max_displacement * max_displacement {
        wanted
    } else if squared.is_finite() {
        wanted * (max_displacement / squared.sqrt())
    } else {
        Vec2::ZERO
    }
}

/// Moves the free particles by what is left of their displacement and the fall. Returns how many were too fast and
/// were held back. The slices are equally long: positions and displacements in m, inverse masses in 1/kg.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn integrate(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: MotionConstants) -> u64 {
    integrate_body(position, displacement, inv_mass, motion)
}

/// Adds to positions and displacements what the links have `moved` them, and sets that back to nothing.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_corrections(position: &mut [Vec2], displacement: &mut [Vec2], corrections: &mut [Vec2]) {
    let count = position.len();
    let (displacement, corrections) = (&mut displacement[..count], &mut corrections[..count]);
    for k in 0..count {
        position[k] = Vec2::new(position[k].x + corrections[k].x, position[k].y + corrections[k].y);
        displacement[k] = Vec2::new(displacement[k].x + corrections[k].x, displacement[k].y + corrections[k].y);
        corrections[k] = Vec2::ZERO;
    }
}

/// [`finish`], but that links make no displacement longer than the first of `limits` (m), that of a `gentle` particle than
/// the second, or than it was, whichever is more.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_corrections_limited(
    position: &mut [Vec2],
    displacement: &mut [Vec2],
    corrections: &mut [Vec2],
    gentle: &[bool],
    limits: (f32, f32),
) {
    let count = position.len();
    let (displacement, corrections, gentle) = (&mut displacement[..count], &mut corrections[..count], &gentle[..count]);
    for k in 0..count {
        let (at, old, by) = (position[k], displacement[k], corrections[k]);
        position[k] = Vec2::new(at.x + by.x, at.y + by.y);
        let (x, y) = (old.x + by.x, old.y + by.y);
        let (before, after) = (old.x * old.x + old.y * old.y, x * x + y * y);
        let limit = select_unpredictable(gentle[k], limits.1 * limits.1, limits.0 * limits.0);
        let limit = select_unpredictable(before > limit, before, limit);
        let share = select_unpredictable(after > limit, (limit / after).sqrt(), 1.0);
        displacement[k] = Vec2::new(x * share, y * share);
        corrections[k] = Vec2::ZERO;
    }
}

/// Whether no two places with the same number are further apart than `reach` (m) along an axis.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn all_within_reach(places: &[Vec2], others: &[Vec2], reach: f32) -> bool {
    places.chunks(CHUNK).zip(others.chunks(CHUNK)).all(|(places, others)| {
        let mut far = 0;
        for (place, other) in places.iter().zip(others) {
            let near = ((place.x - other.x).abs() <= reach) & ((place.y - other.y).abs() <= reach);
            far += u32::from(!near);
        }
        far == 0
    })
}

/// Whether any place is farther than `edge` (m) from the middle of the world along an axis.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn any_outside(places: &[Vec2], edge: f32) -> bool {
    places.chunks(CHUNK).any(|places| {
        let mut beyond = 0;
        for place in places {
            beyond += u32::from((place.x.abs() > edge) | (place.y.abs() > edge));
        }
        beyond > 0
    })
}

/// Whether any disc of so large a radius (m) reaches into a plane. The slices are equally long.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn any_penetrating(places: &[Vec2], radii: &[f32], HalfPlane { normal, offset }: HalfPlane) -> bool {
    let mut inside = 0;
    for (place, radius) in places.iter().zip(radii) {
        inside += u32::from(offset + radius - (normal.x * place.x + normal.y * place.y) > 0.0);
    }
    inside > 0
}

/// The square of how long the longest of these is, m².
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn max_length_squared(ways: &[Vec2]) -> f32 {
    let mut max_displacement = [0.0f32; LANES];
    for ways in ways.chunks(LANES) {
        for (max_displacement, way) in max_displacement.iter_mut().zip(ways) {
            *max_displacement = larger(*max_displacement, way.x * way.x + way.y * way.y);
        }
    }
    max_displacement.into_iter().fold(0.0, larger)
}

/// The ways between places with the same number: the square of the longest, m², and the least and the greatest of each
/// component and zero, m.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn displacement_extent(now: &[Vec2], then: &[Vec2]) -> (f32, Vec2, Vec2) {
    let (mut max_displacement, mut least, mut most) = ([0.0f32; LANES], [[0.0f32; 2]; LANES], [[0.0f32; 2]; LANES]);
    for (now, then) in now.chunks(LANES).zip(then.chunks(LANES)) {
        for (k, (now, then)) in now.iter().zip(then).enumerate() {
            let way = [now.x - then.x, now.y - then.y];
            max_displacement[k] = larger(max_displacement[k], way[0] * way[0] + way[1] * way[1]);
            for axis in 0..2 {
                least[k][axis] = -larger(-least[k][axis], -way[axis]);
                most[k][axis] = larger(most[k][axis], way[axis]);
            }
        }
    }
    let (mut lowest, mut highest) = (Vec2::ZERO, Vec2::ZERO);
    for (least, most) in least.into_iter().zip(most) {
        (lowest, highest) = (lowest.min(Vec2::from_array(least)), highest.max(Vec2::from_array(most)));
    }
    (max_displacement.into_iter().fold(0.0, larger), lowest, highest)
}

/// How many are compared side by side.
const LANES: usize = 16;

/// The larger of two, or the first where the second is no number: one instruction.
#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if other > one { other } else { one }
}

/// Particles that [`integrate`] looks at before it moves them: most often none of them is too fast.
pub const CHUNK: usize = 64;

/// [`integrate`] for the instruction set of the caller.
#[inline(always)]
pub fn integrate_body(
    position: &mut [Vec2],
    displacement: &mut [Vec2],
    inv_mass: &[f32],
    motion: MotionConstants,
) -> u64 {
    let limit = motion.max_displacement * motion.max_displacement;
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
const DONE: MotionConstants =
    MotionConstants { gravity_displacement: Vec2::splat(-0.0), drag_factor: 1.0, max_displacement: f32::MAX };

/// The displacement of a particle that nothing holds back.
#[inline(always)]
fn wanted(displacement: Vec2, motion: MotionConstants) -> Vec2 {
    Vec2::new(
        (displacement.x + motion.gravity_displacement.x) * motion.drag_factor,
        (displacement.y + motion.gravity_displacement.y) * motion.drag_factor,
    )
}

/// Replaces the displacements of free particles by what they shall move, at most as far as allowed.
#[cold]
#[inline(never)]
fn hold_back(displacement: &mut [Vec2], inv_mass: &[f32], motion: MotionConstants) {
    for (displacement, _) in displacement.iter_mut().zip(inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
        *displacement = clamp_length(wanted(*displacement, motion), motion.max_displacement);
    }
}

/// Moves the free particles of a chunk.
#[inline(always)]
fn move_free(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: MotionConstants) {
    let count = position.len();
    let (displacement, inv_mass) = (&mut displacement[..count], &inv_mass[..count]);
    for k in 0..count {
        let (at, old) = (position[k], displacement[k]);
        let corrections = wanted(old, motion);
        let free = inv_mass[k] != 0.0;
        let x = select_unpredictable(free, at.x + corrections.x, at.x);
        let y = select_unpredictable(free, at.y + corrections.y, at.y);
        displacement[k].x = select_unpredictable(free, corrections.x, old.x);
        displacement[k].y = select_unpredictable(free, corrections.y, old.y);
        position[k] = Vec2::new(x, y);
    }
}
