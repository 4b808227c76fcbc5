//! Verlet integration in displacement form: a particle carries how far the last substep moved it.
//!
//! `x(t+h) = x(t) + d(t) + a h²`, `d(t+h) = x(t+h) - x(t)`: Störmer-Verlet, with `d` carried rather than taken as the
//! difference of two rounded positions. A particle at rest starts with `d = -a h²/2`, its exact displacement in the
//! substep before: then free fall follows the closed form at every step, whatever the substep.

use glam::Vec2;

use crate::{
    math::bounds::WORLD_EDGE,
    particles::storage::Particles,
    simd::{self, Lanes, motion::MotionConstants},
};

/// Moves every free particle by one substep. Returns how many were faster than the speed limit and were held to it.
pub(crate) fn integrate(particles: &mut Particles, motion: MotionConstants, lanes: Lanes) -> u64 {
    let Particles { position, displacement, inv_mass, mass: _, pinned: _ } = particles;
    match lanes {
        Lanes::Wide => simd::integrate(position, displacement, inv_mass, motion),
        Lanes::Scalar => simd::integrate_body(position, displacement, inv_mass, motion),
    }
}

/// Moves the particles by what the links have `moved` them, and sets that back to nothing. It is motion, and so a part
/// of the displacement too: where some are `gentle`, up to the first of `limits` (m), and of those up to the second.
pub(crate) fn apply_corrections(
    particles: &mut Particles,
    corrections: &mut [Vec2],
    gentle: &[bool],
    limits: (f32, f32),
) {
    let Particles { position, displacement, .. } = particles;
    if gentle.is_empty() {
        simd::apply_corrections(position, displacement, corrections);
    } else {
        simd::apply_corrections_limited(position, displacement, corrections, gentle, limits);
    }
}

/// Stops at the world's edge what went over it, by itself or pushed by links and walls.
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

    fn integrate(particles: &mut Particles, motion: MotionConstants) -> u64 {
        super::integrate(particles, motion, Lanes::Wide)
    }

    fn one(position: Vec2, displacement: Vec2) -> Particles {
        let mut particles = Particles::default();
        particles.push(position, displacement, 1.0, false);
        particles
    }

    #[test]
    fn a_pinned_particle_stays() {
        let mut particles = Particles::default();
        particles.push(Vec2::ONE, Vec2::ZERO, 1.0, true);
        integrate(&mut particles, MotionConstants::new(Vec2::new(0.0, -10.0), 0.0, 100.0, 0.1));
        assert_eq!(particles.position[0], Vec2::ONE);
    }

    #[test]
    fn drag_ends_at_the_terminal_speed() {
        let mut particles = one(Vec2::ZERO, Vec2::ZERO);
        let motion = MotionConstants::new(Vec2::new(0.0, -10.0), 2.0, 100.0, 0.01);
        (0..2_000).for_each(|_| assert_eq!(integrate(&mut particles, motion), 0));
        assert!((particles.displacement[0].y / 0.01 + 5.0).abs() < 1e-3);
    }

    #[test]
    fn what_is_too_fast_is_held_and_counted() {
        let mut particles = one(Vec2::ZERO, Vec2::new(50.0, 0.0));
        assert_eq!(integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 100.0, 0.1)), 1);
        assert_eq!(particles.displacement[0], Vec2::new(10.0, 0.0));
    }

    #[test]
    fn what_is_not_a_number_stops() {
        let mut particles = one(Vec2::ZERO, Vec2::new(f32::NAN, f32::INFINITY));
        integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 100.0, 0.1));
        assert_eq!(particles.position[0], Vec2::ZERO);
    }

    #[test]
    fn nothing_leaves_the_world() {
        let mut particles = one(Vec2::splat(WORLD_EDGE), Vec2::ONE);
        integrate(&mut particles, MotionConstants::new(Vec2::ZERO, 0.0, 1_000.0, 0.1));
        stop_at_edge(&mut particles.position, &mut particles.displacement);
        assert_eq!((particles.position[0], particles.displacement[0]), (Vec2::splat(WORLD_EDGE), Vec2::ZERO));
    }
}
