//! Trees of links solved exactly, in O(n): one step of Newton's method on all their lengths at once.
//!
//! The corrections `w_i sum(lambda u)` that bring every link to its length, to first order, follow from a symmetric
//! system whose graph is the tree (Baraff 1996, "Linear-time dynamics using Lagrange multipliers"; on a chain it is
//! tridiagonal, Thomas's algorithm). Eliminated from the leaves up, a link passes on to its parent what hangs on it:
//! how far it gives way to a unit impulse (`compliance`, 1/kg), and by how much it is too long once all below has moved
//! as it likes (`error`, m). Written with the sines and cosines between links instead of differences of products, no
//! digits are lost in `f32`, however long the strand.

use glam::{DVec2, Vec2};

use crate::{
    simd::ParticleView,
    solver::direct::{
        batched,
        forest::{Forest, NONE},
        schedule::{Schedule, Span, Stage, Tie},
    },
};

/// Added to the compliance of a link that is held by something fixed, as a share of its particle's inverse mass. A strand
/// that is drawn straight between two fixed ends has none left.
pub(crate) const SOFTNESS: f32 = 1e-6;

/// The compliance of a slack link: it passes nothing on.
pub(crate) const SLACK: f32 = 1e18;

/// A correction longer than this, m, is none.
pub(crate) const LONGEST_CORRECTION: f32 = 10.0;

/// What a pass over the links' lengths has found: how many links are too long by more than these shares of their length
/// (and anchors, too long or too short).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LengthErrors {
    pub little: u32,
    pub much: u32,
}

/// The shares of [`LengthErrors`].
pub(crate) const LITTLE: f32 = 0.001;
pub(crate) const MUCH: f32 = 0.2;

/// Scratch: a value for each particle, of its link.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    /// Unit vector towards the parent.
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
    /// How much it is too long, m, with what hangs on it moved as it likes.
    pub(crate) error: Vec<f32>,
    /// How far it gives way to a unit impulse, 1/kg.
    pub(crate) compliance: Vec<f32>,
    /// The parent's inverse mass times the cosine between its link and this.
    pub(crate) along: Vec<f32>,
    /// The parent's inverse mass squared times the sine squared.
    pub(crate) across: Vec<f32>,
    /// 1 / (compliance + the parent's inverse mass), kg.
    pub(crate) pivot: Vec<f32>,
    /// The impulse x time along it, kg m.
    pub(crate) lambda: Vec<f32>,
    /// By how much each particle is moved, m: impulses are large, and cancel almost.
    pub(crate) shift: Vec<Vec2>,
    anchors: Vec<TieSystem>,
    joints: Vec<JointSystem>,
}

/// An anchor's direction, error and impulse, as of a link.
#[derive(Clone, Copy, Debug, Default)]
struct TieSystem {
    direction: Vec2,
    error: f32,
    compliance: f32,
    lambda: f32,
}

/// The system of a joint: its inverse (articulated) mass and what its ties push it by.
#[derive(Clone, Copy, Debug, Default)]
struct JointSystem {
    inverse: [f64; 3],
    push: DVec2,
    correction: DVec2,
}

impl JointSystem {
    fn times(&self, v: DVec2) -> DVec2 {
        let [a, b, d] = self.inverse;
        DVec2::new(a * v.x + b * v.y, b * v.x + d * v.y)
    }
}

impl Work {
    pub fn resize(&mut self, forest: &Forest, plan: &Schedule) {
        let Self { x, y, error, compliance, along, across, pivot, lambda, shift, anchors, joints } = self;
        for list in [x, y, error, compliance, along, across, pivot, lambda] {
            list.clear();
            list.resize(forest.parent.len(), 0.0);
        }
        shift.clear();
        shift.resize(forest.parent.len(), Vec2::ZERO);
        anchors.clear();
        anchors.resize(forest.anchors.len(), TieSystem::default());
        joints.clear();
        joints.resize(plan.joints.len(), JointSystem::default());
    }

