//! Contacts of ropes, nets and cloth with wheels: the particles near them, and the phases of a substep.
//!
//! Particles meet the disc; links between them may cut its edge, by their length squared over eight radii. The particles
//! of solid bodies meet at most those of a wheel ([`crate::collision::particle_contact`]).

use std::ops::Range;

use glam::Vec2;

use crate::collision::particle_contact::{Ball, LINKED, max_shift};
use crate::collision::{Rigid, WheelContact, Wheels, touch};
use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::plane_contact::Surfaces;

/// Distance from touching a disc within which particles are listed, m. They are listed anew once they may have come
/// closer.
const MARGIN: f32 = 0.1;

/// Particles per block of the broad phase. Those that were made in sequence stay close together.
const BLOCK: usize = 16;

/// Rounds over the contacts of a wheel, alternately forwards and backwards.
const ROUNDS: usize = 8;

/// Contacts with wheels. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WheelContacts {
    pub wheels: Wheels,
    /// Greatest way of each component in this step (m), and whether it may meet a wheel.
    ways: Vec<f32>,
    has_near: Vec<bool>,
    /// Particles that may meet a wheel in this step, in rising order, and bounds of each [`BLOCK`] of them, m.
    watched: Vec<u32>,
    blocks: Vec<Aabb>,
    /// Pairs of a wheel and a particle near it, by wheel, and whether each particle is in a pair.
    near: Vec<[u32; 2]>,
    is_near: Vec<bool>,
    /// Distance from a disc at which each particle counts as touching it, m, for its own radius and that of the rim.
    reach: Vec<f32>,
    /// Distance by which pairs that are not listed may still approach, m.
    slack: f32,
    /// Scratch: contacts of one wheel.
    contacts: Vec<WheelContact>,
}

/// The bounds of the ways of particles in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepReach {
    /// Length of the step, s.
    pub step: f32,
    /// Length of the substep of displacements, s; 0 before the first step.
    pub substep: f32,
    /// Gravity, m/s².
    pub gravity: f32,
    /// Greatest speed that grabs give, m/s.
    pub hand_speed: f32,
}

impl WheelContacts {
    /// Contacts with these wheels, which may meet all particles in the step.
    #[cfg(test)]
    pub fn of(wheels: Wheels) -> Self {
        let count = wheels.meets.len();
        let watched = (0..).zip(&wheels.meets).filter(|(_, meets)| **meets).map(|(particle, _)| particle).collect();
        Self { wheels, watched, is_near: vec![false; count], reach: vec![0.0; count], ..Self::default() }
    }

