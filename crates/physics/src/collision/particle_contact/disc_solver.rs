//! Solver for one contact of two discs among all others: who yields, and by how much.

use glam::Vec2;

use crate::collision::particle_contact::{
    ContactKind, DiscRow, LinkContacts, NormalDistance, Pair, arbitrary_normal, is_slow, swept_contact,
};
use crate::particles::OwnFriction;
use crate::plane_contact::Surface;
use crate::tuning::{HIT_SPEED, PRESSED, RECOVERY_SPEED, SLOP};

/// Parameters of the recovery of an overlap in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recovery {
    /// Fraction of the overlap that is recovered.
    share: f32,
    /// Speed above which the recovery is reduced, m/s.
    max_speed: f32,
    /// Fraction of the recovery beyond that speed.
    excess_share: f32,
}

/// Recovery of linked discs. Recovery gives no speed, but links turn it into motion, so faster recovery would throw
/// ropes apart.
pub(crate) const LINKED: Recovery = Recovery { share: 0.2, max_speed: RECOVERY_SPEED, excess_share: 0.0 };

/// Recovery of unlinked discs. The deeper overlap always recovers faster, or a disc between a deep and a shallow one
/// would stay.
pub(crate) const UNLINKED: Recovery = Recovery { share: 0.5, max_speed: 3.0 * RECOVERY_SPEED, excess_share: 0.2 };

impl Recovery {
    /// Recovery of a depth (m) in a substep (s), m.
    #[inline]
    pub fn distance(self, depth: f32, substep: f32) -> f32 {
        let (wanted, limit) = (self.share * depth, self.max_speed * substep);
        if wanted <= limit { wanted } else { limit + self.excess_share * (wanted - limit) }
    }
}

/// A disc lies on another where the contact normal has at least this upward component.
pub(crate) const MIN_SUPPORT_SLOPE: f32 = 0.2;

/// Mass ratio of a ball to its support above which the ball is not supported, unless it approaches slowly.
const MAX_SUPPORTED_RATIO: f32 = 4.0;

/// Views of the particles that contacts read and write, as slices of equal length, and constants of the substep.
pub(crate) struct DiscSolver<'a> {
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    /// See [`crate::collision::Impacts::start_offset`], m.
    pub start_offset: &'a [Vec2],
    pub inv_mass: &'a [f32],
    /// Whether contacts from above do not move a disc.
    pub supported: &'a mut [bool],
    /// Unit vector against gravity, or zero.
    pub up: Vec2,
    /// Length of gravity x substep², m.
    pub fall: f32,
    pub surface: Surface,
    pub friction: OwnFriction<'a>,
    /// Discs with a smaller reach, m, may have passed through each other in this substep.
    pub swept_reach: f32,
    /// Discs with a larger reach, m, are balls.
    pub ball_reach: f32,
    pub link_contacts: &'a LinkContacts,
}

/// The two discs of a contact.
#[derive(Clone, Copy)]
struct Discs {
    lower: usize,
    upper: usize,
    /// Whether one is a ball.
    is_hard: bool,
}

