//! The graph of particles and links.

use crate::containers::CsrLists;
use crate::particles::{DistanceConstraint, LinkKind, Links, ParticleId, Particles};

/// The links at each particle, without stops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    neighbours: CsrLists<Neighbour>,
}

/// A link as seen from one of its ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Neighbour {
    /// The particle at the other end.
    pub particle: u32,
    /// Slot of the link in [`Links`]. The slot may be empty by now, so that a cut costs nothing here.
    pub slot: u32,
    /// Rest length of the link, m.
    pub rest_length: f32,
}

impl Adjacency {
    /// Lists the links at each of `particles`. Required after additions and when slots have changed.
    pub fn rebuild(&mut self, particles: usize, links: &Links) {
        let holding = links.enumerate().filter(|(_, link)| link.kind != LinkKind::Stop);
        let ends = holding.flat_map(|(slot, link)| {
            let to = |end: ParticleId| Neighbour { particle: end.0, slot: slot as u32, rest_length: link.rest_length };
            [(link.a.index(), to(link.b)), (link.b.index(), to(link.a))]
        });
        self.neighbours.rebuild(particles, ends);
    }
}

/// Particles and links as a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstraintGraph<'a> {
    pub adjacency: &'a Adjacency,
    pub links: &'a Links,
    pub particles: &'a Particles,
}

impl<'a> ConstraintGraph<'a> {
    /// The links of a particle, in an order that follows from the order of links alone.
    pub fn neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        let neighbours = self.adjacency.neighbours.list(particle as usize);
        neighbours.iter().filter(move |neighbour| self.links.is_occupied(neighbour.slot as usize))
    }

    /// The rigid links of a particle.
    pub fn rigid_neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        self.neighbours(particle).filter(move |neighbour| self.is_rigid(neighbour.slot))
    }

    /// The links of a particle that strands may contain.
    pub fn strand_neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        let is_strand = move |slot: u32| self.links.get(slot as usize).is_some_and(is_strand_link);
        self.neighbours(particle).filter(move |neighbour| is_strand(neighbour.slot))
    }

    /// Whether a link is rigid.
    pub fn is_rigid(self, slot: u32) -> bool {
        self.links.get(slot as usize).is_some_and(DistanceConstraint::is_rigid)
    }

    /// Whether a particle is pinned, lifted or asleep.
    pub fn is_fixed(&self, particle: u32) -> bool {
        self.particles.inv_mass[particle as usize] == 0.0
    }
}

/// Whether strands may contain a link: it has full stiffness and is not part of a solid body.
pub(crate) fn is_strand_link(link: &DistanceConstraint) -> bool {
    link.stiffness >= 1.0 && !link.kind.is_part_of_body()
}
