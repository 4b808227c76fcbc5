//! A grid net with its coarser levels.

use std::ops::Range;

use crate::particles::ConstraintGraph;
use crate::simd::{ColourBatch, Lanes, Link, ParticleView, ProjectionRule};
use crate::solver::multigrid::{Axis, ExtraSweeps, GRID_COLOURS, GridColouring, GridShape, Level, NodeState};

/// Sweeps of each level, the finest first. Coarser levels are cheaper.
const SWEEPS: [usize; 6] = [2, 3, 4, 6, 10, 15];

/// Fewest rows and columns of a level.
const MIN_LEVEL_SIDE: usize = 4;

/// Most rows, and most columns, with fixed particles: each of them stays in all levels.
const MAX_FIXED_LINES: usize = 8;

/// Additional sweeps of the net itself near fixed particles.
const EXTRA_SWEEPS: [ExtraSweeps; 2] = [ExtraSweeps { distance: 16, count: 2 }, ExtraSweeps { distance: 8, count: 4 }];

/// The present links of a grid net.
pub(crate) struct GridLinks<'a> {
    pub shape: GridShape,
    graph: ConstraintGraph<'a>,
    /// Rows and columns of the fixed particles.
    pub fixed: Vec<(u32, u32)>,
    /// Rest length of the longest link, m.
    pub spacing: f32,
    /// The links by colour: see [`GRID_COLOURS`].
    links: [Vec<Link>; GRID_COLOURS],
    /// Summed-area tables of the missing links to the right and down: their number above and to the left of each
    /// particle.
    missing: [Vec<u32>; 2],
}

impl<'a> GridLinks<'a> {
    fn new(shape: GridShape, graph: ConstraintGraph<'a>) -> Self {
        let fixed = (shape.first..shape.first + shape.particles())
            .filter(|&particle| graph.is_fixed(particle))
            .map(|particle| shape.row_and_column(particle))
            .collect();
        let size = (shape.rows as usize + 1) * (shape.columns as usize + 1);
        let missing = [vec![0; size], vec![0; size]];
        let mut grid = Self { shape, graph, fixed, spacing: 0.0, links: Default::default(), missing };
        grid.find_links();
        grid
    }

    /// Finds the links, and counts those that are missing.
    fn find_links(&mut self) {
        let GridShape { rows, columns, .. } = self.shape;
        let width = columns as usize + 1;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let here = self.shape.id(row, column);
            let neighbours = [(column + 1 < columns, here + 1), (row + 1 < rows, here + columns)];
            let at = (row as usize + 1) * width + column as usize + 1;
            for (direction, (is_inside, other)) in neighbours.into_iter().enumerate() {
                let rule = self.rule(here, other).filter(|_| is_inside);
                if let Some(rule) = rule {
                    let parity = if direction == 0 { column } else { row } % 2;
                    self.links[2 * direction + parity as usize].push(Link { a: here, b: other, rule });
                    self.spacing = self.spacing.max(rule.rest_length);
                }
                let missing = &mut self.missing[direction];
                let is_missing = u32::from(is_inside && rule.is_none());
                missing[at] = missing[at - 1] + missing[at - width] - missing[at - width - 1] + is_missing;
            }
        }
    }

    /// The projection rule of the strand link between two particles.
    fn rule(&self, a: u32, b: u32) -> Option<ProjectionRule> {
        let between = self.graph.rigid_strand_neighbours(a).find(|neighbour| neighbour.particle == b)?;
        self.graph.links.get(between.slot as usize).map(|link| Link::of(link).rule)
    }

    /// Whether no link is missing among these rows and columns.
    pub fn is_whole(&self, rows: Range<u32>, columns: Range<u32>) -> bool {
        let width = self.shape.columns as usize + 1;
        let none_missing = |direction: usize, rows: Range<u32>, columns: Range<u32>| {
            let sum = |row: u32, column: u32| self.missing[direction][row as usize * width + column as usize];
            sum(rows.end, columns.end) + sum(rows.start, columns.start)
                == sum(rows.start, columns.end) + sum(rows.end, columns.start)
        };
        let fewer_rows = rows.start..(rows.end - 1).max(rows.start);
        let fewer_columns = columns.start..(columns.end - 1).max(columns.start);
        none_missing(0, rows, fewer_columns) && none_missing(1, fewer_rows, columns)
    }

    /// The links within a distance of fixed particles, in links.
    fn near_fixed(&self, distance: u32, inv_mass: &[f32]) -> GridColouring {
        GridColouring::of_some(&self.links, inv_mass, |link| {
            let (row, column) = self.shape.row_and_column(link.a);
            let links_to = |&(of_row, of_column): &(u32, u32)| row.abs_diff(of_row).max(column.abs_diff(of_column));
            self.fixed.iter().any(|fixed| links_to(fixed) <= distance)
        })
    }

    /// The rows and the columns with fixed particles.
    fn fixed_lines(&self) -> [Vec<u32>; 2] {
        let (rows, columns): (Vec<u32>, Vec<u32>) = self.fixed.iter().copied().unzip();
        [rows, columns].map(|mut lines| {
            lines.sort_unstable();
            lines.dedup();
            lines
        })
    }
}

