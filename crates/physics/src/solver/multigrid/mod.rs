//! Large nets that hang from a few points: a multigrid pass over coarser and coarser nets, before a sweep of the links.
//!
//! A link at the corner of a net carries all that hangs there, and a sweep brings it the weight of its neighbours alone.
//! So every net that is laid in rows and columns ([`shape`]) gets coarser ones ([`level`]), half as fine each, whose
//! particles are weighted means of those below (full weighting) and hand their corrections down by the same weights
//! (bilinear interpolation): the Galerkin form of multigrid (Trottenberg, Oosterlee and Schüller 2001, section 2.8.4).
//!
//! InitialGuess links only pull, and are as long as the way along fine links from the one mean to the other, so that a net
//! whose own links are no longer than they may be obeys them all (the triangle inequality). What is projected onto them
//! comes no further from any place that the net may have: that does no work, however violent the moment. Means that lie in
//! a line with what is fixed are tethered to it besides (long-range attachments: Kim et al. 2012); and around what is
//! fixed, where the load is, there are more sweeps.
//!
//! Figures, and what was turned down: docs/algorithm.md.

pub mod axis;
pub mod grid_colouring;
pub mod grid_shape;
pub mod level;
pub mod net;
pub mod transfer;

pub(crate) use crate::solver::multigrid::grid_shape::LEAST as MIN_SIDE;
use crate::{
    particles::constraint_graph::ConstraintGraph,
    simd::{Lanes, ParticleView},
    solver::multigrid::{grid_shape::GridShape, net::GridNet},
};

/// The nets of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multigrid {
    /// State: found when something is added, and kept whatever is cut out of it.
    shapes: Vec<GridShape>,
    /// Derived from the shapes, the links and what is fixed.
    nets: Vec<GridNet>,
}

impl Multigrid {
    /// Looks for nets among what was added.
    pub fn find_grids(&mut self, graph: ConstraintGraph) {
        grid_shape::find(graph, &mut self.shapes);
    }

    /// How many links there are in nets where none is cut.
    pub fn link_count(&self) -> usize {
        self.shapes.iter().map(|shape| shape.links()).sum()
    }

    /// Multigrid that are laid so, as [`Multigrid::shapes`] has them.
    pub fn from_shapes(shapes: &[[u32; 3]]) -> Self {
        let shapes = shapes.iter().map(|&[first, rows, columns]| GridShape { first, rows, columns });
        Self { shapes: shapes.collect(), nets: Vec::new() }
    }

    /// Where each net is: its first particle, rows and columns. State.
    pub fn shapes(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.shapes.iter().map(|shape| [shape.first, shape.rows, shape.columns])
    }

    /// Whether any net has coarser ones: not where too much is fixed.
    pub fn is_useful(&self) -> bool {
        self.nets.iter().any(GridNet::has_coarser)
    }

    /// Makes the coarse nets anew. Needed when links, pins, hands or masses have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph) {
        self.nets.clear();
        self.nets.extend(self.shapes.iter().map(|&shape| GridNet::new(shape, graph)));
    }

    /// Brings all nets near to their shape.
    pub fn relax(&mut self, view: &mut ParticleView, lanes: Lanes) {
        self.nets.iter_mut().for_each(|net| net.relax(view, lanes));
    }
}
