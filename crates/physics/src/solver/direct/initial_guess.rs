//! The multilevel pass: brings strands that are far out of shape near to it, however violent the moment.
//!
//! Newton's method needs a good start: where a strand turns by more than a link's length within a substep, it flings
//! parts of it about. From coarse to fine, particles 2^k links apart are held to the distance that the strand allows
//! (a *maximum* distance: long-range attachments, Kim et al. 2012), and what that moved is spread linearly over the
//! particles between (hierarchical position-based dynamics, Müller 2008).

use glam::Vec2;

use crate::{
    simd::ParticleView,
    solver::direct::{
        MIN_LENGTH,
        forest::{Forest, NONE},
    },
};

/// DirectSolver with fewer links than this are left to the sweeps.
const SHORTEST: usize = 4;

/// The strands of a forest: the longest way down from every particle that is not on another one's.
#[derive(Clone, Debug, Default)]
pub(crate) struct InitialGuess {
    /// Their particles, from the top down.
    particles: Vec<u32>,
    /// How far along the strand each is, m.
    along: Vec<f32>,
    /// Where each strand starts; one more at the end.
    starts: Vec<u32>,
    /// Scratch: of the particles of one strand.
    start: Vec<Vec2>,
    position: Vec<Vec2>,
    weight: Vec<f32>,
    /// Scratch, by particle: links below it, and the child that has the most.
    height: Vec<u32>,
    heaviest: Vec<u32>,
    tied: Vec<u32>,
}

impl InitialGuess {
    /// Finds the strands.
    pub fn make(&mut self, forest: &Forest) {
        let count = forest.parent.len();
        for (list, value) in [(&mut self.height, 0), (&mut self.heaviest, NONE), (&mut self.tied, NONE)] {
            list.clear();
            list.resize(count, value);
        }
        for (index, anchor) in forest.anchors.iter().enumerate() {
            self.tied[anchor.particle as usize] = index as u32;
        }
        for &particle in &forest.order {
            let parent = forest.parent[particle as usize];
            let height = self.height[particle as usize] + 1;
            // Fixed parents get a height too, which nobody asks for.
            if parent != NONE && height > self.height[parent as usize] {
                self.height[parent as usize] = height;
                self.heaviest[parent as usize] = particle;
            }
        }
        self.particles.clear();
        self.along.clear();
        self.starts.clear();
        self.starts.push(0);
        for &top in forest.order.iter().rev() {
            let parent = forest.parent[top as usize];
            // A strand that hangs from something fixed starts there, whatever else hangs from the same.
            if parent == NONE || forest.is_outside(parent) || self.heaviest[parent as usize] != top {
                self.follow(forest, parent, top);
            }
        }
        self.reserve();
    }

    /// Makes room for the longest strand, so that a step does not have to.
    fn reserve(&mut self) {
        let longest = self.starts.windows(2).map(|strand| (strand[1] - strand[0]) as usize).max().unwrap_or(0);
        self.start.resize(longest, Vec2::ZERO);
        self.position.resize(longest, Vec2::ZERO);
        self.weight.resize(longest, 0.0);
    }

    fn follow(&mut self, forest: &Forest, parent: u32, top: u32) {
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
            match self.heaviest[at as usize] {
                NONE => break,
                next => at = next,
            }
            along += forest.rest_length[at as usize];
        }
        if let Some(anchor) = forest.anchors.get(self.tied[at as usize] as usize) {
            self.particles.push(anchor.fixed);
            self.along.push(along + anchor.rest_length);
        }
        if self.particles.len() - from > SHORTEST {
            self.starts.push(self.particles.len() as u32);
        } else {
            self.particles.truncate(from);
            self.along.truncate(from);
        }
    }

    /// Brings all strands near to their shape.
    pub fn relax(&mut self, forest: &Forest, view: &mut ParticleView<'_>) {
        for strand in 0..self.starts.len().saturating_sub(1) {
            let (from, to) = (self.starts[strand] as usize, self.starts[strand + 1] as usize);
            self.take(forest, view, from, to);
            let along = &self.along[from..to];
            let mut stride = 1;
            while 2 * stride < to - from {
                stride *= 2;
            }
            let coarsest = stride;
            while stride > 1 {
                if stride < coarsest {
                    spread(&self.start, &mut self.position, &self.weight, along, stride);
                }
                for parity in 0..2 {
                    hold(&mut self.position, &self.weight, along, stride, parity);
                }
                stride /= 2;
            }
            if coarsest > 1 {
                spread(&self.start, &mut self.position, &self.weight, along, 1);
            }
            for (k, &particle) in self.particles[from..to].iter().enumerate() {
                if view.inv_mass[particle as usize] != 0.0 {
                    let by = self.position[k] - self.start[k];
                    view.corrections[particle as usize] += if by.is_finite() { by } else { Vec2::ZERO };
                }
            }
        }
    }

    fn take(&mut self, forest: &Forest, view: &ParticleView<'_>, from: usize, to: usize) {
        let ids = &self.particles[from..to];
        self.start.clear();
        self.start.extend(ids.iter().map(|&id| view.position[id as usize] + view.corrections[id as usize]));
        self.position.clone_from(&self.start);
        self.weight.clear();
        self.weight.extend(ids.iter().map(|&id| view.inv_mass[id as usize]));
        // What a branch hangs from is held still while the branch is put right.
        if forest.parent[ids[0] as usize] != NONE || forest.is_outside(ids[0]) {
            self.weight[0] = 0.0;
        }
    }
}

/// The last index that is a multiple of `stride`, or the end.
fn after(index: usize, stride: usize, last: usize) -> usize {
    (index + stride).min(last)
}

/// StrandImpulses the particles `stride` apart together where they are further apart than the strand is long between them: every
/// second pair, from the first or the second on.
fn hold(position: &mut [Vec2], weight: &[f32], along: &[f32], stride: usize, parity: usize) {
    let last = position.len() - 1;
    let mut a = parity * stride;
    while a < last {
        let b = after(a, stride, last);
        let delta = position[b] - position[a];
        let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
        let excess = length - (along[b] - along[a]);
        let total = weight[a] + weight[b];
        if excess > 0.0 && length > MIN_LENGTH && total > 0.0 {
            let pull = delta * (excess / (length * total));
            position[a] += pull * weight[a];
            position[b] -= pull * weight[b];
        }
        a += 2 * stride;
    }
}

/// Moves the particles that are multiples of `stride`, and not of twice that, by what their neighbours were moved by.
/// With a stride of 1, all between multiples of 2.
fn spread(start: &[Vec2], position: &mut [Vec2], weight: &[f32], along: &[f32], stride: usize) {
    let last = position.len() - 1;
    let mut middle = stride;
    while middle < last {
        let (a, b) = (middle - stride, after(middle, stride, last));
        if weight[middle] != 0.0 {
            // Behind a very long link, short ones add nothing to a sum of `f32`.
            let way = along[b] - along[a];
            let share = if way > 0.0 { (along[middle] - along[a]) / way } else { 0.5 };
            let (at_a, at_b) = (position[a] - start[a], position[b] - start[b]);
            position[middle] = start[middle] + at_a + (at_b - at_a) * share;
        }
        middle += 2 * stride;
    }
}