/// A grid net with its coarser levels.
#[derive(Clone, Debug)]
pub(crate) struct GridNet {
    pub shape: GridShape,
    /// Its first particle that is not pinned.
    pub first_free: u32,
    /// The finest first; none if too many particles are fixed.
    pub levels: Vec<Level>,
    /// Scratch: the nodes of each level.
    nodes: Vec<NodeState>,
    /// Links of the net near fixed particles, by [`EXTRA_SWEEPS`].
    near: Vec<GridColouring>,
    /// Whether this step relaxes the net, if it has levels.
    is_wanted: bool,
}

impl GridNet {
    pub fn new(shape: GridShape, graph: ConstraintGraph) -> Self {
        let grid = GridLinks::new(shape, graph);
        let fixed_lines = grid.fixed_lines();
        let (levels, nodes, near) = (Vec::new(), Vec::new(), Vec::new());
        let mut net =
            Self { shape, first_free: shape.first_free(graph.particles), levels, nodes, near, is_wanted: false };
        if fixed_lines.iter().any(|lines| lines.len() > MAX_FIXED_LINES) {
            return net;
        }
        let inv_mass = &graph.particles.inv_mass;
        let mut finer = [Axis::finest(shape.rows), Axis::finest(shape.columns)];
        for (level, sweeps) in SWEEPS.into_iter().enumerate() {
            let spacing = 2 << level;
            let axes = [finer[0].coarser(&fixed_lines[0], spacing), finer[1].coarser(&fixed_lines[1], spacing)];
            if axes[0].len().min(axes[1].len()) < MIN_LEVEL_SIDE {
                break;
            }
            let of_finer = net.levels.last().map_or(&inv_mass[net.particles()], |level| &level.inv_mass);
            let level = Level::new(&grid, finer.each_ref(), of_finer, axes.clone(), sweeps);
            net.levels.push(level);
            finer = axes;
        }
        net.near = EXTRA_SWEEPS.iter().map(|extra| grid.near_fixed(extra.distance, inv_mass)).collect();
        net
    }

    /// Whether this step relaxes the net. A net with many fixed particles has no levels, and is left to the sweeps.
    pub fn is_active(&self) -> bool {
        self.is_wanted && !self.levels.is_empty()
    }

    /// Sets whether this step should relax the net, by its first particle that is not pinned.
    pub fn set_active(&mut self, is_wanted: impl Fn(u32) -> bool) {
        self.is_wanted = is_wanted(self.first_free);
    }

    /// Whether a particle is part of the net.
    pub fn contains(&self, particle: u32) -> bool {
        self.particles().contains(&(particle as usize))
    }

    /// The range of its particles.
    pub fn particles(&self) -> Range<usize> {
        self.shape.first as usize..(self.shape.first + self.shape.particles()) as usize
    }

    /// Runs one V-cycle. Returns the number of projections of links, fine and coarse.
    pub fn relax(&mut self, view: &mut ParticleView, lanes: Lanes) -> u64 {
        let mut nodes = std::mem::take(&mut self.nodes);
        let mut projections = 0;
        let mut sweep = |_, batch: &ColourBatch, view: &mut ParticleView| {
            projections += batch.len() as u64;
            batch.sweep(view, 1.0, lanes);
        };
        self.correct_by_levels(&mut nodes, view, &mut sweep);
        self.sweep_near_fixed(view, &mut |batch, view| sweep(0, batch, view));
        self.nodes = nodes;
        projections
    }

    /// The part of a V-cycle above the net: restriction to the coarsest level, then sweeps and prolongation back to the
    /// net. `sweep` projects the links of a batch of a level, from 1 for the finest to n for the coarsest.
    pub fn correct_by_levels(
        &self,
        nodes: &mut Vec<NodeState>,
        view: &mut ParticleView,
        sweep: &mut impl FnMut(usize, &ColourBatch, &mut ParticleView),
    ) {
        let here = self.particles();
        let particle_position = view.position;
        nodes.resize_with(self.levels.len(), NodeState::default);
        for (number, level) in self.levels.iter().enumerate() {
            let (finer, these) = nodes.split_at_mut(number);
            match finer.last_mut().map(NodeState::positions_and_corrections) {
                Some((at, corrections)) => level.restrict(&mut these[0], at, corrections, particle_position),
                None => {
                    let (at, corrections) = (&view.position[here.clone()], &view.corrections[here.clone()]);
                    level.restrict(&mut these[0], at, corrections, particle_position);
                }
            }
        }
        for (number, level) in self.levels.iter().enumerate().rev() {
            let (finer, these) = nodes.split_at_mut(number);
            level.relax(&mut these[0], &mut |batch, view| sweep(number + 1, batch, view));
            match finer.last_mut().map(NodeState::positions_and_corrections) {
                Some((_, corrections)) => level.prolong(&mut these[0], corrections),
                None => level.prolong(&mut these[0], &mut view.corrections[here.clone()]),
            }
        }
    }

    /// The end of a V-cycle: more sweeps of the net itself near fixed particles. `sweep` projects the links of a batch.
    pub fn sweep_near_fixed(&self, view: &mut ParticleView, sweep: &mut impl FnMut(&ColourBatch, &mut ParticleView)) {
        for (colouring, ExtraSweeps { count, .. }) in self.near.iter().zip(EXTRA_SWEEPS) {
            (0..count).flat_map(|_| colouring.batches(false)).for_each(|batch| sweep(batch, view));
        }
    }
}
