//! The region of an impact: contacts and links as rows of velocities, solved together.
//!
//! The links alone allow a motion `u`; links and contacts without restitution allow its projection `v`. After the
//! impact, the motion is `v + e (v - u)` (J. J. Moreau 1988, "Unilateral contact and dry friction in finite freedom
//! dynamics"). The projection is orthogonal, so its energy is at most that of `u`. Friction follows, within its cone.
//! Where the rounds end before they converge, `e` is lowered, so results that are cut off early add no energy either.

use glam::Vec2;

use crate::collision::{Hit, Side};
use crate::particles::{DistanceConstraint, LinkKind, Particles};
use crate::plane_contact::Surface;
use crate::tuning::BOUNCE_SPEED;

/// Maximum number of links and normals that are solved for one result, in rounds through all of a region. A body that
/// rattles makes an impact in each substep, and a region extends along ropes of thousands of links.
const MAX_SOLVED_ROWS: usize = 24_000;

/// Minimum number of rounds, whatever the number of rows.
const MIN_REGION_ROUNDS: usize = 8;

/// Maximum number of rounds.
const MAX_REGION_ROUNDS: usize = 400;

/// The last round is the first that changes no speed by more than this fraction of the approach.
const LAST_CHANGE: f32 = 1e-4;

/// Greatest lever at which a corner stands for a part of a round rim, as a fraction of the radius of gyration, squared:
/// wheels of ten spokes or more. The corners of a rim approach by rotation, and the rim does not.
const MAX_ROLLING_LEVER_SQUARED: f32 = 0.1;

/// Least length of a link that only pulls, as a fraction of its rest length, at which it passes on an impulse.
const PASSES_ON: f32 = 0.9999;

/// A row of the equations of a region: the speed of a link's ends or of a contact along a direction.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Members at its ends.
    ends: [usize; 2],
    /// Shares of the ends in the speed.
    shares: [f32; 2],
    /// The member that they move relative to, if there is one.
    base: Option<usize>,
    /// Unit vector.
    direction: Vec2,
    /// Speed at which the row is solved.
    target: f32,
    /// Effective mass, kg; 0 where nothing can move, and the row does nothing.
    mass: f32,
    /// Bounds of the impulse.
    bounds: [f32; 2],
    /// Accumulated impulse, kg m per substep.
    impulse: f32,
}

/// The particles that an impact moves: those in contact, and those that links and contacts join to them. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactRegion {
    /// The particles, nearest first.
    pub members: Vec<u32>,
    /// Time of the impact, in substeps, 0 to 1.
    pub time: f32,
    inv_mass: Vec<f32>,
    /// Motion of each member, and the motion that links allow without contacts, m per substep.
    motion: Vec<Vec2>,
    free_motion: Vec<Vec2>,
    links: Vec<Row>,
    normals: Vec<Row>,
    tangents: Vec<Row>,
    /// The hit of each row of `normals`.
    hits: Vec<Hit>,
}

impl Row {
    /// Speed along the row above its target.
    fn speed(&self, motion: &[Vec2]) -> f32 {
        let [a, b] = self.ends.map(|end| motion[end]);
        let speed = (a * self.shares[0] + b * self.shares[1]).dot(self.direction) - self.target;
        self.base.map_or(speed, |base| speed - motion[base].dot(self.direction))
    }

    /// Stops the motion along the row, within the bounds of its impulse. Returns the change of speed.
    fn solve(&mut self, motion: &mut [Vec2], inv_mass: &[f32]) -> f32 {
        if self.mass == 0.0 {
            return 0.0;
        }
        let impulse = (self.impulse - self.speed(motion) * self.mass).clamp(self.bounds[0], self.bounds[1]);
        let change = impulse - self.impulse;
        self.impulse = impulse;
        for (end, share) in self.ends.into_iter().zip(self.shares) {
            motion[end] += self.direction * (change * share * inv_mass[end]);
        }
        if let Some(base) = self.base {
            motion[base] -= self.direction * (change * inv_mass[base]);
        }
        change.abs() / self.mass
    }
}

impl ImpactRegion {
    /// Reserves memory for this number of members.
    pub fn reserve(&mut self, members: usize) {
        let Self { members: list, inv_mass, motion, free_motion, links, normals, tangents, hits, time: _ } = self;
        list.reserve(members);
        inv_mass.reserve(members);
        [motion, free_motion].into_iter().for_each(|list| list.reserve(members));
        links.reserve(4 * members);
        [normals, tangents].into_iter().for_each(|list| list.reserve(4 * members));
        hits.reserve(4 * members);
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        let Self { members, inv_mass, motion, free_motion, links, normals, tangents, hits, time: _ } = self;
        members.clear();
        inv_mass.clear();
        [motion, free_motion].into_iter().for_each(Vec::clear);
        [links, normals, tangents].into_iter().for_each(Vec::clear);
        hits.clear();
    }

