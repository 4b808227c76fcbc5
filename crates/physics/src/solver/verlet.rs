//! Störmer-Verlet integration in displacement form: a particle stores its displacement over the last substep.
//!
//! `x(t+h) = x(t) + d(t) + a h²`, `d(t+h) = x(t+h) - x(t)`, with `d` stored rather than the difference of two rounded
//! positions. A particle at rest starts with `d = -a h²/2`, its exact displacement over the substep before. Free fall
//! then follows the closed form at every step, for any substep.

use glam::Vec2;

use crate::math::WORLD_EDGE;
use crate::simd::{self, DisplacementLimits, Lanes, MotionConstants, MovingParticles};

/// Moves every free particle by one substep. Returns the number of particles held to the speed limit.
pub(crate) fn integrate(particles: MovingParticles, motion: MotionConstants, lanes: Lanes) -> u64 {
    match lanes {
        Lanes::Wide => simd::integrate(particles, motion),
        Lanes::Scalar => simd::integrate_body(particles, motion),
    }
}

/// Adds the corrections of links to positions and displacements, and clears them. `limits` bounds the displacements of
/// particles that have a limit.
pub(crate) fn apply_corrections(particles: MovingParticles, limits: DisplacementLimits) {
    let MovingParticles { position, displacement, corrections, .. } = particles;
    if limits.speeds.is_empty() {
        simd::apply_corrections(position, displacement, corrections);
    } else {
        simd::apply_corrections_limited(position, displacement, corrections, limits);
    }
}

/// Stops particles at the edge of the world.
pub(crate) fn stop_at_edge(position: &mut [Vec2], displacement: &mut [Vec2]) {
    if !simd::any_outside(position, WORLD_EDGE) {
        return;
    }
    for (position, displacement) in position.iter_mut().zip(displacement) {
        if position.x.abs() > WORLD_EDGE || position.y.abs() > WORLD_EDGE {
            *displacement = Vec2::ZERO;
            *position = position.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        }
    }
}
