//! Edits of particles, links, cloth faces and balls.

use glam::Vec2;

use crate::collision::particle_contact::{Ball, BallSurface, MAX_BALLS};
use crate::collision::{IgnoredPair, Partner};
use crate::math::{clamp_or, inside_world};
use crate::particles::{BALL_RADIUS_RANGE, ClothFace, DistanceConstraint, LinkKind, MAX_MASS, MIN_MASS, ParticleId};
use crate::tuning::PRESSED;
use crate::world::{Stale, World};

/// Least rest length of a link, m.
pub(crate) const MIN_LENGTH: f32 = 1e-5;
/// Greatest rest length of a link, m.
pub(crate) const MAX_LENGTH: f32 = 1e4;
/// Greatest compliance of a link, m/N.
pub(crate) const MAX_COMPLIANCE: f32 = 1e3;

impl World {
    /// Adds a particle at rest. `position` in m, `mass` in kg.
    pub fn add_particle(&mut self, position: Vec2, mass: f32, pinned: bool) -> ParticleId {
        let mass = clamp_or(mass, MIN_MASS, MAX_MASS, 1.0);
        self.state.solver.is_stale = true;
        self.derived.stale.mark_slots();
        self.bodies.particles.push(inside_world(position), self.state.rest_displacement(), mass, pinned)
    }

    /// Links two particles at `rest_length` (m), or at their present distance if `rest_length` is `None`.
    pub fn add_link(&mut self, a: ParticleId, b: ParticleId, rest_length: Option<f32>, stiffness: f32, kind: LinkKind) {
        let distance = self.distance(a, b);
        let (rest_length, stiffness) = (rest_length.unwrap_or(distance), clamp_or(stiffness, 0.0, 1.0, 1.0));
        self.push_link(DistanceConstraint { stiffness, ..DistanceConstraint::rigid(a, b, rest_length, kind) });
    }

    /// Links two particles at their present distance by a link that a force lengthens, like rubber or wire: by
    /// `compliance` (m/N, 0 to 1 000) times the force.
    ///
    /// Solved as in XPBD (Macklin et al. 2016), with the error of the sweeps added: at most as stiff as a rigid link.
    pub fn add_compliant_link(&mut self, a: ParticleId, b: ParticleId, compliance: f32, kind: LinkKind) {
        let compliance = clamp_or(compliance, 0.0, MAX_COMPLIANCE, 0.0);
        let rest_length = self.distance(a, b);
        self.push_link(DistanceConstraint { compliance, ..DistanceConstraint::rigid(a, b, rest_length, kind) });
    }

    /// The distance between two particles, m; infinity if one is gone.
    fn distance(&self, a: ParticleId, b: ParticleId) -> f32 {
        let at = |id: ParticleId| self.bodies.particles.position.get(id.index());
        at(a).zip(at(b)).map_or(f32::INFINITY, |(a, b)| (*b - *a).length())
    }

    /// Adds a link, whose ends ignore the shapes that it overlaps.
    pub(super) fn push_link(&mut self, link: DistanceConstraint) {
        if let Some(link) = self.push_link_among(link) {
            self.ignore_overlapped(&link);
        }
    }

    /// Adds one of many links: [`World::ignore_overlaps`] follows for all of them. Returns it, if its ends exist.
    pub(super) fn push_link_among(&mut self, link: DistanceConstraint) -> Option<DistanceConstraint> {
        let DistanceConstraint { a, b, rest_length, .. } = link;
        if a == b || !self.bodies.particles.contains(a) || !self.bodies.particles.contains(b) {
            return None;
        }
        let rest_length = clamp_or(rest_length, MIN_LENGTH, MAX_LENGTH, self.distance(a, b));
        let link = DistanceConstraint { rest_length, ..link };
        self.disturb(a);
        self.disturb(b);
        self.state.unseen.extend([a, b]);
        self.bodies.colouring.push(&link);
        self.bodies.links.push(link);
        self.state.solver.is_stale = true;
        self.derived.stale = Stale::ALL;
        Some(link)
    }

