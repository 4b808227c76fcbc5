//! A weight that hangs on a particle.

use crate::particles::{MAX_MASS, MIN_MASS, ParticleId};
use crate::property::{Property, Row, properties};

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

properties! { Weight {
    /// Mass.
    MASS = Property::new(
        "mass",
        "kg",
        (MIN_MASS, MAX_MASS),
        Row::new("Mass", "Mass of the point with its weight").decades(1e-3),
    )
    .within((1e-3, 1_000.0));
} }
