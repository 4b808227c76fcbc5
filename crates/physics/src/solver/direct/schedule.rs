//! The order in which the trees of a forest are eliminated, group by group, in batches for SIMD kernels.
//!
//! Particles that are adjacent in memory and hang side by side, as a row of a net does, form rows; adjacent particles
//! that hang from each other form chains. All others are eliminated one by one. Derived from the forest alone.

use std::ops::Range;

use crate::containers::{NONE, Refill, radix_sort};
use crate::particles::Components;
use crate::solver::direct::{Forest, StrandGroup, reserve_starts};

/// Links at adjacent indices: particle `first + k` hangs from particle `parent + k`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkRange {
    pub first: usize,
    pub parent: usize,
    pub count: usize,
}

/// A row: adjacent particles, each with one child or each with none. Particle `first + k` hangs from `parent + k`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub first: usize,
    /// The child of the first particle.
    pub child: Option<usize>,
    pub parent: usize,
    /// Whether the parents are fixed.
    pub is_fixed: bool,
    pub count: usize,
}

/// A chain: each particle from `top + 1` to `top + count - 1` hangs from the one before it, alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ChainRange {
    pub top: usize,
    pub parent: usize,
    /// Whether the parent is fixed.
    pub is_fixed: bool,
    pub count: usize,
}

/// A stage of the elimination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    Row(Row),
    Chain(ChainRange),
    /// A range of [`Forest::order`], one by one.
    Each {
        start: usize,
        end: usize,
    },
}

/// A link at a joint, other than the one to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tie {
    /// The link of a child.
    Child(u32),
    /// A second tie, by its index in [`Forest::second_ties`].
    Second(u32),
}

/// A particle with several children or with second ties, by the range of its ties in [`Schedule::ties`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joint {
    pub start: u32,
    pub end: u32,
}

/// Fewest particles of a row or a chain. Shorter ones do not pay.
const MIN_BATCH: usize = 8;

/// The order of elimination.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    /// The part of each group of [`Forest::groups`].
    groups: Vec<GroupSchedule>,
    /// All links of the forest without the second ties.
    link_ranges: Vec<LinkRange>,
    /// The stages, the deepest of a group first.
    stages: Vec<Stage>,
    /// Adjacent particles of a group, fixed ones included.
    particles: Vec<Range<usize>>,
    /// The one child of each particle, or [`NONE`] without children or at a joint.
    pub only_child: Vec<u32>,
    /// The joint at each particle, or [`NONE`].
    pub joint: Vec<u32>,
    pub joints: Vec<Joint>,
    pub ties: Vec<Tie>,
    /// Scratch: number of ties of each particle.
    tie_count: Vec<u32>,
    /// Scratch: all particles by group.
    by_group: Vec<u32>,
}

/// The schedule of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupSchedule {
    /// Ranges of the lists of the schedule.
    link_ranges: Range<usize>,
    stages: Range<usize>,
    particles: Range<usize>,
    /// Number of links in strands, without the second ties.
    pub links: usize,
    /// Number of joints.
    pub joints: usize,
    /// Number of particles in rows.
    pub batched: usize,
}

impl Schedule {
    /// Schedules the elimination of `forest`. `is_fixed` tells whether a particle is fixed.
    pub fn rebuild(&mut self, forest: &Forest, components: &Components, is_fixed: impl Fn(u32) -> bool) {
        let Self { groups, link_ranges, stages, particles, .. } = self;
        groups.clear();
        link_ranges.clear();
        stages.clear();
        particles.clear();
        // Memory for as many groups as the forest has, so that no step after a cut allocates.
        let room = forest.groups.capacity();
        groups.reserve(room);
        link_ranges.reserve(room);
        stages.reserve(room);
        particles.reserve(room);
        groups.resize(forest.groups.len(), GroupSchedule::default());
        self.find_link_ranges(forest, components);
        self.find_joints(forest, &is_fixed);
        self.find_ties(forest, &is_fixed);
        self.find_stages(forest, &is_fixed);
    }

