//! Pieces: sets of particles that links join up to fixed particles.

use crate::particles::partition::join;
use crate::particles::{DistanceConstraint, Links};

/// The pieces, found once after each change of links or fixed particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    /// The piece of each particle, named by its lowest particle. A fixed particle is a piece by itself, so pieces that
    /// hang from one pin are separate.
    pub piece: Vec<u32>,
}

impl Pieces {
    /// Finds the sets of a number of particles, of which some are fixed.
    pub fn rebuild(&mut self, particles: usize, links: &Links, is_fixed: impl Fn(usize) -> bool) {
        let is_free = |link: &&DistanceConstraint| !is_fixed(link.a.index()) && !is_fixed(link.b.index());
        join(&mut self.piece, particles, links.iter().filter(is_free));
    }
}
