//! Things: particles with their links, shapes and blowers, as a user takes them together.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::aerodynamics::BlowerId;
use crate::containers::sort_pairs;
use crate::geometry::ShapeId;
use crate::particles::ParticleId;
use crate::world::World;

/// A set of particles, shapes and blowers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Things {
    /// Ranges of particles in rising order: the first, and the first beyond.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub particles: Vec<[u32; 2]>,
    /// Shapes, in rising order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ShapeId>,
    /// Blowers, in rising order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blowers: Vec<BlowerId>,
}

impl Things {
    /// A set of particles in any order.
    #[must_use]
    pub fn of_particles(particles: impl IntoIterator<Item = ParticleId>) -> Self {
        let mut ids: Vec<u32> = particles.into_iter().map(|particle| particle.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        for id in ids {
            match ranges.last_mut() {
                Some([_, end]) if *end == id => *end = id.saturating_add(1),
                _ => ranges.push([id, id.saturating_add(1)]),
            }
        }
        Self { particles: ranges, ..Self::default() }
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.particles.is_empty() && self.shapes.is_empty() && self.blowers.is_empty()
    }

    /// The particles, in the order of the ranges.
    pub fn particles(&self) -> impl Iterator<Item = ParticleId> + Clone + '_ {
        self.particles.iter().flat_map(|&[first, end]| first..end).map(ParticleId)
    }

    /// Whether a particle is in the set.
    #[must_use]
    pub fn has_particle(&self, particle: ParticleId) -> bool {
        let after = self.particles.partition_point(|range| range[0] <= particle.0);
        self.particles[..after].last().is_some_and(|range| particle.0 < range[1])
    }

    /// Things that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all = Self::of_particles(self.particles().chain(other.particles()));
        all.shapes.extend(self.shapes.iter().chain(&other.shapes));
        all.blowers.extend(self.blowers.iter().chain(&other.blowers));
        all.sort();
        all
    }

    /// Things of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut rest = Self::of_particles(self.particles().filter(|&particle| !other.has_particle(particle)));
        rest.shapes.extend(self.shapes.iter().filter(|shape| !other.shapes.contains(shape)));
        rest.blowers.extend(self.blowers.iter().filter(|blower| !other.blowers.contains(blower)));
        rest
    }

    /// Things of the set that exist in a world.
    #[must_use]
    pub fn within(&self, world: &World) -> Self {
        let count = world.bodies.particles.len() as u32;
        let mut ranges: Vec<[u32; 2]> = self.particles.iter().map(|range| range.map(|end| end.min(count))).collect();
        ranges.retain(|[first, end]| first < end);
        sort_pairs(&mut ranges);
        // Ranges of a file may overlap.
        let mut particles: Vec<[u32; 2]> = Vec::with_capacity(ranges.len());
        for [first, end] in ranges {
            match particles.last_mut() {
                Some(last) if first <= last[1] => last[1] = last[1].max(end),
                _ => particles.push([first, end]),
            }
        }
        let (mut shapes, mut blowers) = (self.shapes.clone(), self.blowers.clone());
        shapes.retain(|&shape| world.colliders().shape(shape).is_some());
        blowers.retain(|&blower| world.blower(blower).is_some());
        let mut things = Self { particles, shapes, blowers };
        things.sort();
        things
    }

    /// Brings shapes and blowers into rising order, each once.
    fn sort(&mut self) {
        self.shapes.sort_unstable_by_key(|id| id.0);
        self.shapes.dedup();
        self.blowers.sort_unstable_by_key(|id| id.0);
        self.blowers.dedup();
    }
}

impl World {
    /// Everything in the world: all particles, shapes and blowers.
    #[must_use]
    pub fn all_things(&self) -> Things {
        let count = self.bodies.particles.len() as u32;
        Things {
            particles: if count > 0 { vec![[0, count]] } else { Vec::new() },
            shapes: self.colliders().shapes().iter().map(|shape| shape.id).collect(),
            blowers: self.blowers().iter().map(|blower| blower.id).collect(),
        }
    }

    /// A set with all particles that links of any kind join to its particles: whole ropes, nets and bodies.
    #[must_use]
    pub fn whole_things(&self, things: &Things) -> Things {
        let things = things.within(self);
        let components = self.current_components();
        let mut is_whole = vec![false; components.count()];
        things.particles().for_each(|particle| is_whole[components.number(particle.0)] = true);
        let particles =
            (0..self.bodies.particles.len() as u32).filter(|&particle| is_whole[components.number(particle)]);
        Things { particles: Things::of_particles(particles.map(ParticleId)).particles, ..things }
    }

    /// Number of each particle's connected component by links of any kind, in the order of their lowest particles.
    #[must_use]
    pub fn component_numbers(&self) -> Cow<'_, [u32]> {
        match self.current_components() {
            Cow::Borrowed(components) => Cow::Borrowed(components.numbers()),
            Cow::Owned(components) => Cow::Owned(components.numbers().to_vec()),
        }
    }

    /// Removes things with all that hangs on them: links, cloth faces, weights, balls, grabs. The ids of later
    /// particles move down.
    pub fn remove(&mut self, things: &Things) {
        let things = things.within(self);
        things.shapes.iter().for_each(|&shape| self.remove_shape(shape));
        things.blowers.iter().for_each(|&blower| self.remove_blower(blower));
        self.remove_particles(&things);
    }
}
