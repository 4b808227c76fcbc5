//! Contacts between particles, and of particles with wheels, as phases of a step.

use std::borrow::Cow;

use glam::Vec2;

use crate::collision::particle_contact::{BroadPhase, Discs, Pair, RestClock};
use crate::collision::{BodyContacts, Obstacles, StepReach};
use crate::particles::{Adjacency, ConstraintGraph, LinkKind, ParticleId};
use crate::plane_contact::{Surface, Surfaces};
use crate::settings::Settings;
use crate::world::{Bodies, Derived, State, World};

impl World {
    /// Whether particles meet each other: balls always do, all others while rope contact is on.
    pub(crate) fn has_particle_contact(&self) -> bool {
        self.state.settings.rope_contact.is_some() || !self.state.balls.is_empty()
    }

    /// Whether particles may meet each other or wheels in this step.
    pub(crate) fn has_inner_contact(&self) -> bool {
        self.has_particle_contact() || !self.derived.body_contacts.broad_phase.is_idle()
    }

    /// Finds the disc of each particle, or clears them while there are no particle contacts.
    pub(crate) fn refresh_discs(&mut self) {
        if !self.has_particle_contact() {
            self.clear_particle_contacts();
            return;
        }
        let (balls, count) = (&self.state.balls, self.bodies.particles.len());
        let Derived { particle_contacts, adjacency, .. } = &mut self.derived;
        if std::mem::take(&mut particle_contacts.is_stale) || particle_contacts.radius.len() != count {
            let rope_radius = self.state.settings.rope_contact.unwrap_or(0.0);
            particle_contacts.rebuild(self.bodies.graph(adjacency), rope_radius, balls);
            particle_contacts.reserve(count, balls.len());
        }
    }

    /// Prepares particle contacts for a step. While rope contact is off, particles are points that meet balls alone, and
    /// nothing sleeps.
    pub(crate) fn begin_particle_contacts(&mut self) {
        if self.state.settings.rope_contact.is_none() {
            self.clear_sleep();
        } else {
            self.state.sleep.extend(&self.bodies.particles.position);
        }
        if !self.has_particle_contact() {
            return;
        }
        let Derived { particle_contacts, shape_contacts, .. } = &mut self.derived;
        particle_contacts.broad_phase.begin_step();
        particle_contacts.contacts.clear();
        shape_contacts.thickness = particle_contacts.common_radius;
        if self.state.settings.rope_contact.is_some() {
            self.wake_before_step();
        }
    }

    fn clear_sleep(&mut self) {
        if !self.state.sleep.is_empty() {
            self.wake_all();
            self.state.sleep.clear();
        }
    }

    fn clear_particle_contacts(&mut self) {
        self.derived.particle_contacts.radius.clear();
        self.derived.particle_contacts.broad_phase.pairs.clear();
        self.derived.particle_contacts.is_stale = true;
        self.derived.shape_contacts.thickness = 0.0;
    }

    /// Finds the pairs of particles that may touch in a substep.
    pub(crate) fn find_particle_pairs(&mut self, surface: Surface) {
        if !self.derived.particle_contacts.radius.is_empty() {
            let State { sleep, balls, colliders, .. } = &mut self.state;
            let particles = &mut self.bodies.particles;
            let Derived { particle_contacts, passing, body_contacts: BodyContacts { discs, .. }, .. } =
                &mut self.derived;
            let found = particle_contacts.find_pairs(Discs { particles, sleep, balls }, colliders, surface.fall);
            let has_round = !discs.covered.is_empty() && !balls.is_empty();
            if found && (has_round || !passing.is_empty()) {
                let BroadPhase { pairs, borders, .. } = &mut particle_contacts.broad_phase;
                // Balls meet the disc of a wheel, not the particles of its rim.
                let is_round = |a: u32, b: u32| has_round && discs.covered[a as usize] && discs.thickness([b; 2]) > 0.0;
                let is_met = |&Pair { a, b, .. }: &Pair| !passing.is_passed(a, b) && !is_round(a, b) && !is_round(b, a);
                [pairs, borders].into_iter().for_each(|list| list.retain(is_met));
            }
        }
    }

    /// Solves contacts between particles in a substep. Requires [`World::find_particle_pairs`].
    pub(crate) fn solve_particle_contacts(&mut self, surface: Surface) {
        if self.derived.particle_contacts.radius.is_empty() {
            return;
        }
        let Derived { particle_contacts, friction, components, body_contacts, .. } = &mut self.derived;
        let particles = &mut self.bodies.particles;
        let State { sleep, colliders, settings, .. } = &mut self.state;
        // Contacts respond to motion, as those with shapes do.
        let spin = &mut self.scratch.spin;
        for &Pair { a, b, reach } in &particle_contacts.broad_phase.pairs {
            let (a, b) = (a as usize, b as usize);
            if particles.position[a].distance_squared(particles.position[b]) < reach * reach {
                particles.displacement[a] -= std::mem::take(&mut spin[a]);
                particles.displacement[b] -= std::mem::take(&mut spin[b]);
            }
        }
        particle_contacts.find_stretched_links(particles, components);
        let start_offset = &self.scratch.impacts.start_offset;
        self.execution.work.contact_rows += particle_contacts.solve(
            (particles, start_offset),
            colliders,
            Surfaces {
                own: friction.view(),
                covered: &body_contacts.discs.covered,
                slow: &self.scratch.slow,
                ..surface.into()
            },
        );
        particle_contacts.wake_touched(particles, sleep, RestClock::new(settings));
    }

