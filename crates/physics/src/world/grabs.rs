//! Grabs: pointers that hold particles.

use crate::{particles::storage::ParticleId, world::World};
use glam::Vec2;

impl World {
    /// Moves by one substep (s) the pins that neither a hand nor the drive leads.
    pub(crate) fn lead_pins(&mut self, substep: f32) {
        if self.state.pin_velocity == Vec2::ZERO {
            return;
        }
        for id in (0..self.bodies.particles.len() as u32).map(ParticleId) {
            let led = || {
                self.state.grabs.iter().map(|hand| hand.particle).chain(self.state.drive.map(|drive| drive.particle))
            };
            if self.bodies.particles.pinned[id.index()] && !led().any(|led| led == id) {
                let to = self.bodies.particles.position[id.index()] + self.state.pin_velocity * substep;
                self.lead_to(id, to);
            }
        }
    }
}