    /// Adds the row of a link between members, at the middle of the substep, if the link passes on impulses.
    pub fn add_link(&mut self, ends: [usize; 2], particles: [u32; 2], link: &DistanceConstraint, all: &Particles) {
        let [a, b] = particles.map(|particle| particle as usize);
        let offset = all.position[b] - all.position[a] - (all.displacement[b] - all.displacement[a]) * 0.5;
        let length = (offset.x * offset.x + offset.y * offset.y).sqrt();
        let pulls_only = link.kind.pulls_only();
        if length > 1e-9 && link.kind != LinkKind::Stop && !(pulls_only && length < PASSES_ON * link.rest_length) {
            let bounds = [f32::NEG_INFINITY, if pulls_only { 0.0 } else { f32::INFINITY }];
            let mass = 1.0 / (all.inv_mass[a] + all.inv_mass[b]);
            let (shares, direction) = ([-1.0, 1.0], offset / length);
            self.links.push(Row { ends, shares, base: None, direction, target: 0.0, mass, bounds, impulse: 0.0 });
        }
    }

    /// Adds the rows of a contact between members: those of its points and of its base, for its normal and its tangent.
    pub fn add_contact(&mut self, ends: [[usize; 2]; 2], base: Option<[usize; 2]>, hit: Hit, all: &Particles) {
        let normal = hit.contact.normal;
        let [normal, tangent] = [0, 1].map(|axis| {
            let (direction, bounds) =
                if axis == 0 { (normal, [0.0, f32::INFINITY]) } else { (normal.perp(), [0.0; 2]) };
            let point = hit.points[axis];
            let of_end = |i: usize| point.shares[i] * point.shares[i] * all.inv_mass[point.ends[i] as usize];
            let of_base = hit.base.map_or(0.0, |base| all.inv_mass[base[axis] as usize]);
            let inv_mass = of_end(0) + of_end(1) + of_base;
            let mass = if inv_mass > 0.0 { 1.0 / inv_mass } else { 0.0 };
            let target = hit.contact.sides[1].surface_motion().dot(direction);
            let (ends, shares, base) = (ends[axis], point.shares, base.map(|base| base[axis]));
            Row { ends, shares, base, direction, target, mass, bounds, impulse: 0.0 }
        });
        self.normals.push(normal);
        self.tangents.push(tangent);
        self.hits.push(hit);
    }

    /// Loads the motion at the time of the first impact. Returns whether it is one.
    pub fn load(&mut self, particles: &Particles, surface: Surface) -> bool {
        let impacts = self.hits.iter().filter(|hit| hit.is_impact);
        self.time = impacts.map(|hit| hit.time).fold(1.0, f32::min);
        for &member in &self.members {
            let index = member as usize;
            let is_free = particles.inv_mass[index] != 0.0;
            let fall = if is_free { surface.fall * (self.time - 0.5) } else { Vec2::ZERO };
            self.inv_mass.push(particles.inv_mass[index]);
            self.motion.push(particles.displacement[index] + fall);
        }
        !self.is_rolling(particles, surface)
    }

    /// The members that are not fixed.
    pub fn free_members(&self) -> impl Iterator<Item = u32> {
        let members = self.members.iter().zip(&self.inv_mass);
        members.filter(|(_, inv_mass)| **inv_mass != 0.0).map(|(member, _)| *member)
    }

    /// Motion of the member of this number at the time of the impact, m per substep.
    pub fn motion(&self, number: u32) -> Vec2 {
        self.motion[number as usize]
    }

    /// Whether the only contacts are the next corners of a wheel that rolls.
    fn is_rolling(&self, particles: &Particles, surface: Surface) -> bool {
        let Self { members, motion, inv_mass, hits, .. } = self;
        let (mut mass, mut centre, mut momentum) = (0.0, Vec2::ZERO, Vec2::ZERO);
        let at = |member: usize| particles.position[members[member] as usize];
        let free = || (0..members.len()).filter(|&member| inv_mass[member] > 0.0);
        for member in free() {
            let of_member = 1.0 / inv_mass[member];
            mass += of_member;
            centre += (at(member) - at(0)) * of_member;
            momentum += motion[member] * of_member;
        }
        let (centre, motion_of_centre) = (at(0) + centre / mass, momentum / mass);
        let inertia: f32 = free().map(|member| (at(member) - centre).length_squared() / inv_mass[member]).sum();
        hits.iter().filter(|hit| hit.is_impact).all(|hit| {
            let (Side::Point(point), normal) = (hit.contact.sides[0], hit.contact.normal) else { return false };
            let lever = (point.of(&particles.position) - centre).perp_dot(normal);
            let of_centre = (hit.contact.sides[1].surface_motion() - motion_of_centre).dot(normal);
            let by_rotation = (hit.approach - of_centre).max(0.0);
            hit.contact.sides[1].is_surface()
                && mass * lever * lever <= MAX_ROLLING_LEVER_SQUARED * inertia
                && of_centre - by_rotation <= BOUNCE_SPEED * surface.substep
        })
    }

