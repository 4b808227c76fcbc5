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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Particles;

    fn integrate(particles: &mut Particles, motion: MotionConstants) -> u64 {
        let (mut corrections, all) = (vec![Vec2::ZERO; particles.len()], 0..particles.len());
        let limited = super::integrate(MovingParticles::of(particles, &mut corrections, &all), motion, Lanes::Wide);
        let limits = DisplacementLimits { speeds: &[], substep: 1.0 };
        apply_corrections(MovingParticles::of(particles, &mut corrections, &all), limits);
        limited
    }

    fn one(position: Vec2, displacement: Vec2) -> Particles {
        let mut particles = Particles::default();
        particles.push(position, displacement, 1.0, false);
        particles
    }

    #[test]
    fn pinned_particle_stays() {
        let mut particles = Particles::default();
        particles.push(Vec2::ONE, Vec2::ZERO, 1.0, true);
        integrate(&mut particles, MotionConstants::new(Vec2::new(0.0, -10.0), 0.0, 100.0, 0.1));
        assert_eq!(particles.position[0], Vec2::ONE);
    }

    #[test]
    fn drag_leads_to_the_terminal_speed() {
        let mut particles = one(Vec2::ZERO, Vec2::ZERO);
        let motion = MotionConstants::new(Vec2::new(0.0, -10.0), 2.0, 100.0, 0.01);
        (0..2_000).for_each(|_| assert_eq!(integrate(&mut particles, motion), 0));
        assert!((particles.displacement[0].y / 0.01 + 5.0).abs() < 1e-3);
    }

    #[test]
    fn speed_limit_holds_and_counts_fast_particles() {
        let mut particles = one(Vec2::ZERO, Vec2::new(50.0, 0.0));
        assert_eq!(integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 100.0, 0.1)), 1);
        assert_eq!(particles.displacement[0], Vec2::new(10.0, 0.0));
    }

    #[test]
    fn particle_with_nan_displacement_stops() {
        let mut particles = one(Vec2::ZERO, Vec2::new(f32::NAN, f32::INFINITY));
        integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 100.0, 0.1));
        assert_eq!(particles.position[0], Vec2::ZERO);
    }

    #[test]
    fn particle_stops_at_the_edge_of_the_world() {
        let mut particles = one(Vec2::splat(WORLD_EDGE), Vec2::ONE);
        integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 1_000.0, 0.1));
        stop_at_edge(&mut particles.position, &mut particles.displacement);
        assert_eq!((particles.position[0], particles.displacement[0]), (Vec2::splat(WORLD_EDGE), Vec2::ZERO));
    }
}
