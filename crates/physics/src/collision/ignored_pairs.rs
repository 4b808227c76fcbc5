//! Pairs of particles and shapes whose contact is ignored until they have separated.
//!
//! A shape that is put onto a rope, net or body overlaps it. Contacts would push particles out of different sides and
//! stretch the links between them. So particles that overlap a shape when it is added ignore it, and so do the ends of
//! links that overlap it then. Later, a particle deep inside ignores the shape, and so do the ends of a link that
//! crosses its core. A pair ends once neither the particle nor any of its links overlaps the shape. Until then a force
//! of limited strength pushes ropes and bodies out ([`crate::collision::depenetration`]).

use crate::collision::{LinkCandidate, ParticleCandidate, SweptParticles, SweptShape};
use crate::containers::Refill;
use crate::particles::{Components, LinkKind, Links};

/// Least number of links of a particle that makes its component a web and not a rope.
const MIN_WEB_LINKS: u8 = 3;

/// The ignored pairs, sorted. State.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct IgnoredPairs(pub Vec<ParticleCandidate>);

impl IgnoredPairs {
    /// Adds a pair. Cheap where pairs come in nearly rising order, as those of the links of a new net do.
    pub fn insert(&mut self, pair: ParticleCandidate) {
        if let Err(place) = self.0.binary_search(&pair) {
            self.0.insert(place, pair);
        }
    }

    /// Adds pairs in any order, and empties their list.
    pub fn append(&mut self, added: &mut Vec<ParticleCandidate>) {
        if !added.is_empty() {
            self.0.append(added);
            self.0.sort_unstable();
            self.0.dedup();
        }
    }

    /// Forgets a shape that is removed. Those after it move up.
    pub fn remove_shape(&mut self, shape: u32) {
        self.0.retain(|pair| pair.shape != shape);
        self.0.iter_mut().filter(|pair| pair.shape > shape).for_each(|pair| pair.shape -= 1);
    }
}

/// The ignored pairs by their particles, for fast lookup in a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct IgnoredIndex {
    pairs: Vec<ParticleCandidate>,
    /// Place of each particle's first pair; [`NONE`] without one.
    first: Vec<u32>,
    /// Which pairs stay.
    is_kept: Vec<bool>,
}

/// No place in the list.
const NONE: u32 = u32::MAX;

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
    pub fn place(&self, pair: ParticleCandidate) -> Option<usize> {
        if self.pairs.is_empty() {
            return None;
        }
        let first = self.first[pair.particle as usize] as usize;
        let rest = self.pairs.get(first..)?;
        let of_particle = rest.iter().take_while(|other| other.particle == pair.particle);
        of_particle.zip(first..).find(|(other, _)| other.shape == pair.shape).map(|(_, place)| place)
    }

    pub fn contains(&self, pair: ParticleCandidate) -> bool {
        self.place(pair).is_some()
    }

    /// Whether an end of a link ignores a shape.
    pub fn contains_end(&self, ends: [u32; 2], shape: u32) -> bool {
        ends.iter().any(|&particle| self.contains(ParticleCandidate { particle, shape }))
    }

    /// Adds, at the beginning of a substep's contacts, particles in deep penetration, and drops pairs that have
    /// separated. `added` is scratch.
    pub fn update(
        &mut self,
        ignored: &mut IgnoredPairs,
        particles: &SweptParticles,
        (links, points): (&[LinkCandidate], &[ParticleCandidate]),
        shapes: &[SweptShape],
        added: &mut Vec<ParticleCandidate>,
    ) {
        added.clear();
        self.refresh(ignored, particles.start.len());
        self.is_kept.refill(self.pairs.len(), false);
        let at = |index: u32| particles.start[index as usize];
        for &pair in points {
            let (shape, place) = (&shapes[pair.shape as usize], self.place(pair));
            let is_deep = shape.is_deep(at(pair.particle));
            match place {
                Some(place) => self.is_kept[place] = is_deep || shape.overlaps([at(pair.particle); 2]),
                None if is_deep => added.push(pair),
                None => (),
            }
        }
        if !self.pairs.is_empty() {
            for &LinkCandidate { ends, shape, .. } in links {
                let pairs = ends.map(|particle| ParticleCandidate { particle, shape });
                let places = pairs.map(|pair| self.place(pair));
                let are_kept = places.iter().all(|place| place.is_some_and(|place| self.is_kept[place]));
                let shape = &shapes[shape as usize];
                if are_kept || places == [None; 2] || !shape.overlaps(ends.map(at)) {
                    continue;
                }
                let is_crossed = places.contains(&None) && shape.is_crossed(ends.map(at));
                for (pair, place) in pairs.into_iter().zip(places) {
                    match place {
                        Some(place) => self.is_kept[place] = true,
                        None if is_crossed => added.push(pair),
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

/// Connected components by links, and which are webs. Derived.
#[derive(Clone, Debug, Default)]
pub(crate) struct Webs {
    /// Number of each particle's component.
    component: Vec<u32>,
    is_web: Vec<bool>,
    /// Scratch: number of links of each particle.
    degree: Vec<u8>,
}

impl Webs {
    /// Finds the webs. Needed when links or particles have changed.
    pub fn rebuild(&mut self, links: &Links, components: &Components) {
        let Self { component, is_web, degree } = self;
        component.clear();
        component.extend_from_slice(components.numbers());
        degree.refill(component.len(), 0);
        for link in links.iter().filter(|link| link.kind != LinkKind::Stop) {
            for end in [link.a, link.b] {
                degree[end.index()] = degree[end.index()].saturating_add(1);
            }
        }
        components.refill(is_web, false);
        for (component, degree) in component.iter().zip(&*degree) {
            is_web[*component as usize] |= *degree >= MIN_WEB_LINKS;
        }
        for beam in links.iter().filter(|link| link.kind.is_bar()) {
            is_web[component[beam.a.index()] as usize] = false;
        }
    }

    /// Number of a particle's connected component.
    pub fn component(&self, index: usize) -> u32 {
        self.component[index]
    }

    /// Whether a particle is part of a web.
    pub fn is_web(&self, index: u32) -> bool {
        self.component.get(index as usize).is_some_and(|component| self.is_web[*component as usize])
    }
}
