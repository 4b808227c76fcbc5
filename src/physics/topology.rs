//! Who is linked to whom: how deep a scene hangs, and how far a hand can pull.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    batches::Link,
    particles::{ParticleId, Particles},
};

/// The links at each particle, in compressed rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjacency {
    starts: Vec<u32>,
    /// The particle at the other end, and the rest length, m.
    neighbours: Vec<(u32, f32)>,
}

impl Adjacency {
    pub fn new(particles: usize, links: &[Link]) -> Self {
        let mut starts = vec![0u32; particles + 1];
        for link in links {
            starts[link.a as usize + 1] += 1;
            starts[link.b as usize + 1] += 1;
        }
        for i in 0..particles {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![(0, 0.0); 2 * links.len()];
        for link in links {
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                let place = &mut next[from as usize];
                neighbours[*place as usize] = (to, link.rest_length);
                *place += 1;
            }
        }
        Self { starts, neighbours }
    }

    fn of(&self, particle: usize) -> &[(u32, f32)] {
        &self.neighbours[self.starts[particle] as usize..self.starts[particle + 1] as usize]
    }
}

/// The most links between a particle and what its piece hangs from (for a piece that nothing holds, its first
/// particle): the number of projections that a correction needs to run through it.
pub(super) fn depth(adjacency: &Adjacency, particles: &Particles) -> u32 {
    let mut seen: Vec<bool> = particles.inv_mass.iter().map(|&inv_mass| inv_mass == 0.0).collect();
    let mut front: Vec<u32> = (0..).zip(&seen).filter(|(_, fixed)| **fixed).map(|(index, _)| index).collect();
    let mut deepest = spread(adjacency, &mut seen, &mut front);
    for first in 0..particles.len() {
        if !seen[first] {
            seen[first] = true;
            front.push(first as u32);
            deepest = deepest.max(spread(adjacency, &mut seen, &mut front));
        }
    }
    deepest
}

/// Breadth-first from `front` over what is not yet `seen`; returns how many rounds it took.
fn spread(adjacency: &Adjacency, seen: &mut [bool], front: &mut Vec<u32>) -> u32 {
    let mut next = Vec::new();
    let mut rounds = 0;
    loop {
        for particle in front.drain(..) {
            for &(neighbour, _) in adjacency.of(particle as usize) {
                if !seen[neighbour as usize] {
                    seen[neighbour as usize] = true;
                    next.push(neighbour);
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

/// What a particle is tied to: the fixed particles that it reaches, and the length of the shortest way to each, m.
/// (Dijkstra 1959.) Ways do not lead through a fixed particle: that one holds already.
pub(super) fn ties(adjacency: &Adjacency, particles: &Particles, from: ParticleId) -> Vec<(ParticleId, f32)> {
    let mut shortest = vec![f32::INFINITY; particles.len()];
    let mut open = BinaryHeap::new();
    let mut ties = Vec::new();
    shortest[from.index()] = 0.0;
    // Lengths are never negative, so their bits sort as they do; equal lengths are taken in the order of the ids.
    open.push(Reverse((0u32, from.0)));
    while let Some(Reverse((bits, particle))) = open.pop() {
        let length = f32::from_bits(bits);
        if length > shortest[particle as usize] {
            continue;
        }
        if particle != from.0 && particles.inv_mass[particle as usize] == 0.0 {
            ties.push((ParticleId(particle), length));
            continue;
        }
        for &(neighbour, rest_length) in adjacency.of(particle as usize) {
            let longer = length + rest_length;
            if longer < shortest[neighbour as usize] {
                shortest[neighbour as usize] = longer;
                open.push(Reverse((longer.to_bits(), neighbour)));
            }
        }
    }
    ties
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    /// A chain of `n` particles with links of 2 m, pinned where `pins` says.
    fn chain(n: u32, pins: &[u32]) -> (Adjacency, Particles) {
        let mut particles = Particles::default();
        (0..n).for_each(|i| {
            particles.push(Vec2::new(i as f32, 0.0), Vec2::ZERO, 1.0, pins.contains(&i));
        });
        let links: Vec<_> =
            (1..n).map(|i| Link { a: i - 1, b: i, rest_length: 2.0, stiffness: 1.0, compression: 1.0 }).collect();
        (Adjacency::new(n as usize, &links), particles)
    }

    #[test]
    fn a_rope_hangs_as_deep_as_it_has_links() {
        let (adjacency, particles) = chain(10, &[0]);
        assert_eq!(depth(&adjacency, &particles), 9);
        let (adjacency, particles) = chain(10, &[0, 9]);
        assert_eq!(depth(&adjacency, &particles), 4);
        let (adjacency, particles) = chain(10, &[]);
        assert_eq!(depth(&adjacency, &particles), 9);
    }

    #[test]
    fn a_particle_is_tied_to_the_pins_it_reaches_first() {
        let (adjacency, particles) = chain(10, &[0, 4, 9]);
        assert_eq!(ties(&adjacency, &particles, ParticleId(6)), [(ParticleId(4), 4.0), (ParticleId(9), 6.0)]);
    }
}
