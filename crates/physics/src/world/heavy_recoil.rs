//! Limits on the speed that stretched links give particles in recoil.

use crate::attachment::MAX_LINK_STRETCH;
use crate::fracture::MAX_RECOIL_SPEED;
use crate::particles::LinkKind;
use crate::world::{Bodies, ComponentMarks, Derived, Scratch, World};

impl World {
    /// Limits the speed that links give heavy particles in this step where a link of their component is stretched.
    ///
    /// A grab stretches the links of a heavy particle by some percent. Light links that recover within one substep
    /// would throw the particle like a catapult.
    pub(crate) fn limit_recovery_of_heavy(&mut self) {
        if self.derived.attachments.heavy.is_empty() || !self.uses_attachments() {
            return;
        }
        let Bodies { particles, links, .. } = &self.bodies;
        let Derived { attachments, components, .. } = &self.derived;
        let (stretched, recoiling) = (&mut self.scratch.marks.stretched, &mut self.scratch.fracture.strain.recoiling);
        components.refill(stretched, false);
        attachments.overstretched(&particles.position).for_each(|heavy| stretched[components.number(heavy)] = true);
        let solved = links.iter().filter(|link| !components.joins_ends(link));
        for link in solved.filter(|link| link.kind != LinkKind::Stop && link.compliance == 0.0) {
            let [a, b] = [link.a, link.b].map(|end| particles.position[end.index()].as_dvec2());
            if (b - a).length() > (1.0 + MAX_LINK_STRETCH) * f64::from(link.rest_length) {
                stretched[components.of_link(link.a.0, link.b.0)] = true;
            }
        }
        if stretched.contains(&true) {
            recoiling.resize(particles.len(), false);
            let heavy = attachments.heavy.iter().filter(|&&heavy| stretched[components.number(heavy)]);
            heavy.for_each(|&heavy| recoiling[heavy as usize] = true);
        }
    }

    /// Sets the greatest speed that links may give each particle in this step.
    ///
    /// Recoiling particles are limited most. Where links may tear, the other particles of their components are limited
    /// to the speed of a grab.
    pub(crate) fn set_speed_limits(&mut self) {
        let Scratch { fracture, speed_limits, marks: ComponentMarks { stretched, .. }, .. } = &mut self.scratch;
        let (recoiling, components) = (&fracture.strain.recoiling, &self.derived.components);
        speed_limits.clear();
        if recoiling.is_empty() {
            return;
        }
        components.refill(stretched, false);
        let numbers = components.numbers().iter().zip(recoiling);
        numbers.clone().filter(|(_, is_recoiling)| **is_recoiling).for_each(|(&number, _)| {
            stretched[number as usize] = true;
        });
        let general = if self.state.settings.tear.is_some() { self.state.settings.hand_speed } else { f32::INFINITY };
        speed_limits.extend(numbers.map(|(&number, &is_recoiling)| match is_recoiling {
            true => MAX_RECOIL_SPEED,
            false if stretched[number as usize] => general,
            false => f32::INFINITY,
        }));
    }
}
