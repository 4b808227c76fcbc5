//! Lifting of solid bodies out of the ground and walls, before a step.
//!
//! A substep ends without penetration. A body penetrates a plane at the start of a step only after an edit: a wall
//! moved, or particles grew as rope contact was switched on. Contacts would move each particle separately, without
//! speed. The beams and braces of the body would then turn the deformation into motion and throw the body. Ropes and
//! cloth are left to contacts, because they bend.

use crate::geometry::HalfPlane;
use crate::particles::{ParticleId, Particles};
use crate::world::World;

/// Minimum penetration, m, above rounding errors.
const MIN_DEPTH: f32 = 1e-4;

/// Maximum penetration without the radius, m. A body lifted from deeper could pass through another obstacle.
const MAX_DEPTH: f32 = 0.1;

/// Penetration of a body into a plane, m.
#[derive(Clone, Copy, Debug, Default)]
struct Penetration {
    with_radius: f32,
    without_radius: f32,
    /// Whether a part of the body is pinned, lifted or asleep. Such a body is left to contacts.
    is_fixed: bool,
}

impl World {
    /// Moves solid bodies, without speed, out of each plane that they penetrate.
    pub(crate) fn lift_out_of_ground(&mut self) {
        if self.derived.solid_bodies.particles.is_empty() {
            return;
        }
        for plane in self.state.colliders.planes() {
            if self.has_penetration(plane) {
                self.lift_out_of(plane);
            }
        }
    }

    /// Penetration of a free particle into a plane, m; negative outside.
    fn penetration(&self, index: usize, plane: HalfPlane) -> f32 {
        let Particles { position, inv_mass, .. } = &self.bodies.particles;
        let radius = self.contact_radius(ParticleId(index as u32)).unwrap_or(0.0);
        let depth = plane.offset + radius - plane.normal.dot(position[index]);
        if inv_mass[index] == 0.0 { f32::NEG_INFINITY } else { depth }
    }

    /// Whether any free particle penetrates a plane.
    fn has_penetration(&self, plane: HalfPlane) -> bool {
        let position = &self.bodies.particles.position;
        let largest = self.derived.particle_contacts.radius.iter().fold(0.0f32, |largest, radius| largest.max(*radius));
        let limit = plane.offset + largest - MIN_DEPTH;
        // Without a branch, so that the loop vectorises. In most steps no particle is near.
        let is_near = position.iter().fold(false, |any, at| any | (plane.normal.dot(*at) < limit));
        is_near && (0..position.len()).any(|index| self.penetration(index, plane) > MIN_DEPTH)
    }

    /// Moves bodies out of a plane by their deepest penetration.
    fn lift_out_of(&mut self, plane: HalfPlane) {
        let bodies = &self.derived.solid_bodies.body;
        let mut penetrations = vec![Penetration::default(); bodies.len()];
        for (index, &body) in bodies.iter().enumerate() {
            if let Some(deepest) = penetrations.get_mut(body as usize) {
                let with_radius = self.penetration(index, plane);
                deepest.is_fixed |= self.bodies.particles.inv_mass[index] == 0.0;
                if with_radius > deepest.with_radius {
                    let without_radius = with_radius - self.contact_radius(ParticleId(index as u32)).unwrap_or(0.0);
                    *deepest = Penetration { with_radius, without_radius, ..*deepest };
                }
            }
        }
        for (at, body) in self.bodies.particles.position.iter_mut().zip(bodies) {
            let Penetration { with_radius, without_radius, is_fixed } =
                penetrations.get(*body as usize).copied().unwrap_or_default();
            if with_radius > MIN_DEPTH && without_radius <= MAX_DEPTH && !is_fixed {
                *at += plane.normal * with_radius;
            }
        }
    }
}
