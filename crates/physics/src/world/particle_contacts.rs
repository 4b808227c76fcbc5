//! Contacts between particles, and of particles with wheels, as phases of a step.

use std::borrow::Cow;

use glam::Vec2;

use crate::collision::particle_contact::{BroadPhase, Discs, Pair, RestClock};
use crate::collision::{BodyContacts, Obstacles, StepReach};
use crate::geometry::Colliders;
use crate::particles::{Adjacency, ConstraintGraph, LinkKind, ParticleId, Particles};
use crate::plane_contact::{Surface, Surfaces};
use crate::settings::Settings;
use crate::world::waking::wake_all;
use crate::world::{Bodies, Derived, Scratch, State, World};

impl State {
    /// Whether particles meet each other: balls always do, all others while rope contact is on.
    pub fn has_particle_contact(&self) -> bool {
        self.settings.rope_contact.is_some() || !self.balls.is_empty()
    }

    /// Whether anything may meet shapes, wheels or other particles in this step.
    pub fn has_contact_beside_planes(&self, wheels: &BodyContacts) -> bool {
        !self.colliders.shapes().is_empty() || self.has_particle_contact() || !wheels.broad_phase.is_idle()
    }
}

impl Derived {
    /// The surfaces that ropes lie on.
    pub fn obstacles<'a>(&'a self, colliders: &'a Colliders, particles: &'a Particles) -> Obstacles<'a> {
        let Self { body_contacts: bodies, shape_contacts, .. } = self;
        Obstacles { colliders, bodies, particles, thickness: shape_contacts.thickness }
    }
}

/// Finds the disc of each particle, or clears them while there are no particle contacts.
pub(crate) fn refresh_discs(state: &State, bodies: &Bodies, derived: &mut Derived) {
    let Derived { particle_contacts, shape_contacts, adjacency, .. } = derived;
    let (balls, count) = (&state.balls, bodies.particles.len());
    if !state.has_particle_contact() {
        particle_contacts.radius.clear();
        particle_contacts.broad_phase.pairs.clear();
        particle_contacts.is_stale = true;
        shape_contacts.thickness = 0.0;
    } else if std::mem::take(&mut particle_contacts.is_stale) || particle_contacts.radius.len() != count {
        particle_contacts.rebuild(bodies.graph(adjacency), state.settings.rope_contact.unwrap_or(0.0), balls);
        particle_contacts.reserve(count, balls.len());
    }
}

/// Prepares particle contacts for a step. While rope contact is off, particles are points that meet balls alone, and
/// nothing sleeps.
pub(crate) fn begin_particle_contacts(state: &mut State, particles: &mut Particles, derived: &mut Derived) {
    let Derived { particle_contacts, shape_contacts, stale, .. } = derived;
    if state.settings.rope_contact.is_some() {
        state.sleep.extend(&particles.position);
    } else if !state.sleep.is_empty() {
        wake_all(state, particles, stale);
        state.sleep.clear();
    }
    if state.has_particle_contact() {
        particle_contacts.broad_phase.begin_step();
        particle_contacts.contacts.clear();
        shape_contacts.thickness = particle_contacts.common_radius;
    }
}

/// Finds the pairs of particles that may touch in a substep.
pub(crate) fn find_particle_pairs(state: &State, particles: &Particles, derived: &mut Derived, surface: Surface) {
    let Derived { particle_contacts, passing, body_contacts: BodyContacts { discs, .. }, .. } = derived;
    if !particle_contacts.radius.is_empty() {
        let State { sleep, balls, colliders, .. } = state;
        let found = particle_contacts.find_pairs(Discs { particles, sleep, balls }, colliders, surface.fall);
        let has_round = !discs.covered.is_empty() && !balls.is_empty();
        if found && (!discs.list.is_empty() || !passing.is_empty()) {
            let BroadPhase { pairs, borders, .. } = &mut particle_contacts.broad_phase;
            // Balls meet the disc of a wheel, not the particles of its rim.
            let is_round = |a: u32, b: u32| has_round && discs.covered[a as usize] && discs.thickness([b; 2]) > 0.0;
            let is_met = |&Pair { a, b, .. }: &Pair| {
                !passing.is_passed(a, b) && !is_round(a, b) && !is_round(b, a) && !discs.are_corners(a, b)
            };
            [pairs, borders].into_iter().for_each(|list| list.retain(is_met));
        }
    }
}

/// Solves contacts between particles in a substep. Returns the number of rows. Requires [`find_particle_pairs`].
pub(crate) fn solve_particle_contacts(
    State { sleep, colliders, settings, .. }: &State,
    particles: &mut Particles,
    Derived { particle_contacts, friction, components, body_contacts, .. }: &mut Derived,
    Scratch { spin, impacts, let_out_slowly, .. }: &mut Scratch,
    common: Surface,
) -> u64 {
    if particle_contacts.radius.is_empty() {
        return 0;
    }
    // Contacts respond to motion, as those with shapes do.
    for &Pair { a, b, reach } in &particle_contacts.broad_phase.pairs {
        let (a, b) = (a as usize, b as usize);
        if particles.position[a].distance_squared(particles.position[b]) < reach * reach {
            particles.displacement[a] -= std::mem::take(&mut spin[a]);
            particles.displacement[b] -= std::mem::take(&mut spin[b]);
        }
    }
    particle_contacts.find_stretched_links(particles, components);
    let covered = &body_contacts.discs.covered;
    let surfaces = Surfaces { own: friction.view(), covered, let_out_slowly, ..common.into() };
    let rows = particle_contacts.solve((particles, &impacts.start_offset), colliders, surfaces);
    particle_contacts.wake_touched(particles, sleep, RestClock::new(settings));
    rows
}

/// Finds what may meet wheels in a step, and what is near them.
pub(crate) fn begin_body_contacts(state: &State, particles: &Particles, derived: &mut Derived) {
    let Derived { body_contacts, components, passing, .. } = derived;
    if body_contacts.is_empty() {
        return;
    }
    let Settings { step, gravity, hand_speed, max_speed, rope_contact, .. } = state.settings;
    let may_collide = state.has_particle_contact() || !state.colliders.shapes().is_empty();
    let (substep, gravity) = (state.clock.substep, gravity.length());
    let BodyContacts { discs, broad_phase, .. } = body_contacts;
    discs.passing.clone_from(passing);
    broad_phase.set_reach(particles.len(), rope_contact.unwrap_or(0.0), &state.balls);
    let reach = StepReach { step, substep, gravity, hand_speed, max_speed, may_collide };
    broad_phase.begin_step(discs, particles, components, reach);
    // Sleepers wake before something hits them.
    let ahead = if state.sleep.asleep_count() > 0 { 2.0 * step / substep } else { 0.0 };
    broad_phase.list_near(discs, particles, ahead);
}

impl World {
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
