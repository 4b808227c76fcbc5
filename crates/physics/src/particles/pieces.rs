//! Pieces and solid bodies: sets of particles that links join up to fixed particles, or rigidly.

use crate::containers::{Refill, union_find};
use crate::particles::{DistanceConstraint, LinkKind, Links};

/// Stands for no solid body in [`Pieces::body`].
pub(crate) const NO_BODY: u32 = u32::MAX;

/// The pieces and solid bodies, found once after each change of links, pins or grabs. Each is named by its lowest particle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    /// The piece of each particle: free particles joined by links. A fixed particle is a piece by itself, so pieces that
    /// hang from one pin are separate.
    pub piece: Vec<u32>,
    /// The solid body of each particle, or [`NO_BODY`]: particles joined by rigid beams, braces and stops, with at least
    /// one beam.
    pub body: Vec<u32>,
}

impl Pieces {
    /// Finds the sets of a number of particles, of which some are fixed.
    pub fn rebuild(&mut self, particles: usize, links: &Links, is_fixed: impl Fn(usize) -> bool) {
        let Self { piece, body } = self;
        let is_free = |link: &&DistanceConstraint| !is_fixed(link.a.index()) && !is_fixed(link.b.index());
        join(piece, particles, links.iter().filter(is_free));
        if !links.iter().any(|link| link.kind == LinkKind::Beam) {
            body.refill(particles, NO_BODY);
            return;
        }
        join(body, particles, links.iter().filter(is_rigid));
        let mut is_solid = vec![false; particles];
        for link in links.iter().filter(|link| link.kind == LinkKind::Beam) {
            is_solid[body[link.a.index()] as usize] = true;
        }
        body.iter_mut().filter(|root| !is_solid[**root as usize]).for_each(|root| *root = NO_BODY);
    }
}

fn is_rigid(link: &&DistanceConstraint) -> bool {
    link.is_rigid() && matches!(link.kind, LinkKind::Beam | LinkKind::Brace | LinkKind::Stop)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::particles::ParticleId;

    fn links(ends: &[(u32, u32, LinkKind)]) -> Links {
        let mut links = Links::default();
        for &(a, b, kind) in ends {
            let (a, b) = (ParticleId(a), ParticleId(b));
            links.push(DistanceConstraint { a, b, rest_length: 1.0, stiffness: 1.0, compliance: 0.0, kind });
        }
        links
    }

    #[test]
    fn pieces_end_at_fixed_particles() {
        let rope = LinkKind::Rope;
        let links = links(&[(4, 3, rope), (3, 2, rope), (2, 1, rope), (0, 1, rope)]);
        let mut pieces = Pieces::default();
        pieces.rebuild(6, &links, |index| index == 2);
        assert_eq!(pieces.piece, [0, 0, 2, 3, 3, 5]);
        assert_eq!(pieces.body, [NO_BODY; 6]);
    }

    #[test]
    fn solid_body_needs_a_beam() {
        let links =
            links(&[(0, 1, LinkKind::Brace), (2, 3, LinkKind::Beam), (3, 4, LinkKind::Brace), (4, 5, LinkKind::Rope)]);
        let mut pieces = Pieces::default();
        pieces.rebuild(6, &links, |_| false);
        assert_eq!(pieces.body, [NO_BODY, NO_BODY, 2, 2, 2, NO_BODY]);
    }
}
