//! Large nets that hang from a few points: a multigrid pass over coarser and coarser nets, before a sweep of the links.
//!
//! A link at the corner of a net carries all that hangs there, and a sweep brings it the weight of its neighbours alone.
//! So every net that is laid in rows and columns ([`shape`]) gets coarser ones ([`level`]), half as fine each, whose
//! particles are weighted means of those below (full weighting) and hand their corrections down by the same weights
//! (bilinear interpolation): the Galerkin form of multigrid (Trottenberg, Oosterlee and Schüller 2001, section 2.8.4).
//!
//! Coarse links only pull, and are as long as the way along fine links from the one mean to the other, so that a net
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

pub(crate) use crate::solver::multigrid::grid_shape::LEAST as LEAST_SIDE;
use crate::{
    particles::constraint_graph::Web,
    simd::{Lanes, Places},
    solver::multigrid::{grid_shape::Shape, net::Net},
};

/// The nets of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nets {
    /// State: found when something is added, and kept whatever is cut out of it.
    shapes: Vec<Shape>,
    /// Derived from the shapes, the links and what is fixed.
    nets: Vec<Net>,
}

impl Nets {
    /// Looks for nets among what was added.
    pub fn find(&mut self, web: Web) {
        grid_shape::find(web, &mut self.shapes);
    }

    /// How many links there are in nets where none is cut.
    pub fn links(&self) -> usize {
        self.shapes.iter().map(|shape| shape.links()).sum()
    }

    /// Nets that are laid so, as [`Nets::shapes`] has them.
    pub fn laid(shapes: &[[u32; 3]]) -> Self {
        let shapes = shapes.iter().map(|&[first, rows, columns]| Shape { first, rows, columns });
        Self { shapes: shapes.collect(), nets: Vec::new() }
    }

    /// Where each net is: its first particle, rows and columns. State.
    pub fn shapes(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.shapes.iter().map(|shape| [shape.first, shape.rows, shape.columns])
    }

    /// Whether any net has coarser ones: not where too much is fixed.
    pub fn are_of_use(&self) -> bool {
        self.nets.iter().any(Net::has_coarser)
    }

    /// Makes the coarse nets anew. Needed when links, pins, hands or masses have changed.
    pub fn rebuild(&mut self, web: Web) {
        self.nets.clear();
        self.nets.extend(self.shapes.iter().map(|&shape| Net::new(shape, web)));
    }

    /// Brings all nets near to their shape.
    pub fn relax(&mut self, places: &mut Places, lanes: Lanes) {
        self.nets.iter_mut().for_each(|net| net.relax(places, lanes));
    }
}