    /// Solves the impact. Returns the number of rows in all rounds.
    pub fn solve(&mut self) -> u64 {
        let approach = self.hits.iter().map(|hit| hit.approach).fold(0.0, f32::max);
        let tolerance = LAST_CHANGE * approach;
        let limits = (tolerance, max_rounds(self.links.len() + self.normals.len()));
        let Self { links, normals, motion, free_motion, inv_mass, .. } = self;
        let mut rows = solve_rounds([&mut links[..], &mut [], &mut []], motion, inv_mass, limits);
        free_motion.clone_from(motion);
        links.iter_mut().for_each(|link| link.impulse = 0.0);
        rows += solve_rounds([&mut links[..], &mut normals[..], &mut []], motion, inv_mass, limits);
        let restitution = self.restitution();
        let Self { links, normals, tangents, motion, free_motion, inv_mass, hits, .. } = self;
        for (motion, free) in motion.iter_mut().zip(free_motion) {
            *motion += (*motion - *free) * restitution;
        }
        for ((normal, tangent), hit) in normals.iter_mut().zip(&mut *tangents).zip(hits) {
            // Not NaN, at which `clamp` would panic: motions beyond all numbers are not applied.
            let limit = (hit.contact.friction * (1.0 + restitution) * normal.impulse).max(0.0);
            tangent.bounds = [-limit, limit];
            normal.impulse = 0.0;
        }
        links.iter_mut().for_each(|link| link.impulse = 0.0);
        rows + solve_rounds([&mut links[..], &mut normals[..], &mut tangents[..]], motion, inv_mass, limits)
    }

    /// The restitution of the region: the mean of its contacts by the energy that each takes, and less where the rounds
    /// have not converged, so that no energy is added.
    fn restitution(&self) -> f32 {
        let (mut sum, mut weight, mut surface) = (0.0, 0.0, Vec2::ZERO);
        for (normal, hit) in self.normals.iter().zip(&self.hits) {
            let energy = normal.impulse * hit.approach;
            sum += hit.contact.restitution * energy;
            surface += hit.contact.sides[1].surface_motion() * energy;
            weight += energy;
        }
        if weight <= 0.0 {
            return 0.0;
        }
        let surface = surface / weight;
        let (mut along, mut lost) = (0.0, 0.0);
        for ((motion, free), inv_mass) in self.motion.iter().zip(&self.free_motion).zip(&self.inv_mass) {
            if *inv_mass > 0.0 {
                let change = *free - *motion;
                along += (*motion - surface).dot(change) / inv_mass;
                lost += change.dot(change) / inv_mass;
            }
        }
        // The energy after is that before, less (1 + e) (2 along + (1 - e) lost) / 2.
        let limit = if lost > 0.0 { 1.0 + 2.0 * along.min(0.0) / lost } else { 0.0 };
        (sum / weight).min(limit).max(0.0)
    }
}

/// Maximum number of rounds through this number of rows.
fn max_rounds(rows: usize) -> usize {
    (MAX_SOLVED_ROWS / rows.max(1)).clamp(MIN_REGION_ROUNDS, MAX_REGION_ROUNDS)
}

/// Solves rows in rounds, the links forwards and backwards in turn, until no speed changes by more than a tolerance, up to
/// a number of rounds. Returns the number of rows in all rounds.
fn solve_rounds(
    [links, normals, tangents]: [&mut [Row]; 3],
    motion: &mut [Vec2],
    inv_mass: &[f32],
    (tolerance, max_rounds): (f32, usize),
) -> u64 {
    let mut rows = 0;
    for round in 0..max_rounds {
        rows += links.len() + normals.len() + tangents.len();
        let mut largest = 0.0f32;
        let mut solve = |row: &mut Row| largest = largest.max(row.solve(motion, inv_mass));
        tangents.iter_mut().for_each(&mut solve);
        normals.iter_mut().for_each(&mut solve);
        if round % 2 == 0 {
            links.iter_mut().for_each(&mut solve);
        } else {
            links.iter_mut().rev().for_each(&mut solve);
        }
        if largest <= tolerance {
            break;
        }
    }
    rows as u64
}
