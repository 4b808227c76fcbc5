//! The links that a moving disc touches: the scissors.
//!
//! A net of 100 000 links moves all the time, so no tree or grid over it would pay. Instead, consecutive particles
//! form blocks with bounding boxes. A block of consecutive links is skipped if the boxes of all particles that it
//! joins lie on one side of the stroke: the outcodes of Cohen and Sutherland, with the two sides of the stroke added.
//! Skipped links are never touched, so the blocks do not change the result.

use glam::Vec2;

use crate::containers::{CsrLists, Refill};
use crate::geometry::Aabb;
use crate::math::segments_distance_squared;
use crate::particles::{DistanceConstraint, Links};

/// Particles in a block. Smaller blocks cost more outcodes, larger ones leave more links to test.
const PARTICLE_BLOCK: usize = 16;

/// Links in a block.
const LINK_BLOCK: usize = 16;

/// Bound on rounding errors, as a fraction of coordinates and radii.
const ROUNDING: f32 = 1e-5;

/// A disc of `radius` (m) that moves from one point to another (m).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutStroke {
    pub from: Vec2,
    pub to: Vec2,
    pub radius: f32,
}

impl CutStroke {
    /// Whether the disc touches the segment between two points.
    pub fn touches(&self, a: Vec2, b: Vec2) -> bool {
        let &Self { from, to, radius } = self;
        let (low, high) = (a.min(b) - radius, a.max(b) + radius);
        let apart = from.max(to).cmplt(low).any() || from.min(to).cmpgt(high).any();
        !apart && segments_distance_squared((from, to), (a, b)) <= radius * radius
    }
}

/// The bounds of a block, two points at a time to fill four SIMD lanes.
#[inline]
fn bounds_of(block: &[Vec2; PARTICLE_BLOCK]) -> Aabb {
    let lanes = |pair: &[Vec2; 2]| [pair[0].x, pair[0].y, pair[1].x, pair[1].y];
    let (pairs, _) = block.as_chunks::<2>();
    let mut min = lanes(&pairs[0]);
    let mut max = min;
    for pair in pairs {
        let pair = lanes(pair);
        for lane in 0..4 {
            min[lane] = fast_min(min[lane], pair[lane]);
            max[lane] = fast_max(max[lane], pair[lane]);
        }
    }
    let min = Vec2::new(fast_min(min[0], min[2]), fast_min(min[1], min[3]));
    Aabb { min, max: Vec2::new(fast_max(max[0], max[2]), fast_max(max[1], max[3])) }
}

/// The minimum in one instruction; [`f32::min`] also tests for NaN.
fn fast_min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The maximum in one instruction; [`f32::max`] also tests for NaN.
fn fast_max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Classifies boxes by the sides of a stroke.
#[derive(Clone, Copy, Debug)]
struct StrokeSides {
    /// Aabb of the stroke's centre line.
    line: Aabb,
    radius: f32,
    from: Vec2,
    /// Unit vector across the stroke; 0 for a stroke without length.
    across: Vec2,
    /// Half of the stroke's width plus the rounding error, m.
    reach: f32,
}

impl StrokeSides {
    fn new(CutStroke { from, to, radius }: CutStroke) -> Self {
        let delta = to - from;
        let length = (delta.x * delta.x + delta.y * delta.y).sqrt();
        let across = if length > 1e-6 && length.is_finite() { delta.perp() / length } else { Vec2::ZERO };
        let ends = from.abs() + to.abs();
        let reach = radius + ROUNDING * (radius + ends.x + ends.y);
        Self { line: Aabb { min: from.min(to), max: from.max(to) }, radius, from, across, reach }
    }

