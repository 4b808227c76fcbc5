//! Broad phase for particles: pairs of discs that may touch, found with a margin in a hash grid.
//!
//! Pairs are searched again once two discs may have closed the margin. They are in the order of height: the discs that
//! a disc lies on come before the discs that lie on it. The height of a disc is that at its last ranking, which follows
//! from its own motion. When pairs were searched decides neither the contacts nor their order, because anything that
//! moves anywhere can be its reason.

use glam::Vec2;

use crate::collision::particle_contact::{
    Ball, HashGrid, MAX_CARRIED, MAX_PAIRS_PER_DISC, ParticleContacts, SPARE_PAIRS, SleepState, is_fixed,
};
use crate::containers::{Refill, radix_sort};
use crate::geometry::Colliders;
use crate::particles::Particles;
use crate::simd::{self, CHUNK, DisplacementExtent};

/// Maximum number of pairs of one disc with later ones; six discs have room around one. In a crowd the others get their
/// turn as these part.
const MAX_PAIRS: usize = 16;

/// Range of the margin in radii of the largest disc, beyond the slop. A wide margin makes more pairs, a narrow one more
/// searches.
const MIN_MARGIN: f32 = 0.3;
const MAX_MARGIN: f32 = 1.0;

/// Particles of a ball's pairs for which memory is reserved.
const RESERVED_BALL_PAIRS: usize = 4_096;

/// Two discs that may touch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub a: u32,
    pub b: u32,
    /// Distance at which they touch, m: the sum of their radii, or less between neighbours on a rope.
    pub reach: f32,
}

/// A disc that may touch a half-plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanePair {
    /// Number of the plane in [`Colliders::planes`].
    pub plane: u8,
    pub particle: u32,
}

/// Pairs that may touch, and the data that find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct BroadPhase {
    pub grid: HashGrid,
    /// Pairs that may touch, lower disc first, in the order of the upper disc's height.
    pub pairs: Vec<Pair>,
    /// Pairs of an awake and a sleeping disc.
    pub borders: Vec<Pair>,
    pub plane_pairs: Vec<PlanePair>,
    /// Positions at the first search of the step, m; empty before it.
    pub found_at: Vec<Vec2>,
    /// Positions at the last search, m.
    searched_at: Vec<Vec2>,
    /// Radius of the largest disc that is not a ball, m.
    pub largest_radius: f32,
    /// Distance beyond touching up to which pairs were found, m.
    margin: f32,
    /// Greatest separation at which discs count as touching, as a fraction of their reach: see
    /// [`contact_solver::SLOP`](crate::collision::particle_contact::contact_solver::SLOP).
    pub slop: f32,
    /// Discs with more neighbours than pairs are kept for. They may not sleep.
    pub crowded: Vec<u32>,
    /// Whether the search by cells has met a crowd in this step, and is not tried again.
    pub has_crowd: bool,
    /// Scratch: pairs before they are sorted, and the number of neighbours of each disc.
    found: Vec<Pair>,
    neighbour_count: Vec<u32>,
    ranks: HeightRanks,
}

/// Ranks of the discs by height.
#[derive(Clone, Debug, Default)]
struct HeightRanks {
    /// Rank of each disc, lowest first.
    rank: Vec<u32>,
    /// Position of each disc at its last ranking, m, and the square of the distance from it up to which the rank holds,
    /// m².
    ranked_at: Vec<Vec2>,
    limit_squared: Vec<f32>,
    /// Scratch of sorting: keys with discs, digits, and the start of each rank's pairs.
    order: Vec<(u32, u32)>,
    digits: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

/// The discs between which pairs are searched.
#[derive(Clone, Copy)]
pub(crate) struct Discs<'a> {
    pub particles: &'a Particles,
    pub sleep: &'a SleepState,
    pub balls: &'a [Ball],
}

impl BroadPhase {
    /// Marks the pairs as out of date, at the beginning of a step.
    pub fn begin_step(&mut self) {
        self.found_at.clear();
        self.has_crowd = false;
    }

    /// Whether the known pairs include all discs that may touch: no disc has moved by half the margin, or no two discs
    /// have moved by the whole margin relative to each other. The slop counts as touching, so the margin lies beyond it.
    fn covers(&self, position: &[Vec2]) -> bool {
        // Walls do not move, so the extent includes no motion at all.
        let DisplacementExtent { max_length_squared, min, max } =
            simd::displacement_extent(position, &self.searched_at);
        let extent = max - min;
        let allowed = (self.margin - self.slop_distance()).max(0.0);
        max_length_squared <= 0.25 * allowed * allowed || extent.length_squared() <= allowed * allowed
    }

