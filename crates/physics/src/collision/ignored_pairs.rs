//! Pairs of particles and shapes whose contact is ignored, because the shape was placed onto them.
//!
//! A rope that a shape is placed onto is pushed aside ([`crate::collision::depenetration`]). A web (a net, cloth, a
//! bridge) cannot be: its particles would be pushed out of different sides and torn from each other. The same holds for
//! the rope of a pin inside the shape. Such particles hang in front of the shape until they have left it; so do links
//! that cross the core of a shape with both ends outside.

use glam::Vec2;

use crate::collision::{LinkCandidate, ParticleCandidate, SweptParticles, SweptShape};
use crate::containers::Refill;
use crate::particles::{Components, LinkKind, Links};

/// Least number of links of a particle that makes its component a web and not a rope.
const MIN_WEB_LINKS: u8 = 3;

/// Stands for no shape in [`IgnoredPairs::deep`].
const NONE: u32 = u32::MAX;
/// Stands for more than one shape in [`IgnoredPairs::deep`].
const SEVERAL: u32 = u32::MAX - 1;

/// The ignored pairs of a substep. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct IgnoredPairs {
    /// Number of links of each particle.
    degree: Vec<u8>,
    /// Number of each particle's connected component.
    component: Vec<u32>,
    /// Whether each component is a web.
    is_web: Vec<bool>,
    /// The shape that ignores each particle because of deep penetration.
    deep: Vec<u32>,
    /// Particles with an entry in `deep`.
    found: Vec<u32>,
    /// Ends of links that cross a shape, to be sorted once all are added.
    pub crossing: Vec<ParticleCandidate>,
}

impl IgnoredPairs {
    /// Finds the webs. Needed when links or particles have changed.
    pub fn rebuild(&mut self, links: &Links, components: &Components) {
        let Self { degree, component, is_web, deep, found, crossing } = self;
        component.clear();
        component.extend_from_slice(components.numbers());
        let particles = component.len();
        degree.refill(particles, 0);
        for link in links.iter().filter(|link| link.kind != LinkKind::Stop) {
            for end in [link.a, link.b] {
                degree[end.index()] = degree[end.index()].saturating_add(1);
            }
        }
        components.refill(is_web, false);
        for (component, degree) in component.iter().zip(&*degree) {
            is_web[*component as usize] |= *degree >= MIN_WEB_LINKS;
        }
        found.clear();
        deep.refill(particles, NONE);
        // Memory for the worst case, so that no step allocates.
        found.reserve(particles);
        crossing.reserve(particles.saturating_sub(crossing.len()));
    }

    /// Finds the particles of webs and pinned ropes in deep penetration at the beginning of a substep's contacts.
    pub fn find_deep(
        &mut self,
        particles: &SweptParticles,
        links: &[LinkCandidate],
        points: &[ParticleCandidate],
        shapes: &[SweptShape],
    ) {
        let Self { degree, component, is_web, deep, found, crossing } = self;
        crossing.clear();
        found.drain(..).for_each(|index| deep[index as usize] = NONE);
        let is_inside = |index: u32, shape: u32| shapes[shape as usize].is_deep(particles.start[index as usize]);
        let is_web = |index: u32| is_web[component[index as usize] as usize];
        let mut any_is_pinned = false;
        for &point in points {
            let index = point.particle;
            let is_fixed = particles.inv_mass[index as usize] == 0.0 && degree[index as usize] > 0;
            if (is_fixed || is_web(index)) && is_inside(index, point.shape) {
                any_is_pinned |= !is_web(index);
                mark(deep, found, point);
            }
        }
        if !any_is_pinned {
            return;
        }
        // The part of a rope inside the shape is ignored with its pin.
        let mut pass_on = |&LinkCandidate { ends: [a, b], shape, .. }: &LinkCandidate| {
            let [is_a_deep, is_b_deep] = [a, b].map(|end| deep[end as usize] == shape);
            let free = if is_a_deep { b } else { a };
            if is_a_deep != is_b_deep && is_inside(free, shape) {
                mark(deep, found, ParticleCandidate { particle: free, shape });
            }
        };
        // Links are in order along a rope, so one pass in each direction reaches all of it.
        links.iter().for_each(&mut pass_on);
        links.iter().rev().for_each(&mut pass_on);
    }

    /// Ignores a particle in deep penetration that cannot be pushed aside.
    pub fn ignore(&mut self, pair: ParticleCandidate) {
        mark(&mut self.deep, &mut self.found, pair);
    }

    /// Whether a particle is part of a web or ignored by a shape already.
    pub fn is_claimed(&self, index: u32) -> bool {
        self.is_web(index) || self.deep[index as usize] != NONE
    }

    /// Number of a particle's connected component.
    pub fn component(&self, index: usize) -> u32 {
        self.component[index]
    }

    /// Whether a particle is part of a web.
    pub fn is_web(&self, index: u32) -> bool {
        self.component.get(index as usize).is_some_and(|component| self.is_web[*component as usize])
    }

    /// Ignores the ends of a link that crosses a shape.
    pub fn ignore_crossing(&mut self, ends: [u32; 2], shape: u32) {
        self.crossing.extend(ends.map(|particle| ParticleCandidate { particle, shape }));
    }

    /// Whether a pair is ignored because of deep penetration at the `start` of the substep (m).
    pub fn is_deep(&self, pair: ParticleCandidate, start: &[Vec2], shapes: &[SweptShape]) -> bool {
        let ParticleCandidate { particle, shape } = pair;
        match self.deep[particle as usize] {
            NONE => false,
            SEVERAL => shapes[shape as usize].is_deep(start[particle as usize]),
            only => only == shape,
        }
    }

    /// Whether a pair is ignored.
    pub fn contains(&self, pair: ParticleCandidate, start: &[Vec2], shapes: &[SweptShape]) -> bool {
        self.is_deep(pair, start, shapes) || (!self.crossing.is_empty() && self.crossing.binary_search(&pair).is_ok())
    }
}

/// Marks a pair as in deep penetration.
fn mark(deep: &mut [u32], found: &mut Vec<u32>, ParticleCandidate { particle, shape }: ParticleCandidate) {
    let before = &mut deep[particle as usize];
    if *before == NONE {
        found.push(particle);
        *before = shape;
    } else if *before != shape {
        *before = SEVERAL;
    }
}
