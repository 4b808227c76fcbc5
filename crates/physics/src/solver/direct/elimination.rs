//! Elimination of trees of links in O(n): one Newton step on all their length errors at once.
//!
//! The corrections `w_i sum(lambda u)` that bring every link to its rest length, to first order, follow from a
//! symmetric system whose graph is the tree (Baraff 1996, "Linear-time dynamics using Lagrange multipliers"). On a
//! chain it is tridiagonal (Thomas algorithm). Elimination runs from the leaves up. Each link passes two
//! values to its parent: its *compliance* to a unit impulse (1/kg), and its *error* with everything below relaxed (m).
//! The equations use the sines and cosines between links instead of differences of products, so that `f32` loses no
//! digits in strands of any length.

use std::ops::Range;

use glam::{DVec2, Vec2};

use crate::containers::{NONE, Refill};
use crate::simd::ParticleView;
use crate::solver::compliance::ElasticRow;
use crate::solver::direct::batched::{self, MAX_DIRECT_SPIN_ERROR, MAX_SPIN_TURN, MIN_OVERLONG, SLACK_COMPLIANCE};
use crate::solver::direct::{ChainRange, Forest, LinkRange, Row, Schedule, Stage, Strands, Tie, energy};

/// Compliance added to links of fixed particles, as a fraction of the inverse mass of the free end. Without it, a
/// strand that is straight between two fixed ends would have zero compliance, and the system would be singular.
pub(crate) const SOFTNESS: f32 = 1e-6;

fn is_overlong(error: f32, rest_length: f32) -> u32 {
    u32::from(error > MIN_OVERLONG * rest_length)
}

/// The system of equations: values of each particle's link to its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    /// Unit vector towards the parent.
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
    /// Length error with all links below relaxed, m.
    pub(crate) error: Vec<f32>,
    /// Compliance to a unit impulse on the link, 1/kg.
    pub(crate) compliance: Vec<f32>,
    /// The parent's inverse mass times the cosine between its link and this one, 1/kg.
    pub(crate) coupling: Vec<f32>,
    /// (The parent's inverse mass times the sine between its link and this one)², 1/kg².
    pub(crate) bend: Vec<f32>,
    /// 1 / (compliance + the parent's inverse mass), kg.
    pub(crate) pivot: Vec<f32>,
    /// Impulse x time, kg m.
    pub(crate) lambda: Vec<f32>,
    /// Sum of the impulses x time of all Newton steps in a substep, kg m.
    impulse: Vec<f32>,
    /// Sum of the displacements of each particle, m. Impulses are large and nearly cancel.
    pub(crate) shift: Vec<Vec2>,
    second_ties: Vec<TieSystem>,
    joints: Vec<JointSystem>,
    /// Number of rows eliminated so far: links and second ties, in each Newton step.
    pub(crate) rows: u64,
}

/// A second tie, or the link of a joint's child.
#[derive(Clone, Copy, Debug, Default)]
struct TieSystem {
    /// Unit vector towards the joint.
    direction: Vec2,
    error: f32,
    compliance: f32,
    lambda: f32,
    /// Sum of the impulses x time of all Newton steps in a substep, kg m.
    impulse: f32,
}

/// The 2 x 2 system of a joint.
#[derive(Clone, Copy, Debug, Default)]
struct JointSystem {
    /// The inverse of the articulated mass: the entries xx, xy and yy, 1/kg.
    inverse: [f64; 3],
    /// Sum of the impulses x time that its ties would apply, kg m.
    push: DVec2,
    /// Correction of the joint, m.
    correction: DVec2,
}

impl JointSystem {
    fn times(&self, v: DVec2) -> DVec2 {
        let [a, b, d] = self.inverse;
        DVec2::new(a * v.x + b * v.y, b * v.x + d * v.y)
    }
}

