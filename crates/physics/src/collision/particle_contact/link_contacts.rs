//! What links have to do with contacts: between discs there is nothing, so ropes can be drawn through each other.
//!
//! A link that is drawn out leaves a gap that a disc of another rope goes into. From there on the two discs at its ends would
//! press on what is between them from both sides, and hold the link open for good. So what is in such a gap meets the link
//! itself, and is put back to the side that its own rope comes from. Where that is both sides it has been drawn through: then
//! one rope lies over the other, and where they cross they are left alone. To hold crossed ropes apart, as if each were on its
//! own side, left links drawn out by 20 to 30 % wherever a hand had torn a rope through another: after one of three pulls in
//! `rope-pile`.

use glam::Vec2;

use crate::{
    containers::csr_lists::CsrLists,
    particles::{constraint_graph::ConstraintGraph, storage::Particles},
};

/// A link that is longer than it is to be by this share has a gap. What is held by its links yields to a weight by as much
/// before the link itself meets that: with 5 % it was half through by then, and ropes with weights came to lie across each other.
const DRAWN: f32 = 0.01;

/// A link that is longer than it is to be by this share is taut: what moves one end of it moves the other.
const TAUT: f32 = 0.002;

/// Most that is gathered along them.
pub(crate) const MOST_CARRIED: usize = 64;

/// Discs that are nearer than this share of what they may be are likely to be drawn through each other.
const THROUGH: f32 = 0.9;

/// How near, as a share of the way along the links, two discs may come that are joined by one and by two links, if they are
/// larger. Links would pull together what contacts push apart; let through each other, as a net's two meshes must, a rope under a
/// pile crumples and walks away.
const CLOSEST: (f32, f32) = (0.9, 0.65);

/// The same for two links of a single rope, which may open as a mesh of a net may not: its bends are as wide as its discs are
/// thick, but for a share of that. With 0.65 alone, discs of 0.05 m at every 0.06 m lay 44 % of their radius deep in each other.
/// Held straighter than by the second of these, discs that are as thick as links are long, ropes under a pile had links at rest
/// that were too long by 2 to 9 %; as it is, by 0.2 %, and those discs lie 24 % deep.
const BENT: (f32, f32) = (0.96, 0.88);

/// How two discs that are near each other meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ContactKind {
    /// As discs.
    Discs,
    /// Their ropes cross: not at all.
    Crossed,
    /// One is in the gap of a link of the other.
    Gap {
        /// Unit vector from the lower to the upper of the two: across the link.
        normal: Vec2,
        /// How far apart the two count as being along it, m: their reach where the disc would touch both ends of the link
        /// were it as long as it is to be.
        distance: f32,
    },
}

/// Where a disc is in the gap of a link.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Unit vector across the link, towards the side that the disc comes from.
    normal: Vec2,
    /// How far the disc and the link's end are from each other along it, m: see [`ContactKind::Gap`].
    distance: f32,
    /// By how much the link is longer than it is to be, m.
    width: f32,
}

/// One end of a link, as the other one sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tie {
    particle: u32,
    /// How long the link is to be, m, as bits: lengths are never negative, so these sort as they do.
    length: u32,
    /// Whether it is drawn out in this substep, and whether it is taut: see [`LinkContacts::look`].
    is_drawn: bool,
    is_taut: bool,
}

/// What is linked with what, and where links are drawn out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkContacts {
    /// What each particle is linked with.
    tied: CsrLists<Tie>,
    /// Which particles with higher numbers each is joined with by one link or by two, and how near the two may come, m (as
    /// bits), the nearest first.
    near: CsrLists<(u32, u32)>,
    /// Which particles have a link that is drawn out; empty where there are no links.
    drawn: Vec<bool>,
}

impl LinkContacts {
    /// Learns what is linked, of discs of these radii, m.
    pub fn measure(&mut self, graph: ConstraintGraph, radius: &[f32]) {
        let Self { tied, near, drawn } = self;
        let count = graph.particles.len();
        tied.clear();
        for one in 0..count as u32 {
            tied.push_sorted_set(graph.neighbours(one).map(|next| Tie {
                particle: next.particle,
                length: next.rest_length.to_bits(),
                is_drawn: false,
                is_taut: false,
            }));
        }
        let is_rope = |one: usize| tied.list(one).len() == 2;
        let links = |one: usize| tied.list(one).iter().map(|tie| (tie.particle as usize, f32::from_bits(tie.length)));
        near.clear();
        for one in 0..count {
            let joined = links(one).flat_map(|(next, first)| {
                let beyond = links(next).map(move |(last, second)| {
                    let bent = if is_rope(next) { BENT.0 * (radius[one] + radius[last]) } else { 0.0 };
                    (last, bent.min(BENT.1 * (first + second)).max(CLOSEST.1 * (first + second)))
                });
                std::iter::once((next, CLOSEST.0 * first)).chain(beyond)
            });
            near.push_sorted_set(
                joined.filter(|join| join.0 > one).map(|(other, reach)| (other as u32, reach.to_bits())),
            );
        }
        drawn.clear();
        if graph.links.len() > 0 {
            drawn.resize(count, false);
        }
    }

