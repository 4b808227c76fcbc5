//! A stroke of the scissors, and how the links that it touches are found.
//!
//! A net of 100 000 links moves all the time, so there is no tree or grid to look them up in, and to look at each of
//! them takes 0.3 ms (1.5 for a slanting stroke). But particles that were made one after the other stay together, and
//! so do links. Blocks of particles get a bounding box each, and bunches of links are passed over where the boxes of
//! all blocks that they end in lie on one side of the stroke (Cohen and Sutherland's outcodes, with the sides of the
//! stroke itself as well).
//! What is passed over could not have been touched: which links are cut does not depend on any of this.

use glam::Vec2;

use crate::{
    containers::csr_lists::CsrLists,
    math::segment::segments_distance_squared,
    particles::{distance_constraint::DistanceConstraint, links::Links},
};

/// Particles in a block. Small blocks take longer to sort out, large ones leave more links to look at.
const BLOCK: usize = 16;

/// Links in a bunch, likewise. Measured in nets of 100 000 links: 32 take up to 40 % longer.
const BUNCH: usize = 16;

/// Share of a coordinate, and of a radius, by which rounding may move a point relative to a line. Ample.
const SLACK: f32 = 1e-5;

/// A disc of `radius` (m) that moves from one point to another (m).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutStroke {
    pub from: Vec2,
    pub to: Vec2,
    pub radius: f32,
}

impl CutStroke {
    /// Whether it touches the line between two points.
    pub fn touches(&self, a: Vec2, b: Vec2) -> bool {
        let &Self { from, to, radius } = self;
        let (low, high) = (a.min(b) - radius, a.max(b) + radius);
        let apart = from.max(to).cmplt(low).any() || from.min(to).cmpgt(high).any();
        !apart && segments_distance_squared((from, to), (a, b)) <= radius * radius
    }
}

/// A box around some points, m.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    min: Vec2,
    max: Vec2,
}

impl Bounds {
    /// The bounds of a block: two points at a time, so that four lanes are filled.
    #[inline]
    fn of(block: &[Vec2; BLOCK]) -> Self {
        let lanes = |pair: &[Vec2; 2]| [pair[0].x, pair[0].y, pair[1].x, pair[1].y];
        let (pairs, _) = block.as_chunks::<2>();
        let mut min = lanes(&pairs[0]);
        let mut max = min;
        for pair in pairs {
            let pair = lanes(pair);
            for lane in 0..4 {
                min[lane] = lesser(min[lane], pair[lane]);
                max[lane] = greater(max[lane], pair[lane]);
            }
        }
        let [min, max] = [
            Vec2::new(lesser(min[0], min[2]), lesser(min[1], min[3])),
            Vec2::new(greater(max[0], max[2]), greater(max[1], max[3])),
        ];
        Self { min, max }
    }
}

/// One comparison, where [`f32::min`] also looks for what is not a number.
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// As [`lesser`].
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// What tells on which sides of a stroke something lies.
#[derive(Clone, Copy, Debug)]
struct Sides {
    line: Bounds,
    radius: f32,
    from: Vec2,
    /// Unit vector across the stroke; 0 for one that goes nowhere.
    across: Vec2,
    /// Half of the stroke's width, m, and what rounding may add to it.
    reach: f32,
}

impl Sides {
    fn new(CutStroke { from, to, radius }: CutStroke) -> Self {
        let way = to - from;
        let length = (way.x * way.x + way.y * way.y).sqrt();
        let across = if length > 1e-6 && length.is_finite() { way.perp() / length } else { Vec2::ZERO };
        let ends = from.abs() + to.abs();
        let reach = radius + SLACK * (radius + ends.x + ends.y);
        Self { line: Bounds { min: from.min(to), max: from.max(to) }, radius, from, across, reach }
    }