    /// The schedule of a group.
    pub fn group(&self, group: usize) -> &GroupSchedule {
        &self.groups[group]
    }

    /// The links of a group without the second ties.
    pub fn links_of(&self, group: usize) -> &[LinkRange] {
        &self.link_ranges[self.groups[group].link_ranges.clone()]
    }

    /// The stages of a group, the deepest first.
    pub fn stages_of(&self, group: usize) -> &[Stage] {
        &self.stages[self.groups[group].stages.clone()]
    }

    /// Adjacent particles of a group, fixed ones included.
    pub fn particles_of(&self, group: usize) -> &[Range<usize>] {
        &self.particles[self.groups[group].particles.clone()]
    }

    /// The ties of a joint.
    pub fn ties_of(&self, joint: usize) -> &[Tie] {
        let Joint { start, end } = self.joints[joint];
        &self.ties[start as usize..end as usize]
    }

    /// Finds the links and the adjacent particles of each group.
    fn find_link_ranges(&mut self, forest: &Forest, components: &Components) {
        let Self { groups, link_ranges, particles, tie_count: starts, only_child: all, by_group, .. } = self;
        all.refill_with(0..forest.parent.len() as u32);
        let component = |&particle: &u32| components.numbers()[particle as usize];
        reserve_starts(starts, all.len());
        radix_sort::counting_sort_by(component, components.count(), (all, by_group), starts);
        for (group, StrandGroup { component, .. }) in groups.iter_mut().zip(&forest.groups) {
            let (first_range, first_particles) = (link_ranges.len(), particles.len());
            let members = starts[*component] as usize..starts[component + 1] as usize;
            for particle in by_group[members].iter().map(|&particle| particle as usize) {
                match particles[first_particles..].last_mut() {
                    Some(range) if range.end == particle => range.end += 1,
                    _ => particles.push(particle..particle + 1),
                }
                let parent = forest.parent[particle];
                if parent == NONE {
                    continue;
                }
                let parent = parent as usize;
                group.links += 1;
                match link_ranges[first_range..].last_mut() {
                    Some(range) if range.first + range.count == particle && range.parent + range.count == parent => {
                        range.count += 1;
                    }
                    _ => link_ranges.push(LinkRange { first: particle, parent, count: 1 }),
                }
            }
            group.link_ranges = first_range..link_ranges.len();
            group.particles = first_particles..particles.len();
        }
    }