    /// Greatest separation at which two discs count as touching, m.
    fn slop_distance(&self) -> f32 {
        2.0 * self.slop * self.largest_radius
    }

    /// Ranks the discs by height, or by number without gravity: all at the first search of a step, then again those that
    /// have moved. Returns whether any rank may have changed.
    fn rank_by_height(&mut self, particles: &Particles, radius: &[f32], fall: Vec2, is_first: bool) -> bool {
        let HeightRanks { order, digits, rank, ranked_at, limit_squared, .. } = &mut self.ranks;
        let Particles { position, displacement, .. } = particles;
        if is_first {
            ranked_at.clone_from(position);
            limit_squared.refill(position.len(), -1.0);
        }
        if !have_moved(position, ranked_at, limit_squared) {
            return false;
        }
        let ranks = ranked_at.iter_mut().zip(limit_squared).zip(position);
        for (((at, limit), position), (displacement, radius)) in ranks.zip(displacement.iter().zip(radius)) {
            if (*position - *at).length_squared() > *limit {
                *at = *position;
                // As the margin, for four substeps at the disc's own speed.
                let reach = (8.0 * displacement.length()).clamp(MIN_MARGIN * radius, MAX_MARGIN * radius);
                *limit = 0.25 * reach * reach;
            }
        }
        order.refill_with((0..).zip(&*ranked_at).map(|(index, at)| (sort_key(-fall.dot(*at)), index)));
        radix_sort::sort_pairs(order, digits);
        rank.refill(order.len(), 0);
        (0..).zip(&*order).for_each(|(number, &(_, index))| rank[index as usize] = number);
        true
    }

