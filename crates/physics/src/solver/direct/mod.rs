//! Direct solver: strands, which are trees of links, solved as a whole in each substep, before the sweeps.
//!
//! A sweep carries a correction one link further, so the far end of a strand with more links than a step has substeps
//! is pulled back too late, and the strand stretches. Instead, one or more Newton steps bring all links of the strands
//! to their rest lengths at once. If links are far too long, a multilevel pass first finds an initial guess. The sweep
//! afterwards handles the links that close loops between strands, and solid bodies.
//!
//! - `forest`: decides which links form strands, and which particle hangs from which
//! - `schedule`: the order of elimination, in batches for SIMD kernels
//! - `elimination`: a Newton step, in O(n) (Baraff 1996)
//! - `batched`: the SIMD kernels of elimination
//! - `two_sided`: one long rope, solved from both ends
//! - `chain`: elimination of a chain towards a link in its middle
//! - `initial_guess`: the multilevel pass (Müller 2008)

pub mod batched;
pub mod chain;
pub mod elimination;
pub mod forest;
pub mod initial_guess;
pub mod schedule;
pub mod two_sided;

pub(crate) use self::{chain::*, elimination::*, forest::*, initial_guess::*, schedule::*, two_sided::*};

use crate::containers::Refill;
use crate::particles::{ConstraintGraph, ParticleId};
use crate::simd::ParticleView;
use glam::Vec2;

/// Maximum number of Newton steps in a substep with links far too long. Most substeps need one.
const MAX_NEWTON_STEPS: usize = 8;

/// Mean Newton steps beyond the first that a step may spend per substep; substeps share the budget.
const EXTRA_NEWTON_STEPS: usize = 4;

/// Sweeps after a substep without convergence. The remaining errors are local.
const FALLBACK_SWEEPS: usize = 4;

/// Relative stretch that a link may keep after such a substep.
const MAX_STRETCH: f32 = 0.002;

/// Direct solves apply beside taut strands if at most one particle in this number belongs to a taut strand.
const TAUT_SHARE: usize = 10;

/// Least length of a link with a direction, m.
const MIN_LENGTH: f32 = 1e-12;

/// Newton steps in a measurement of the impulses.
const MEASURING_STEPS: usize = 2;

/// Solves the strands of a world. Derived from links and fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    pub forest: Forest,
    pub schedule: Schedule,
    initial_guess: InitialGuess,
    elimination: Elimination,
    /// Scratch: remaining budget of Newton steps beyond the first in this step.
    extra_steps: usize,
}

/// The impulses x time (kg m) that bring strands to their rest lengths, and the scratch to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrandImpulses {
    elimination: Elimination,
    links: Vec<f32>,
    anchors: Vec<f32>,
}

