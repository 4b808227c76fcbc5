//! Sleep of islands: which particles are at rest, and when an island falls asleep.
//!
//! The criterion of rest and its limits are in `collision/particle_contact/islands.rs`.

use glam::Vec2;

use crate::collision::particle_contact::{
    ASLEEP, DISTURBED, Islands, Pair, ParticleContacts, RestClock, RestSample, max_rest_speed, max_shift,
};
use crate::containers::Refill;
use crate::particles::{DistanceConstraint, Particles};
use crate::world::waking::{find_touched_bodies, postpone_marked, wake_marked};
use crate::world::{Bodies, Derived, State, World};

impl World {
    /// Number of sleeping particles.
    #[must_use]
    pub fn sleeping_count(&self) -> usize {
        self.state.sleep.asleep_count()
    }
}

impl State {
    /// Whether the whole world sleeps, and nothing moves it from outside.
    pub fn is_asleep(&self, particles: &Particles) -> bool {
        let rests = |(&steps, &is_pinned): (&u16, &bool)| steps == ASLEEP || (is_pinned && steps != DISTURBED);
        self.settings.rope_contact.is_some()
            && !self.solver.is_stale
            && self.sleep.len() == particles.len()
            && !self.is_moved_from_outside()
            && self.sleep.steps.iter().zip(&particles.pinned).all(rests)
    }

    /// Whether grabs, gestures on things, the drive, moving pins, moving shapes or the air act on the world.
    fn is_moved_from_outside(&self) -> bool {
        !(self.grabs.is_empty() && self.lifted.is_empty())
            || self.drive.is_some_and(|drive| drive.velocity != Vec2::ZERO)
            || self.pin_velocity != Vec2::ZERO
            || self.colliders.are_moving()
            || self.machines.driven_particles().next().is_some()
            || self.is_windy()
    }
}

/// Wakes the islands that were touched in this step, and lets islands at rest fall asleep. `air` is the velocity of the
/// air at each particle.
pub(crate) fn update_sleep(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, air: &[Vec2]) {
    if state.settings.rope_contact.is_none() || derived.particle_contacts.radius.is_empty() {
        return;
    }
    if state.is_windy() {
        let moving = (0..).zip(air).filter(|(_, velocity)| **velocity != Vec2::ZERO).map(|(index, _)| index);
        derived.particle_contacts.islands.woken.extend(moving);
        postpone_marked(&mut state.sleep, &derived.particle_contacts.islands.woken);
    }
    wake_marked(state, bodies, derived);
    count_steps(state, &bodies.particles, &derived.particle_contacts);
    let clock = RestClock::new(&state.settings);
    // By the number of the step, which a snapshot restores.
    if (state.clock.steps + 1).is_multiple_of(clock.half().into()) {
        measure_rest(state, &bodies.particles, &derived.particle_contacts, clock);
        fall_asleep(state, bodies, derived, clock);
    }
}

/// Counts a step of each awake particle.
fn count_steps(state: &mut State, particles: &Particles, contacts: &ParticleContacts) {
    for (index, &at) in particles.position.iter().enumerate() {
        if !state.sleep.is_asleep(index) {
            state.sleep.count(index, at, contacts.radius[index].min(contacts.common_radius));
        }
    }
    postpone_led_particles(state, &particles.pinned);
}

/// Keeps particles that are led from resting, and so all that is linked to them or touches them.
fn postpone_led_particles(state: &mut State, pinned: &[bool]) {
    let State { sleep, grabs, drive, pin_velocity, machines, .. } = state;
    grabs.iter().for_each(|grab| sleep.postpone(grab.particle.index()));
    if let Some(drive) = drive.filter(|drive| drive.velocity != Vec2::ZERO) {
        sleep.postpone(drive.particle.index());
    }
    machines.driven_particles().for_each(|particle| sleep.postpone(particle.index()));
    if *pin_velocity != Vec2::ZERO {
        (0..).zip(pinned).filter(|(_, is_pinned)| **is_pinned).for_each(|(pin, _)| sleep.postpone(pin));
    }
    for index in 0..state.anchors.0.len() {
        let anchor = state.anchors.0[index];
        if state.is_carried(&anchor) {
            state.sleep.postpone(anchor.particle.index());
        }
    }
}

