//! Tearing of links by tension, around the substeps of a step: of the links of a material with a strength.

use crate::containers::{Refill, order_key, pair_key};
use crate::fracture::{LinkLoad, TensionFracture};
use crate::particles::{DistanceConstraint, Material};
use crate::world::{FractureScratch, Scratch, State, World};

impl State {
    /// Tension that tears a link, N; `None` without a material that has a strength.
    pub fn strength(&self, link: &DistanceConstraint) -> Option<f32> {
        self.materials.get(link.material).and_then(|material: &Material| material.strength)
    }

    /// Whether the settings' `tear` is the limit of a link: of all that have no strength, but materials that stretch.
    pub fn tears_by_strain(&self, link: &DistanceConstraint) -> bool {
        let may_stretch = link.material != 0 && link.compliance > 0.0;
        self.settings.tear.is_some() && self.strength(link).is_none() && !may_stretch
    }
}

impl World {
    /// Finds the components with a link that has a strength, and lists their links.
    pub(crate) fn watch_tensions(&mut self) {
        let Self { state, bodies, derived, .. } = self;
        let TensionFracture { watched, .. } = &mut self.scratch.fracture.tension;
        watched.clear();
        let strong = bodies.links.iter().filter(|link| state.strength(link).is_some());
        for link in strong {
            if watched.is_empty() {
                derived.components.refill(watched, false);
            }
            watched[derived.components.number(link.a.0)] = true;
        }
        let reader = &mut self.scratch.fracture.reader;
        if watched.is_empty() {
            reader.clear();
        } else {
            reader.list(bodies, state.settings.order, watched, &derived.components);
        }
    }

    /// Forgets the tensions of the last step, at the beginning of a step of some `substeps`.
    pub(crate) fn begin_tensions(&mut self, substeps: u32) {
        let FractureScratch { tension, sum, reader, .. } = &mut self.scratch.fracture;
        let components = &self.derived.components;
        tension.plan(substeps, |component| components.link_count(component));
        sum.resize(self.bodies.links.slot_count(), 0.0);
        reader.slots().iter().for_each(|&slot| sum[slot as usize] = 0.0);
    }

    /// Adds the tensions of the substep that is about to be solved, in the components that are due for a reading.
    pub(crate) fn read_tensions(&mut self, number: u32) {
        if !self.scratch.fracture.tension.find_due(number) {
            return;
        }
        let mut reader = std::mem::take(&mut self.scratch.fracture.reader);
        let fracture = std::mem::take(&mut self.scratch.fracture.tension);
        let mut sum = std::mem::take(&mut self.scratch.fracture.sum);
        let components = &self.derived.components;
        let is_due = |component: usize| fracture.is_due(component);
        reader.read(self, is_due);
        for &slot in reader.slots() {
            let link = self.bodies.links.get(slot as usize);
            if link.is_some_and(|link| is_due(components.number(link.a.0))) {
                sum[slot as usize] += reader.by_slot()[slot as usize];
            }
        }
        (self.scratch.fracture.tension, self.scratch.fracture.sum) = (fracture, sum);
        self.scratch.fracture.reader = reader;
    }

    /// Breaks the link of each component whose tension in this step exceeded its strength most. The other links take over
    /// its load, so fracture continues as long as they are too weak.
    pub(crate) fn tear_overloaded(&mut self) {
        let Scratch { fracture: FractureScratch { tension, sum, reader, loads, .. }, broken, .. } = &mut self.scratch;
        loads.clear();
        for &slot in reader.slots() {
            let Some(link) = self.bodies.links.get(slot as usize) else { continue };
            let Some(strength) = self.state.strength(link) else { continue };
            let component = self.derived.components.number(link.a.0);
            let load = sum[slot as usize] / (tension.readings(component) as f32 * strength);
            if load > 1.0 && load.is_finite() {
                loads.push(LinkLoad { component: component as u32, slot, load });
            }
        }
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
