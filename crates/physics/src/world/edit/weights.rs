//! Weights, which change the mass of a particle until they are removed, and are discs unless they are hollow.

use crate::collision::particle_contact::{Ball, BallSurface};
use crate::particles::{MAX_MASS, MIN_MASS, ParticleId, Weight};
use crate::world::World;

impl World {
    /// Hangs a weight on a particle, or changes its weight: the particle then has this `mass` (kg), and a disc of the
    /// [radius](Weight::radius) of that mass unless it is a ball of its own or the weight is hollow. `None` removes the weight
    /// with its disc.
    pub fn set_weight(&mut self, particle: ParticleId, mass: Option<f32>) {
        let before = self.weight(particle);
        self.set_mass(particle, mass);
        let disc = self.find_ball(particle).ok().filter(|&ball| self.state.balls[ball].follows_weight);
        match (self.weight(particle), disc) {
            (now, _) if now == before => {}
            (Some(Weight { mass, .. }), Some(disc)) => self.resize_ball(disc, Weight::radius(mass)),
            (Some(_), None) if before.is_none() => self.set_solid(particle, true),
            (None, Some(disc)) => self.remove_ball(disc),
            _ => {}
        }
    }

    /// Hangs a weight on a particle, changes or removes it, without a change of its disc.
    pub(super) fn set_mass(&mut self, particle: ParticleId, mass: Option<f32>) {
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

    /// Makes the weight on a particle solid, or hollow: it then passes through all but what its particle meets. Beyond
    /// [`MAX_BALLS`](crate::MAX_BALLS) a weight stays hollow.
    pub fn set_solid(&mut self, particle: ParticleId, solid: bool) {
        let Some(Weight { mass, .. }) = self.weight(particle) else { return };
        match self.find_ball(particle) {
            Ok(ball) if !solid && self.state.balls[ball].follows_weight => self.remove_ball(ball),
            Err(_) if solid => self.insert_ball(Ball {
                particle,
                radius: Weight::radius(mass),
                surface: BallSurface::default(),
                follows_weight: true,
            }),
            _ => {}
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
