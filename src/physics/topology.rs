//! Who is linked to whom: how deep a scene hangs, and how far a hand can pull.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    constraint::{DistanceConstraint, LinkKind},
    particles::{ParticleId, Particles},
    rows::Rows,
    slots::Links,
};

/// The links at each particle.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjacency {
    rows: Rows<Neighbour>,
}

/// A link as one of its ends sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbour {
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
    }
}

/// The links as they are now, and who they join.
#[derive(Clone, Copy, Debug)]
pub(super) struct Web<'a> {
    pub adjacency: &'a Adjacency,
    pub links: &'a Links,
    pub particles: &'a Particles,
}

impl<'a> Web<'a> {
    /// The links of a particle, in an order that depends on the order of the links alone.
    pub fn neighbours(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        let row = self.adjacency.rows.of(particle as usize);
        row.iter().filter(move |neighbour| self.links.is_alive(neighbour.slot as usize))
    }

    /// The links of a particle that hold their lengths.
    pub fn stiff(self, particle: u32) -> impl Iterator<Item = &'a Neighbour> + Clone {
        let is_stiff = move |slot: u32| self.links.get(slot as usize).is_some_and(|link| link.stiffness >= 1.0);
        self.neighbours(particle).filter(move |neighbour| is_stiff(neighbour.slot))
    }

    /// Whether a particle is pinned or held.
    pub fn is_fixed(&self, particle: u32) -> bool {
        self.particles.inv_mass[particle as usize] == 0.0
    }
}

/// Whether a link is to hold its length exactly, and is not a part of a solid body.
pub(super) fn is_firm(link: &DistanceConstraint) -> bool {
    link.stiffness >= 1.0 && !matches!(link.kind, LinkKind::Beam | LinkKind::Brace | LinkKind::Stop)
}

/// The most links between a particle and what its piece hangs from (for a piece that nothing holds, its first
/// particle): the number of projections that a correction needs to run through it.
pub(super) fn depth(web: Web) -> u32 {
    let particles = web.particles.len();
    let mut seen: Vec<bool> = (0..particles as u32).map(|particle| web.is_fixed(particle)).collect();
    let mut front: Vec<u32> = (0..).zip(&seen).filter(|(_, fixed)| **fixed).map(|(index, _)| index).collect();
    let mut deepest = spread(web, &mut seen, &mut front);
    for first in 0..particles {
        if !seen[first] {
            seen[first] = true;
            front.push(first as u32);
            deepest = deepest.max(spread(web, &mut seen, &mut front));
        }
    }
    deepest
}