impl Elimination {
    /// Resizes the system to a forest.
    pub fn resize(&mut self, forest: &Forest, schedule: &Schedule) {
        self.second_ties.refill(forest.second_ties.len(), TieSystem::default());
        let Self { x, y, error, compliance, coupling, bend, pivot, lambda, impulse, shift, joints, .. } = self;
        for list in [x, y, error, compliance, coupling, bend, pivot, lambda, impulse] {
            list.refill(forest.parent.len(), 0.0);
        }
        shift.refill(forest.parent.len(), Vec2::ZERO);
        joints.refill(schedule.joints.len(), JointSystem::default());
    }

    /// Measures lengths and directions of all links of a group.
    pub fn measure(&mut self, strands: Strands, view: &ParticleView) -> u32 {
        let Strands { forest, schedule, group, .. } = strands;
        let mut overlong = 0;
        for &range in schedule.links_of(group) {
            let mut found = self.measure_range(forest, view, range);
            if forest.groups[group].is_compliant {
                found = self.add_compliance(strands, view, range);
            }
            overlong += found;
        }
        self.measure_second_ties(strands, view, &mut overlong);
        overlong
    }

    fn measure_second_ties(&mut self, strands: Strands, view: &ParticleView, overlong: &mut u32) {
        let own = strands.second_ties();
        for (tie, second) in self.second_ties[own.clone()].iter_mut().zip(&strands.forest.second_ties[own]) {
            let (free, fixed) = (second.particle as usize, second.fixed as usize);
            let softness = SOFTNESS * view.inv_mass[free];
            if second.compliance > 0.0 {
                let compliance = second.compliance * strands.inv_substep_squared;
                let row = ElasticRow::between(view, [fixed, free], second.rest_length, compliance);
                let is_slack = row.error < -second.slack;
                tie.direction = row.direction;
                tie.error = row.error - row.compliance * tie.impulse;
                tie.compliance = if is_slack { SLACK_COMPLIANCE } else { softness + row.compliance };
                continue;
            }
            let delta = view.position[free] - view.position[fixed] + view.corrections[free];
            let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
            tie.direction = if length > 0.0 { delta / length } else { Vec2::X };
            tie.error = length - second.rest_length;
            let is_slack = tie.error < -second.slack;
            tie.compliance = if is_slack { SLACK_COMPLIANCE } else { softness };
            *overlong += is_overlong(if is_slack { 0.0 } else { tie.error.abs() }, second.rest_length);
        }
    }

    /// Makes the rows of links with compliance elastic, less the length that the impulses so far give them (XPBD: Macklin
    /// et al. 2016, equation 18). Requires measured lengths. Returns the number of overlong rigid links: elastic rows are
    /// linear, so one Newton step solves them.
    fn add_compliance(&mut self, strands: Strands, view: &ParticleView, range: LinkRange) -> u32 {
        let Strands { forest, inv_substep_squared, .. } = strands;
        let mut overlong = 0;
        let Self { x, y, compliance, error, impulse, .. } = self;
        for (k, above) in range.own().zip(range.above()) {
            let rest_length = forest.rest_length[k];
            if forest.compliance[k] == 0.0 {
                overlong += is_overlong(error[k], rest_length);
                continue;
            }
            let row = ElasticRow::between(view, [k, above], rest_length, forest.compliance[k] * inv_substep_squared);
            (x[k], y[k]) = (row.direction.x, row.direction.y);
            // A slack link transmits nothing.
            let is_slack = row.error < -forest.slack[k];
            compliance[k] = if is_slack { SLACK_COMPLIANCE } else { row.compliance };
            error[k] = row.error - row.compliance * impulse[k];
        }
        overlong
    }

    /// Measures lengths and directions of some links.
    pub(crate) fn measure_range(&mut self, forest: &Forest, view: &ParticleView, range: LinkRange) -> u32 {
        let (own, above) = (range.own(), range.above());
        let at = (&view.position[own.clone()], &view.position[above.clone()]);
        let corrections = (&view.corrections[own.clone()], &view.corrections[above]);
        let rest_length = &forest.rest_length[own.clone()];
        let slack = &forest.slack[own.clone()];
        let Self { x, y, error, compliance, .. } = self;
        let to = batched::Lengths {
            x: &mut x[own.clone()],
            y: &mut y[own.clone()],
            error: &mut error[own.clone()],
            compliance: &mut compliance[own],
        };
        batched::measure(rest_length, slack, at, corrections, to)
    }

