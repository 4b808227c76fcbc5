//! Limits on the recoil of heavy particles from stretched links.

use crate::attachment::MAX_LINK_STRETCH;
use crate::world::World;

impl World {
    /// Limits the speed that links give heavy particles in this step, if any link is stretched.
    ///
    /// A grab stretches the links of a heavy particle by some percent. Light links that recover within one substep
    /// would throw the particle like a catapult.
    pub(crate) fn limit_recovery_of_heavy(&mut self) {
        let attachments = &self.derived.attachments;
        let is_needed = !attachments.heavy.is_empty()
            && self.uses_attachments()
            && (attachments.is_overstretched(&self.bodies.particles.position) || self.stretch().max > MAX_LINK_STRETCH);
        if is_needed {
            let recoiling = &mut self.scratch.strain_fracture.recoiling;
            recoiling.resize(self.bodies.particles.len(), false);
            self.derived.attachments.heavy_particles().for_each(|heavy| recoiling[heavy.index()] = true);
        }
    }
}