    /// Takes the lengths and directions of all links.
    pub fn measure(&mut self, forest: &Forest, plan: &Schedule, view: &ParticleView<'_>) -> LengthErrors {
        let mut off = LengthErrors::default();
        for &span in &plan.spans {
            let found = self.measure_span(forest, view, span);
            off.little += found.little;
            off.much += found.much;
        }
        for (tied, anchor) in self.anchors.iter_mut().zip(&forest.anchors) {
            if anchor.is_left {
                *tied = TieSystem { compliance: SLACK, ..TieSystem::default() };
                continue;
            }
            let (free, fixed) = (anchor.particle as usize, anchor.fixed as usize);
            let delta = view.position[free] - view.position[fixed] + view.corrections[free];
            let length = length(delta);
            tied.direction = if length > 0.0 { delta / length } else { Vec2::X };
            tied.error = length - anchor.rest_length;
            let weight = view.inv_mass[anchor.particle as usize];
            tied.compliance = if tied.error < -anchor.slack { SLACK } else { SOFTNESS * weight };
            let amount = if tied.error < -anchor.slack { 0.0 } else { tied.error.abs() };
            off.little += u32::from(amount > LITTLE * anchor.rest_length);
            off.much += u32::from(amount > MUCH * anchor.rest_length);
        }
        off
    }

    pub(crate) fn measure_span(&mut self, forest: &Forest, view: &ParticleView<'_>, span: Span) -> LengthErrors {
        let Span { first, parent, count } = span;
        let (own, above) = (first..first + count, parent..parent + count);
        let at = (&view.position[own.clone()], &view.position[above.clone()]);
        let corrections = (&view.corrections[own.clone()], &view.corrections[above]);
        let rest = &forest.rest_length[own.clone()];
        let slack = &forest.slack[own.clone()];
        let Self { x, y, error, compliance, .. } = self;
        let to = batched::Lengths {
            x: &mut x[own.clone()],
            y: &mut y[own.clone()],
            error: &mut error[own.clone()],
            compliance: &mut compliance[own],
        };
        batched::measure(rest, slack, at, corrections, to)
    }

    /// One step of Newton's method: moves the places.
    pub fn solve(&mut self, forest: &Forest, plan: &Schedule, view: &mut ParticleView<'_>) {
        for &span in &plan.spans {
            self.couple(view, span);
        }
        for stage in &plan.stages {
            match *stage {
                Stage::Row { first, child, fixed, count, .. } => self.row_up(view, first, child, fixed, count),
                Stage::Chain { top, fixed, count, .. } => self.chain_up(view, top, fixed, count),
                Stage::Each { start, end } => {
                    forest.order[start..end].iter().for_each(|&particle| self.up(forest, plan, view, particle));
                }
            }
        }
        for stage in plan.stages.iter().rev() {
            match *stage {
                Stage::Row { first, parent, fixed, count, .. } => self.row_down(first, parent, fixed, count),
                Stage::Chain { top, parent, fixed, count } => self.chain_down(top, parent, fixed, count),
                Stage::Each { start, end } => {
                    let each = forest.order[start..end].iter().rev();
                    each.for_each(|&particle| self.down(forest, plan, view, particle));
                }
            }
        }
        self.apply(forest, plan, view);
    }

    /// Adds the impulses of the last solution to those of each particle's link and of each anchor, kg m.
    pub fn add_impulses(&self, links: &mut [f32], anchors: &mut [f32]) {
        links.iter_mut().zip(&self.lambda).for_each(|(sum, lambda)| *sum += lambda);
        anchors.iter_mut().zip(&self.anchors).for_each(|(sum, tied)| *sum += tied.lambda);
    }

    /// The angles between each link of a span and its parent's.
    pub(crate) fn couple(&mut self, view: &ParticleView<'_>, span: Span) {
        let Span { first, parent, count } = span;
        let (own, above) = (first..first + count, parent..parent + count);
        let Self { x, y, along, across, .. } = self;
        let weight = &view.inv_mass[above.clone()];
        let (x, y) = ((&x[own.clone()], &x[above.clone()]), (&y[own.clone()], &y[above]));
        batched::couple(weight, x, y, &mut along[own.clone()], &mut across[own]);
    }

