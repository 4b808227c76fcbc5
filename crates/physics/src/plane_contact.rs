//! Contacts of particles with half-planes: depenetration, restitution and Coulomb friction. No contact adds energy.

use glam::Vec2;

use crate::geometry::{Colliders, HalfPlane};
use crate::particles::{OwnFriction, Particles};
use crate::simd::{self, CHUNK};

/// Contacts slower than this, m/s, have no restitution; otherwise bounces under gravity would never end. To this limit,
/// each contact adds twice the speed that gravity gives in a substep, so that particles at rest do not bounce at long
/// substeps.
pub(crate) const REST_SPEED: f32 = 0.05;

/// Speed, m/s, at which a particle that was put into the ground or a wall comes out of it.
pub(crate) const RECOVERY_SPEED: f32 = 0.5;

/// The constants of surfaces, and the substep in which they act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub restitution: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
    /// Gravity x substep², m.
    pub fall: Vec2,
    /// Length of the substep, s.
    pub substep: f32,
    /// Depth, m, from which a particle was put into a plane: it comes out by this much, and no contact stops it.
    pub max_lift: f32,
}

impl Surface {
    /// Greatest approach along a normal, m per substep, of a contact at rest, which has no restitution.
    pub fn rest_approach(&self, normal: Vec2) -> f32 {
        REST_SPEED * self.substep + 2.0 * (-self.fall.dot(normal)).max(0.0)
    }
}

/// The constants of surfaces, and the friction of particles that are of a material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surfaces<'a> {
    /// Constants of the settings.
    pub common: Surface,
    pub own: OwnFriction<'a>,
}

impl Surfaces<'_> {
    /// Those of the particles from this one on.
    pub fn starting_at(self, first: usize) -> Self {
        Self { own: self.own.starting_at(first), ..self }
    }

    /// The constants of a particle's contact with ground and walls.
    #[inline]
    pub fn of(self, particle: usize) -> Surface {
        Surface { friction: self.own.on(particle, self.common.friction), ..self.common }
    }
}

impl From<Surface> for Surfaces<'_> {
    fn from(common: Surface) -> Self {
        Self { common, own: OwnFriction::default() }
    }
}

/// Moves every free particle that penetrates a half-plane to its surface. `at` and `by` are positions and
/// displacements, m.
pub(crate) fn resolve(at: &mut [Vec2], by: &mut [Vec2], inv_mass: &[f32], colliders: &Colliders, surfaces: Surfaces) {
    for plane in colliders.planes() {
        for (index, ((position, displacement), &inv_mass)) in at.iter_mut().zip(&mut *by).zip(inv_mass).enumerate() {
            let depth = plane.offset - plane.normal.dot(*position);
            if depth > 0.0 && inv_mass != 0.0 {
                resolve_contact(position, displacement, plane, depth, surfaces.of(index));
            }
        }
    }
}

/// As [`resolve`], for particles with radii (m).
pub(crate) fn resolve_discs(particles: &mut Particles, radii: &[f32], colliders: &Colliders, surfaces: Surfaces) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    for plane in colliders.planes() {
        let states = position.chunks_mut(CHUNK).zip(displacement.chunks_mut(CHUNK));
        let discs = states.zip(inv_mass.chunks(CHUNK).zip(radii.chunks(CHUNK)));
        // Most chunks are far from all planes.
        for (first, ((position, displacement), (inv_mass, radii))) in (0..)
            .step_by(CHUNK)
            .zip(discs)
            .filter(|(_, ((position, _), (_, radii)))| simd::any_penetrating(position, radii, plane))
        {
            let states = position.iter_mut().zip(displacement);
            for (index, (((position, displacement), &inv_mass), &radius)) in
                (first..).zip(states.zip(inv_mass).zip(radii))
            {
                let depth = plane.offset + radius - plane.normal.dot(*position);
                if depth > 0.0 && inv_mass != 0.0 {
                    resolve_contact(position, displacement, plane, depth, surfaces.of(index));
                }
            }
        }
    }
}

