//! What goes down from a net to a coarser one, and comes back up.

use glam::Vec2;
use multiversion::multiversion;

use crate::solver::multigrid::axis::{Axis, NodeWeights};

/// Between the particles of one net and those of the next coarser one; both row by row.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// What a row (or column) gives to means, as shares of them.
    means: [Vec<NodeWeights>; 2],
    /// What it takes of their corrections.
    corrections: [Vec<NodeWeights>; 2],
    /// Columns of the finer net, and of the coarser.
    columns: (usize, usize),
    /// Rows of the coarser net, with the columns of the finer.
    half: Vec<Vec2>,
}

impl Transfer {
    /// Rows and columns of the finer net, and of the coarser.
    pub fn new(finer: [&Axis; 2], coarser: [&Axis; 2]) -> Self {
        let corrections = [0, 1].map(|axis| coarser[axis].shares_of(finer[axis]));
        let means = [0, 1].map(|axis| {
            let (fine, coarse) = (finer[axis].weights(), coarser[axis].weights());
            let scaled = |(shares, weight): (&NodeWeights, &f32)| NodeWeights {
                of_lower: shares.of_lower * weight / coarse[shares.lower],
                of_upper: shares.of_upper * weight / coarse[shares.upper],
                ..*shares
            };
            corrections[axis].iter().zip(&fine).map(scaled).collect()
        });
        let columns = (finer[1].len(), coarser[1].len());
        Self { means, corrections, columns, half: vec![Vec2::ZERO; coarser[0].len() * columns.0] }
    }

    /// The sum of a finer particle's shares in all means.
    pub fn sum_of_shares(&self, particle: usize) -> f32 {
        let sum = |shares: &NodeWeights| shares.of_lower + shares.of_upper;
        sum(&self.means[0][particle / self.columns.0]) * sum(&self.means[1][particle % self.columns.0])
    }

    /// The means of `at + moved`.
    pub fn restrict(&mut self, at: &[Vec2], corrections: &[Vec2], means: &mut [Vec2]) {
        let Self { means: [rows, columns], columns: width, half, .. } = self;
        half.fill(Vec2::ZERO);
        for ((shares, at), corrections) in rows.iter().zip(at.chunks(width.0)).zip(corrections.chunks(width.0)) {
            for (row, share) in [(shares.lower, shares.of_lower), (shares.upper, shares.of_upper)] {
                if share != 0.0 {
                    add(&mut half[row * width.0..(row + 1) * width.0], at, corrections, share);
                }
            }
        }
        for (means, half) in means.chunks_mut(width.1).zip(half.chunks(width.0)) {
            gather(columns, half, means);
        }
    }

    /// Adds the coarser net's `corrections`, each times its finer particle's `factor`, to `moved`.
    pub fn prolong(&mut self, corrections: &[Vec2], factor: &[f32], fine_corrections: &mut [Vec2]) {
        let Self { corrections: [rows, columns], columns: width, half, .. } = self;
        for (half, corrections) in half.chunks_mut(width.0).zip(corrections.chunks(width.1)) {
            for (shares, half) in columns.iter().zip(half) {
                *half = corrections[shares.lower] * shares.of_lower + corrections[shares.upper] * shares.of_upper;
            }
        }
        for (shares, (corrections, factor)) in
            rows.iter().zip(fine_corrections.chunks_mut(width.0).zip(factor.chunks(width.0)))
        {
            let [lower, upper] = [shares.lower, shares.upper].map(|row| &half[row * width.0..(row + 1) * width.0]);
            blend(corrections, factor, [lower, upper], *shares);
        }
    }
}

/// Adds a `share` of `at + moved`.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add(sum: &mut [Vec2], at: &[Vec2], corrections: &[Vec2], share: f32) {
    let count = sum.len().min(at.len()).min(corrections.len());
    let (sum, at, corrections) = (&mut sum[..count], &at[..count], &corrections[..count]);
    for k in 0..count {
        sum[k].x += (at[k].x + corrections[k].x) * share;
        sum[k].y += (at[k].y + corrections[k].y) * share;
    }
}

/// The means of a row. What belongs to one follows what belongs to the one before it, so sums stay in registers.
fn gather(shares: &[NodeWeights], row: &[Vec2], means: &mut [Vec2]) {
    let (mut lower, mut sum, mut next) = (0, Vec2::ZERO, Vec2::ZERO);
    for (shares, at) in shares.iter().zip(row) {
        if shares.lower != lower {
            means[lower] = sum;
            (lower, sum, next) = (shares.lower, next, Vec2::ZERO);
        }
        sum += *at * shares.of_lower;
        next += *at * shares.of_upper;
    }
    means[lower] = sum;
}

/// Adds what lies between two rows, times each particle's `factor`.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn blend(corrections: &mut [Vec2], factor: &[f32], rows: [&[Vec2]; 2], shares: NodeWeights) {
    let count = corrections.len().min(factor.len()).min(rows[0].len()).min(rows[1].len());
    let (corrections, factor, lower, upper) =
        (&mut corrections[..count], &factor[..count], &rows[0][..count], &rows[1][..count]);
    for k in 0..count {
        corrections[k].x += (lower[k].x * shares.of_lower + upper[k].x * shares.of_upper) * factor[k];
        corrections[k].y += (lower[k].y * shares.of_lower + upper[k].y * shares.of_upper) * factor[k];
    }
}
