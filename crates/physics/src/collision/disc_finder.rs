//! Contacts of particles and links with wheels, of solid bodies with each other's corners and with balls, and of wheels with
//! each other.
//!
//! Particles meet the disc, and so do links that are long enough to cut its edge visibly between their ends.

use glam::Vec2;

use crate::collision::particle_contact::Ball;
use crate::collision::{
    BodyDisc, BodyDiscs, Contact, DiscKind, Hit, HitSearch, NearDiscs, NearPair, Point, Side, sweep_link,
};
use crate::containers::NONE;
use crate::particles::{Components, ConstraintGraph, Particles};
use crate::plane_contact::Surfaces;
use crate::tuning::HIT_SPEED;

/// Wheels, corners and balls, and what is near them. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyContacts {
    pub discs: BodyDiscs,
    pub broad_phase: NearDiscs,
    /// The pairs of bodies that lie flush on each other in this substep. Scratch.
    flush: Vec<[u32; 2]>,
}

/// Where a point touches a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DiscTouch {
    /// Out of the disc, a unit vector.
    normal: Vec2,
    /// Separation at the beginning of the substep, or where an impact left off, m; negative inside, or behind a bar that lies
    /// flush.
    gap: f32,
    /// Distance between the point and the centre of the disc at which they touch, m.
    reach: f32,
}

impl BodyContacts {
    /// Whether there are no discs.
    pub fn is_empty(&self) -> bool {
        self.discs.list.is_empty()
    }

    /// Finds the discs, and what they meet. Required when links or balls have changed.
    pub fn rebuild(&mut self, graph: ConstraintGraph, body: &[u32], balls: &[Ball], components: &Components) {
        let Self { discs, broad_phase, flush: _ } = self;
        discs.rebuild(graph, body, balls);
        broad_phase.rebuild(discs, graph, components);
    }

    /// Finds the bodies that lie flush on each other.
    fn find_flush(&mut self, position: &[Vec2]) {
        let Self { discs, broad_phase, flush } = self;
        flush.clear();
        for (number, near) in broad_phase.near().filter(|(number, _)| discs.list[*number].kind == DiscKind::Corner) {
            let hub = discs.list[number].hub;
            for &NearPair { ends: [a, b], .. } in near.iter().filter(|pair| pair.ends[0] != pair.ends[1]) {
                let pair = discs.bodies_of(hub, a);
                if discs.flush_on(hub, [a, b], position).is_some() && !flush.contains(&pair) {
                    flush.push(pair);
                }
            }
        }
    }

    /// Adds the hits of solid bodies on wheels, and on each other, in this substep.
    pub fn find_hits(&mut self, particles: &Particles, surfaces: Surfaces, search: HitSearch) {
        if self.broad_phase.is_idle() {
            return;
        }
        self.broad_phase.update_near(&self.discs, particles);
        self.find_flush(&particles.position);
        let Self { discs, broad_phase, flush } = self;
        let HitSearch { body, before, hits } = search;
        let mut add = |touch: DiscTouch, sides: [Side; 2], own: Option<f32>| {
            let restitution = own.unwrap_or(surfaces.common.restitution);
            hits.extend(hit(touch, sides, discs, (particles, before), (surfaces, restitution)));
        };
        for (number, near) in broad_phase.near() {
            // Ropes and cloth are limp.
            let is_hard =
                |ends: &[u32; 2]| ends.iter().all(|&end| body[end as usize] != NONE) || discs.thickness(*ends) > 0.0;
            let hub = discs.list[number].hub;
            let hard = near.iter().map(|pair| pair.ends).filter(is_hard);
            for ends in hard.filter(|ends| !discs.is_of_wheel(*ends)) {
                let are_flush = flush.contains(&discs.bodies_of(hub, ends[0]));
                if let Some((touch, point)) = find_touch(ends, number, discs, particles, (&[], are_flush)) {
                    add(touch, [Side::Point(point), discs.side(number)], discs.list[number].restitution);
                }
            }
        }
        for_each_pair_of_wheels(discs, particles, &[], |touch, sides| add(touch, sides, None));
    }

