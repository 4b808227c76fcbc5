//! The work of steps, counted: numbers that tell how dear a step is without a clock.

use crate::world::World;

/// The work of a world's steps, and of the world that it was cloned from, since that one was made.
///
/// The counts depend on the state and the commands alone: they are the same on every machine, SIMD width and number of
/// threads. They are no state: a restored snapshot leaves them as they are. Work for each particle in each substep
/// (integration, wind, contacts with the ground and walls) follows from the substeps and is not counted; neither are
/// searches for contacts and readings of tension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkCounts {
    /// Substeps. A world that sleeps as a whole does none.
    pub substeps: u64,
    /// Projections of links: in sweeps and long-range attachments. In the spring method, forces of springs.
    pub projections: u64,
    /// Rows that direct solves eliminate: links of strands in each Newton step, and joints of wires.
    pub direct_rows: u64,
    /// Rows that contact solvers solve: each contact between particles, with wheels and at corners of shapes, and each
    /// row of an impact, once in each round; and each particle and link that is tested against a shape, since that test
    /// resolves its contact at once.
    pub contact_rows: u64,
}

impl std::ops::Add for WorkCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            substeps: self.substeps + other.substeps,
            projections: self.projections + other.projections,
            direct_rows: self.direct_rows + other.direct_rows,
            contact_rows: self.contact_rows + other.contact_rows,
        }
    }
}

impl World {
    /// The work of all steps so far.
    #[must_use]
    pub fn work(&self) -> WorkCounts {
        self.execution.work
    }
}
