//! Long strands: links solved together, exactly, before a sweep of the coloured links.
//!
//! A sweep carries a correction one link further. A strand that is longer than the substeps of a step are many has its
//! far end pulled back too late, and stretches. So a forest of strands ([`forest`]) is solved as a whole ([`direct`]; where it is one
//! long rope, [`rope`]), and where the links have been torn far out of shape, a multilevel pass ([`coarse`]) first brings
//! them near. The sweep afterwards takes care of what is not part of the forest: what closes its loops, and solid bodies.
//!
//! Measured on the way (`f32`, one sweep a substep; settled / yanked stretch, and energy kept in 5 s):
//! see the page docs/algorithm.md.

pub mod batched;
pub mod chain;
pub mod elimination;
pub mod forest;
pub mod initial_guess;
pub mod schedule;
pub mod two_sided;

use crate::{
    particles::{constraint_graph::ConstraintGraph, storage::ParticleId},
    simd::ParticleView,
    solver::direct::{
        elimination::Work,
        forest::{Forest, NONE},
        initial_guess::InitialGuess,
        schedule::Schedule,
        two_sided::Window,
    },
};
use glam::Vec2;

/// Steps of Newton's method in a substep whose links are far out of shape, at the most. All but the most violent need
/// one.
const MOST_ITERATIONS: usize = 8;
/// Of these, beyond the first, for each substep of a step: what is drawn on by one is missing to others.
const MOST_EXTRA: usize = 4;
/// Sweeps after a substep that did not come to its end: what is left is wrong between neighbours.
const LAST_SWEEPS: usize = 4;

/// How much too long, as a share of its length, a link may still be after such a substep.
const LONGEST: f32 = 0.002;

/// Taut strands are left to the sweeps where this many times their particles are no more than all.
const FEW: usize = 10;

/// Below this length, m, a link has no direction.
const MIN_LENGTH: f32 = 1e-12;

/// The strands of a world: derived from its links and from what is fixed.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    forest: Forest,
    plan: Schedule,
    coarse: InitialGuess,
    work: Work,
    /// Scratch: further steps of Newton's method that this step may take.
    allowance: usize,
}

/// The impulses x time that strands take to come to their lengths, kg m, and the scratch to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrandImpulses {
    work: Work,
    links: Vec<f32>,
    anchors: Vec<f32>,
}

/// Steps of Newton's method after which a reading of the pulls is good.
const READING_STEPS: usize = 2;

impl DirectSolver {
    /// Finds the impulses that bring all links to their lengths from `places`, which are moved so.
    pub fn solve_impulses(&self, view: &mut ParticleView<'_>, pulls: &mut StrandImpulses) {
        let Self { forest, plan, .. } = self;
        let StrandImpulses { work, links, anchors } = pulls;
        work.resize(forest, plan);
        links.clear();
        links.resize(forest.parent.len(), 0.0);
        anchors.clear();
        anchors.resize(forest.anchors.len(), 0.0);
        for _ in 0..READING_STEPS {
            work.measure(forest, plan, view);
            work.solve(forest, plan, view);
            work.add_impulses(links, anchors);
        }
    }

    /// The impulse x time of the link between two particles, kg m; 0 where it is not a part of the forest.
    pub fn impulse_between(&self, pulls: &StrandImpulses, a: u32, b: u32) -> f32 {
        let Forest { parent, anchors, .. } = &self.forest;
        let of = |index: u32, other: u32| (parent[index as usize] == other).then(|| pulls.links[index as usize]);
        let tied = |free: u32, fixed: u32| {
            let found = anchors.binary_search_by_key(&(free, fixed), |anchor| (anchor.particle, anchor.fixed));
            found.ok().map(|index| pulls.anchors[index])
        };
        of(a, b).or_else(|| of(b, a)).or_else(|| tied(a, b)).or_else(|| tied(b, a)).unwrap_or(0.0)
    }

