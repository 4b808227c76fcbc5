//! Contacts of wheels with ropes, nets and cloth: a wheel is a disc that turns with its rim.
//!
//! A wheel is a hub, and a ring of rigid [`LinkKind::Rim`] links whose particles rigid links of one length join to the
//! hub. In a contact it is one rigid body: an impulse moves and turns all of it, so a load on a rope bends no rim.
//! Particles meet the disc; links between them may cut its edge, by their length squared over eight radii. The particles
//! of solid bodies meet at most those of a wheel ([`crate::collision::particle_contact`]).

use std::ops::Range;

use glam::Vec2;

use crate::containers::Refill;
use crate::particles::{ConstraintGraph, LinkKind, NO_BODY, Neighbour, Particles};
use crate::plane_contact::Surfaces;

/// Greatest relative difference of the lengths from the hub to the rim.
const MAX_UNROUNDNESS: f32 = 1e-3;

/// Particles deeper inside than this at the beginning of a substep, m, pass freely: the wheel was put onto them.
const MAX_DEPTH: f32 = 0.01;

/// Share of an overlap that a substep removes, and the greatest speed of that, m/s.
const RECOVERY_SHARE: f32 = 0.2;
const MAX_RECOVERY_SPEED: f32 = 0.5;

/// Least lever, as a share of the radius, by which a particle that is fixed turns a wheel that is held: with less it would
/// fling the wheel round.
const MIN_LEVER: f32 = 0.05;

/// Distance from a disc within which particles are listed, m. They are listed anew once they may have come closer.
const MARGIN: f32 = 0.1;

/// Rounds over the contacts of a wheel, alternately forwards and backwards.
const ROUNDS: usize = 8;

/// A disc that turns with the rim around its hub.
#[derive(Clone, Debug)]
struct Wheel {
    hub: u32,
    /// Its particles, the hub first, as a range of [`WheelContacts::members`].
    members: Range<usize>,
    /// Radius, m.
    radius: f32,
}

/// The motion of a wheel in a substep as a rigid body, and how it yields to impulses.
#[derive(Clone, Copy, Debug)]
struct Rigid {
    /// Point about which it turns: its centre of mass, or its fixed particle, m.
    pivot: Vec2,
    /// Displacement of the pivot, m.
    motion: Vec2,
    /// Angle by which it turns, rad.
    turn: f32,
    /// 1/kg; 0 for a wheel with a fixed particle.
    inv_mass: f32,
    /// 1/(kg m²); 0 for a wheel with two fixed particles.
    inv_inertia: f32,
}

/// A particle on a wheel.
#[derive(Clone, Copy, Debug)]
struct WheelContact {
    particle: u32,
    /// Out of the wheel, a unit vector.
    normal: Vec2,
    /// Levers of the normal and of friction about the pivot, m.
    levers: [f32; 2],
    /// Whether the wheel yields to the normal impulse, or the particle does.
    yields: bool,
    /// Separation at the beginning of the substep, m.
    gap: f32,
    friction: f32,
    /// Displacement of the particle, m.
    motion: Vec2,
    inv_mass: f32,
    normal_impulse: f32,
    friction_impulse: f32,
}

/// Contacts with wheels. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct WheelContacts {
    wheels: Vec<Wheel>,
    members: Vec<u32>,
    /// Whether wheels meet each particle.
    meets: Vec<bool>,
    /// Pairs of a wheel and a particle near it, by wheel.
    near: Vec<[u32; 2]>,
    /// Distance by which pairs that are not listed may still approach, m.
    slack: f32,
    /// Scratch: contacts of one wheel.
    contacts: Vec<WheelContact>,
    /// Scratch: particles whose ring is known.
    seen: Vec<bool>,
}

impl WheelContacts {
    /// Whether there are no wheels.
    pub fn is_empty(&self) -> bool {
        self.wheels.is_empty()
    }

    /// The hub of each wheel, and its radius, m.
    pub fn hubs(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.wheels.iter().map(|wheel| (wheel.hub, wheel.radius))
    }

