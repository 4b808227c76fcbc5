//! Discs in the picture: the balls of a world, and heavy particles that are none, which are drawn hollow.

use crate::physics::{ParticleId, Weight, World};

/// Least mass of a particle that is drawn as a disc even without a weight, kg.
const MIN_HEAVY: f32 = 0.25;

/// Whether a particle of this mass, kg, is drawn as a disc even without a weight.
pub fn is_heavy(mass: f32) -> bool {
    mass >= MIN_HEAVY
}

/// Radius of the disc as which a particle that is a ball, has a weight or is heavy is drawn, m.
pub fn disc_radius(particle: ParticleId, world: &World) -> f32 {
    world.ball(particle).map_or_else(|| Weight::radius(world.particles().mass[particle.index()]), |ball| ball.radius)
}

/// The balls and the weights of a world with their radii, m.
pub fn discs(world: &World) -> impl Iterator<Item = (ParticleId, f32)> + '_ {
    let balls = world.balls().iter().map(|ball| (ball.particle, ball.radius));
    let weights = world.weights().iter().map(|weight| weight.particle);
    let hollow = weights.filter(|&particle| world.ball(particle).is_none());
    balls.chain(hollow.map(|particle| (particle, disc_radius(particle, world))))
}
