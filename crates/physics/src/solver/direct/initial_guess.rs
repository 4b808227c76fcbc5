//! Initial guess for Newton's method: a multilevel pass that brings strands that are far too long near to their shape.
//!
//! Newton's method needs a good start: where a strand turns by more than the length of a link within a substep, it
//! flings parts of the strand about. From coarse to fine, particles 2^k links apart are kept within the distance along
//! the strand (a *maximum* distance, as in long-range attachments: Kim et al. 2012), and their displacements are
//! interpolated linearly between them (Müller 2008, "Hierarchical position based dynamics").

use glam::Vec2;

use crate::containers::Refill;
use crate::simd::ParticleView;
use crate::solver::direct::{Forest, MIN_LENGTH, NONE};

/// Most particles of a strand that is left to the sweeps.
const SHORT_STRAND: usize = 4;

/// The strands of a forest: the longest path down from each particle that is on no other such path.
#[derive(Clone, Debug, Default)]
pub(crate) struct InitialGuess {
    /// The particles of all strands, each from the top down.
    particles: Vec<u32>,
    /// Distance of each particle along its strand, m.
    along: Vec<f32>,
    /// Start of each strand in `particles`, and the end of the last one.
    starts: Vec<u32>,
    /// End of the strands of each group, as an index of `starts`.
    group_ends: Vec<u32>,
    /// Scratch: positions of one strand before and after, m, and inverse masses, 1/kg.
    before: Vec<Vec2>,
    position: Vec<Vec2>,
    inv_mass: Vec<f32>,
    /// Scratch: number of links below each particle, and the child with most of them.
    height: Vec<u32>,
    deepest_child: Vec<u32>,
    /// Scratch: an anchor of each particle, or [`NONE`].
    anchor: Vec<u32>,
}

impl InitialGuess {
    /// Finds the strands.
    pub fn rebuild(&mut self, forest: &Forest) {
        self.find_heights(forest);
        self.particles.clear();
        self.along.clear();
        self.starts.clear();
        self.starts.push(0);
        self.group_ends.clear();
        self.group_ends.reserve(forest.groups.capacity());
        for group in &forest.groups {
            for &top in forest.order[group.order.clone()].iter().rev() {
                let parent = forest.parent[top as usize];
                // Every strand that hangs from a fixed particle starts there.
                if parent == NONE || forest.is_outside(parent) || self.deepest_child[parent as usize] != top {
                    self.add_strand(forest, parent, top);
                }
            }
            self.group_ends.push(self.starts.len() as u32 - 1);
        }
        self.reserve();
    }

