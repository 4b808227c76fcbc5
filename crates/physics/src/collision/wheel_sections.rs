//! Particles and links in blocks with bounds: where contacts with wheels and corners are searched.

use glam::Vec2;

use crate::collision::{Wheel, Wheels};
use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::math::point_segment_distance_squared;
use crate::particles::{DistanceConstraint, Links};

/// Particles or links per block of the broad phase. Those that were made in sequence stay close together.
pub(crate) const BLOCK: usize = 16;

/// A link that may meet wheels, or a particle as both its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub ends: [u32; 2],
    /// Length between the ends, m; infinity of a particle.
    pub length: f32,
    /// Whether it is a bar or a corner of a solid body.
    pub is_solid: bool,
}

/// All particles and links, in blocks with bounds, to be searched once. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct SectionBlocks {
    sections: Vec<Section>,
    /// Bounds of each [`BLOCK`] of them, m.
    blocks: Vec<Aabb>,
}

impl SectionBlocks {
    /// The first `count` particles and all links.
    pub fn of(count: u32, links: &Links) -> Self {
        let link = |link: &DistanceConstraint| Section {
            ends: [link.a.0, link.b.0],
            length: link.rest_length,
            is_solid: false,
        };
        let sections = (0..count).map(Section::of_particle).chain(links.iter().map(link)).collect();
        Self { sections, blocks: Vec::new() }
    }

    /// Those of which an end is one of some particles.
    pub fn with(&self, is_one: impl Fn(u32) -> bool) -> Self {
        let some = self.sections.iter().filter(|section| section.ends.iter().any(|&end| is_one(end)));
        Self { sections: some.copied().collect(), blocks: Vec::new() }
    }

    /// Finds the bounds of the blocks.
    pub fn bound(&mut self, position: &[Vec2]) {
        list_blocks(&mut self.blocks, &self.sections, |section| section.bounds(position));
    }

    /// The ends of all links near a wheel, and each particle near it twice: those in blocks that come as close to its edge
    /// as a distance (m).
    pub fn near(&self, wheel: &Wheel, distance: f32, position: &[Vec2]) -> impl Iterator<Item = [u32; 2]> {
        /// More than bounds are rounded by, m.
        const ROUNDING_MARGIN: f32 = 0.1;
        let hub = position[wheel.hub as usize];
        let bounds = Aabb::of(hub, hub).dilated(wheel.radius + distance + ROUNDING_MARGIN);
        sections_in(&self.blocks, &self.sections, bounds).map(|section| section.ends)
    }
}

impl Section {
    pub fn of_particle(particle: u32) -> Self {
        Self { ends: [particle; 2], length: f32::INFINITY, is_solid: false }
    }

    pub fn is_particle(self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// Whether a wheel meets it.
    pub fn meets(self, wheels: &Wheels, wheel: usize) -> bool {
        let of = &wheels.list[wheel];
        if of.is_corner {
            let is_other = self.ends.iter().all(|&end| wheels.is_other(wheel, end));
            return self.is_solid && is_other && of.meets_links_of(self.length);
        }
        of.meets_links_of(self.length) && self.ends.iter().all(|&end| wheels.meets(wheel, end))
    }

    /// Distance from a disc at which it touches, of that of each particle, m.
    pub fn reach(self, of_particle: &[f32]) -> f32 {
        let [a, b] = self.ends.map(|end| of_particle[end as usize]);
        a.max(b)
    }

    pub fn bounds(self, position: &[Vec2]) -> Aabb {
        let [a, b] = self.ends.map(|end| position[end as usize]);
        Aabb::of(a, b)
    }

    /// Whether it is closer to a point than a distance (m).
    pub fn is_within(self, distance: f32, of: Vec2, position: &[Vec2]) -> bool {
        let [a, b] = self.ends.map(|end| position[end as usize]);
        point_segment_distance_squared(of, (a, b)) < distance * distance
    }
}

/// Particles and links in blocks, with the bounds (m) of each block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks<'a> {
    pub bounds: &'a [Aabb],
    pub sections: &'a [Section],
}

impl Blocks<'_> {
    /// Calls `visit` with each wheel and each particle or link of the blocks within its reach (m): by wheel, then in order.
    /// `candidates` is scratch.
    pub fn for_each_near(
        self,
        wheels: &Wheels,
        candidates: &mut Vec<u32>,
        (position, reach): (&[Vec2], impl Fn(&Wheel) -> f32),
        mut visit: impl FnMut(usize, Section),
    ) {
        let bounds = |wheel: &Wheel| {
            let hub = position[wheel.hub as usize];
            Aabb::of(hub, hub).dilated(reach(wheel))
        };
        for (group, first) in wheels.list.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            // Wheels that were made in sequence stay close together, too.
            let Some(of_group) = group.iter().map(bounds).reduce(Aabb::union) else { continue };
            let all = (0..).zip(self.bounds);
            candidates.clear();
            candidates.extend(all.filter(|(_, block)| block.overlaps(of_group)).map(|(number, _)| number));
            for (number, wheel) in (first..).zip(group) {
                let own = bounds(wheel);
                for &block in candidates.iter().filter(|block| self.bounds[**block as usize].overlaps(own)) {
                    let sections = self.sections.iter().skip(BLOCK * block as usize).take(BLOCK);
                    sections.for_each(|&section| visit(number, section));
                }
            }
        }
    }
}

/// Lists the bounds (m) of each block of particles and links.
pub(crate) fn list_blocks(blocks: &mut Vec<Aabb>, sections: &[Section], bounds: impl Fn(Section) -> Aabb) {
    let of_block = |block: &[Section]| block.iter().map(|&section| bounds(section)).reduce(Aabb::union);
    blocks.refill_with(sections.chunks(BLOCK).filter_map(of_block));
}

/// The particles and links of blocks that overlap some bounds (m).
fn sections_in<'a>(blocks: &'a [Aabb], sections: &'a [Section], bounds: Aabb) -> impl Iterator<Item = Section> + 'a {
    let found = sections.chunks(BLOCK).zip(blocks).filter(move |(_, block)| block.overlaps(bounds));
    found.flat_map(|(block, _)| block).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::SplitMix64;
    use crate::particles::{LinkKind, ParticleId, Particles};

    #[test]
    fn blocks_near_a_wheel_hold_all_that_touches_it() {
        let mut random = SplitMix64::default();
        let mut number = || random.below(8_000) as f32 / 1e3;
        for offset in [0.0, 9_000.0] {
            let mut particles = Particles::default();
            let mut links = Links::default();
            for index in 0..400_u32 {
                let at = Vec2::new(number(), number()) + offset;
                particles.push(at, Vec2::ZERO, 1.0, false);
                if index >= 20 {
                    let ends = [index - 20, index].map(ParticleId);
                    links.push(DistanceConstraint::rigid(ends[0], ends[1], 1.0, LinkKind::Rope));
                }
            }
            let (wheels, position) = (Wheels::of_first(4, 400, 0.7), &particles.position);
            let mut blocks = SectionBlocks::of(400, &links);
            blocks.bound(position);
            let touches = |ends: &[u32; 2]| wheels.touches(0, *ends, position, 0.05);
            let links = links.iter().map(|link| [link.a.0, link.b.0]);
            let all: Vec<_> = (0..400).map(|particle| [particle; 2]).chain(links).filter(touches).collect();
            let near: Vec<_> = blocks.near(&wheels.list[0], 0.05, position).filter(touches).collect();
            assert!(!all.is_empty() && near == all, "{offset} m: {near:?}, not {all:?}");
        }
    }
}
