//! Sleep of islands: which particles are at rest, and when an island falls asleep.
//!
//! The criterion of rest and its limits are in `collision/particle_contact/islands.rs`.

use glam::Vec2;

use crate::collision::particle_contact::{
    ASLEEP, DISTURBED, Islands, Pair, ParticleContacts, RestClock, RestSample, max_rest_speed, max_shift,
};
use crate::containers::Refill;
use crate::particles::DistanceConstraint;
use crate::world::{Derived, State, World};

impl World {
    /// Whether the whole world sleeps, and nothing moves it from outside.
    pub(crate) fn is_asleep(&self) -> bool {
        let rests = |(&steps, &is_pinned): (&u16, &bool)| steps == ASLEEP || (is_pinned && steps != DISTURBED);
        self.state.settings.rope_contact.is_some()
            && !self.state.solver.is_stale
            && self.state.sleep.len() == self.bodies.particles.len()
            && !self.is_moved_from_outside()
            && self.state.sleep.steps.iter().zip(&self.bodies.particles.pinned).all(rests)
    }

    /// Whether grabs, gestures on things, the drive, moving pins, moving shapes or the air act on the world.
    fn is_moved_from_outside(&self) -> bool {
        !(self.state.grabs.is_empty() && self.state.lifted.is_empty())
            || self.state.drive.is_some_and(|drive| drive.velocity != Vec2::ZERO)
            || self.state.pin_velocity != Vec2::ZERO
            || self.state.colliders.are_moving()
            || self.is_windy()
    }

    /// Number of sleeping particles.
    #[must_use]
    pub fn sleeping_count(&self) -> usize {
        self.state.sleep.asleep_count()
    }

    /// Wakes the islands that were touched in this step, and lets islands at rest fall asleep.
    pub(crate) fn update_sleep(&mut self) {
        if self.state.settings.rope_contact.is_none() || self.derived.particle_contacts.radius.is_empty() {
            return;
        }
        self.disturb_in_moving_air();
        self.wake_marked();
        self.count_steps();
        let clock = RestClock::new(&self.state.settings);
        // By the number of the step, which a snapshot restores.
        let step = self.state.clock.steps + 1;
        if step.is_multiple_of(clock.half().into()) {
            self.measure_rest(clock);
            self.fall_asleep(clock);
        }
    }

    /// Counts a step of each awake particle.
    fn count_steps(&mut self) {
        let (particles, sleep) = (&self.bodies.particles, &mut self.state.sleep);
        let ParticleContacts { radius, common_radius, .. } = &self.derived.particle_contacts;
        for (index, &at) in particles.position.iter().enumerate() {
            if !sleep.is_asleep(index) {
                sleep.count(index, at, radius[index].min(*common_radius));
            }
        }
        self.postpone_led_particles();
    }

    /// Keeps particles that are led from resting, and so all that is linked to them or touches them.
    fn postpone_led_particles(&mut self) {
        let State { sleep, grabs, drive, pin_velocity, .. } = &mut self.state;
        grabs.iter().for_each(|grab| sleep.postpone(grab.particle.index()));
        if let Some(drive) = drive.filter(|drive| drive.velocity != Vec2::ZERO) {
            sleep.postpone(drive.particle.index());
        }
        if *pin_velocity != Vec2::ZERO {
            let pins = (0..).zip(&self.bodies.particles.pinned).filter(|(_, is_pinned)| **is_pinned);
            pins.for_each(|(pin, _)| sleep.postpone(pin));
        }
        for index in 0..self.state.anchors.0.len() {
            let anchor = self.state.anchors.0[index];
            if self.state.is_carried(&anchor) {
                self.state.sleep.postpone(anchor.particle.index());
            }
        }
    }

    /// Measures the motion of each awake particle over half the time of rest.
    fn measure_rest(&mut self, clock: RestClock) {
        let (particles, sleep) = (&self.bodies.particles, &mut self.state.sleep);
        let ParticleContacts { radius, common_radius, .. } = &self.derived.particle_contacts;
        let time = self.state.settings.step * f32::from(clock.half());
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
    fn fall_asleep(&mut self, clock: RestClock) {
        self.refresh_pieces();
        self.mark_restless_particles(clock);
        self.mark_beside_restless_particles(clock);
        self.find_touched_on_wheels();
        let Derived { pieces, stale, particle_contacts, .. } = &mut self.derived;
        let Islands { marks, woken } = &mut particle_contacts.islands;
        woken.drain(..).for_each(|index| marks[index as usize] = true);
        let (particles, sleep, piece) = (&mut self.bodies.particles, &mut self.state.sleep, &pieces.piece);
        // An island with a marked particle stays awake.
        for index in 0..particles.len() {
            if particles.inv_mass[index] != 0.0 && marks[index] {
                marks[piece[index] as usize] = true;
            }
        }
        for index in 0..particles.len() {
            if particles.inv_mass[index] != 0.0 && !marks[piece[index] as usize] {
                sleep.restart(index, particles.position[index], ASLEEP);
                particles.displacement[index] = Vec2::ZERO;
                particles.inv_mass[index] = 0.0;
                stale.mark_constraints();
            }
        }
    }

    /// Marks the particles that are not at rest or linked to one that is led.
    fn mark_restless_particles(&mut self, clock: RestClock) {
        let sleep = &self.state.sleep;
        let ParticleContacts { islands: Islands { marks, .. }, broad_phase, .. } = &mut self.derived.particle_contacts;
        marks.refill_with(sleep.steps.iter().map(|steps| *steps < clock.whole()));
        broad_phase.crowded.iter().for_each(|&index| marks[index as usize] = true);
        for &DistanceConstraint { a, b, .. } in self.bodies.links.iter() {
            let [a, b] = [a.index(), b.index()];
            for (fixed, other) in [(a, b), (b, a)] {
                marks[other] |= self.bodies.particles.inv_mass[fixed] == 0.0 && marks[fixed];
            }
        }
    }

    /// Marks particles that touch one that is awake and not at rest.
    fn mark_beside_restless_particles(&mut self, clock: RestClock) {
        let (position, steps) = (&self.bodies.particles.position, &self.state.sleep.steps);
        let ParticleContacts { islands: Islands { marks, .. }, broad_phase, .. } = &mut self.derived.particle_contacts;
        for &Pair { a, b, reach } in &broad_phase.pairs {
            let (one, other, near) = (a as usize, b as usize, reach + max_shift(0.5 * reach));
            if position[one].distance_squared(position[other]) < near * near {
                // The count of those asleep is the greatest.
                marks[other] |= steps[one] < clock.whole();
                marks[one] |= steps[other] < clock.whole();
            }
        }
    }
}
