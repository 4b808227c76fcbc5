//! Long strands: links solved together, exactly, before a sweep of the coloured links.
//!
//! A sweep carries a correction one link further. A strand that is longer than the substeps of a step are many has its
//! far end pulled back too late, and stretches. So a forest of strands ([`forest`]) is solved as a whole ([`direct`]), and
//! where the links have been torn far out of shape, a multilevel pass ([`coarse`]) first brings them near. The sweep
//! afterwards takes care of what is not part of the forest: what closes its loops, and solid bodies.
//!
//! Measured on the way (`f32`, one sweep a substep; settled / yanked stretch, and energy kept in 5 s):
//! see the page [`crate::speed`].

mod coarse;
mod direct;
mod forest;
mod lanes;
mod plan;

use super::{lanes::Places, topology::Web};
use coarse::Coarse;
use direct::Work;
use forest::Forest;
use plan::Plan;

/// In a substep whose links are far out of shape: rounds of the multilevel pass, at the most, and ...
const MOST_ROUNDS: usize = 4;
/// ... steps of Newton's method in each. All but the most violent substeps need one.
const MOST_ITERATIONS: usize = 8;
/// Sweeps after a substep that did not come to its end: what is left is wrong between neighbours.
const LAST_SWEEPS: usize = 4;

/// Below this length, m, a link has no direction.
const MIN_LENGTH: f32 = 1e-12;

/// The strands of a world: derived from its links and from what is fixed.
#[derive(Clone, Debug, Default)]
pub(super) struct Strands {
    forest: Forest,
    plan: Plan,
    coarse: Coarse,
    work: Work,
}

impl Strands {
    /// Learns what hangs where. Needed when links, pins or hands have changed.
    pub fn rebuild(&mut self, web: Web) {
        let Self { forest, plan, coarse, work } = self;
        forest.plant(web);
        plan.make(forest, |particle| web.is_fixed(particle));
        coarse.make(forest);
        work.resize(forest, plan);
    }

    /// Links between a particle and what its tree hangs from, at the most.
    pub fn depth(&self) -> u32 {
        self.forest.depth
    }

    /// How many links are part of the forest.
    pub fn links(&self) -> usize {
        self.plan.spans.iter().map(|span| span.count).sum::<usize>() + self.forest.anchors.len()
    }

    /// Particles that are solved one after the other, and those in wide rows.
    pub fn particles(&self) -> (usize, usize) {
        (self.forest.order.len() - self.plan.wide, self.plan.wide)
    }

    /// Brings all links to their lengths, with `sweep` to be called at least once.
    pub fn solve(&mut self, places: &mut Places<'_>, mut sweep: impl FnMut(&mut Places<'_>)) {
        let Self { forest, plan, coarse, work } = self;
        let mut off = work.measure(forest, plan, places);
        for round in 0..MOST_ROUNDS {
            if round > 0 {
                sweep(places);
                off = work.measure(forest, plan, places);
            }
            if off.much > 0 {
                coarse.relax(forest, places);
                off = work.measure(forest, plan, places);
            }
            for _ in 0..MOST_ITERATIONS {
                let was_near = off.little == 0;
                work.solve(forest, plan, places);
                if was_near {
                    // Newton's method squares the error: what is left is less than rounding.
                    return sweep(places);
                }
                off = work.measure(forest, plan, places);
            }
        }
        for _ in 0..LAST_SWEEPS {
            sweep(places);
        }
    }
}