    /// The outcode of a box: one bit for each side of the stroke on which the whole box lies.
    ///
    /// Two points with a common bit are the ends of a segment that the stroke does not touch. The first four bits
    /// repeat the first test of [`CutStroke::touches`] with the same rounding.
    #[inline]
    fn outcode(&self, Aabb { min, max }: Aabb) -> u8 {
        let (centre, half) = (0.5 * (min + max) - self.from, 0.5 * (max - min));
        let distance = centre.x * self.across.x + centre.y * self.across.y;
        let size = half.x * self.across.x.abs() + half.y * self.across.y.abs();
        let reach = self.reach + size + ROUNDING * (centre.x.abs() + centre.y.abs() + half.x + half.y);
        u8::from(self.line.max.x < min.x - self.radius)
            | u8::from(self.line.max.y < min.y - self.radius) << 1
            | u8::from(self.line.min.x > max.x + self.radius) << 2
            | u8::from(self.line.min.y > max.y + self.radius) << 3
            | u8::from(distance > reach) << 4
            | u8::from(distance < -reach) << 5
    }
}

/// Finds the links that a stroke touches. Keeps its memory between strokes.
#[derive(Clone, Debug, Default)]
pub(crate) struct CutQuery {
    /// Derived: the ends of the link in each slot. Removed links stay in it.
    ends: Vec<[u32; 2]>,
    /// Derived: the particle blocks that each link block joins.
    blocks: CsrLists<u32>,
    /// Scratch: bounds of each particle block.
    bounds: Vec<Aabb>,
    /// Scratch: outcode of each particle block.
    block_outcodes: Vec<u8>,
    /// Scratch: outcode of each particle.
    outcodes: Vec<[u8; PARTICLE_BLOCK]>,
    /// Slots of the links found last.
    found: Vec<u32>,
}

impl CutQuery {
    /// Lists the links among `particles`. Required after additions and when slots have changed.
    pub fn rebuild(&mut self, particles: usize, links: &Links) {
        // Allocated here, so that the first stroke does not have to.
        self.set_particle_count(particles);
        self.ends.refill(links.slot_count(), [0; 2]);
        for (slot, &DistanceConstraint { a, b, .. }) in links.enumerate() {
            self.ends[slot] = [a.0, b.0];
        }
        self.blocks.clear();
        for ends in self.ends.chunks(LINK_BLOCK) {
            self.blocks.push_sorted_set(ends.iter().flatten().map(|&end| end / PARTICLE_BLOCK as u32));
        }
    }

    /// The slots of the links that `stroke` touches.
    pub fn find(&mut self, stroke: CutStroke, position: &[Vec2], links: &Links) -> &[u32] {
        self.find_outcodes(stroke, position);
        self.found.clear();
        let outcodes = self.outcodes.as_flattened();
        for (block, ends) in self.ends.chunks(LINK_BLOCK).enumerate() {
            let joined = self.blocks.list(block).iter();
            if joined.fold(u8::MAX, |all, &block| all & self.block_outcodes[block as usize]) != 0 {
                continue;
            }
            for (slot, &[a, b]) in (block * LINK_BLOCK..).zip(ends) {
                if outcodes[a as usize] & outcodes[b as usize] == 0
                    && links.is_occupied(slot)
                    && stroke.touches(position[a as usize], position[b as usize])
                {
                    self.found.push(slot as u32);
                }
            }
        }
        &self.found
    }