/// Measures the motion of each awake particle over half the time of rest.
fn measure_rest(state: &mut State, particles: &Particles, contacts: &ParticleContacts, clock: RestClock) {
    let (sleep, ParticleContacts { radius, common_radius, .. }) = (&mut state.sleep, contacts);
    let time = state.settings.step * f32::from(clock.half());
    for (index, &now) in particles.position.iter().enumerate() {
        if sleep.is_asleep(index) {
            continue;
        }
        if sleep.samples[index].reach > time * max_rest_speed(radius[index].min(*common_radius)) {
            // The next measurement begins with this half.
            sleep.steps[index] = sleep.steps[index].min(clock.half());
        }
        sleep.samples[index] = RestSample::at(now);
    }
}

/// Lets each island fall asleep that is at rest with all that touches it.
fn fall_asleep(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, clock: RestClock) {
    derived.refresh_pieces(bodies, &state.sleep);
    mark_restless_particles(&state.sleep.steps, bodies, &mut derived.particle_contacts, clock);
    mark_beside_restless(&state.sleep.steps, &bodies.particles.position, &mut derived.particle_contacts, clock);
    find_touched_bodies(state, &bodies.particles, derived);
    let Derived { pieces, stale, particle_contacts, .. } = derived;
    let Islands { marks, woken } = &mut particle_contacts.islands;
    woken.drain(..).for_each(|index| marks[index as usize] = true);
    let (particles, piece) = (&mut bodies.particles, &pieces.piece);
    // An island with a marked particle stays awake.
    for index in 0..particles.len() {
        if particles.inv_mass[index] != 0.0 && marks[index] {
            marks[piece[index] as usize] = true;
        }
    }
    for index in 0..particles.len() {
        if particles.inv_mass[index] != 0.0 && !marks[piece[index] as usize] {
            state.sleep.restart(index, particles.position[index], ASLEEP);
            particles.displacement[index] = Vec2::ZERO;
            particles.inv_mass[index] = 0.0;
            stale.mark_constraints();
        }
    }
}

/// Marks the particles that are not at rest or linked to one that is led. `steps` are those of rest.
fn mark_restless_particles(steps: &[u16], bodies: &Bodies, contacts: &mut ParticleContacts, clock: RestClock) {
    let ParticleContacts { islands: Islands { marks, .. }, broad_phase, .. } = contacts;
    marks.refill_with(steps.iter().map(|steps| *steps < clock.whole()));
    broad_phase.crowded.iter().for_each(|&index| marks[index as usize] = true);
    for &DistanceConstraint { a, b, .. } in bodies.links.iter() {
        let [a, b] = [a.index(), b.index()];
        for (fixed, other) in [(a, b), (b, a)] {
            marks[other] |= bodies.particles.inv_mass[fixed] == 0.0 && marks[fixed];
        }
    }
}

/// Marks particles that touch one that is awake and not at rest.
fn mark_beside_restless(steps: &[u16], position: &[Vec2], contacts: &mut ParticleContacts, clock: RestClock) {
    let ParticleContacts { islands: Islands { marks, .. }, broad_phase, .. } = contacts;
    for &Pair { a, b, reach } in &broad_phase.pairs {
        let (one, other, near) = (a as usize, b as usize, reach + max_shift(0.5 * reach));
        if position[one].distance_squared(position[other]) < near * near {
            // The count of those asleep is the greatest.
            marks[other] |= steps[one] < clock.whole();
            marks[one] |= steps[other] < clock.whole();
        }
    }
}
