//! Tearing of links by the weight that they carry.

use crate::{
    fracture::{
        overload::{SPRINGY, StepMotion},
        strain::StrainFracture,
    },
    particles::constraint_graph::ConstraintGraph,
    settings::{GRAVITY, Settings},
    world::{
        World,
        data::{Bodies, Derived, Scratch},
    },
};

impl World {
    /// A step begins: takes down how what is heavy moves, if weights may tear something.
    pub(crate) fn begin_loads(&mut self) {
        let is_wanted = self.state.settings.tear.is_some() && self.uses_attachments();
        let Self {
            derived: Derived { attachments, .. },
            scratch: Scratch { strain_fracture, .. },
            bodies: Bodies { particles, .. },
            ..
        } = self;
        let before = &mut strain_fracture.overload.before;
        before.clear();
        if is_wanted {
            before.extend(attachments.heavy_particles().map(|id| particles.displacement[id.index()]));
        }
    }

    /// A step of such substeps (s) is done: breaks the link that weights have pulled at hardest, if that was too hard.
    pub(crate) fn tear_by_weight(&mut self, substep: f32) {
        let Some(stretch) =
            self.state.settings.tear.filter(|_| !self.scratch.strain_fracture.overload.before.is_empty())
        else {
            return;
        };
        let Settings { gravity, drag, step, .. } = self.state.settings;
        let moment = StepMotion { gravity, drag, step, substep };
        let Self {
            derived: Derived { attachments, adjacency, .. },
            scratch: Scratch { strain_fracture: StrainFracture { overload, .. }, broken, .. },
            bodies: Bodies { links, particles, .. },
            ..
        } = self;
        overload.share_out(attachments, ConstraintGraph { adjacency, links, particles }, moment);
        let mut worst = 1.0;
        broken.clear();
        for (slot, link) in links.enumerate() {
            // Not by the mass of a nail.
            let free = [link.a, link.b].map(|end| end.index()).into_iter().filter(|&end| !particles.pinned[end]);
            let point = free.map(|end| particles.mass[end]).fold(f32::INFINITY, f32::min);
            let load = overload.pull[slot] / (SPRINGY * GRAVITY * point * stretch);
            if load > worst {
                worst = load;
                broken.clear();
                broken.push(slot as u32);
            }
        }
        self.state.counters.torn += self.sever() as u64;
    }
}
