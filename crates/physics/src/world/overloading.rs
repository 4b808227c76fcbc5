//! Tearing of links by load, around the substeps of a step: by that of heavy particles, and by tension.

use crate::containers::{Refill, order_key, pair_key};
use crate::fracture::{ELASTICITY, LinkLoad, StrainFracture};
use crate::settings::GRAVITY;
use crate::world::{Bodies, Derived, FractureScratch, Scratch, World};

impl World {
    /// Records the motion of heavy particles before the substeps, if their load may tear links.
    pub(crate) fn record_heavy_motion(&mut self) {
        let may_tear = self.state.settings.tear.is_some() && self.uses_attachments();
        let displacement = &self.bodies.particles.displacement;
        let before = &mut self.scratch.fracture.strain.overload.before;
        before.clear();
        if may_tear {
            before.extend(self.derived.attachments.heavy_particles().map(|id| displacement[id.index()]));
        }
    }

    /// Lists the loads of links that tear by strain, by heavy particles in this step.
    pub(crate) fn list_overloads(&mut self) {
        let settings = &self.state.settings;
        let Some(stretch) = settings.tear.filter(|_| !self.scratch.fracture.strain.overload.before.is_empty()) else {
            return;
        };
        let FractureScratch { strain: StrainFracture { overload, .. }, loads, .. } = &mut self.scratch.fracture;
        let graph = self.bodies.graph(&self.derived.adjacency);
        let Derived { attachments, components, .. } = &self.derived;
        overload.distribute(attachments, graph, settings, self.state.clock.substep);
        let Bodies { links, particles, .. } = &self.bodies;
        // Reserved in the first step, so that no later step allocates.
        loads.reserve(links.len());
        for (slot, link) in links.enumerate().filter(|(_, link)| self.state.tears_by_strain(link)) {
            // Strength follows the lighter end that is not pinned.
            let ends = [link.a, link.b].map(|end| end.index()).into_iter().filter(|&end| !particles.pinned[end]);
            let mass = ends.map(|end| particles.mass[end]).fold(f32::INFINITY, f32::min);
            let load = overload.load[slot] / (ELASTICITY * GRAVITY * mass * stretch);
            let component = components.of_link(link.a.0, link.b.0) as u32;
            if load > 1.0 {
                loads.push(LinkLoad { component, slot: slot as u32, load });
            }
        }
    }

    /// Breaks the link of each component whose load in this step exceeded its limit most. The other links take over its
    /// load, so fracture continues as long as they are too weak.
    pub(crate) fn tear_overloaded(&mut self) {
        self.scratch.fracture.loads.clear();
        self.list_overloads();
        self.list_tensions();
        let Scratch { fracture: FractureScratch { loads, .. }, broken, .. } = &mut self.scratch;
        loads.retain(|link| link.load.is_finite());
        if loads.is_empty() {
            return;
        }
        loads.sort_unstable_by_key(|link| (link.component, pair_key([!order_key(link.load), link.slot])));
        loads.dedup_by_key(|link| link.component);
        broken.refill_with(loads.iter().map(|link| link.slot));
        broken.sort_unstable();
        self.state.counters.torn_links += self.remove_broken_links() as u64;
    }
}
