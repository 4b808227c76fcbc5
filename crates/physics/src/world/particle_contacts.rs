//! Contacts of particles in a step.

use crate::{
    collision::particle_contact::{BALL_SIZES, Ball, MOST_BALLS, broad_phase::Around},
    particles::{constraint_graph::Web, storage::ParticleId},
    plane_contact::Surface,
    settings::Settings,
    world::World,
};

impl World {
    /// Makes ready for a step with discs in it, or forgets them.
    pub(crate) fn begin_discs(&mut self) {
        let Some(setting) = self.settings.rope_contact else {
            if !self.rest.is_empty() {
                self.wake_all();
                self.rest.clear();
            }
            if !self.discs.radius.is_empty() {
                self.discs.clear();
            }
            self.contacts.thickness = 0.0;
            return;
        };
        if self.stale.depth {
            self.wake_all();
        }
        self.rest.extend(&self.particles.position);
        let Self { discs, adjacency, links, particles, balls, .. } = self;
        if std::mem::take(&mut discs.stale) || discs.radius.len() != particles.len() {
            discs.measure(Web { adjacency, links, particles }, setting, balls);
            discs.reserve(particles.len(), balls.len());
        }
        discs.found_at.clear();
        discs.in_vain = false;
        self.contacts.thickness = setting;
        self.wake_ahead();
    }

    /// Puts discs that have come into each other beside each other.
    pub(crate) fn part_discs(&mut self, surface: Surface) {
        if self.discs.radius.is_empty() {
            return;
        }
        let Self { discs, particles, rest, balls, colliders, .. } = self;
        discs.find(particles, rest, Around { balls, colliders, fall: surface.fall });
        discs.part(particles, colliders, surface);
        discs.see_borders(particles, rest);
    }

    /// Balls are larger than what shapes have been made thicker by.
    pub(crate) fn stop_balls(&mut self, surface: Surface) {
        let Self { contacts, particles, balls, discs, .. } = self;
        if !discs.radius.is_empty() {
            for ball in &*balls {
                let thicker = ball.radius - contacts.thickness;
                contacts.stop_thick(particles, (ball.particle.index(), thicker), surface);
            }
        }
    }

    /// Whether nothing in the world moves or is about to.
    pub(crate) fn is_asleep(&self) -> bool {
        let Settings { rope_contact, .. } = self.settings;
        rope_contact.is_some()
            && !self.stale.depth
            && self.rest.len() == self.particles.len()
            && !self.is_led()
            && self.rest.are_asleep(&self.particles)
    }

    /// Makes a particle a ball of `radius` (m): a disc of a size of its own while discs are on.
    pub fn add_ball(&mut self, particle: ParticleId, radius: f32) {
        let known = self.balls.iter().any(|ball| ball.particle == particle);
        if !self.particles.contains(particle) || known || self.balls.len() >= MOST_BALLS || radius.is_nan() {
            return;
        }
        self.balls.push(Ball { particle, radius: radius.clamp(BALL_SIZES.0, BALL_SIZES.1) });
        self.discs.stale = true;
        self.stale.depth = true;
    }

    /// The particles that are balls.
    #[must_use]
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// The radius (m) of a particle's disc in the last step; `None` while discs are off.
    #[must_use]
    pub fn disc(&self, particle: ParticleId) -> Option<f32> {
        self.discs.radius.get(particle.index()).copied()
    }

    /// How many particles are asleep.
    #[must_use]
    pub fn sleeping(&self) -> usize {
        self.rest.asleep()
    }

    /// How many pairs of discs touched in the last substep: none that are both asleep.
    #[must_use]
    pub fn touching(&self) -> usize {
        self.discs.touches.iter().filter(|touch| touch.pushed > 0.0 || touch.depth > 0.0).count()
    }
}
