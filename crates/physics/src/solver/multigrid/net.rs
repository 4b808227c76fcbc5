//! A net and its coarser ones.

use std::ops::Range;

use crate::{
    particles::constraint_graph::{self, ConstraintGraph},
    simd::{Lanes, Link, ParticleView, ProjectionRule},
    solver::multigrid::{axis::Axis, grid_colouring::GridColouring, grid_shape::GridShape, level::Level},
};

/// How often the links of each coarse net are swept, the finest first: the coarser, the cheaper.
const SWEEPS: [usize; 6] = [2, 3, 4, 6, 10, 15];

/// Rows and columns of a coarse net at the least.
const COARSEST: usize = 4;

/// Rows and columns that may have something fixed, at the most: each stays in all coarse nets.
const MOST_FIXED: usize = 8;

/// Around what is fixed: how many links far, and how many more sweeps of the net itself.
const NEAR: [(u32, usize); 2] = [(16, 2), (8, 4)];

/// What a net is made of now.
pub(crate) struct GridLinks<'a> {
    pub shape: GridShape,
    graph: ConstraintGraph<'a>,
    /// Rows and columns of what is fixed.
    pub fixed: Vec<(u32, u32)>,
    /// Length of the longest link, m.
    pub spacing: f32,
    /// The links, by colour as [`GridColouring`] has them.
    links: [Vec<Link>; 4],
    /// How many links are gone above and before each place, of those to the right and of those down.
    gone: [Vec<u32>; 2],
}

impl<'a> GridLinks<'a> {
    fn new(shape: GridShape, graph: ConstraintGraph<'a>) -> Self {
        let fixed = (shape.first..shape.first + shape.particles())
            .filter(|&particle| graph.is_fixed(particle))
            .map(|particle| shape.place(particle))
            .collect();
        let size = (shape.rows as usize + 1) * (shape.columns as usize + 1);
        let gone = [vec![0; size], vec![0; size]];
        let mut fabric = Self { shape, graph, fixed, spacing: 0.0, links: Default::default(), gone };
        fabric.follow();
        fabric
    }

    /// Finds its links, and counts those that are gone.
    fn follow(&mut self) {
        let GridShape { rows, columns, .. } = self.shape;
        let wide = columns as usize + 1;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let here = self.shape.id(row, column);
            let to = [(column + 1 < columns, here + 1), (row + 1 < rows, here + columns)];
            let at = (row as usize + 1) * wide + column as usize + 1;
            for (way, (is_inside, other)) in to.into_iter().enumerate() {
                let rule = self.rule(here, other).filter(|_| is_inside);
                if let Some(rule) = rule {
                    let parity = if way == 0 { column } else { row } % 2;
                    self.links[2 * way + parity as usize].push(Link { a: here, b: other, rule });
                    self.spacing = self.spacing.max(rule.rest_length);
                }
                let gone = &mut self.gone[way];
                gone[at] =
                    gone[at - 1] + gone[at - wide] - gone[at - wide - 1] + u32::from(is_inside && rule.is_none());
            }
        }
    }

    fn rule(&self, a: u32, b: u32) -> Option<ProjectionRule> {
        let to = self.graph.neighbours(a).filter(|neighbour| neighbour.particle == b);
        let links = to.filter_map(|neighbour| self.graph.links.get(neighbour.slot as usize));
        links
            .filter(|link| constraint_graph::is_strand_link(link))
            .map(|link| ProjectionRule {
                rest_length: link.rest_length,
                stiffness: link.stiffness,
                min_error: link.kind.min_error(),
            })
            .next()
    }

    /// Whether no link is gone among these rows and columns.
    pub fn is_whole(&self, rows: Range<u32>, columns: Range<u32>) -> bool {
        let wide = self.shape.columns as usize + 1;
        let count = |way: usize, rows: Range<u32>, columns: Range<u32>| {
            let to = |row: u32, column: u32| self.gone[way][row as usize * wide + column as usize];
            // What lies above is taken off twice, so it is added once.
            to(rows.end, columns.end) + to(rows.start, columns.start)
                == to(rows.start, columns.end) + to(rows.end, columns.start)
        };
        let (fewer_rows, fewer_columns) =
            (rows.start..(rows.end - 1).max(rows.start), columns.start..(columns.end - 1).max(columns.start));
        count(0, rows, fewer_columns) && count(1, fewer_rows, columns)
    }

    /// Its links around what is fixed.
    fn near(&self, most: u32, inv_mass: &[f32]) -> GridColouring {
        let is_near = |link: &&Link| {
            let (row, column) = self.shape.place(link.a);
            self.fixed.iter().any(|&(of_row, of_column)| row.abs_diff(of_row).max(column.abs_diff(of_column)) <= most)
        };
        let mut links = self.links.each_ref().map(|of| of.iter().filter(is_near).copied().collect());
        GridColouring::new(&mut links, inv_mass)
    }

    /// How many rows and columns have something fixed.
    fn kept(&self) -> [Vec<u32>; 2] {
        let (rows, columns): (Vec<u32>, Vec<u32>) = self.fixed.iter().copied().unzip();
        [rows, columns].map(|mut kept| {
            kept.sort_unstable();
            kept.dedup();
            kept
        })
    }
}

