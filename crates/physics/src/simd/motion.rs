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
///
/// The rounding of positions far from the origin moves from displacements to corrections, which hold that of the substep
/// before.
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

/// A particle that is at least this far from the origin along an axis, m, keeps what its position is rounded off.
///
/// From there on rounding would show: at 100 m the position of a particle that moves at 1 m/s in 6 000 substeps a second
/// is rounded off by up to 2 % of its displacement, which links take for an error.
const FAR: f32 = 16.0;

/// Whether a coordinate is far from the origin: see [`FAR`].
#[inline(always)]
fn is_far(position: Vec2) -> bool {
    (position.x.abs() >= FAR) | (position.y.abs() >= FAR)
}

/// The rounding of the sum `to` of a coordinate `from` and `by`; 0 if it is not small.
#[inline(always)]
fn rounding(from: f32, by: f32, to: f32) -> f32 {
    let rounding = by - (to - from);
    select_unpredictable(rounding.abs() < 1.0, rounding, 0.0)
}

/// Adds the `corrections` of links to positions and displacements. Leaves what the positions of particles far from the
/// origin have been rounded off, which is the first correction of the next substep, and zero for the others.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn apply_corrections(position: &mut [Vec2], displacement: &mut [Vec2], corrections: &mut [Vec2]) {
    let count = position.len();
    let (displacement, corrections) = (&mut displacement[..count], &mut corrections[..count]);
    for k in 0..count {
        let (from, by) = (position[k], corrections[k]);
        let to = Vec2::new(from.x + by.x, from.y + by.y);
        position[k] = to;
        displacement[k] = Vec2::new(displacement[k].x + by.x, displacement[k].y + by.y);
        corrections[k] = rest_of(from, by, to);
    }
}

/// Moves a position from which `rest` has been rounded off. Returns the new position and what it is rounded off.
#[inline]
pub fn moved_by(position: Vec2, rest: Vec2, by: Vec2) -> (Vec2, Vec2) {
    let by = by + rest;
    let to = position + by;
    (to, rest_of(position, by, to))
}

/// The rounding of the sum of a position and a correction, far from the origin.
#[inline(always)]
fn rest_of(from: Vec2, by: Vec2, to: Vec2) -> Vec2 {
    let far = is_far(to);
    let x = select_unpredictable(far, rounding(from.x, by.x, to.x), 0.0);
    Vec2::new(x, select_unpredictable(far, rounding(from.y, by.y, to.y), 0.0))
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
        let (position, old, correction) = (at[k], by[k], moved[k]);
        let to = Vec2::new(position.x + correction.x, position.y + correction.y);
        at[k] = to;
        let (x, y) = (old.x + correction.x, old.y + correction.y);
        let (before, after) = (old.x * old.x + old.y * old.y, x * x + y * y);
        let limit = speeds[k] * substep;
        let limit = select_unpredictable(before > limit * limit, before, limit * limit);
        let share = select_unpredictable(after > limit, (limit / after).sqrt(), 1.0);
        by[k] = Vec2::new(x * share, y * share);
        moved[k] = rest_of(position, correction, to);
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

/// Whether any vector is not zero.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn any_nonzero(vectors: &[Vec2]) -> bool {
    vectors.chunks(CHUNK).any(|vectors| {
        let mut nonzero = 0;
        for vector in vectors {
            nonzero += u32::from((vector.x != 0.0) | (vector.y != 0.0));
        }
        nonzero > 0
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
    let MovingParticles { position, displacement, corrections, inv_mass } = particles;
    let limit = motion.max_displacement * motion.max_displacement;
    let mut limited = 0;
    let chunks = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK)).zip(inv_mass.chunks(CHUNK));
    for (((position, displacement), inv_mass), corrections) in chunks.zip(corrections.chunks_mut(CHUNK)) {
        let (mut fast, mut far) = (0, 0);
        for ((displacement, inv_mass), position) in displacement.iter().zip(inv_mass).zip(&*position) {
            let wanted = free_displacement(*displacement, motion);
            let slow = wanted.x * wanted.x + wanted.y * wanted.y <= limit;
            fast += u32::from((*inv_mass != 0.0) & !slow);
            far += u32::from(is_far(*position));
        }
        if fast > 0 {
            limited += u64::from(fast);
            limit_speed(displacement, inv_mass, motion);
        }
        let motion = if fast > 0 { UNCHANGED } else { motion };
        if far > 0 {
            move_far(MovingParticles { position, displacement, corrections, inv_mass }, motion);
        } else {
            move_free(position, displacement, inv_mass, motion);
        }
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

/// [`move_free`] for a chunk of which some particles are far from the origin.
#[inline(always)]
fn move_far(particles: MovingParticles<'_>, motion: MotionConstants) {
    let MovingParticles { position, displacement, corrections, inv_mass } = particles;
    let count = position.len();
    let (displacement, corrections) = (&mut displacement[..count], &mut corrections[..count]);
    let inv_mass = &inv_mass[..count];
    for k in 0..count {
        let (from, old, kept) = (position[k], displacement[k], corrections[k]);
        let by = free_displacement(old, motion);
        let to = Vec2::new(from.x + by.x, from.y + by.y);
        let (free, far) = (inv_mass[k] != 0.0, is_far(from));
        let x = select_unpredictable(far, rounding(from.x, by.x, to.x) + kept.x, 0.0);
        let y = select_unpredictable(far, rounding(from.y, by.y, to.y) + kept.y, 0.0);
        position[k].x = select_unpredictable(free, to.x, from.x);
        position[k].y = select_unpredictable(free, to.y, from.y);
        displacement[k].x = select_unpredictable(free, by.x - x, old.x);
        displacement[k].y = select_unpredictable(free, by.y - y, old.y);
        corrections[k].x = select_unpredictable(free, x, kept.x);
        corrections[k].y = select_unpredictable(free, y, kept.y);
    }
}
