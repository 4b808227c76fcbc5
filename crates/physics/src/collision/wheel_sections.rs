//! Particles and links in blocks with bounds: where contacts with wheels and corners are searched.

use glam::Vec2;

use crate::collision::{Wheel, Wheels};
use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::math::point_segment_distance_squared;

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
        if wheels.passing.is_passed(of.hub, self.ends[0]) {
            return false;
        }
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