    /// Looks which links are drawn out, or were when the substep began: all has moved by its displacement since, but for a few
    /// millimetres that were taken back without giving speed. To be called before contacts change that.
    ///
    /// What lies between the ends of a light link, and is far heavier than they are, holds it open: in every substep the
    /// sweeps draw both ends into it, and contacts put them out of it again. By now such a link is as long as it is to be.
    pub fn look(&mut self, Particles { position, displacement, .. }: &Particles) {
        let Self { tied, near: _, drawn } = self;
        for (one, any) in drawn.iter_mut().enumerate() {
            *any = false;
            for tie in tied.list_mut(one) {
                let next = tie.particle as usize;
                let length = f32::from_bits(tie.length);
                let now = position[next] - position[one];
                let before = now - (displacement[next] - displacement[one]);
                let longest = now.length_squared().max(before.length_squared());
                let (drawn, taut) = ((1.0 + DRAWN) * length, (1.0 + TAUT) * length);
                tie.is_drawn = longest > drawn * drawn;
                tie.is_taut = longest > taut * taut;
                *any |= tie.is_drawn;
            }
        }
    }

    /// Whether a particle has no links.
    #[inline]
    pub fn is_lone(&self, one: usize) -> bool {
        self.drawn.is_empty() || self.tied.list(one).is_empty()
    }

    /// Whether two discs, `squared` (m²) from each other, that may come as near as `reach` (m), may meet otherwise than as
    /// discs.
    #[inline]
    pub fn concern(&self, one: usize, other: usize, squared: f32, reach: f32) -> bool {
        match self.drawn.get(one).zip(self.drawn.get(other)) {
            Some((one, other)) => *one || *other || squared < THROUGH * THROUGH * reach * reach,
            None => false,
        }
    }

    /// How they meet.
    #[cold]
    pub fn meeting(&self, position: &[Vec2], lower: usize, upper: usize, reach: f32) -> ContactKind {
        if self.closest(lower, upper).is_some() {
            return ContactKind::Discs;
        }
        if self.cross(position, lower, upper) {
            return ContactKind::Crossed;
        }
        let (below, above) = (self.gap(position, lower, upper, reach), self.gap(position, upper, lower, reach));
        let turned = above.map(|gap| Gap { normal: -gap.normal, ..gap });
        // Where each is in a gap of the other's, in the wider one.
        let widest =
            below.into_iter().chain(turned).reduce(|one, other| if other.width > one.width { other } else { one });
        widest.map_or(ContactKind::Discs, |Gap { normal, distance, .. }| ContactKind::Gap { normal, distance })
    }

    fn next(&self, one: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.tied.list(one).iter().map(|tie| tie.particle as usize)
    }

    /// How near two may come that are joined by one link or by two, m.
    #[inline]
    pub fn closest(&self, one: usize, other: usize) -> Option<f32> {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        let joined = self.near.list(low).iter().find(|(joined, _)| *joined as usize == high);
        joined.map(|&(_, closest)| f32::from_bits(closest))
    }

    /// Whether a link of one lies across a link of the other, and neither turns back there. The two are not near along links:
    /// so no link of one ends where one of the other does.
    fn cross(&self, position: &[Vec2], one: usize, other: usize) -> bool {
        let crossed = |a: usize, b: usize, c: usize| {
            let lies_there = |&d: &usize| lies_across([position[a], position[b]], [position[c], position[d]]);
            self.next(c).filter(lies_there).count()
        };
        self.next(one).any(|next| crossed(one, next, other) % 2 == 1)
            && self.next(other).any(|next| crossed(other, next, one) % 2 == 1)
    }

    /// What hangs on `one` by links that are taut, itself first; of what is farther along than [`MOST_CARRIED`] of them nothing.
    pub fn gather(&self, one: usize, gathered: &mut Vec<u32>) {
        gathered.clear();
        gathered.push(one as u32);
        let mut from = 0;
        while let Some(&at) = gathered.get(from) {
            from += 1;
            for tie in self.tied.list(at as usize).iter().filter(|tie| tie.is_taut) {
                if gathered.len() < MOST_CARRIED && !gathered.contains(&tie.particle) {
                    gathered.push(tie.particle);
                }
            }
        }
    }

