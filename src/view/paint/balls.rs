//! Balls: heavy particles, and those with a weight, are drawn as balls of iron.

use std::ops::Range;

use glam::Vec2;

use super::Painter;
use crate::physics::{LinkKind, ParticleId, World};
use crate::sandbox::{ball_centre, ball_radius, is_ball};
use crate::view::camera::Camera;

/// Particles that are tested together for anything to draw.
pub const ROW: usize = 64;

/// Particles of ropes that are heavy along their whole length. They are drawn as the rope, not as balls, which would hide
/// it. One flag a particle; empty where there is no such rope.
#[derive(Clone, Debug, Default)]
pub struct HeavyRopes(Vec<bool>);

impl HeavyRopes {
    /// Finds the heavy ropes of a world.
    pub fn find(&mut self, world: &World) {
        let mass = &world.particles().mass;
        self.0.clear();
        // Particles of a rope are neighbours in the list. Most scenes have no two of the same heavy mass.
        if !mass.windows(2).fold(false, |any, pair| any | are_heavy_rope(pair[0], pair[1])) {
            return;
        }
        self.0.resize(mass.len(), false);
        // With severed links: the cut ends of such a rope are no balls either.
        for link in world.links_with_removed().filter(|link| link.kind == LinkKind::Rope) {
            let (a, b) = (link.a.index(), link.b.index());
            if are_heavy_rope(mass[a], mass[b]) {
                (self.0[a], self.0[b]) = (true, true);
            }
        }
    }

    /// Whether a particle is drawn as a ball because of its mass.
    pub fn is_ball_by_mass(&self, index: usize, world: &World) -> bool {
        let is_heavy = || is_ball(world.particles().mass[index]) && !self.0.get(index).is_some_and(|&is_rope| is_rope);
        world.weight(ParticleId(index as u32)).is_some() || is_heavy()
    }

    /// Radius of the ball as which a particle is drawn, m: its own, or one by its mass.
    pub fn ball(&self, index: usize, world: &World, camera: &Camera) -> Option<f32> {
        let own = world.balls().iter().find(|ball| ball.particle.index() == index).map(|ball| ball.radius);
        own.or_else(|| self.is_ball_by_mass(index, world).then(|| weight_radius(world.particles().mass[index], camera)))
    }

    /// All particles that are drawn as balls, with their radii, m.
    pub fn balls<'a>(&'a self, world: &'a World, camera: &'a Camera) -> impl Iterator<Item = (usize, f32)> + 'a {
        let rows = rows(world.particles().len()).filter(|row| has_balls(row, world));
        rows.flatten().filter_map(|index| Some((index, self.ball(index, world, camera)?)))
    }
}

impl Painter {
    /// Centre of a particle's ball in the picture, m: beside everything that the particle lies on.
    pub(super) fn ball_centre(&self, particle: Vec2, radius: f32, world: &World) -> Vec2 {
        ball_centre(particle, radius, world.colliders().planes(), self.shapes.iter().copied())
    }
}

/// The indices of a number of particles, in rows.
pub fn rows(particles: usize) -> impl Iterator<Item = Range<usize>> {
    (0..particles).step_by(ROW).map(move |first| first..(first + ROW).min(particles))
}

/// Whether a row may have a particle that is drawn as a ball.
pub fn has_balls(row: &Range<usize>, world: &World) -> bool {
    let is_heavy = world.particles().mass[row.clone()].iter().fold(false, |any, &mass| any | is_ball(mass));
    let first = world.weights().partition_point(|weight| weight.particle.index() < row.start);
    let has_weight = world.weights().get(first).is_some_and(|weight| weight.particle.index() < row.end);
    is_heavy || has_weight || world.balls().iter().any(|ball| row.contains(&ball.particle.index()))
}

/// Radius of a weight, m, with a least size on the screen.
pub fn weight_radius(mass: f32, camera: &Camera) -> f32 {
    ball_radius(mass).max(camera.metres(4.0))
}

/// Whether two linked particles of these masses (kg) belong to a heavy rope. A weight differs from the rope it hangs on.
/// Without a branch, so that the test is vectorised.
fn are_heavy_rope(a: f32, b: f32) -> bool {
    (a == b) & is_ball(a)
}
