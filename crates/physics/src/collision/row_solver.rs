//! The solution of contacts in a substep: one row for each, in rounds.
//!
//! Rows that share particles are solved one after the other, forwards and backwards (projected Gauss-Seidel), until their
//! impulses hardly change. A row stops the approach of its sides, within Coulomb's cone, and lifts them out of each other.
//! A wheel is one rigid body in a row, so a load on a rope bends no rim. Hits with restitution are solved before
//! ([`crate::collision::Impacts`]); what they leave bounces here.

use glam::Vec2;

use crate::collision::particle_contact::LINKED;
use crate::collision::{BodyDisc, BodyDiscs, Contact, Rigid, Side};
use crate::containers::{NONE, Refill, union_find};
use crate::particles::{Components, Particles};
use crate::plane_contact::{Surface, bounce, remaining_depth};

/// Maximum number of rounds in a substep.
const MAX_ROUNDS: usize = 8;

/// Fraction of the largest impulse by which impulses may still change when the rounds end. See [`ABSOLUTE_TOLERANCE`].
const RELATIVE_TOLERANCE: f32 = 1e-4;

/// Change of impulses beyond that share at which the rounds end, m: the rounding of positions.
const ABSOLUTE_TOLERANCE: f32 = 2.5e-7;

/// Rows for which memory is reserved.
const RESERVED_ROWS: usize = 4_096;

/// A contact in the rounds. Impulses are in kg m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub contact: Contact,
    /// A component of its group, and its place in the order of the rounds.
    group: u32,
    order: u32,
    /// The wheels of its sides, among those in contact.
    wheels: [u32; 2],
    /// Levers of the normal and of the tangent about the pivot of each wheel, m.
    levers: [[f32; 2]; 2],
    /// Displacement of the sides relative to each other by an impulse of 1 kg m along the normal and the tangent, 1/kg.
    yields: [f32; 2],
    /// Least separation at the end of the substep, m, and least speed of separation, m per substep.
    floor: f32,
    rebound: f32,
    /// Accumulated impulses: normal, lift (of positions along the normal) and friction.
    pub normal: f32,
    lift: f32,
    pub friction: f32,
}

/// A wheel in contact, and how it has moved since.
#[derive(Clone, Copy, Debug)]
struct WheelInContact {
    number: u32,
    hub: u32,
    before: Rigid,
    now: Rigid,
    /// Correction of its position, m, and of its orientation, rad.
    shift: Vec2,
    turn: f32,
}

/// The bodies that rows act on.
pub(crate) struct RowBodies<'a> {
    pub particles: &'a mut Particles,
    pub discs: &'a BodyDiscs,
    pub components: &'a Components,
}

/// Rows of a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSolver {
    /// The contacts that finders have found.
    pub contacts: Vec<Contact>,
    pub rows: Vec<Row>,
    wheels: Vec<WheelInContact>,
    /// The place of each wheel among those in contact, or [`NONE`].
    place: Vec<u32>,
    /// Disjoint sets of components that rows join.
    root: Vec<u32>,
}

impl RowSolver {
    /// Reserves memory for most scenes with a number of components, so that no later step allocates.
    pub fn reserve(&mut self, components: usize) {
        let Self { contacts, rows, root, .. } = self;
        contacts.reserve(RESERVED_ROWS);
        rows.reserve(RESERVED_ROWS);
        root.reserve(components.saturating_sub(root.len()));
    }

    /// Resolves the contacts that were found. Rows go backwards in every other substep: links that share a particle share its
    /// load, and the first takes the most, so ropes would creep towards one end. Returns the number of rows in all rounds.
    pub fn resolve(&mut self, bodies: &mut RowBodies, surface: Surface, is_backwards: bool) -> u64 {
        self.rows.clear();
        if self.contacts.is_empty() {
            return 0;
        }
        self.wheels.clear();
        self.place.refill(bodies.discs.list.len(), NONE);
        self.root.refill_with(0..bodies.components.count() as u32);
        for number in 0..self.contacts.len() {
            let order = if is_backwards { self.contacts.len() - number } else { number };
            let row = self.row(self.contacts[number], order as u32, bodies, surface);
            self.rows.extend(row);
        }
        for row in &mut self.rows {
            row.group = union_find::find_root(&mut self.root, row.group);
        }
        self.rows.sort_unstable_by_key(|row| (row.group, row.order));
        let Self { rows, wheels, .. } = self;
        let groups = rows.chunk_by_mut(|one, other| one.group == other.group);
        let solved: usize = groups.map(|rows| solve_in_rounds(rows, wheels, bodies.particles)).sum();
        self.move_wheels(bodies);
        solved as u64
    }

