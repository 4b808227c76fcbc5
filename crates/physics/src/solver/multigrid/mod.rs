//! Multigrid for large nets that hang from a few points: in each substep, before the sweeps, a V-cycle over coarser and
//! coarser grids.
//!
//! A link at the corner of a net carries all that hangs there, and a sweep brings it the weight of its neighbours
//! alone. Every net that is laid in rows and columns gets coarser levels, each half as fine. The nodes of a level are
//! weighted means of the nodes below (full weighting), and pass their corrections down with the same weights (bilinear
//! interpolation): the Galerkin form of multigrid (Trottenberg, Oosterlee and Schüller 2001, section 2.8.4).
//!
//! Coarse links only pull. Each is as long as the mean path along fine links between its two nodes, so by the triangle
//! inequality a net that satisfies its own links satisfies the coarse ones, and a projection onto them does no work.
//! Nodes in line with a fixed one are also attached to it (long-range attachments: Kim et al. 2012), and the links
//! around fixed nodes, where the load is, are swept more often.
//!
//! - `grid_shape`: finds nets in rows and columns
//! - `net`: a net with its levels; runs the V-cycle
//! - `level`: one level: its nodes, links and sweeps
//! - `axis`: the nodes along rows or columns, and their weights
//! - `transfer`: restriction and prolongation between two levels
//! - `tension`: the tensions of a net's links under the corrections of a V-cycle
//! - `grid_colouring`: the links of a level in four colours
//!
//! `docs/algorithm.md` shows the method, `docs/rejected.md` what was turned down.

pub mod axis;
pub mod grid_colouring;
pub mod grid_shape;
pub mod level;
pub mod net;
pub mod tension;
pub mod transfer;

pub(crate) use self::{axis::*, grid_colouring::*, grid_shape::*, level::*, net::*, tension::*, transfer::*};

use crate::containers::Refill;
use crate::particles::{ConstraintGraph, Particles};
use crate::simd::{Lanes, ParticleView};

/// The grid nets of a world, with their coarser levels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multigrid {
    /// State: found after additions, and unchanged by cuts.
    shapes: Vec<GridShape>,
    /// Derived from the shapes, the links and the fixed particles.
    nets: Vec<GridNet>,
}

impl Multigrid {
    /// Finds grid nets among the particles added since the last call.
    pub fn find_grids(&mut self, graph: ConstraintGraph) {
        grid_shape::find_grids(graph, &mut self.shapes);
    }

    /// The first particle of each grid net that is not pinned, and its number of links, including those that were cut.
    pub fn link_counts<'a>(&'a self, particles: &'a Particles) -> impl Iterator<Item = (u32, usize)> + 'a {
        self.shapes.iter().map(|shape| (shape.first_free(particles), shape.links()))
    }

    /// Grid nets from their state, in the form of [`Multigrid::shapes`].
    pub fn from_shapes(shapes: &[[u32; 3]]) -> Self {
        let shapes = shapes.iter().map(|&[first, rows, columns]| GridShape { first, rows, columns });
        Self { shapes: shapes.collect(), nets: Vec::new() }
    }

    /// First particle, rows and columns of each grid net: state.
    pub fn shapes(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.shapes.iter().map(|shape| [shape.first, shape.rows, shape.columns])
    }

    /// Whether multigrid relaxes any net in this step.
    pub fn is_active(&self) -> bool {
        self.nets.iter().any(GridNet::is_active)
    }

    /// Whether multigrid relaxes the net with a particle in this step.
    pub fn relaxes(&self, particle: u32) -> bool {
        self.nets.iter().any(|net| net.is_active() && net.contains(particle))
    }

    /// Sets whether multigrid relaxes each net in this step, by its first particle that is not pinned.
    pub fn set_active(&mut self, is_wanted: impl Fn(u32) -> bool) {
        self.nets.iter_mut().for_each(|net| net.set_active(&is_wanted));
    }

    /// Rebuilds the coarser levels of the nets whose first particle that is not pinned is wanted. Required when links, pins or
    /// masses have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, is_wanted: impl Fn(u32) -> bool) {
        let wanted = self.shapes.iter().filter(|shape| is_wanted(shape.first_free(graph.particles)));
        self.nets.refill_with(wanted.map(|&shape| GridNet::new(shape, graph)));
    }

    /// The nets that multigrid relaxes in this step.
    pub fn active(&self) -> impl Iterator<Item = &GridNet> {
        self.nets.iter().filter(|net| net.is_active())
    }

    /// Runs one V-cycle on each net that is active in this step. Returns the number of projections.
    pub fn relax(&mut self, view: &mut ParticleView, lanes: Lanes) -> u64 {
        self.nets.iter_mut().filter(|net| net.is_active()).map(|net| net.relax(view, lanes)).sum()
    }
}
