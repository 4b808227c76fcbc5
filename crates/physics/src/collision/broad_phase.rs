//! Broad phase for shapes: which particles and links may touch which shape.
//!
//! Particles that were made in sequence stay close together. Blocks of them get a bounding box each, and so do groups
//! of links, from the blocks of their ends. Only particles and links of a block or group near a shape are tested one by
//! one. The result depends on the box of each particle and link alone, not on the grouping.
//!
//! Candidates are found with a margin and kept until something has moved by the margin.

use std::cmp::Ordering;

use glam::Vec2;

use crate::collision::SweptShape;
use crate::containers::{CsrLists, Refill, pair_key};
use crate::geometry::Aabb;
use crate::particles::{LinkKind, Links};
use crate::simd;

/// Particles per block.
const BLOCK: usize = 16;

/// Links per group.
const GROUP: usize = 32;

/// Motion of particles or shapes until the candidates are out of date, m. With a shorter reach they are searched more
/// often; with a longer one there are more candidates.
const REACH: f32 = 0.02;

/// A particle that may touch a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParticleCandidate {
    pub particle: u32,
    pub shape: u32,
}

impl Ord for ParticleCandidate {
    fn cmp(&self, other: &Self) -> Ordering {
        pair_key([self.particle, self.shape]).cmp(&pair_key([other.particle, other.shape]))
    }
}

impl PartialOrd for ParticleCandidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A link that may touch a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkCandidate {
    pub ends: [u32; 2],
    pub shape: u32,
    pub slot: u32,
}

/// Positions of all particles in a substep: at its beginning, and at present if particles have moved since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<'a> {
    pub start: &'a [Vec2],
    pub position: Option<&'a [Vec2]>,
}

/// The candidates, and the data that find them. The state does not depend on when they were found, because each substep
/// narrows them to those whose bounds meet a shape's.
#[derive(Clone, Debug, Default)]
pub(crate) struct BroadPhase {
    /// Whether slots of links have changed, so that `groups` is out of date.
    pub is_stale: bool,
    pub links: Vec<LinkCandidate>,
    pub particles: Vec<ParticleCandidate>,
    /// Links and positions (m) for which the candidates were found.
    revision: u64,
    found_at: Vec<Vec2>,
    /// Bounds of the shapes at that time, and of each block.
    shape_bounds: Vec<Aabb>,
    block_bounds: Vec<Aabb>,
    /// Blocks of the ends of each group's links.
    groups: CsrLists<u32>,
    /// Scratch: shapes near a block or group.
    near: Vec<u32>,
}

impl BroadPhase {
    /// Finds the particles and links near shapes with these bounds (m).
    pub fn of_bounds(position: &[Vec2], links: &Links, bounds: Vec<Aabb>) -> Self {
        let mut found = Self { shape_bounds: bounds, ..Self::default() };
        found.rebuild_groups(links);
        let at = |index: usize| Aabb::of(position[index], position[index]);
        found.search_particles(position.len(), at);
        found.search_links(links, at);
        found
    }

    /// Whether links or particles have changed since the candidates were found.
    pub fn has_new_links(&self, links: &Links, particles: usize) -> bool {
        self.is_stale || self.revision != links.revision() || self.found_at.len() != particles
    }

    /// Whether the candidates cover everything that may touch a shape on the way from its start to its position.
    pub fn covers(&self, motion: Motion, links: &Links, shapes: &[SweptShape]) -> bool {
        let Self { found_at, shape_bounds, .. } = self;
        if self.has_new_links(links, motion.start.len()) || shape_bounds.len() != shapes.len() {
            return false;
        }
        let all_within_reach = simd::all_within_reach(found_at, motion.start, REACH)
            && motion.position.is_none_or(|position| simd::all_within_reach(found_at, position, REACH));
        let is_covered = |(then, now): (&Aabb, &SweptShape)| then.dilated(REACH).contains(now.bounds);
        all_within_reach && shape_bounds.iter().zip(shapes).all(is_covered)
    }

    /// Finds the candidates: all that may have touched a shape since the start of the substep, or may after a motion of
    /// [`REACH`].
    pub fn search(&mut self, motion: Motion, links: &Links, shapes: &[SweptShape]) {
        if std::mem::take(&mut self.is_stale) {
            self.rebuild_groups(links);
        }
        let (start, position) = (motion.start, motion.position.unwrap_or(motion.start));
        self.revision = links.revision();
        self.found_at.clear();
        self.found_at.extend_from_slice(position);
        self.shape_bounds.refill_with(shapes.iter().map(|shape| shape.bounds));
        // Particle and shape may move by the reach each.
        let bounds = |index: usize| Aabb::of(start[index], position[index]).dilated(2.0 * REACH);
        self.search_particles(position.len(), bounds);
        self.search_links(links, bounds);
    }

    fn search_particles(&mut self, count: usize, bounds: impl Fn(usize) -> Aabb) {
        let Self { particles, shape_bounds, block_bounds, near, .. } = self;
        particles.clear();
        particles.reserve(count);
        block_bounds.clear();
        for first in (0..count).step_by(BLOCK) {
            let last = (first + BLOCK).min(count);
            let block = (first + 1..last).map(&bounds).fold(bounds(first), Aabb::union);
            block_bounds.push(block);
            near.refill_with(shapes_near(shape_bounds, block));
            if near.is_empty() {
                continue;
            }
            for (particle, bounds) in (first..last).map(|index| (index as u32, bounds(index))) {
                let found = near.iter().filter(|shape| bounds.overlaps(shape_bounds[**shape as usize]));
                particles.extend(found.map(|&shape| ParticleCandidate { particle, shape }));
            }
        }
    }

    fn search_links(&mut self, all: &Links, bounds: impl Fn(usize) -> Aabb) {
        let Self { links, shape_bounds, block_bounds, groups, near, .. } = self;
        links.clear();
        links.reserve(all.slot_count());
        for group in 0..all.slot_count().div_ceil(GROUP) {
            near.clear();
            let blocks = groups.list(group).iter().map(|&block| block_bounds[block as usize]);
            if let Some(group) = blocks.reduce(Aabb::union) {
                near.extend(shapes_near(shape_bounds, group));
            }
            if near.is_empty() {
                continue;
            }
            let slots = group * GROUP..((group + 1) * GROUP).min(all.slot_count());
            // The threads around a cloth patch collide in place of its braces.
            for (slot, link) in slots
                .filter_map(|slot| all.get(slot).map(|link| (slot as u32, link)))
                .filter(|(_, link)| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop))
            {
                let bounds = bounds(link.a.index()).union(bounds(link.b.index()));
                let found = near.iter().filter(|shape| bounds.overlaps(shape_bounds[**shape as usize]));
                links.extend(found.map(|&shape| LinkCandidate { ends: [link.a.0, link.b.0], shape, slot }));
            }
        }
    }

    /// Finds the blocks of the ends of each group's links.
    fn rebuild_groups(&mut self, links: &Links) {
        self.groups.clear();
        for group in 0..links.slot_count().div_ceil(GROUP) {
            let slots = group * GROUP..((group + 1) * GROUP).min(links.slot_count());
            let ends = slots.filter_map(|slot| links.get(slot)).flat_map(|link| [link.a, link.b]);
            self.groups.push_sorted_set(ends.map(|end| (end.index() / BLOCK) as u32));
        }
    }
}

/// The shapes whose bounds overlap a block or group.
fn shapes_near(shapes: &[Aabb], bounds: Aabb) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(shapes).filter(move |(_, shape)| bounds.overlaps(**shape)).map(|(shape, _)| shape)
}
