//! Links in contacts of particles: gaps of stretched links, and crossed ropes.
//!
//! Links do not collide, so ropes can be pulled through each other. A stretched link leaves a gap between its discs,
//! into which a disc of another rope moves; from there on the two discs would hold the link open for good. So a disc in
//! a gap collides with the link itself and is put back to the side that its own rope comes from. Where its rope comes
//! from both sides, it has been pulled through: the ropes cross, and their contacts are ignored there.

use glam::Vec2;

use crate::collision::particle_contact::NormalDistance;
use crate::containers::CsrLists;
use crate::particles::{ConstraintGraph, Neighbour, Particles};

/// Stretch of a link, as a fraction of its length, from which it has a gap. Discs under a weight yield by as much
/// before the link itself collides.
const MIN_GAP_STRETCH: f32 = 0.01;

/// Discs closer than this fraction of their reach have probably been pulled through each other.
const DEEP_REACH: f32 = 0.9;

/// Least distance of discs joined by one link and by two, as a fraction of the links' length. If larger discs kept
/// their reach, links would pull together what contacts push apart; without a least distance, ropes under a pile would
/// crumple.
const MIN_DISTANCE_ONE_LINK: f32 = 0.9;
const MIN_DISTANCE_TWO_LINKS: f32 = 0.65;

/// Least distance of second neighbours on a rope, as a fraction of their radii, but at most this fraction of the links'
/// length. A rope may keep its bends as wide as it is thick, while the mesh of a net must fold.
const MIN_BEND_DISTANCE: f32 = 0.96;
const MAX_BEND_SHARE: f32 = 0.88;

/// The kind of contact of two discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ContactKind {
    /// Of two discs.
    Discs,
    /// None: their ropes cross.
    Crossed,
    /// One is in the gap of a link of the other: the contact normal across the link, from the lower to the upper disc,
    /// and the distance of the two along it, m. It is their reach where the disc would touch both ends of the
    /// unstretched link.
    Gap(NormalDistance),
}

/// A disc in the gap of a link.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Unit vector across the link, to the side that the disc comes from.
    normal: Vec2,
    /// As in [`ContactKind::Gap`].
    distance: f32,
    /// Length of the link beyond its rest length, m.
    width: f32,
}

/// A link, as one of its ends sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct LinkEnd {
    /// The particle at the other end.
    particle: u32,
    /// Bits of the rest length, m. Lengths are positive, so bits sort like them.
    length: u32,
    /// Whether the link has a gap in this substep: see [`LinkContacts::find_stretched`].
    has_gap: bool,
}

/// The least distance of a disc from a near one on its rope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct NearDisc {
    particle: u32,
    /// Bits of the distance, m.
    distance: u32,
}

/// The links between discs, and which are stretched.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkContacts {
    /// Links of each particle.
    links: CsrLists<LinkEnd>,
    /// Particles with higher numbers within two links of each, by number and then by distance.
    near: CsrLists<NearDisc>,
    /// Whether any link of a particle has a gap; empty without links.
    any_gap: Vec<bool>,
}

impl LinkContacts {
    /// Collects the links between discs of these radii, m.
    pub fn rebuild(&mut self, graph: ConstraintGraph, radius: &[f32]) {
        let Self { links, near, any_gap } = self;
        let count = graph.particles.len();
        links.clear();
        for one in 0..count as u32 {
            let end = |&Neighbour { particle, rest_length, .. }: &Neighbour| LinkEnd {
                particle,
                length: rest_length.to_bits(),
                ..LinkEnd::default()
            };
            links.push_sorted_set(graph.neighbours(one).map(end));
        }
        let is_rope = |one: usize| links.list(one).len() == 2;
        let neighbours = |i: usize| links.list(i).iter().map(|end| (end.particle as usize, f32::from_bits(end.length)));
        near.clear();
        for one in 0..count {
            let joined = neighbours(one).flat_map(|(next, first)| {
                let beyond = neighbours(next).map(move |(last, second)| {
                    let length = first + second;
                    let bend = if is_rope(next) { MIN_BEND_DISTANCE * (radius[one] + radius[last]) } else { 0.0 };
                    (last, bend.min(MAX_BEND_SHARE * length).max(MIN_DISTANCE_TWO_LINKS * length))
                });
                std::iter::once((next, MIN_DISTANCE_ONE_LINK * first)).chain(beyond)
            });
            let higher = joined.filter(|(other, _)| *other > one);
            let disc = |(other, limit): (usize, f32)| NearDisc { particle: other as u32, distance: limit.to_bits() };
            near.push_sorted_set(higher.map(disc));
        }
        any_gap.clear();
        if graph.links.len() > 0 {
            any_gap.resize(count, false);
        }
    }

