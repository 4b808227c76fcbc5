//! The surfaces that ropes lie on, seen as one: shapes, and wheels.

use glam::Vec2;

use crate::collision::WheelContacts;
use crate::geometry::Colliders;
use crate::particles::{ParticleId, Particles};

/// Shapes and wheels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacles<'a> {
    pub colliders: &'a Colliders,
    pub wheels: &'a WheelContacts,
    pub particles: &'a Particles,
    /// Radius of ropes, m.
    pub thickness: f32,
}

impl Obstacles<'_> {
    pub fn is_empty(self) -> bool {
        self.colliders.shapes().is_empty() && self.wheels.is_empty()
    }

    /// Whether a link is closer to a shape than `margin` (m), or one of its ends to the particles of a rim.
    pub fn touch(self, ends: [u32; 2], margin: f32) -> bool {
        let position = &self.particles.position;
        let [a, b] = ends.map(|end| position[end as usize]);
        // The particles of a rim are as thick as ropes.
        let on_rim = 2.0 * self.thickness + margin;
        self.colliders.touch(a, b, self.thickness + margin)
            || ends.iter().any(|&end| self.wheels.touch(end, position, on_rim))
    }

    /// Moves a fixed particle straight to `to` (m). The particle stops at shapes and at wheels that are held, and slides
    /// along them.
    pub fn stop(self, particle: ParticleId, to: Vec2) -> Vec2 {
        let from = self.particles.position[particle.index()];
        let before_shapes = self.colliders.stop(from, to);
        let along = self.wheels.wheels.stop(particle.0, self.particles, before_shapes);
        // A point that slides along a wheel into a shape stays where it was.
        let is_free = along == before_shapes || self.colliders.stop(from, along).distance_squared(along) < 1e-10;
        if is_free { along } else { from }
    }
}
