//! Direct solver: strands, which are trees of links, solved as a whole in each substep, before the sweeps. The strands
//! of each connected component are solved, or left to the sweeps, by themselves.
//!
//! A sweep carries a correction one link further, so the far end of a strand with more links than a step has substeps
//! is pulled back too late, and the strand stretches. Instead, one or more Newton steps bring all links of the strands
//! to their rest lengths at once. The sweep afterwards handles the links that close loops between strands, and solid
//! bodies.
//!
//! - `forest`: decides which links form strands, and which particle hangs from which
//! - `schedule`: the order of elimination, in batches for SIMD kernels
//! - `elimination`: a Newton step, in O(n) (Baraff 1996)
//! - `batched`: the SIMD kernels of elimination
//! - `energy`: what a solve takes of the energy

pub mod batched;
pub mod elimination;
mod energy;
pub mod forest;
pub mod schedule;

pub(crate) use self::{elimination::*, forest::*, schedule::*};

use crate::containers::{NONE, Refill, sort_pairs};
use crate::particles::{Components, ConstraintGraph, ParticleId};
use crate::simd::ParticleView;
use crate::tuning::SEEN_STRETCH;
use glam::Vec2;
use std::ops::Range;

/// Maximum number of Newton steps in a substep with links far too long. Most substeps need one.
const MAX_NEWTON_STEPS: usize = 8;

/// Mean Newton steps beyond the first that a step may spend per substep; substeps share the budget.
const EXTRA_NEWTON_STEPS: usize = 4;

/// More sweeps after a substep without convergence. The remaining errors are local.
pub(crate) const EXTRA_SWEEPS: usize = 3;

/// Newton steps in a measurement of the impulses.
const MEASURING_STEPS: usize = 2;

/// Solves the strands of a world, group by group. Derived from links and fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    pub forest: Forest,
    pub schedule: Schedule,
    elimination: Elimination,
    /// The progress of each group in a step.
    progress: Vec<GroupProgress>,
    /// The group of each component, or [`NONE`] without links.
    group_of: Vec<u32>,
    /// 1 / substep² in this step, 1/s².
    inv_substep_squared: f32,
    /// Displacement by gravity in a substep of this step, m.
    gravity_displacement: Vec2,
}

/// The progress of a group in a step. Scratch.
#[derive(Clone, Copy, Debug, Default)]
struct GroupProgress {
    /// Whether the step solves the group directly.
    is_direct: bool,
    /// Remaining budget of Newton steps beyond the first.
    extra_steps: usize,
    /// Whether the last substep ended without convergence.
    has_failed: bool,
    /// Whether a solve keeps the energy.
    keeps_energy: bool,
}

/// A group of a forest, with the schedule of its elimination.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strands<'a> {
    pub forest: &'a Forest,
    pub schedule: &'a Schedule,
    pub group: usize,
    /// 1 / substep², 1/s²: turns a compliance into length per impulse x time.
    pub inv_substep_squared: f32,
}

impl Strands<'_> {
    /// The second ties of the group, as a range of [`Forest::second_ties`].
    pub fn second_ties(&self) -> Range<usize> {
        self.forest.groups[self.group].second_ties.clone()
    }
}