    /// Finds the wheels, and the particles that they meet: those of no solid body. Required when links have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, body: &[u32]) {
        self.wheels.clear();
        self.members.clear();
        self.meets.clear();
        let is_rim = |slot: u32| graph.links.get(slot as usize).is_some_and(|link| link.kind == LinkKind::Rim);
        if !graph.links.iter().any(|link| link.kind == LinkKind::Rim) {
            return;
        }
        let rim = |particle: u32| graph.rigid_neighbours(particle).filter(move |next| is_rim(next.slot));
        let seen = &mut self.seen;
        seen.refill(graph.particles.len(), false);
        for first in 0..graph.particles.len() as u32 {
            let from = self.members.len();
            self.members.push(first);
            let mut next = first;
            while !std::mem::replace(&mut seen[next as usize], true) {
                self.members.push(next);
                let Some(other) = rim(next).map(|next| next.particle).find(|&next| !seen[next as usize]) else { break };
                next = other;
            }
            let ring = &self.members[from + 1..];
            let is_closed = ring.len() >= 3
                && ring.iter().all(|&particle| rim(particle).count() == 2)
                && rim(next).any(|last| last.particle == first);
            match is_closed.then(|| find_hub(graph, ring)).flatten() {
                Some(hub) => {
                    self.members[from] = hub.particle;
                    let members = from..self.members.len();
                    self.wheels.push(Wheel { hub: hub.particle, members, radius: hub.rest_length });
                }
                None => self.members.truncate(from),
            }
        }
        self.meets.extend(body.iter().map(|body| *body == NO_BODY));
        self.near.clear();
        self.near.reserve(graph.particles.len());
        self.contacts.clear();
        self.contacts.reserve(graph.particles.len());
    }

    /// Lists the particles near wheels anew at the next substep: commands may have moved anything.
    pub fn begin_step(&mut self) {
        self.slack = 0.0;
    }

    /// Resolves the contacts of a substep. `spin`: see [`crate::collision::ImpactBodies`].
    pub fn resolve(&mut self, particles: &mut Particles, spin: &mut [Vec2], surfaces: Surfaces) {
        self.update_near(particles);
        let mut from = 0;
        for number in 0..self.wheels.len() {
            let count = self.near[from..].iter().take_while(|pair| pair[0] as usize == number).count();
            let near = from..from + count;
            from = near.end;
            if near.is_empty() {
                continue;
            }
            let members = &self.members[self.wheels[number].members.clone()];
            let mut rigid = Rigid::of(members, particles);
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

    /// Lists the particles near each wheel, if others may have come near since the list was made.
    fn update_near(&mut self, Particles { position, displacement, .. }: &Particles) {
        let fastest = displacement.iter().fold(0.0f32, |fastest, by| fastest.max(by.length_squared())).sqrt();
        self.slack -= 2.0 * fastest;
        // A speed that is not a number makes a new list, too.
        if self.slack > 0.0 {
            return;
        }
        self.slack = MARGIN;
        let Self { wheels, meets, near, .. } = self;
        near.clear();
        for (number, wheel) in (0..).zip(&*wheels) {
            let (hub, reach) = (position[wheel.hub as usize], wheel.radius + 2.0 * MARGIN + 2.0 * fastest);
            let is_near = |particle: &u32| {
                let index = *particle as usize;
                meets[index] && position[index].distance_squared(hub) < reach * reach
            };
            near.extend((0..position.len() as u32).filter(is_near).map(|particle| [number, particle]));
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
        let Self { wheels, near: pairs, contacts, members, .. } = self;
        let Wheel { hub, members: ref own, radius } = wheels[number];
        let (hub, rim) = (hub as usize, members[own.start + 1] as usize);
        contacts.clear();
        let (centre, moved) = (particles.position[hub], particles.displacement[hub]);
        for &[_, particle] in &pairs[near] {
            let index = particle as usize;
            let now = particles.position[index] - centre;
            let before = now - (particles.displacement[index] - moved);
            let Some((normal, gap)) = touch(before, now, radius) else { continue };
            // Contacts respond to motion, as those with shapes do.
            particles.displacement[index] -= std::mem::take(&mut spin[index]);
            // Not from the contact point: on an axle the normal's lever is nothing, and its rounding would be all.
            let off = centre - rigid.pivot;
            let levers = [off.perp_dot(normal), radius + off.dot(normal)];
            let inv_mass = particles.inv_mass[index];
            let is_turned = rigid.inv_inertia > 0.0 && levers[0].abs() >= MIN_LEVER * radius;
            contacts.push(WheelContact {
                particle,
                normal,
                levers,
                yields: inv_mass + rigid.inv_mass > 0.0 || is_turned,
                gap,
                friction: surfaces.own.between(index, rim, surfaces.common.friction),
                motion: particles.displacement[index],
                inv_mass,
                normal_impulse: 0.0,
                friction_impulse: 0.0,
            });
        }
    }

    /// Moves the particles in contact, and the wheel as a rigid body.
    fn apply(&self, (before, after): (Rigid, Rigid), number: usize, particles: &mut Particles, substep: f32) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        for contact in &self.contacts {
            let index = contact.particle as usize;
            let change = contact.motion - displacement[index];
            let overlap = (-contact.gap).max(0.0);
            let recovery = (RECOVERY_SHARE * overlap).min(MAX_RECOVERY_SPEED * substep);
            let recovery = if contact.inv_mass > 0.0 { contact.normal * recovery } else { Vec2::ZERO };
            if change.is_finite() {
                position[index] += change + recovery;
                displacement[index] += change;
            }
        }
        let (motion, turn) = (after.motion - before.motion, after.turn - before.turn);
        if !motion.is_finite() || !turn.is_finite() {
            return;
        }
        for &member in &self.members[self.wheels[number].members.clone()] {
            let index = member as usize;
            if inv_mass[index] > 0.0 {
                let change = motion + (position[index] - before.pivot).perp() * turn;
                position[index] += change;
                displacement[index] += change;
            }
        }
    }
}

impl Rigid {
    /// The motion of some particles as a rigid body.
    fn of(members: &[u32], Particles { position, displacement, inv_mass, mass, .. }: &Particles) -> Self {
        let indices = || members.iter().map(|member| *member as usize);
        let fixed = indices().filter(|&index| inv_mass[index] == 0.0);
        let (fixed_count, first_fixed) = (fixed.clone().count(), fixed.clone().next());
        let total: f32 = indices().map(|index| mass[index]).sum();
        // About the hub, so that no digits cancel.
        let hub = position[members[0] as usize];
        let mean = |of: &dyn Fn(usize) -> Vec2| indices().map(|index| of(index) * mass[index]).sum::<Vec2>() / total;
        let (pivot, motion) = match first_fixed.filter(|_| fixed_count == 1) {
            Some(fixed) => (position[fixed], displacement[fixed]),
            None => (hub + mean(&|index| position[index] - hub), mean(&|index| displacement[index])),
        };
        let lever = |index: usize| position[index] - pivot;
        let inertia: f32 = indices().map(|index| mass[index] * lever(index).length_squared()).sum();
        let moment: f32 =
            indices().map(|index| mass[index] * lever(index).perp_dot(displacement[index] - motion)).sum();
        Self {
            pivot,
            motion,
            turn: if inertia > 0.0 { moment / inertia } else { 0.0 },
            inv_mass: if fixed_count == 0 { 1.0 / total } else { 0.0 },
            inv_inertia: if fixed_count <= 1 && inertia > 0.0 { 1.0 / inertia } else { 0.0 },
        }
    }
}

impl WheelContact {
    /// Solves the contact: non-penetration and Coulomb friction, with impulses (kg m) that add up over the rounds.
    fn solve(&mut self, rigid: &mut Rigid) {
        if !self.yields {
            return;
        }
        let ([normal_lever, lever], along) = (self.levers, self.normal.perp());
        let approach = -self.relative_motion(rigid, self.normal, normal_lever) - self.gap.max(0.0);
        let normal_impulse = (self.normal_impulse + approach / self.yielding(rigid, normal_lever)).max(0.0);
        let change = normal_impulse - self.normal_impulse;
        self.push(rigid, self.normal * change, normal_lever * change);
        self.normal_impulse = normal_impulse;
        let yielding = self.yielding(rigid, lever);
        if yielding > 0.0 {
            let sliding = self.relative_motion(rigid, along, lever);
            let limit = self.friction * self.normal_impulse;
            let friction_impulse = (self.friction_impulse - sliding / yielding).clamp(-limit, limit);
            let change = friction_impulse - self.friction_impulse;
            self.push(rigid, along * change, lever * change);
            self.friction_impulse = friction_impulse;
        }
    }

    /// Displacement of the particle along a direction relative to the wheel's surface, m.
    fn relative_motion(&self, rigid: &Rigid, direction: Vec2, lever: f32) -> f32 {
        (self.motion - rigid.motion).dot(direction) - lever * rigid.turn
    }

    /// Relative displacement by an impulse of 1 kg m with a lever (m), 1/kg.
    fn yielding(&self, rigid: &Rigid, lever: f32) -> f32 {
        self.inv_mass + rigid.inv_mass + lever * lever * rigid.inv_inertia
    }

    /// Gives an impulse to the particle, and its reaction, of this moment (kg m²), to the wheel.
    fn push(&mut self, rigid: &mut Rigid, impulse: Vec2, moment: f32) {
        self.motion += impulse * self.inv_mass;
        rigid.motion -= impulse * rigid.inv_mass;
        rigid.turn -= moment * rigid.inv_inertia;
    }
}

/// The hub of a ring: the particle, no part of the ring, that rigid links of one length join to all of it.
fn find_hub<'a>(graph: ConstraintGraph<'a>, ring: &[u32]) -> Option<&'a Neighbour> {
    let spoke = |from: u32, to: u32| graph.rigid_neighbours(from).find(|next| next.particle == to);
    graph.rigid_neighbours(ring[0]).filter(|hub| !ring.contains(&hub.particle)).find(|hub| {
        let is_round =
            |other: &Neighbour| (other.rest_length - hub.rest_length).abs() <= MAX_UNROUNDNESS * hub.rest_length;
        ring.iter().all(|&rim| spoke(rim, hub.particle).is_some_and(is_round))
    })
}

