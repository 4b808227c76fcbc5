//! A weight that hangs on a particle.

use crate::particles::storage::ParticleId;

/// A weight on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Where it hangs.
    pub particle: ParticleId,
    /// Mass of the point while it hangs there, kg.
    pub mass: f32,
    /// Mass of the point without it, kg.
    pub bare_mass: f32,
}
