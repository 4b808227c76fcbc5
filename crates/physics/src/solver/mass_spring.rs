//! Explicit springs, the force model of `nehe-40`: springs, inner and air friction, gravity and a soft ground, with
//! symplectic Euler integration.
//!
//! Stable only while the substep is short enough for the stiffness: see [`Springs::max_substep`].

use glam::Vec2;

use crate::containers::Refill;
use crate::particles::Particles;
use crate::settings::{Settings, SoftGround, Springs};
use crate::simd::{Link, clamp_length};
use crate::tuning::MIN_DIRECTED;

/// Moves every free particle by one substep under the sum of its forces. Returns the number of particles held to the
/// speed limit. `substep` is the length of the substep, s; `forces` is scratch.
pub(crate) fn advance<'a>(
    particles: &mut Particles,
    links: impl Iterator<Item = &'a Link>,
    forces: &mut Vec<Vec2>,
    settings: &Settings,
    substep: f32,
) -> u64 {
    external_forces(particles, forces, settings, substep);
    for &link in links {
        let force = spring_force(particles, link, &settings.springs, substep);
        forces[link.a as usize] += force;
        forces[link.b as usize] -= force;
    }
    let mut limited = 0;
    let Particles { position, displacement, inv_mass, mass: _, pinned: _ } = particles;
    let squared = substep * substep;
    for (index, &inv_mass) in inv_mass.iter().enumerate().filter(|(_, inv_mass)| **inv_mass != 0.0) {
        let wanted = displacement[index] + forces[index] * (inv_mass * squared);
        let moved = clamp_length(wanted, settings.max_speed * substep);
        limited += u64::from(moved != wanted);
        displacement[index] = moved;
        position[index] += moved;
    }
    limited
}

/// Sets `forces` to gravity, air friction and ground force on each particle, N.
fn external_forces(particles: &Particles, forces: &mut Vec<Vec2>, settings: &Settings, substep: f32) {
    let &Settings { springs, gravity, .. } = settings;
    forces.refill_with(particles.position.iter().zip(&particles.displacement).zip(&particles.mass).map(
        |((position, displacement), mass)| {
            let velocity = *displacement / substep;
            let ground = springs.ground.map_or(Vec2::ZERO, |ground| ground_force(ground, position.y, velocity));
            gravity * *mass - velocity * springs.air_friction + ground
        },
    ));
}

/// The force of the soft ground on a particle at height `y` (m) with `velocity` (m/s), N.
fn ground_force(ground: SoftGround, y: f32, velocity: Vec2) -> Vec2 {
    let SoftGround { height, repulsion, friction, absorption } = ground;
    let depth = height - y;
    if depth <= 0.0 {
        return Vec2::ZERO;
    }
    let inward = if velocity.y < 0.0 { velocity.y } else { 0.0 };
    Vec2::new(-friction * velocity.x, repulsion * depth - absorption * inward)
}

/// The force of a spring on its end `a`, N: Hooke's law towards `b`, and friction on the relative velocity of the ends.
/// A spring without length has no direction and no tension.
fn spring_force(particles: &Particles, link: Link, springs: &Springs, substep: f32) -> Vec2 {
    let (a, b) = (link.a as usize, link.b as usize);
    let delta = particles.position[b] - particles.position[a];
    let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
    let extension = link.rule.stiffness * link.rule.signed_error(length);
    let hooke = if length > MIN_DIRECTED { delta * (springs.stiffness * extension / length) } else { Vec2::ZERO };
    let relative = (particles.displacement[b] - particles.displacement[a]) / substep;
    hooke + relative * springs.inner_friction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::ProjectionRule;

    #[test]
    fn spring_without_length_exerts_no_force() {
        let mut particles = Particles::default();
        particles.push(Vec2::ONE, Vec2::ZERO, 0.05, true);
        particles.push(Vec2::ONE, Vec2::ZERO, 0.05, false);
        let min_error = f32::NEG_INFINITY;
        let rule = ProjectionRule { rest_length: 0.05, stiffness: 1.0, compliance: 0.0, min_error };
        let force = spring_force(&particles, Link { a: 0, b: 1, rule }, &Springs::DEFAULT, 0.002);
        assert_eq!(force, Vec2::ZERO);
    }
}
