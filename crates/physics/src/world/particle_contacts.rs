//! Contacts of particles in a step.

use crate::{
    collision::particle_contact::{BALL_RADIUS_RANGE, Ball, MAX_BALLS, broad_phase::Surroundings},
    particles::{constraint_graph::ConstraintGraph, storage::ParticleId},
    plane_contact::ContactParameters,
    settings::Settings,
    world::{
        World,
        data::{Bodies, Derived, State},
    },
};

impl World {
    /// Makes ready for a step with discs in it, or forgets them.
    pub(crate) fn begin_discs(&mut self) {
        let Some(setting) = self.state.settings.rope_contact else {
            if !self.state.sleep.is_empty() {
                self.wake_all();
                self.state.sleep.clear();
            }
            if !self.derived.particle_contacts.radius.is_empty() {
                self.derived.particle_contacts.clear();
            }
            self.derived.shape_contacts.thickness = 0.0;
            return;
        };
        if self.state.solver.is_stale {
            self.wake_all();
        }
        self.state.sleep.extend(&self.bodies.particles.position);
        let Self {
            derived: Derived { particle_contacts, adjacency, .. },
            bodies: Bodies { links, particles, .. },
            state: State { balls, .. },
            ..
        } = self;
        if std::mem::take(&mut particle_contacts.stale) || particle_contacts.radius.len() != particles.len() {
            particle_contacts.measure(ConstraintGraph { adjacency, links, particles }, setting, balls);
            particle_contacts.reserve(particles.len(), balls.len());
        }
        particle_contacts.found_at.clear();
        particle_contacts.in_vain = false;
        self.derived.shape_contacts.thickness = setting;
        self.wake_ahead();
    }

    /// Puts discs that have come into each other beside each other.
    pub(crate) fn part_discs(&mut self, surface: ContactParameters) {
        if self.derived.particle_contacts.radius.is_empty() {
            return;
        }
        let Self {
            derived: Derived { particle_contacts, .. },
            bodies: Bodies { particles, .. },
            state: State { sleep, balls, colliders, .. },
            ..
        } = self;
        particle_contacts.find(particles, sleep, Surroundings { balls, colliders, fall: surface.fall });
        particle_contacts.part(particles, colliders, surface);
        particle_contacts.see_borders(particles, sleep);
    }

    /// Balls are larger than what shapes have been made thicker by.
    pub(crate) fn stop_balls(&mut self, surface: ContactParameters) {
        let Self {
            derived: Derived { shape_contacts, particle_contacts, .. },
            bodies: Bodies { particles, .. },
            state: State { balls, .. },
            ..
        } = self;
        if !particle_contacts.radius.is_empty() {
            for ball in &*balls {
                let thicker = ball.radius - shape_contacts.thickness;
                shape_contacts.stop_thick(particles, (ball.particle.index(), thicker), surface);
            }
        }
    }

    /// Whether nothing in the world moves or is about to.
    pub(crate) fn is_asleep(&self) -> bool {
        let Settings { rope_contact, .. } = self.state.settings;
        rope_contact.is_some()
            && !self.state.solver.is_stale
            && self.state.sleep.len() == self.bodies.particles.len()
            && !self.is_led()
            && self.state.sleep.are_asleep(&self.bodies.particles)
    }

    /// Makes a particle a ball of `radius` (m): a disc of a size of its own while discs are on.
    pub fn add_ball(&mut self, particle: ParticleId, radius: f32) {
        let known = self.state.balls.iter().any(|ball| ball.particle == particle);
        if !self.bodies.particles.contains(particle) || known || self.state.balls.len() >= MAX_BALLS || radius.is_nan()
        {
            return;
        }
        self.state.balls.push(Ball { particle, radius: radius.clamp(BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1) });
        self.derived.particle_contacts.stale = true;
        self.state.solver.is_stale = true;
    }

    /// The particles that are balls.
    #[must_use]
    pub fn balls(&self) -> &[Ball] {
        &self.state.balls
    }

    /// The radius (m) of a particle's disc in the last step; `None` while discs are off.
    #[must_use]
    pub fn disc(&self, particle: ParticleId) -> Option<f32> {
        self.derived.particle_contacts.radius.get(particle.index()).copied()
    }

    /// How many particles are asleep.
    #[must_use]
    pub fn sleeping(&self) -> usize {
        self.state.sleep.asleep()
    }

    /// How many pairs of discs touched in the last substep: none that are both asleep.
    #[must_use]
    pub fn touching(&self) -> usize {
        self.derived.particle_contacts.contacts.iter().filter(|touch| touch.pushed > 0.0 || touch.depth > 0.0).count()
    }
}
