//! Motion of fixed particles: anchored ones with their shape, driven ones and moving pins at a velocity, and under published
//! methods held ones with their pointer.

use glam::Vec2;

use crate::geometry::HalfPlane;
use crate::kinematic::{Anchor, Drive};
use crate::particles::{ParticleId, Particles};
use crate::settings::Method;
use crate::simd::clamp_length;
use crate::world::World;

impl World {
    /// Moves the driven particle, moving pins, anchored particles and, under published methods, held ones, in the substep
    /// of this number. The ground and walls stop them. Shapes have moved already.
    pub(crate) fn move_fixed_particles(&mut self, number: u32, substeps: u32) {
        if self.state.settings.is_published() {
            self.move_grabbed((number + 1) as f32 / substeps as f32);
        }
        self.move_driven();
        self.move_pins();
        self.move_anchored();
    }

    /// Moves held particles to where their pointers are at a time in the step, as a share of it (0 to 1).
    fn move_grabbed(&mut self, time: f32) {
        let longest = self.state.settings.hand_speed * self.state.clock.substep;
        for index in 0..self.state.grabs.len() {
            let grab = &self.state.grabs[index];
            let (particle, to) = (grab.particle, grab.pointer_at(time));
            let from = self.bodies.particles.position[particle.index()];
            self.move_to(particle, from + clamp_length(to - from, longest));
        }
    }

    fn move_driven(&mut self) {
        let Some(Drive { particle, velocity }) = self.state.drive else { return };
        // A grab takes precedence, and unpinning ends the drive.
        if !self.state.is_grabbed(particle) && self.bodies.particles.pinned[particle.index()] {
            let from = self.bodies.particles.position[particle.index()];
            self.move_to(particle, from + velocity * self.state.clock.substep);
        }
    }

    /// Moves, at `pin_velocity`, the pins that neither a grab nor the drive moves.
    fn move_pins(&mut self) {
        if self.state.pin_velocity == Vec2::ZERO {
            return;
        }
        for id in (0..self.bodies.particles.len() as u32).map(ParticleId) {
            let follows_another =
                self.state.held_particles().any(|held| held == id) || self.state.anchors.of(id).is_some();
            if self.bodies.particles.pinned[id.index()] && !follows_another {
                let from = self.bodies.particles.position[id.index()];
                self.move_to(id, from + self.state.pin_velocity * self.state.clock.substep);
            }
        }
    }

    /// Moves the anchored particles that neither a grab nor the drive moves, with their shapes.
    fn move_anchored(&mut self) {
        for index in 0..self.state.anchors.0.len() {
            let anchor @ Anchor { particle, shape, .. } = self.state.anchors.0[index];
            let Some(number) = self.state.colliders.place(shape) else { continue };
            if self.state.held_particles().any(|held| held == particle) || self.state.is_lifted(particle) {
                continue;
            }
            // A shape at rest moves no particle, not even by rounding.
            let has_moved = self.derived.shape_contacts.shapes.get(number).is_some_and(|shape| shape.motor.is_some());
            let Particles { position, displacement, .. } = &mut self.bodies.particles;
            let from = position[particle.index()];
            let to = if has_moved { anchor.position(self.state.colliders.shapes()[number].pose()) } else { from };
            position[particle.index()] = to;
            displacement[particle.index()] = to - from;
        }
    }

    /// Moves a fixed particle to `to` (m), or to the first plane on the way.
    fn move_to(&mut self, particle: ParticleId, to: Vec2) {
        let from = self.bodies.particles.position[particle.index()];
        let soft = self.state.settings.springs.ground.filter(|_| self.state.settings.method == Method::Springs);
        let soft = soft.map(|ground| HalfPlane { normal: Vec2::Y, offset: ground.height });
        let radius = self.contact_radius(particle).unwrap_or(0.0);
        let grown = |plane: HalfPlane| HalfPlane { offset: plane.offset + radius, ..plane };
        let planes = self.state.colliders.planes().chain(soft).map(grown);
        let to = planes.fold(to, |to, plane| plane.stop(from, to));
        self.bodies.particles.position[particle.index()] = to;
        self.bodies.particles.displacement[particle.index()] = to - from;
    }
}
