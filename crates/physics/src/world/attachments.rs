//! Recoil of heavy particles from stretched links.

use crate::{
    attachment::long_range::{MAX_ATTACHMENT_ERROR, MAX_LINK_STRETCH, MAX_SPAN_ERROR},
    particles::storage::ParticleId,
    simd::Link,
    world::World,
};

impl World {
    /// Limits the speed that links give heavy particles in this step, if any link is stretched.
    ///
    /// A grab stretches the links of a heavy particle by some percent. Light links that recover within one substep would
    /// throw the particle like a catapult.
    pub(crate) fn limit_recovery_of_heavy(&mut self) {
        let is_needed = self.derived.attachments.has_heavy_particles()
            && self.uses_attachments()
            && (self.are_attachments_stretched() || self.stretch().max > MAX_LINK_STRETCH);
        if is_needed {
            let gentle = &mut self.scratch.strain_fracture.gentle;
            gentle.resize(self.bodies.particles.len(), false);
            self.derived.attachments.heavy_particles().for_each(|heavy| gentle[heavy.index()] = true);
        }
    }

    fn are_attachments_stretched(&self) -> bool {
        let (attachments, position) = (&self.derived.attachments, &self.bodies.particles.position);
        let is_stretched = |attachment: &Link| {
            let along = position[attachment.a as usize] - position[attachment.b as usize];
            (along.x * along.x + along.y * along.y).sqrt() > (1.0 + MAX_ATTACHMENT_ERROR) * attachment.rule.rest_length
        };
        let at = |id: ParticleId| position[id.index()].as_dvec2();
        attachments.links[..attachments.direct_count].iter().any(is_stretched)
            || attachments.spans.iter().any(|(heavy, span, _)| {
                let heavy = at(ParticleId(*heavy));
                let [(_, a), (_, b)] = span.between;
                let margin = MAX_SPAN_ERROR * (span.length + a.max(b));
                heavy.distance(span.nearest(heavy, at)) > f64::from(span.length + margin)
            })
    }
}