    /// Applies one Newton step to the corrections of a group.
    pub fn solve(&mut self, strands: Strands, view: &mut ParticleView) {
        let Strands { forest, schedule, group, .. } = strands;
        self.rows += (schedule.group(group).links + strands.second_ties().len()) as u64;
        for &range in schedule.links_of(group) {
            self.couple(view, range);
        }
        for stage in schedule.stages_of(group) {
            match *stage {
                Stage::Row(row) => self.eliminate_row(view, row),
                Stage::Chain(chain) => self.eliminate_chain(view, chain),
                Stage::Each { start, end } => {
                    let each = forest.order[start..end].iter();
                    each.for_each(|&particle| self.eliminate(forest, schedule, view, particle));
                }
            }
        }
        for stage in schedule.stages_of(group).iter().rev() {
            match *stage {
                Stage::Row(row) => self.substitute_row(row),
                Stage::Chain(chain) => self.substitute_chain(chain),
                Stage::Each { start, end } => {
                    let each = forest.order[start..end].iter().rev();
                    each.for_each(|&particle| self.substitute(forest, schedule, view, particle));
                }
            }
        }
        self.apply(strands, view);
    }

    /// Prepares a group that another solution may have left behind, or another forest.
    pub fn clear(&mut self, strands: Strands) {
        let Strands { forest, schedule, group, .. } = strands;
        let lengths = (self.x.len(), self.second_ties.len(), self.joints.len());
        if lengths != (forest.parent.len(), forest.second_ties.len(), schedule.joints.len()) {
            self.resize(forest, schedule);
        }
        let Self { x, y, error, compliance, coupling, bend, pivot, lambda, impulse, shift, second_ties, .. } = self;
        for own in schedule.particles_of(group) {
            for list in [&mut *x, y, error, compliance, coupling, bend, pivot, lambda, impulse] {
                list[own.clone()].fill(0.0);
            }
            shift[own.clone()].fill(Vec2::ZERO);
        }
        second_ties[strands.second_ties()].fill(TieSystem::default());
    }

    /// Clears the sums of a group's impulses, at the beginning of a substep.
    pub fn clear_impulses(&mut self, strands: Strands) {
        let Strands { schedule, group, .. } = strands;
        schedule.particles_of(group).iter().for_each(|particles| self.impulse[particles.clone()].fill(0.0));
        self.second_ties[strands.second_ties()].iter_mut().for_each(|tie| tie.impulse = 0.0);
    }

    /// The sum of the impulses x time of a link, kg m.
    pub fn impulse_of(&self, tie: Tie) -> f32 {
        match tie {
            Tie::Child(particle) => self.impulse[particle as usize],
            Tie::Second(index) => self.second_ties[index as usize].impulse,
        }
    }

