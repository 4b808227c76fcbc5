//! The sweeps: every constraint is projected once, in the order that the settings name. What they move is taken down
//! beside the positions, and `integrate::finish` then adds it to them and to the displacements: it is motion.

use crate::{
    math::random::SplitMix64,
    settings::Order,
    simd::{Lanes, Link, Places},
    solver::colouring::Batches,
};

/// How to sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweeps {
    pub count: u32,
    pub order: Order,
    /// Share of an error that a projection takes, 0 to 1, before the constraint's own stiffness.
    pub share: f32,
    pub lanes: Lanes,
}

/// Projects all constraints `sweeps.count` times. `batches` is fresh.
pub(crate) fn sweep(places: &mut Places, batches: &mut Batches, random: &mut SplitMix64, sweeps: Sweeps) {
    for _ in 0..sweeps.count {
        match sweeps.order {
            Order::Sequence => project_all(places, batches.in_sequence().copied(), sweeps.share),
            Order::Random => project_all(places, batches.shuffled(random).iter().copied(), sweeps.share),
            Order::Colour => by_colour(places, batches, sweeps),
        }
    }
}

/// One sweep, colour after colour, and back where that is needed.
fn by_colour(places: &mut Places, batches: &Batches, sweeps: Sweeps) {
    let Sweeps { share, lanes, .. } = sweeps;
    for (batch, ordered) in batches.by_colour() {
        if ordered { project_all(places, batch.links(), share) } else { batch.sweep(places, share, lanes) }
    }
    if batches.sweeps_there_and_back() {
        for (batch, ordered) in batches.by_colour().rev() {
            if ordered { project_all(places, batch.links().rev(), share) } else { batch.sweep(places, share, lanes) }
        }
    }
}

/// Projects `links` one after the other.
fn project_all(places: &mut Places, links: impl Iterator<Item = Link>, share: f32) {
    links.for_each(|link| places.project_one(link, share));
}