impl DiscSolver<'_> {
    /// Detects the contact of a pair. Always inlined, so that the contact is written once, into the list.
    #[inline(always)]
    pub fn detect(&self, Pair { a, b, reach }: Pair) -> Option<DiscRow> {
        let (lower, upper) = (a as usize, b as usize);
        // Zero if both were pinned, or fell asleep, since the pair was found.
        let total = self.inv_mass[lower] + self.inv_mass[upper];
        if total == 0.0 {
            return None;
        }
        let discs = Discs { lower, upper, is_hard: reach > self.ball_reach };
        let relative = self.displacement[upper] - self.displacement[lower];
        let NormalDistance { normal, distance } = self.detect_normal(discs, reach, relative)?;
        let outward = relative.dot(normal);
        let before = distance - outward - reach;
        let fixed = self.find_fixed(discs, normal, outward);
        let shares = fixed.unwrap_or_else(|| [self.inv_mass[lower] / total, self.inv_mass[upper] / total]);
        let (gap, depth) = if before > 0.0 { (before, 0.0) } else { (0.0, -before) };
        Some(DiscRow {
            a,
            b,
            normal,
            gap,
            depth,
            is_deep: depth > PRESSED * reach,
            is_hard: discs.is_hard,
            relative,
            shares,
            normal_impulse: 0.0,
            friction_impulse: 0.0,
        })
    }

    /// The contact normal of two discs and their distance along it, if they touch.
    #[inline(always)]
    fn detect_normal(&self, discs: Discs, reach: f32, relative: Vec2) -> Option<NormalDistance> {
        let Discs { lower, upper, is_hard } = discs;
        let offset = self.position[upper] - self.position[lower];
        let squared = offset.x * offset.x + offset.y * offset.y;
        let is_apart = squared >= reach * reach && !self.touches_by_slop(discs, squared, reach);
        // The first test is the faster one. Other particles decide it, so it may not decide alone.
        if is_apart && (reach > self.swept_reach || is_slow(relative, reach)) {
            return None;
        }
        let may_be_gap = !is_hard && self.link_contacts.may_affect(lower, upper, squared, reach);
        let kind = || self.link_contacts.contact_kind(self.position, lower, upper, reach);
        let kind = if may_be_gap { kind() } else { ContactKind::Discs };
        let swept = match kind {
            ContactKind::Crossed => return None,
            ContactKind::Gap(gap) => Some(gap),
            ContactKind::Discs if squared >= reach * reach => {
                // A whole displacement back, a disc that bounced off another would be behind it.
                let start_offset = |disc: usize| self.start_offset.get(disc).copied().unwrap_or_default();
                let way = relative - (start_offset(upper) - start_offset(lower));
                swept_contact(offset, way, reach)
            }
            ContactKind::Discs => None,
        };
        if swept.is_some() || is_apart {
            return swept;
        }
        let distance = squared.sqrt();
        let normal =
            if distance > 1e-6 { offset * (1.0 / distance) } else { arbitrary_normal(lower as u32, upper as u32) };
        Some(NormalDistance { normal, distance })
    }

    /// Whether two discs that are apart count as touching: see [`SLOP`]. Links are looked up last, because few pairs are
    /// that near.
    #[inline(always)]
    fn touches_by_slop(&self, Discs { lower, upper, is_hard }: Discs, squared: f32, reach: f32) -> bool {
        let near = (1.0 + SLOP) * reach;
        let is_unlinked = |one| self.link_contacts.is_unlinked(one);
        !is_hard && squared < near * near && !(is_unlinked(lower) && is_unlinked(upper))
    }

    /// The shares of an impulse where a disc is taken to be fixed; `None` where masses decide.
    #[inline(always)]
    fn find_fixed(&self, discs: Discs, normal: Vec2, outward: f32) -> Option<[f32; 2]> {
        let Discs { lower, upper, is_hard } = discs;
        // The upper disc may be below by now, or in the gap of a link: then it supports the lower one. Only if it lies
        // on the ground itself: whether its own support holds is not known yet.
        let is_inverted = normal.dot(self.up) <= -MIN_SUPPORT_SLOPE;
        if is_inverted && self.supports(Discs { lower: upper, upper: lower, is_hard }, -normal, outward) {
            Some([1.0, 0.0])
        } else if self.supports(discs, normal, outward) {
            Some([0.0, 1.0])
        } else {
            None
        }
    }

    /// Whether the lower disc supports the upper one, which moves away from it by `outward` (m per substep), and is not
    /// moved.
    #[inline]
    fn supports(&self, Discs { lower, upper, is_hard }: Discs, normal: Vec2, outward: f32) -> bool {
        if !self.supported[lower] || normal.dot(self.up) < MIN_SUPPORT_SLOPE || self.inv_mass[upper] == 0.0 {
            return false;
        }
        let (below, above) = (self.displacement[lower].dot(normal), self.displacement[upper].dot(normal));
        let is_light = !is_hard || self.inv_mass[lower] <= MAX_SUPPORTED_RATIO * self.inv_mass[upper];
        below <= 2.0 * self.fall && below.abs() <= above.abs() + self.fall && (is_light || self.is_slow(outward))
    }

    /// Whether two discs that separate by `outward` (m per substep) hardly approach each other.
    #[inline]
    fn is_slow(&self, outward: f32) -> bool {
        -outward <= HIT_SPEED * self.surface.substep + 2.0 * self.fall
    }

    /// Solves the contacts of a disc with all that it lies on.
    #[inline]
    pub fn solve_disc(&mut self, contacts: &mut [DiscRow]) {
        if contacts.iter().all(|contact| contact.shares[0] == 0.0) {
            self.solve_on_fixed(contacts);
        } else {
            self.solve_on_movable(contacts);
        }
        for contact in contacts {
            self.supported[contact.b as usize] |=
                self.supported[contact.a as usize] && contact.normal.dot(self.up) >= MIN_SUPPORT_SLOPE;
            if contact.depth > 0.0 {
                self.recover(contact);
            }
        }
    }

    /// Solves the contacts of a disc where none of the discs below moves: as [`DiscSolver::solve`] does, forwards
    /// and backwards, but writes once.
    #[inline]
    fn solve_on_fixed(&mut self, contacts: &mut [DiscRow]) {
        let Some(&DiscRow { b, .. }) = contacts.first() else { return };
        let (b, own, common) = (b as usize, self.friction, self.surface.friction);
        let mut moved = Vec2::ZERO;
        let mut solve = |contact: &mut DiscRow| {
            let friction = own.between(contact.a as usize, b, common);
            moved += contact.solve(contact.relative + moved, friction);
        };
        contacts.iter_mut().for_each(&mut solve);
        // The last one is solved already.
        contacts.iter_mut().rev().skip(1).for_each(&mut solve);
        self.position[b] += moved;
        self.displacement[b] += moved;
    }

    /// Solves the contacts of a disc where some of the discs below yield: as [`DiscSolver::solve`] does, forwards
    /// and backwards.
    #[inline]
    fn solve_on_movable(&mut self, contacts: &mut [DiscRow]) {
        let Some(&DiscRow { b, .. }) = contacts.first() else { return };
        let b = b as usize;
        let (mut position, mut displacement) = (self.position[b], self.displacement[b]);
        let mut solve = |contact: &mut DiscRow| {
            let a = contact.a as usize;
            let relative = displacement - self.displacement[a];
            if contact.is_inactive(relative) {
                return;
            }
            let change = contact.solve(relative, self.friction.between(a, b, self.surface.friction));
            let (of_a, of_b) = (change * contact.shares[0], change * contact.shares[1]);
            self.position[a] -= of_a;
            self.displacement[a] -= of_a;
            position += of_b;
            displacement += of_b;
        };
        contacts.iter_mut().for_each(&mut solve);
        contacts.iter_mut().rev().for_each(&mut solve);
        self.position[b] = position;
        self.displacement[b] = displacement;
    }

    /// Solves a contact: non-penetration and Coulomb friction.
    #[inline]
    pub fn solve(&mut self, contact: &mut DiscRow) {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let relative = self.displacement[b] - self.displacement[a];
        if contact.is_inactive(relative) {
            return;
        }
        let change = contact.solve(relative, self.friction.between(a, b, self.surface.friction));
        let (of_a, of_b) = (change * contact.shares[0], change * contact.shares[1]);
        self.position[a] -= of_a;
        self.displacement[a] -= of_a;
        self.position[b] += of_b;
        self.displacement[b] += of_b;
    }

    /// Recovers a part of an overlap, without giving speed.
    #[inline]
    fn recover(&mut self, contact: &DiscRow) {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let is_unlinked = self.link_contacts.is_unlinked(a) && self.link_contacts.is_unlinked(b);
        let recovery = if is_unlinked { UNLINKED } else { LINKED };
        let DiscRow { is_hard, is_deep, depth, .. } = *contact;
        let distance = if is_hard && !is_deep { depth } else { recovery.distance(depth, self.surface.substep) };
        let change = contact.normal * distance;
        self.position[a] -= change * contact.shares[0];
        self.position[b] += change * contact.shares[1];
    }
}
