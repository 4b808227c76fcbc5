//! Tearing of links by the load of heavy particles, around the substeps of a step.

use crate::containers::Refill;
use crate::fracture::{ELASTICITY, Overload, StrainFracture, WorstLink};
use crate::settings::GRAVITY;
use crate::world::{Bodies, Derived, Scratch, World};

impl World {
    /// Records the motion of heavy particles before the substeps, if their load may tear links.
    pub(crate) fn record_heavy_motion(&mut self) {
        let may_tear = self.state.settings.tear.is_some() && self.uses_attachments();
        let displacement = &self.bodies.particles.displacement;
        let before = &mut self.scratch.strain_fracture.overload.before;
        before.clear();
        if may_tear {
            before.extend(self.derived.attachments.heavy_particles().map(|id| displacement[id.index()]));
        }
    }

    /// Breaks the link of each component that heavy particles overloaded most in this step, if its load was beyond its
    /// strength.
    pub(crate) fn tear_overloaded(&mut self) {
        let settings = &self.state.settings;
        let Some(stretch) = settings.tear.filter(|_| !self.scratch.strain_fracture.overload.before.is_empty()) else {
            return;
        };
        let Scratch { strain_fracture: StrainFracture { overload, .. }, broken, .. } = &mut self.scratch;
        let graph = self.bodies.graph(&self.derived.adjacency);
        let Derived { attachments, components, .. } = &self.derived;
        overload.distribute(attachments, graph, settings, self.state.clock.substep);
        let Bodies { links, particles, .. } = &self.bodies;
        let Overload { load, worst, .. } = overload;
        components.refill(worst, WorstLink { load: 1.0, slot: None });
        // Links of a material break by tension: see `tension_tearing.rs`.
        let materials = &self.state.materials;
        for (slot, link) in links.enumerate().filter(|(_, link)| materials.get(link.material).is_none()) {
            // Strength follows the lighter end that is not pinned.
            let ends = [link.a, link.b].map(|end| end.index()).into_iter().filter(|&end| !particles.pinned[end]);
            let mass = ends.map(|end| particles.mass[end]).fold(f32::INFINITY, f32::min);
            let load = load[slot] / (ELASTICITY * GRAVITY * mass * stretch);
            let worst = &mut worst[components.number(link.a.0)];
            if load > worst.load {
                *worst = WorstLink { load, slot: Some(slot as u32) };
            }
        }
        broken.refill_with(worst.iter().filter_map(|link| link.slot));
        broken.sort_unstable();
        self.state.counters.torn_links += self.remove_broken_links() as u64;
    }
}