    /// The row of a contact; `None` if it moves nothing.
    fn row(&mut self, contact: Contact, order: u32, bodies: &RowBodies, surface: Surface) -> Option<Row> {
        let Contact { sides, normal, separation, restitution, .. } = contact;
        let particles = &*bodies.particles;
        let (mut wheels, mut levers, mut yields) = ([NONE; 2], [[0.0; 2]; 2], [0.0; 2]);
        for (number, outward) in [(0, -normal), (1, normal)] {
            match sides[number] {
                Side::Point(point) => yields = yields.map(|sum| sum + point.inv_mass(&particles.inv_mass)),
                Side::Wheel(wheel) => {
                    let place = self.place_of(wheel, bodies);
                    wheels[number] = place as u32;
                    let BodyDisc { hub, radius, .. } = bodies.discs.list[wheel as usize];
                    let rigid = &self.wheels[place].now;
                    levers[number] = rigid.levers(particles.position[hub as usize], (outward, normal), radius);
                    yields = [0, 1].map(|axis| yields[axis] + rigid.yielding(levers[number][axis]));
                }
                Side::Surface { .. } => {}
            }
        }
        if yields[0] <= 0.0 {
            return None;
        }
        let mut group = NONE;
        for side in sides {
            let (a, b) = match side {
                Side::Point(point) => (point.ends[0], point.ends[1]),
                Side::Wheel(wheel) => (bodies.discs.list[wheel as usize].hub, NONE),
                Side::Surface { .. } => continue,
            };
            for particle in [a, b].into_iter().filter(|particle| *particle != NONE) {
                let component = bodies.components.numbers()[particle as usize];
                if group != NONE {
                    union_find::union(&mut self.root, group, component);
                }
                group = component;
            }
        }
        let mut row = Row {
            contact,
            group,
            order,
            wheels,
            levers,
            yields,
            floor: -remaining_depth(-separation, |depth| LINKED.distance(depth, surface.substep)),
            rebound: 0.0,
            normal: 0.0,
            lift: 0.0,
            friction: 0.0,
        };
        if restitution > 0.0 {
            let approach = -row.speed(0, &self.wheels, particles);
            let lift = row.floor - row.separation(&self.wheels, particles);
            row.rebound = bounce(approach, lift.max(0.0), separation, (normal, restitution), surface);
        }
        Some(row)
    }

    /// The place of a wheel among those in contact.
    fn place_of(&mut self, wheel: u32, bodies: &RowBodies) -> usize {
        let place = &mut self.place[wheel as usize];
        if *place == NONE {
            *place = self.wheels.len() as u32;
            let rigid = Rigid::of(bodies.discs.members(wheel as usize), bodies.particles);
            let (before, now) = (rigid, rigid);
            let hub = bodies.discs.list[wheel as usize].hub;
            self.wheels.push(WheelInContact { number: wheel, hub, before, now, shift: Vec2::ZERO, turn: 0.0 });
        }
        *place as usize
    }

    /// Moves the particles of the wheels in contact.
    fn move_wheels(&self, RowBodies { particles, discs, .. }: &mut RowBodies) {
        let Particles { position, displacement, inv_mass, .. } = &mut **particles;
        for WheelInContact { number, before, now, shift, turn, .. } in &self.wheels {
            let (motion, turn_of_motion) = (now.motion - before.motion, now.turn - before.turn);
            if !(motion.is_finite() && turn_of_motion.is_finite() && shift.is_finite() && turn.is_finite()) {
                continue;
            }
            for &member in discs.members(*number as usize) {
                let index = member as usize;
                if inv_mass[index] > 0.0 {
                    let lever = (position[index] - before.pivot).perp();
                    position[index] += *shift + lever * *turn;
                    displacement[index] += motion + lever * turn_of_motion;
                }
            }
        }
    }
}

/// Solves rows one after the other in rounds, until their impulses hardly change. Returns their number in all rounds.
fn solve_in_rounds(rows: &mut [Row], wheels: &mut [WheelInContact], particles: &mut Particles) -> usize {
    let mut solved = 0;
    for round in 0..MAX_ROUNDS {
        solved += rows.len();
        let (mut largest, mut change) = (0.0f32, 0.0f32);
        let mut solve = |row: &mut Row| {
            change = row.solve(wheels, particles).max(change);
            largest = (row.normal * row.yields[0]).max(largest);
        };
        if round % 2 == 0 {
            rows.iter_mut().for_each(&mut solve);
        } else {
            rows.iter_mut().rev().for_each(&mut solve);
        }
        if change <= RELATIVE_TOLERANCE * largest + ABSOLUTE_TOLERANCE {
            break;
        }
    }
    solved
}

impl Row {
    /// Whether both sides are held in place, and a wheel can only turn.
    fn are_both_held(&self, wheels: &[WheelInContact], particles: &Particles) -> bool {
        [0, 1].into_iter().all(|side| match self.contact.sides[side] {
            Side::Point(point) => point.inv_mass(&particles.inv_mass) == 0.0,
            Side::Wheel(_) => wheels[self.wheels[side] as usize].now.yielding(0.0) == 0.0,
            Side::Surface { .. } => true,
        })
    }

