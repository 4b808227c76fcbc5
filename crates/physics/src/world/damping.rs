//! Damping of rope ends that swing slowly below a pile at rest.

use crate::{
    collision::particle_contact::{
        ParticleContacts,
        sleep_damping::{FASTEST, RATE},
    },
    containers::union_find,
    world::{
        World,
        data::{Bodies, Clock, Derived, State},
    },
};
use glam::Vec2;

impl World {
    /// Slows what swings on ropes that lie still elsewhere, on other ropes; so much as it loses in so many `steps`.
    pub(crate) fn slow_swings(&mut self, (steps, quiet): (u64, u16)) {
        if self.is_led() {
            return;
        }
        let lost = (RATE * self.state.settings.step * steps as f32).min(1.0);
        let Self {
            derived: Derived { particle_contacts, .. },
            bodies: Bodies { links, particles, .. },
            state: State { sleep, clock: Clock { substep, .. }, .. },
            ..
        } = self;
        let ParticleContacts { group, stirred: lies, contacts, link_contacts, .. } = particle_contacts;
        group.clear();
        group.extend(0..particles.len() as u32);
        for link in links.iter() {
            let ends = [link.a, link.b].map(|end| end.index());
            if ends.iter().all(|&end| particles.inv_mass[end] != 0.0) {
                union_find::union(group, link.a.0, link.b.0);
            }
        }
        lies.clear();
        lies.resize(particles.len(), false);
        for touch in contacts.iter().map(|touch| [touch.a as usize, touch.b as usize]) {
            if link_contacts.closest(touch[0], touch[1]).is_none() {
                let still = |end: &usize| sleep.steps[*end] >= quiet && !sleep.is_asleep(*end);
                touch.iter().filter(|end| still(end)).for_each(|&end| {
                    lies[union_find::find_root(group, end as u32) as usize] = true;
                });
            }
        }
        let most = FASTEST * *substep;
        for index in 0..particles.len() {
            let by = &mut particles.displacement[index];
            let speed = (by.x * by.x + by.y * by.y).sqrt();
            let swings = particles.inv_mass[index] != 0.0 && *by != Vec2::ZERO && speed < most;
            if swings && lies[union_find::find_root(group, index as u32) as usize] {
                *by *= 1.0 - lost * (1.0 - speed / most);
            }
        }
    }
}
