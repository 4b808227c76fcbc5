//! Friction of links at corners and posts, solved for a whole chain of contacts at once.
//!
//! A rope over a post touches it with its links, and neighbouring links share a particle. One contact after the other
//! (Gauss-Seidel) converges too slowly: the normal impulses alternate, and the residual lets a rope creep that friction
//! would hold. So a chain of contacts is solved by a semi-smooth Newton method (Alart and Curnier 1991, "A mixed
//! formulation for frictional contact problems"): guess the state of each contact (open, stick, slide), solve the block
//! tridiagonal system that remains, correct the wrong guesses, repeat.

use glam::{DVec2, Vec2};

use crate::collision::{Push, SweptParticles};
use crate::containers::Refill;

/// Maximum number of Newton iterations in a substep.
const MAX_NEWTON_ITERATIONS: usize = 8;

/// Maximum number of Gauss-Seidel rounds afterwards, for contacts that form no chain and for chains without a solution.
const MAX_ROUNDS: usize = 8;

/// Fraction of the largest impulse by which impulses may still change when the rounds end. See [`ABSOLUTE_TOLERANCE`].
const RELATIVE_TOLERANCE: f32 = 1e-4;

/// Change of impulses beyond that share at which the rounds end, m: the rounding of positions.
const ABSOLUTE_TOLERANCE: f32 = 2.5e-7;

/// Least response of a contact point to its own impulse. Keeps the system regular where two contacts coincide.
const REGULARISATION: f64 = 1e-6;

/// A contact of a link with the disc about a corner. Impulses are in units of displacement, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CornerContact {
    /// The connected component of the link.
    pub component: u32,
    /// Number of the contact in the order of detection.
    pub number: u32,
    pub ends: [usize; 2],
    /// Number and centre of the shape, if it moves by a motor.
    pub motor: Option<(u32, Vec2)>,
    /// Effective mass of the contact point, kg.
    pub mass: f32,
    /// Centre of the disc, m.
    pub disc: Vec2,
    /// Barycentric coordinates of the contact point on the link.
    pub shares: [f32; 2],
    /// Motion of each end per motion of the contact point.
    pub levers: [f32; 2],
    pub normal: Vec2,
    /// Motion of the surface at the contact in the substep, m.
    pub surface_motion: Vec2,
    /// Least coordinate of the contact point along the normal, m.
    pub floor: f32,
    /// Wanted displacement along the normal relative to the surface, m.
    pub rebound: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
    /// Accumulated normal impulse: correction of the displacement.
    pub normal_impulse: f32,
    /// Accumulated correction of the position along the normal.
    pub lift: f32,
    /// Accumulated friction impulse, counter-clockwise around the shape.
    pub friction_impulse: f32,
}

/// The contacts of links at corners in a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerContacts {
    pub list: Vec<CornerContact>,
    rows: Vec<Row>,
}

/// The guessed state of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ContactState {
    Open,
    Stick,
    /// On the friction cone; the friction acts counter-clockwise around the shape (1) or clockwise (-1).
    Slide(f64),
}

/// A contact as a row of the block tridiagonal system. Vectors are (normal, tangential).
#[derive(Clone, Copy, Debug)]
struct Row {
    state: ContactState,
    /// Wanted motion of the contact point, m.
    wanted: DVec2,
    /// Response of the point to the impulses of the previous and the next contact.
    previous: Matrix2,
    next: Matrix2,
    /// Response of the point to its own impulse.
    own: f64,
    /// The eliminated row: impulse = `impulse - upper * next impulse`.
    upper: Matrix2,
    impulse: DVec2,
}

/// A matrix of two rows.
#[derive(Clone, Copy, Debug, Default)]
struct Matrix2(DVec2, DVec2);

impl CornerContacts {
    /// Reserves memory for a number of contacts.
    pub fn reserve(&mut self, count: usize) {
        self.list.reserve(count.saturating_sub(self.list.len()));
        self.rows.reserve(count.saturating_sub(self.rows.len()));
    }