    /// Finds the links that are stretched now, or were at the beginning of the substep. Must run before contacts move
    /// anything: until then all particles have moved by their displacements, apart from recovery.
    ///
    /// The beginning counts, because a heavy particle between the ends of a light link holds it open: sweeps pull both
    /// ends into the particle, and contacts push them out again, in every substep.
    ///
    /// Only the links of particles that are met count: no contact asks for others.
    pub fn find_stretched(&mut self, particles: &Particles, is_met: impl Fn(u32) -> bool) {
        let Particles { position, displacement, .. } = particles;
        let Self { links, near: _, any_gap } = self;
        for (one, any) in any_gap.iter_mut().enumerate().filter(|(one, _)| is_met(*one as u32)) {
            *any = false;
            for end in links.list_mut(one) {
                let next = end.particle as usize;
                let length = f32::from_bits(end.length);
                let now = position[next] - position[one];
                let before = now - (displacement[next] - displacement[one]);
                let longest_squared = now.length_squared().max(before.length_squared());
                let gap_from = (1.0 + MIN_GAP_STRETCH) * length;
                end.has_gap = longest_squared > gap_from * gap_from;
                *any |= end.has_gap;
            }
        }
    }

    /// Whether a particle has no links.
    #[inline]
    pub fn is_unlinked(&self, one: usize) -> bool {
        self.any_gap.is_empty() || self.links.list(one).is_empty()
    }

    /// Whether the contact of two discs at a squared distance (m²) and with a reach (m) may be of another kind than
    /// [`ContactKind::Discs`].
    #[inline]
    pub fn may_affect(&self, one: usize, other: usize, distance_squared: f32, reach: f32) -> bool {
        match self.any_gap.get(one).zip(self.any_gap.get(other)) {
            Some((one, other)) => *one || *other || distance_squared < DEEP_REACH * DEEP_REACH * reach * reach,
            None => false,
        }
    }

    /// The kind of contact of two discs.
    #[cold]
    pub fn contact_kind(&self, position: &[Vec2], lower: usize, upper: usize, reach: f32) -> ContactKind {
        if self.min_distance(lower, upper).is_some() {
            return ContactKind::Discs;
        }
        if self.are_crossed(position, lower, upper) {
            return ContactKind::Crossed;
        }
        let below = self.widest_gap(position, lower, upper, reach);
        let above = self.widest_gap(position, upper, lower, reach).map(|gap| Gap { normal: -gap.normal, ..gap });
        // If each disc is in a gap of the other's rope, the wider gap counts.
        let gaps = below.into_iter().chain(above);
        let widest = gaps.reduce(|one, other| if other.width > one.width { other } else { one });
        let gap = |Gap { normal, distance, .. }| ContactKind::Gap(NormalDistance { normal, distance });
        widest.map_or(ContactKind::Discs, gap)
    }

    fn neighbours(&self, one: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.links.list(one).iter().map(|end| end.particle as usize)
    }

    /// Least distance of two discs joined by one link or by two, m.
    #[inline]
    pub fn min_distance(&self, one: usize, other: usize) -> Option<f32> {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        let near = self.near.list(low).iter().find(|near| near.particle as usize == high);
        near.map(|near| f32::from_bits(near.distance))
    }

    /// Whether a link of one disc crosses a link of the other, and neither rope turns back there. The two discs are not
    /// near along links, so their links share no end.
    fn are_crossed(&self, position: &[Vec2], one: usize, other: usize) -> bool {
        let crossing_count = |a: usize, b: usize, c: usize| {
            let crosses = |&d: &usize| segments_cross([position[a], position[b]], [position[c], position[d]]);
            self.neighbours(c).filter(crosses).count()
        };
        self.neighbours(one).any(|next| crossing_count(one, next, other) % 2 == 1)
            && self.neighbours(other).any(|next| crossing_count(other, next, one) % 2 == 1)
    }

    /// The widest gap of a link of `one` in which a disc is.
    fn widest_gap(&self, position: &[Vec2], one: usize, other: usize, reach: f32) -> Option<Gap> {
        let (from, at) = (position[one], position[other]);
        let mut widest: Option<Gap> = None;
        for &LinkEnd { particle, length, has_gap, .. } in self.links.list(one) {
            let (to, length) = (position[particle as usize], f32::from_bits(length));
            let offset = to - from;
            let distance = offset.length();
            // Contacts may have opened a gap since.
            if !has_gap && distance <= (1.0 + MIN_GAP_STRETCH) * length {
                continue;
            }
            let direction = offset / distance;
            let along = direction.dot(at - from);
            let width = distance - length;
            // Also false for a link of no length, whose direction is a NaN.
            let is_beside = along > 0.0 && along < distance;
            if !is_beside || widest.is_some_and(|widest| widest.width >= width) {
                continue;
            }
            let height = |at: Vec2| direction.perp_dot(at - from);
            let origin = self.neighbours(other).map(|next| height(position[next])).sum::<f32>();
            let side = 1.0_f32.copysign(if origin == 0.0 { height(at) } else { origin });
            // Height of the disc over the unstretched link where it touches an end, or both in the middle.
            let beside = along.min(0.5 * length);
            let closed = (reach * reach - beside * beside).max(0.0).sqrt();
            widest = Some(Gap { normal: direction.perp() * side, distance: height(at) * side + reach - closed, width });
        }
        widest
    }
}

/// Whether two segments cross.
fn segments_cross([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let (u, v, w) = (b - a, d - c, c - a);
    (u.perp_dot(w) > 0.0) != (u.perp_dot(d - a) > 0.0) && (v.perp_dot(-w) > 0.0) != (v.perp_dot(b - c) > 0.0)
}