    /// One bit for each side of the stroke on which the whole box lies. Two points that have one in common are the
    /// ends of a line that the stroke does not touch: for the first four bits this is the first test in
    /// [`CutStroke::touches`], rounded as there.
    #[inline]
    fn of(&self, Bounds { min, max }: Bounds) -> u8 {
        let (centre, half) = (0.5 * (min + max) - self.from, 0.5 * (max - min));
        let distance = centre.x * self.across.x + centre.y * self.across.y;
        let size = half.x * self.across.x.abs() + half.y * self.across.y.abs();
        let reach = self.reach + size + SLACK * (centre.x.abs() + centre.y.abs() + half.x + half.y);
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
    /// Derived: the particles at the ends of each slot's link. Removing a link changes nothing in it.
    ends: Vec<[u32; 2]>,
    /// Derived: the blocks in which the links of each bunch end.
    blocks: CsrLists<u32>,
    /// Scratch: the box around each block.
    bounds: Vec<Bounds>,
    /// Scratch: on which sides of the stroke each block lies.
    of_block: Vec<u8>,
    /// Scratch: the same of each particle.
    of_particle: Vec<[u8; BLOCK]>,
    /// The slots of what was found last.
    found: Vec<u32>,
}

impl CutQuery {
    /// Learns where the links are among so many `particles`.
    pub fn rebuild(&mut self, particles: usize, links: &Links) {
        // So that the first stroke does not have to ask for memory either.
        self.set_count(particles);
        self.ends.clear();
        self.ends.resize(links.slot_count(), [0; 2]);
        for (slot, &DistanceConstraint { a, b, .. }) in links.enumerate() {
            self.ends[slot] = [a.0, b.0];
        }
        self.blocks.clear();
        for bunch in self.ends.chunks(BUNCH) {
            self.blocks.push_sorted_set(bunch.iter().flatten().map(|&end| end / BLOCK as u32));
        }
    }

    /// The slots of the links that `stroke` touches. [`CutQuery::rebuild`] comes first, after links were added.
    pub fn find(&mut self, stroke: CutStroke, position: &[Vec2], links: &Links) -> &[u32] {
        self.look(stroke, position);
        self.found.clear();
        let sides_of = |particle: u32| self.of_particle[particle as usize / BLOCK][particle as usize % BLOCK];
        for (bunch, ends) in self.ends.chunks(BUNCH).enumerate() {
            if self.blocks.list(bunch).iter().fold(u8::MAX, |all, &block| all & self.of_block[block as usize]) != 0 {
                continue;
            }
            for (slot, &[a, b]) in (bunch * BUNCH..).zip(ends) {
                if sides_of(a) & sides_of(b) == 0
                    && links.is_occupied(slot)
                    && stroke.touches(position[a as usize], position[b as usize])
                {
                    self.found.push(slot as u32);
                }
            }
        }
        &self.found
    }