/// Breadth-first from `front` over what is not yet `seen`; returns how many rounds it took.
fn spread(web: Web, seen: &mut [bool], front: &mut Vec<u32>) -> u32 {
    let mut next = Vec::new();
    let mut rounds = 0;
    loop {
        for particle in front.drain(..) {
            for neighbour in web.neighbours(particle) {
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

/// Finds shortest ways (Dijkstra 1959). Keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Pathfinder {
    /// The shortest ways to each particle that were found so far, m: from what is held, and from what it is tied to.
    ways: [Vec<f32>; 1 + MOST_GATED],
    /// Where to go on from, the nearest first. Lengths are never negative, so their bits sort as they do; equal lengths
    /// are taken in the order of the ids.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    ties: Vec<(ParticleId, f32)>,
    gates: Vec<Gate>,
    /// What [`Pathfinder::reach`] has found: where each way ends, and its length, m.
    pub ends: Vec<(u32, f32)>,
}

/// Ties between which gates are looked for, at the most: each is a search. Where more hold, one is near.
const MOST_GATED: usize = 4;

/// How much longer than the shortest way a way is that counts as one, as a share: sums of lengths are rounded.
const AS_SHORT: f32 = 1e-5;

/// What lies between two ties, and what is held hangs from it as well as from them: so does a net whose upper edge is taut
/// between two pins. It cannot be drawn further from that edge than it is long, however far the ways to the pins are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gate {
    /// The ties, and how far the gate may be from each, m.
    pub between: [(ParticleId, f32); 2],
    /// How far what is held may be from the gate, m.
    pub length: f32,
}

impl Pathfinder {
    /// What a particle is tied to: the fixed particles that it reaches, and the length of the shortest way to each, m.
    /// Ways do not lead through a fixed particle: that one holds already. And the gates between these.
    pub fn ties(&mut self, web: Web, from: ParticleId) -> (&[(ParticleId, f32)], &[Gate]) {
        self.ties.clear();
        self.search(web, from, 0);
        self.gates.clear();
        if (2..=MOST_GATED).contains(&self.ties.len()) {
            for index in 0..self.ties.len() {
                self.search(web, self.ties[index].0, 1 + index);
            }
            self.find_gates(web);
        }
        (&self.ties, &self.gates)
    }

    /// The shortest ways from a particle along links that hold their lengths, to what is fixed and to `others` (in rising
    /// order): the `most` shortest ones, in [`Pathfinder::ends`]. They lead through no such particle.
    pub fn reach(&mut self, web: Web, from: u32, others: &[u32], most: usize) {
        let Self { ways: [shortest, ..], open, ends, .. } = self;
        shortest.clear();
        shortest.resize(web.particles.len(), f32::INFINITY);
        open.clear();
        ends.clear();
        shortest[from as usize] = 0.0;
        open.push(Reverse((0, from)));
        while let Some(Reverse((bits, particle))) = open.pop() {
            let length = f32::from_bits(bits);
            if length > shortest[particle as usize] {
                continue;
            }
            if particle != from && (web.is_fixed(particle) || others.binary_search(&particle).is_ok()) {
                ends.push((particle, length));
                // The nearest come first.
                if ends.len() == most {
                    break;
                }
                continue;
            }
            for &Neighbour { particle, rest_length, .. } in web.stiff(particle) {
                let longer = length + rest_length;
                if longer < shortest[particle as usize] {
                    shortest[particle as usize] = longer;
                    open.push(Reverse((longer.to_bits(), particle)));
                }
            }
        }
    }

    /// Adds the slots of the links of a way that [`Pathfinder::reach`] has found, from its end.
    pub fn way(&self, web: Web, end: u32, slots: &mut Vec<u32>) {
        let shortest = &self.ways[0];
        let mut at = end;
        while shortest[at as usize] > 0.0 {
            let here = shortest[at as usize];
            let before = |neighbour: &&Neighbour| {
                let length = shortest[neighbour.particle as usize];
                length < here && length + neighbour.rest_length == here
            };
            let Some(before) = web.stiff(at).find(before) else { return };
            slots.push(before.slot);
            at = before.particle;
        }
    }

    /// Finds the ways from a particle; those from what is held, the first, lead to its ties.
    fn search(&mut self, web: Web, from: ParticleId, number: usize) {
        let Self { ways, open, ties, .. } = self;
        let shortest = &mut ways[number];
        shortest.clear();
        shortest.resize(web.particles.len(), f32::INFINITY);
        open.clear();
        shortest[from.index()] = 0.0;
        open.push(Reverse((0, from.0)));
        while let Some(Reverse((bits, particle))) = open.pop() {
            let length = f32::from_bits(bits);
            if length > shortest[particle as usize] {
                continue;
            }
            if particle != from.0 && web.is_fixed(particle) {
                if number == 0 {
                    ties.push((ParticleId(particle), length));
                }
                continue;
            }
            for &Neighbour { particle, rest_length, .. } in web.neighbours(particle) {
                let longer = length + rest_length;
                if longer < shortest[particle as usize] {
                    shortest[particle as usize] = longer;
                    open.push(Reverse((longer.to_bits(), particle)));
                }
            }
        }
    }

    /// For each two ties the particle that is nearest to what is held, of all that lie on a shortest way between them.
    fn find_gates(&mut self, web: Web) {
        let Self { ways: [held, tied @ ..], ties, gates, .. } = self;
        for (a, b) in (0..ties.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let way = tied[a][ties[b].0.index()];
            let lies_between = |&at: &usize| tied[a][at] + tied[b][at] <= way * (1.0 + AS_SHORT);
            let nearest = (0..held.len()).filter(lies_between).min_by(|&one, &other| held[one].total_cmp(&held[other]));
            if let Some(at) = nearest.filter(|&at| way.is_finite() && !web.is_fixed(at as u32)) {
                let between = [(ties[a].0, tied[a][at]), (ties[b].0, tied[b][at])];
                gates.push(Gate { between, length: held[at] });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    /// A chain of particles with links of 2 m.
    struct Chain(Adjacency, Links, Particles);

    impl Chain {
        /// Of `n` particles, pinned where `pins` says.
        fn new(n: u32, pins: &[u32]) -> Self {
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

        fn web(&self) -> Web<'_> {
            let Self(adjacency, links, particles) = self;
            Web { adjacency, links, particles }
        }
    }

    #[test]
    fn a_rope_hangs_as_deep_as_it_has_links() {
        assert_eq!(depth(Chain::new(10, &[0]).web()), 9);
        assert_eq!(depth(Chain::new(10, &[0, 9]).web()), 4);
        assert_eq!(depth(Chain::new(10, &[]).web()), 9);
    }

    #[test]
    fn a_particle_is_tied_to_the_pins_it_reaches_first() {
        let chain = Chain::new(10, &[0, 4, 9]);
        let mut pathfinder = Pathfinder::default();
        assert_eq!(pathfinder.ties(chain.web(), ParticleId(6)).0, [(ParticleId(4), 4.0), (ParticleId(9), 6.0)]);
    }

    #[test]
    fn what_hangs_from_the_middle_of_a_rope_has_a_gate_there() {
        let mut chain = Chain::new(10, &[0, 8]);
        // 4 m below the rope's middle.
        let held = chain.2.push(Vec2::ZERO, Vec2::ZERO, 1.0, true);
        let (a, kind) = (ParticleId(4), LinkKind::Rope);
        chain.1.push(DistanceConstraint { a, b: held, rest_length: 4.0, stiffness: 1.0, kind });
        chain.0.rebuild(11, &chain.1);
        let mut pathfinder = Pathfinder::default();
        let (ties, gates) = pathfinder.ties(chain.web(), held);
        let [left, right] = [ParticleId(0), ParticleId(8)];
        assert_eq!(ties, [(left, 12.0), (right, 12.0)]);
        assert_eq!(gates, [Gate { between: [(left, 8.0), (right, 8.0)], length: 4.0 }]);
    }

    #[test]
    fn a_cut_unties_without_anything_being_rebuilt() {
        let mut chain = Chain::new(10, &[0, 4, 9]);
        chain.1.remove(4);
        assert_eq!(Pathfinder::default().ties(chain.web(), ParticleId(6)).0, [(ParticleId(9), 6.0)]);
        assert_eq!(depth(chain.web()), 4, "from the pin at 9 back to the cut");
    }
}
