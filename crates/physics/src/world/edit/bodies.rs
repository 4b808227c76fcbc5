//! Edits of particles, links, cloth faces and balls.

use glam::Vec2;

use crate::collision::particle_contact::{BALL_RADIUS_RANGE, Ball, MAX_BALLS};
use crate::math::{clamp_or, inside_world};
use crate::particles::{ClothFace, DistanceConstraint, LinkKind, MAX_MASS, MIN_MASS, ParticleId};
use crate::world::{Stale, World};

/// Least rest length of a link, m.
pub(crate) const MIN_LENGTH: f32 = 1e-5;
/// Greatest rest length of a link, m.
pub(crate) const MAX_LENGTH: f32 = 1e4;

impl World {
    /// Adds a particle at rest. `position` in m, `mass` in kg.
    pub fn add_particle(&mut self, position: Vec2, mass: f32, pinned: bool) -> ParticleId {
        let mass = clamp_or(mass, MIN_MASS, MAX_MASS, 1.0);
        self.state.solver.is_stale = true;
        self.derived.stale.mark_slots();
        self.bodies.particles.push(inside_world(position), self.rest_displacement(), mass, pinned)
    }

    /// Links two particles at `rest_length` (m), or at their present distance if `rest_length` is `None`.
    pub fn add_link(&mut self, a: ParticleId, b: ParticleId, rest_length: Option<f32>, stiffness: f32, kind: LinkKind) {
        if a == b || !self.bodies.particles.contains(a) || !self.bodies.particles.contains(b) {
            return;
        }
        let position = &self.bodies.particles.position;
        let distance = (position[b.index()] - position[a.index()]).length();
        let rest_length = clamp_or(rest_length.unwrap_or(distance), MIN_LENGTH, MAX_LENGTH, distance);
        let link = DistanceConstraint { a, b, rest_length, stiffness: clamp_or(stiffness, 0.0, 1.0, 1.0), kind };
        self.disturb(a);
        self.disturb(b);
        self.bodies.colouring.push(&link);
        self.bodies.links.push(link);
        self.state.solver.is_stale = true;
        self.derived.stale = Stale::ALL;
    }

    /// Adds a cloth face. Its four edges must be linked already.
    pub fn add_face(&mut self, corners: [ParticleId; 4]) {
        if corners.iter().all(|&corner| self.bodies.particles.contains(corner)) {
            self.bodies.faces.push(ClothFace { corners });
        }
    }

    /// Turns a particle into a ball. `radius` (m) is its radius in contacts while rope contact is on.
    pub fn add_ball(&mut self, particle: ParticleId, radius: f32) {
        let is_ball = self.state.balls.iter().any(|ball| ball.particle == particle);
        let is_full = self.state.balls.len() >= MAX_BALLS;
        if !self.bodies.particles.contains(particle) || is_ball || is_full || radius.is_nan() {
            return;
        }
        self.disturb(particle);
        self.state.balls.push(Ball { particle, radius: radius.clamp(BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1) });
        self.derived.particle_contacts.is_stale = true;
        self.state.solver.is_stale = true;
    }

    /// The particle nearest to `point` (m), if it is within `radius` (m). Of two equally near, the one with the lower
    /// id.
    #[must_use]
    pub fn nearest_particle(&self, point: Vec2, radius: f32) -> Option<ParticleId> {
        let squares = self.bodies.particles.position.iter().map(|at| at.distance_squared(point));
        let near = (0..).map(ParticleId).zip(squares).filter(|(_, squared)| *squared <= radius * radius);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
    }
}