    /// Solves all contacts, those of each connected component by themselves, and moves their links. Returns their number in
    /// all rounds.
    pub fn solve(&mut self, particles: &mut SweptParticles) -> u64 {
        let Self { list, rows } = self;
        let mut solved = 0;
        list.sort_unstable_by_key(|contact| (contact.component, contact.number));
        for contacts in list.chunk_by_mut(|one, other| one.component == other.component) {
            add_arc_friction(contacts);
            for chain in contacts.chunk_by_mut(|one, other| one.shares_end(other)) {
                // A single contact is exact already.
                if chain.len() > 1 {
                    solved += solve_chain(rows, chain, particles);
                }
            }
            solved += solve_in_rounds(contacts, particles);
        }
        for contact in &*list {
            let Some((shape, centre)) = contact.motor else { continue };
            let Vec2 { x: normal, y: friction } = contact.impulse().as_vec2();
            let impulse = (contact.normal * normal + contact.normal.perp() * friction) * contact.mass;
            let (at, particle) = (contact.point(particles) - centre, contact.ends[0] as u32);
            particles.pushes.push(Push { shape, particle, at, mass: contact.mass, impulse });
        }
        solved as u64
    }
}

/// Solves contacts one after the other in rounds, until their impulses hardly change. Returns their number in all rounds.
fn solve_in_rounds(contacts: &mut [CornerContact], particles: &mut SweptParticles) -> usize {
    let mut solved = 0;
    for round in 0..MAX_ROUNDS {
        solved += contacts.len();
        let (mut largest, mut change) = (0.0, 0.0);
        let mut solve = |contact: &mut CornerContact| {
            change = contact.solve(particles).max(change);
            largest = contact.normal_impulse.max(largest);
        };
        if round % 2 == 0 {
            contacts.iter_mut().rev().for_each(&mut solve);
        } else {
            contacts.iter_mut().for_each(&mut solve);
        }
        if change <= RELATIVE_TOLERANCE * largest + ABSOLUTE_TOLERANCE {
            break;
        }
    }
    solved
}

