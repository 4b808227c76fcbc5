//! The sweeps: every constraint is projected once, in the order that the settings name.

use super::{
    batches::{Batches, Link},
    constraint::project,
    particles::Particles,
    random::SplitMix64,
    settings::Order,
};

/// How to sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeps {
    pub count: u32,
    pub order: Order,
    /// Share of an error that a projection takes, 0 to 1, before the constraint's own stiffness.
    pub share: f32,
}

/// Projects all constraints `sweeps.count` times. `batches` is fresh.
pub(super) fn sweep(particles: &mut Particles, batches: &mut Batches, random: &mut SplitMix64, sweeps: Sweeps) {
    for _ in 0..sweeps.count {
        match sweeps.order {
            Order::Sequence => project_all(particles, batches.in_sequence(), sweeps.share),
            Order::Random => project_all(particles, batches.shuffled(random).iter(), sweeps.share),
            Order::Colour => {
                batches.by_colour().for_each(|links| project_all(particles, links.iter(), sweeps.share));
                if batches.sweeps_there_and_back() {
                    let back = batches.by_colour().rev();
                    back.for_each(|links| project_all(particles, links.iter().rev(), sweeps.share));
                }
            }
        }
    }
}

/// Projects `links` one after the other. What a projection moves is added to the displacement too: it is motion.
fn project_all<'a>(particles: &mut Particles, links: impl Iterator<Item = &'a Link>, share: f32) {
    let Particles { position, displacement, inv_mass, mass: _, pinned: _ } = particles;
    for link in links {
        let (a, b) = (link.a as usize, link.b as usize);
        let weights = (inv_mass[a], inv_mass[b]);
        let (at_a, at_b) = project(position[a], position[b], weights, |length| share * link.error(length));
        position[a] += at_a;
        position[b] += at_b;
        displacement[a] += at_a;
        displacement[b] += at_b;
    }
}
