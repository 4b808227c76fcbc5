//! Particles and links that may touch shapes.

use glam::Vec2;

use super::{Blocks, SEARCH_MARGIN, Section};
use crate::collision::SweptShape;
use crate::containers::{Refill, pair_key};
use crate::geometry::Aabb;
use crate::particles::Links;
use crate::simd;

/// A particle that may touch a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ParticleCandidate {
    pub particle: u32,
    pub shape: u32,
}

/// A link that may touch a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkCandidate {
    pub ends: [u32; 2],
    pub shape: u32,
    pub slot: u32,
}

/// The candidates, and the data that find them. The state does not depend on when they were found, because each substep
/// narrows them to those whose bounds meet a shape's.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearShapes {
    /// Whether slots of links have changed, so that `sections` is out of date.
    pub is_stale: bool,
    pub links: Vec<LinkCandidate>,
    pub particles: Vec<ParticleCandidate>,
    /// Links and positions (m) for which the candidates were found.
    revision: u64,
    found_at: Vec<Vec2>,
    /// All particles, and the links that meet shapes.
    sections: Vec<Section>,
    /// Its obstacles are the bounds of the shapes at that time.
    blocks: Blocks,
}

impl NearShapes {
    /// Finds the particles and links near shapes with these bounds (m).
    pub fn of_bounds(position: &[Vec2], links: &Links, bounds: Vec<Aabb>) -> Self {
        let mut found = Self::default();
        found.blocks.obstacles = bounds;
        found.list_sections(position.len(), links);
        found.find(links, |index| Aabb::of(position[index], position[index]));
        found
    }

    /// Whether the candidates cover everything that may touch a shape on the way from its start to its position.
    pub fn covers(&self, [start, position]: [&[Vec2]; 2], links: &Links, shapes: &[SweptShape]) -> bool {
        let Self { found_at, blocks: Blocks { obstacles, .. }, .. } = self;
        if self.is_stale
            || self.revision != links.revision()
            || found_at.len() != start.len()
            || obstacles.len() != shapes.len()
        {
            return false;
        }
        let all_within_reach = [start, position].iter().all(|at| simd::all_within_reach(found_at, at, SEARCH_MARGIN));
        let is_covered = |(then, now): (&Aabb, &SweptShape)| then.dilated(SEARCH_MARGIN).contains(now.bounds);
        all_within_reach && obstacles.iter().zip(shapes).all(is_covered)
    }

    /// Finds the candidates: all that may have touched a shape since the start of the substep, or may after a motion of
    /// [`SEARCH_MARGIN`].
    pub fn search(&mut self, [start, position]: [&[Vec2]; 2], links: &Links, shapes: &[SweptShape]) {
        if std::mem::take(&mut self.is_stale) || self.found_at.len() != position.len() {
            self.list_sections(position.len(), links);
        }
        self.revision = links.revision();
        self.found_at.clear();
        self.found_at.extend_from_slice(position);
        self.blocks.obstacles.refill_with(shapes.iter().map(|shape| shape.bounds));
        // Particle and shape may move by the margin each.
        self.find(links, |index| Aabb::of(start[index], position[index]).dilated(2.0 * SEARCH_MARGIN));
    }

    fn list_sections(&mut self, particles: usize, links: &Links) {
        // The threads around a cloth patch collide in place of its braces.
        let met = links.enumerate().filter(|(_, link)| link.kind.meets_shapes());
        let of_links = met.map(|(slot, link)| Section {
            ends: [link.a.0, link.b.0],
            length: link.rest_length,
            is_solid: link.is_solid(),
            slot: slot as u32,
        });
        self.sections.refill_with((0..particles as u32).map(Section::of_particle).chain(of_links));
        self.blocks.reserve(self.sections.len());
        self.particles.reserve(particles.saturating_sub(self.particles.len()));
        self.links.reserve(links.slot_count().saturating_sub(self.links.len()));
    }

    /// Finds the sections that overlap a shape, by the bounds of their ends (m).
    fn find(&mut self, all: &Links, bounds: impl Fn(usize) -> Aabb) {
        let Self { sections, blocks, particles, links, .. } = self;
        particles.clear();
        links.clear();
        let bounds = |Section { ends: [a, b], .. }: Section| {
            if a == b { bounds(a as usize) } else { bounds(a as usize).union(bounds(b as usize)) }
        };
        blocks.for_each_near(sections, bounds, |number, of_shape, section| {
            let (Section { ends, slot, .. }, shape) = (section, number as u32);
            if !bounds(section).overlaps(of_shape) {
                return;
            }
            if section.is_particle() {
                particles.push(ParticleCandidate { particle: ends[0], shape });
            } else if all.get(slot as usize).is_some() {
                links.push(LinkCandidate { ends, shape, slot });
            }
        });
        particles.sort_unstable();
        links.sort_unstable_by_key(|link| pair_key([link.slot, link.shape]));
    }
}