    /// Adds a cloth face. Its four edges must be linked already.
    pub fn add_face(&mut self, corners: [ParticleId; 4]) {
        if corners.iter().all(|&corner| self.bodies.particles.contains(corner)) {
            self.bodies.faces.push(ClothFace { corners });
        }
    }

    /// Turns a particle into a ball, which collides with everything. `radius` (m) is its radius in contacts.
    pub fn add_ball(&mut self, particle: ParticleId, radius: f32) {
        if self.bodies.particles.contains(particle) && !radius.is_nan() {
            let radius = radius.clamp(BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1);
            self.insert_ball(Ball { particle, radius, surface: BallSurface::default(), follows_weight: false });
        }
    }

    /// Adds a ball, unless its particle is one or there are [`MAX_BALLS`].
    pub(super) fn insert_ball(&mut self, ball: Ball) {
        let Err(index) = self.find_ball(ball.particle) else { return };
        if self.state.balls.len() < MAX_BALLS {
            self.disturb(ball.particle);
            self.state.balls.insert(index, ball);
            self.see_disc_anew(ball.particle);
        }
    }

    /// Makes a ball a particle without a radius of its own, by its place in the list.
    pub(super) fn remove_ball(&mut self, index: usize) {
        self.disturb(self.state.balls[index].particle);
        let Ball { particle, .. } = self.state.balls.remove(index);
        self.see_disc_anew(particle);
    }

    /// Lets the next step take a particle that has become a ball, or is none any more, for a disc of its size.
    fn see_disc_anew(&mut self, particle: ParticleId) {
        self.see_anew(&[particle]);
        self.derived.particle_contacts.is_stale = true;
        self.derived.stale.components = true;
        self.derived.stale.materials = true;
        self.state.solver.is_stale = true;
    }

    /// Sets the radius of a ball that follows no weight, m.
    pub fn set_ball_radius(&mut self, particle: ParticleId, radius: f32) {
        let ball = self.find_ball(particle).ok().filter(|&index| !self.state.balls[index].follows_weight);
        if let Some(index) = ball.filter(|_| !radius.is_nan()) {
            self.resize_ball(index, radius.clamp(BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1));
        }
    }

    /// Gives a ball, by its place in the list, another radius, m.
    pub(super) fn resize_ball(&mut self, index: usize, radius: f32) {
        let particle = self.state.balls[index].particle;
        self.disturb(particle);
        let pressed = self.overlapped_by(index);
        self.state.balls[index].radius = radius;
        let mut added = self.overlapped_by(index);
        // Ropes that are pressed into the ball already stay on it, but for its own.
        let components = self.current_components();
        let component = |pair: &IgnoredPair| components.number(pair.particle);
        let own = components.number(particle.0);
        added.retain(|pair| component(pair) == own || pressed.iter().all(|other| component(other) != component(pair)));
        self.state.ignored.append(&mut added);
        self.derived.particle_contacts.is_stale = true;
        self.derived.stale.components = true;
        self.state.solver.is_stale = true;
    }

    /// The particles that a ball, by its place in the list, overlaps deeply.
    fn overlapped_by(&self, ball: usize) -> Vec<IgnoredPair> {
        let Ball { particle, radius, .. } = self.state.balls[ball];
        let reach = (1.0 - PRESSED) * (radius + self.state.settings.rope_contact.unwrap_or(0.0));
        let (all, partner) = (&self.bodies.particles.position, Partner::Body(particle.0));
        let near = (0..).zip(all).filter(|(_, at)| at.distance_squared(all[particle.index()]) < reach * reach);
        near.map(|(particle, _)| IgnoredPair { particle, partner }).collect()
    }

    /// Gives a ball a surface of its own; values are clamped to their ranges.
    pub fn set_ball_surface(&mut self, particle: ParticleId, surface: BallSurface) {
        if let Ok(index) = self.find_ball(particle) {
            self.state.balls[index].surface = surface.sanitised();
            self.derived.stale.materials = true;
            self.derived.stale.components = true;
            self.disturb(particle);
            self.derived.particle_contacts.is_stale = true;
        }
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