    /// Speed at which the sides separate along the normal (axis 0) or move along the tangent (axis 1), m per substep.
    fn speed(&self, axis: usize, wheels: &[WheelInContact], particles: &Particles) -> f32 {
        let direction = if axis == 0 { self.contact.normal } else { self.contact.normal.perp() };
        // A fixed particle stops the turn of a wheel that is held, and does not turn it: at a short lever it would fling
        // the wheel round.
        let are_held = self.wheels != [NONE; 2] && self.are_both_held(wheels, particles);
        let [one, other] = [0, 1].map(|side| {
            let (motion, turn) = match self.contact.sides[side] {
                Side::Point(point) => (point.of(&particles.displacement), 0.0),
                Side::Wheel(_) => {
                    let Rigid { motion, turn, .. } = wheels[self.wheels[side] as usize].now;
                    (motion, turn)
                }
                Side::Surface { motion, .. } => (motion, 0.0),
            };
            let along = if are_held { 0.0 } else { motion.dot(direction) };
            along + turn * self.levers[side][axis]
        });
        one - other
    }

    /// Separation of the sides now, m.
    fn separation(&self, wheels: &[WheelInContact], particles: &Particles) -> f32 {
        let [one, other] = [0, 1].map(|side| match self.contact.sides[side] {
            Side::Point(point) => point.of(&particles.position),
            Side::Wheel(_) => wheels[self.wheels[side] as usize].centre(particles),
            Side::Surface { .. } => Vec2::ZERO,
        });
        self.contact.normal.dot(one - other) - self.contact.reach
    }

    /// Solves the row by itself. Returns the largest change of an impulse, as displacement, m.
    fn solve(&mut self, wheels: &mut [WheelInContact], particles: &mut Particles) -> f32 {
        let [yields, yields_along] = self.yields;
        let not_negative = |sum: f32| if sum > 0.0 { sum } else { 0.0 };
        let normal = not_negative(self.normal + (self.rebound - self.speed(0, wheels, particles)) / yields);
        let lift = not_negative(self.lift + (self.floor - self.separation(wheels, particles)) / yields);
        let changes = [normal - self.normal, lift - self.lift];
        self.push((0, changes), wheels, particles);
        (self.normal, self.lift) = (normal, lift);
        let mut largest = changes[0].abs().max(changes[1].abs()) * yields;
        if yields_along > 0.0 && self.contact.friction > 0.0 {
            let limit = self.contact.friction * normal;
            let wanted = self.friction - self.speed(1, wheels, particles) / yields_along;
            // Not `clamp`, which panics where an infinite impulse makes the bound a NaN.
            let bounded = if wanted > limit { limit } else { wanted };
            let friction = if bounded < -limit { -limit } else { bounded };
            let change = friction - self.friction;
            // Position and motion alike, or a rope that links drag over a surface would creep without speed.
            self.push((1, [change; 2]), wheels, particles);
            self.friction = friction;
            largest = largest.max(change.abs() * yields_along);
        }
        largest
    }

    /// Pushes the sides apart along the normal (axis 0), or along the tangent (axis 1): an impulse on their motion, and one on
    /// their positions, kg m.
    fn push(&self, (axis, [motion, position]): (usize, [f32; 2]), wheels: &mut [WheelInContact], all: &mut Particles) {
        let direction = if axis == 0 { self.contact.normal } else { self.contact.normal.perp() };
        if !(motion.is_finite() && position.is_finite()) {
            return;
        }
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            match self.contact.sides[side] {
                Side::Point(point) => {
                    for (end, share) in point.ends.into_iter().zip(point.shares) {
                        let (index, lever) = (end as usize, sign * share * all.inv_mass[end as usize]);
                        all.displacement[index] += direction * (motion * lever);
                        all.position[index] += direction * (position * lever);
                    }
                }
                Side::Wheel(_) => {
                    let (wheel, lever) = (&mut wheels[self.wheels[side] as usize], self.levers[side][axis]);
                    let (shift, turn) = wheel.now.moved_by(direction, lever, sign * position);
                    wheel.shift += shift;
                    wheel.turn += turn;
                    let (by, turn) = wheel.now.moved_by(direction, lever, sign * motion);
                    wheel.now.motion += by;
                    wheel.now.turn += turn;
                }
                Side::Surface { .. } => {}
            }
        }
    }
}

impl WheelInContact {
    /// Position of its hub now, m.
    fn centre(&self, particles: &Particles) -> Vec2 {
        let hub = particles.position[self.hub as usize];
        hub + self.shift + (hub - self.before.pivot).perp() * self.turn
    }
}
