//! Two discs that touch, among all others: which of them yields, and by how much.

use glam::Vec2;

use crate::{
    collision::particle_contact::{
        broad_phase::Pair,
        contact::{Contact, apart, meeting},
        link_contacts::{ContactKind, LinkContacts},
    },
    plane_contact::ContactParameters,
};

/// How fast an overlap that was there before is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecoveryRate {
    /// Which share of it in a substep.
    share: f32,
    /// No faster than this, m/s,
    speed: f32,
    /// but for this share of what would be faster.
    beyond: f32,
}

/// Where a link holds either disc. What is taken back is no motion, but links make it one: ropes that are taken out of each
/// other faster fly apart.
const LINKED: RecoveryRate = RecoveryRate { share: 0.2, speed: 0.5, beyond: 0.0 };

/// Between lone discs. The deeper overlap always is taken back faster: with a limit for all, a disc between a deep one and a
/// shallow one was pushed as far by either, and stayed where it was for ever.
pub(crate) const LONE: RecoveryRate = RecoveryRate { share: 0.5, speed: 1.5, beyond: 0.2 };

impl RecoveryRate {
    /// How much of a `depth` (m) is taken back in a `substep` (s), m.
    #[inline]
    pub fn way(self, depth: f32, substep: f32) -> f32 {
        let (wanted, most) = (self.share * depth, self.speed * substep);
        if wanted <= most { wanted } else { most + self.beyond * (wanted - most) }
    }
}

/// What overlaps by more than this share of both radii does not sleep.
pub(crate) const DEEP: f32 = 0.05;

/// A disc lies on another where the way up is at least this share of the way to it.
pub(crate) const STEEPEST: f32 = 0.2;

/// A wall holds what is pushed at it within 60 degrees.
pub(crate) const STRAIGHT: f32 = 0.5;

/// A ball that is so many times as heavy as what it falls on pushes that aside, unless it comes slower than this, m/s.
const HEAVIER: f32 = 4.0;
const SLOW: f32 = 0.1;

/// What bears a disc that is heavier than it goes slower than this, m/s: what falls bears nothing, and a net that fell loosely
/// around a weight held that in the air.
const BEARING: f32 = 0.2;

/// What is no farther from another than this share of both radii is as good as on it: the links have just drawn it off, or
/// what else it touches is about to push it there. With nothing of it, what lies in a pile has lost its hold in every other
/// substep: of 1 000 discs flung from side to side, several came to lie within each other, and they never slept.
pub(crate) const CLOSE: f32 = 0.15;

/// What contacts read and change, as slices of equal length.
pub(crate) struct Bodies<'a> {
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    pub inv_mass: &'a [f32],
    /// What bears whatever comes from above.
    pub borne: &'a mut [bool],
    /// Away from the walls that something stands at.
    pub walls: &'a [Vec2],
    /// Unit vector against gravity, or zero.
    pub up: Vec2,
    /// What gravity adds in a substep, m.
    pub fall: f32,
    pub surface: ContactParameters,
    /// Discs that touch at no more than this, m, may have gone through each other.
    pub fast: f32,
    /// Those that touch at more than this, m, are balls.
    pub largest: f32,
    /// [`CLOSE`], or nothing.
    pub close: f32,
    /// Links, where they have to do with contacts.
    pub link_contacts: &'a LinkContacts,
    /// Scratch: what hangs on a disc by taut links.
    pub gathered: &'a mut Vec<u32>,
}

