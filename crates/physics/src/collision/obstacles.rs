//! The surfaces that ropes lie on and hands stop at, seen as one: shapes, and wheels.

use glam::Vec2;

use crate::collision::WheelContacts;
use crate::geometry::{Colliders, HalfPlane, Pose, RoundedBox, slide};
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
        self.colliders.shapes().is_empty() && self.wheels.wheels.round().next().is_none()
    }

    /// Whether a link is closer to a shape, or to the particles of a rim, than `margin` (m).
    pub fn touch(self, ends: [u32; 2], margin: f32) -> bool {
        let position = &self.particles.position;
        let [a, b] = ends.map(|end| position[end as usize]);
        // The particles of a rim are as thick as ropes.
        let on_rim = 2.0 * self.thickness + margin;
        self.colliders.touch(a, b, self.thickness + margin)
            || self.wheels.broad_phase.touch(&self.wheels.wheels, ends, position, on_rim)
    }

    /// The obstacles that nothing moves but motors, as ropes lie on them: shapes, and wheels with a fixed hub.
    pub fn held(self) -> impl Iterator<Item = (Pose, RoundedBox)> {
        let Particles { position, inv_mass, .. } = self.particles;
        let shapes = self.colliders.shapes().iter().map(|shape| (shape.pose(), shape.def.form.rounded_box()));
        let wheels = self.wheels.wheels.round().filter(|wheel| inv_mass[wheel.hub as usize] == 0.0);
        let discs = wheels.map(|wheel| {
            let pose = Pose { at: position[wheel.hub as usize], turn: Vec2::X };
            (pose, RoundedBox { half: Vec2::ZERO, radius: wheel.radius })
        });
        let thicker = move |of: RoundedBox| RoundedBox { radius: of.radius + self.thickness, ..of };
        shapes.chain(discs).map(move |(pose, of)| (pose, thicker(of)))
    }

    /// Moves a fixed particle straight to `to` (m). The particle stops at planes, shapes and wheels that are held, and
    /// slides along them.
    pub fn stop(self, particle: ParticleId, to: Vec2, planes: impl Iterator<Item = HalfPlane> + Clone) -> Vec2 {
        let from = self.particles.position[particle.index()];
        let stop = |to: Vec2| {
            let to = planes.clone().fold(to, |to, plane| plane.stop(from, to));
            let to = self.colliders.stop(from, to);
            self.wheels.wheels.stop(particle.0, self.particles, to)
        };
        slide(from, to, stop)
    }
}
