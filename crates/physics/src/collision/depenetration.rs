//! Depenetration of ropes and bodies from a shape that was put onto them.
//!
//! The particles of a rope or body inside a shape that ignore it make sections, joined by links. A section leaves as a
//! whole, by one side: if each particle left by its nearest side, a rope under a block would leave by two sides. The
//! side is chosen anew in each substep, and the choice is stable, because the section approaches its exit. The force is
//! limited ([`SweptShape::push_towards`]), so what holds a section is not stretched; the section then stays in front of the
//! shape. Webs stay there, too: they cannot leave by one side.

use glam::Vec2;

use crate::collision::{
    IgnoredIndex, IgnoredPairs, LinkCandidate, ParticleCandidate, SweptParticles, SweptShape, Webs,
};
use crate::containers::{Refill, union_find};
use crate::geometry::{Aabb, RoundedBox};
use crate::math::unit;
use crate::plane_contact::Surface;

/// Cost of an exit opposite to an entering link, in lengths of the exit path: the rope would be stretched.
const OPPOSITION_COST: f32 = 6.0;

/// Component of an exit direction against an entering link from which it counts as opposite. A rope that bends aside on
/// its way out must not turn back.
const MIN_OPPOSITION: f32 = 0.05;

/// Cost of an exit along an entering link, in lengths of the exit path: the rope would have to fold.
const FOLDING_COST: f32 = 2.0;

/// Length of the exit path, in distances between the entries, from which a section stays before the shape.
const MAX_EXIT_LENGTH: f32 = 2.0;

/// The sections that leave shapes. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Depenetration {
    /// Whether each ignored pair is part of a section.
    is_member: Vec<bool>,
    /// Root of each ignored pair's section: disjoint sets.
    root: Vec<u32>,
    /// The section of each root.
    sections: Vec<Section>,
    /// Particles outside that are linked with sections, and the roots of these. Sorted.
    adjacent: Vec<(ParticleCandidate, u32)>,
}

/// The part of a rope or body inside a shape.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    /// Bounds of its particles inside the shape and of its entries, in the shape's frame.
    bounds: Option<Aabb>,
    /// Number of links that enter the shape.
    entry_count: u32,
    /// The last two of them.
    entries: [Entry; 2],
    /// Whether one of its particles is fixed.
    is_fixed: bool,
    /// Number of its particles, and the sum of their motions in this substep, m.
    particle_count: u32,
    motion: Vec2,
    /// Push towards its exit, m; `None` if it stays before the shape.
    push: Option<Vec2>,
}

/// A link that enters a shape, in the shape's frame.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Where it enters, m.
    at: Vec2,
    /// Unit vector from its end inside to that outside.
    outward: Vec2,
}

impl Depenetration {
    /// Finds the sections and their exits at the beginning of a substep's contacts.
    pub fn find(
        &mut self,
        (ignored, index): (&IgnoredPairs, &IgnoredIndex),
        webs: &Webs,
        particles: &SweptParticles,
        links: &[LinkCandidate],
        (shapes, surface): (&[SweptShape], Surface),
    ) {
        let Self { is_member, root, sections, adjacent } = self;
        adjacent.clear();
        root.refill_with(0..ignored.0.len() as u32);
        sections.refill(ignored.0.len(), Section::default());
        let local = |ParticleCandidate { particle, shape }| {
            shapes[shape as usize].before.to_local(particles.start[particle as usize])
        };
        let is_inside =
            |pair: ParticleCandidate| shapes[pair.shape as usize].body.separation(local(pair)).distance < 0.0;
        is_member.refill_with(ignored.0.iter().map(|pair| !webs.is_web(pair.particle) && is_inside(*pair)));
        if !is_member.contains(&true) {
            return;
        }
        let member = |pair| index.place(pair).filter(|place| is_member[*place]);
        let pairs_of =
            |link: &LinkCandidate| link.ends.map(|particle| ParticleCandidate { particle, shape: link.shape });
        for link in links {
            if let [Some(one), Some(other)] = pairs_of(link).map(member) {
                union_find::union(root, one as u32, other as u32);
            }
        }
        for number in 0..root.len() {
            root[number] = root[root[number] as usize];
        }
        for (number, &pair) in ignored.0.iter().enumerate().filter(|(number, _)| is_member[*number]) {
            let (section, index) = (&mut sections[root[number] as usize], pair.particle as usize);
            section.extend_bounds(local(pair));
            section.is_fixed |= particles.inv_mass[index] == 0.0;
            section.motion += particles.displacement[index];
            section.particle_count += 1;
        }
        for link in links {
            let pairs = pairs_of(link);
            let (number, [inside, outside]) = match pairs.map(member) {
                [Some(number), None] => (number, pairs),
                [None, Some(number)] => (number, [pairs[1], pairs[0]]),
                _ => continue,
            };
            let (from, to) = (local(outside), local(inside));
            let hit = shapes[outside.shape as usize].body.cast(from, to);
            let entry = Entry { at: from.lerp(to, hit.map_or(0.0, |hit| hit.fraction)), outward: unit(from - to) };
            let section = &mut sections[root[number] as usize];
            section.entries = [entry, section.entries[0]];
            section.entry_count += 1;
            section.extend_bounds(entry.at);
            adjacent.push((outside, root[number]));
        }
        for (section, pair) in sections.iter_mut().zip(&ignored.0) {
            let shape = &shapes[pair.shape as usize];
            if let Some(Aabb { min, max }) = section.bounds.filter(|_| !section.is_fixed) {
                let motion = section.motion / section.particle_count as f32;
                let exit = section.nearest_exit(shape.body);
                section.push = exit.map(|exit| shape.push_towards(exit, 0.5 * (min + max), motion, surface));
            }
        }
        adjacent.sort_unstable();
    }

