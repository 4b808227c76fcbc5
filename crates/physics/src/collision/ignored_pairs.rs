//! Overlaps that are ignored: what overlaps when it is first seen ignores each other until it has separated.
//!
//! Things that are put somewhere, pasted, grown or moved while time stands may overlap others. Contacts would push their
//! particles out by different sides, and links would turn that motion into speed. So what overlaps ignores each other
//! until it no longer does: a particle and a shape, or a body and a connected component. The ends of links that overlap a
//! shape ignore it with their links. Later, a particle deep inside a shape ignores it, and so do the ends of a link that
//! crosses its core. Planes let out what is in them, because nothing could leave them otherwise
//! ([`crate::plane_contact`]).

use serde::{Deserialize, Serialize};

use crate::collision::{LinkCandidate, ParticleCandidate, SweptParticles, SweptShape};
use crate::containers::{NONE, Refill};

/// The thing that a particle ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Partner {
    /// A shape, by its place among the shapes.
    Shape(u32),
    /// A ball, or the solid body of this particle. It ignores all that links join to the particle.
    Body(u32),
}

/// A particle, and what it ignores until both have separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IgnoredPair {
    pub particle: u32,
    pub partner: Partner,
}

/// The ignored pairs, sorted. State.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct IgnoredPairs(pub Vec<IgnoredPair>);

impl IgnoredPair {
    /// The particle that stands for the ignored body.
    pub fn body(self) -> Option<u32> {
        match self.partner {
            Partner::Shape(_) => None,
            Partner::Body(body) => Some(body),
        }
    }
}

impl From<ParticleCandidate> for IgnoredPair {
    fn from(ParticleCandidate { particle, shape }: ParticleCandidate) -> Self {
        Self { particle, partner: Partner::Shape(shape) }
    }
}

impl IgnoredPairs {
    /// Adds pairs in any order, and empties their list.
    pub fn append(&mut self, added: &mut Vec<IgnoredPair>) {
        if !added.is_empty() {
            self.0.append(added);
            self.0.sort_unstable();
            self.0.dedup();
        }
    }

    /// Forgets a shape that is removed. Those after it move up.
    pub fn remove_shape(&mut self, removed: u32) {
        self.0.retain(|pair| pair.partner != Partner::Shape(removed));
        for pair in &mut self.0 {
            if let Partner::Shape(shape) = &mut pair.partner
                && *shape > removed
            {
                *shape -= 1;
            }
        }
    }
}

/// The ignored pairs by their particles, for fast lookup in a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct IgnoredIndex {
    pairs: Vec<IgnoredPair>,
    /// Place of each particle's first pair; [`NONE`] without one.
    first: Vec<u32>,
    /// Which pairs stay.
    is_kept: Vec<bool>,
}

impl IgnoredIndex {
    /// Reserves memory for a pair of each particle, so that no later step allocates.
    pub fn reserve(&mut self, particle_count: usize) {
        let Self { pairs, first, is_kept } = self;
        pairs.reserve(particle_count.saturating_sub(pairs.len()));
        first.reserve(particle_count.saturating_sub(first.len()));
        is_kept.reserve(particle_count.saturating_sub(is_kept.len()));
    }

    /// Brings the index up to date.
    pub fn refresh(&mut self, ignored: &IgnoredPairs, particle_count: usize) {
        let Self { pairs, first, .. } = self;
        for pair in &*pairs {
            first[pair.particle as usize] = NONE;
        }
        first.resize(particle_count, NONE);
        pairs.clone_from(&ignored.0);
        for (place, pair) in pairs.iter().enumerate().rev() {
            first[pair.particle as usize] = place as u32;
        }
    }

    /// Place of a pair in the list.
    fn place(&self, particle: u32, shape: u32) -> Option<usize> {
        if self.pairs.is_empty() {
            return None;
        }
        let first = self.first[particle as usize] as usize;
        let rest = self.pairs.get(first..)?;
        let of_particle = rest.iter().take_while(|other| other.particle == particle);
        of_particle.zip(first..).find(|(other, _)| other.partner == Partner::Shape(shape)).map(|(_, place)| place)
    }

    /// Whether a particle ignores a shape.
    pub fn contains(&self, particle: u32, shape: u32) -> bool {
        self.place(particle, shape).is_some()
    }

    /// Whether an end of a link ignores a shape.
    pub fn contains_end(&self, ends: [u32; 2], shape: u32) -> bool {
        ends.iter().any(|&end| self.contains(end, shape))
    }

    /// Adds, at the beginning of a substep's contacts, particles in deep penetration, and drops pairs with shapes that
    /// have separated. `points` are particles and the shapes, as thick as they meet them, by their places. `added` is
    /// scratch.
    pub fn update(
        &mut self,
        ignored: &mut IgnoredPairs,
        particles: &SweptParticles,
        (links, shapes): (&[LinkCandidate], &[SweptShape]),
        points: impl Iterator<Item = (u32, u32, SweptShape)>,
        added: &mut Vec<IgnoredPair>,
    ) {
        added.clear();
        self.refresh(ignored, particles.start.len());
        self.is_kept.refill_with(self.pairs.iter().map(|pair| matches!(pair.partner, Partner::Body(_))));
        let at = |index: u32| particles.start[index as usize];
        for (particle, number, shape) in points {
            let is_deep = shape.is_deep(at(particle));
            match self.place(particle, number) {
                Some(place) => self.is_kept[place] |= is_deep || shape.overlaps([at(particle); 2]),
                None if is_deep => added.push(IgnoredPair { particle, partner: Partner::Shape(number) }),
                None => (),
            }
        }
        if !self.pairs.is_empty() {
            for &LinkCandidate { ends, shape: number, .. } in links {
                let places = ends.map(|end| self.place(end, number));
                let are_kept = places.iter().all(|place| place.is_some_and(|place| self.is_kept[place]));
                let shape = &shapes[number as usize];
                if are_kept || places == [None; 2] || !shape.overlaps(ends.map(at)) {
                    continue;
                }
                let is_crossed = places.contains(&None) && shape.is_crossed(ends.map(at));
                for (particle, place) in ends.into_iter().zip(places) {
                    match place {
                        Some(place) => self.is_kept[place] = true,
                        None if is_crossed => added.push(IgnoredPair { particle, partner: Partner::Shape(number) }),
                        None => (),
                    }
                }
            }
        }
        let mut is_kept = self.is_kept.iter();
        ignored.0.retain(|_| is_kept.next().is_some_and(|is_kept| *is_kept));
        ignored.append(added);
        self.refresh(ignored, particles.start.len());
    }
}
