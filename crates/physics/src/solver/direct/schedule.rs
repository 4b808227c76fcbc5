//! In which order, and how many lanes wide, the trees of a forest are solved.
//!
//! Derived from the forest alone. What lies side by side in the arrays of particles and hangs side by side, as a row of
//! a net does, is solved in wide lanes; the rest particle by particle.

use crate::solver::direct::{
    forest::{Forest, NONE},
    two_sided,
};

/// Particles side by side whose links go to particles side by side: `first + k` hangs from `parent + k`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub first: usize,
    pub parent: usize,
    pub count: usize,
}

/// A piece of the order of elimination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    /// `count` particles side by side, each with one child or each with none.
    Row { first: usize, child: Option<usize>, parent: usize, fixed: bool, count: usize },
    /// A chain side by side: each particle from `top + 1` to `top + count - 1` hangs from the one before it, and nothing
    /// else does.
    Chain { top: usize, parent: usize, fixed: bool, count: usize },
    /// A part of [`Forest::order`].
    Each { start: usize, end: usize },
}

/// What a joint's particle is tied to, besides its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tie {
    /// The link of this particle, its child.
    Child(u32),
    /// An anchor, by its place in [`Forest::anchors`].
    Anchor(u32),
}

/// A particle where strands meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joint {
    /// Its ties, in [`Schedule::ties`].
    pub start: u32,
    pub end: u32,
}

/// Rows and chains shorter than this are not worth their overhead.
const SHORTEST: usize = 8;

#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    /// All links of the forest but the anchors.
    pub spans: Vec<Span>,
    /// Deepest first.
    pub stages: Vec<Stage>,
    /// The one child of each particle, or [`NONE`] where it has none or is a joint.
    pub child: Vec<u32>,
    /// The joint at each particle, or [`NONE`].
    pub joint: Vec<u32>,
    pub joints: Vec<Joint>,
    pub ties: Vec<Tie>,
    /// Particles that hang in wide rows.
    pub wide: usize,
    /// Scratch: how much hangs on each particle.
    count: Vec<u32>,
}

impl Schedule {
    /// Plans how to solve `forest`, in which `is_fixed` says what does not move.
    pub fn make(&mut self, forest: &Forest, is_fixed: impl Fn(u32) -> bool) {
        self.find_spans(forest);
        self.find_joints(forest, &is_fixed);
        self.find_stages(forest, &is_fixed);
    }

    /// The links of all trees, if they are one long rope that hangs from something fixed, side by side in the order in
    /// which they hang.
    pub fn rope(&self) -> Option<Span> {
        match (&*self.spans, &*self.stages) {
            (&[span], &[Stage::Chain { top, fixed: true, count, .. }]) => {
                let is_all = span.first == top && span.count == count && self.joints.is_empty();
                (is_all && count >= two_sided::SHORTEST).then_some(span)
            }
            _ => None,
        }
    }

    fn find_spans(&mut self, forest: &Forest) {
        self.spans.clear();
        for (particle, &parent) in forest.parent.iter().enumerate().filter(|(_, parent)| **parent != NONE) {
            let parent = parent as usize;
            match self.spans.last_mut() {
                Some(span) if span.first + span.count == particle && span.parent + span.count == parent => {
                    span.count += 1;
                }
                _ => self.spans.push(Span { first: particle, parent, count: 1 }),
            }
        }
    }

