//! A weight that hangs on a particle.

use crate::particles::{MAX_MASS, MIN_MASS, ParticleId};
use crate::property::{Property, Row, Words, properties};

/// Range of the radius of a ball, m.
pub const BALL_RADIUS_RANGE: (f32, f32) = (0.005, 5.0);

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

impl Weight {
    /// Whether it is a disc, in a form.
    pub const SOLID: Words = Words::new("Solid", "Touches everything. Off: hollow, only its point touches");

    /// Radius of the disc of a weight of this mass (kg), m: all weights have the same density.
    #[must_use]
    pub fn radius(mass: f32) -> f32 {
        /// Radius of a weight of 1 kg, m.
        const OF_ONE: f32 = 0.11;
        (OF_ONE * cube_root(mass)).clamp(BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1)
    }
}

/// Cube root of a mass by Newton's method, which converges from above: with the same bits on every machine.
fn cube_root(mass: f32) -> f32 {
    /// Enough from the greatest mass: far off, an iteration leaves two thirds of the error.
    const ITERATIONS: usize = 40;
    let mass = f64::from(mass.clamp(MIN_MASS, MAX_MASS));
    (0..ITERATIONS).fold(mass.max(1.0), |root, _| (2.0 * root + mass / (root * root)) / 3.0) as f32
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_the_same_density() {
        for (mass, radius) in [(MIN_MASS, 0.005), (0.125, 0.055), (1.0, 0.11), (1_000.0, 1.1), (MAX_MASS, 5.0)] {
            assert!((Weight::radius(mass) - radius).abs() < 1e-6 * radius, "{mass} kg: {} m", Weight::radius(mass));
        }
    }
}