    /// Turns each found pair so that the lower disc comes first.
    fn turn_pairs(&mut self) {
        let Self { found, ranks: HeightRanks { rank, .. }, .. } = self;
        for pair in found {
            if rank[pair.a as usize] > rank[pair.b as usize] {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
    }

    /// Sorts the found pairs by the height of the upper disc.
    fn sort_by_height(&mut self) {
        let Self { pairs, found, ranks: HeightRanks { rank, starts, .. }, .. } = self;
        radix_sort::counting_sort_by(|pair| rank[pair.b as usize], rank.len(), (found, pairs), starts);
    }

    /// Sorts the found pairs by the number of the lower disc. The pairs of one upper disc are then in the same order as
    /// those of the search disc by disc, so that a pile moves the same way when half of it sleeps.
    fn sort_by_number(&mut self) {
        let Self { pairs, found, ranks: HeightRanks { rank, starts, .. }, .. } = self;
        radix_sort::counting_sort_by(|pair| pair.a, rank.len(), (found, pairs), starts);
        std::mem::swap(pairs, found);
    }
}

impl ParticleContacts {
    /// Reserves the memory that a number of discs and balls need at rest, and some more.
    pub(crate) fn reserve(&mut self, count: usize, balls: usize) {
        let max_pairs = MAX_PAIRS_PER_DISC * count + SPARE_PAIRS + balls * count.min(RESERVED_BALL_PAIRS);
        let BroadPhase {
            grid,
            pairs,
            borders,
            plane_pairs,
            found_at,
            searched_at,
            crowded,
            found,
            neighbour_count,
            ranks,
            ..
        } = &mut self.broad_phase;
        grid.reserve(count);
        for (list, capacity) in [(pairs, max_pairs), (found, max_pairs), (borders, 4 * count)] {
            list.reserve(capacity.saturating_sub(list.len()));
        }
        plane_pairs.reserve(2 * count);
        found_at.reserve(count);
        searched_at.reserve(count);
        crowded.reserve(count);
        neighbour_count.reserve(count);
        ranks.order.reserve(count);
        ranks.digits.reserve(count);
        ranks.rank.reserve(count);
        ranks.ranked_at.reserve(count);
        ranks.limit_squared.reserve(count);
        ranks.starts.reserve(count + 1);
        self.contacts.reserve(max_pairs / 2);
        self.supported.reserve(count);
        self.wall_normals.reserve(count);
        self.deep.reserve(max_pairs);
        self.carried.reserve(MAX_CARRIED);
        self.islands.reserve(count);
    }

    /// Brings the pairs up to date. `fall` is gravity x substep², m.
    pub(crate) fn find_pairs(&mut self, discs: Discs, colliders: &Colliders, fall: Vec2) {
        let Discs { particles, balls, .. } = discs;
        let position = &particles.position;
        let is_first = self.broad_phase.found_at.len() != position.len();
        let has_new_ranks = self.broad_phase.rank_by_height(particles, &self.radius, fall, is_first);
        if !has_new_ranks && self.broad_phase.covers(position) {
            return;
        }
        if is_first {
            self.broad_phase.found_at.clone_from(position);
        }
        self.broad_phase.searched_at.clone_from(position);
        let radius = largest_radius(&self.radius, balls);
        self.broad_phase.largest_radius = radius;
        let fastest_squared = simd::max_length_squared(&particles.displacement);
        // The margin lasts four substeps at the present speed.
        let margin = (8.0 * fastest_squared.sqrt()).clamp(MIN_MARGIN * radius, MAX_MARGIN * radius);
        self.broad_phase.margin = margin + self.broad_phase.slop_distance();
        self.broad_phase.grid.fill(position, 2.0 * radius + self.broad_phase.margin);
        self.broad_phase.crowded.clear();
        self.broad_phase.borders.clear();
        // Where most discs are fixed, the search around each of the others is cheaper.
        let moving = particles.inv_mass.iter().filter(|inv_mass| **inv_mass != 0.0).count();
        let by_cells = balls.is_empty() && !self.broad_phase.has_crowd && 2 * moving > position.len();
        let is_found = by_cells && self.search_by_cells(discs);
        self.broad_phase.has_crowd |= by_cells && !is_found;
        if !is_found {
            self.search_by_discs(discs);
        }
        self.broad_phase.turn_pairs();
        if is_found {
            self.broad_phase.sort_by_number();
        }
        self.broad_phase.sort_by_height();
        if is_found {
            self.put_inactive_last(discs);
        }
        self.find_plane_pairs(position, colliders);
    }

    fn find_plane_pairs(&mut self, position: &[Vec2], colliders: &Colliders) {
        let Self { radius, broad_phase: BroadPhase { plane_pairs, margin, .. }, wall_normals, .. } = self;
        plane_pairs.clear();
        wall_normals.clear();
        for (number, plane) in (0..).zip(colliders.planes()) {
            for (index, at) in (0..).zip(position) {
                if plane.normal.dot(*at) < plane.offset + radius[index as usize] + *margin {
                    plane_pairs.push(PlanePair { plane: number, particle: index });
                }
            }
        }
    }

    /// Finds all pairs cell by cell, at half the cost of [`ParticleContacts::search_by_discs`], with the same result
    /// but in another order. Returns false if a disc has more neighbours than pairs are kept for.
    fn search_by_cells(&mut self, discs: Discs) -> bool {
        let mut found = std::mem::take(&mut self.broad_phase.found);
        let distance = 2.0 * self.broad_phase.largest_radius + self.broad_phase.margin;
        let is_listed = self.broad_phase.grid.list_pairs(distance, &mut found, |a, b| Pair { a, b, reach: 0.0 });
        if is_listed {
            self.broad_phase.neighbour_count.refill(discs.particles.len(), 0);
            found.retain_mut(|pair| self.complete_pair(pair, discs));
        }
        self.broad_phase.found = found;
        let is_crowd = |count: &u32| *count as usize > MAX_PAIRS;
        let is_found = is_listed && !self.broad_phase.neighbour_count.iter().any(is_crowd);
        if !is_found {
            self.broad_phase.borders.clear();
        }
        is_found
    }

    /// Completes a pair that is as close as two of the largest discs may be. Returns whether to keep it.
    fn complete_pair(&mut self, pair: &mut Pair, discs: Discs) -> bool {
        let (a, b) = (pair.a.min(pair.b) as usize, pair.a.max(pair.b) as usize);
        let (own, other) = (self.radius[a], self.radius[b]);
        let BroadPhase { largest_radius, margin, neighbour_count, .. } = &mut self.broad_phase;
        if own != *largest_radius || other != *largest_radius {
            let position = &discs.particles.position;
            let (offset, near) = (position[b] - position[a], own + other + *margin);
            if offset.x * offset.x + offset.y * offset.y >= near * near {
                return false;
            }
        }
        neighbour_count[a] += 1;
        neighbour_count[b] += 1;
        if !discs.is_active(a) && !discs.is_active(b) {
            return false;
        }
        *pair = Pair { a: a as u32, b: b as u32, reach: self.reach(a, b) };
        list_border(*pair, discs.sleep, &mut self.broad_phase.borders);
        !(is_fixed(discs.particles, a) && is_fixed(discs.particles, b))
    }

    /// Puts the pairs of one upper disc into the order of the search disc by disc, which finds those of an inactive
    /// lower disc from the side of the active one.
    fn put_inactive_last(&mut self, discs: Discs) {
        let is_active = |index: u32| discs.is_active(index as usize);
        for group in self.broad_phase.pairs.chunk_by_mut(|one, other| one.b == other.b) {
            if group.iter().any(|pair| !is_active(pair.a)) {
                group.sort_unstable_by_key(|&Pair { a, b, .. }| {
                    let (first, second) = (a.min(b), a.max(b));
                    if is_active(first) { (first, second) } else { (second, first) }
                });
            }
        }
    }

    /// Finds the pairs around each active disc.
    fn search_by_discs(&mut self, discs: Discs) {
        self.broad_phase.found.clear();
        for index in 0..discs.particles.len() {
            if discs.is_active(index) && !is_ball(discs.balls, index as u32) {
                self.search_around(index, discs);
            }
        }
        for (number, ball) in discs.balls.iter().enumerate() {
            self.search_around_ball(ball.particle.index(), Discs { balls: &discs.balls[..number], ..discs });
        }
    }

    /// Finds the neighbours of an active disc; of two active discs the first finds the second. In the order of their
    /// numbers, whatever their cells, because a pile trembles when the order of its contacts changes now and then.
    fn search_around(&mut self, index: usize, discs: Discs) {
        let BroadPhase { grid, largest_radius, margin, crowded, .. } = &mut self.broad_phase;
        let (column, row) = grid.cell(index);
        let (at, own, margin) = (discs.particles.position[index], self.radius[index], *margin);
        // Balls, which are larger, are searched separately.
        let farthest = own + *largest_radius + margin;
        let mut found = [0; MAX_PAIRS];
        let (mut count, mut neighbours) = (0, 0);
        for rows in -1..=1 {
            for entry in grid.discs_around((column, row.wrapping_add(rows))) {
                let offset = entry.at - at;
                let squared = offset.x * offset.x + offset.y * offset.y;
                if squared >= farthest * farthest {
                    continue;
                }
                let other = entry.index as usize;
                let near = own + self.radius[other] + margin;
                if squared >= near * near || other == index {
                    continue;
                }
                neighbours += 1;
                if (other < index && discs.is_active(other))
                    || (!discs.balls.is_empty() && is_ball(discs.balls, entry.index))
                    || count == MAX_PAIRS
                {
                    continue;
                }
                found[count] = entry.index;
                count += 1;
            }
        }
        if neighbours > MAX_PAIRS {
            crowded.push(index as u32);
        }
        found[..count].sort_unstable();
        for &other in &found[..count] {
            self.add_pair(index, other as usize, discs);
        }
    }

    /// Finds the neighbours of a ball, apart from earlier balls, which have found it, and from the particles of its own
    /// rope that it covers.
    fn search_around_ball(&mut self, index: usize, discs: Discs) {
        let at = discs.particles.position[index];
        let is_active = discs.is_active(index);
        for (other, &there) in discs.particles.position.iter().enumerate() {
            let near = self.radius[index] + self.radius[other] + self.broad_phase.margin;
            let offset = there - at;
            if offset.x * offset.x + offset.y * offset.y >= near * near
                || other == index
                || is_ball(discs.balls, other as u32)
                || !(is_active || discs.is_active(other))
                || self.covered.iter().any(|found| found.ball as usize == index && found.particle as usize == other)
            {
                continue;
            }
            self.add_pair(index, other, discs);
        }
    }

    /// Adds a pair, and lists it as a border if one of the two sleeps.
    fn add_pair(&mut self, a: usize, b: usize, discs: Discs) {
        let pair = Pair { a: a as u32, b: b as u32, reach: self.reach(a, b) };
        list_border(pair, discs.sleep, &mut self.broad_phase.borders);
        if !(is_fixed(discs.particles, a) && is_fixed(discs.particles, b)) {
            self.broad_phase.found.push(pair);
        }
    }

    /// Distance at which two discs touch, m.
    #[inline]
    fn reach(&self, one: usize, other: usize) -> f32 {
        let reach = self.radius[one] + self.radius[other];
        self.link_contacts.min_distance(one, other).map_or(reach, |min_distance| reach.min(min_distance))
    }
}

impl Discs<'_> {
    /// Whether a disc may move: it is free, or a fixed particle that is moved. Sleeping discs and resting pins are not
    /// active.
    fn is_active(self, index: usize) -> bool {
        let Self { particles, sleep, .. } = self;
        !is_fixed(particles, index) || (!sleep.is_asleep(index) && particles.displacement[index] != Vec2::ZERO)
    }
}

/// Whether any disc is farther from its last ranking than its limit.
fn have_moved(position: &[Vec2], ranked_at: &[Vec2], limit_squared: &[f32]) -> bool {
    position.chunks(CHUNK).zip(ranked_at.chunks(CHUNK)).zip(limit_squared.chunks(CHUNK)).any(|((now, then), limits)| {
        let mut far = 0;
        for ((now, then), limit) in now.iter().zip(then).zip(limits) {
            let (x, y) = (now.x - then.x, now.y - then.y);
            far += u32::from(x * x + y * y > *limit);
        }
        far > 0
    })
}

/// An integer with the order of a number.
fn sort_key(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 0x8000_0000 } else { !bits }
}