    /// Where a disc is in the gap of a link of `one`; in the widest of them.
    fn gap(&self, position: &[Vec2], one: usize, other: usize, reach: f32) -> Option<Gap> {
        let (from, at) = (position[one], position[other]);
        let mut widest: Option<Gap> = None;
        for &Tie { particle, length, is_drawn, .. } in self.tied.list(one) {
            let (to, length) = (position[particle as usize], f32::from_bits(length));
            let way = to - from;
            let distance = way.length();
            // Nor have contacts opened it since that was looked at.
            if !is_drawn && distance <= (1.0 + DRAWN) * length {
                continue;
            }
            let way = way / distance;
            let along = way.dot(at - from);
            let width = distance - length;
            // Nothing is beside a link whose ends are in one place: that is not a number.
            let is_beside = along > 0.0 && along < distance;
            if !is_beside || widest.is_some_and(|widest| widest.width >= width) {
                continue;
            }
            let height = |at: Vec2| way.perp_dot(at - from);
            let comes = self.next(other).map(|next| height(position[next])).sum::<f32>();
            let side = 1.0_f32.copysign(if comes == 0.0 { height(at) } else { comes });
            // How far it is from the link where it touches the end of it, or both of them once the gap is closed: so high it
            // is in the middle alone.
            let beside = along.min(0.5 * length);
            let closed = (reach * reach - beside * beside).max(0.0).sqrt();
            widest = Some(Gap { normal: way.perp() * side, distance: height(at) * side + reach - closed, width });
        }
        widest
    }
}

