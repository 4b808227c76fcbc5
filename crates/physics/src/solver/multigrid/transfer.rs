//! Restriction and prolongation between two levels of a net.

use glam::Vec2;
use multiversion::multiversion;

use crate::containers::Refill;
use crate::solver::multigrid::{Axis, NodeWeights};

/// The transfer between the nodes of a finer and a coarser level, both numbered row by row.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// Restriction weights of each finer row and column, normalised per coarse node.
    pub restriction: [Vec<NodeWeights>; 2],
    /// Prolongation weights of each finer row and column.
    prolongation: [Vec<NodeWeights>; 2],
    /// Columns of the finer level.
    finer_columns: usize,
    /// Rows and columns of the coarser level.
    coarser: [usize; 2],
}

impl Transfer {
    /// Takes the rows and columns of the finer and of the coarser level.
    pub fn new(finer: [&Axis; 2], coarser: [&Axis; 2]) -> Self {
        let prolongation = [0, 1].map(|axis| coarser[axis].weights_of(finer[axis]));
        let restriction = [0, 1].map(|axis| {
            let (fine, coarse) = (finer[axis].weight_sums(), coarser[axis].weight_sums());
            let normalise = |(weights, sum): (&NodeWeights, &f32)| NodeWeights {
                lower_weight: weights.lower_weight * sum / coarse[weights.lower],
                upper_weight: weights.upper_weight * sum / coarse[weights.upper],
                ..*weights
            };
            prolongation[axis].iter().zip(&fine).map(normalise).collect()
        });
        Self { restriction, prolongation, finer_columns: finer[1].len(), coarser: coarser.map(Axis::len) }
    }

    /// The sum of a finer node's restriction weights.
    pub fn weight_sum(&self, node: usize) -> f32 {
        let sum = |weights: &NodeWeights| weights.lower_weight + weights.upper_weight;
        sum(&self.restriction[0][node / self.finer_columns]) * sum(&self.restriction[1][node % self.finer_columns])
    }

    /// Sets `means` to the coarse nodes' weighted means of `at + corrections`. Scratch: `half`, rows of the coarser level
    /// with the columns of the finer.
    pub fn restrict(&self, at: &[Vec2], corrections: &[Vec2], (means, half): (&mut [Vec2], &mut Vec<Vec2>)) {
        let Self {
            restriction: [rows, columns], finer_columns: width, coarser: [coarser_rows, coarser_columns], ..
        } = self;
        half.refill(coarser_rows * width, Vec2::ZERO);
        for ((weights, at), corrections) in rows.iter().zip(at.chunks(*width)).zip(corrections.chunks(*width)) {
            for (row, weight) in [(weights.lower, weights.lower_weight), (weights.upper, weights.upper_weight)] {
                if weight != 0.0 {
                    add_weighted(&mut half[row * *width..(row + 1) * *width], at, corrections, weight);
                }
            }
        }
        for (means, half) in means.chunks_mut(*coarser_columns).zip(half.chunks(*width)) {
            restrict_row(columns, half, means);
        }
    }

    /// Adds the interpolated `coarse` values, times a factor per finer node, to the finer level's `corrections`. Scratch:
    /// `half`, as in [`Transfer::restrict`], which must have run.
    pub fn prolong(&self, (coarse, half): (&[Vec2], &mut [Vec2]), factor: &[f32], corrections: &mut [Vec2]) {
        let Self { prolongation: [rows, columns], finer_columns: width, coarser: [_, coarser_columns], .. } = self;
        for (half, coarse) in half.chunks_mut(*width).zip(coarse.chunks(*coarser_columns)) {
            for (weights, half) in columns.iter().zip(half) {
                *half = coarse[weights.lower] * weights.lower_weight + coarse[weights.upper] * weights.upper_weight;
            }
        }
        let fine_rows = corrections.chunks_mut(*width).zip(factor.chunks(*width));
        for (weights, (corrections, factor)) in rows.iter().zip(fine_rows) {
            let [lower, upper] = [weights.lower, weights.upper].map(|row| &half[row * *width..(row + 1) * *width]);
            add_interpolated(corrections, factor, [lower, upper], *weights);
        }
    }
}

/// Adds `at + corrections` times a weight to a row.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_weighted(sum: &mut [Vec2], at: &[Vec2], corrections: &[Vec2], weight: f32) {
    let count = sum.len().min(at.len()).min(corrections.len());
    let (sum, at, corrections) = (&mut sum[..count], &at[..count], &corrections[..count]);
    for k in 0..count {
        sum[k].x += (at[k].x + corrections[k].x) * weight;
        sum[k].y += (at[k].y + corrections[k].y) * weight;
    }
}

/// Restricts a row along its columns. The particles of a node follow those of the one before, so sums stay in
/// registers.
fn restrict_row(weights: &[NodeWeights], row: &[Vec2], means: &mut [Vec2]) {
    let (mut lower, mut sum, mut next) = (0, Vec2::ZERO, Vec2::ZERO);
    for (weights, at) in weights.iter().zip(row) {
        if weights.lower != lower {
            means[lower] = sum;
            (lower, sum, next) = (weights.lower, next, Vec2::ZERO);
        }
        sum += *at * weights.lower_weight;
        next += *at * weights.upper_weight;
    }
    means[lower] = sum;
}

/// Adds the values interpolated between two rows, times each node's `factor`.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_interpolated(corrections: &mut [Vec2], factor: &[f32], rows: [&[Vec2]; 2], weights: NodeWeights) {
    let NodeWeights { lower_weight, upper_weight, .. } = weights;
    let count = corrections.len().min(factor.len()).min(rows[0].len()).min(rows[1].len());
    let (corrections, factor) = (&mut corrections[..count], &factor[..count]);
    let (lower, upper) = (&rows[0][..count], &rows[1][..count]);
    for k in 0..count {
        corrections[k].x += (lower[k].x * lower_weight + upper[k].x * upper_weight) * factor[k];
        corrections[k].y += (lower[k].y * lower_weight + upper[k].y * upper_weight) * factor[k];
    }
}