    /// Number of contacts of the last wheel in the last substep.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.contacts.len()
    }

    /// Whether there are no wheels.
    pub fn is_empty(&self) -> bool {
        self.wheels.list.is_empty()
    }

    /// Finds the wheels, and the particles that they meet. Required when links have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, body: &[u32]) {
        let Self { wheels, has_near, watched, blocks, near, is_near, contacts, .. } = self;
        wheels.rebuild(graph, body);
        has_near.clear();
        watched.clear();
        near.clear();
        if !wheels.list.is_empty() {
            // Memory for most scenes, so that no later step allocates.
            let count = graph.particles.len();
            watched.reserve(count);
            blocks.reserve(count.div_ceil(BLOCK));
            near.reserve(count * wheels.list.len().min(4));
            is_near.refill(count, false);
            contacts.clear();
            contacts.reserve(count);
        }
    }

    /// Finds the particles that may meet wheels in a step: those of components with a particle that may come to one, by
    /// twice its component's speed, by gravity or by a grab. Others meet no wheel in the step: what makes them faster within
    /// it, an impact or a released elastic rope, is not foreseen.
    pub fn begin_step(&mut self, particles: &Particles, components: &Components, reach: StepReach) {
        if self.is_empty() {
            return;
        }
        let Self { wheels, ways, has_near, watched, blocks, reach: of_touch, .. } = self;
        let Particles { position, displacement, .. } = particles;
        let StepReach { step, substep, gravity, hand_speed } = reach;
        components.refill(ways, 0.0);
        components.refill(has_near, false);
        for (&number, displacement) in components.numbers().iter().zip(displacement) {
            let fastest = &mut ways[number as usize];
            *fastest = fastest.max(displacement.length_squared());
        }
        let steps = if substep > 0.0 { step / substep } else { 0.0 };
        ways.iter_mut().for_each(|way| *way = 2.0 * way.sqrt() * steps + (gravity * step + hand_speed) * step + MARGIN);
        let way = |particle: u32| ways[components.number(particle)];
        watched.refill_with((0..).take(position.len()).filter(|&particle| wheels.meets[particle as usize]));
        let around_way = |particle: u32| around(position, particle, way(particle) + of_touch[particle as usize]);
        list_blocks(blocks, watched, around_way);
        for (number, wheel) in wheels.list.iter().enumerate() {
            let (hub, reach) = (position[wheel.hub as usize], wheel.radius + way(wheel.hub));
            let bounds = around(position, wheel.hub, reach);
            for particle in particles_in(blocks, watched, bounds) {
                let reach = reach + way(particle) + of_touch[particle as usize];
                if position[particle as usize].distance_squared(hub) < reach * reach && wheels.meets(number, particle) {
                    has_near[components.number(particle)] = true;
                    has_near[components.number(wheel.hub)] = true;
                }
            }
        }
        watched.retain(|&particle| has_near[components.number(particle)]);
    }

    /// The components that may have contacts with wheels in this step.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.has_near).filter(|(_, has_near)| **has_near).map(|(component, _)| component)
    }

    /// Whether nothing may meet a wheel in this step.
    pub fn is_idle(&self) -> bool {
        self.watched.is_empty()
    }

    /// Sets how far from a disc particles touch it. Those of a rim are as thick as ropes (`thickness`, m).
    pub fn set_reach(&mut self, particles: usize, thickness: f32, balls: &[Ball]) {
        let reach = |radius: f32| thickness + radius + max_shift(radius);
        self.reach.refill(particles, reach(thickness));
        for ball in balls {
            self.reach[ball.particle.index()] = reach(ball.radius.max(thickness));
        }
    }

    /// Lists the particles near wheels anew, and all that may come near in some substeps ahead: commands may have moved
    /// anything.
    pub fn list_near(&mut self, particles: &Particles, substeps: f32) {
        let ahead = substeps * self.fastest(particles);
        self.find_near(particles, if ahead.is_finite() { ahead } else { 0.0 });
        // The preparation of the step may move particles, too.
        self.slack = 0.0;
    }

    /// The wheels near which particles are listed, each with these pairs of the wheel and a particle.
    pub fn near(&self) -> impl Iterator<Item = (usize, &[[u32; 2]])> {
        self.near.chunk_by(|a, b| a[0] == b[0]).map(|pairs| (pairs[0][0] as usize, pairs))
    }

    /// Whether a particle lies on a wheel, at most `margin` (m, up to [`MARGIN`] from touching) away from its edge.
    pub fn touch(&self, particle: u32, position: &[Vec2], margin: f32) -> bool {
        !self.is_idle()
            && self.is_near[particle as usize]
            && (0..self.wheels.list.len()).any(|wheel| {
                self.wheels.meets(wheel, particle) && self.wheels.touches(wheel, particle, position, margin)
            })
    }

    /// Resolves the contacts of a substep. `spin`: see [`crate::collision::ImpactBodies`].
    pub fn resolve(&mut self, particles: &mut Particles, spin: &mut [Vec2], surfaces: Surfaces) {
        if self.is_idle() {
            return;
        }
        self.update_near(particles);
        let mut from = 0;
        for number in 0..self.wheels.list.len() {
            let count = self.near[from..].iter().take_while(|pair| pair[0] as usize == number).count();
            let near = from..from + count;
            from = near.end;
            if near.is_empty() {
                continue;
            }
            let mut rigid = Rigid::of(self.wheels.members(number), particles);
            self.find_contacts((number, near), rigid, (particles, spin), surfaces);
            if self.contacts.is_empty() {
                continue;
            }
            let before = rigid;
            for round in 0..ROUNDS {
                if round % 2 == 0 {
                    self.contacts.iter_mut().for_each(|contact| contact.solve(&mut rigid));
                } else {
                    self.contacts.iter_mut().rev().for_each(|contact| contact.solve(&mut rigid));
                }
            }
            self.apply((before, rigid), number, particles, surfaces.common.substep);
        }
    }

    /// Greatest displacement of what may be in a contact, m.
    fn fastest(&self, particles: &Particles) -> f32 {
        let moving = self.watched.iter().copied().chain(self.wheels.list.iter().map(|wheel| wheel.hub));
        let squared = moving.map(|particle| particles.displacement[particle as usize].length_squared());
        squared.fold(0.0, f32::max).sqrt()
    }

    /// Lists the particles near each wheel, if others may have come near since the list was made.
    fn update_near(&mut self, particles: &Particles) {
        let fastest = self.fastest(particles);
        self.slack -= 2.0 * fastest;
        if self.slack > 0.0 {
            return;
        }
        self.slack = MARGIN;
        self.find_near(particles, fastest);
    }

    /// Lists the particles near each wheel, where nothing moves farther than `fastest` (m).
    fn find_near(&mut self, Particles { position, .. }: &Particles, fastest: f32) {
        let Self { wheels, watched, blocks, near, is_near, reach: of_touch, .. } = self;
        near.drain(..).for_each(|[_, particle]| is_near[particle as usize] = false);
        list_blocks(blocks, watched, |particle| around(position, particle, of_touch[particle as usize]));
        for (number, wheel) in wheels.list.iter().enumerate() {
            let (hub, reach) = (position[wheel.hub as usize], wheel.radius + 2.0 * MARGIN + 2.0 * fastest);
            for particle in particles_in(blocks, watched, around(position, wheel.hub, reach)) {
                let reach = reach + of_touch[particle as usize];
                let is_within = position[particle as usize].distance_squared(hub) < reach * reach;
                if is_within && wheels.meets(number, particle) {
                    near.push([number as u32, particle]);
                    is_near[particle as usize] = true;
                }
            }
        }
    }

    /// Finds the particles that come to a wheel in this substep.
    fn find_contacts(
        &mut self,
        (number, near): (usize, Range<usize>),
        rigid: Rigid,
        (particles, spin): (&mut Particles, &mut [Vec2]),
        surfaces: Surfaces,
    ) {
        let Self { wheels, near: pairs, contacts, .. } = self;
        let (wheel, rim) = (&wheels.list[number], wheels.members(number)[1] as usize);
        let hub = wheel.hub as usize;
        contacts.clear();
        let (centre, moved) = (particles.position[hub], particles.displacement[hub]);
        for &[_, particle] in &pairs[near] {
            let index = particle as usize;
            let now = particles.position[index] - centre;
            let before = now - (particles.displacement[index] - moved);
            let Some(touch) = touch(before, now, wheel) else { continue };
            // Contacts respond to motion, as those with shapes do.
            particles.displacement[index] -= std::mem::take(&mut spin[index]);
            let friction = surfaces.own.between(index, rim, surfaces.common.friction);
            // Not from the contact point: on an axle the normal's lever is nothing, and its rounding would be all.
            let levers = rigid.levers(centre, touch.normal, wheel.radius);
            contacts.push(WheelContact::new(touch, particle, (particles, rigid), levers, friction));
        }
    }

    /// Moves the particles in contact, and the wheel as a rigid body.
    fn apply(&self, (before, after): (Rigid, Rigid), number: usize, particles: &mut Particles, substep: f32) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        for contact in &self.contacts {
            let index = contact.particle as usize;
            let change = contact.motion - displacement[index];
            if inv_mass[index] > 0.0 && change.is_finite() {
                let recovery = LINKED.distance((-contact.touch.gap).max(0.0), substep);
                position[index] += change + contact.touch.normal * recovery;
                displacement[index] += change;
            }
        }
        let (motion, turn) = (after.motion - before.motion, after.turn - before.turn);
        if !motion.is_finite() || !turn.is_finite() {
            return;
        }
        for &member in self.wheels.members(number) {
            let index = member as usize;
            if inv_mass[index] > 0.0 {
                let change = motion + (position[index] - before.pivot).perp() * turn;
                position[index] += change;
                displacement[index] += change;
            }
        }
    }
}

