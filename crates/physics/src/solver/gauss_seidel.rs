//! The sweeps: every constraint is projected once, in the order that the settings name. What they move is taken down
//! beside the positions, and `integrate::finish` then adds it to them and to the displacements: it is motion.

use crate::{
    math::random::SplitMix64,
    settings::SweepOrder,
    simd::{Lanes, Link, ParticleView},
    solver::colouring::Colouring,
};

/// How to sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweeps {
    pub count: u32,
    pub order: SweepOrder,
    /// Share of an error that a projection takes, 0 to 1, before the constraint's own stiffness.
    pub share: f32,
    pub lanes: Lanes,
}

/// Projects all constraints `sweeps.count` times. `batches` is fresh.
pub(crate) fn sweep(view: &mut ParticleView, colouring: &mut Colouring, random: &mut SplitMix64, sweeps: Sweeps) {
    for _ in 0..sweeps.count {
        match sweeps.order {
            SweepOrder::Sequence => project_all(view, colouring.in_sequence().copied(), sweeps.share),
            SweepOrder::Random => project_all(view, colouring.shuffled(random).iter().copied(), sweeps.share),
            SweepOrder::Colour => by_colour(view, colouring, sweeps),
        }
    }
}

/// One sweep, colour after colour, and back where that is needed.
fn by_colour(view: &mut ParticleView, colouring: &Colouring, sweeps: Sweeps) {
    let Sweeps { share, lanes, .. } = sweeps;
    for (batch, ordered) in colouring.by_colour() {
        if ordered { project_all(view, batch.links(), share) } else { batch.sweep(view, share, lanes) }
    }
    if colouring.needs_symmetric_sweep() {
        for (batch, ordered) in colouring.by_colour().rev() {
            if ordered { project_all(view, batch.links().rev(), share) } else { batch.sweep(view, share, lanes) }
        }
    }
}

/// Projects `links` one after the other.
fn project_all(view: &mut ParticleView, links: impl Iterator<Item = Link>, share: f32) {
    links.for_each(|link| view.project_one(link, share));
}