    /// Learns what hangs where. Needed when links, pins or hands have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph) {
        let Self { forest, plan, coarse, work, allowance: _ } = self;
        forest.plant(graph);
        plan.make(forest, |particle| graph.is_fixed(particle));
        coarse.make(forest);
        work.resize(forest, plan);
    }

    /// Links between a particle and what its tree hangs from, at the most.
    pub fn depth(&self) -> u32 {
        self.forest.depth
    }

    /// How many links are part of the forest.
    pub fn link_count(&self) -> usize {
        self.plan.spans.iter().map(|span| span.count).sum::<usize>() + self.forest.anchors.len()
    }

    /// Particles that are solved one after the other, and those in wide rows.
    pub fn particle_counts(&self) -> (usize, usize) {
        (self.forest.order.len() - self.plan.wide, self.plan.wide)
    }

    /// Whether it is of use to solve the strands, in a world of so many links. Where they are tied together all over, most
    /// of the load may go through links that are not part of the forest, and what is exact for a part is wrong for the
    /// whole. It is right where the trees are plain strands, as in a net that hangs by a side; a web, or a net that hangs
    /// from two corners, grows trees with branches everywhere.
    ///
    /// What is drawn taut is left to the sweeps: its anchors, where that is little and the sweeps alone `are_too_few` for
    /// the rest, and else all.
    pub fn is_useful(&self, links: usize, position: &[Vec2], are_too_few: bool) -> bool {
        let Forest { order, depth, trees, .. } = &self.forest;
        let closing = links.saturating_sub(self.link_count());
        let plain = self.plan.joints.len() <= 16 + order.len() / 200;
        let slim = order.len() <= 4 * *depth as usize * *trees as usize;
        let fits = 10 * closing <= links || (plain && slim);
        let taut = self.forest.taut(position);
        let little_is_taut = taut == 0 || (are_too_few && FEW * taut * *depth as usize <= order.len());
        !order.is_empty() && fits && little_is_taut
    }

    /// Leaves to the sweeps what they have to do in this step.
    pub fn exclude_taut_anchors(&mut self, position: &[Vec2]) {
        self.forest.exclude_taut_anchors(position);
    }

    /// Whether a particle is a part of what is tied at both ends.
    pub fn is_anchored(&self, particle: ParticleId) -> bool {
        self.forest.tied.get(particle.index()).is_some_and(|&tied| tied)
    }

    /// Whether anything is.
    pub fn has_anchors(&self) -> bool {
        !self.forest.anchors.is_empty()
    }

    /// Whether what others have let stretch is little enough to go on from: nine of ten links are near their lengths. Where
    /// nothing is tied at both ends, it can be drawn in.
    pub fn can_take_over(&mut self, view: &ParticleView<'_>) -> bool {
        let Self { forest, plan, work, .. } = self;
        forest.anchors.is_empty() || 10 * work.measure(forest, plan, view).little as usize <= forest.order.len()
    }

    /// A step of so many substeps begins: how much effort its violent moments may take.
    pub fn begin_step(&mut self, substeps: u32) {
        self.allowance = MOST_EXTRA * substeps as usize;
    }

    /// Brings all links to their lengths, with `sweep` to be called at least once. Returns whether some may still be far
    /// from theirs, and [`DirectSolver::follow`] is of use.
    pub fn solve(&mut self, view: &mut ParticleView<'_>, mut sweep: impl FnMut(&mut ParticleView<'_>)) -> bool {
        let Self { forest, plan, coarse, work, allowance } = self;
        let mut off = work.measure(forest, plan, view);
        if off.much > 0 && *allowance > 0 {
            coarse.relax(forest, view);
            off = work.measure(forest, plan, view);
        }
        for _ in 0..MOST_ITERATIONS {
            let was_near = off.little == 0;
            let came_near = if let Some(rope) = plan.rope() {
                let window = if was_near { Window::middle(rope) } else { work.window(forest, rope) };
                work.solve_rope(forest, view, rope, &window)
            } else {
                work.solve(forest, plan, view);
                false
            };
            if !was_near {
                off = work.measure(forest, plan, view);
            }
            if was_near || (came_near && off.little == 0) {
                // Newton's method squares the error: what is left is less than rounding.
                sweep(view);
                return false;
            }
            if *allowance == 0 {
                break;
            }
            *allowance -= 1;
        }
        for _ in 0..LAST_SWEEPS {
            sweep(view);
        }
        true
    }

    /// Draws every link that is still too long in, from the top down: what hangs on it follows. Without speed: what is
    /// pulled so does not pull back, and as motion that would be energy from nowhere.
    pub fn shorten_overlong_links(&self, position: &mut [Vec2]) {
        let Self { forest, .. } = self;
        for &particle in forest.order.iter().rev() {
            let (index, parent) = (particle as usize, forest.parent[particle as usize]);
            // Drawn in from one end, what is tied at both would be torn off the other.
            if parent == NONE || forest.tied[index] {
                continue;
            }
            let delta = position[parent as usize] - position[index];
            let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
            let longest = (1.0 + LONGEST) * forest.rest_length[index];
            if length > longest {
                position[index] += delta * ((length - longest) / length);
            }
        }
    }
}