    /// Adds the contacts of a substep. Takes back the spin of what touches, wheels excepted. `spin`: see
    /// [`crate::collision::ImpactBodies`]; `start_offset`: see [`crate::collision::Impacts::start_offset`].
    pub fn find(
        &mut self,
        particles: &mut Particles,
        (spin, start_offset): (&mut [Vec2], &[Vec2]),
        surfaces: Surfaces,
        contacts: &mut Vec<Contact>,
    ) {
        if self.broad_phase.is_idle() {
            return;
        }
        self.broad_phase.update_near(&self.discs, particles);
        self.find_flush(&particles.position);
        let Self { discs, broad_phase, flush } = self;
        let mut add = |touch: DiscTouch, sides: [Side; 2], particles: &Particles| {
            contacts.push(contact(touch, sides, discs, particles, surfaces));
        };
        for (number, near) in broad_phase.near() {
            let hub = discs.list[number].hub;
            for &NearPair { ends, .. } in near.iter().filter(|pair| !discs.is_of_wheel(pair.ends)) {
                let are_flush = flush.contains(&discs.bodies_of(hub, ends[0]));
                let found = find_touch(ends, number, discs, particles, (start_offset, are_flush));
                let Some((touch, point)) = found else { continue };
                // Contacts respond to motion, as those with shapes do.
                let is_wheel = discs.list[number].is_wheel();
                for index in ends.into_iter().chain((!is_wheel).then_some(hub)).map(|end| end as usize) {
                    particles.displacement[index] -= std::mem::take(&mut spin[index]);
                }
                add(touch, [Side::Point(point), discs.side(number)], particles);
            }
        }
        for_each_pair_of_wheels(discs, particles, start_offset, |touch, sides| add(touch, sides, particles));
        broad_phase.reset_counted();
    }
}

/// The row of a contact.
fn contact(touch: DiscTouch, sides: [Side; 2], discs: &BodyDiscs, all: &Particles, surfaces: Surfaces) -> Contact {
    let DiscTouch { normal, gap, reach } = touch;
    let [one, other] =
        [(sides[0], -normal), (sides[1], normal)].map(|(side, outward)| discs.edge(side, outward, &all.position).ends);
    let friction = |end: u32| surfaces.own.between(end as usize, other[0] as usize, surfaces.common.friction);
    Contact {
        sides,
        normal,
        separation: gap,
        reach,
        friction: 0.5 * (friction(one[0]) + friction(one[1])),
        restitution: 0.0,
    }
}

/// Calls `visit` with each pair of wheels that touch in this substep.
fn for_each_pair_of_wheels(
    discs: &BodyDiscs,
    Particles { position, displacement, .. }: &Particles,
    start_offset: &[Vec2],
    mut visit: impl FnMut(DiscTouch, [Side; 2]),
) {
    let offset = |hub: usize| start_offset.get(hub).copied().unwrap_or_default();
    for (number, second) in (0..).zip(discs.wheels()) {
        for (other, first) in (0..).zip(discs.wheels()).skip(number as usize + 1) {
            let [a, b] = [first.hub as usize, second.hub as usize];
            let now = position[a] - position[b];
            let before = now - (displacement[a] - displacement[b]) + (offset(a) - offset(b));
            let sizes = (first.radius + second.radius, first.max_depth().min(second.max_depth()));
            let is_met = discs.meets(number as usize, first.hub) && !discs.passing.is_passed(second.hub, first.hub);
            if let Some(touch) = touch(before, now, sizes).filter(|_| is_met) {
                visit(touch, [Side::Wheel(other), Side::Wheel(number)]);
            }
        }
    }
}

/// Where a link, or a particle as both its ends, touches the disc of a number in this substep; `None` if it does not.
/// `start_offset`: see [`crate::collision::Impacts::start_offset`]; none if it is empty. Bodies that lie flush on each other
/// (`are_flush`) meet where they do alone, and corners in one place have no direction in which they could meet.
fn find_touch(
    ends: [u32; 2],
    number: usize,
    discs: &BodyDiscs,
    Particles { position, displacement, .. }: &Particles,
    (start_offset, are_flush): (&[Vec2], bool),
) -> Option<(DiscTouch, Point)> {
    let disc = &discs.list[number];
    let hub = disc.hub as usize;
    let indices = ends.map(|end| end as usize);
    let now = indices.map(|index| position[index] - position[hub]);
    let before = [0, 1].map(|end| now[end] - (displacement[indices[end]] - displacement[hub]));
    let find = |before: [Vec2; 2]| {
        if ends[0] == ends[1] {
            let reach = disc.radius + discs.thickness(ends);
            touch(before[0], now[0], (reach, disc.max_depth())).map(|touch| (touch, [1.0, 0.0]))
        } else {
            touch_link(before, now, disc)
        }
    };
    let offset = |index: usize| start_offset.get(index).copied().unwrap_or_default();
    let offsets = indices.map(|index| offset(index) - offset(hub));
    // A whole displacement back, a corner that bounced off a bar would be behind it.
    let before = [0, 1].map(|end| before[end] + offsets[end]);
    let flush = (ends[0] != ends[1]).then(|| discs.flush_on(disc.hub, ends, position)).flatten();
    let (touch, shares) = match flush {
        Some((normal, place)) => touch_flush(normal, [before[0], now[0]]).map(|touch| (touch, [1.0 - place, place]))?,
        None if are_flush || ends[0] == ends[1] && discs.is_beside(disc.hub, ends, position) => return None,
        None => find(before)?,
    };
    Some((touch, Point { ends, shares }))
}

