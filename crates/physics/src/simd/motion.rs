//! Integration and other loops over all particles, on SIMD lanes. They give the same bits at every width; see
//! [`crate::simd`].

use std::{hint::select_unpredictable, ops::Range};

use glam::Vec2;
use multiversion::multiversion;

use crate::geometry::HalfPlane;
use crate::particles::Particles;

/// The constants of motion that all free particles share in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionConstants {
    /// Gravity x substep², m.
    pub gravity_displacement: Vec2,
    /// Fraction of the displacement that air drag leaves, 0 to 1.
    pub drag_factor: f32,
    /// Longest displacement that the speed limit allows, m.
    pub max_displacement: f32,
}

impl MotionConstants {
    /// `gravity` in m/s², `drag` in 1/s, `max_speed` in m/s, `substep` in s.
    pub fn new(gravity: Vec2, drag: f32, max_speed: f32, substep: f32) -> Self {
        Self {
            gravity_displacement: gravity * (substep * substep),
            // Implicit Euler of v' = -drag v: never negative, with the terminal speed gravity / drag. exp() would decay
            // exactly, but its bits differ between platforms.
            drag_factor: 1.0 / (1.0 + drag * substep),
            max_displacement: max_speed * substep,
        }
    }
}

/// `vector` shortened to `max_length`; zero if it is not finite.
#[inline]
pub(crate) fn clamp_length(vector: Vec2, max_length: f32) -> Vec2 {
    let squared = vector.x * vector.x + vector.y * vector.y;
    if squared <= max_length * max_length {
        vector
    } else if squared.is_finite() {
        vector * (max_length / squared.sqrt())
    } else {
        Vec2::ZERO
    }
}

/// Moves the free particles by one substep (Störmer-Verlet). Returns the number of particles held to the speed limit.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn integrate(particles: MovingParticles<'_>, motion: MotionConstants) -> u64 {
    integrate_body(particles, motion)
}

/// Particles that move, as slices of equal length.
#[derive(Debug)]
pub struct MovingParticles<'a> {
    /// m.
    pub position: &'a mut [Vec2],
    /// m.
    pub displacement: &'a mut [Vec2],
    /// Sums of corrections, m: see [`apply_corrections`].
    pub corrections: &'a mut [Vec2],
    /// 1/kg.
    pub inv_mass: &'a [f32],
}

impl<'a> MovingParticles<'a> {
    /// Some of all particles.
    pub fn of(particles: &'a mut Particles, corrections: &'a mut [Vec2], ids: &Range<usize>) -> Self {
        let Particles { position, displacement, inv_mass, .. } = particles;
        let (position, displacement) = (&mut position[ids.clone()], &mut displacement[ids.clone()]);
        Self { position, displacement, corrections: &mut corrections[ids.clone()], inv_mass: &inv_mass[ids.clone()] }
    }

    /// The same particles for a shorter time.
    pub fn reborrow(&mut self) -> MovingParticles<'_> {
        let Self { position, displacement, corrections, inv_mass } = self;
        MovingParticles { position, displacement, corrections, inv_mass }
    }
}

/// Adds the `corrections` of links to positions and displacements, and clears them.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_corrections(position: &mut [Vec2], displacement: &mut [Vec2], corrections: &mut [Vec2]) {
    let count = position.len();
    let (displacement, corrections) = (&mut displacement[..count], &mut corrections[..count]);
    for k in 0..count {
        let by = std::mem::take(&mut corrections[k]);
        position[k] = Vec2::new(position[k].x + by.x, position[k].y + by.y);
        displacement[k] = Vec2::new(displacement[k].x + by.x, displacement[k].y + by.y);
    }
}

/// Greatest displacements that corrections may give particles, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplacementLimits<'a> {
    /// Greatest speed of each particle, m/s; infinity without a limit. Empty if no particle has one.
    pub speeds: &'a [f32],
    /// Length of the substep, s.
    pub substep: f32,
}

/// [`apply_corrections`] with limits on the displacements. A displacement that was longer before keeps its length.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_corrections_limited(at: &mut [Vec2], by: &mut [Vec2], moved: &mut [Vec2], limits: DisplacementLimits<'_>) {
    let DisplacementLimits { speeds, substep } = limits;
    let count = at.len();
    let (by, moved, speeds) = (&mut by[..count], &mut moved[..count], &speeds[..count]);
    for k in 0..count {
        let (old, correction) = (by[k], std::mem::take(&mut moved[k]));
        at[k] = Vec2::new(at[k].x + correction.x, at[k].y + correction.y);
        let (x, y) = (old.x + correction.x, old.y + correction.y);
        let (before, after) = (old.x * old.x + old.y * old.y, x * x + y * y);
        let limit = speeds[k] * substep;
        let limit = select_unpredictable(before > limit * limit, before, limit * limit);
        let share = select_unpredictable(after > limit, (limit / after).sqrt(), 1.0);
        by[k] = Vec2::new(x * share, y * share);
    }
}