impl DirectSolver {
    /// Rebuilds the strands. Required when links, pins or sleep have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, components: &Components) {
        let Self { forest, schedule, elimination, progress, group_of, .. } = self;
        forest.rebuild(graph, components);
        schedule.rebuild(forest, components, |particle| graph.is_fixed(particle));
        elimination.resize(forest, schedule);
        progress.clear();
        progress.reserve(forest.groups.capacity());
        progress.refill(forest.groups.len(), GroupProgress::default());
        components.refill(group_of, NONE);
        for (number, group) in (0..).zip(&forest.groups) {
            group_of[group.component] = number;
        }
    }

    /// Number of links in the strands of a group.
    pub fn link_count(&self, group: usize) -> usize {
        self.schedule.group(group).links + self.forest.groups[group].second_ties.len()
    }

    /// Whether the trees of a group carry its load, so that a direct solve applies.
    ///
    /// It does not apply where links that close loops may carry most of the load: an exact solution of a part is wrong
    /// for the whole. It applies where the trees are plain strands, as in a net that hangs by a side; trees of a web
    /// branch everywhere.
    pub fn carries_the_load(&self, group: usize) -> bool {
        let StrandGroup { links, order, depth, trees, .. } = &self.forest.groups[group];
        let closing = links.saturating_sub(self.link_count(group));
        let has_few_joints = self.schedule.group(group).joints <= 16 + order.len() / 200;
        let is_slim = order.len() <= 4 * *depth as usize * *trees as usize;
        !order.is_empty() && (10 * closing <= *links || (has_few_joints && is_slim))
    }

    /// Whether the tree of a particle is fixed at more than one end.
    pub fn is_anchored(&self, particle: ParticleId) -> bool {
        self.forest.is_anchored.get(particle.index()).is_some_and(|&is_anchored| is_anchored)
    }

    /// Whether the stretch of a group that remains after sweeps is small enough for a direct solve: at most one link in
    /// ten is too long. Trees without second ties can be shortened at any stretch.
    pub fn can_take_over(&mut self, group: usize, view: &ParticleView) -> bool {
        let &mut Self { ref forest, ref schedule, ref mut elimination, inv_substep_squared, .. } = self;
        let StrandGroup { second_ties, order, is_compliant, .. } = &forest.groups[group];
        let strands = Strands { forest, schedule, group, inv_substep_squared };
        *is_compliant || second_ties.is_empty() || 10 * elimination.measure(strands, view) as usize <= order.len()
    }

    /// Sets the budget of Newton steps of each group for a step with these substeps: their number and length, s.
    /// `gravity` is in m/s².
    pub fn begin_step(&mut self, substeps: u32, substep: f32, gravity: Vec2) {
        self.gravity_displacement = gravity * (substep * substep);
        self.inv_substep_squared = 1.0 / (substep * substep);
        let extra_steps = EXTRA_NEWTON_STEPS * substeps as usize;
        self.progress.iter_mut().for_each(|progress| progress.extra_steps = extra_steps);
    }

    /// Leaves all groups to the sweeps.
    pub fn clear_progress(&mut self) {
        self.progress.fill(GroupProgress::default());
    }

    /// Sets whether the step solves a group directly.
    pub fn set_direct(&mut self, group: usize, is_direct: bool) {
        self.progress[group] = GroupProgress { is_direct, ..GroupProgress::default() };
    }

    /// Lets the solves of a group in this step keep its energy, if no links close loops and none has compliance.
    pub fn keep_energy(&mut self, group: usize) {
        let closes_loops = self.closes_loops(group);
        self.progress[group].keeps_energy = !closes_loops && !self.forest.groups[group].is_compliant;
    }

    fn closes_loops(&self, group: usize) -> bool {
        self.forest.groups[group].links > self.link_count(group)
    }

    /// The progress of the group of a component.
    fn progress_of(&self, component: usize) -> Option<GroupProgress> {
        let group = *self.group_of.get(component)?;
        self.progress.get(group as usize).copied()
    }

    /// The groups that the step solves directly.
    pub fn direct_groups(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.progress.len()).filter(|&group| self.progress[group].is_direct)
    }

    /// Lists the particles of the components that the step solves directly, as sorted ranges.
    pub fn list_direct(&self, ranges: &mut Vec<[u32; 2]>) {
        let particles = self.direct_groups().flat_map(|group| self.schedule.particles_of(group));
        ranges.clear();
        ranges.reserve(self.forest.groups.capacity());
        ranges.extend(particles.map(|range| [range.start as u32, range.end as u32]));
        sort_pairs(ranges);
    }

    /// Whether the step solves a component directly.
    pub fn is_direct(&self, component: usize) -> bool {
        self.progress_of(component).is_some_and(|progress| progress.is_direct)
    }

    /// Whether the last substep left links of a component that may be far too long, so that more sweeps and
    /// [`DirectSolver::shorten_failed`] should follow.
    pub fn has_failed(&self, component: usize) -> bool {
        self.progress_of(component).is_some_and(|progress| progress.has_failed)
    }

    /// Number of links of the components that [`DirectSolver::has_failed`].
    pub fn failed_links(&self) -> usize {
        let groups = self.progress.iter().zip(&self.forest.groups);
        groups.filter(|(progress, _)| progress.has_failed).map(|(_, group)| group.links).sum()
    }

    /// Brings all links of the strands that are solved directly to their rest lengths. At least one sweep should
    /// follow. Returns the number of rows eliminated.
    pub fn solve(&mut self, view: &mut ParticleView) -> u64 {
        let before = self.elimination.rows;
        for group in 0..self.progress.len() {
            self.progress[group].has_failed = self.progress[group].is_direct && !self.solve_group(group, view);
        }
        self.elimination.rows - before
    }

    /// Solves a group. Returns whether Newton's method converged.
    fn solve_group(&mut self, group: usize, view: &mut ParticleView) -> bool {
        let closes_loops = self.closes_loops(group);
        let gravity = self.progress[group].keeps_energy.then_some(self.gravity_displacement);
        let &mut Self { ref forest, ref schedule, ref mut elimination, .. } = self;
        let strands = Strands { forest, schedule, group, inv_substep_squared: self.inv_substep_squared };
        let extra_steps = &mut self.progress[group].extra_steps;
        elimination.clear_impulses(strands);
        let mut overlong = elimination.measure(strands, view);
        let mut has_converged = false;
        for _ in 0..MAX_NEWTON_STEPS {
            let was_near = overlong == 0;
            elimination.solve(strands, view);
            if !was_near {
                overlong = elimination.measure(strands, view);
            }
            // Newton's method squares a small error, and the result is below rounding.
            has_converged = was_near;
            if has_converged || *extra_steps == 0 {
                break;
            }
            *extra_steps -= 1;
        }
        // As in sweeps, links of loops have no spin.
        if !closes_loops {
            elimination.pass_on_spin(strands, view, gravity);
        }
        has_converged
    }

    /// Shortens the links of the groups that [`DirectSolver::has_failed`].
    pub fn shorten_failed(&self, position: &mut [Vec2]) {
        let failed = (0..self.progress.len()).filter(|&group| self.progress[group].has_failed);
        failed.for_each(|group| self.shorten_overlong_links(group, position));
    }

    /// Shortens every link of a group that is too long, from the top down, by moving its lower end.
    ///
    /// Only positions change: a one-sided correction of the displacements would create energy. Anchored trees are
    /// skipped, because the correction would overstretch the links to their other fixed ends.
    pub fn shorten_overlong_links(&self, group: usize, position: &mut [Vec2]) {
        let Self { forest, .. } = self;
        for &particle in forest.order[forest.groups[group].order.clone()].iter().rev() {
            let (index, parent) = (particle as usize, forest.parent[particle as usize]);
            if parent == NONE || forest.is_anchored[index] || forest.compliance[index] > 0.0 {
                continue;
            }
            let delta = position[parent as usize] - position[index];
            let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
            let longest = (1.0 + SEEN_STRETCH) * forest.rest_length[index];
            if length > longest {
                position[index] += delta * ((length - longest) / length);
            }
        }
    }

    /// Finds the impulses that bring all links of the strands that are solved directly to their rest lengths, in the
    /// components that are `included`, and applies them to `view`.
    pub fn solve_impulses(
        &self,
        view: &mut ParticleView,
        elimination: &mut Elimination,
        is_included: impl Fn(usize) -> bool,
    ) {
        let &Self { ref forest, ref schedule, inv_substep_squared, .. } = self;
        let is_group_included = |&group: &usize| is_included(forest.groups[group].component);
        for group in self.direct_groups().filter(is_group_included) {
            let strands = Strands { forest, schedule, group, inv_substep_squared };
            elimination.clear(strands);
            for _ in 0..MEASURING_STEPS {
                elimination.measure(strands, view);
                elimination.solve(strands, view);
            }
        }
    }

    /// The link between two particles, if it is part of a strand that the step solves directly.
    pub fn tie_between(&self, components: &Components, [a, b]: [u32; 2]) -> Option<Tie> {
        let group = *self.group_of.get(components.number(a))? as usize;
        self.progress.get(group).filter(|progress| progress.is_direct)?;
        let (Forest { parent, second_ties, .. }, of_group) = (&self.forest, &self.forest.groups[group]);
        let link = |child: u32, other| (parent[child as usize] == other).then_some(Tie::Child(child));
        let second = |free: u32, fixed: u32| {
            let own = &second_ties[of_group.second_ties.clone()];
            let found = own.binary_search_by_key(&(free, fixed), |second| (second.particle, second.fixed)).ok()?;
            Some(Tie::Second((of_group.second_ties.start + found) as u32))
        };
        link(a, b).or_else(|| link(b, a)).or_else(|| second(a, b)).or_else(|| second(b, a))
    }

    /// Sets the rest length (m) of the link between two particles, if it is part of a strand that the step solves directly.
    pub fn set_rest_length(&mut self, components: &Components, ends: [u32; 2], rest_length: f32) {
        match self.tie_between(components, ends) {
            Some(Tie::Child(child)) => self.forest.rest_length[child as usize] = rest_length,
            Some(Tie::Second(number)) => self.forest.second_ties[number as usize].rest_length = rest_length,
            None => {}
        }
    }

    /// The impulse x time of the link between two particles in a solution, kg m; 0 for links outside strands.
    pub fn impulse_between(&self, solution: &Elimination, components: &Components, ends: [u32; 2]) -> f32 {
        self.tie_between(components, ends).map_or(0.0, |tie| solution.impulse_of(tie))
    }
}
