//! Anchors: particles that move and turn with a shape, like the rope of a winch, a crane or a trolley.

use glam::Vec2;

use crate::geometry::{Pose, ShapeId};
use crate::math::inside_world;
use crate::particles::ParticleId;

/// A pinned particle that moves and turns with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The particle.
    pub particle: ParticleId,
    /// The shape that it is fixed to.
    pub shape: ShapeId,
    /// Position of the particle in the shape's frame, m.
    pub local: Vec2,
}

impl Anchor {
    /// Position of the particle, m, for a pose of the shape.
    pub(crate) fn position(&self, pose: Pose) -> Vec2 {
        inside_world(pose.to_world(self.local))
    }
}

/// The anchors, sorted by particle. State.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Anchors(pub Vec<Anchor>);

impl Anchors {
    /// The anchor of a particle.
    pub fn of(&self, particle: ParticleId) -> Option<&Anchor> {
        self.find(particle).ok().map(|place| &self.0[place])
    }

    /// Adds an anchor, or replaces that of the same particle.
    pub fn insert(&mut self, anchor: Anchor) {
        match self.find(anchor.particle) {
            Ok(place) => self.0[place] = anchor,
            Err(place) => self.0.insert(place, anchor),
        }
    }

    /// Removes the anchor of a particle. Returns whether it had one.
    pub fn remove(&mut self, particle: ParticleId) -> bool {
        self.find(particle).map(|place| self.0.remove(place)).is_ok()
    }

    fn find(&self, particle: ParticleId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&particle, |anchor| anchor.particle)
    }
}
