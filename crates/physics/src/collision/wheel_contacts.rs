//! Contacts with wheels and corners of solid bodies: the phases of a substep.
//!
//! Particles meet the disc, and so do links that are long enough to cut its edge visibly between their ends.

use glam::Vec2;

use crate::collision::particle_contact::LINKED;
use crate::collision::{
    ImpactContact, ImpactSearch, LinkPoint, NearPair, Rigid, Touch, Touching, Wheel, WheelBroadPhase, WheelContact,
    Wheels, touch, touch_link,
};
use crate::containers::Refill;
use crate::particles::{Components, ConstraintGraph, NO_BODY, Particles};
use crate::plane_contact::Surfaces;

/// Most rounds over the contacts of a wheel, alternately forwards and backwards.
const ROUNDS: usize = 8;

/// Least approach of bodies that bounce off wheels, m/s. Heaps come to rest below it.
const MIN_APPROACH: f32 = 0.1;

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

    /// Finds the solid bodies that hit wheels in this substep.
    pub fn find_impacts(&mut self, particles: &Particles, surfaces: Surfaces, search: ImpactSearch) {
        let Self { wheels, broad_phase, .. } = self;
        if broad_phase.is_idle() {
            return;
        }
        broad_phase.update_near(wheels, particles);
        let ImpactSearch { body, before, contacts } = search;
        for (number, near) in broad_phase.near() {
            let wheel = (&wheels.list[number], &wheels.members(number)[1..]);
            let is_solid = |ends: &[u32; 2]| ends.iter().all(|&end| body[end as usize] != NO_BODY);
            let solid = near.iter().map(|pair| pair.ends).filter(is_solid);
            contacts.extend(solid.filter_map(|ends| find_impact(ends, wheel, (particles, before), surfaces)));
        }
    }

    /// Resolves the contacts of a substep. Returns their number in all rounds. `spin`: see
    /// [`crate::collision::ImpactBodies`]; `start_offset`: see [`crate::collision::Impacts::start_offset`].
    pub fn resolve(
        &mut self,
        particles: &mut Particles,
        (spin, start_offset): (&mut [Vec2], &[Vec2]),
        surfaces: Surfaces,
    ) -> u64 {
        let Self { wheels, broad_phase, contacts } = self;
        if broad_phase.is_idle() {
            return 0;
        }
        let mut rows = 0;
        broad_phase.update_near(wheels, particles);
        for (number, near) in broad_phase.near() {
            if let Some(before) = contacts.find((wheels, number), near, (particles, spin, start_offset), surfaces) {
                let after = contacts.solve(before, &mut rows);
                contacts.apply((before, after), wheels.members(number), particles, surfaces.common.substep);
            }
        }
        broad_phase.reset_counted();
        rows
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

    /// Finds what comes to a wheel in this substep. Returns the motion of the wheel if anything does.
    fn find(
        &mut self,
        (wheels, number): (&Wheels, usize),
        near: &[NearPair],
        (particles, spin, start_offset): (&mut Particles, &mut [Vec2], &[Vec2]),
        surfaces: Surfaces,
    ) -> Option<Rigid> {
        let wheel = &wheels.list[number];
        let hub = wheel.hub as usize;
        let rim = wheels.members(number).get(1).map_or(hub, |rim| *rim as usize);
        self.list.clear();
        self.touching.drain(..).for_each(|end| self.number[end.particle as usize] = NONE);
        let centre = particles.position[hub];
        let mut rigid = None;
        for &NearPair { ends, .. } in near {
            let indices = ends.map(|end| end as usize);
            let Some((touch, shares)) = find_touch(ends, wheel, particles, start_offset) else { continue };
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
            if wheel.is_corner {
                particles.displacement[hub] -= std::mem::take(&mut spin[hub]);
            }
            // Not from the contact point: on an axle the normal's lever is nothing, and its rounding would be all.
            let rigid = rigid.get_or_insert_with(|| Rigid::of(wheels.members(number), particles));
            let levers = rigid.levers(centre, touch.normal, wheel.radius);
            let point = LinkPoint { ends: indices.map(|index| self.number[index] as usize), shares };
            let point = (point, &self.touching[..]);
            self.list.push(WheelContact::new(touch, point, levers, 0.5 * (friction[0] + friction[1])));
        }
        rigid
    }

    /// Solves the contacts, and adds their number in each round to `rows`. Returns the motion of the wheel, which was
    /// `rigid`.
    fn solve(&mut self, mut rigid: Rigid, rows: &mut u64) -> Rigid {
        let Self { list, touching, .. } = self;
        for round in 0..ROUNDS {
            *rows += list.len() as u64;
            let mut has_changed = false;
            let solve = |contact: &mut WheelContact| has_changed |= contact.solve(&mut rigid, touching);
            if round % 2 == 0 {
                list.iter_mut().for_each(solve);
            } else {
                list.iter_mut().rev().for_each(solve);
            }
            if !has_changed {
                break;
            }
        }
        rigid
    }

    /// Moves the particles in contact, and the wheel as a rigid body.
    fn apply(&mut self, (before, after): (Rigid, Rigid), wheel: &[u32], particles: &mut Particles, substep: f32) {
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut own_recovery = Vec2::ZERO;
        for contact in &self.list {
            let recovery = LINKED.distance((-contact.touch.gap).max(0.0), substep);
            // Both sides move, as their masses say. The wheel moves by the deepest contact alone.
            let share = contact.share_of_recovery(before);
            contact.recover(recovery * share, &mut self.touching);
            if recovery * (1.0 - share) > own_recovery.length() {
                own_recovery = -contact.touch.normal * (recovery * (1.0 - share));
            }
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
                position[index] += change + own_recovery;
                displacement[index] += change;
            }
        }
    }
}