impl Bodies<'_> {
    /// How two discs touch, if they do. Always inlined: what it finds is to be written once, where it is kept.
    #[inline(always)]
    pub fn touch(&self, Pair { a, b, reach }: Pair) -> Option<Contact> {
        let (lower, upper) = (a as usize, b as usize);
        let total = self.inv_mass[lower] + self.inv_mass[upper];
        if total == 0.0 {
            // Both were pinned, or fell asleep, since they were found: neither is moved.
            return None;
        }
        let way = self.position[upper] - self.position[lower];
        let squared = way.x * way.x + way.y * way.y;
        let is_hard = reach > self.largest;
        let near = if is_hard { reach } else { (1.0 + self.close) * reach };
        if squared >= near * near && reach > self.fast {
            return None;
        }
        let relative = self.displacement[upper] - self.displacement[lower];
        let near_threads = !is_hard && self.link_contacts.concern(lower, upper, squared, reach);
        let how = if near_threads {
            self.link_contacts.meeting(self.position, lower, upper, reach)
        } else {
            ContactKind::Discs
        };
        let met = match how {
            ContactKind::Crossed => return None,
            ContactKind::Gap { normal, distance } => Some((normal, distance)),
            ContactKind::Discs if squared >= reach * reach => meeting(way, relative, reach),
            ContactKind::Discs => None,
        };
        let (normal, distance) = match met {
            Some(met) => met,
            None if squared < near * near => {
                let distance = squared.sqrt();
                (if distance > 1e-6 { way * (1.0 / distance) } else { apart(a, b) }, distance)
            }
            None => return None,
        };
        let outward = relative.dot(normal);
        let before = distance - outward - reach;
        // What ranks lower, and yet is to come up: out of the gap of a link, or for it is above the other by now. It is lifted
        // where that lies on the ground: of others it is not known yet whether they are borne. When those lifted it too, weights
        // that something held down were lifted for ever.
        let is_under = normal.dot(self.up) <= -STEEPEST;
        let mut is_uneven = false;
        let shares = if is_under && self.bears((upper, lower), -normal, outward, is_hard) {
            [1.0, 0.0]
        } else if self.bears((lower, upper), normal, outward, is_hard) || self.stands(lower, upper, -normal) {
            [0.0, 1.0]
        } else if self.stands(upper, lower, normal) {
            [1.0, 0.0]
        } else if !is_hard && self.is_slow(outward) && self.weighs_down(lower, upper, normal) {
            [0.5, 0.5]
        } else {
            is_uneven = !is_hard && self.is_uneven(lower, upper);
            [self.inv_mass[lower] / total, self.inv_mass[upper] / total]
        };
        let (gap, depth) = if before > 0.0 { (before, 0.0) } else { (0.0, -before) };
        Some(Contact {
            a,
            b,
            normal,
            gap,
            depth,
            is_deep: depth > DEEP * reach,
            is_hard,
            is_uneven,
            relative,
            shares,
            pushed: 0.0,
            dragged: 0.0,
        })
    }

    /// Whether the lower disc is not moved by the upper one, which comes to it at `outward` (m a substep); `is_hard` where one
    /// is a ball.
    #[inline]
    fn bears(&self, (lower, upper): (usize, usize), normal: Vec2, outward: f32, is_hard: bool) -> bool {
        if !self.borne[lower] || normal.dot(self.up) < STEEPEST || self.inv_mass[upper] == 0.0 {
            return false;
        }
        let (below, above) = (self.displacement[lower].dot(normal), self.displacement[upper].dot(normal));
        let is_light = !is_hard || self.inv_mass[lower] <= HEAVIER * self.inv_mass[upper];
        below <= 2.0 * self.fall && below.abs() <= above.abs() + self.fall && (is_light || self.is_slow(outward))
    }

    /// Whether two discs that go apart by `outward` (m a substep) hardly come to each other.
    #[inline]
    fn is_slow(&self, outward: f32) -> bool {
        -outward <= SLOW * self.surface.substep + 2.0 * self.fall
    }

    /// Whether the upper disc is taken to be no heavier than the lower one, which it weighs down on: with its true mass it
    /// would go on into what is light below until all of that lay on the ground. Takes motion away and never adds any, for
    /// the lower one moves no faster than it, before and after. Not so where the lower one falls: see [`BEARING`].
    #[inline]
    fn weighs_down(&self, lower: usize, upper: usize, normal: Vec2) -> bool {
        let (below, above) = (self.displacement[lower].dot(normal), self.displacement[upper].dot(normal));
        let slowest = BEARING * self.surface.substep + 2.0 * self.fall;
        normal.dot(self.up) >= STEEPEST
            && self.inv_mass[upper] > 0.0
            && self.inv_mass[upper] < self.inv_mass[lower]
            && below.abs() <= above.abs() + self.fall
            && self.displacement[lower].length_squared() < slowest * slowest
    }

    /// Whether a disc stands at a wall that keeps it from being pushed along `way` by another.
    #[inline]
    fn stands(&self, one: usize, other: usize, way: Vec2) -> bool {
        self.walls[one].dot(way) < -STRAIGHT
            && self.inv_mass[other] > 0.0
            && self.displacement[one].dot(way).abs() <= self.displacement[other].dot(way).abs() + self.fall
    }

    /// Parts a disc from all that it lies on.
    #[inline]
    pub fn settle(&mut self, contacts: &mut [Contact]) {
        if contacts.iter().all(|touch| touch.shares[0] == 0.0) {
            self.rest(contacts);
        } else {
            self.spread(contacts);
        }
        for touch in contacts {
            self.borne[touch.b as usize] |= self.borne[touch.a as usize] && touch.normal.dot(self.up) >= STEEPEST;
            if touch.depth > 0.0 {
                self.take_back(touch);
            }
        }
    }

    /// Puts a disc beside all that it lies on, where none of that moves: as [`Bodies::push`] would, and writes once.
    #[inline]
    fn rest(&mut self, contacts: &mut [Contact]) {
        let Some(&Contact { b, .. }) = contacts.first() else { return };
        let (b, friction) = (b as usize, self.surface.friction);
        let mut moved = Vec2::ZERO;
        let mut push = |touch: &mut Contact| {
            moved += touch.push(touch.relative + moved, friction);
        };
        contacts.iter_mut().for_each(&mut push);
        // The last one is as it is to be.
        contacts.iter_mut().rev().skip(1).for_each(&mut push);
        self.position[b] += moved;
        self.displacement[b] += moved;
    }

    /// Parts a disc from all that it lies on, of which some gives way: as [`Bodies::push`] would, there and back.
    #[inline]
    fn spread(&mut self, contacts: &mut [Contact]) {
        let Some(&Contact { b, .. }) = contacts.first() else { return };
        let (b, friction) = (b as usize, self.surface.friction);
        let (mut at, mut by) = (self.position[b], self.displacement[b]);
        let mut push = |touch: &mut Contact| {
            if touch.is_uneven {
                (self.position[b], self.displacement[b]) = (at, by);
                self.push(touch);
                (at, by) = (self.position[b], self.displacement[b]);
                return;
            }
            let a = touch.a as usize;
            let relative = by - self.displacement[a];
            if touch.is_idle(relative) {
                return;
            }
            let change = touch.push(relative, friction);
            let (of_a, of_b) = (change * touch.shares[0], change * touch.shares[1]);
            self.position[a] -= of_a;
            self.displacement[a] -= of_a;
            at += of_b;
            by += of_b;
        };
        contacts.iter_mut().for_each(&mut push);
        contacts.iter_mut().rev().for_each(&mut push);
        self.position[b] = at;
        self.displacement[b] = by;
    }

    /// Takes from two discs what brings them into each other, and slows them where they slide along each other by
    /// Coulomb's law.
    #[inline]
    pub fn push(&mut self, touch: &mut Contact) {
        let (a, b) = (touch.a as usize, touch.b as usize);
        let relative = self.displacement[b] - self.displacement[a];
        if touch.is_idle(relative) {
            return;
        }
        // By how all moves now: what was pushed since they were found to touch may be at rest no more.
        let is_carried = touch.is_uneven && {
            let shared = self.shared((a, b), touch.normal, true);
            touch.shares = shared.shares;
            shared.is_carried
        };
        let change = touch.push(relative, self.surface.friction);
        let (of_a, of_b) = (change * touch.shares[0], change * touch.shares[1]);
        self.position[a] -= of_a;
        self.displacement[a] -= of_a;
        self.position[b] += of_b;
        self.displacement[b] += of_b;
        if is_carried {
            self.carry((a, b), change, touch.shares, true);
        }
    }

    /// Takes back a share of an overlap that was there before. That is no motion.
    #[inline]
    fn take_back(&mut self, touch: &Contact) {
        let (a, b) = (touch.a as usize, touch.b as usize);
        let escape = if self.link_contacts.is_lone(a) && self.link_contacts.is_lone(b) { LONE } else { LINKED };
        let way = if touch.is_hard { touch.depth } else { escape.way(touch.depth, self.surface.substep) };
        let way = touch.normal * way;
        let is_fixed = touch.shares[0] * touch.shares[1] == 0.0;
        let (shares, is_carried) = if !(touch.is_hard || is_fixed) && self.is_uneven(a, b) {
            let shared = self.shared((a, b), touch.normal, false);
            (shared.shares, shared.is_carried)
        } else {
            (touch.shares, false)
        };
        self.position[a] -= way * shares[0];
        self.position[b] += way * shares[1];
        if is_carried {
            self.carry((a, b), way, shares, false);
        }
    }
}
