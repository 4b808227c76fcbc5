//! Pieces: sets of particles that links join up to fixed particles.

use crate::containers::{Refill, union_find};
use crate::particles::{DistanceConstraint, Links};

/// The pieces, found once after each change of links or fixed particles. Each is named by its lowest particle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    /// The piece of each particle: free particles joined by links. A fixed particle is a piece by itself, so pieces that
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

/// Names each particle's set by its lowest particle.
fn join<'a>(root: &mut Vec<u32>, particles: usize, links: impl Iterator<Item = &'a DistanceConstraint>) {
    root.refill_with(0..particles as u32);
    links.for_each(|link| union_find::union(root, link.a.0, link.b.0));
    for index in 0..particles {
        // The root of a set is its lowest member, whose entry is final by now.
        root[index] = root[root[index] as usize];
    }
}