/// Whether two lines cross between their ends.
fn lies_across([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let (u, v, w) = (b - a, d - c, c - a);
    (u.perp_dot(w) > 0.0) != (u.perp_dot(d - a) > 0.0) && (v.perp_dot(-w) > 0.0) != (v.perp_dot(b - c) > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::particle_contact::{ParticleContacts, broad_phase::Pair};
    use crate::world::data::{Bodies, Derived};
    use crate::{Colliders, LinkKind, ParticleId, Settings, World, plane_contact::ContactParameters};

    /// Discs of 0.1 m at these places, each linked with the next by 0.2 m where `pieces` says so.
    fn link_contacts(places: &[(f32, f32)], pieces: &[(u32, u32)]) -> (LinkContacts, Vec<Vec2>) {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        let ids: Vec<ParticleId> =
            places.iter().map(|&(x, y)| world.add_particle(Vec2::new(x, y), 1.0, false)).collect();
        for &(a, b) in pieces {
            world.add_link(ids[a as usize], ids[b as usize], Some(0.2), 1.0, LinkKind::Rope);
        }
        world.step();
        let mut link_contacts = LinkContacts::default();
        let World { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = &world;
        link_contacts.measure(ConstraintGraph { adjacency, links, particles }, &vec![0.1; particles.len()]);
        let places: Vec<Vec2> = places.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        link_contacts.look(&moved(&places, &[]));
        (link_contacts, places)
    }

    /// Particles at these places, m, that have moved so far in this substep, m; as many as are given, the others not.
    fn moved(position: &[Vec2], displacement: &[Vec2]) -> Particles {
        let mut displacement = displacement.to_vec();
        displacement.resize(position.len(), Vec2::ZERO);
        Particles { position: position.to_vec(), displacement, ..Particles::default() }
    }

    #[test]
    fn ropes_that_cross_are_left_alone() {
        let (link_contacts, at) = link_contacts(&[(-0.1, 0.0), (0.1, 0.0), (0.0, -0.1), (0.0, 0.1)], &[(0, 1), (2, 3)]);
        for (one, other) in [(0, 2), (0, 3), (1, 2), (3, 1)] {
            assert!(link_contacts.concern(one, other, 0.02, 0.2), "they are deep in each other");
            assert_eq!(link_contacts.meeting(&at, one, other, 0.2), ContactKind::Crossed);
        }
    }

    #[test]
    fn what_hangs_into_a_gap_is_put_back_to_where_it_comes_from() {
        let rope = [(-0.2, 0.0), (0.2, 0.0), (-0.1, 0.18), (0.0, -0.02), (0.1, 0.18)];
        let (link_contacts, at) = link_contacts(&rope, &[(0, 1), (2, 3), (3, 4)]);
        assert!(link_contacts.concern(0, 3, 0.2 * 0.2, 0.2), "a link is drawn out");
        let ContactKind::Gap { normal, distance } = link_contacts.meeting(&at, 0, 3, 0.2) else {
            panic!("it is in the gap")
        };
        assert!(normal.distance(Vec2::Y) < 1e-6, "{normal}");
        // Closed, the two leave it a height of 0.1 x 3 ^ 0.5.
        assert!((distance - (-0.02 + 0.2 - 0.1 * 3.0_f32.sqrt())).abs() < 1e-6, "{distance}");
        let turned = link_contacts.meeting(&at, 3, 0, 0.2);
        assert_eq!(turned, ContactKind::Gap { normal: -normal, distance });
    }

    #[test]
    fn what_is_above_the_end_of_a_drawn_out_link_does_not_sink_into_it() {
        let rope = [(-0.2, 0.0), (0.2, 0.0), (-0.25, 0.3), (-0.15, 0.19), (-0.05, 0.3)];
        let (link_contacts, at) = link_contacts(&rope, &[(0, 1), (2, 3), (3, 4)]);
        let ContactKind::Gap { distance, .. } = link_contacts.meeting(&at, 0, 3, 0.2) else {
            panic!("it is above the gap")
        };
        // 0.05 m from the end, it touches that end alone.
        let touching = (0.2_f32 * 0.2 - 0.05 * 0.05).sqrt();
        assert!((distance - (0.19 + 0.2 - touching)).abs() < 1e-5, "{distance}");
    }

    #[test]
    fn what_lies_beside_a_rope_meets_its_discs() {
        let (link_contacts, at) =
            link_contacts(&[(-0.1, 0.0), (0.1, 0.0), (0.0, 0.15), (0.2, 0.15)], &[(0, 1), (2, 3)]);
        assert!(!link_contacts.concern(0, 2, at[0].distance_squared(at[2]), 0.18), "neither drawn out nor deep");
        assert_eq!(link_contacts.meeting(&at, 0, 2, 0.2), ContactKind::Discs);
        assert_eq!(link_contacts.meeting(&at, 0, 1, 0.2), ContactKind::Discs, "they are one rope");
    }

    #[test]
    fn a_link_that_only_what_lies_in_it_holds_open_has_a_gap() {
        let rope = [(-0.1, 0.0), (0.1, 0.0), (-0.1, 0.17), (0.0, 0.0), (0.1, 0.17)];
        let (mut link_contacts, at) = link_contacts(&rope, &[(0, 1), (2, 3), (3, 4)]);
        assert_eq!(link_contacts.meeting(&at, 0, 3, 0.2), ContactKind::Discs, "it is as long as it is to be");
        // Drawn together in this substep, from where the disc between them had put them.
        link_contacts.look(&moved(&at, &[Vec2::new(0.1, 0.0), Vec2::new(-0.1, 0.0)]));
        assert!(link_contacts.concern(0, 3, 0.2 * 0.2, 0.2), "it was drawn out");
        let ContactKind::Gap { normal, .. } = link_contacts.meeting(&at, 0, 3, 0.2) else { panic!("it is in the gap") };
        assert!(normal.distance(Vec2::Y) < 1e-6, "{normal}");
    }

    #[test]
    fn a_link_whose_ends_have_come_into_one_place_has_no_gap() {
        let (mut link_contacts, at) = link_contacts(&[(0.0, 0.0), (0.0, 0.0), (0.1, 0.0)], &[(0, 1)]);
        link_contacts.look(&moved(&at, &[Vec2::new(1.0, 0.0)]));
        assert!(link_contacts.concern(0, 2, 0.1 * 0.1, 0.2), "it was drawn out");
        assert_eq!(link_contacts.meeting(&at, 0, 2, 0.2), ContactKind::Discs);
    }

    #[test]
    fn a_weight_in_a_gap_is_lifted_out_where_the_rope_lies_on_the_ground() {
        let rope = [(-0.19, 0.1), (0.19, 0.1), (0.0, 0.09), (-0.1, 0.27), (0.1, 0.27)];
        for lies_on_ground in [true, false] {
            let (link_contacts, at) = link_contacts(&rope, &[(0, 1), (2, 3), (2, 4)]);
            let mut particles = moved(&at, &[]);
            particles.inv_mass = vec![1.0, 1.0, 0.001, 1.0, 1.0];
            let pairs = [0, 1].map(|b| Pair { a: 2, b, reach: 0.2 }).to_vec();
            let radius = vec![0.1; 5];
            let beside = if lies_on_ground { vec![(0, 0), (0, 1)] } else { Vec::new() };
            let mut discs =
                ParticleContacts { pairs, radius, largest: 0.1, beside, link_contacts, ..ParticleContacts::default() };
            let fall = Vec2::new(0.0, -1e-5);
            let surface = ContactParameters { restitution: 0.0, friction: 0.5, fall, substep: 0.001 };
            discs.part(&mut particles, &Colliders::new(Some(0.0), None), surface);
            let lifted = particles.position[2].y - at[2].y;
            let drawn = (particles.position[1] - particles.position[0]).length() - 0.38;
            let pressed = at[0].y - particles.position[0].y;
            if lies_on_ground {
                assert!(lifted > 1e-4 && drawn.abs() < 1e-6 && pressed.abs() < 1e-6, "{lifted} {drawn} {pressed}");
            } else {
                // What hangs in the air bears nothing: each goes by its mass.
                assert!(lifted < 1e-5 && pressed > 1e-4, "{lifted} {pressed}");
            }
        }
    }
}
