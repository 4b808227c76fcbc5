//! Finds nets: particles that are numbered row by row, each linked to the next in its row and to the one below.

use crate::particles::constraint_graph::{self, ConstraintGraph};

/// Rows and columns of a net at the least: a smaller one is held by sweeps alone.
pub(crate) const LEAST: u32 = 16;

/// A net as it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridShape {
    /// Its first particle.
    pub first: u32,
    pub rows: u32,
    pub columns: u32,
}

impl GridShape {
    /// Its particles.
    pub fn particles(self) -> u32 {
        self.rows * self.columns
    }

    /// The particle in a row and column.
    pub fn id(self, row: u32, column: u32) -> u32 {
        self.first + row * self.columns + column
    }

    /// The row and column of one of its particles.
    pub fn place(self, particle: u32) -> (u32, u32) {
        ((particle - self.first) / self.columns, (particle - self.first) % self.columns)
    }

    /// Its links where none is cut.
    pub fn links(self) -> usize {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        rows * (columns - 1) + columns * (rows - 1)
    }
}

/// Whether two particles are joined by a link that holds its length.
fn are_linked(graph: ConstraintGraph, a: u32, b: u32) -> bool {
    let is_firm = |slot: u32| graph.links.get(slot as usize).is_some_and(constraint_graph::is_strand_link);
    graph.neighbours(a).any(|neighbour| neighbour.particle == b && is_firm(neighbour.slot))
}

/// Adds the nets that begin after the last of `shapes`.
pub(crate) fn find(graph: ConstraintGraph, shapes: &mut Vec<GridShape>) {
    let count = graph.particles.len() as u32;
    let mut first = shapes.last().map_or(0, |last| last.first + last.particles());
    while first < count {
        let columns = row_at(graph, first, count);
        let mut rows = 1;
        while columns >= LEAST && is_next_row(graph, first + rows * columns, columns, count) {
            rows += 1;
        }
        let shape = GridShape { first, rows, columns };
        if columns >= LEAST && rows >= LEAST {
            shapes.push(shape);
            first += shape.particles();
        } else {
            first += columns;
        }
    }
}

/// How many particles from `first` on are linked each to the next.
fn row_at(graph: ConstraintGraph, first: u32, count: u32) -> u32 {
    let linked = |&at: &u32| at + 1 < count && are_linked(graph, at, at + 1);
    1 + (first..count).take_while(linked).count() as u32
}

/// Whether a row as long as the one above it begins at `first`, and hangs from that all along.
fn is_next_row(graph: ConstraintGraph, first: u32, columns: u32, count: u32) -> bool {
    count.checked_sub(columns).is_some_and(|last| first <= last)
        && (first..first + columns).all(|at| are_linked(graph, at - columns, at))
        && row_at(graph, first, first + columns) == columns
        && (first + columns == count || !are_linked(graph, first + columns - 1, first + columns))
}
