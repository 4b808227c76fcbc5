//! Particles against colliders: out of the solid, bounce, friction. No contact ever adds energy.

use glam::Vec2;

use crate::{
    geometry::colliders::{Colliders, HalfPlane},
    particles::storage::Particles,
    simd::{self, CHUNK},
};

/// Slower than this, m/s, nothing bounces: what is left of a bounce under gravity would never come to rest. To it comes
/// twice what gravity adds in a substep: at 1/60 s that alone is 0.16 m/s, and what lies there would hop for ever.
pub(crate) const REST_SPEED: f32 = 0.05;

/// The surface constants and the substep they act in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactParameters {
    pub restitution: f32,
    /// Coulomb's coefficient.
    pub friction: f32,
    /// Gravity x substep², m.
    pub fall: Vec2,
    /// Length of the substep, s.
    pub substep: f32,
}

/// Puts every free particle that is inside a collider back onto its surface.
pub(crate) fn resolve(
    position: &mut [Vec2],
    displacement: &mut [Vec2],
    inv_mass: &[f32],
    colliders: &Colliders,
    surface: ContactParameters,
) {
    for plane in colliders.planes() {
        for ((position, displacement), &inv_mass) in position.iter_mut().zip(&mut *displacement).zip(inv_mass) {
            let depth = plane.offset - plane.normal.dot(*position);
            if depth > 0.0 && inv_mass != 0.0 {
                bounce(position, displacement, plane, depth, surface);
            }
        }
    }
}

/// The same for discs, of so large radii (m).
pub(crate) fn resolve_discs(
    particles: &mut Particles,
    radii: &[f32],
    colliders: &Colliders,
    surface: ContactParameters,
) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    for plane in colliders.planes() {
        let places = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK));
        let discs = places.zip(inv_mass.chunks(CHUNK).zip(radii.chunks(CHUNK)));
        // Most are far from all planes.
        for ((position, displacement), (inv_mass, radii)) in
            discs.filter(|((position, _), (_, radii))| simd::any_penetrating(position, radii, plane))
        {
            let places = position.iter_mut().zip(displacement);
            for (((position, displacement), &inv_mass), &radius) in places.zip(inv_mass).zip(radii) {
                let depth = plane.offset + radius - plane.normal.dot(*position);
                if depth > 0.0 && inv_mass != 0.0 {
                    bounce(position, displacement, plane, depth, surface);
                }
            }
        }
    }
}

/// The same for one disc of a radius (m) at one plane.
pub(crate) fn resolve_disc(
    particles: &mut Particles,
    (index, radius): (usize, f32),
    plane: HalfPlane,
    surface: ContactParameters,
) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    let depth = plane.offset + radius - plane.normal.dot(position[index]);
    if depth > 0.0 && inv_mass[index] != 0.0 {
        bounce(&mut position[index], &mut displacement[index], plane, depth, surface);
    }
}

/// One particle, `depth` (m) inside `plane`.
fn bounce(position: &mut Vec2, displacement: &mut Vec2, plane: HalfPlane, depth: f32, surface: ContactParameters) {
    let ContactParameters { restitution, friction, fall, substep } = surface;
    let normal = plane.normal;
    let inward = -displacement.dot(normal);
    let sideways = *displacement + normal * inward;
    let pull = -fall.dot(normal);
    let outward = if inward > REST_SPEED * substep + 2.0 * pull.max(0.0) {
        restitution * reflected(inward, depth, pull)
    } else {
        // It lies here, or something (a wall that moved, a link) put it inside: out it comes, without speed; what
        // moves outward already, goes on.
        if inward < 0.0 { -inward } else { 0.0 }
    };
    // Coulomb: the sideways change is at most friction x the change along the normal. The position follows the
    // displacement, or a rope that is dragged over the ground by its links would creep though it has no speed.
    let most = friction * (inward + outward).max(0.0);
    let along = (sideways.x * sideways.x + sideways.y * sideways.y).sqrt();
    let slowed = if along <= most { Vec2::ZERO } else { sideways * (1.0 - most / along) };
    *position += normal * depth + (slowed - sideways);
    *displacement = slowed + normal * outward;
}

