//! Contacts of particles in a step.

use crate::{
    collision::particle_contact::{BALL_SIZES, Ball, MOST_BALLS, broad_phase::Around},
    particles::{constraint_graph::Web, storage::ParticleId},
    plane_contact::Surface,
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
            if !self.state.rest.is_empty() {
                self.wake_all();
                self.state.rest.clear();
            }
            if !self.derived.discs.radius.is_empty() {
                self.derived.discs.clear();
            }
            self.derived.contacts.thickness = 0.0;
            return;
        };
        if self.state.solver.is_stale {
            self.wake_all();
        }
        self.state.rest.extend(&self.bodies.particles.position);
        let Self {
            derived: Derived { discs, adjacency, .. },
            bodies: Bodies { links, particles, .. },
            state: State { balls, .. },
            ..
        } = self;
        if std::mem::take(&mut discs.stale) || discs.radius.len() != particles.len() {
            discs.measure(Web { adjacency, links, particles }, setting, balls);
            discs.reserve(particles.len(), balls.len());
        }
        discs.found_at.clear();
        discs.in_vain = false;
        self.derived.contacts.thickness = setting;
        self.wake_ahead();
    }

    /// Puts discs that have come into each other beside each other.
    pub(crate) fn part_discs(&mut self, surface: Surface) {
        if self.derived.discs.radius.is_empty() {
            return;
        }
        let Self {
            derived: Derived { discs, .. },
            bodies: Bodies { particles, .. },
            state: State { rest, balls, colliders, .. },
            ..
        } = self;
        discs.find(particles, rest, Around { balls, colliders, fall: surface.fall });
        discs.part(particles, colliders, surface);
        discs.see_borders(particles, rest);
    }

    /// Balls are larger than what shapes have been made thicker by.
    pub(crate) fn stop_balls(&mut self, surface: Surface) {
        let Self {
            derived: Derived { contacts, discs, .. },
            bodies: Bodies { particles, .. },
            state: State { balls, .. },
            ..
        } = self;
        if !discs.radius.is_empty() {
            for ball in &*balls {
                let thicker = ball.radius - contacts.thickness;
                contacts.stop_thick(particles, (ball.particle.index(), thicker), surface);
            }
        }
    }

    /// Whether nothing in the world moves or is about to.
    pub(crate) fn is_asleep(&self) -> bool {
        let Settings { rope_contact, .. } = self.state.settings;
        rope_contact.is_some()
            && !self.state.solver.is_stale
            && self.state.rest.len() == self.bodies.particles.len()
            && !self.is_led()
            && self.state.rest.are_asleep(&self.bodies.particles)
    }

    /// Makes a particle a ball of `radius` (m): a disc of a size of its own while discs are on.
    pub fn add_ball(&mut self, particle: ParticleId, radius: f32) {
        let known = self.state.balls.iter().any(|ball| ball.particle == particle);
        if !self.bodies.particles.contains(particle) || known || self.state.balls.len() >= MOST_BALLS || radius.is_nan()
        {
            return;
        }
        self.state.balls.push(Ball { particle, radius: radius.clamp(BALL_SIZES.0, BALL_SIZES.1) });
        self.derived.discs.stale = true;
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
        self.derived.discs.radius.get(particle.index()).copied()
    }

    /// How many particles are asleep.
    #[must_use]
    pub fn sleeping(&self) -> usize {
        self.state.rest.asleep()
    }

    /// How many pairs of discs touched in the last substep: none that are both asleep.
    #[must_use]
    pub fn touching(&self) -> usize {
        self.derived.discs.touches.iter().filter(|touch| touch.pushed > 0.0 || touch.depth > 0.0).count()
    }
}