/// The normal and the separation (m, negative inside) at the beginning of a substep of a point that touches a disc about
/// the origin in the substep; `None` if it does not.
fn touch(before: Vec2, now: Vec2, radius: f32) -> Option<(Vec2, f32)> {
    let distance = before.length();
    if distance <= radius {
        let is_pressed = now.dot(before) < distance * distance;
        let is_shallow = distance > radius - MAX_DEPTH.min(0.25 * radius);
        return (is_pressed && is_shallow).then(|| (before / distance, distance - radius));
    }
    // The path enters where |before + t path| = radius.
    let path = now - before;
    let (square, half, rest) = (path.dot(path), before.dot(path), before.dot(before) - radius * radius);
    let discriminant = half * half - square * rest;
    if half >= 0.0 || discriminant < 0.0 {
        return None;
    }
    let time = rest / (discriminant.sqrt() - half);
    let normal = (before + path * time) / radius;
    (time <= 1.0).then(|| (normal, normal.dot(before) - radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane_contact::Surface;

    /// A rim of four particles of 1 kg about a hub at the origin, which moves and turns, and particles at its edge.
    fn hit(hub_is_fixed: bool, friction: f32) -> (Particles, Particles) {
        let rim = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        let on_edge = [Vec2::new(0.6, 0.8), Vec2::new(-0.8, 0.6), Vec2::new(0.96, -0.28)].map(|at| at * 0.995);
        let position: Vec<Vec2> = [Vec2::ZERO].into_iter().chain(rim).chain(on_edge).collect();
        let moved = |at: &Vec2| if hub_is_fixed { at.perp() * 0.01 } else { Vec2::new(0.0, 0.01) + at.perp() * 0.01 };
        let mut displacement: Vec<Vec2> = position[..5].iter().map(moved).collect();
        displacement.extend([Vec2::new(-0.02, -0.02), Vec2::new(0.03, -0.02), Vec2::new(-0.02, 0.0)]);
        let mass = vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.3, 2.0, 0.1];
        let mut inv_mass: Vec<f32> = mass.iter().map(|mass| 1.0 / mass).collect();
        if hub_is_fixed {
            inv_mass[0] = 0.0;
        }
        let before = Particles { position, displacement, inv_mass, mass, pinned: vec![false; 8] };
        let mut after = before.clone();
        assert_eq!(resolve(&mut after, friction), 3);
        (before, after)
    }

    /// Resolves a substep. Returns the number of contacts.
    fn resolve(particles: &mut Particles, friction: f32) -> usize {
        let mut contacts = WheelContacts {
            wheels: vec![Wheel { hub: 0, members: 0..5, radius: 1.0 }],
            members: (0..5).collect(),
            meets: (0..8).map(|index| index >= 5).collect(),
            ..WheelContacts::default()
        };
        let surface = Surface { restitution: 0.0, friction, fall: Vec2::ZERO, substep: 0.001, max_lift: f32::INFINITY };
        contacts.resolve(particles, &mut [Vec2::ZERO; 8], surface.into());
        contacts.contacts.len()
    }

    fn sum(particles: &Particles, of: impl Fn(Vec2, Vec2) -> f32) -> f32 {
        (0..8).map(|i| particles.mass[i] * of(particles.position[i], particles.displacement[i])).sum()
    }

    #[test]
    fn hit_keeps_momentum_and_takes_energy() {
        for (is_fixed, friction) in [(false, 0.0), (false, 0.5), (false, 5.0), (true, 0.0), (true, 0.5)] {
            let (before, after) = hit(is_fixed, friction);
            let of = |of: fn(Vec2, Vec2) -> f32| {
                [sum(&before, of), sum(&Particles { position: before.position.clone(), ..after.clone() }, of)]
            };
            let [was, is] = of(|at, by| at.perp_dot(by));
            assert!((is - was).abs() < 2e-3 * was.abs(), "{is_fixed}, {friction}: angular momentum {was} to {is}");
            let [was, is] = of(|_, by| by.length_squared());
            assert!(is < was, "{is_fixed}, {friction}: energy {was} to {is}");
            if !is_fixed {
                for axis in [|_, by: Vec2| by.x, |_, by: Vec2| by.y] {
                    let [was, is] = of(axis);
                    assert!((is - was).abs() < 1e-6, "{friction}: momentum {was} to {is}");
                }
            }
        }
    }

    /// Displacement of a rim along its edge.
    fn turn(particles: &Particles) -> f32 {
        particles.displacement[1].y - particles.displacement[0].y
    }

    #[test]
    fn friction_turns_the_wheel() {
        assert!((turn(&hit(true, 0.0).1) - 0.01).abs() < 1e-6);
        // The heaviest particle slides clockwise where it comes down, and the wheel turns the other way.
        assert!(turn(&hit(true, 0.5).1) < 0.009, "{}", turn(&hit(true, 0.5).1));
    }

    #[test]
    fn fixed_particle_turns_no_wheel_on_an_axle_by_its_normal_force() {
        for step in 0..100 {
            let cos = 1.0 - 0.02 * step as f32;
            let sin = (1.0 - cos * cos).sqrt();
            for (friction, fixed) in [(0.0, &[0][..]), (0.5, &[0]), (0.5, &[1, 2])] {
                let (mut particles, _) = hit(true, 0.0);
                particles.position.iter_mut().for_each(|at| *at += Vec2::new(3.3, 1.7));
                particles.displacement[..5].fill(Vec2::ZERO);
                particles.inv_mass[..5].fill(1.0);
                fixed.iter().for_each(|&index| particles.inv_mass[index] = 0.0);
                let out = Vec2::new(cos, sin);
                particles.position[5] = Vec2::new(3.3, 1.7) + out * 0.995;
                particles.inv_mass[5] = 0.0;
                particles.displacement[5] = out * -0.02;
                resolve(&mut particles, friction);
                assert!(particles.position.iter().all(|at| at.is_finite()), "{out}, {friction}");
                let turn = turn(&particles);
                let other: Vec<Vec2> = particles.displacement[6..].to_vec();
                assert!(turn.abs() < 0.05, "{out}, {friction}: turns by {turn}, {other:?}");
            }
        }
    }

    #[test]
    fn point_touches_a_disc_from_outside_alone() {
        let touch = |before: (f32, f32), now: (f32, f32)| touch(before.into(), now.into(), 1.0);
        assert_eq!(touch((2.0, 0.0), (0.5, 0.0)), Some((Vec2::X, 1.0)));
        assert_eq!(touch((2.0, 0.0), (-2.0, 0.0)), Some((Vec2::X, 1.0)), "it would pass through");
        assert_eq!(touch((2.0, 0.0), (1.5, 0.0)), None);
        assert_eq!(touch((0.5, 0.0), (0.4, 0.0)), None, "the wheel was put onto it");
        let (normal, gap) = touch((0.0, 0.995), (0.0, 0.9)).expect("it is pressed");
        assert!(normal == Vec2::Y && (gap + 0.005).abs() < 1e-6);
        assert_eq!(touch((0.0, 0.995), (0.0, 0.996)), None, "it leaves");
    }
}