fn is_ball(balls: &[Ball], index: u32) -> bool {
    balls.iter().any(|ball| ball.particle.0 == index)
}

/// Lists a pair as a border if one of its discs sleeps: the awake disc first, the sleeping one second.
fn list_border(pair: Pair, sleep: &SleepState, borders: &mut Vec<Pair>) {
    let (a, b) = (pair.a as usize, pair.b as usize);
    if sleep.is_asleep(a) != sleep.is_asleep(b) {
        borders.push(if sleep.is_asleep(a) { Pair { a: pair.b, b: pair.a, ..pair } } else { pair });
    }
}

/// The largest radius of a disc that is not a ball, m.
pub(crate) fn largest_radius(radius: &[f32], balls: &[Ball]) -> f32 {
    let discs = (0..).zip(radius).filter(|(index, _)| balls.is_empty() || !is_ball(balls, *index));
    discs.fold(0.001, |largest, (_, &radius)| if radius > largest { radius } else { largest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Bodies, Derived, State};
    use crate::{Aabb, LinkKind, Settings, World};

    /// A heap of loose discs and of ropes with long and with short links. Some discs are pinned.
    fn heap() -> World {
        let room = Aabb { min: Vec2::new(-1.0, 0.0), max: Vec2::new(1.0, 50.0) };
        let settings = Settings { rope_contact: Some(0.05), ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
        let mut before = None;
        for number in 0..400 {
            let at = Vec2::new((number % 17) as f32 * 0.11 - 0.9, 0.06 + (number / 17) as f32 * 0.12);
            let now = world.add_particle(at + Vec2::X * (number % 3) as f32 * 0.01, 0.1, number % 41 == 7);
            if let Some(before) = before.filter(|_| number % 17 != 0 && number % 60 < 20) {
                let length = if number % 60 < 10 { 0.11 } else { 0.03 };
                world.add_link(before, now, Some(length), 1.0, LinkKind::Rope);
            }
            before = Some(now);
        }
        world
    }

    #[test]
    fn pairs_cover_motion_within_the_margin() {
        let searched_at = vec![Vec2::ZERO, Vec2::X, Vec2::Y];
        let mut broad_phase =
            BroadPhase { searched_at: searched_at.clone(), margin: 0.1, largest_radius: 0.1, ..BroadPhase::default() };
        let moved = |by: [Vec2; 3]| -> Vec<Vec2> { searched_at.iter().zip(by).map(|(at, by)| *at + by).collect() };
        for direction in [Vec2::X, Vec2::Y, -Vec2::X, Vec2::new(0.6, -0.8)] {
            let by = 0.09 * direction;
            broad_phase.slop = 0.0;
            assert!(
                broad_phase.covers(&moved([by, Vec2::ZERO, 0.5 * by])),
                "less than the margin relative to each other"
            );
            assert!(!broad_phase.covers(&moved([by, -0.2 * by, Vec2::ZERO])), "towards each other");
            assert!(!broad_phase.covers(&moved([by, 0.2 * by.perp(), -0.3 * by.perp()])), "across each other");
            assert!(!broad_phase.covers(&moved([5.0 * by; 3])), "together, but towards walls");
            broad_phase.slop = 0.15;
            assert!(!broad_phase.covers(&moved([0.85 * by, Vec2::ZERO, Vec2::ZERO])), "the slop counts as touching");
            assert!(broad_phase.covers(&moved([0.35 * by, -0.35 * by, Vec2::ZERO])), "less than half the rest each");
            broad_phase.slop = 0.9;
            assert!(!broad_phase.covers(&moved([0.7 * by, Vec2::ZERO, Vec2::ZERO])), "the slop exceeds the margin");
        }
    }

    #[test]
    fn touching_discs_are_among_the_pairs() {
        let mut world = heap();
        let (mut searched_steps, mut touching) = (0, 0);
        for step in 0..240 {
            // Discs that slept through the step are excluded, though they may be awake after it.
            let slept: Vec<bool> =
                (0..world.bodies.particles.len()).map(|one| world.state.sleep.is_asleep(one)).collect();
            world.step();
            let World { derived: Derived { particle_contacts: discs, .. }, bodies: Bodies { particles, .. }, .. } =
                &world;
            let position = &particles.position;
            if !discs.broad_phase.covers(position) {
                continue;
            }
            searched_steps += 1;
            let known: std::collections::BTreeSet<(u32, u32)> =
                discs.broad_phase.pairs.iter().map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b))).collect();
            for (a, b) in (0..position.len()).flat_map(|a| (a + 1..position.len()).map(move |b| (a, b))) {
                if position[a].distance(position[b]) < discs.reach(a, b)
                    && [a, b].iter().any(|&one| !particles.pinned[one] && !slept[one])
                {
                    touching += 1;
                    assert!(known.contains(&(a as u32, b as u32)), "step {step}: {a} and {b}");
                }
            }
        }
        assert!(searched_steps > 100 && touching > 10_000, "{searched_steps} {touching}");
    }

    #[test]
    fn searches_by_cells_and_by_discs_agree() {
        let mut world = heap();
        let mut seen = (0, 0);
        for step in 0..240 {
            world.step();
            let World {
                derived: Derived { particle_contacts: discs, .. },
                bodies: Bodies { particles, .. },
                state: State { sleep, settings, .. },
                ..
            } = &mut world;
            // Also without gravity, and with a pinned disc that is moved.
            let fall = if step % 3 == 0 { Vec2::ZERO } else { settings.gravity };
            let moved_pin = particles.pinned.iter().position(|pinned| *pinned).expect("one is");
            particles.displacement[moved_pin] = Vec2::new(0.0, (step % 2) as f32 * 1e-3);
            discs
                .broad_phase
                .grid
                .fill(&particles.position, 2.0 * discs.broad_phase.largest_radius + discs.broad_phase.margin);
            let list = |pairs: &[Pair]| -> Vec<(u32, u32, f32)> {
                pairs.iter().map(|pair| (pair.a, pair.b, pair.reach)).collect()
            };
            let searched = Discs { particles, sleep, balls: &[] };
            discs.broad_phase.borders.clear();
            if !discs.search_by_cells(searched) {
                continue;
            }
            discs.broad_phase.rank_by_height(particles, &discs.radius, fall, true);
            discs.broad_phase.turn_pairs();
            discs.broad_phase.sort_by_number();
            discs.broad_phase.sort_by_height();
            discs.put_inactive_last(searched);
            let (together, mut borders) = (list(&discs.broad_phase.pairs), list(&discs.broad_phase.borders));
            discs.broad_phase.borders.clear();
            discs.search_by_discs(searched);
            discs.broad_phase.turn_pairs();
            discs.broad_phase.sort_by_height();
            assert!(together == list(&discs.broad_phase.pairs) && discs.broad_phase.crowded.is_empty(), "step {step}");
            let mut expected = list(&discs.broad_phase.borders);
            for list in [&mut borders, &mut expected] {
                list.sort_unstable_by_key(|pair| (pair.0, pair.1));
            }
            assert!(borders == expected, "step {step}");
            seen = (seen.0 + together.len(), seen.1 + borders.len());
        }
        assert!(seen.0 > 50_000 && seen.1 > 100, "{seen:?}");
    }
}
