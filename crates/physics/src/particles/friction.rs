//! Friction of particles that are of a material.
//!
//! A particle has the mean of the coefficients of its links' materials, as far as they have one; a ball has that of its
//! own surface. Two surfaces rub with the geometric mean of their coefficients, so ice stays ice. On a shape or a plane, a particle
//! without one takes that of the surface; against another particle it counts with that of the settings.

use crate::containers::Refill;
use crate::particles::{Links, Materials, ParticleId};

/// The own coefficients of friction of particles. Derived from links, materials and balls.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleFriction {
    /// For each particle the sum of its links' coefficients, and their number; empty if no particle has one.
    sums: Vec<(f32, f32)>,
    /// The coefficient of each particle; empty if no particle has one.
    own: Vec<Option<f32>>,
}

impl ParticleFriction {
    /// Computes the coefficients of all particles.
    pub fn rebuild(
        &mut self,
        count: usize,
        links: &Links,
        materials: &Materials,
        balls: impl Iterator<Item = (ParticleId, Option<f32>)> + Clone,
    ) {
        self.sums.clear();
        self.own.clear();
        let none_has_own = materials.0.iter().all(|material| material.friction.is_none());
        if none_has_own && balls.clone().all(|(_, friction)| friction.is_none()) {
            return;
        }
        self.sums.refill(count, (0.0, 0.0));
        for link in links.iter() {
            let Some(friction) = materials.get(link.material).and_then(|material| material.friction) else { continue };
            for end in [link.a, link.b] {
                let (sum, number) = &mut self.sums[end.index()];
                (*sum, *number) = (*sum + friction, *number + 1.0);
            }
        }
        for (ball, friction) in balls {
            self.sums[ball.index()] = friction.map_or((0.0, 0.0), |friction| (friction, 1.0));
        }
        self.own.extend(self.sums.iter().map(|&(sum, number)| (number > 0.0).then(|| sum / number)));
    }

    /// The coefficients, to be read by contacts.
    pub fn view(&self) -> OwnFriction<'_> {
        OwnFriction(&self.own)
    }
}

/// The own coefficients of friction of particles, as contacts read them; empty if no particle has one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnFriction<'a>(pub &'a [Option<f32>]);

impl OwnFriction<'_> {
    /// Those of the particles from this one on.
    pub fn starting_at(self, first: usize) -> Self {
        Self(self.0.get(first..).unwrap_or_default())
    }

    /// Whether no particle has a coefficient of its own.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    fn get(self, particle: usize) -> Option<f32> {
        self.0.get(particle).copied().flatten()
    }

    /// The coefficient of a particle on a surface of this coefficient.
    #[inline]
    pub fn on(self, particle: usize, surface: f32) -> f32 {
        self.get(particle).map_or(surface, |own| combine(own, surface))
    }

    /// The coefficient of a link between two particles on a surface of this coefficient.
    pub fn of_link_on(self, ends: [usize; 2], surface: f32) -> f32 {
        if self.is_empty() { surface } else { 0.5 * (self.on(ends[0], surface) + self.on(ends[1], surface)) }
    }

    /// The coefficient of two particles on each other, where those without their own have a common one.
    #[inline]
    pub fn between(self, a: usize, b: usize, common: f32) -> f32 {
        if self.is_empty() {
            return common;
        }
        match (self.get(a), self.get(b)) {
            (None, None) => common,
            (a, b) => combine(a.unwrap_or(common), b.unwrap_or(common)),
        }
    }
}

/// The coefficient of two surfaces: the geometric mean of theirs.
fn combine(one: f32, other: f32) -> f32 {
    (one * other).sqrt()
}
