//! One of a net's coarse nets.

use glam::Vec2;

use crate::{
    simd::{Lanes, Link, ParticleView, ProjectionRule, colour_batch::ColourBatch},
    solver::multigrid::{axis::Axis, grid_colouring::GridColouring, net::GridLinks, transfer::Transfer},
};

/// Around what is fixed: how many links far, and how many more sweeps.
const NEAR: [(u32, usize); 2] = [(8, 4), (4, 4)];

/// A net of weighted means.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub rows: Axis,
    pub columns: Axis,
    transfer: Transfer,
    /// Of the means, m.
    position: Vec<Vec2>,
    /// How far they are moved in this pass, m.
    corrections: Vec<Vec2>,
    /// How far they give way to an impulse, 1/kg: no less than they do.
    pub inv_mass: Vec<f32>,
    /// What makes a mean's way an impulse for each share of its particles, kg.
    impulse: Vec<f32>,
    /// What makes impulses the ways of those of the finer net, 1/kg.
    give: Vec<f32>,
    /// The means that are fixed, and the particles of the world that they are.
    fixed: Vec<(usize, u32)>,
    /// What ties the means in line with something fixed to it.
    attachments: Vec<ColourBatch>,
    near: Vec<GridColouring>,
    all: GridColouring,
    /// How often all links are swept.
    sweeps: usize,
}

impl Level {
    /// A coarser net than that of `finer` rows and columns, whose particles have `inv_mass` (1/kg).
    pub fn new(
        fabric: &GridLinks,
        finer: [&Axis; 2],
        inv_mass: &[f32],
        (rows, columns): (Axis, Axis),
        sweeps: usize,
    ) -> Self {
        let mut transfer = Transfer::new(finer, [&rows, &columns]);
        let count = rows.len() * columns.len();
        // The row sums of the matrix that says how impulses at means move means: no mean gives way more than that.
        let responses = inv_mass.iter().enumerate().map(|(k, inv_mass)| inv_mass * transfer.sum_of_shares(k));
        let responses: Vec<Vec2> = responses.map(|response| Vec2::new(response, 0.0)).collect();
        let mut means = vec![Vec2::ZERO; count];
        transfer.restrict(&responses, &vec![Vec2::ZERO; responses.len()], &mut means);
        let mut inv_mass_here: Vec<f32> = means.iter().map(|mean| mean.x).collect();
        let node = |row, column| Some(rows.at(row)? * columns.len() + columns.at(column)?);
        let fixed: Vec<(usize, u32)> = fabric
            .fixed
            .iter()
            .filter_map(|&(row, column)| Some((node(row, column)?, fabric.shape.id(row, column))))
            .collect();
        fixed.iter().for_each(|&(node, _)| inv_mass_here[node] = 0.0);
        let weights = |axis: &Axis| axis.weights();
        let (row_weights, column_weights) = (weights(&rows), weights(&columns));
        let weight = |k: usize| row_weights[k / columns.len()] * column_weights[k % columns.len()];
        let impulse = |(k, inv_mass): (usize, &f32)| if *inv_mass > 0.0 { 1.0 / (inv_mass * weight(k)) } else { 0.0 };
        let impulse = inv_mass_here.iter().enumerate().map(impulse).collect();
        let (finer_rows, finer_columns) = (weights(finer[0]), weights(finer[1]));
        let give = |(k, inv_mass): (usize, &f32)| {
            inv_mass * finer_rows[k / finer_columns.len()] * finer_columns[k % finer_columns.len()]
        };
        let give = inv_mass.iter().enumerate().map(give).collect();
        let (position, corrections) = (vec![Vec2::ZERO; count], vec![Vec2::ZERO; count]);
        let (inv_mass, attachments, near, all) = (inv_mass_here, Vec::new(), Vec::new(), GridColouring::default());
        let mut level = Self {
            rows,
            columns,
            transfer,
            position,
            corrections,
            inv_mass,
            impulse,
            give,
            fixed,
            attachments,
            near,
            all,
            sweeps,
        };
        level.link(fabric);
        level
    }

