//! Sleep of islands: how long each particle rests, and when an island falls asleep.
//!
//! An island is a set of particles joined by links and tight contacts. It falls asleep as a whole once all its
//! particles, and all that touch it, have rested for [`REST_TIME`] seconds. Thresholds are in
//! `collision/particle_contact/islands.rs`.

use glam::Vec2;

use crate::collision::particle_contact::{
    ASLEEP, CREEP_TIME, ContactKind, DEEP, Islands, JOIN_DEPTH, Pair, ParticleContacts, REST_TIME, SLEEP_INTERVAL,
    WEDGED_STEPS, rest_distance, steps_in,
};
use crate::containers::{Refill, union_find};
use crate::world::World;

impl World {
    /// Whether the whole world sleeps, and nothing moves it from outside.
    pub(crate) fn is_asleep(&self) -> bool {
        let mut all = self.state.sleep.steps.iter().zip(&self.bodies.particles.pinned);
        self.state.settings.rope_contact.is_some()
            && !self.state.solver.is_stale
            && self.state.sleep.len() == self.bodies.particles.len()
            && !self.is_moved_from_outside()
            && all.all(|(steps, pinned)| *steps == ASLEEP || *pinned)
    }

    /// Whether grabs, the drive, moving pins or moving shapes act on the world.
    pub(crate) fn is_moved_from_outside(&self) -> bool {
        !self.state.grabs.is_empty()
            || self.state.drive.is_some_and(|drive| drive.velocity != Vec2::ZERO)
            || self.state.pin_velocity != Vec2::ZERO
            || self.state.colliders.are_moving()
    }

    /// Number of sleeping particles.
    #[must_use]
    pub fn sleeping_count(&self) -> usize {
        self.state.sleep.asleep_count()
    }

    /// Wakes the islands that were touched in this step, and lets islands at rest fall asleep.
    pub(crate) fn update_sleep(&mut self) {
        if self.derived.particle_contacts.radius.is_empty() {
            return;
        }
        // Nothing rests in moving air.
        if self.is_windy() {
            self.wake_all();
        }
        self.wake_beside_shapes();
        self.wake_marked();
        self.count_rest();
        // By the number of the step, which a snapshot restores.
        if self.state.clock.steps % SLEEP_INTERVAL == SLEEP_INTERVAL - 1 {
            self.damp_hanging_ends();
            self.fall_asleep();
        }
    }

    /// Counts the steps at rest of each awake particle. Slow creep of a particle in contact takes back a part of its
    /// count; faster motion takes back all.
    fn count_rest(&mut self) {
        let [rest_steps, creep] = [REST_TIME, CREEP_TIME].map(|time| steps_in(time, &self.state.settings));
        let is_moved = self.is_moved_from_outside();
        let (particles, sleep) = (&self.bodies.particles, &mut self.state.sleep);
        let ParticleContacts { contacts, link_contacts, islands: Islands { marks, .. }, radius, common_radius, .. } =
            &mut self.derived.particle_contacts;
        // Marks particles in contact.
        marks.refill(sleep.len(), false);
        for contact in contacts.iter().filter(|_| !is_moved) {
            let (a, b) = (contact.a as usize, contact.b as usize);
            if !(marks[a] && marks[b]) && link_contacts.min_distance(a, b).is_none() {
                (marks[a], marks[b]) = (true, true);
            }
        }
        for (index, &at) in particles.position.iter().enumerate() {
            if sleep.is_asleep(index) {
                continue;
            }
            let radius = radius[index].min(*common_radius);
            let fastest = 2.0 * rest_distance(radius) / CREEP_TIME as f32 * self.state.clock.substep;
            let creeps = marks[index] && particles.displacement[index].length_squared() <= fastest * fastest;
            let left = if creeps { sleep.steps[index].min(2 * rest_steps).saturating_sub(creep) } else { 0 };
            sleep.count(index, at, radius, left);
        }
    }

