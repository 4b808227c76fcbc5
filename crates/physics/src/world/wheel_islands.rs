//! Sleep of wheels and of what lies on them: both are one island, and one wakes the other.

use crate::collision::Wheels;
use crate::collision::particle_contact::{DISTURBED, Islands, ParticleContacts, RestClock, max_shift};
use crate::containers::union_find;
use crate::particles::ParticleId;
use crate::world::{Derived, State, World};

/// A wheel and a particle on it.
#[derive(Clone, Copy, Debug)]
struct OnWheel {
    wheel: usize,
    particle: u32,
    /// A particle that stands for the wheel.
    rim: u32,
}

impl World {
    /// The particles on wheels, with those that are at most `ahead` (m) away from where they would touch one.
    fn particles_on_wheels<'a>(&'a self, ahead: impl Fn(OnWheel) -> f32 + 'a) -> impl Iterator<Item = OnWheel> + 'a {
        let Derived { wheel_contacts, particle_contacts: ParticleContacts { radius, .. }, .. } = &self.derived;
        let (wheels, particles) = (&wheel_contacts.wheels, &self.bodies.particles);
        let pairs = wheel_contacts.pairs().map(move |(wheel, particle)| {
            let rim = wheels.rim(wheel, particles, |member| self.state.sleep.is_asleep(member));
            OnWheel { wheel, particle, rim }
        });
        pairs.filter(move |&pair| {
            let radius = radius[pair.particle as usize];
            // The particles of a rim are as thick as ropes.
            let reach = 2.0 * radius + max_shift(radius) + ahead(pair);
            wheels.touches(pair.wheel, pair.particle, &particles.position, reach)
        })
    }

    /// Whether a particle on a wheel sleeps, and whether its wheel does.
    fn are_asleep(&self, pair: OnWheel) -> [bool; 2] {
        [pair.particle, pair.rim].map(|particle| self.state.sleep.is_asleep(particle as usize))
    }

    /// Marks for waking what sleeps and may be hit in this step, wheel or particle, by one that was disturbed or is fast.
    pub(crate) fn wake_ahead_on_wheels(&mut self) {
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.islands.woken);
        let State { sleep, clock, settings, .. } = &self.state;
        let (wheels, particles) = (&self.derived.wheel_contacts.wheels, &self.bodies.particles);
        // Twice the way of the last step, since it may accelerate.
        let ahead =
            |particle: u32| 2.0 * settings.step / clock.substep * particles.displacement[particle as usize].length();
        let way = |pair: OnWheel| {
            let of_wheel = wheels.members(pair.wheel).iter().map(|&member| ahead(member)).fold(0.0, f32::max);
            of_wheel + ahead(pair.particle)
        };
        let is_disturbed = |particle: u32| sleep.steps.get(particle as usize) == Some(&DISTURBED);
        for pair in self.particles_on_wheels(way) {
            let radius = self.derived.particle_contacts.radius[pair.particle as usize];
            match self.are_asleep(pair) {
                [true, false] => {
                    let mut members = wheels.members(pair.wheel).iter().copied();
                    if way(pair) > radius || members.any(is_disturbed) {
                        woken.push(pair.particle);
                    }
                }
                [false, true] if way(pair) > radius || is_disturbed(pair.particle) => woken.push(pair.rim),
                _ => {}
            }
        }
        self.derived.particle_contacts.islands.woken = woken;
    }

    /// Disturbs the particles on wheels with a particle that is changed. Required before links or particles of wheels
    /// change: the next step may find no wheel there. The derived list of wheels may be older than a restore.
    pub(crate) fn disturb_on_changed_wheels(&mut self, is_changed: impl Fn(ParticleId) -> bool) {
        /// Distance at which particles touch, m.
        const MARGIN: f32 = 0.01;
        if self.state.sleep.asleep_count() == 0 {
            return;
        }
        self.refresh_graph();
        let mut wheels = Wheels::default();
        wheels.find(self.bodies.graph(&self.derived.adjacency));
        let thickness = self.state.settings.rope_contact.unwrap_or(0.0);
        let radius = self.state.balls.iter().map(|ball| ball.radius).fold(thickness, f32::max);
        for number in 0..wheels.list.len() {
            if !wheels.members(number).iter().any(|&member| is_changed(ParticleId(member))) {
                continue;
            }
            for particle in (0..self.state.sleep.len() as u32).map(ParticleId) {
                let reach = thickness + radius + MARGIN;
                if wheels.touches(number, particle.0, &self.bodies.particles.position, reach) {
                    self.disturb(particle);
                }
            }
        }
    }

    /// Marks for waking what sleeps on a wheel that has turned or moved, and wheels on which something has moved.
    pub(crate) fn wake_touched_on_wheels(&mut self) {
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.islands.woken);
        let ParticleContacts { radius, common_radius, .. } = &self.derived.particle_contacts;
        let position = &self.bodies.particles.position;
        let has_shifted = |particle: u32| {
            let index = particle as usize;
            self.state.sleep.has_shifted(index, position[index], radius[index].min(*common_radius))
        };
        for pair in self.particles_on_wheels(|_| 0.0) {
            match self.are_asleep(pair) {
                [true, false] => {
                    let mut members = self.derived.wheel_contacts.wheels.members(pair.wheel).iter().copied();
                    if members.any(has_shifted) {
                        woken.push(pair.particle);
                    }
                }
                [false, true] if has_shifted(pair.particle) => woken.push(pair.rim),
                _ => {}
            }
        }
        self.derived.particle_contacts.islands.woken = woken;
    }

    /// Joins wheels and what lies on them to heaps, and supports what lies on fixed wheels.
    pub(crate) fn find_particles_on_wheels(&mut self) {
        let mut islands = std::mem::take(&mut self.derived.particle_contacts.islands);
        let Islands { heap, is_supported, is_touching, .. } = &mut islands;
        let is_fixed = |particle: u32| self.bodies.particles.inv_mass[particle as usize] == 0.0;
        for OnWheel { wheel, particle, rim } in self.particles_on_wheels(|_| 0.0) {
            match [rim, particle].map(is_fixed) {
                [false, false] => union_find::union(heap, rim, particle),
                [true, false] => is_supported[particle as usize] = true,
                [false, true] => is_supported[rim as usize] = true,
                [true, true] => {}
            }
            is_touching[particle as usize] = true;
            let members = self.derived.wheel_contacts.wheels.members(wheel);
            members.iter().for_each(|&member| is_touching[member as usize] = true);
        }
        self.derived.particle_contacts.islands = islands;
    }

    /// Joins the islands of wheels and of what lies on them. One that moves keeps the other awake.
    pub(crate) fn join_particles_on_wheels(&mut self, clock: RestClock) {
        let mut islands = std::mem::take(&mut self.derived.particle_contacts.islands);
        let Islands { root, marks, .. } = &mut islands;
        let (sleep, inv_mass) = (&self.state.sleep, &self.bodies.particles.inv_mass);
        let moves = |particle: u32| {
            let index = particle as usize;
            !sleep.is_asleep(index) && sleep.steps[index] < clock.whole()
        };
        for OnWheel { wheel, particle, rim } in self.particles_on_wheels(|_| 0.0) {
            if [rim, particle].iter().all(|&end| inv_mass[end as usize] != 0.0) {
                union_find::union(root, rim, particle);
            }
            marks[particle as usize] |= self.derived.wheel_contacts.wheels.members(wheel).iter().copied().any(moves);
            marks[rim as usize] |= moves(particle);
        }
        self.derived.particle_contacts.islands = islands;
    }
}