/// Where a link, or a particle as both its ends, touches a wheel in this substep, with the shares of the ends in that
/// point; `None` if it does not. `start_offset`: see [`crate::collision::Impacts::start_offset`]; none if it is empty.
fn find_touch(
    ends: [u32; 2],
    wheel: &Wheel,
    Particles { position, displacement, .. }: &Particles,
    start_offset: &[Vec2],
) -> Option<(Touch, [f32; 2])> {
    let hub = wheel.hub as usize;
    let indices = ends.map(|end| end as usize);
    let now = indices.map(|index| position[index] - position[hub]);
    let before = [0, 1].map(|end| now[end] - (displacement[indices[end]] - displacement[hub]));
    let find = |before: [Vec2; 2]| {
        if ends[0] == ends[1] {
            touch(before[0], now[0], wheel).map(|touch| (touch, [1.0, 0.0]))
        } else {
            touch_link(before, now, wheel)
        }
    };
    let offset = |index: usize| start_offset.get(index).copied().unwrap_or_default();
    let offsets = indices.map(|index| offset(index) - offset(hub));
    if offsets == [Vec2::ZERO; 2] {
        return find(before);
    }
    // A whole displacement back, a corner that bounced off a bar would be behind it.
    let (touch, shares) = find([0, 1].map(|end| before[end] + offsets[end]))?;
    // The response limits the displacement of a whole substep.
    let gap = touch.normal.dot(before[0] * shares[0] + before[1] * shares[1]) - wheel.radius;
    Some((Touch { gap: gap.max(touch.gap), ..touch }, shares))
}

/// The contact of a link of a solid body, or of a particle as both its ends, with a wheel or a corner in this substep, as one
/// that takes part in impacts; `None` if there is none. `before`: see [`crate::collision::Impacts::before`].
fn find_impact(
    ends: [u32; 2],
    (wheel, rim): (&Wheel, &[u32]),
    (particles, before): (&Particles, &[Vec2]),
    surfaces: Surfaces,
) -> Option<ImpactContact> {
    let (Touch { normal, gap }, shares) = find_touch(ends, wheel, particles, &[])?;
    let height = |member: u32| particles.position[member as usize].dot(normal);
    let rim = rim.iter().copied().max_by(|a, b| height(*a).total_cmp(&height(*b))).unwrap_or(wheel.hub);
    let is_free = |particle: u32| particles.inv_mass[particle as usize] != 0.0;
    let has_mass = ends.into_iter().any(is_free) || is_free(wheel.hub) && is_free(rim);
    let approach = |motion: &[Vec2], fall: Vec2| {
        let of = |particle: u32| motion[particle as usize] + if is_free(particle) { fall } else { Vec2::ZERO };
        (of(wheel.hub) - of(ends[0]) * shares[0] - of(ends[1]) * shares[1]).dot(normal)
    };
    let (approach, free_approach) =
        (approach(&particles.displacement, Vec2::ZERO), approach(before, surfaces.common.fall));
    let friction = ends.map(|end| surfaces.own.between(end as usize, rim as usize, surfaces.common.friction));
    let is_impact = approach.min(free_approach) > MIN_APPROACH * surfaces.common.substep;
    (has_mass && approach > 0.0).then(|| ImpactContact {
        ends,
        shares,
        wheel: Some([wheel.hub, rim]),
        normal,
        surface_motion: Vec2::ZERO,
        friction: 0.5 * (friction[0] + friction[1]),
        restitution: surfaces.common.restitution,
        approach,
        is_impact,
        time: (gap / approach).clamp(0.0, 1.0),
    })
}
