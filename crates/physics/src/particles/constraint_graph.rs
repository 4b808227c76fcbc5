//! Who is linked to whom, and how deep a scene hangs.

use crate::{
    containers::csr_lists::CsrLists,
    particles::{
        distance_constraint::{DistanceConstraint, LinkKind},
        links::Links,
        storage::{ParticleId, Particles},
    },
};

/// The links at each particle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    rows: CsrLists<Neighbour>,
    /// There were bars of solid bodies then: some may have been cut since.
    pub has_beams: bool,
}

/// A link as one of its ends sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Neighbour {
    /// The particle at the other end.
    pub particle: u32,
    /// Where the link is in [`Links`]. Whether it is still there, is asked there: so a cut costs nothing here.
    pub slot: u32,
    /// m.
    pub rest_length: f32,
}

impl Adjacency {
    /// Learns what is linked among so many `particles`, stops apart. Needed after additions, and when slots have changed.
    pub fn rebuild(&mut self, particles: usize, links: &Links) {
        let holding = links.enumerate().filter(|(_, link)| link.kind != LinkKind::Stop);
        let ends = holding.flat_map(|(slot, link)| {
            let of = |end: ParticleId| Neighbour { particle: end.0, slot: slot as u32, rest_length: link.rest_length };
            [(link.a.index(), of(link.b)), (link.b.index(), of(link.a))]
        });
        self.rows.rebuild(particles, ends);
        self.has_beams = links.iter().any(|link| link.kind == LinkKind::Beam);
    }
}

/// The links as they are now, and who they join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstraintGraph<'a> {
    pub adjacency: &'a Adjacency,
    pub links: &'a Links,
    pub particles: &'a Particles,
}

impl<'a> ConstraintGraph<'a> {
    /// The links of a particle, in an order that depends on the order of the links alone.
    pub fn neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        let row = self.adjacency.rows.list(particle as usize);
        row.iter().filter(move |neighbour| self.links.is_occupied(neighbour.slot as usize))
    }

    /// The links of a particle that hold their lengths.
    pub fn rigid_neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        self.neighbours(particle).filter(move |neighbour| self.is_rigid(neighbour.slot))
    }

    /// Whether a link holds its length.
    pub fn is_rigid(self, slot: u32) -> bool {
        self.links.get(slot as usize).is_some_and(|link| link.stiffness >= 1.0)
    }

    /// Whether a particle is pinned or held.
    pub fn is_fixed(&self, particle: u32) -> bool {
        self.particles.inv_mass[particle as usize] == 0.0
    }
}

/// Whether a link is to hold its length exactly, and is not a part of a solid body.
pub(crate) fn is_strand_link(link: &DistanceConstraint) -> bool {
    link.stiffness >= 1.0 && !matches!(link.kind, LinkKind::Beam | LinkKind::Brace | LinkKind::Stop)
}

/// The most links between a particle and what its piece hangs from (for a piece that nothing holds, its first
/// particle): the number of projections that a correction needs to run through it.
pub(crate) fn max_depth(graph: ConstraintGraph) -> u32 {
    let particles = graph.particles.len();
    let mut seen: Vec<bool> = (0..particles as u32).map(|particle| graph.is_fixed(particle)).collect();
    let mut front: Vec<u32> = (0..).zip(&seen).filter(|(_, fixed)| **fixed).map(|(index, _)| index).collect();
    let mut deepest = spread(graph, &mut seen, &mut front);
    for first in 0..particles {
        if !seen[first] {
            seen[first] = true;
            front.push(first as u32);
            deepest = deepest.max(spread(graph, &mut seen, &mut front));
        }
    }
    deepest
}

/// Breadth-first from `front` over what is not yet `seen`; returns how many rounds it took.
fn spread(graph: ConstraintGraph, seen: &mut [bool], front: &mut Vec<u32>) -> u32 {
    let mut next = Vec::new();
    let mut rounds = 0;
    loop {
        for particle in front.drain(..) {
            for neighbour in graph.neighbours(particle) {
                if !std::mem::replace(&mut seen[neighbour.particle as usize], true) {
                    next.push(neighbour.particle);
                }
            }
        }
        if next.is_empty() {
            return rounds;
        }
        rounds += 1;
        std::mem::swap(front, &mut next);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use glam::Vec2;

    /// A chain of particles with links of 2 m.
    pub struct Chain(pub Adjacency, pub Links, pub Particles);

    impl Chain {
        /// Of `n` particles, pinned where `pins` says.
        pub fn new(n: u32, pins: &[u32]) -> Self {
            let (mut adjacency, mut links, mut particles) =
                (Adjacency::default(), Links::default(), Particles::default());
            for i in 0..n {
                particles.push(Vec2::new(i as f32, 0.0), Vec2::ZERO, 1.0, pins.contains(&i));
            }
            for i in 1..n {
                let (a, b) = (ParticleId(i - 1), ParticleId(i));
                links.push(DistanceConstraint { a, b, rest_length: 2.0, stiffness: 1.0, kind: LinkKind::Rope });
            }
            adjacency.rebuild(n as usize, &links);
            Self(adjacency, links, particles)
        }

        pub fn graph(&self) -> ConstraintGraph<'_> {
            let Self(adjacency, links, particles) = self;
            ConstraintGraph { adjacency, links, particles }
        }
    }

    #[test]
    fn a_rope_hangs_as_deep_as_it_has_links() {
        assert_eq!(max_depth(Chain::new(10, &[0]).graph()), 9);
        assert_eq!(max_depth(Chain::new(10, &[0, 9]).graph()), 4);
        assert_eq!(max_depth(Chain::new(10, &[]).graph()), 9);
    }

    #[test]
    fn a_cut_counts_without_anything_being_rebuilt() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        chain.1.remove(4);
        assert_eq!(max_depth(chain.graph()), 4, "from the pin at 9 back to the cut");
    }
}