    /// Gives the displacements the angular momentum that the impulses of a group took in this substep, as a projection
    /// with spin does; and where links turn far, with the displacement by `gravity` (m), the energy.
    pub fn pass_on_spin(&mut self, strands: Strands, view: &mut ParticleView, gravity: Option<Vec2>) {
        let Strands { forest, schedule, group, .. } = strands;
        let ParticleView { displacement, inv_mass, .. } = &mut *view;
        let Self { x, y, lambda, impulse, shift, second_ties, .. } = self;
        let mut turned = 0;
        for range in schedule.links_of(group) {
            let (own, above) = (range.own(), range.above());
            let masses = (&inv_mass[own.clone()], &inv_mass[above.clone()]);
            let moved = (&displacement[own.clone()], &displacement[above.clone()]);
            let (across, turn) = ((&y[own.clone()], &x[own.clone()]), &mut lambda[own.clone()]);
            turned += batched::find_spin(
                &impulse[own.clone()],
                &forest.rest_length[own.clone()],
                masses,
                across,
                moved,
                turn,
            );
            if forest.groups[group].is_compliant {
                // Elastic rows act along the links at the beginning of the substep, which takes no angular momentum.
                let of_links = turn.iter_mut().zip(&forest.compliance[own.clone()]);
                of_links.filter(|(_, compliance)| **compliance > 0.0).for_each(|(turn, _)| *turn = 0.0);
            }
            batched::add_shift(&mut shift[own.clone()], masses.0, across, turn, [1.0, -1.0]);
            batched::add_shift(&mut shift[above], masses.1, across, turn, [-1.0, 1.0]);
        }
        let of_group = strands.second_ties();
        let ties = second_ties[of_group.clone()].iter().zip(&forest.second_ties[of_group]);
        for (tie, second) in ties.filter(|(_, second)| second.compliance == 0.0) {
            let (free, fixed) = (second.particle as usize, second.fixed as usize);
            let moved = displacement[free] - displacement[fixed];
            let limits = [MAX_DIRECT_SPIN_ERROR, MAX_SPIN_TURN].map(|limit| limit * second.rest_length);
            let error = (tie.impulse * inv_mass[free]).clamp(-limits[0], limits[0]);
            let turn = tie.direction.perp_dot(moved).clamp(-limits[1], limits[1]);
            shift[free] += tie.direction.perp() * (error * turn / second.rest_length);
        }
        if let Some(gravity) = gravity.filter(|_| turned > 0) {
            energy::restore(strands, view, shift, gravity);
        }
        for particles in schedule.particles_of(group) {
            batched::apply_shift(&mut view.displacement[particles.clone()], &mut shift[particles.clone()]);
        }
    }

    /// Computes the coupling of links to their parents' links.
    pub(crate) fn couple(&mut self, view: &ParticleView, range: LinkRange) {
        let (own, above) = (range.own(), range.above());
        let Self { x, y, coupling, bend, .. } = self;
        let inv_mass = &view.inv_mass[above.clone()];
        let (x, y) = ((&x[own.clone()], &x[above.clone()]), (&y[own.clone()], &y[above]));
        batched::couple(inv_mass, x, y, &mut coupling[own.clone()], &mut bend[own]);
    }

    fn eliminate_row(&mut self, view: &ParticleView, row: Row) {
        let Row { first, child, is_fixed, count, .. } = row;
        let inv_mass = &view.inv_mass[first..first + count];
        if let Some(child) = child {
            let compliance = two_rows(&mut self.compliance, first, child, count);
            let error = two_rows(&mut self.error, first, child, count);
            let below = child..child + count;
            let coupling_and_bend = (&self.coupling[below.clone()], &self.bend[below.clone()]);
            batched::eliminate_row(inv_mass, compliance, error, coupling_and_bend, &mut self.pivot[below]);
        } else {
            for (compliance, inv_mass) in self.compliance[first..first + count].iter_mut().zip(inv_mass) {
                *compliance += inv_mass;
            }
        }
        if is_fixed {
            let pivots = self.pivot[first..first + count].iter_mut();
            for ((pivot, compliance), inv_mass) in pivots.zip(&self.compliance[first..first + count]).zip(inv_mass) {
                *pivot = 1.0 / (compliance + SOFTNESS * inv_mass);
            }
        }
    }

    fn eliminate_chain(&mut self, view: &ParticleView, chain: ChainRange) {
        let ChainRange { top, is_fixed, count, .. } = chain;
        let links = top..top + count;
        let Self { error, compliance, coupling, bend, pivot, .. } = self;
        let inv_mass = &view.inv_mass[links.clone()];
        batched::eliminate_chain(
            inv_mass,
            &mut compliance[links.clone()],
            &mut error[links.clone()],
            (&coupling[links.clone()], &bend[links.clone()]),
            &mut pivot[links],
        );
        if is_fixed {
            pivot[top] = 1.0 / (compliance[top] + SOFTNESS * inv_mass[0]);
        }
    }

