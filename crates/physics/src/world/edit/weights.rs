//! Weights, which change the mass of a particle until they are removed.

use crate::particles::{MAX_MASS, MIN_MASS, ParticleId, Weight};
use crate::world::World;

impl World {
    /// Hangs a weight on a particle, or changes its weight: the particle then has this `mass` (kg). `None` removes the
    /// weight.
    pub fn set_weight(&mut self, particle: ParticleId, mass: Option<f32>) {
        if !self.bodies.particles.contains(particle) || mass.is_some_and(f32::is_nan) {
            return;
        }
        self.disturb_piece(particle);
        let mass = mass.map(|mass| mass.clamp(MIN_MASS, MAX_MASS));
        let index = self.find_weight(particle);
        let weights = &mut self.state.weights;
        let particle_mass = &mut self.bodies.particles.mass[particle.index()];
        let before = *particle_mass;
        *particle_mass = match (index, mass) {
            (Ok(index), Some(mass)) => {
                weights[index].mass = mass;
                mass
            }
            (Ok(index), None) => weights.remove(index).bare_mass,
            (Err(index), Some(mass)) => {
                weights.insert(index, Weight { particle, mass, bare_mass: before });
                mass
            }
            (Err(_), None) => before,
        };
        if *particle_mass != before {
            self.state.solver.is_stale = true;
            self.update_inverse_mass(particle);
        }
    }

    /// The weights, sorted by particle.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.state.weights
    }

    /// The weight on a particle.
    #[must_use]
    pub fn weight(&self, particle: ParticleId) -> Option<Weight> {
        self.find_weight(particle).ok().map(|index| self.state.weights[index])
    }

    pub(super) fn find_weight(&self, particle: ParticleId) -> Result<usize, usize> {
        self.state.weights.binary_search_by_key(&particle, |weight| weight.particle)
    }
}
