//! A weight that hangs on a particle.

use crate::particles::ParticleId;

/// A weight that hangs on a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The particle that carries the weight.
    pub particle: ParticleId,
    /// Mass of the particle with the weight, kg.
    pub mass: f32,
    /// Mass of the particle without the weight, kg.
    pub bare_mass: f32,
}