    fn substitute_chain(&mut self, chain: ChainRange) {
        let ChainRange { top, parent, is_fixed, count } = chain;
        let above = if is_fixed { 0.0 } else { self.coupling[top] * self.lambda[parent] };
        self.lambda[top] = (self.error[top] + above) * self.pivot[top];
        let links = top..top + count;
        let Self { error, coupling, pivot, lambda, .. } = self;
        let (lambda, coupling) = (&mut lambda[links.clone()], &mut coupling[links.clone()]);
        batched::substitute_chain(lambda, coupling, &error[links.clone()], &pivot[links]);
    }

    fn substitute_row(&mut self, row: Row) {
        let Row { first, parent, is_fixed, count, .. } = row;
        let error = &self.error[first..first + count];
        let pivot = &self.pivot[first..first + count];
        let coupling = &self.coupling[first..first + count];
        let (lambda, above) = two_rows(&mut self.lambda, first, parent, count);
        batched::substitute_row(lambda, (!is_fixed).then_some(above), error, coupling, pivot);
    }

    /// Eliminates the links below a particle: adds their effect to the particle's link.
    fn eliminate(&mut self, forest: &Forest, schedule: &Schedule, view: &ParticleView, particle: u32) {
        let index = particle as usize;
        let inv_mass = view.inv_mass[index];
        let parent = forest.parent[index];
        if schedule.joint[index] != NONE {
            self.eliminate_joint(schedule, view, particle, parent != NONE);
        } else {
            let child = schedule.only_child[index] as usize;
            let (mut compliance, mut error) = (inv_mass, 0.0);
            if child != NONE as usize {
                let pivot = 1.0 / (self.compliance[child] + inv_mass);
                self.pivot[child] = pivot;
                compliance = (inv_mass * self.compliance[child] + self.bend[child]) * pivot;
                error = self.coupling[child] * self.error[child] * pivot;
            }
            // A free root has no link.
            if parent != NONE {
                self.compliance[index] += compliance;
                self.error[index] += error;
            }
        }
        if parent != NONE && view.inv_mass[parent as usize] == 0.0 {
            self.pivot[index] = 1.0 / (self.compliance[index] + SOFTNESS * inv_mass);
        }
    }

    /// [`Elimination::eliminate`] for a joint, which each tie stiffens along its own direction.
    fn eliminate_joint(&mut self, schedule: &Schedule, view: &ParticleView, particle: u32, has_parent: bool) {
        let index = particle as usize;
        let joint = schedule.joint[index] as usize;
        let mass = 1.0 / f64::from(view.inv_mass[index]);
        let (mut a, mut b, mut d) = (mass, 0.0, mass);
        let mut push = DVec2::ZERO;
        for &tie in schedule.ties_of(joint) {
            let TieSystem { direction, error, compliance, .. } = self.tie_system(tie);
            let (u, compliance) = (direction.as_dvec2(), f64::from(compliance) + f64::from(SOFTNESS) / mass);
            (a, b, d) = (a + u.x * u.x / compliance, b + u.x * u.y / compliance, d + u.y * u.y / compliance);
            push -= u * (f64::from(error) / compliance);
        }
        let determinant = a * d - b * b;
        let inverse = [d / determinant, -b / determinant, a / determinant];
        let system = JointSystem { inverse, push, correction: DVec2::ZERO };
        self.joints[joint] = system;
        if has_parent {
            let v = self.direction(index);
            self.compliance[index] += v.dot(system.times(v)).max(0.0) as f32;
            self.error[index] -= v.dot(system.times(push)) as f32;
        }
    }

    /// The unit vector from a particle towards its parent.
    fn direction(&self, particle: usize) -> DVec2 {
        DVec2::new(self.x[particle].into(), self.y[particle].into())
    }

    fn tie_system(&self, tie: Tie) -> TieSystem {
        match tie {
            Tie::Second(second) => self.second_ties[second as usize],
            Tie::Child(child) => {
                let child = child as usize;
                let direction = Vec2::new(self.x[child], self.y[child]);
                TieSystem {
                    direction,
                    error: self.error[child],
                    compliance: self.compliance[child],
                    ..TieSystem::default()
                }
            }
        }
    }

