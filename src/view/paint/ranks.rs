//! The ranks of things in the stack: which tier each is painted into.

use crate::physics::{BlowerId, ParticleId, ShapeId, Tags, World};

/// The ranks of the things of a world, by their tags: 0 for the tag 0, and the distinct tags on either side of it in
/// order.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// The tags and the number of particles from which it was computed.
    from: (Tags, usize),
    /// Distinct tags in rising order, with 0.
    distinct: Vec<i32>,
    /// The rank of each particle; empty if all have 0.
    particles: Vec<i16>,
}

impl Ranks {
    /// Follows the world.
    pub fn follow(&mut self, world: &World) {
        let (tags, count) = (world.tags(), world.particles().len());
        if self.from.0 == *tags && (self.from.1 == count || tags.is_empty()) {
            return;
        }
        self.from = (tags.clone(), count);
        self.distinct.clear();
        self.distinct.extend(tags.values().chain([0]));
        self.distinct.sort_unstable();
        self.distinct.dedup();
        let by_particle = if tags.is_empty() { Vec::new() } else { tags.by_particle(count) };
        self.particles = by_particle.into_iter().map(|tag| self.of_tag(tag)).collect();
    }

    fn of_tag(&self, tag: i32) -> i16 {
        let place = |tag: i32| self.distinct.partition_point(|&other| other < tag) as i64;
        (place(tag) - place(0)).clamp(-i64::from(i16::MAX), i16::MAX.into()) as i16
    }

    /// Whether all things have the rank 0.
    pub fn is_flat(&self) -> bool {
        self.particles.is_empty()
    }

    /// The rank of a particle.
    #[inline]
    pub fn of_particle(&self, id: ParticleId) -> i16 {
        self.particles.get(id.index()).copied().unwrap_or(0)
    }

    /// The rank of a shape.
    pub fn of_shape(&self, id: ShapeId) -> i16 {
        self.of_tag(self.from.0.of_shape(id))
    }

    /// The rank of a blower.
    pub fn of_blower(&self, id: BlowerId) -> i16 {
        self.of_tag(self.from.0.of_blower(id))
    }
}