    /// Finds the outcodes of all particle blocks, and of the particles in blocks without one.
    ///
    /// Three plain loops, which the compiler vectorises; one loop takes twice as long.
    fn find_outcodes(&mut self, stroke: CutStroke, position: &[Vec2]) {
        let sides = StrokeSides::new(stroke);
        let (blocks, rest) = position.as_chunks::<PARTICLE_BLOCK>();
        self.set_particle_count(position.len());
        for (bounds, block) in self.bounds.iter_mut().zip(blocks) {
            *bounds = bounds_of(block);
        }
        if let (Some(bounds), Some(&first)) = (self.bounds.get_mut(blocks.len()), rest.first()) {
            let mut last = [first; PARTICLE_BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            *bounds = bounds_of(&last);
        }
        for (outcode, &bounds) in self.block_outcodes.iter_mut().zip(&self.bounds) {
            *outcode = sides.outcode(bounds);
        }
        let blocks = self.outcodes.iter_mut().zip(position.chunks(PARTICLE_BLOCK)).zip(&self.block_outcodes);
        for ((outcodes, block), &of_block) in blocks {
            *outcodes = [of_block; PARTICLE_BLOCK];
            if of_block == 0 {
                let each = outcodes.iter_mut().zip(block);
                each.for_each(|(outcode, &at)| *outcode = sides.outcode(Aabb { min: at, max: at }));
            }
        }
    }

    /// Resizes the scratch to a number of particles.
    fn set_particle_count(&mut self, particles: usize) {
        let blocks = particles.div_ceil(PARTICLE_BLOCK);
        self.bounds.resize(blocks, Aabb::default());
        self.block_outcodes.resize(blocks, 0);
        self.outcodes.resize(blocks, [0; PARTICLE_BLOCK]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::SplitMix64;
    use crate::{LinkKind, ParticleId};

    /// Random numbers between -1 and 1.
    struct Random(SplitMix64);

    impl Random {
        fn number(&mut self) -> f32 {
            self.0.below(2_000_001) as f32 / 1e6 - 1.0
        }

        fn point(&mut self) -> Vec2 {
            Vec2::new(self.number(), self.number())
        }
    }

    /// A crumpled net of `SIDE` x `SIDE` particles and unit size, with some links right across it.
    fn net(random: &mut Random, crumpled: f32, scale: f32, at: Vec2) -> (Vec<Vec2>, Links) {
        const SIDE: u32 = 30;
        let (mut position, mut links) = (Vec::new(), Links::default());
        let mut link = |a: u32, b: u32| {
            let (a, b) = (ParticleId(a), ParticleId(b));
            links.push(DistanceConstraint::rigid(a, b, 1.0, LinkKind::Net));
        };
        for id in 0..SIDE * SIDE {
            let (row, column) = (id / SIDE, id % SIDE);
            let even = 2.0 * Vec2::new(column as f32, row as f32) / SIDE as f32 - Vec2::ONE;
            position.push(at + scale * (even + crumpled * random.point()));
            if column > 0 {
                link(id - 1, id);
            }
            if row > 0 {
                link(id - SIDE, id);
            }
            if id % 50 == 49 {
                link(random.0.below(id as usize) as u32, id);
            }
        }
        (position, links)
    }

    #[test]
    fn query_agrees_with_a_test_of_every_link() {
        let mut random = Random(SplitMix64 { state: 1 });
        let mut hits = 0;
        for (scale, at) in
            [(1.0, Vec2::ZERO), (5.0, Vec2::new(-3.0, 80.0)), (2.0, Vec2::new(9_990.0, -9_990.0)), (1e4, Vec2::ZERO)]
        {
            for crumpled in [0.0, 0.02, 0.5] {
                let (position, mut links) = net(&mut random, crumpled, scale, at);
                let mut query = CutQuery::default();
                query.rebuild(position.len(), &links);
                for round in 0..20 {
                    let from = at + 1.2 * scale * random.point();
                    let delta = [
                        Vec2::ZERO,
                        Vec2::new(2.0 * scale, 0.0),
                        Vec2::new(0.0, scale),
                        scale * random.point(),
                        1e-3 * scale * random.point(),
                    ];
                    let radius = [0.0, 1e-4, 0.02, 0.2][round % 4] * scale;
                    let stroke = CutStroke { from, to: from + delta[round % 5], radius };
                    let touched = |(_, link): &(usize, &DistanceConstraint)| {
                        stroke.touches(position[link.a.index()], position[link.b.index()])
                    };
                    let expected: Vec<_> = links.enumerate().filter(touched).map(|(slot, _)| slot as u32).collect();
                    assert_eq!(query.find(stroke, &position, &links), expected, "{stroke:?}");
                    hits += expected.len();
                    // Half of the found links are removed, so that later strokes meet gaps.
                    expected.iter().step_by(2).for_each(|&slot| assert!(links.remove(slot as usize)));
                }
            }
        }
        assert!(hits > 500, "only {hits} links were touched");
    }
}
