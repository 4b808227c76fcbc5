//! Tearing of links by tension, around the substeps of a step: of the links of a material with a strength.

use crate::containers::{Refill, order_key, pair_key};
use crate::fracture::{LinkLoad, TensionFracture};
use crate::particles::{Components, DistanceConstraint, Links, Material};
use crate::world::{Bodies, Derived, FractureScratch, Scratch, State};

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

/// Finds the components with a link that has a strength, and lists their links.
pub(crate) fn watch_tensions(state: &State, bodies: &Bodies, components: &Components, fracture: &mut FractureScratch) {
    let FractureScratch { tension: TensionFracture { watched, .. }, reader, .. } = fracture;
    watched.clear();
    for link in bodies.links.iter().filter(|link| state.strength(link).is_some()) {
        if watched.is_empty() {
            components.refill(watched, false);
        }
        watched[components.number(link.a.0)] = true;
    }
    if watched.is_empty() {
        reader.clear();
    } else {
        reader.list(bodies, state.settings.order, watched, components);
    }
}

/// Forgets the tensions of the last step, at the beginning of a step of some `substeps`.
pub(crate) fn begin_tensions(links: &Links, components: &Components, fracture: &mut FractureScratch, substeps: u32) {
    let FractureScratch { tension, sum, reader, .. } = fracture;
    tension.plan(substeps, |component| components.link_count(component));
    sum.resize(links.slot_count(), 0.0);
    reader.slots().iter().for_each(|&slot| sum[slot as usize] = 0.0);
}

/// Adds the tensions of the substep that is about to be solved, in the components that are due for a reading.
pub(crate) fn read_tensions(state: &State, bodies: &Bodies, derived: &Derived, fracture: &mut FractureScratch) {
    let FractureScratch { tension, sum, reader, .. } = fracture;
    let is_due = |component: usize| tension.is_due(component);
    reader.read((state, bodies, derived), is_due);
    for &slot in reader.slots() {
        let link = bodies.links.get(slot as usize);
        if link.is_some_and(|link| is_due(derived.components.number(link.a.0))) {
            sum[slot as usize] += reader.by_slot()[slot as usize];
        }
    }
}

/// Lists the link of each component to break whose tension in this step exceeded its strength most. The other links
/// take over its load, so fracture continues as long as they are too weak.
pub(crate) fn find_overloaded_links(state: &State, links: &Links, components: &Components, scratch: &mut Scratch) {
    let Scratch { fracture: FractureScratch { tension, sum, reader, loads, .. }, broken, .. } = scratch;
    loads.clear();
    for &slot in reader.slots() {
        let Some(link) = links.get(slot as usize) else { continue };
        let Some(strength) = state.strength(link) else { continue };
        let component = components.number(link.a.0);
        let load = sum[slot as usize] / (tension.readings(component) as f32 * strength);
        if load > 1.0 && load.is_finite() {
            loads.push(LinkLoad { component: component as u32, slot, load });
        }
    }
    loads.sort_unstable_by_key(|link| (link.component, pair_key([!order_key(link.load), link.slot])));
    loads.dedup_by_key(|link| link.component);
    broken.refill_with(loads.iter().map(|link| link.slot));
    broken.sort_unstable();
}
