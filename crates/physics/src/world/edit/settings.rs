//! Settings.

use glam::Vec2;

use crate::settings::Settings;
use crate::world::World;

impl World {
    /// Changes the settings, clamped to their ranges.
    pub fn set_settings(&mut self, settings: Settings) {
        self.wake_all();
        let before = std::mem::replace(&mut self.state.settings, settings.sanitised());
        let Settings { rope_contact: contact, sweeps, .. } = self.state.settings;
        self.state.solver.is_stale |= sweeps != before.sweeps;
        if contact != before.rope_contact {
            // Contacts cost more than links, so the budget affords fewer substeps.
            self.state.solver.is_stale |= contact.is_some() != before.rope_contact.is_some();
            self.derived.particle_contacts.is_stale = true;
        }
        // Adding zero turns -0, as of reversed gravity, into 0, which has other bits.
        self.state.settings.gravity += Vec2::ZERO;
        self.state.settings.wind.velocity += Vec2::ZERO;
        self.derived.stale.materials = true;
        if self.state.settings.is_published() != before.is_published() {
            self.state.releases.clear();
            let held: Vec<_> = self.state.grabs.iter().map(|grab| grab.particle).collect();
            for particle in held {
                self.update_inverse_mass(particle);
                self.set_displacement(particle, self.bodies.particles.displacement[particle.index()]);
            }
        }
    }
}
