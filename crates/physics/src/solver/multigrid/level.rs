//! One coarse level of a net.

use std::ops::Range;

use glam::Vec2;

use crate::containers::Refill;
use crate::simd::{ColourBatch, Link, ParticleView, ProjectionRule};
use crate::solver::multigrid::{Axis, ExtraSweeps, GRID_COLOURS, GridColouring, GridLinks, Transfer};

/// Additional sweeps near fixed nodes.
const EXTRA_SWEEPS: [ExtraSweeps; 2] = [ExtraSweeps { distance: 8, count: 4 }, ExtraSweeps { distance: 4, count: 4 }];

/// A coarse level: nodes that are weighted means of the finer level, and the links between them.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub rows: Axis,
    pub columns: Axis,
    pub transfer: Transfer,
    /// Upper bounds on the inverse masses of the nodes, 1/kg; 0 for fixed nodes.
    pub inv_mass: Vec<f32>,
    /// Converts the correction of a node to an impulse per weight of its particles, kg.
    to_impulse: Vec<f32>,
    /// Converts an impulse to the correction of a node of the finer level, 1/kg.
    from_impulse: Vec<f32>,
    pub fixed: Vec<FixedNode>,
    /// For each fixed node, its long-range attachments: the nodes in its row and column.
    attachments: Vec<ColourBatch>,
    /// Links near fixed nodes, by [`EXTRA_SWEEPS`].
    near: Vec<GridColouring>,
    all: GridColouring,
    /// Number of sweeps over all links.
    sweeps: usize,
}

/// A fixed node and its particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedNode {
    pub node: usize,
    particle: u32,
}

/// The nodes of a level in a V-cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeState {
    /// Positions, m; from the prolongation on impulses per weight of the particles, kg m.
    position: Vec<Vec2>,
    /// Corrections in this V-cycle, m.
    corrections: Vec<Vec2>,
    /// Scratch of the transfer.
    half: Vec<Vec2>,
}

impl NodeState {
    /// Positions and corrections of the nodes, m.
    pub fn positions_and_corrections(&mut self) -> (&[Vec2], &mut [Vec2]) {
        (&self.position, &mut self.corrections)
    }
}

impl Level {
    /// Builds the level with the `axes` of rows and columns above a `finer` one whose nodes have `inv_mass` (1/kg).
    pub fn new(grid: &GridLinks, finer: [&Axis; 2], inv_mass: &[f32], axes: [Axis; 2], sweeps: usize) -> Self {
        let [rows, columns] = axes;
        let transfer = Transfer::new(finer, [&rows, &columns]);
        let count = rows.len() * columns.len();
        let node = |row, column| Some(rows.node_at(row)? * columns.len() + columns.node_at(column)?);
        let fixed_node = |&(row, column): &(u32, u32)| {
            Some(FixedNode { node: node(row, column)?, particle: grid.shape.id(row, column) })
        };
        let fixed: Vec<FixedNode> = grid.fixed.iter().filter_map(fixed_node).collect();
        let mut node_inv_mass = inv_mass_bounds(&transfer, inv_mass, count);
        fixed.iter().for_each(|fixed| node_inv_mass[fixed.node] = 0.0);
        let (row_sums, column_sums) = (rows.weight_sums(), columns.weight_sums());
        let weight = |k: usize| row_sums[k / columns.len()] * column_sums[k % columns.len()];
        let to_impulse = |(k, inv_mass): (_, &f32)| if *inv_mass > 0.0 { 1.0 / (inv_mass * weight(k)) } else { 0.0 };
        let to_impulse = node_inv_mass.iter().enumerate().map(to_impulse).collect();
        let (finer_row_sums, finer_column_sums) = (finer[0].weight_sums(), finer[1].weight_sums());
        let from_impulse = |(k, inv_mass): (usize, &f32)| {
            inv_mass * finer_row_sums[k / finer_column_sums.len()] * finer_column_sums[k % finer_column_sums.len()]
        };
        let from_impulse = inv_mass.iter().enumerate().map(from_impulse).collect();
        let mut level = Self {
            rows,
            columns,
            transfer,
            inv_mass: node_inv_mass,
            to_impulse,
            from_impulse,
            fixed,
            attachments: Vec::new(),
            near: Vec::new(),
            all: GridColouring::default(),
            sweeps,
        };
        level.build_links(grid);
        level
    }