/// Where a bar that lies flush on a corner touches it in this substep, by the way of a point of the bar relative to the
/// corner, m. The corner is a point here: what was built edge on edge stays so.
fn touch_flush(normal: Vec2, [before, now]: [Vec2; 2]) -> Option<DiscTouch> {
    let [gap, now] = [before, now].map(|at| normal.dot(at));
    (gap.min(now) <= 0.0).then_some(DiscTouch { normal, gap, reach: 0.0 })
}

/// A contact as part of an impact; `None` if nothing can move, or it parts. `before`: see
/// [`crate::collision::Impacts::before`].
fn hit(
    touch: DiscTouch,
    sides: [Side; 2],
    discs: &BodyDiscs,
    (particles, before): (&Particles, &[Vec2]),
    (surfaces, restitution): (Surfaces, f32),
) -> Option<Hit> {
    let mut contact = contact(touch, sides, discs, particles, surfaces);
    contact.restitution = restitution;
    let DiscTouch { normal, gap, .. } = touch;
    let points = [discs.centre(sides[0]), discs.edge(sides[0], -normal, &particles.position)];
    let base = [discs.centre(sides[1]), discs.edge(sides[1], normal, &particles.position)].map(|point| point.ends[0]);
    let is_free = |particle: u32| particles.inv_mass[particle as usize] != 0.0;
    let has_mass = points[0].ends.into_iter().any(is_free) || base.into_iter().all(is_free);
    let approach = |motion: &[Vec2], fall: Vec2| {
        let of = |particle: u32| motion[particle as usize] + if is_free(particle) { fall } else { Vec2::ZERO };
        let Point { ends: [a, b], shares } = points[0];
        (of(base[0]) - of(a) * shares[0] - of(b) * shares[1]).dot(normal)
    };
    let (approach, free_approach) =
        (approach(&particles.displacement, Vec2::ZERO), approach(before, surfaces.common.fall));
    let is_impact = approach.min(free_approach) > HIT_SPEED * surfaces.common.substep;
    let time = (gap / approach).clamp(0.0, 1.0);
    (has_mass && approach > 0.0).then_some(Hit { contact, points, base: Some(base), approach, is_impact, time })
}

/// Where a point that moves from one position to another in a substep, relative to the hub (m), touches a disc of
/// this radius, unless it is deeper inside than `max_depth` (m); `None`
/// if it does not.
fn touch(before: Vec2, now: Vec2, (radius, max_depth): (f32, f32)) -> Option<DiscTouch> {
    let distance = before.length();
    if distance <= radius {
        let is_pressed = now.dot(before) < distance * distance;
        let is_shallow = distance > radius - max_depth;
        return (is_pressed && is_shallow).then(|| DiscTouch {
            normal: before / distance,
            gap: distance - radius,
            reach: radius,
        });
    }
    // In parts along and across the path: beside a long path the square of a small radius would be lost in rounding.
    let path = now - before;
    let length = path.length();
    let direction = path / length;
    let (ahead, across) = (-before.dot(direction), direction.perp_dot(before));
    let half_chord = (radius * radius - across * across).max(0.0).sqrt();
    let way = ahead - half_chord;
    // Also where nothing moves, and no part is a number.
    if !(across.abs() <= radius && ahead > 0.0 && way <= length) {
        return None;
    }
    let normal = (direction.perp() * across - direction * half_chord) / radius;
    Some(DiscTouch { normal, gap: normal.dot(before) - radius, reach: radius })
}

/// Where a link whose ends move from one position to another in a substep, relative to the hub (m), touches a disc between
/// its ends, with the shares of the ends in that point; `None` if it does not.
fn touch_link(before: [Vec2; 2], now: [Vec2; 2], disc: &BodyDisc) -> Option<(DiscTouch, [f32; 2])> {
    let (fraction, normal, _) = sweep_link(disc.radius, before, now)?;
    let gap = normal.dot(before[0].lerp(before[1], fraction)) - disc.radius;
    (gap > -disc.max_depth()).then_some((DiscTouch { normal, gap, reach: disc.radius }, [1.0 - fraction, fraction]))
}