/// Adds the friction of the arc between links on one disc.
fn add_arc_friction(list: &mut [CornerContact]) {
    let arc_friction = |one: &CornerContact, other: &CornerContact| {
        let is_one_arc = one.disc == other.disc && one.shares_end(other);
        is_one_arc.then(|| one.friction * (capstan_factor(one.friction, one.normal, other.normal) - 1.0))
    };
    let mut before = None;
    for i in 0..list.len() {
        // The next contact still has the friction of the surface.
        let after = list.get(i + 1).and_then(|next| arc_friction(next, &list[i]));
        // The rope bends once more where it leaves the disc beyond the first and the last contact.
        let more = match (before, after) {
            (Some(one), Some(other)) => 0.5 * (one + other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        };
        list[i].friction += more;
        before = after;
    }
}

/// The factor on friction where a rope bends between two contact normals.
///
/// The arc presses harder on the disc than the links at its ends. By the capstan equation the tensions on both sides
/// are in the ratio e^(friction x angle); the links alone would give less. The factor is sinh(friction x angle) /
/// (friction x sin(angle)).
fn capstan_factor(friction: f32, one: Vec2, other: Vec2) -> f32 {
    const MAX_SINE: f32 = 0.85;
    let sine = one.perp_dot(other).abs().min(MAX_SINE);
    if one.dot(other) < 0.0 || sine < 1e-3 || friction <= 0.0 {
        return 1.0;
    }
    // Series of asin and sinh, within 0.1 % up to 1 rad.
    let square = sine * sine;
    let angle = sine * (1.0 + square * (1.0 / 6.0 + square * (0.075 + square * 0.0446)));
    let x = friction * angle;
    let sinh = x * (1.0 + x * x * (1.0 / 6.0 + x * x / 120.0));
    sinh / (friction * sine)
}

/// Solves a chain of contacts and moves its links. Returns their number in all Newton steps.
fn solve_chain(rows: &mut Vec<Row>, chain: &mut [CornerContact], particles: &mut SweptParticles) -> usize {
    rows.refill_with((0..chain.len()).map(|i| {
        let to = |j: Option<usize>| j.and_then(|j| chain.get(j)).map(|j| chain[i].response_to(j)).unwrap_or_default();
        Row {
            state: ContactState::Stick,
            wanted: chain[i].wanted_motion(particles),
            previous: to(i.checked_sub(1)),
            next: to(Some(i + 1)),
            own: f64::from(chain[i].scalar_response_to(&chain[i])).max(REGULARISATION),
            upper: Matrix2::default(),
            impulse: DVec2::ZERO,
        }
    }));
    // The system is solved for the total impulses, so the motion by those so far is added back.
    for i in 0..rows.len() {
        let of = |j: Option<usize>| j.and_then(|j| chain.get(j)).map_or(DVec2::ZERO, CornerContact::impulse);
        let Row { previous, next, own, .. } = rows[i];
        let neighbours = (of(i.checked_sub(1)), of(Some(i + 1)));
        rows[i].wanted += chain[i].impulse() * own + previous.apply(neighbours.0) + next.apply(neighbours.1);
    }
    let mut solved = 0;
    let is_solved = (0..MAX_NEWTON_ITERATIONS).any(|_| {
        solved += chain.len();
        eliminate(rows, chain);
        !correct_states(rows, chain)
    });
    // A chain without a solution is left to the rounds.
    if !is_solved {
        return solved;
    }
    for (contact, row) in chain.iter_mut().zip(rows) {
        let normal = row.impulse.x.max(0.0);
        let max_friction = f64::from(contact.friction) * normal;
        let (normal, friction) = (normal as f32, row.impulse.y.max(-max_friction).min(max_friction) as f32);
        // A resting contact is lifted by as much as its normal impulse grows.
        let lift = contact.lift + (normal - contact.normal_impulse);
        contact.apply(particles, normal, if lift > 0.0 { lift } else { 0.0 }, friction);
    }
    solved
}

/// Solves the block tridiagonal system under the guessed states (the Thomas algorithm).
fn eliminate(rows: &mut [Row], chain: &[CornerContact]) {
    let (mut upper, mut impulse) = (Matrix2::default(), DVec2::ZERO);
    for (row, contact) in rows.iter_mut().zip(chain) {
        let mut own = Matrix2(DVec2::new(row.own, 0.0), DVec2::new(0.0, row.own)).minus(row.previous.times(upper));
        let mut wanted = row.wanted - row.previous.apply(impulse);
        let mut next = row.next;
        match row.state {
            ContactState::Stick => {}
            ContactState::Open => (own, wanted, next) = (Matrix2(DVec2::X, DVec2::Y), DVec2::ZERO, Matrix2::default()),
            ContactState::Slide(sign) => {
                (own.1, wanted.y, next.1) = (DVec2::new(-sign * f64::from(contact.friction), 1.0), 0.0, DVec2::ZERO);
            }
        }
        let inverse = own.inverse();
        (row.upper, row.impulse) = (inverse.times(next), inverse.apply(wanted));
        (upper, impulse) = (row.upper, row.impulse);
    }
    let mut after = DVec2::ZERO;
    for row in rows.iter_mut().rev() {
        row.impulse -= row.upper.apply(after);
        after = row.impulse;
    }
}

/// Corrects the states that the solution contradicts. Returns whether there was one.
fn correct_states(rows: &mut [Row], chain: &[CornerContact]) -> bool {
    let mut has_changed = false;
    for i in 0..rows.len() {
        let row = rows[i];
        let of = |j: Option<usize>| j.and_then(|j| rows.get(j)).map_or(DVec2::ZERO, |row| row.impulse);
        let residual = row.wanted
            - row.impulse * row.own
            - row.previous.apply(of(i.checked_sub(1)))
            - row.next.apply(of(Some(i + 1)));
        let max_friction = f64::from(chain[i].friction) * row.impulse.x;
        let state = match row.state {
            ContactState::Open if residual.x > 0.0 => ContactState::Stick,
            ContactState::Open => ContactState::Open,
            _ if row.impulse.x < 0.0 => ContactState::Open,
            ContactState::Stick if row.impulse.y > max_friction => ContactState::Slide(1.0),
            ContactState::Stick if row.impulse.y < -max_friction => ContactState::Slide(-1.0),
            // Sliding friction must oppose the motion that remains.
            ContactState::Slide(sign) if residual.y * sign < 0.0 => ContactState::Stick,
            state => state,
        };
        has_changed |= state != row.state;
        rows[i].state = state;
    }
    has_changed
}

impl CornerContact {
    fn shares_end(&self, other: &Self) -> bool {
        self.ends.iter().any(|end| other.ends.contains(end))
    }

    /// Motion of the contact point per motion of another contact's point.
    fn scalar_response_to(&self, other: &Self) -> f32 {
        let of = |end: usize, share: f32| {
            let [a, b] = other.ends;
            share * (if a == end { other.levers[0] } else { 0.0 } + if b == end { other.levers[1] } else { 0.0 })
        };
        of(self.ends[0], self.shares[0]) + of(self.ends[1], self.shares[1])
    }

    /// The same as a matrix between the frames of both contacts' normals.
    fn response_to(&self, other: &Self) -> Matrix2 {
        let (normal, other_normal) = (self.normal.as_dvec2(), other.normal.as_dvec2());
        let share = f64::from(self.scalar_response_to(other));
        let (cos, sin) = (normal.dot(other_normal) * share, normal.perp_dot(other_normal) * share);
        Matrix2(DVec2::new(cos, -sin), DVec2::new(sin, cos))
    }

    /// The accumulated impulse: normal and tangential.
    fn impulse(&self) -> DVec2 {
        DVec2::new(self.normal_impulse.into(), self.friction_impulse.into())
    }

    /// The contact point, m.
    fn point(&self, particles: &SweptParticles) -> Vec2 {
        let [a, b] = self.ends;
        particles.position[a] * self.shares[0] + particles.position[b] * self.shares[1]
    }

    /// Displacement of the contact point relative to the surface, m.
    fn relative_displacement(&self, particles: &SweptParticles) -> Vec2 {
        let [a, b] = self.ends;
        particles.displacement[a] * self.shares[0] + particles.displacement[b] * self.shares[1] - self.surface_motion
    }

    /// The motion that the contact point still lacks: normal and tangential, m.
    fn wanted_motion(&self, particles: &SweptParticles) -> DVec2 {
        let relative = self.relative_displacement(particles);
        DVec2::new((self.rebound - relative.dot(self.normal)).into(), (-relative.dot(self.normal.perp())).into())
    }

    /// Solves the contact by itself. Returns the largest change of an impulse, m.
    fn solve(&mut self, particles: &mut SweptParticles) -> f32 {
        let (point, relative) = (self.point(particles), self.relative_displacement(particles));
        let not_negative = |sum: f32, by: f32| if sum + by > 0.0 { sum + by } else { 0.0 };
        let normal = not_negative(self.normal_impulse, self.rebound - relative.dot(self.normal));
        let lift = not_negative(self.lift, self.floor - point.dot(self.normal));
        let max_friction = self.friction * normal;
        // Not `clamp`, which panics where an infinite impulse makes the bound a NaN.
        let wanted = self.friction_impulse - relative.dot(self.normal.perp());
        let friction = if wanted > max_friction {
            max_friction
        } else if wanted < -max_friction {
            -max_friction
        } else {
            wanted
        };
        let changes = [normal - self.normal_impulse, lift - self.lift, friction - self.friction_impulse];
        self.apply(particles, normal, lift, friction);
        changes.into_iter().fold(0.0, |largest, change| change.abs().max(largest))
    }

    /// Sets the accumulated impulses, and moves the link by their changes.
    fn apply(&mut self, particles: &mut SweptParticles, normal: f32, lift: f32, friction: f32) {
        let tangential = self.normal.perp() * (friction - self.friction_impulse);
        let position = self.normal * (lift - self.lift) + tangential;
        let displacement = self.normal * (normal - self.normal_impulse) + tangential;
        if !(position.is_finite() && displacement.is_finite()) {
            return;
        }
        (self.normal_impulse, self.lift, self.friction_impulse) = (normal, lift, friction);
        for (end, lever) in self.ends.into_iter().zip(self.levers) {
            particles.shift(end, position * lever);
            particles.displacement[end] += displacement * lever;
        }
    }
}

impl Matrix2 {
    fn apply(self, v: DVec2) -> DVec2 {
        DVec2::new(self.0.dot(v), self.1.dot(v))
    }

    fn times(self, other: Self) -> Self {
        let row = |row: DVec2| other.0 * row.x + other.1 * row.y;
        Self(row(self.0), row(self.1))
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    fn inverse(self) -> Self {
        let Self(DVec2 { x: a, y: b }, DVec2 { x: c, y: d }) = self;
        let determinant = a * d - b * c;
        Self(DVec2::new(d, -b) / determinant, DVec2::new(-c, a) / determinant)
    }
}