    fn find_joints(&mut self, forest: &Forest, is_fixed: &impl Fn(u32) -> bool) {
        let Self { child, joint, joints, ties, count, .. } = self;
        for list in [&mut *child, &mut *joint] {
            list.clear();
            list.resize(forest.parent.len(), NONE);
        }
        joints.clear();
        ties.clear();
        count.clear();
        count.resize(forest.parent.len(), 0);
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            if parent != NONE && !is_fixed(parent) {
                count[parent as usize] += 1;
                child[parent as usize] = particle;
            }
        }
        // An anchor makes a joint of its particle, whatever else hangs there.
        for anchor in &forest.anchors {
            count[anchor.particle as usize] += 1;
            joint[anchor.particle as usize] = 0;
        }
        let mut start = 0;
        for &particle in &forest.order {
            let index = particle as usize;
            if count[index] > 1 || joint[index] != NONE {
                joint[index] = joints.len() as u32;
                child[index] = NONE;
                joints.push(Joint { start, end: start });
                start += count[index];
            }
        }
        ties.resize(start as usize, Tie::Anchor(0));
        let mut tie = |particle: u32, tie: Tie| {
            if let Some(joint) = joints.get_mut(joint[particle as usize] as usize) {
                ties[joint.end as usize] = tie;
                joint.end += 1;
            }
        };
        // Children in the order of elimination, then anchors in theirs.
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            if parent != NONE && !is_fixed(parent) {
                tie(parent, Tie::Child(particle));
            }
        }
        forest.anchors.iter().enumerate().for_each(|(index, anchor)| tie(anchor.particle, Tie::Anchor(index as u32)));
    }

    fn find_stages(&mut self, forest: &Forest, is_fixed: &impl Fn(u32) -> bool) {
        self.stages.clear();
        self.wide = 0;
        let order = &forest.order;
        let mut at = 0;
        while at < order.len() {
            let stage = self.row_at(forest, at, is_fixed).or_else(|| self.chain_at(forest, at, is_fixed));
            let alone = Stage::Each { start: at, end: at + 1 };
            let (stage, length) = stage.unwrap_or((alone, 1));
            if let Stage::Row { count, .. } = stage {
                self.wide += count;
            }
            match (stage, self.stages.last_mut()) {
                (Stage::Each { .. }, Some(Stage::Each { end, .. })) => *end += 1,
                (stage, _) => self.stages.push(stage),
            }
            at += length;
        }
    }

    /// The row that begins at a place of the order, and how many places it takes.
    fn row_at(&self, forest: &Forest, at: usize, is_fixed: &impl Fn(u32) -> bool) -> Option<(Stage, usize)> {
        let first = forest.order[at];
        let (child, parent) = (self.child[first as usize], forest.parent[first as usize]);
        let fixed = parent != NONE && is_fixed(parent);
        let fits = |k: u32| {
            let particle = first + k;
            let beside = |one: u32| if one == NONE { NONE } else { one + k };
            forest.order.get(at + k as usize) == Some(&particle)
                && self.joint[particle as usize] == NONE
                && self.child[particle as usize] == beside(child)
                && forest.parent[particle as usize] == parent + k
                && is_fixed(parent + k) == fixed
                && (fixed || self.joint[(parent + k) as usize] == NONE)
        };
        // Particles that hang on each other are no row, though they lie side by side: a chain, from its end to its top.
        let apart = |other: u32| if other == NONE { u32::MAX } else { other.abs_diff(first) };
        let most = if parent == NONE { 0 } else { apart(parent).min(apart(child)) };
        let count = (0..most).take_while(|&k| fits(k)).count();
        let child = (child != NONE).then_some(child as usize);
        let row = Stage::Row { first: first as usize, child, parent: parent as usize, fixed, count };
        (count >= SHORTEST).then_some((row, count))
    }

    /// The chain whose end is at a place of the order, and how many places it takes.
    fn chain_at(&self, forest: &Forest, at: usize, is_fixed: &impl Fn(u32) -> bool) -> Option<(Stage, usize)> {
        let last = forest.order[at];
        let simple = |particle: u32| self.joint[particle as usize] == NONE && forest.parent[particle as usize] != NONE;
        let goes_on = |k: u32| {
            let particle = last - k;
            forest.order.get(at + k as usize) == Some(&particle)
                && simple(particle)
                && (k == 0 || self.child[particle as usize] == particle + 1)
        };
        // What hangs on the chain's end must have been solved before, and not be one of it.
        let starts = simple(last) && self.child[last as usize] == NONE;
        let count = if starts { (0..=last).take_while(|&k| goes_on(k)).count() } else { 0 };
        let top = (last as usize + 1).checked_sub(count)?;
        let parent = *forest.parent.get(top)?;
        let sound = count >= SHORTEST && parent != NONE && (is_fixed(parent) || self.joint[parent as usize] == NONE);
        let chain = Stage::Chain { top, parent: parent as usize, fixed: sound && is_fixed(parent), count };
        sound.then_some((chain, count))
    }
}