/// The outward displacement of a lossless bounce of something that moved `inward` (m a substep) and is now put back
/// by `depth` (m) against a pull into the surface of `pull` (m a substep²).
///
/// To lift the particle out takes work, which its speed has to pay for. In a field that is constant the leapfrog
/// keeps `v(n-1/2) v(n+1/2) / 2 + g x(n)`; setting that equal before and after, with `v(n+1/2) = v(n-1/2) - g h`, is
/// a quadratic in the outward speed, and this its root.
pub(crate) fn reflected(inward: f32, depth: f32, pull: f32) -> f32 {
    let twice_energy = inward * inward + inward * pull - 2.0 * pull * depth;
    let root = (pull * pull + 4.0 * twice_energy.max(0.0)).sqrt();
    // Gravity away from the surface (a ceiling) makes the root the larger term's difference: never below zero.
    (0.5 * (pull + root)).clamp(0.0, inward + pull.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Particles;

    fn resolve(particles: &mut Particles, colliders: &Colliders, surface: ContactParameters) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        super::resolve(position, displacement, inv_mass, colliders, surface);
    }

    const GROUND: Colliders = Colliders::new(Some(0.0), None);

    fn surface(restitution: f32, friction: f32) -> ContactParameters {
        ContactParameters { restitution, friction, fall: Vec2::ZERO, substep: 0.01 }
    }

    fn after(position: Vec2, displacement: Vec2, surface: ContactParameters) -> (Vec2, Vec2) {
        let mut particles = Particles::default();
        particles.push(position, displacement, 1.0, false);
        resolve(&mut particles, &GROUND, surface);
        (particles.position[0], particles.displacement[0])
    }

    #[test]
    fn a_bounce_reverses_its_share_of_the_speed() {
        let (position, displacement) = after(Vec2::new(0.0, -0.25), Vec2::new(0.0, -1.0), surface(0.5, 0.0));
        assert_eq!((position, displacement), (Vec2::ZERO, Vec2::new(0.0, 0.5)));
    }

    #[test]
    fn friction_takes_at_most_its_cone() {
        // Pressing 1 m a substep with coefficient 0.25 takes 0.25 of the 1 m sideways, from position and speed alike.
        let (position, displacement) = after(Vec2::new(0.0, -1.0), Vec2::new(1.0, -1.0), surface(0.0, 0.25));
        assert_eq!((position, displacement), (Vec2::new(-0.25, 0.0), Vec2::new(0.75, 0.0)));
        // And never turns the motion round.
        let (_, displacement) = after(Vec2::new(0.0, -1.0), Vec2::new(0.5, -1.0), surface(0.0, 10.0));
        assert_eq!(displacement, Vec2::ZERO);
    }

    #[test]
    fn what_leaves_the_surface_is_not_held() {
        let (position, displacement) = after(Vec2::new(0.0, -0.5), Vec2::new(0.0, 1.0), surface(0.0, 0.0));
        assert_eq!((position, displacement), (Vec2::ZERO, Vec2::Y));
    }

    #[test]
    fn a_perfect_ball_never_rises_above_its_start() {
        let fall = Vec2::new(0.0, -9.81 / (60.0 * 60.0));
        let mut particles = Particles::default();
        particles.push(Vec2::new(0.0, 1.0), -fall / 2.0, 1.0, false);
        let surface = ContactParameters { restitution: 1.0, friction: 0.0, fall, substep: 1.0 / 60.0 };
        for step in 0..60_000 {
            particles.displacement[0] += fall;
            let moved = particles.displacement[0];
            particles.position[0] += moved;
            resolve(&mut particles, &GROUND, surface);
            assert!(particles.position[0].y <= 1.0005, "step {step}: {}", particles.position[0].y);
        }
    }
}