    /// Makes the links, without those that what was cut may have made too short.
    fn link(&mut self, fabric: &GridLinks) {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        let measure = Measure::new(self, fabric);
        let mut links: [Vec<Link>; 4] = Default::default();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let a = row * columns + column;
            if column + 1 < columns {
                links[column % 2].extend(measure.link(a, a + 1));
            }
            if row + 1 < rows {
                links[2 + row % 2].extend(measure.link(a, a + columns));
            }
        }
        let attachments = self.fixed.iter().map(|&(fixed, _)| {
            let in_line = |&k: &usize| k / columns == fixed / columns || k % columns == fixed % columns;
            let mut links: Vec<Link> =
                (0..rows * columns).filter(in_line).filter_map(|k| measure.link(k.min(fixed), k.max(fixed))).collect();
            let mut batch = ColourBatch::default();
            // They share what is fixed, which does not move.
            links.sort_unstable_by_key(|link| (link.a, link.b));
            batch.rebuild_in_order(&links);
            batch.load_inv_mass(&self.inv_mass);
            batch
        });
        let attachments = attachments.collect();
        let is_near = |link: &Link, most: u32| {
            let (row, column) = (link.a as usize / columns, link.a as usize % columns);
            let far = |of: usize| row.abs_diff(of / columns).max(column.abs_diff(of % columns));
            self.fixed.iter().any(|&(fixed, _)| far(fixed) <= most as usize)
        };
        let near = NEAR.map(|(most, _)| {
            let mut links = links.each_ref().map(|of| of.iter().filter(|link| is_near(link, most)).copied().collect());
            GridColouring::new(&mut links, &self.inv_mass)
        });
        let near = Vec::from(near);
        let all = GridColouring::new(&mut links, &self.inv_mass);
        (self.attachments, self.near, self.all) = (attachments, near, all);
    }

    /// Takes the means of `at + moved`; `fixed` says where what is fixed is (m).
    pub fn restrict(&mut self, at: &[Vec2], corrections: &[Vec2], fixed: &[Vec2]) {
        self.transfer.restrict(at, corrections, &mut self.position);
        self.fixed.iter().for_each(|&(node, particle)| self.position[node] = fixed[particle as usize]);
        self.corrections.fill(Vec2::ZERO);
    }

    /// What the next coarser one's means are taken of.
    pub fn view(&mut self) -> (&[Vec2], &mut [Vec2]) {
        (&self.position, &mut self.corrections)
    }

    /// Draws the means together.
    pub fn relax(&mut self, lanes: Lanes) {
        let Self { position, corrections, inv_mass, attachments, near, all, sweeps, .. } = self;
        let mut view = ParticleView { first: 0, position, corrections, inv_mass };
        let tether = |view: &mut ParticleView| attachments.iter().for_each(|tether| tether.sweep(view, 1.0, lanes));
        for (weave, (_, sweeps)) in near.iter().zip(NEAR) {
            for sweep in 0..sweeps {
                tether(&mut view);
                weave.sweep(&mut view, lanes, sweep % 2 == 1);
            }
        }
        for sweep in 0..*sweeps {
            if sweep % 2 == 0 {
                tether(&mut view);
            }
            all.sweep(&mut view, lanes, sweep % 2 == 1);
        }
    }

    /// Hands what the means were moved by to the finer net's `moved`. The positions are no more after this.
    pub fn prolong(&mut self, corrections: &mut [Vec2]) {
        let impulses = self.position.iter_mut().zip(&self.corrections).zip(&self.impulse);
        impulses.for_each(|((impulse, corrections), mass)| *impulse = *corrections * *mass);
        self.transfer.prolong(&self.position, &self.give, corrections);
    }
}

/// How far means may be apart.
struct Measure<'a> {
    level: &'a Level,
    fabric: &'a GridLinks<'a>,
    /// Where in its column (or row) the mean of each row (or column) is, in links.
    means: [Vec<f32>; 2],
}

impl<'a> Measure<'a> {
    fn new(level: &'a Level, fabric: &'a GridLinks) -> Self {
        let means = [&level.rows, &level.columns]
            .map(|axis| (0..axis.len()).map(|mean| axis.average(mean, |place| place)).collect());
        Self { level, fabric, means }
    }

    /// The link between two means, if every way between their particles is whole, and one of them can move.
    fn link(&self, a: usize, b: usize) -> Option<Link> {
        let Self { level, fabric, .. } = self;
        if level.inv_mass[a] + level.inv_mass[b] == 0.0 {
            return None;
        }
        let ((rows_a, columns_a), (rows_b, columns_b)) = (self.support(a), self.support(b));
        let around = |one: &std::ops::Range<u32>, other: &std::ops::Range<u32>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        fabric.is_whole(around(&rows_a, &rows_b), around(&columns_a, &columns_b)).then(|| {
            let rule = ProjectionRule {
                rest_length: fabric.spacing * self.links_between(a, b),
                stiffness: 1.0,
                min_error: 0.0,
            };
            Link { a: a as u32, b: b as u32, rule }
        })
    }

    /// Whether a mean is fixed, and if so, where.
    fn fixed(&self, mean: usize) -> Option<(u32, u32)> {
        let (_, particle) = self.level.fixed.iter().find(|(node, _)| *node == mean)?;
        Some(self.fabric.shape.place(*particle))
    }

    fn support(&self, mean: usize) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let columns = self.level.columns.len();
        match self.fixed(mean) {
            Some((row, column)) => (row..row + 1, column..column + 1),
            None => (self.level.rows.support(mean / columns), self.level.columns.support(mean % columns)),
        }
    }

    /// The way along links from the one mean's particles to the other's, on average.
    fn links_between(&self, a: usize, b: usize) -> f32 {
        let Self { level: Level { rows, columns, .. }, means, .. } = self;
        let (row, column) = (|mean: usize| mean / columns.len(), |mean: usize| mean % columns.len());
        let to = |mean: usize, (at_row, at_column): (u32, u32)| {
            rows.average(row(mean), |place| (place - at_row as f32).abs())
                + columns.average(column(mean), |place| (place - at_column as f32).abs())
        };
        match (self.fixed(a), self.fixed(b)) {
            (Some(at), _) => to(b, at),
            (_, Some(at)) => to(a, at),
            // One of the two is the same: the shares of the one mean are those of the other, further on.
            _ => (means[0][row(a)] - means[0][row(b)]).abs() + (means[1][column(a)] - means[1][column(b)]).abs(),
        }
    }
}