    fn row_up(&mut self, view: &ParticleView<'_>, first: usize, child: Option<usize>, fixed: bool, count: usize) {
        let weight = &view.inv_mass[first..first + count];
        if let Some(child) = child {
            let (above, below) = two_rows(&mut self.compliance, first, child, count);
            let (error, error_below) = two_rows(&mut self.error, first, child, count);
            let angles = (&self.along[child..child + count], &self.across[child..child + count]);
            let pivot = &mut self.pivot[child..child + count];
            batched::up(weight, (above, below), (error, error_below), angles, pivot);
        } else {
            for (compliance, weight) in self.compliance[first..first + count].iter_mut().zip(weight) {
                *compliance += weight;
            }
        }
        if fixed {
            let pivots = self.pivot[first..first + count].iter_mut();
            for ((pivot, compliance), weight) in pivots.zip(&self.compliance[first..first + count]).zip(weight) {
                *pivot = 1.0 / (compliance + SOFTNESS * weight);
            }
        }
    }

    fn chain_up(&mut self, view: &ParticleView<'_>, top: usize, fixed: bool, count: usize) {
        let chain = top..top + count;
        let Self { error, compliance, along, across, pivot, .. } = self;
        let weight = &view.inv_mass[chain.clone()];
        let angles = (&along[chain.clone()], &across[chain.clone()]);
        batched::chain_up(weight, &mut compliance[chain.clone()], &mut error[chain.clone()], angles, &mut pivot[chain]);
        if fixed {
            pivot[top] = 1.0 / (compliance[top] + SOFTNESS * weight[0]);
        }
    }

    fn chain_down(&mut self, top: usize, parent: usize, fixed: bool, count: usize) {
        let above = if fixed { 0.0 } else { self.along[top] * self.lambda[parent] };
        self.lambda[top] = (self.error[top] + above) * self.pivot[top];
        let chain = top..top + count;
        let Self { error, along, pivot, lambda, .. } = self;
        batched::chain_down(
            &mut lambda[chain.clone()],
            &mut along[chain.clone()],
            &error[chain.clone()],
            &pivot[chain],
        );
    }

    fn up(&mut self, forest: &Forest, plan: &Schedule, view: &ParticleView<'_>, particle: u32) {
        let index = particle as usize;
        let weight = view.inv_mass[index];
        let parent = forest.parent[index];
        if plan.joint[index] != NONE {
            self.joint_up(plan, view, particle, parent != NONE);
        } else {
            let child = plan.child[index] as usize;
            let (mut compliance, mut error) = (weight, 0.0);
            if child != NONE as usize {
                let pivot = 1.0 / (self.compliance[child] + weight);
                self.pivot[child] = pivot;
                compliance = (weight * self.compliance[child] + self.across[child]) * pivot;
                error = self.along[child] * self.error[child] * pivot;
            }
            // A root that hangs from nothing passes nothing on.
            if parent != NONE {
                self.compliance[index] += compliance;
                self.error[index] += error;
            }
        }
        if parent != NONE && view.inv_mass[parent as usize] == 0.0 {
            self.pivot[index] = 1.0 / (self.compliance[index] + SOFTNESS * weight);
        }
    }

    /// The same for a particle where several links meet: its ties stiffen it, each along its own direction.
    fn joint_up(&mut self, plan: &Schedule, view: &ParticleView<'_>, particle: u32, hangs: bool) {
        let index = particle as usize;
        let joint = plan.joint[index] as usize;
        let mass = 1.0 / f64::from(view.inv_mass[index]);
        let (mut a, mut b, mut d) = (mass, 0.0, mass);
        let mut push = DVec2::ZERO;
        for &tie in self.ties(plan, joint) {
            let TieSystem { direction, error, compliance, .. } = self.tied(tie);
            let (u, compliance) = (direction.as_dvec2(), f64::from(compliance) + f64::from(SOFTNESS) / mass);
            (a, b, d) = (a + u.x * u.x / compliance, b + u.x * u.y / compliance, d + u.y * u.y / compliance);
            push -= u * (f64::from(error) / compliance);
        }
        let determinant = a * d - b * b;
        let work = JointSystem {
            inverse: [d / determinant, -b / determinant, a / determinant],
            push,
            correction: DVec2::ZERO,
        };
        self.joints[joint] = work;
        if hangs {
            let v = DVec2::new(self.x[index].into(), self.y[index].into());
            self.compliance[index] += v.dot(work.times(v)).max(0.0) as f32;
            self.error[index] -= v.dot(work.times(push)) as f32;
        }
    }

