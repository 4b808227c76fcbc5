//! Damping of rope ends that swing slowly while the rest of their rope lies still.
//!
//! Only the air damps a rope end that hangs from a pile, so it would keep its rope awake for minutes. A real rope loses
//! energy where it bends; here links turn freely, and slow swings are damped instead.

use glam::Vec2;

use crate::collision::particle_contact::{Islands, ParticleContacts, REST_TIME, SLEEP_INTERVAL, steps_in};
use crate::containers::{Refill, union_find};
use crate::world::World;

/// Damping of the slowest swings, 1/s. It falls to zero at [`MAX_SWING_SPEED`].
const DAMPING_RATE: f32 = 1.5;

/// Speed from which swings are not damped, m/s: faster ones are visible.
const MAX_SWING_SPEED: f32 = 0.6;

impl World {
    /// Slows particles below [`MAX_SWING_SPEED`] in islands that rest on other particles: [`SLEEP_INTERVAL`] steps'
    /// worth of damping.
    pub(crate) fn damp_hanging_ends(&mut self) {
        if self.is_moved_from_outside() {
            return;
        }
        self.find_resting_islands();
        let damping = (DAMPING_RATE * self.state.settings.step * SLEEP_INTERVAL as f32).min(1.0);
        let particles = &mut self.bodies.particles;
        let ParticleContacts { islands: Islands { root, marks, .. }, .. } = &mut self.derived.particle_contacts;
        let limit = MAX_SWING_SPEED * self.state.clock.substep;
        for index in 0..particles.len() {
            let displacement = &mut particles.displacement[index];
            let length = (displacement.x * displacement.x + displacement.y * displacement.y).sqrt();
            let swings = particles.inv_mass[index] != 0.0 && *displacement != Vec2::ZERO && length < limit;
            if swings && marks[union_find::find_root(root, index as u32) as usize] {
                *displacement *= 1.0 - damping * (1.0 - length / limit);
            }
        }
    }

    /// Joins free particles by links, and marks the islands in which a particle at rest touches another rope.
    fn find_resting_islands(&mut self) {
        let rest_steps = steps_in(REST_TIME, &self.state.settings);
        let (particles, sleep) = (&self.bodies.particles, &self.state.sleep);
        let ParticleContacts { islands: Islands { root, marks, .. }, contacts, link_contacts, .. } =
            &mut self.derived.particle_contacts;
        root.refill_with(0..particles.len() as u32);
        for link in self.bodies.links.iter() {
            let ends = [link.a, link.b].map(|end| end.index());
            if ends.iter().all(|&end| particles.inv_mass[end] != 0.0) {
                union_find::union(root, link.a.0, link.b.0);
            }
        }
        marks.refill(particles.len(), false);
        for ends in contacts.iter().map(|contact| [contact.a as usize, contact.b as usize]) {
            if link_contacts.min_distance(ends[0], ends[1]).is_none() {
                let is_at_rest = |end: &usize| sleep.steps[*end] >= rest_steps && !sleep.is_asleep(*end);
                for end in ends.into_iter().filter(is_at_rest) {
                    marks[union_find::find_root(root, end as u32) as usize] = true;
                }
            }
        }
    }
}
