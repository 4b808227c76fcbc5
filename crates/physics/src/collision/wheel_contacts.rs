//! Contacts with wheels: the phases of a substep.
//!
//! Particles meet the disc, and so do links that are long enough to cut its edge visibly between their ends.

use glam::Vec2;

use crate::collision::particle_contact::LINKED;
use crate::collision::{
    LinkPoint, NearPair, Rigid, Touching, WheelBroadPhase, WheelContact, Wheels, touch, touch_link,
};
use crate::containers::Refill;
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::plane_contact::Surfaces;

/// Rounds over the contacts of a wheel, alternately forwards and backwards.
const ROUNDS: usize = 8;

/// Stands for no entry of [`ContactSet::touching`].
const NONE: u32 = u32::MAX;

/// Contacts with wheels. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WheelContacts {
    pub wheels: Wheels,
    pub broad_phase: WheelBroadPhase,
    contacts: ContactSet,
}

/// Contacts of one wheel in a substep. Scratch.
#[derive(Clone, Debug, Default)]
struct ContactSet {
    list: Vec<WheelContact>,
    /// The particles in them, and the number of each particle among these, or [`NONE`].
    touching: Vec<Touching>,
    number: Vec<u32>,
}

impl WheelContacts {
    /// Contacts with these wheels, which may meet all of some particles and links in the step.
    #[cfg(test)]
    pub fn of(wheels: Wheels, particles: u32, links: &[[u32; 2]]) -> Self {
        let contacts = ContactSet { number: vec![NONE; particles as usize], ..ContactSet::default() };
        Self { wheels, broad_phase: WheelBroadPhase::of(particles, links), contacts }
    }

    /// Number of contacts of the last wheel in the last substep.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.contacts.list.len()
    }

    /// Whether there are no wheels.
    pub fn is_empty(&self) -> bool {
        self.wheels.list.is_empty()
    }

    /// Finds the wheels, and what they meet. Required when links have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, body: &[u32], components: &Components) {
        let Self { wheels, broad_phase, contacts } = self;
        wheels.rebuild(graph, body);
        broad_phase.rebuild(wheels, graph, components);
        if !wheels.list.is_empty() {
            contacts.reserve(graph.particles.len(), broad_phase.section_count());
        }
    }

    /// Resolves the contacts of a substep. `spin`: see [`crate::collision::ImpactBodies`].
    pub fn resolve(&mut self, particles: &mut Particles, spin: &mut [Vec2], surfaces: Surfaces) {
        let Self { wheels, broad_phase, contacts } = self;
        if broad_phase.is_idle() {
            return;
        }
        broad_phase.update_near(wheels, particles);
        for (number, near) in broad_phase.near() {
            let before = Rigid::of(wheels.members(number), particles);
            contacts.find((wheels, number), near, before, (particles, spin), surfaces);
            if !contacts.list.is_empty() {
                let after = contacts.solve(before);
                contacts.apply((before, after), wheels.members(number), particles, surfaces.common.substep);
            }
        }
    }
}

impl ContactSet {
    /// Empties the set, and reserves memory for most scenes, so that no later step allocates.
    fn reserve(&mut self, particles: usize, contacts: usize) {
        self.list.clear();
        self.list.reserve(contacts);
        self.touching.clear();
        self.touching.reserve(particles);
        self.number.refill(particles, NONE);
    }

    /// Finds what comes to a wheel in this substep.
    fn find(
        &mut self,
        (wheels, number): (&Wheels, usize),
        near: &[NearPair],
        rigid: Rigid,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        surfaces: Surfaces,
    ) {
        let (wheel, rim) = (&wheels.list[number], wheels.members(number)[1] as usize);
        let hub = wheel.hub as usize;
        self.list.clear();
        self.touching.drain(..).for_each(|end| self.number[end.particle as usize] = NONE);
        let (centre, moved) = (particles.position[hub], particles.displacement[hub]);
        for &NearPair { ends, .. } in near {
            let indices = ends.map(|end| end as usize);
            let now = indices.map(|index| particles.position[index] - centre);
            let before = [0, 1].map(|end| now[end] - (particles.displacement[indices[end]] - moved));
            let found = if ends[0] == ends[1] {
                touch(before[0], now[0], wheel).map(|touch| (touch, [1.0, 0.0]))
            } else {
                touch_link(before, now, wheel)
            };
            let Some((touch, shares)) = found else { continue };
            let friction = indices.map(|index| surfaces.own.between(index, rim, surfaces.common.friction));
            for index in indices {
                if self.number[index] != NONE {
                    continue;
                }
                // Contacts respond to motion, as those with shapes do.
                particles.displacement[index] -= std::mem::take(&mut spin[index]);
                self.number[index] = self.touching.len() as u32;
                self.touching.push(Touching::new(index as u32, particles));
            }
            // Not from the contact point: on an axle the normal's lever is nothing, and its rounding would be all.
            let levers = rigid.levers(centre, touch.normal, wheel.radius);
            let point = LinkPoint { ends: indices.map(|index| self.number[index] as usize), shares };
            let point = (point, &self.touching[..]);
            self.list.push(WheelContact::new(touch, point, levers, 0.5 * (friction[0] + friction[1])));
        }
    }

    /// Solves the contacts. Returns the motion of the wheel, which was `rigid`.
    fn solve(&mut self, mut rigid: Rigid) -> Rigid {
        let Self { list, touching, .. } = self;
        for round in 0..ROUNDS {
            if round % 2 == 0 {
                list.iter_mut().for_each(|contact| contact.solve(&mut rigid, touching));
            } else {
                list.iter_mut().rev().for_each(|contact| contact.solve(&mut rigid, touching));
            }
        }
        rigid
    }

    /// Moves the particles in contact, and the wheel as a rigid body.
    fn apply(&mut self, (before, after): (Rigid, Rigid), wheel: &[u32], particles: &mut Particles, substep: f32) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        for contact in &self.list {
            let recovery = LINKED.distance((-contact.touch.gap).max(0.0), substep);
            contact.recover(recovery, &mut self.touching);
        }
        for &Touching { particle, motion, recovery, .. } in &self.touching {
            let index = particle as usize;
            let change = motion - displacement[index];
            if inv_mass[index] > 0.0 && change.is_finite() {
                position[index] += change + recovery;
                displacement[index] += change;
            }
        }
        let (motion, turn) = (after.motion - before.motion, after.turn - before.turn);
        if !motion.is_finite() || !turn.is_finite() {
            return;
        }
        for &member in wheel {
            let index = member as usize;
            if inv_mass[index] > 0.0 {
                let change = motion + (position[index] - before.pivot).perp() * turn;
                position[index] += change;
                displacement[index] += change;
            }
        }
    }
}