    /// Whether a section that leaves draws a particle along, which then meets no contact.
    pub fn is_drawn_along(&self, pair: ParticleCandidate) -> bool {
        let found = self.adjacent.binary_search_by_key(&pair, |adjacent| adjacent.0);
        found.is_ok_and(|found| self.sections[self.adjacent[found].1 as usize].push.is_some())
    }

    /// By how much an ignored pair is pushed apart in this substep, m; `None` if it stays before the shape.
    pub fn push(&self, number: usize) -> Option<Vec2> {
        self.sections[self.root[number] as usize].push
    }
}

impl Section {
    fn extend_bounds(&mut self, at: Vec2) {
        let point = Aabb::of(at, at);
        self.bounds = Some(self.bounds.map_or(point, |bounds| bounds.union(point)));
    }

    /// Candidate exit directions: the normals of a shape's sides, or across the rope out of a circle.
    fn exit_directions(&self, body: RoundedBox) -> [Vec2; 4] {
        if body.half != Vec2::ZERO {
            return [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        }
        let Aabb { min, max } = self.bounds.unwrap_or_default();
        let [one, other] = self.entries;
        let nearest = body.separation(0.5 * (min + max)).normal;
        let across = match self.entry_count {
            0 => nearest,
            1 => one.outward.perp(),
            _ => unit((one.outward - other.outward).perp()),
        };
        [nearest, across, -across, one.outward]
    }

    /// Length of the path that brings all of the section out of a shape, or past its end, m.
    fn exit_length(&self, body: RoundedBox, direction: Vec2) -> f32 {
        let Aabb { min, max } = self.bounds.unwrap_or_default();
        let last = Vec2::select(direction.cmpgt(Vec2::ZERO), min, max);
        body.support(direction) - last.dot(direction)
    }

    /// The direction of the shortest exit that is neither against nor along an entry, if possible. `None` if it
    /// is far.
    fn nearest_exit(&self, body: RoundedBox) -> Option<Vec2> {
        let entries = &self.entries[..self.entry_count.min(2) as usize];
        let cost = |direction: Vec2| {
            let along = entries.iter().map(|entry| direction.dot(entry.outward));
            let (opposition, folding) = along
                .fold((0.0f32, 0.0f32), |(most, fold), along| (most.max(-along - MIN_OPPOSITION), fold.max(along)));
            self.exit_length(body, direction) * (1.0 + FOLDING_COST * folding + OPPOSITION_COST * opposition)
        };
        let costs = self.exit_directions(body).map(|direction| (direction, cost(direction)));
        let (direction, _) =
            costs.into_iter().fold(costs[0], |best, other| if other.1 < best.1 { other } else { best });
        let is_near = match *entries {
            [one, other] => self.exit_length(body, direction) < MAX_EXIT_LENGTH * one.at.distance(other.at),
            _ => true,
        };
        is_near.then_some(direction)
    }
}