/// Whether corresponding points are at most `reach` (m) apart along each axis.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn all_within_reach(points: &[Vec2], others: &[Vec2], reach: f32) -> bool {
    points.chunks(CHUNK).zip(others.chunks(CHUNK)).all(|(points, others)| {
        let mut far = 0;
        for (point, other) in points.iter().zip(others) {
            let near = ((point.x - other.x).abs() <= reach) & ((point.y - other.y).abs() <= reach);
            far += u32::from(!near);
        }
        far == 0
    })
}

/// Whether any point is more than `edge` (m) from the origin along an axis.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn any_outside(points: &[Vec2], edge: f32) -> bool {
    points.chunks(CHUNK).any(|points| {
        let mut outside = 0;
        for point in points {
            outside += u32::from((point.x.abs() > edge) | (point.y.abs() > edge));
        }
        outside > 0
    })
}

/// Whether any disc penetrates a half-plane. Centres and radii (m) are equally long.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn any_penetrating(centres: &[Vec2], radii: &[f32], HalfPlane { normal, offset }: HalfPlane) -> bool {
    let mut penetrating = 0;
    for (centre, radius) in centres.iter().zip(radii) {
        penetrating += u32::from(offset + radius - (normal.x * centre.x + normal.y * centre.y) > 0.0);
    }
    penetrating > 0
}

/// The squared length of the longest vector, m².
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn max_length_squared(vectors: &[Vec2]) -> f32 {
    let mut longest = [0.0f32; LANES];
    for vectors in vectors.chunks(LANES) {
        for (longest, vector) in longest.iter_mut().zip(vectors) {
            *longest = larger(*longest, vector.x * vector.x + vector.y * vector.y);
        }
    }
    longest.into_iter().fold(0.0, larger)
}

/// Vectors that are compared at a time.
const LANES: usize = 16;

/// The larger of two numbers in one instruction; the first if the second is NaN.
#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if other > one { other } else { one }
}

/// Particles that [`integrate`] tests at once for excess speed; mostly none of them is too fast.
pub const CHUNK: usize = 64;

/// [`integrate`], compiled for the instruction set of the caller.
#[inline(always)]
pub fn integrate_body(particles: MovingParticles<'_>, motion: MotionConstants) -> u64 {
    let MovingParticles { position, displacement, inv_mass, .. } = particles;
    let limit = motion.max_displacement * motion.max_displacement;
    let mut limited = 0;
    let chunks = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK)).zip(inv_mass.chunks(CHUNK));
    for ((position, displacement), inv_mass) in chunks {
        let mut fast = 0;
        for (displacement, inv_mass) in displacement.iter().zip(inv_mass) {
            let wanted = free_displacement(*displacement, motion);
            let slow = wanted.x * wanted.x + wanted.y * wanted.y <= limit;
            fast += u32::from((*inv_mass != 0.0) & !slow);
        }
        if fast > 0 {
            limited += u64::from(fast);
            limit_speed(displacement, inv_mass, motion);
        }
        move_free(position, displacement, inv_mass, if fast > 0 { UNCHANGED } else { motion });
    }
    limited
}

/// Motion that leaves a displacement unchanged, to the bit.
const UNCHANGED: MotionConstants =
    MotionConstants { gravity_displacement: Vec2::splat(-0.0), drag_factor: 1.0, max_displacement: f32::MAX };

/// The displacement of a particle in this substep, without the speed limit.
#[inline(always)]
pub fn free_displacement(displacement: Vec2, motion: MotionConstants) -> Vec2 {
    Vec2::new(
        (displacement.x + motion.gravity_displacement.x) * motion.drag_factor,
        (displacement.y + motion.gravity_displacement.y) * motion.drag_factor,
    )
}

/// Replaces the displacements of free particles by those of this substep, with the speed limit.
#[cold]
#[inline(never)]
fn limit_speed(displacement: &mut [Vec2], inv_mass: &[f32], motion: MotionConstants) {
    for (displacement, _) in displacement.iter_mut().zip(inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
        *displacement = clamp_length(free_displacement(*displacement, motion), motion.max_displacement);
    }
}

/// Moves the free particles of a chunk.
#[inline(always)]
fn move_free(position: &mut [Vec2], displacement: &mut [Vec2], inv_mass: &[f32], motion: MotionConstants) {
    let count = position.len();
    let (displacement, inv_mass) = (&mut displacement[..count], &inv_mass[..count]);
    for k in 0..count {
        let (at, old) = (position[k], displacement[k]);
        let new = free_displacement(old, motion);
        let free = inv_mass[k] != 0.0;
        let x = select_unpredictable(free, at.x + new.x, at.x);
        let y = select_unpredictable(free, at.y + new.y, at.y);
        displacement[k].x = select_unpredictable(free, new.x, old.x);
        displacement[k].y = select_unpredictable(free, new.y, old.y);
        position[k] = Vec2::new(x, y);
    }
}
