//! Tearing of links of a material by their tension.

use crate::containers::Refill;
use crate::fracture::{MAX_READINGS, TensionFracture, WorstLink};
use crate::particles::{DistanceConstraint, Material, ParticleId};
use crate::world::{Derived, Scratch, World};

impl World {
    /// Finds whether any link has a strength, and which components pointers can tear.
    pub(crate) fn watch_tensions(&mut self) {
        let TensionFracture { is_watched, can_tear, sum, readings, .. } = &mut self.scratch.tension_fracture;
        (*is_watched, *readings) = (false, 0);
        can_tear.clear();
        if self.state.materials.is_empty() {
            return;
        }
        let (components, tears_by_strain) = (&self.derived.components, self.state.settings.tear.is_some());
        components.refill(can_tear, false);
        for link in self.bodies.links.iter() {
            let material = self.state.materials.get(link.material);
            *is_watched |= material.is_some_and(|material| material.strength.is_some());
            can_tear[components.number(link.a.0)] |= material.map_or(tears_by_strain, Material::yields_to_hands);
        }
        sum.refill(self.bodies.links.slot_count(), 0.0);
    }

    /// Whether a link tears by its tension.
    pub(crate) fn has_strength(&self, link: &DistanceConstraint) -> bool {
        self.state.materials.get(link.material).is_some_and(|material| material.strength.is_some())
    }

    /// Whether a pointer that holds a particle may tear links. It yields to links that it cannot tear.
    pub(crate) fn may_tear(&self, held: ParticleId) -> bool {
        let can_tear = &self.scratch.tension_fracture.can_tear;
        if can_tear.is_empty() {
            return self.state.settings.tear.is_some();
        }
        can_tear[self.derived.components.number(held.0)]
    }

    /// Adds the tensions of the substep that is about to be solved, if links may tear by them.
    pub(crate) fn read_tensions(&mut self, number: u32, substeps: u32) {
        if !self.scratch.tension_fracture.is_watched {
            return;
        }
        let all = self.bodies.links.len() * substeps as usize;
        if !(number as usize).is_multiple_of(all.div_ceil(MAX_READINGS).max(1)) {
            return;
        }
        let mut reader = std::mem::take(&mut self.scratch.link_tension);
        let TensionFracture { sum, readings, .. } = &mut self.scratch.tension_fracture;
        let mut sums = std::mem::take(sum);
        *readings += 1;
        sums.iter_mut().zip(reader.read(self)).for_each(|(sum, now)| *sum += now);
        self.scratch.tension_fracture.sum = sums;
        self.scratch.link_tension = reader;
    }

    /// Breaks the link of each component whose tension in this step exceeded its strength most.
    pub(crate) fn tear_by_tension(&mut self) {
        let Scratch { tension_fracture: TensionFracture { sum, readings, worst, .. }, broken, .. } = &mut self.scratch;
        if *readings == 0 {
            return;
        }
        let Derived { components, .. } = &self.derived;
        components.refill(worst, WorstLink { load: 1.0, slot: None });
        for (slot, link) in self.bodies.links.enumerate() {
            let Some(&Material { strength: Some(strength), .. }) = self.state.materials.get(link.material) else {
                continue;
            };
            let load = sum[slot] / (*readings as f32 * strength);
            let worst = &mut worst[components.number(link.a.0)];
            if load.is_finite() && load > worst.load {
                *worst = WorstLink { load, slot: Some(slot as u32) };
            }
        }
        broken.refill_with(worst.iter().filter_map(|link| link.slot));
        broken.sort_unstable();
        self.state.counters.torn_links += self.remove_broken_links() as u64;
    }
}
