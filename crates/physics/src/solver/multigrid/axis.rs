//! One direction of a coarse net: where its means lie, and what shares they take.

use std::ops::Range;

/// The means along one direction. The share of each is 1 at its place and falls linearly to 0 at the next ones' places:
/// from level to level and from the finest at once, that comes to the same.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// At which particle of a row (or column) each mean has its greatest share; the first particle is one.
    places: Vec<u32>,
    /// How many particles there are.
    count: u32,
}

/// What a particle gives to two neighbouring means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeWeights {
    /// The first of the two; the other is `upper`, which is the same at the end.
    pub lower: usize,
    pub upper: usize,
    /// The share that the lower gets, and the upper.
    pub of_lower: f32,
    pub of_upper: f32,
}

impl Axis {
    /// The finest: every particle is its own mean.
    pub fn finest(count: u32) -> Self {
        Self { places: (0..count).collect(), count }
    }

    /// Some of the means, at most `spacing` apart, the first and the last, and those at all `kept` places.
    pub fn coarser(&self, kept: &[u32], spacing: u32) -> Self {
        let mut places: Vec<u32> = Vec::new();
        for (index, &place) in self.places.iter().enumerate() {
            let next = self.places.get(index + 1);
            // The last is kept too: what waves at a free edge is then a mean of its own.
            let is_due = |last: &u32| next.is_none_or(|next| next - last > spacing);
            if kept.contains(&place) || places.last().is_none_or(is_due) {
                places.push(place);
            }
        }
        Self { places, count: self.count }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The mean whose place this is.
    pub fn at(&self, place: u32) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The particles that have a share in a mean.
    pub fn support(&self, mean: usize) -> Range<u32> {
        let from = if mean == 0 { 0 } else { self.places[mean - 1] + 1 };
        from..self.places.get(mean + 1).copied().unwrap_or(self.count)
    }

    /// What the particle at `place` gives.
    pub fn shares(&self, place: u32) -> NodeWeights {
        let lower = self.places.partition_point(|&of| of <= place) - 1;
        let Some(&next) = self.places.get(lower + 1) else {
            return NodeWeights { lower, upper: lower, of_lower: 1.0, of_upper: 0.0 };
        };
        let of_upper = (place - self.places[lower]) as f32 / (next - self.places[lower]) as f32;
        NodeWeights { lower, upper: lower + 1, of_lower: 1.0 - of_upper, of_upper }
    }

    /// What the means of `finer` give to these.
    pub fn shares_of(&self, finer: &Self) -> Vec<NodeWeights> {
        finer.places.iter().map(|&place| self.shares(place)).collect()
    }

    /// The sum of all shares in each mean.
    pub fn weights(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.len()];
        for place in 0..self.count {
            let NodeWeights { lower, upper, of_lower, of_upper } = self.shares(place);
            weights[lower] += of_lower;
            weights[upper] += of_upper;
        }
        weights
    }

    /// The mean of `f` over the shares of a mean.
    pub fn average(&self, mean: usize, f: impl Fn(f32) -> f32) -> f32 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for place in self.support(mean) {
            let NodeWeights { lower, of_lower, of_upper, .. } = self.shares(place);
            let share = if lower == mean { of_lower } else { of_upper };
            sum += share * f(place as f32);
            weight += share;
        }
        sum / weight
    }
}
