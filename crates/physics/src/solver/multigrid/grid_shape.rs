//! Finds grid nets: particles numbered row by row, each linked to the next in its row and to the one below.

use crate::particles::{ConstraintGraph, Particles};

/// Fewest rows and columns of a grid net. Sweeps alone hold smaller ones.
pub(crate) const MIN_SIDE: u32 = 16;

/// The particles of a grid net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridShape {
    /// The first particle.
    pub first: u32,
    pub rows: u32,
    pub columns: u32,
}

impl GridShape {
    /// Number of particles.
    pub fn particles(self) -> u32 {
        self.rows * self.columns
    }

    /// The first particle that is not pinned; the first of all if all are.
    pub fn first_free(self, particles: &Particles) -> u32 {
        let is_free = |&particle: &u32| !particles.pinned[particle as usize];
        (self.first..self.first + self.particles()).find(is_free).unwrap_or(self.first)
    }

    /// The particle in a row and column.
    pub fn id(self, row: u32, column: u32) -> u32 {
        self.first + row * self.columns + column
    }

    /// Row and column of a particle.
    pub fn row_and_column(self, particle: u32) -> (u32, u32) {
        ((particle - self.first) / self.columns, (particle - self.first) % self.columns)
    }

    /// Number of links without cuts.
    pub fn links(self) -> usize {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        rows * (columns - 1) + columns * (rows - 1)
    }
}

/// Whether a rigid strand link joins two particles: coarser levels would shorten others to their rest lengths.
fn are_linked(graph: ConstraintGraph, a: u32, b: u32) -> bool {
    graph.rigid_strand_neighbours(a).any(|neighbour| neighbour.particle == b)
}

/// Appends the grid nets that begin after the last of `shapes`.
pub(crate) fn find_grids(graph: ConstraintGraph, shapes: &mut Vec<GridShape>) {
    let count = graph.particles.len() as u32;
    let mut first = shapes.last().map_or(0, |last| last.first + last.particles());
    while first < count {
        let columns = row_length(graph, first, count);
        let mut rows = 1;
        while columns >= MIN_SIDE && is_next_row(graph, first + rows * columns, columns, count) {
            rows += 1;
        }
        let shape = GridShape { first, rows, columns };
        if columns >= MIN_SIDE && rows >= MIN_SIDE {
            shapes.push(shape);
            first += shape.particles();
        } else {
            first += columns;
        }
    }
}

/// Number of particles from `first` on that are each linked to the next.
fn row_length(graph: ConstraintGraph, first: u32, count: u32) -> u32 {
    let is_linked = |&at: &u32| at + 1 < count && are_linked(graph, at, at + 1);
    1 + (first..count).take_while(is_linked).count() as u32
}

/// Whether a row begins at `first` that is as long as the one above and linked to it at every particle.
fn is_next_row(graph: ConstraintGraph, first: u32, columns: u32, count: u32) -> bool {
    count.checked_sub(columns).is_some_and(|last| first <= last)
        && (first..first + columns).all(|at| are_linked(graph, at - columns, at))
        && row_length(graph, first, first + columns) == columns
        && (first + columns == count || !are_linked(graph, first + columns - 1, first + columns))
}