/// A net and its coarser ones.
#[derive(Clone, Debug)]
pub(crate) struct GridNet {
    shape: GridShape,
    /// The finest first; none where too much is fixed.
    levels: Vec<Level>,
    /// Its links around what is fixed.
    near: Vec<GridColouring>,
}

impl GridNet {
    pub fn new(shape: GridShape, graph: ConstraintGraph) -> Self {
        let fabric = GridLinks::new(shape, graph);
        let kept = fabric.kept();
        let mut net = Self { shape, levels: Vec::new(), near: Vec::new() };
        if kept.iter().any(|kept| kept.len() > MOST_FIXED) {
            return net;
        }
        let here = shape.first as usize..(shape.first + shape.particles()) as usize;
        let inv_mass = &graph.particles.inv_mass;
        let mut finer = (Axis::finest(shape.rows), Axis::finest(shape.columns));
        for (level, sweeps) in SWEEPS.into_iter().enumerate() {
            let spacing = 2 << level;
            let axes = (finer.0.coarser(&kept[0], spacing), finer.1.coarser(&kept[1], spacing));
            if axes.0.len().min(axes.1.len()) < COARSEST {
                break;
            }
            let of_finer = net.levels.last().map_or(&inv_mass[here.clone()], |level| &level.inv_mass);
            let level = Level::new(&fabric, [&finer.0, &finer.1], of_finer, axes.clone(), sweeps);
            net.levels.push(level);
            finer = axes;
        }
        net.near = NEAR.iter().map(|&(most, _)| fabric.near(most, inv_mass)).collect();
        net
    }

    /// Whether there are coarser ones.
    pub fn has_coarser(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Brings it near to its shape.
    pub fn relax(&mut self, view: &mut ParticleView, lanes: Lanes) {
        let here = self.shape.first as usize..(self.shape.first + self.shape.particles()) as usize;
        let fixed = view.position;
        for level in 0..self.levels.len() {
            let (finer, these) = self.levels.split_at_mut(level);
            match finer.last_mut().map(Level::view) {
                Some((at, corrections)) => these[0].restrict(at, corrections, fixed),
                None => these[0].restrict(&view.position[here.clone()], &view.corrections[here.clone()], fixed),
            }
        }
        for level in (0..self.levels.len()).rev() {
            let (finer, these) = self.levels.split_at_mut(level);
            these[0].relax(lanes);
            match finer.last_mut().map(Level::view) {
                Some((_, corrections)) => these[0].prolong(corrections),
                None => these[0].prolong(&mut view.corrections[here.clone()]),
            }
        }
        for (weave, (_, sweeps)) in self.near.iter().zip(NEAR) {
            (0..sweeps).for_each(|_| weave.sweep(view, lanes, false));
        }
    }
}