impl DirectSolver {
    /// Rebuilds the strands. Required when links, pins, grabs or sleep have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph) {
        let Self { forest, schedule, initial_guess, elimination, extra_steps: _ } = self;
        forest.rebuild(graph);
        schedule.rebuild(forest, |particle| graph.is_fixed(particle));
        initial_guess.rebuild(forest);
        elimination.resize(forest, schedule);
    }

    /// Number of links in strands.
    pub fn link_count(&self) -> usize {
        self.schedule.link_ranges.iter().map(|range| range.count).sum::<usize>() + self.forest.anchors.len()
    }

    /// Whether a direct solve applies to a world of `links` links.
    ///
    /// It does not apply where links that close loops may carry most of the load: an exact solution of a part is wrong
    /// for the whole. It applies where the trees are plain strands, as in a net that hangs by a side; trees of a web
    /// branch everywhere. Taut strands are left to the sweeps: their anchors if the sweeps alone `are_too_few` for the
    /// rest and few strands are taut, all strands otherwise.
    pub fn is_useful(&self, links: usize, position: &[Vec2], are_too_few: bool) -> bool {
        let Forest { order, depth, trees, .. } = &self.forest;
        let closing = links.saturating_sub(self.link_count());
        let has_few_joints = self.schedule.joints.len() <= 16 + order.len() / 200;
        let is_slim = order.len() <= 4 * *depth as usize * *trees as usize;
        let carries_the_load = 10 * closing <= links || (has_few_joints && is_slim);
        let taut = self.forest.taut_count(position);
        let few_are_taut = taut == 0 || (are_too_few && TAUT_SHARE * taut * *depth as usize <= order.len());
        !order.is_empty() && carries_the_load && few_are_taut
    }

    /// Whether the tree of a particle is fixed at more than one end.
    pub fn is_anchored(&self, particle: ParticleId) -> bool {
        self.forest.is_anchored.get(particle.index()).is_some_and(|&is_anchored| is_anchored)
    }

    /// Whether the stretch that remains after sweeps is small enough for a direct solve: at most one link in ten is too
    /// long. Trees without anchors can be shortened at any stretch.
    pub fn can_take_over(&mut self, view: &ParticleView) -> bool {
        let Self { forest, schedule, elimination, .. } = self;
        forest.anchors.is_empty()
            || 10 * elimination.measure(forest, schedule, view).small as usize <= forest.order.len()
    }

    /// Sets the budget of Newton steps for a step.
    pub fn begin_step(&mut self, substeps: u32) {
        self.extra_steps = EXTRA_NEWTON_STEPS * substeps as usize;
    }

    /// Brings all links of strands to their rest lengths, and calls `sweep` at least once. Returns whether links may
    /// still be far too long, so that [`DirectSolver::shorten_overlong_links`] should follow.
    pub fn solve(&mut self, view: &mut ParticleView, mut sweep: impl FnMut(&mut ParticleView)) -> bool {
        let Self { forest, schedule, initial_guess, elimination, extra_steps } = self;
        let mut errors = elimination.measure(forest, schedule, view);
        if errors.large > 0 && *extra_steps > 0 {
            initial_guess.relax(forest, view);
            errors = elimination.measure(forest, schedule, view);
        }
        for _ in 0..MAX_NEWTON_STEPS {
            let was_near = errors.small == 0;
            let has_window_converged = if let Some(rope) = schedule.single_rope() {
                let window = if was_near { Window::middle(rope) } else { elimination.window(forest, rope) };
                elimination.solve_rope(forest, view, rope, &window)
            } else {
                elimination.solve(forest, schedule, view);
                false
            };
            if !was_near {
                errors = elimination.measure(forest, schedule, view);
            }
            if was_near || (has_window_converged && errors.small == 0) {
                // Newton's method squares a small error, and the result is below rounding.
                sweep(view);
                return false;
            }
            if *extra_steps == 0 {
                break;
            }
            *extra_steps -= 1;
        }
        for _ in 0..FALLBACK_SWEEPS {
            sweep(view);
        }
        true
    }

    /// Shortens every link that is too long, from the top down, by moving its lower end.
    ///
    /// Only positions change: a one-sided correction of the displacements would create energy. Anchored trees are
    /// skipped, because the correction would overstretch the links to their other fixed ends.
    pub fn shorten_overlong_links(&self, position: &mut [Vec2]) {
        let Self { forest, .. } = self;
        for &particle in forest.order.iter().rev() {
            let (index, parent) = (particle as usize, forest.parent[particle as usize]);
            if parent == NONE || forest.is_anchored[index] {
                continue;
            }
            let delta = position[parent as usize] - position[index];
            let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
            let longest = (1.0 + MAX_STRETCH) * forest.rest_length[index];
            if length > longest {
                position[index] += delta * ((length - longest) / length);
            }
        }
    }

    /// Finds the impulses that bring all links of strands to their rest lengths, and applies them to `view`.
    pub fn solve_impulses(&self, view: &mut ParticleView, impulses: &mut StrandImpulses) {
        let Self { forest, schedule, .. } = self;
        let StrandImpulses { elimination, links, anchors } = impulses;
        elimination.resize(forest, schedule);
        links.refill(forest.parent.len(), 0.0);
        anchors.refill(forest.anchors.len(), 0.0);
        for _ in 0..MEASURING_STEPS {
            elimination.measure(forest, schedule, view);
            elimination.solve(forest, schedule, view);
            elimination.add_impulses(links, anchors);
        }
    }

    /// The impulse x time of the link between two particles, kg m; 0 for links outside strands.
    pub fn impulse_between(&self, impulses: &StrandImpulses, a: u32, b: u32) -> f32 {
        let Forest { parent, anchors, .. } = &self.forest;
        let of_link = |child: u32, other| (parent[child as usize] == other).then(|| impulses.links[child as usize]);
        let of_anchor = |free: u32, fixed: u32| {
            let found = anchors.binary_search_by_key(&(free, fixed), |anchor| (anchor.particle, anchor.fixed));
            found.ok().map(|index| impulses.anchors[index])
        };
        let found = of_link(a, b).or_else(|| of_link(b, a)).or_else(|| of_anchor(a, b)).or_else(|| of_anchor(b, a));
        found.unwrap_or(0.0)
    }
}