    /// Builds the links, except links that cuts may have made too short.
    fn build_links(&mut self, grid: &GridLinks) {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        let mean_coordinates = [&self.rows, &self.columns]
            .map(|axis| (0..axis.len()).map(|node| axis.mean(node, |coordinate| coordinate)).collect());
        let builder = LinkBuilder { level: self, grid, mean_coordinates };
        let mut links: [Vec<Link>; GRID_COLOURS] = Default::default();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let a = row * columns + column;
            if column + 1 < columns {
                links[column % 2].extend(builder.link(a, a + 1));
            }
            if row + 1 < rows {
                links[2 + row % 2].extend(builder.link(a, a + columns));
            }
        }
        let attachments = self.fixed.iter().map(|&FixedNode { node, .. }| {
            let is_in_line = |&k: &usize| k / columns == node / columns || k % columns == node % columns;
            let in_line = (0..rows * columns).filter(is_in_line);
            let mut links: Vec<Link> = in_line.filter_map(|k| builder.link(k.min(node), k.max(node))).collect();
            let mut batch = ColourBatch::default();
            // The links share the fixed node alone, which does not move.
            links.sort_unstable_by_key(|link| (link.a, link.b));
            batch.rebuild_in_order(&links);
            batch.list.load_inv_mass(&self.inv_mass);
            batch
        });
        let attachments = attachments.collect();
        let is_near = |link: &Link, distance: u32| {
            let (row, column) = (link.a as usize / columns, link.a as usize % columns);
            let links_to = |node: usize| row.abs_diff(node / columns).max(column.abs_diff(node % columns));
            self.fixed.iter().any(|fixed| links_to(fixed.node) <= distance as usize)
        };
        let near = EXTRA_SWEEPS.map(|ExtraSweeps { distance, .. }| {
            GridColouring::of_some(&links, &self.inv_mass, |link| is_near(link, distance))
        });
        let all = GridColouring::new(&mut links, &self.inv_mass);
        (self.attachments, self.near, self.all) = (attachments, near.into(), all);
    }

    /// Sets the nodes to the means of `at + corrections` (m), and fixed nodes to the positions of their particles.
    pub fn restrict(&self, nodes: &mut NodeState, at: &[Vec2], corrections: &[Vec2], particle_position: &[Vec2]) {
        let NodeState { position, corrections: own, half } = nodes;
        position.resize(self.inv_mass.len(), Vec2::ZERO);
        self.transfer.restrict(at, corrections, (position, half));
        self.fixed.iter().for_each(|fixed| position[fixed.node] = particle_position[fixed.particle as usize]);
        own.refill(position.len(), Vec2::ZERO);
    }

    /// Sweeps the links of the level: `sweep` projects those of a batch.
    pub fn relax(&self, nodes: &mut NodeState, sweep: &mut impl FnMut(&ColourBatch, &mut ParticleView)) {
        let Self { inv_mass, attachments, near, all, sweeps, .. } = self;
        let NodeState { position, corrections, .. } = nodes;
        let mut view =
            ParticleView { first: 0, position, corrections, displacement: &mut [], inv_mass, has_spin: false };
        for (colouring, ExtraSweeps { count, .. }) in near.iter().zip(EXTRA_SWEEPS) {
            for number in 0..count {
                let batches = attachments.iter().chain(colouring.batches(number % 2 == 1));
                batches.for_each(|batch| sweep(batch, &mut view));
            }
        }
        for number in 0..*sweeps {
            let attachments = if number % 2 == 0 { &attachments[..] } else { &[] };
            let batches = attachments.iter().chain(all.batches(number % 2 == 1));
            batches.for_each(|batch| sweep(batch, &mut view));
        }
    }

    /// Adds the interpolated corrections of the nodes to the `corrections` (m) of the finer level. Overwrites the
    /// positions of the nodes.
    pub fn prolong(&self, nodes: &mut NodeState, corrections: &mut [Vec2]) {
        let NodeState { position, corrections: own, half } = nodes;
        let impulses = position.iter_mut().zip(&*own).zip(&self.to_impulse);
        impulses.for_each(|((impulse, correction), to_impulse)| *impulse = *correction * *to_impulse);
        self.transfer.prolong((position, half), &self.from_impulse, corrections);
    }
}