    /// Finds what may meet wheels in a step, and what is near them.
    pub(crate) fn begin_body_contacts(&mut self) {
        let Settings { step, gravity, hand_speed, max_speed, .. } = self.state.settings;
        let may_collide = self.has_particle_contact() || !self.state.colliders.shapes().is_empty();
        let (substep, gravity) = (self.state.clock.substep, gravity.length());
        let reach = StepReach { step, substep, gravity, hand_speed, max_speed, may_collide };
        let Derived { body_contacts, components, passing, .. } = &mut self.derived;
        if body_contacts.is_empty() {
            return;
        }
        body_contacts.discs.passing.clone_from(passing);
        let thickness = self.state.settings.rope_contact.unwrap_or(0.0);
        let BodyContacts { discs, broad_phase, .. } = body_contacts;
        broad_phase.set_reach(self.bodies.particles.len(), thickness, &self.state.balls);
        broad_phase.begin_step(discs, &self.bodies.particles, components, reach);
        // Sleepers wake before something hits them.
        let ahead = if self.state.sleep.asleep_count() > 0 { 2.0 * step / self.state.clock.substep } else { 0.0 };
        broad_phase.list_near(discs, &self.bodies.particles, ahead);
    }

    /// The surfaces that ropes lie on.
    pub(crate) fn obstacles(&self) -> Obstacles<'_> {
        let Derived { body_contacts: bodies, shape_contacts, .. } = &self.derived;
        let (colliders, particles) = (&self.state.colliders, &self.bodies.particles);
        Obstacles { colliders, bodies, particles, thickness: shape_contacts.thickness }
    }

    /// Resolves contacts of balls with shapes. Other particles have the radius that shapes are grown by.
    pub(crate) fn resolve_balls_and_shapes(&mut self, surface: Surface) {
        let Derived { shape_contacts, particle_contacts, friction, .. } = &mut self.derived;
        let surfaces = Surfaces { own: friction.view(), ..surface.into() };
        if !particle_contacts.radius.is_empty() {
            for ball in &self.state.balls {
                let excess = ball.radius - shape_contacts.thickness;
                let particles = (&mut self.bodies.particles, &mut self.scratch.spin[..]);
                self.execution.work.contact_rows += shape_contacts.resolve_disc(particles, ball, excess, surfaces);
            }
        }
    }

    /// Centres and radii (m) of the balls and wheels that ropes meet.
    #[must_use]
    pub fn discs(&self) -> Vec<(Vec2, f32)> {
        let position = &self.bodies.particles.position;
        self.disc_particles().into_iter().map(|(centre, radius)| (position[centre.index()], radius)).collect()
    }

    /// Particles in the centres and radii (m) of the balls and wheels that ropes meet.
    pub(crate) fn disc_particles(&self) -> Vec<(ParticleId, f32)> {
        let (Bodies { particles, links, .. }, stale) = (&self.bodies, &self.derived.stale);
        let mut discs = Cow::Borrowed(&self.derived.body_contacts.discs);
        if (stale.graph || stale.components) && links.iter().any(|link| link.kind == LinkKind::Rim) {
            let mut adjacency = Adjacency::default();
            adjacency.rebuild(particles.len(), links);
            discs.to_mut().find(ConstraintGraph { adjacency: &adjacency, links, particles });
        }
        let balls = self.state.balls.iter().map(|ball| (ball.particle, ball.radius));
        // The particles of a wheel are as thick as ropes.
        let thickness = self.state.settings.rope_contact.unwrap_or(0.0);
        balls.chain(discs.wheels().map(|wheel| (ParticleId(wheel.hub), wheel.radius + thickness))).collect()
    }

    /// Radius of a particle in contacts of the last step, m; `None` while there are none.
    #[must_use]
    pub fn contact_radius(&self, particle: ParticleId) -> Option<f32> {
        self.derived.particle_contacts.radius.get(particle.index()).copied()
    }

    /// Number of pairs of particles in contact in the last substep, without pairs in which both sleep.
    #[must_use]
    pub fn contact_count(&self) -> usize {
        let contacts = &self.derived.particle_contacts.contacts;
        contacts.iter().filter(|contact| contact.normal_impulse > 0.0 || contact.depth > 0.0).count()
    }
}