    /// Sorts out on which sides of the stroke the blocks are, and the particles of those that are on none as a whole.
    /// Three plain loops, for the compiler to fill lanes with: one loop of all three takes twice as long.
    fn look(&mut self, stroke: CutStroke, position: &[Vec2]) {
        let sides = Sides::new(stroke);
        let (blocks, rest) = position.as_chunks::<BLOCK>();
        self.set_count(position.len());
        for (bounds, block) in self.bounds.iter_mut().zip(blocks) {
            *bounds = Bounds::of(block);
        }
        if let (Some(bounds), Some(&first)) = (self.bounds.get_mut(blocks.len()), rest.first()) {
            let mut last = [first; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            *bounds = Bounds::of(&last);
        }
        for (block, &bounds) in self.of_block.iter_mut().zip(&self.bounds) {
            *block = sides.of(bounds);
        }
        for ((each, block), &all) in self.of_particle.iter_mut().zip(position.chunks(BLOCK)).zip(&self.of_block) {
            *each = [all; BLOCK];
            if all == 0 {
                each.iter_mut().zip(block).for_each(|(each, &at)| *each = sides.of(Bounds { min: at, max: at }));
            }
        }
    }

    /// Makes room for so many particles.
    fn set_count(&mut self, particles: usize) {
        let blocks = particles.div_ceil(BLOCK);
        self.bounds.resize(blocks, Bounds::default());
        self.of_block.resize(blocks, 0);
        self.of_particle.resize(blocks, [0; BLOCK]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkKind, ParticleId, math::random::SplitMix64};

    /// Numbers between -1 and 1.
    struct Dice(SplitMix64);

    impl Dice {
        fn number(&mut self) -> f32 {
            self.0.below(2_000_001) as f32 / 1e6 - 1.0
        }

        fn point(&mut self) -> Vec2 {
            Vec2::new(self.number(), self.number())
        }
    }

    /// A net of `SIDE` x `SIDE` crumpled particles of unit size, with some links right across it.
    fn net(dice: &mut Dice, crumpled: f32, scale: f32, at: Vec2) -> (Vec<Vec2>, Links) {
        const SIDE: u32 = 30;
        let (mut position, mut links) = (Vec::new(), Links::default());
        let mut link = |a: u32, b: u32| {
            let (a, b) = (ParticleId(a), ParticleId(b));
            links.push(DistanceConstraint { a, b, rest_length: 1.0, stiffness: 1.0, kind: LinkKind::Net });
        };
        for id in 0..SIDE * SIDE {
            let (row, column) = (id / SIDE, id % SIDE);
            let even = 2.0 * Vec2::new(column as f32, row as f32) / SIDE as f32 - Vec2::ONE;
            position.push(at + scale * (even + crumpled * dice.point()));
            if column > 0 {
                link(id - 1, id);
            }
            if row > 0 {
                link(id - SIDE, id);
            }
            if id % 50 == 49 {
                link(dice.0.below(id as usize) as u32, id);
            }
        }
        (position, links)
    }

    #[test]
    fn finds_what_a_look_at_every_link_finds() {
        let mut dice = Dice(SplitMix64 { state: 1 });
        let mut hits = 0;
        for (scale, at) in
            [(1.0, Vec2::ZERO), (5.0, Vec2::new(-3.0, 80.0)), (2.0, Vec2::new(9_990.0, -9_990.0)), (1e4, Vec2::ZERO)]
        {
            for crumpled in [0.0, 0.02, 0.5] {
                let (position, mut links) = net(&mut dice, crumpled, scale, at);
                let mut cut_query = CutQuery::default();
                cut_query.rebuild(position.len(), &links);
                for round in 0..60 {
                    let from = at + 1.2 * scale * dice.point();
                    let way = [
                        Vec2::ZERO,
                        Vec2::new(2.0 * scale, 0.0),
                        Vec2::new(0.0, scale),
                        scale * dice.point(),
                        1e-3 * scale * dice.point(),
                    ];
                    let radius = [0.0, 1e-4, 0.02, 0.2][round % 4] * scale;
                    let stroke = CutStroke { from, to: from + way[round % 5], radius };
                    let touched = |(_, link): &(usize, &DistanceConstraint)| {
                        stroke.touches(position[link.a.index()], position[link.b.index()])
                    };
                    let expected: Vec<_> = links.enumerate().filter(touched).map(|(slot, _)| slot as u32).collect();
                    assert_eq!(cut_query.find(stroke, &position, &links), expected, "{stroke:?}");
                    hits += expected.len();
                    // Half of them go, so that the next strokes find gaps.
                    expected.iter().step_by(2).for_each(|&slot| assert!(links.remove(slot as usize)));
                }
            }
        }
        assert!(hits > 3_000, "only {hits} links were met");
    }

    #[test]
    fn a_stroke_along_a_thread_finds_it_by_its_rounded_edge() {
        // The disc's edge just touches: where rounding decides, it has to decide as it does for one link alone.
        let mut dice = Dice(SplitMix64 { state: 2 });
        let (position, links) = net(&mut dice, 0.0, 1.0, Vec2::ZERO);
        let mut cut_query = CutQuery::default();
        cut_query.rebuild(position.len(), &links);
        for &at in position.iter().step_by(7) {
            for (from, to) in
                [(at + Vec2::Y * 0.02, at + Vec2::new(9.0, 0.02)), (at - Vec2::splat(0.02), at + Vec2::splat(5.0))]
            {
                let stroke = CutStroke { from, to, radius: 0.02 };
                let touched = |(_, link): &(usize, &DistanceConstraint)| {
                    stroke.touches(position[link.a.index()], position[link.b.index()])
                };
                let expected: Vec<_> = links.enumerate().filter(touched).map(|(slot, _)| slot as u32).collect();
                assert_eq!(cut_query.find(stroke, &position, &links), expected, "{stroke:?}");
            }
        }
    }
}