    /// Lets each island at rest fall asleep.
    fn fall_asleep(&mut self) {
        let rest_steps = steps_in(REST_TIME, &self.state.settings);
        self.join_linked_particles(rest_steps);
        self.join_touching_particles(rest_steps);
        let (particles, sleep) = (&mut self.bodies.particles, &mut self.state.sleep);
        let ParticleContacts { islands: Islands { root, marks, .. }, .. } = &mut self.derived.particle_contacts;
        // An island with a marked particle stays awake.
        for index in 0..particles.len() {
            if marks[index] && !sleep.is_asleep(index) {
                marks[union_find::find_root(root, index as u32) as usize] = true;
            }
        }
        for index in 0..particles.len() {
            let island = union_find::find_root(root, index as u32) as usize;
            if particles.inv_mass[index] != 0.0 && !marks[island] {
                sleep.steps[index] = ASLEEP;
                sleep.anchor[index] = particles.position[index];
                particles.displacement[index] = Vec2::ZERO;
                particles.inv_mass[index] = 0.0;
                self.derived.stale.mark_constraints();
            }
        }
    }

    /// Starts the islands with the particles that links join, and marks those that have not rested for `rest_steps`
    /// steps.
    fn join_linked_particles(&mut self, rest_steps: u16) {
        let (inv_mass, state) = (&self.bodies.particles.inv_mass, &self.state);
        let ParticleContacts { islands: Islands { root, marks, .. }, broad_phase, .. } =
            &mut self.derived.particle_contacts;
        root.refill_with(0..inv_mass.len() as u32);
        marks.refill_with(state.sleep.steps.iter().map(|steps| *steps < rest_steps));
        // A held particle keeps its island awake.
        state.held_particles().for_each(|held| marks[held.index()] = true);
        broad_phase.crowded.iter().for_each(|&index| marks[index as usize] = true);
        let are_pins_moving = state.pin_velocity != Vec2::ZERO;
        for link in self.bodies.links.iter() {
            let (a, b) = (link.a.index(), link.b.index());
            let can_join = |end: usize| inv_mass[end] != 0.0 || marks[end] || are_pins_moving;
            if can_join(a) && can_join(b) && !state.sleep.is_asleep(a) {
                union_find::union(root, a as u32, b as u32);
            }
        }
    }

    /// Joins islands at tight contacts, and marks particles whose contacts keep them awake.
    fn join_touching_particles(&mut self, rest_steps: u16) {
        let (position, sleep) = (&self.bodies.particles.position, &self.state.sleep);
        let ParticleContacts { islands: Islands { root, marks, .. }, broad_phase, link_contacts, .. } =
            &mut self.derived.particle_contacts;
        for &Pair { a, b, reach } in broad_phase.pairs.iter() {
            let (one, other) = (a as usize, b as usize);
            let distance_squared = (position[other] - position[one]).length_squared();
            let is_within = |distance: f32| distance_squared < distance * distance;
            let is_tight = is_within((1.0 - JOIN_DEPTH) * reach);
            // Ropes do not push each other where they cross. Balls always push.
            let is_crossing = reach <= 2.0 * broad_phase.largest_radius
                && is_tight
                && link_contacts.may_affect(one, other, distance_squared, reach)
                && link_contacts.contact_kind(position, one, other, reach) == ContactKind::Crossed;
            if is_crossing {
                continue;
            }
            if is_tight && !sleep.is_asleep(one) && !sleep.is_asleep(other) {
                union_find::union(root, a, b);
            }
            // Deep contacts keep both awake until they prove to be wedged.
            if is_within((1.0 - DEEP) * reach) && sleep.steps[one] < WEDGED_STEPS && sleep.steps[other] < WEDGED_STEPS {
                (marks[one], marks[other]) = (true, true);
            }
            if is_within(reach + rest_distance(0.5 * reach)) {
                let moves = |index: usize| !sleep.is_asleep(index) && sleep.steps[index] < rest_steps;
                marks[other] |= moves(one);
                marks[one] |= moves(other);
            }
        }
    }
}
