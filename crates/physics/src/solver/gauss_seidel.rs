//! Gauss-Seidel sweeps: each constraint is projected once, in the order that the settings name.
//!
//! Corrections are summed beside the positions; `verlet::apply_corrections` adds them to positions and displacements,
//! so that they count as motion.

use std::ops::Range;

use crate::math::SplitMix64;
use crate::settings::SweepOrder;
use crate::simd::{ColourBatch, Lanes, Link, ParticleView};
use crate::solver::Colouring;

/// The sweeps of a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweeps<'a> {
    /// Ranges of particles with all of their links, whose links alone are swept by colour; all with `None`. Links of the
    /// last colour, whose order matters, are in one of them.
    pub within: Option<&'a [Range<usize>]>,
    /// Number of sweeps.
    pub count: u32,
    pub order: SweepOrder,
    /// Fraction of the error that a projection corrects, 0 to 1, before the constraint's own stiffness.
    pub share: f32,
    pub lanes: Lanes,
}

/// Projects all constraints `sweeps.count` times. Returns the number of projections. Requires [`Colouring::refresh`].
pub(crate) fn sweep(
    view: &mut ParticleView,
    colouring: &mut Colouring,
    random: &mut SplitMix64,
    sweeps: Sweeps,
) -> u64 {
    let mut projections = 0;
    for _ in 0..sweeps.count {
        projections += match sweeps.order {
            SweepOrder::Sequence => project_all(view, colouring.in_sequence().copied(), sweeps.share),
            SweepOrder::Random => project_all(view, colouring.shuffled(random).iter().copied(), sweeps.share),
            SweepOrder::Colour => sweep_colours(view, colouring, sweeps),
        };
    }
    projections
}

/// Sweeps colour after colour, and back again through the components that need a symmetric sweep.
fn sweep_colours(view: &mut ParticleView, colouring: &Colouring, sweeps: Sweeps) -> u64 {
    let Sweeps { within, share, lanes, .. } = sweeps;
    let sweep = |view: &mut ParticleView, batch: &ColourBatch| match within {
        None => {
            batch.sweep(view, share, lanes);
            batch.len() as u64
        }
        Some(parts) => {
            parts.iter().for_each(|ids| batch.sweep_range(view, ids.clone(), share));
            parts.iter().map(|ids| batch.len_within(ids) as u64).sum()
        }
    };
    let mut projections = 0;
    for (batch, is_ordered) in colouring.by_colour() {
        projections += if is_ordered { project_all(view, batch.links(), share) } else { sweep(view, batch) };
    }
    for (batch, is_ordered) in colouring.by_colour_back() {
        projections += if is_ordered { project_all(view, batch.links().rev(), share) } else { sweep(view, batch) };
    }
    projections
}

/// [`sweep`] by colour through the links that are `included` alone.
pub(crate) fn sweep_some(
    view: &mut ParticleView,
    colouring: &Colouring,
    sweeps: Sweeps,
    is_included: impl Fn(&Link) -> bool,
) -> u64 {
    let mut projections = 0;
    for _ in 0..sweeps.count {
        for (batch, _) in colouring.by_colour() {
            projections += project_all(view, batch.links().filter(&is_included), sweeps.share);
        }
        for (batch, _) in colouring.by_colour_back() {
            projections += project_all(view, batch.links().rev().filter(&is_included), sweeps.share);
        }
    }
    projections
}

/// Projects `links` one after the other. Returns their number.
fn project_all(view: &mut ParticleView, links: impl Iterator<Item = Link>, share: f32) -> u64 {
    let mut projections = 0;
    links.for_each(|link| {
        view.project_one(link, share);
        projections += 1;
    });
    projections
}
