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
    /// Place of a pair in the list.
    pub fn index(&self, pair: ParticleCandidate) -> Option<usize> {
        if self.0.is_empty() { None } else { self.0.binary_search(&pair).ok() }
    }

    pub fn contains(&self, pair: ParticleCandidate) -> bool {
        self.index(pair).is_some()
    }

    /// Whether an end of a link ignores a shape.
    pub fn contains_end(&self, ends: [u32; 2], shape: u32) -> bool {
        ends.iter().any(|&particle| self.contains(ParticleCandidate { particle, shape }))
    }

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

    /// Adds, at the beginning of a substep's contacts, particles in deep penetration, and drops pairs that have
    /// separated. `found` is scratch.
    pub fn update(
        &mut self,
        particles: &SweptParticles,
        (links, points): (&[LinkCandidate], &[ParticleCandidate]),
        shapes: &[SweptShape],
        found: &mut Vec<ParticleCandidate>,
    ) {
        found.clear();
        let at = |index: u32| particles.start[index as usize];
        found.extend(points.iter().copied().filter(|&pair| {
            let shape = &shapes[pair.shape as usize];
            shape.is_deep(at(pair.particle)) || (self.contains(pair) && shape.overlaps([at(pair.particle); 2]))
        }));
        if found.is_empty() && self.0.is_empty() {
            return;
        }
        for &LinkCandidate { ends, shape, .. } in links {
            let pairs = ends.map(|particle| ParticleCandidate { particle, shape });
            let are_ignored = pairs.map(|pair| self.contains(pair));
            let shape = &shapes[shape as usize];
            if are_ignored != [false; 2] && shape.overlaps(ends.map(at)) {
                let is_crossed = shape.is_crossed(ends.map(at));
                found.extend((0..2).filter(|&end| is_crossed || are_ignored[end]).map(|end| pairs[end]));
            }
        }
        self.0.clear();
        self.append(found);
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
        for beam in links.iter().filter(|link| link.kind == LinkKind::Beam) {
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