/// Upper bounds on the inverse masses of `count` coarse nodes, 1/kg: the row sums of the matrix that maps impulses on
/// the nodes to their velocity changes.
fn inv_mass_bounds(transfer: &Transfer, inv_mass: &[f32], count: usize) -> Vec<f32> {
    let responses = inv_mass.iter().enumerate().map(|(k, inv_mass)| inv_mass * transfer.weight_sum(k));
    let responses: Vec<Vec2> = responses.map(|response| Vec2::new(response, 0.0)).collect();
    let mut means = vec![Vec2::ZERO; count];
    transfer.restrict(&responses, &vec![Vec2::ZERO; responses.len()], (&mut means, &mut Vec::new()));
    means.iter().map(|mean| mean.x).collect()
}

/// Builds the links between nodes.
struct LinkBuilder<'a> {
    level: &'a Level,
    grid: &'a GridLinks<'a>,
    /// Mean coordinate of each row's (column's) particles along its axis, in links.
    mean_coordinates: [Vec<f32>; 2],
}

impl LinkBuilder<'_> {
    /// The link between two nodes, if no link between their particles is missing and one of the nodes can move.
    fn link(&self, a: usize, b: usize) -> Option<Link> {
        let Self { level, grid, .. } = self;
        if level.inv_mass[a] + level.inv_mass[b] == 0.0 {
            return None;
        }
        let ((rows_a, columns_a), (rows_b, columns_b)) = (self.support(a), self.support(b));
        let union = |a: &Range<u32>, b: &Range<u32>| a.start.min(b.start)..a.end.max(b.end);
        grid.is_whole(union(&rows_a, &rows_b), union(&columns_a, &columns_b)).then(|| {
            let rest_length = grid.spacing * self.mean_link_count(a, b);
            let rule = ProjectionRule { rest_length, stiffness: 1.0, compliance: 0.0, min_error: 0.0 };
            Link { a: a as u32, b: b as u32, rule }
        })
    }

    /// Row and column of a fixed node's particle; `None` for free nodes.
    fn fixed_row_and_column(&self, node: usize) -> Option<(u32, u32)> {
        let fixed = self.level.fixed.iter().find(|fixed| fixed.node == node)?;
        Some(self.grid.shape.row_and_column(fixed.particle))
    }

    /// Rows and columns of the particles of a node.
    fn support(&self, node: usize) -> (Range<u32>, Range<u32>) {
        let columns = self.level.columns.len();
        match self.fixed_row_and_column(node) {
            Some((row, column)) => (row..row + 1, column..column + 1),
            None => (self.level.rows.support(node / columns), self.level.columns.support(node % columns)),
        }
    }

    /// The mean number of links between the particles of two nodes.
    fn mean_link_count(&self, a: usize, b: usize) -> f32 {
        let Self { level: Level { rows, columns, .. }, mean_coordinates: [mean_rows, mean_columns], .. } = self;
        let (row, column) = (|node: usize| node / columns.len(), |node: usize| node % columns.len());
        let to = |node: usize, (at_row, at_column): (u32, u32)| {
            rows.mean(row(node), |coordinate| (coordinate - at_row as f32).abs())
                + columns.mean(column(node), |coordinate| (coordinate - at_column as f32).abs())
        };
        match (self.fixed_row_and_column(a), self.fixed_row_and_column(b)) {
            (Some(at), _) => to(b, at),
            (_, Some(at)) => to(a, at),
            // One of the two terms is 0, because linked nodes share a row or a column.
            _ => {
                let (rows, columns) = (mean_rows, mean_columns);
                (rows[row(a)] - rows[row(b)]).abs() + (columns[column(a)] - columns[column(b)]).abs()
            }
        }
    }
}
