//! The nodes of a level along one axis of a net, and their weights.

use std::ops::Range;

/// The nodes along one axis. The weight of a node is 1 at its position and falls linearly to 0 at the neighbouring
/// nodes, which gives the same weights from level to level as from the finest level at once.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Particle of the row (or column) at which each node has weight 1. The first particle is always a node.
    positions: Vec<u32>,
    /// Number of particles.
    count: u32,
}

/// The weights of a particle in two neighbouring nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeWeights {
    /// The first node.
    pub lower: usize,
    /// The second node; equal to `lower` at the end of the axis.
    pub upper: usize,
    pub lower_weight: f32,
    pub upper_weight: f32,
}

impl Axis {
    /// The finest axis: every particle is a node.
    pub fn finest(count: u32) -> Self {
        Self { positions: (0..count).collect(), count }
    }

    /// A coarser axis: nodes at most `spacing` apart, with the first, the last and all `kept` ones.
    pub fn coarser(&self, kept: &[u32], spacing: u32) -> Self {
        let mut positions: Vec<u32> = Vec::new();
        for (index, &position) in self.positions.iter().enumerate() {
            let next = self.positions.get(index + 1);
            // The last node is kept, so that a free edge has nodes of its own.
            let is_due = |last: &u32| next.is_none_or(|next| next - last > spacing);
            if kept.contains(&position) || positions.last().is_none_or(is_due) {
                positions.push(position);
            }
        }
        Self { positions, count: self.count }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The node at a particle.
    pub fn node_at(&self, position: u32) -> Option<usize> {
        self.positions.binary_search(&position).ok()
    }

    /// The particles with a weight in a node.
    pub fn support(&self, node: usize) -> Range<u32> {
        let from = if node == 0 { 0 } else { self.positions[node - 1] + 1 };
        from..self.positions.get(node + 1).copied().unwrap_or(self.count)
    }

    /// The weights of the particle at `position`.
    pub fn weights_at(&self, position: u32) -> NodeWeights {
        let lower = self.positions.partition_point(|&node| node <= position) - 1;
        let Some(&next) = self.positions.get(lower + 1) else {
            return NodeWeights { lower, upper: lower, lower_weight: 1.0, upper_weight: 0.0 };
        };
        let upper_weight = (position - self.positions[lower]) as f32 / (next - self.positions[lower]) as f32;
        NodeWeights { lower, upper: lower + 1, lower_weight: 1.0 - upper_weight, upper_weight }
    }

    /// The weights of all nodes of a finer axis.
    pub fn weights_of(&self, finer: &Self) -> Vec<NodeWeights> {
        finer.positions.iter().map(|&position| self.weights_at(position)).collect()
    }

    /// The sum of the weights in each node.
    pub fn weight_sums(&self) -> Vec<f32> {
        let mut sums = vec![0.0; self.len()];
        for position in 0..self.count {
            let NodeWeights { lower, upper, lower_weight, upper_weight } = self.weights_at(position);
            sums[lower] += lower_weight;
            sums[upper] += upper_weight;
        }
        sums
    }

    /// The weighted mean of `f` over the particles of a node.
    pub fn mean(&self, node: usize, f: impl Fn(f32) -> f32) -> f32 {
        let (mut sum, mut weight_sum) = (0.0, 0.0);
        for position in self.support(node) {
            let NodeWeights { lower, lower_weight, upper_weight, .. } = self.weights_at(position);
            let weight = if lower == node { lower_weight } else { upper_weight };
            sum += weight * f(position as f32);
            weight_sum += weight;
        }
        sum / weight_sum
    }
}