    /// Finds the height and the deepest child of each particle.
    fn find_heights(&mut self, forest: &Forest) {
        let count = forest.parent.len();
        for (list, value) in [(&mut self.height, 0), (&mut self.deepest_child, NONE), (&mut self.anchor, NONE)] {
            list.refill(count, value);
        }
        for (index, anchor) in forest.anchors.iter().enumerate() {
            self.anchor[anchor.particle as usize] = index as u32;
        }
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            let height = self.height[particle as usize] + 1;
            if parent != NONE && height > self.height[parent as usize] {
                self.height[parent as usize] = height;
                self.deepest_child[parent as usize] = particle;
            }
        }
    }

    /// Reserves memory for the longest strand, so that a step allocates none.
    fn reserve(&mut self) {
        let longest = self.starts.windows(2).map(|strand| (strand[1] - strand[0]) as usize).max().unwrap_or(0);
        self.before.resize(longest, Vec2::ZERO);
        self.position.resize(longest, Vec2::ZERO);
        self.inv_mass.resize(longest, 0.0);
    }

    /// Adds the strand from `top` down, with the particle that it hangs from and the anchor at its end.
    fn add_strand(&mut self, forest: &Forest, parent: u32, top: u32) {
        let from = self.particles.len();
        let mut along = 0.0;
        if parent != NONE {
            self.particles.push(parent);
            self.along.push(along);
            along += forest.rest_length[top as usize];
        }
        let mut at = top;
        loop {
            self.particles.push(at);
            self.along.push(along);
            match self.deepest_child[at as usize] {
                NONE => break,
                next => at = next,
            }
            along += forest.rest_length[at as usize];
        }
        if let Some(anchor) = forest.anchors.get(self.anchor[at as usize] as usize) {
            self.particles.push(anchor.fixed);
            self.along.push(along + anchor.rest_length);
        }
        if self.particles.len() - from > SHORT_STRAND {
            self.starts.push(self.particles.len() as u32);
        } else {
            self.particles.truncate(from);
            self.along.truncate(from);
        }
    }

    /// Brings all strands of a group near to their shape.
    pub fn relax(&mut self, forest: &Forest, group: usize, view: &mut ParticleView) {
        let end = |group: usize| self.group_ends[group] as usize;
        let strands = group.checked_sub(1).map_or(0, end)..end(group);
        for strand in strands {
            let (from, to) = (self.starts[strand] as usize, self.starts[strand + 1] as usize);
            self.load(forest, view, from, to);
            self.relax_strand(from, to);
            for (k, &particle) in self.particles[from..to].iter().enumerate() {
                if view.inv_mass[particle as usize] != 0.0 {
                    let correction = self.position[k] - self.before[k];
                    view.corrections[particle as usize] += if correction.is_finite() { correction } else { Vec2::ZERO };
                }
            }
        }
    }

    /// Relaxes the loaded strand from coarse to fine.
    fn relax_strand(&mut self, from: usize, to: usize) {
        let Self { before, position, inv_mass, along, .. } = self;
        let along = &along[from..to];
        let mut stride = 1;
        while 2 * stride < to - from {
            stride *= 2;
        }
        let coarsest = stride;
        while stride > 1 {
            if stride < coarsest {
                interpolate(before, position, inv_mass, along, stride);
            }
            for parity in 0..2 {
                limit_distances(position, inv_mass, along, stride, parity);
            }
            stride /= 2;
        }
        if coarsest > 1 {
            interpolate(before, position, inv_mass, along, 1);
        }
    }

    /// Loads positions and inverse masses of a strand.
    fn load(&mut self, forest: &Forest, view: &ParticleView, from: usize, to: usize) {
        let ids = &self.particles[from..to];
        self.before.refill_with(ids.iter().map(|&id| view.position[id as usize] + view.corrections[id as usize]));
        self.position.clone_from(&self.before);
        self.inv_mass.refill_with(ids.iter().map(|&id| view.inv_mass[id as usize]));
        // A branch does not move the particle that it hangs from.
        if forest.parent[ids[0] as usize] != NONE || forest.is_outside(ids[0]) {
            self.inv_mass[0] = 0.0;
        }
    }
}

/// The next index at a distance of `stride`, or the last one.
fn next_index(index: usize, stride: usize, last: usize) -> usize {
    (index + stride).min(last)
}

/// Keeps particles `stride` apart within their distance along the strand: every second pair, from the first or the
/// second (`parity`) on.
fn limit_distances(position: &mut [Vec2], inv_mass: &[f32], along: &[f32], stride: usize, parity: usize) {
    let last = position.len() - 1;
    let mut a = parity * stride;
    while a < last {
        let b = next_index(a, stride, last);
        let delta = position[b] - position[a];
        let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
        let excess = length - (along[b] - along[a]);
        let total = inv_mass[a] + inv_mass[b];
        if excess > 0.0 && length > MIN_LENGTH && total > 0.0 {
            let pull = delta * (excess / (length * total));
            position[a] += pull * inv_mass[a];
            position[b] -= pull * inv_mass[b];
        }
        a += 2 * stride;
    }
}

/// Interpolates the displacements of the odd multiples of `stride` from those of their neighbours at even multiples.
fn interpolate(before: &[Vec2], position: &mut [Vec2], inv_mass: &[f32], along: &[f32], stride: usize) {
    let last = position.len() - 1;
    let mut middle = stride;
    while middle < last {
        let (a, b) = (middle - stride, next_index(middle, stride, last));
        if inv_mass[middle] != 0.0 {
            // Beyond a very long link, short links vanish in an `f32` sum.
            let distance = along[b] - along[a];
            let share = if distance > 0.0 { (along[middle] - along[a]) / distance } else { 0.5 };
            let (at_a, at_b) = (position[a] - before[a], position[b] - before[b]);
            position[middle] = before[middle] + at_a + (at_b - at_a) * share;
        }
        middle += 2 * stride;
    }
}
