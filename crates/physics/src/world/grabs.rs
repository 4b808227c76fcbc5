//! Grabs: pointers that hold particles.

use crate::{particles::storage::ParticleId, world::World};
use glam::Vec2;

impl World {
    /// Moves by one substep (s) the pins that neither a hand nor the drive leads.
    pub(crate) fn lead_pins(&mut self, substep: f32) {
        if self.pin_velocity == Vec2::ZERO {
            return;
        }
        for id in (0..self.particles.len() as u32).map(ParticleId) {
            let led = || self.hands.iter().map(|hand| hand.particle).chain(self.drive.map(|drive| drive.particle));
            if self.particles.pinned[id.index()] && !led().any(|led| led == id) {
                let to = self.particles.position[id.index()] + self.pin_velocity * substep;
                self.lead_to(id, to);
            }
        }
    }
}