    /// Finds the joints and counts their ties.
    fn find_joints(&mut self, forest: &Forest, is_fixed: &impl Fn(u32) -> bool) {
        let Self { groups, only_child, joint, joints, tie_count, .. } = self;
        [&mut *only_child, &mut *joint].into_iter().for_each(|list| list.refill(forest.parent.len(), NONE));
        joints.clear();
        tie_count.refill(forest.parent.len(), 0);
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            if parent != NONE && !is_fixed(parent) {
                tie_count[parent as usize] += 1;
                only_child[parent as usize] = particle;
            }
        }
        // A particle with a second tie is a joint even with one child or none.
        for second in &forest.second_ties {
            tie_count[second.particle as usize] += 1;
            joint[second.particle as usize] = 0;
        }
        let mut start = 0;
        for (group, StrandGroup { order, .. }) in groups.iter_mut().zip(&forest.groups) {
            let first = joints.len();
            for &particle in &forest.order[order.clone()] {
                let index = particle as usize;
                if tie_count[index] > 1 || joint[index] != NONE {
                    joint[index] = joints.len() as u32;
                    only_child[index] = NONE;
                    joints.push(Joint { start, end: start });
                    start += tie_count[index];
                }
            }
            group.joints = joints.len() - first;
        }
    }

    /// Lists the ties of each joint: children in the order of elimination, then second ties in theirs.
    fn find_ties(&mut self, forest: &Forest, is_fixed: &impl Fn(u32) -> bool) {
        let Self { joint, joints, ties, tie_count, .. } = self;
        let count = forest.order.iter().filter(|&&particle| joint[particle as usize] != NONE);
        let count: u32 = count.map(|&particle| tie_count[particle as usize]).sum();
        ties.refill(count as usize, Tie::Second(0));
        let mut add = |particle: u32, tie: Tie| {
            if let Some(joint) = joints.get_mut(joint[particle as usize] as usize) {
                ties[joint.end as usize] = tie;
                joint.end += 1;
            }
        };
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            if parent != NONE && !is_fixed(parent) {
                add(parent, Tie::Child(particle));
            }
        }
        (0..).zip(&forest.second_ties).for_each(|(index, second)| add(second.particle, Tie::Second(index)));
    }

    fn find_stages(&mut self, forest: &Forest, is_fixed: &impl Fn(u32) -> bool) {
        for (number, StrandGroup { order, .. }) in forest.groups.iter().enumerate() {
            let first = self.stages.len();
            let mut at = order.start;
            while at < order.end {
                let rest = &forest.order[at..order.end];
                let stage = if let Some(row) = self.row_at(forest, rest, is_fixed) {
                    self.groups[number].batched += row.count;
                    at += row.count;
                    Stage::Row(row)
                } else if let Some(chain) = self.chain_at(forest, rest, is_fixed) {
                    at += chain.count;
                    Stage::Chain(chain)
                } else {
                    at += 1;
                    Stage::Each { start: at - 1, end: at }
                };
                match (stage, self.stages[first..].last_mut()) {
                    (Stage::Each { .. }, Some(Stage::Each { end, .. })) => *end += 1,
                    (stage, _) => self.stages.push(stage),
                }
            }
            self.groups[number].stages = first..self.stages.len();
        }
    }

    /// The row that begins with the first particle of an order.
    fn row_at(&self, forest: &Forest, order: &[u32], is_fixed: &impl Fn(u32) -> bool) -> Option<Row> {
        let first = *order.first()?;
        let (child, parent) = (self.only_child[first as usize], forest.parent[first as usize]);
        let has_fixed_parent = parent != NONE && is_fixed(parent);
        let fits = |k: u32| {
            let particle = first + k;
            let adjacent = |one: u32| if one == NONE { NONE } else { one + k };
            order.get(k as usize) == Some(&particle)
                && self.joint[particle as usize] == NONE
                && self.only_child[particle as usize] == adjacent(child)
                && forest.parent[particle as usize] == parent + k
                && is_fixed(parent + k) == has_fixed_parent
                && (has_fixed_parent || self.joint[(parent + k) as usize] == NONE)
        };
        // Adjacent particles that hang from each other form a chain instead.
        let distance = |other: u32| if other == NONE { u32::MAX } else { other.abs_diff(first) };
        let max = if parent == NONE { 0 } else { distance(parent).min(distance(child)) };
        let count = (0..max).take_while(|&k| fits(k)).count();
        let child = (child != NONE).then_some(child as usize);
        let row = Row { first: first as usize, child, parent: parent as usize, is_fixed: has_fixed_parent, count };
        (count >= MIN_BATCH).then_some(row)
    }

    /// The chain whose lowest particle is the first of an order.
    fn chain_at(&self, forest: &Forest, order: &[u32], is_fixed: &impl Fn(u32) -> bool) -> Option<ChainRange> {
        let last = *order.first()?;
        let is_simple = |k: u32| self.joint[k as usize] == NONE && forest.parent[k as usize] != NONE;
        let continues = |k: u32| {
            let particle = last - k;
            order.get(k as usize) == Some(&particle)
                && is_simple(particle)
                && (k == 0 || self.only_child[particle as usize] == particle + 1)
        };
        let is_end = is_simple(last) && self.only_child[last as usize] == NONE;
        let count = if is_end { (0..=last).take_while(|&k| continues(k)).count() } else { 0 };
        let top = (last as usize + 1).checked_sub(count)?;
        let parent = *forest.parent.get(top)?;
        let hangs = parent != NONE && (is_fixed(parent) || self.joint[parent as usize] == NONE);
        let chain = ChainRange { top, parent: parent as usize, is_fixed: hangs && is_fixed(parent), count };
        (count >= MIN_BATCH && hangs).then_some(chain)
    }
}