    fn ties<'a>(&self, plan: &'a Schedule, joint: usize) -> &'a [Tie] {
        let joint = plan.joints[joint];
        &plan.ties[joint.start as usize..joint.end as usize]
    }

    /// A tie as its joint sees it: the direction towards the joint.
    fn tied(&self, tie: Tie) -> TieSystem {
        match tie {
            Tie::Anchor(anchor) => self.anchors[anchor as usize],
            Tie::Child(child) => {
                let child = child as usize;
                let direction = Vec2::new(self.x[child], self.y[child]);
                TieSystem { direction, error: self.error[child], compliance: self.compliance[child], lambda: 0.0 }
            }
        }
    }

    fn row_down(&mut self, first: usize, parent: usize, fixed: bool, count: usize) {
        let error = &self.error[first..first + count];
        let pivot = &self.pivot[first..first + count];
        let along = &self.along[first..first + count];
        let (lambda, above) = two_rows(&mut self.lambda, first, parent, count);
        batched::down(lambda, (!fixed).then_some(above), error, along, pivot);
    }

    fn down(&mut self, forest: &Forest, plan: &Schedule, view: &ParticleView<'_>, particle: u32) {
        let index = particle as usize;
        let parent = forest.parent[index];
        if parent != NONE {
            let above = parent as usize;
            let joint = plan.joint[above];
            self.lambda[index] = if view.inv_mass[above] == 0.0 {
                self.error[index] * self.pivot[index]
            } else if joint != NONE {
                let direction = DVec2::new(self.x[index].into(), self.y[index].into());
                let soft = f64::from(SOFTNESS) * f64::from(view.inv_mass[above]);
                let corrections = direction.dot(self.joints[joint as usize].correction);
                ((corrections + f64::from(self.error[index])) / (f64::from(self.compliance[index]) + soft)) as f32
            } else {
                (self.error[index] + self.along[index] * self.lambda[above]) * self.pivot[index]
            };
        }
        if plan.joint[index] != NONE {
            self.joint_down(plan, view, particle, parent != NONE);
        }
    }

    fn joint_down(&mut self, plan: &Schedule, view: &ParticleView<'_>, particle: u32, hangs: bool) {
        let index = particle as usize;
        let joint = plan.joint[index] as usize;
        let pull = DVec2::new(self.x[index].into(), self.y[index].into()) * f64::from(self.lambda[index]);
        let work = self.joints[joint];
        let correction = work.times(work.push + if hangs { pull } else { DVec2::ZERO });
        self.joints[joint].correction = correction;
        let soft = f64::from(SOFTNESS) * f64::from(view.inv_mass[index]);
        for &tie in self.ties(plan, joint) {
            if let Tie::Anchor(anchor) = tie {
                let tied = &mut self.anchors[anchor as usize];
                let corrections = tied.direction.as_dvec2().dot(correction) + f64::from(tied.error);
                tied.lambda = (corrections / (f64::from(tied.compliance) + soft)) as f32;
            }
        }
    }

    /// Moves both ends of every link by its impulse.
    fn apply(&mut self, forest: &Forest, plan: &Schedule, view: &mut ParticleView<'_>) {
        let ParticleView { corrections, inv_mass, .. } = view;
        let Self { x, y, lambda, shift, anchors, .. } = self;
        for &Span { first, parent, count } in &plan.spans {
            let (own, above) = (first..first + count, parent..parent + count);
            let (x, y, lambda) = (&x[own.clone()], &y[own.clone()], &lambda[own.clone()]);
            batched::push(&mut shift[own.clone()], &inv_mass[own], (x, y), lambda, 1.0);
            batched::push(&mut shift[above.clone()], &inv_mass[above], (x, y), lambda, -1.0);
        }
        for (tied, anchor) in anchors.iter().zip(&forest.anchors) {
            let index = anchor.particle as usize;
            shift[index] -= tied.direction * (tied.lambda * inv_mass[index]);
        }
        batched::move_by(corrections, shift);
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

fn length(delta: Vec2) -> f32 {
    (delta.x * delta.x + delta.y * delta.y).sqrt()
}
