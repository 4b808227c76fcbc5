//! The surfaces that ropes lie on, seen as one: shapes, and wheels.

use crate::collision::BodyContacts;
use crate::geometry::Colliders;
use crate::particles::Particles;

/// Shapes and wheels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacles<'a> {
    pub colliders: &'a Colliders,
    pub bodies: &'a BodyContacts,
    pub particles: &'a Particles,
    /// Radius of ropes, m.
    pub thickness: f32,
}

impl Obstacles<'_> {
    pub fn is_empty(self) -> bool {
        self.colliders.shapes().is_empty() && self.bodies.discs.wheels().next().is_none()
    }

    /// Whether a link is closer to a shape, or to the particles of a rim, than `margin` (m).
    pub fn touch(self, ends: [u32; 2], margin: f32) -> bool {
        let position = &self.particles.position;
        let [a, b] = ends.map(|end| position[end as usize]);
        // The particles of a rim are as thick as ropes.
        let on_rim = 2.0 * self.thickness + margin;
        self.colliders.touch(a, b, self.thickness + margin)
            || self.bodies.broad_phase.touch(&self.bodies.discs, ends, position, on_rim)
    }
}
