//! Ends of ropes, links and planks: where they are made, or which particle they join.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::physics::{ParticleId, World};

/// An end, as a scene file names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// A new particle at (x, y), m.
    At(f32, f32),
    /// A particle of something built before: its name, and the index of the particle, from 0.
    Of(String, u32),
    /// A particle of the world that the recipe is added to. Scene files, which have no world yet, name none.
    Particle(ParticleId),
}

/// An end whose name has been looked up.
#[derive(Clone, Copy, Debug)]
pub enum Endpoint {
    /// A new particle here, m.
    New(Vec2),
    /// A particle of the world.
    Existing(ParticleId),
}

impl Endpoint {
    /// Its position, m.
    pub(super) fn position(self, world: &World) -> Vec2 {
        match self {
            Self::New(at) => at,
            Self::Existing(id) => world.particles().position.get(id.index()).copied().unwrap_or_default(),
        }
    }

    /// Its particle; a new one is added with this mass, kg.
    pub(super) fn particle(self, world: &mut World, mass: f32) -> ParticleId {
        match self {
            Self::New(at) => world.add_particle(at, mass, false),
            Self::Existing(id) => id,
        }
    }
}
