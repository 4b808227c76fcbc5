//! Broad phase: what may touch shapes, and wheels and corners of solid bodies.
//!
//! Particles and links are **sections**, in blocks with a bounding box each: those that were made in sequence stay close
//! together. Obstacles (shapes, or discs of bodies) are searched in blocks, too; only the sections of blocks near an
//! obstacle are tested one by one. What is found within [`SEARCH_MARGIN`] of touching is kept until something may have moved by
//! as much. Particles find each other in a grid ([`crate::collision::particle_contact`]).
//!
//! | File | Holds |
//! |---|---|
//! | `near_shapes` | particles and links near shapes |
//! | `near_discs` | particles and links near wheels and corners, and which components may come near in a step |

pub mod near_discs;
pub mod near_shapes;

use glam::Vec2;

pub(crate) use self::{near_discs::*, near_shapes::*};

use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::math::point_segment_distance_squared;
use crate::tuning::BESIDE;

/// Distance from touching within which sections are listed, and motion of both sides until they are listed anew, m. With a
/// shorter one they are searched more often; with a longer one there are more in vain.
pub(crate) const SEARCH_MARGIN: f32 = 2.0 * BESIDE;

/// Sections or obstacles per block.
const SECTIONS: usize = 16;

/// A link that may touch obstacles, or a particle as both its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub ends: [u32; 2],
    /// Length between the ends, m; infinity of a particle.
    pub length: f32,
    /// Whether it is a bar or a corner of a solid body.
    pub is_solid: bool,
    /// Slot of the link.
    pub slot: u32,
}

/// Sections in blocks, with the bounds (m) of each block. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    bounds: Vec<Aabb>,
    /// Blocks near some obstacles in a row.
    candidates: Vec<u32>,
    /// Bounds of the obstacles, m.
    pub obstacles: Vec<Aabb>,
}

impl Section {
    pub fn of_particle(particle: u32) -> Self {
        Self { ends: [particle; 2], length: f32::INFINITY, is_solid: false, slot: u32::MAX }
    }

    pub fn is_particle(self) -> bool {
        self.ends[0] == self.ends[1]
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

impl Blocks {
    /// Reserves memory for a number of sections.
    pub fn reserve(&mut self, sections: usize) {
        let Self { bounds, candidates, .. } = self;
        bounds.reserve(sections.div_ceil(SECTIONS).saturating_sub(bounds.len()));
        candidates.reserve(sections.div_ceil(SECTIONS).saturating_sub(candidates.len()));
    }

    /// Calls `visit` with each obstacle and each section of the blocks whose bounds (m) overlap its own: by obstacle, then
    /// in order.
    pub fn for_each_near(
        &mut self,
        sections: &[Section],
        bounds_of: impl Fn(Section) -> Aabb,
        mut visit: impl FnMut(usize, Aabb, Section),
    ) {
        let Self { bounds, candidates, obstacles } = self;
        let of_block = |block: &[Section]| block.iter().map(|&section| bounds_of(section)).reduce(Aabb::union);
        bounds.refill_with(sections.chunks(SECTIONS).filter_map(of_block));
        for (group, first) in obstacles.chunks(SECTIONS).zip((0..).step_by(SECTIONS)) {
            let Some(of_group) = group.iter().copied().reduce(Aabb::union) else { continue };
            let all = (0..).zip(&*bounds);
            candidates.clear();
            candidates.extend(all.filter(|(_, block)| block.overlaps(of_group)).map(|(number, _)| number));
            for (number, own) in (first..).zip(group) {
                for &block in candidates.iter().filter(|block| bounds[**block as usize].overlaps(*own)) {
                    let sections = sections.iter().skip(SECTIONS * block as usize).take(SECTIONS);
                    sections.for_each(|&section| visit(number, *own, section));
                }
            }
        }
    }
}