    /// Finds the impulse of a particle's link from the link above it.
    fn substitute(&mut self, forest: &Forest, schedule: &Schedule, view: &ParticleView, particle: u32) {
        let index = particle as usize;
        let parent = forest.parent[index];
        if parent != NONE {
            let above = parent as usize;
            let joint = schedule.joint[above];
            self.lambda[index] = if view.inv_mass[above] == 0.0 {
                self.error[index] * self.pivot[index]
            } else if joint != NONE {
                let softness = f64::from(SOFTNESS) * f64::from(view.inv_mass[above]);
                let moved = self.direction(index).dot(self.joints[joint as usize].correction);
                ((moved + f64::from(self.error[index])) / (f64::from(self.compliance[index]) + softness)) as f32
            } else {
                (self.error[index] + self.coupling[index] * self.lambda[above]) * self.pivot[index]
            };
        }
        if schedule.joint[index] != NONE {
            self.substitute_joint(schedule, view, particle, parent != NONE);
        }
    }

    /// Finds the correction of a joint and the impulses of its second ties.
    fn substitute_joint(&mut self, schedule: &Schedule, view: &ParticleView, particle: u32, has_parent: bool) {
        let index = particle as usize;
        let joint = schedule.joint[index] as usize;
        let pull = self.direction(index) * f64::from(self.lambda[index]);
        let system = self.joints[joint];
        let correction = system.times(system.push + if has_parent { pull } else { DVec2::ZERO });
        self.joints[joint].correction = correction;
        let softness = f64::from(SOFTNESS) * f64::from(view.inv_mass[index]);
        for &tie in schedule.ties_of(joint) {
            if let Tie::Second(second) = tie {
                let tie = &mut self.second_ties[second as usize];
                let moved = tie.direction.as_dvec2().dot(correction) + f64::from(tie.error);
                tie.lambda = (moved / (f64::from(tie.compliance) + softness)) as f32;
            }
        }
    }

    /// Moves both ends of every link by its impulse.
    fn apply(&mut self, strands: Strands, view: &mut ParticleView) {
        let Strands { forest, schedule, group, .. } = strands;
        let ParticleView { corrections, inv_mass, .. } = view;
        let Self { x, y, lambda, impulse, shift, second_ties, .. } = self;
        for range in schedule.links_of(group) {
            let (own, above) = (range.own(), range.above());
            batched::add(&mut impulse[own.clone()], &lambda[own.clone()]);
            let (x, y, lambda) = (&x[own.clone()], &y[own.clone()], &lambda[own.clone()]);
            batched::add_shift(&mut shift[own.clone()], &inv_mass[own], (x, y), lambda, [1.0; 2]);
            batched::add_shift(&mut shift[above.clone()], &inv_mass[above], (x, y), lambda, [-1.0; 2]);
        }
        let of_group = strands.second_ties();
        for (tie, second) in second_ties[of_group.clone()].iter_mut().zip(&forest.second_ties[of_group]) {
            let index = second.particle as usize;
            tie.impulse += tie.lambda;
            shift[index] -= tie.direction * (tie.lambda * inv_mass[index]);
        }
        for particles in schedule.particles_of(group) {
            batched::apply_shift(&mut corrections[particles.clone()], &mut shift[particles.clone()]);
        }
    }
}

impl LinkRange {
    /// The indices of the links' own particles.
    fn own(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// The indices of their parents.
    fn above(&self) -> Range<usize> {
        self.parent..self.parent + self.count
    }
}

/// Two rows of one list that do not overlap: the first to write, the second to read.
fn two_rows(list: &mut [f32], write: usize, read: usize, count: usize) -> (&mut [f32], &[f32]) {
    if write < read {
        let (low, high) = list.split_at_mut(read);
        (&mut low[write..write + count], &high[..count])
    } else {
        let (low, high) = list.split_at_mut(write);
        (&mut high[..count], &low[read..read + count])
    }
}