/// Whether a disc was put into a half-plane: it was deeper inside at the beginning of the substep than contacts lift it.
pub(crate) fn is_put_inside(
    particles: &Particles,
    index: usize,
    radius: f32,
    plane: HalfPlane,
    surface: Surface,
) -> bool {
    let start = particles.position[index] - particles.displacement[index];
    plane.offset + radius - plane.normal.dot(start) > surface.max_lift
}

/// As [`resolve`], for one disc and one half-plane.
pub(crate) fn resolve_disc(particles: &mut Particles, index: usize, radius: f32, plane: HalfPlane, surface: Surface) {
    let Particles { position, displacement, inv_mass, .. } = particles;
    let depth = plane.offset + radius - plane.normal.dot(position[index]);
    if depth > 0.0 && inv_mass[index] != 0.0 {
        resolve_contact(&mut position[index], &mut displacement[index], plane, depth, surface);
    }
}

/// Resolves the contact of a particle at a penetration depth (m).
fn resolve_contact(position: &mut Vec2, displacement: &mut Vec2, plane: HalfPlane, depth: f32, surface: Surface) {
    let Surface { restitution, friction, fall, substep: _, max_lift } = surface;
    let normal = plane.normal;
    let approach = -displacement.dot(normal);
    // A particle that links hold inside stays there: if each contact lifted it by as much as they pull it back, it would
    // move in and out ever faster.
    let is_deep = depth - approach.max(0.0) > max_lift;
    let depth = if is_deep { max_lift } else { depth };
    let tangential = *displacement + normal * approach;
    let pull = -fall.dot(normal);
    let rebound = if approach > surface.rest_approach(normal) && !is_deep {
        restitution * reflected(approach, depth, pull)
    } else {
        // A particle at rest, or one that a link or a moved wall pushed inside, leaves without speed. A particle that
        // moves outwards keeps its speed.
        if approach < 0.0 { -approach } else { 0.0 }
    };
    // Coulomb: the tangential impulse is at most friction x the normal impulse. Position and displacement change alike,
    // or a rope that its links drag over the ground would creep without speed.
    let max_friction = friction * (approach + rebound).max(0.0);
    let speed = (tangential.x * tangential.x + tangential.y * tangential.y).sqrt();
    let slowed = if speed <= max_friction { Vec2::ZERO } else { tangential * (1.0 - max_friction / speed) };
    *position += normal * depth + (slowed - tangential);
    *displacement = slowed + normal * rebound;
}

/// The outward displacement after a lossless bounce of a particle that moved inwards by `approach` (m per substep) and
/// is lifted by `depth` (m) against a pull into the surface of `pull` (m per substep²).
///
/// The work of lifting the particle is taken from its speed. In a constant field the leapfrog scheme conserves
/// `v(n-1/2) v(n+1/2) / 2 + g x(n)` exactly. Equating this before and after, with `v(n+1/2) = v(n-1/2) - g h`, gives a
/// quadratic equation in the outward speed; this is its root.
pub(crate) fn reflected(approach: f32, depth: f32, pull: f32) -> f32 {
    let twice_energy = approach * approach + approach * pull - 2.0 * pull * depth;
    let root = (pull * pull + 4.0 * twice_energy.max(0.0)).sqrt();
    // Under a pull away from the surface (a ceiling) the two terms nearly cancel. The clamp bounds the rounding error.
    (0.5 * (pull + root)).clamp(0.0, approach + pull.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lossless_ball_never_rises_above_its_start() {
        let fall = Vec2::new(0.0, -9.81 / (60.0 * 60.0));
        let ground = Colliders::new(Some(0.0), None);
        let mut particles = Particles::default();
        particles.push(Vec2::new(0.0, 1.0), -fall / 2.0, 1.0, false);
        let surface = Surface { restitution: 1.0, friction: 0.0, fall, substep: 1.0 / 60.0, max_lift: f32::INFINITY };
        for step in 0..60_000 {
            particles.displacement[0] += fall;
            let moved = particles.displacement[0];
            particles.position[0] += moved;
            let Particles { position, displacement, inv_mass, .. } = &mut particles;
            resolve(position, displacement, inv_mass, &ground, surface.into());
            assert!(position[0].y <= 1.0005, "step {step}: {}", position[0].y);
        }
    }
}