/// A box about a particle, m.
fn around(position: &[Vec2], particle: u32, reach: f32) -> Aabb {
    Aabb::of(position[particle as usize], position[particle as usize]).dilated(reach)
}

/// Lists the bounds (m) of each block of particles.
fn list_blocks(blocks: &mut Vec<Aabb>, particles: &[u32], bounds: impl Fn(u32) -> Aabb) {
    let of_block = |block: &[u32]| block.iter().map(|&particle| bounds(particle)).reduce(Aabb::union);
    blocks.refill_with(particles.chunks(BLOCK).filter_map(of_block));
}

/// The particles of blocks that overlap some bounds (m).
fn particles_in<'a>(blocks: &'a [Aabb], particles: &'a [u32], bounds: Aabb) -> impl Iterator<Item = u32> + 'a {
    let found = particles.chunks(BLOCK).zip(blocks).filter(move |(_, block)| block.overlaps(bounds));
    found.flat_map(|(block, _)| block).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::particles::Links;

    #[test]
    fn thick_ropes_near_a_wheel_are_listed_at_any_speed() {
        for (thickness, gap, fastest) in [(0.0, 0.09, 0.0), (0.1, 0.28, 0.0), (0.5, 1.05, 0.0), (0.5, 1.05, 3.0)] {
            let mut particles = Particles::default();
            for (at, displacement) in [(0.0, 0.0), (1.0, 0.0), (1.0 + gap, 0.0), (50.0, fastest)] {
                particles.push(Vec2::X * at, Vec2::X * displacement, 1.0, false);
            }
            let mut contacts = WheelContacts::of(Wheels::of_first(2, 4, 1.0));
            contacts.set_reach(4, thickness, &[]);
            let mut components = Components::default();
            components.rebuild(4, &Links::default());
            let reach = StepReach { step: 0.1, substep: 0.1, gravity: 0.0, hand_speed: 0.0 };
            contacts.begin_step(&particles, &components, reach);
            contacts.list_near(&particles, 1.0);
            assert!(contacts.touch(2, &particles.position, 2.0 * thickness + MARGIN), "{thickness}, {gap}, {fastest}");
            assert!(!contacts.touch(3, &particles.position, 2.0 * thickness + MARGIN), "{thickness}, {gap}, {fastest}");
        }
    }
}
