//! Weights: a point that one hangs on has its mass, and its own again once it is taken off.

use crate::{
    particles::{
        storage::{MAX_MASS, MIN_MASS, ParticleId},
        weight::Weight,
    },
    world::World,
};

impl World {
    /// Hangs a weight on a particle, or changes the one that is there: from now on the particle has this `mass` (kg). `None`
    /// takes it off.
    pub fn set_weight(&mut self, particle: ParticleId, mass: Option<f32>) {
        if !self.bodies.particles.contains(particle) || mass.is_some_and(f32::is_nan) {
            return;
        }
        self.wake_at(particle);
        let index = particle.index();
        let mass = mass.map(|mass| mass.clamp(MIN_MASS, MAX_MASS));
        let place = self.state.weights.binary_search_by_key(&particle, |weight| weight.particle);
        let before = self.bodies.particles.mass[index];
        self.bodies.particles.mass[index] = match (place, mass) {
            (Ok(place), Some(mass)) => {
                self.state.weights[place].mass = mass;
                mass
            }
            (Ok(place), None) => self.state.weights.remove(place).bare_mass,
            (Err(place), Some(mass)) => {
                self.state.weights.insert(place, Weight { particle, mass, bare_mass: before });
                mass
            }
            (Err(_), None) => before,
        };
        if self.bodies.particles.mass[index] != before {
            self.state.solver.is_stale = true;
            self.weigh(particle);
        }
    }

    /// All weights, by their particles.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.state.weights
    }

    /// The weight on a particle.
    #[must_use]
    pub fn weight(&self, particle: ParticleId) -> Option<Weight> {
        let place = self.state.weights.binary_search_by_key(&particle, |weight| weight.particle).ok()?;
        Some(self.state.weights[place])
    }
}
