//! Broad phase for particles: pairs of discs that may touch, found with a margin in a hash grid.
//!
//! Each disc has a station: its position in the search, which it keeps until it has moved by its own margin. Pairs follow
//! from the stations alone, and so does their order: by height, the discs that a disc lies on before the discs that lie on
//! it. So a disc that takes a new station changes no pair of distant discs, and where few do, only their pairs are searched
//! again.

use glam::Vec2;

use crate::collision::particle_contact::{
    Ball, HashGrid, LinkContacts, MAX_CARRIED, MAX_PAIRS_PER_DISC, ParticleContacts, SPARE_PAIRS, SleepState, is_fixed,
};
use crate::containers::{Refill, radix_sort};
use crate::geometry::Colliders;
use crate::particles::Particles;

/// Maximum number of pairs of one disc with later ones; six discs have room around one. In a crowd the others get their
/// turn as these part.
const MAX_PAIRS: usize = 16;

/// Range of the margin of two discs in their mean radii. A wide margin makes more pairs, a narrow one more searches.
const MIN_MARGIN: f32 = 0.3;
const MAX_MARGIN: f32 = 1.0;

/// Least number of discs for each new station at which only the pairs of the new stations are searched.
const MIN_DISCS_PER_CHANGE: usize = 4;

/// Number of discs that are tested together for what few of them do.
const BLOCK: usize = 64;

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
    /// Radius of the largest disc that is not a ball, m.
    pub largest_radius: f32,
    /// Greatest distance of the stations of a pair without balls, m.
    farthest: f32,
    stations: Vec<Station>,
    /// The discs with a new station since the last search, in rising order.
    changed: Vec<u32>,
    /// Whether each disc has a new station since the last search.
    is_changed: Vec<bool>,
    /// All pairs of stations in reach of each other, whether their discs move or not, in the order of `pairs`.
    near: Vec<Pair>,
    /// Whether `near` is complete but for the pairs of changed discs.
    has_near: bool,
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

/// The position of a disc in the search of pairs.
#[derive(Clone, Copy, Debug, Default)]
struct Station {
    /// m.
    at: Vec2,
    /// Distance from the station up to which the disc keeps it, m: half of a margin.
    limit: f32,
    /// Radius with slop and limit, m. The stations of two discs that may touch are within the sum of both.
    reach: f32,
}

/// Ranks of the discs by height.
#[derive(Clone, Debug, Default)]
struct HeightRanks {
    /// Rank of each disc, lowest first.
    rank: Vec<u32>,
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

impl Station {
    /// Whether two discs may touch before one of them leaves its station.
    #[inline(always)]
    fn may_touch(&self, other: &Self) -> bool {
        let (offset, near) = (other.at - self.at, self.reach + other.reach);
        offset.x * offset.x + offset.y * offset.y < near * near
    }
}

impl BroadPhase {
    /// Marks the pairs as out of date, at the beginning of a step.
    pub fn begin_step(&mut self) {
        self.found_at.clear();
        self.has_crowd = false;
        self.has_near = false;
    }

    /// Gives new stations to the discs that have left theirs: to all at the first search of a step. Returns whether there
    /// were any.
    fn update_stations(&mut self, particles: &Particles, radius: &[f32], is_first: bool) -> bool {
        let Self { stations, slop, changed, .. } = self;
        let Particles { position, displacement, .. } = particles;
        if is_first {
            stations.refill(position.len(), Station { limit: -1.0, ..Station::default() });
        }
        let has_left = |station: &Station, at: &Vec2| {
            (station.limit < 0.0) | ((*at - station.at).length_squared() > station.limit * station.limit)
        };
        changed.clear();
        // In blocks: mostly no disc of a block has left its station.
        let discs = stations.chunks_mut(BLOCK).zip(position.chunks(BLOCK));
        for (first, (stations, position)) in (0..).step_by(BLOCK).zip(discs) {
            if stations.iter().zip(position).fold(false, |any, (station, at)| any | has_left(station, at)) {
                for ((index, station), at) in (first..).zip(stations).zip(position) {
                    if has_left(station, at) {
                        changed.push(index as u32);
                        let (speed, radius) = (displacement[index].length(), radius[index]);
                        // The margin lasts four substeps at the present speed.
                        let margin = (8.0 * speed).clamp(MIN_MARGIN * radius, MAX_MARGIN * radius);
                        *station =
                            Station { at: *at, limit: 0.5 * margin, reach: (1.0 + *slop) * radius + 0.5 * margin };
                    }
                }
            }
        }
        !changed.is_empty()
    }

    /// Sorts the stations into the grid, whose cells are as wide as the farthest pair without balls.
    fn fill_grid(&mut self, balls: &[Ball]) {
        let Self { stations, grid, farthest, .. } = self;
        let discs = (0..).zip(&*stations).filter(|(index, _)| balls.is_empty() || !is_ball(balls, *index));
        // A lower bound, so that no cell is empty of width.
        *farthest = 2.0 * discs.fold(0.001, |largest: f32, (_, station)| largest.max(station.reach));
        grid.fill(stations.iter().map(|station| station.at), *farthest);
    }

    /// Ranks all discs by the height of their stations, or by number without gravity.
    fn rank_by_height(&mut self, fall: Vec2) {
        let Self { stations, ranks: HeightRanks { order, digits, rank, .. }, .. } = self;
        order.refill_with((0..).zip(&*stations).map(|(index, station)| (sort_key(-fall.dot(station.at)), index)));
        radix_sort::sort_pairs(order, digits);
        rank.refill(order.len(), 0);
        (0..).zip(&*order).for_each(|(number, &(_, index))| rank[index as usize] = number);
    }

    /// Turns each found pair so that the lower disc comes first, and sorts them: by the height of the upper disc, then as
    /// found.
    fn sort_found_by_height(&mut self) {
        let Self { pairs, found, ranks: HeightRanks { rank, starts, .. }, .. } = self;
        for pair in &mut *found {
            if rank[pair.a as usize] > rank[pair.b as usize] {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
        radix_sort::counting_sort_by(|pair| rank[pair.b as usize], rank.len(), (found, pairs), starts);
    }

    /// Lists all pairs of stations in reach of each other. Returns false if a disc has more neighbours than pairs are kept
    /// for.
    fn list_near(&mut self, count: usize, reach: impl Fn(&Pair) -> f32) -> bool {
        let Self { grid, stations, near, farthest, neighbour_count, .. } = self;
        if !grid.list_pairs(*farthest, near, |a, b| Pair { a: a.min(b), b: a.max(b), reach: 0.0 }) {
            return false;
        }
        neighbour_count.refill(count, 0);
        near.retain(|&Pair { a, b, .. }| {
            let is_near = stations[a as usize].may_touch(&stations[b as usize]);
            neighbour_count[a as usize] += u32::from(is_near);
            neighbour_count[b as usize] += u32::from(is_near);
            is_near
        });
        near.iter_mut().for_each(|pair| pair.reach = reach(pair));
        self.sort_near();
        !self.is_crowded()
    }

    /// Whether so few discs have new stations that only their pairs are searched again.
    fn are_few_changed(&self) -> bool {
        self.has_near && MIN_DISCS_PER_CHANGE * self.changed.len() <= self.stations.len()
    }

    fn is_crowded(&self) -> bool {
        self.neighbour_count.iter().any(|count| *count as usize > MAX_PAIRS)
    }

    /// Turns each pair of stations so that the lower disc comes first, and sorts them: by the height of the upper disc, then
    /// by the number of the lower one.
    fn sort_near(&mut self) {
        let Self { near, found, ranks: HeightRanks { rank, starts, .. }, .. } = self;
        for pair in &mut *near {
            if rank[pair.a as usize] > rank[pair.b as usize] {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
        radix_sort::counting_sort_by(|pair| pair.a, rank.len(), (near, found), starts);
        radix_sort::counting_sort_by(|pair| rank[pair.b as usize], rank.len(), (found, near), starts);
    }

    /// Brings the pairs of stations up to date where only some discs have a new station. Returns false if a disc has more
    /// neighbours than pairs are kept for.
    fn update_near(&mut self, count: usize, fall: Vec2, reach: impl Fn(&Pair) -> f32) -> bool {
        let Self { grid, stations, changed, is_changed, near, found, pairs, neighbour_count, .. } = self;
        is_changed.refill(count, false);
        changed.iter().for_each(|&index| is_changed[index as usize] = true);
        near.retain(|&Pair { a, b, .. }| {
            let is_gone = is_changed[a as usize] | is_changed[b as usize];
            neighbour_count[a as usize] -= u32::from(is_gone);
            neighbour_count[b as usize] -= u32::from(is_gone);
            !is_gone
        });
        let height = |index: u32| (sort_key(-fall.dot(stations[index as usize].at)), index);
        found.clear();
        for &index in &*changed {
            let (column, row) = grid.cell(index as usize);
            for rows in -1..=1 {
                for entry in grid.discs_around((column, row.wrapping_add(rows))) {
                    let other = entry.index;
                    let is_known = other == index || (other < index && is_changed[other as usize]);
                    if !is_known && stations[index as usize].may_touch(&stations[other as usize]) {
                        neighbour_count[index as usize] += 1;
                        neighbour_count[other as usize] += 1;
                        let (a, b) = if height(index) < height(other) { (index, other) } else { (other, index) };
                        let pair = Pair { a, b, reach: 0.0 };
                        found.push(Pair { reach: reach(&pair), ..pair });
                    }
                }
            }
        }
        let order = |pair: &Pair| (height(pair.b), pair.a);
        found.sort_unstable_by_key(order);
        merge(near, found, pairs, order);
        std::mem::swap(near, pairs);
        !self.is_crowded()
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
            stations,
            crowded,
            found,
            neighbour_count,
            ranks,
            changed,
            is_changed,
            near,
            ..
        } = &mut self.broad_phase;
        grid.reserve(count);
        for (list, capacity) in [(pairs, max_pairs), (found, max_pairs), (near, max_pairs), (borders, 4 * count)] {
            list.reserve(capacity.saturating_sub(list.len()));
        }
        plane_pairs.reserve(2 * count);
        found_at.reserve(count);
        stations.reserve(count);
        changed.reserve(count);
        is_changed.reserve(count);
        crowded.reserve(count);
        neighbour_count.reserve(count);
        ranks.order.reserve(count);
        ranks.digits.reserve(count);
        ranks.rank.reserve(count);
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
        if !self.broad_phase.update_stations(particles, &self.radius, is_first) {
            return;
        }
        if is_first {
            self.broad_phase.found_at.clone_from(position);
        }
        self.broad_phase.largest_radius = largest_radius(&self.radius, balls);
        self.broad_phase.fill_grid(balls);
        self.broad_phase.crowded.clear();
        self.broad_phase.borders.clear();
        // Where most discs are fixed, the search around each of the others is cheaper.
        let moving = particles.inv_mass.iter().filter(|inv_mass| **inv_mass != 0.0).count();
        let by_cells = balls.is_empty() && !self.broad_phase.has_crowd && 2 * moving > position.len();
        if by_cells && self.search_by_cells(discs, fall) {
            if moving == position.len() {
                self.broad_phase.pairs.clone_from(&self.broad_phase.near);
            } else {
                self.choose_pairs(discs);
                self.put_inactive_last(discs);
            }
        } else {
            self.broad_phase.has_crowd |= by_cells;
            self.broad_phase.has_near = false;
            self.broad_phase.rank_by_height(fall);
            self.search_by_discs(discs);
            self.broad_phase.sort_found_by_height();
        }
        self.find_plane_pairs(colliders);
    }

    fn find_plane_pairs(&mut self, colliders: &Colliders) {
        let Self { broad_phase: BroadPhase { plane_pairs, stations, .. }, wall_normals, .. } = self;
        plane_pairs.clear();
        wall_normals.clear();
        for (number, plane) in (0..).zip(colliders.planes()) {
            // In blocks: far from a plane, all discs of a block are found so at once.
            for (block, stations) in (0..).zip(stations.chunks(BLOCK)) {
                // Discs beside a plane count as touching it, too.
                let is_near =
                    |station: &Station| plane.normal.dot(station.at) < plane.offset + station.reach + station.limit;
                if stations.iter().fold(false, |any, station| any | is_near(station)) {
                    let first = block * BLOCK as u32;
                    let near = (first..).zip(stations).filter(|(_, station)| is_near(station));
                    plane_pairs.extend(near.map(|(particle, _)| PlanePair { plane: number, particle }));
                }
            }
        }
    }

    /// Finds all pairs cell by cell, at half the cost of [`ParticleContacts::search_by_discs`], or only those of discs with
    /// new stations, with the same result in the same order. Returns false if a disc has more neighbours than pairs are kept
    /// for.
    fn search_by_cells(&mut self, discs: Discs, fall: Vec2) -> bool {
        let Self { broad_phase, radius, link_contacts, .. } = self;
        let reach = |pair: &Pair| reach(radius, link_contacts, pair.a as usize, pair.b as usize);
        let count = discs.particles.len();
        broad_phase.has_near = if broad_phase.are_few_changed() {
            broad_phase.update_near(count, fall, reach)
        } else {
            broad_phase.rank_by_height(fall);
            broad_phase.list_near(count, reach)
        };
        broad_phase.has_near
    }

    /// Chooses the pairs of which a disc moves, and lists those of an awake and a sleeping disc.
    fn choose_pairs(&mut self, discs: Discs) {
        let BroadPhase { near, pairs, borders, .. } = &mut self.broad_phase;
        pairs.clear();
        for pair in &*near {
            let (a, b) = (pair.a as usize, pair.b as usize);
            if discs.is_active(a) || discs.is_active(b) {
                list_border(*pair, discs.sleep, borders);
                if !(is_fixed(discs.particles, a) && is_fixed(discs.particles, b)) {
                    pairs.push(*pair);
                }
            }
        }
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
        let BroadPhase { grid, stations, crowded, .. } = &mut self.broad_phase;
        let (column, row) = grid.cell(index);
        let mut found = [0; MAX_PAIRS];
        let (mut count, mut neighbours) = (0, 0);
        for rows in -1..=1 {
            for entry in grid.discs_around((column, row.wrapping_add(rows))) {
                let other = entry.index as usize;
                if !stations[index].may_touch(&stations[other]) || other == index {
                    continue;
                }
                neighbours += 1;
                // Balls, which are larger, are searched separately.
                if (other < index && discs.is_active(other))
                    || (!discs.balls.is_empty() && is_ball(discs.balls, entry.index))
                {
                    continue;
                }
                if count < MAX_PAIRS {
                    found[count] = entry.index;
                    count += 1;
                } else if let Some(last) = found.iter_mut().max().filter(|last| **last > entry.index) {
                    *last = entry.index;
                }
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
        let is_active = discs.is_active(index);
        for other in 0..discs.particles.len() {
            let stations = &self.broad_phase.stations;
            if !stations[index].may_touch(&stations[other])
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
        let pair = Pair { a: a as u32, b: b as u32, reach: reach(&self.radius, &self.link_contacts, a, b) };
        list_border(pair, discs.sleep, &mut self.broad_phase.borders);
        if !(is_fixed(discs.particles, a) && is_fixed(discs.particles, b)) {
            self.broad_phase.found.push(pair);
        }
    }
}

/// Distance at which two discs touch, m.
#[inline]
fn reach(radius: &[f32], link_contacts: &LinkContacts, one: usize, other: usize) -> f32 {
    let reach = radius[one] + radius[other];
    link_contacts.min_distance(one, other).map_or(reach, |min_distance| reach.min(min_distance))
}

impl Discs<'_> {
    /// Whether a disc may move: it is free, or a fixed particle that is moved. Sleeping discs and resting pins are not
    /// active.
    fn is_active(self, index: usize) -> bool {
        let Self { particles, sleep, .. } = self;
        !is_fixed(particles, index) || (!sleep.is_asleep(index) && particles.displacement[index] != Vec2::ZERO)
    }
}

/// Merges two lists that are sorted by a key.
fn merge<T: Copy, K: Ord + Copy>(one: &[T], other: &[T], into: &mut Vec<T>, key: impl Fn(&T) -> K) {
    into.clear();
    let mut first = 0;
    for item in other {
        let count = one[first..].partition_point(|before| key(before) < key(item));
        into.extend_from_slice(&one[first..first + count]);
        into.push(*item);
        first += count;
    }
    into.extend_from_slice(&one[first..]);
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
    fn disc_keeps_its_station_within_half_its_margin() {
        let mut particles = Particles::default();
        for (x, speed) in [(0.0, 0.0), (1.0, 0.1)] {
            particles.push(Vec2::new(x, 0.0), Vec2::new(0.0, speed), 1.0, false);
        }
        let mut broad_phase = BroadPhase::default();
        let radius = [0.1, 0.1];
        assert!(broad_phase.update_stations(&particles, &radius, true));
        let limits = [0.5 * MIN_MARGIN * 0.1, 0.5 * MAX_MARGIN * 0.1];
        for (index, limit) in limits.into_iter().enumerate() {
            let before = broad_phase.stations[1 - index].at;
            particles.position[index].x += 0.9 * limit;
            assert!(!broad_phase.update_stations(&particles, &radius, false), "disc {index} is within its limit");
            particles.position[index].x += 0.2 * limit;
            assert!(broad_phase.update_stations(&particles, &radius, false), "disc {index} has left its station");
            assert_eq!(broad_phase.stations[index].at, particles.position[index]);
            assert_eq!(broad_phase.stations[1 - index].at, before, "the other keeps its own");
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
            let has_left = |(station, at): (&Station, &Vec2)| station.at.distance(*at) > station.limit;
            if discs.broad_phase.stations.iter().zip(position).any(has_left) {
                continue;
            }
            searched_steps += 1;
            let known: std::collections::BTreeSet<(u32, u32)> =
                discs.broad_phase.pairs.iter().map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b))).collect();
            for (a, b) in (0..position.len()).flat_map(|a| (a + 1..position.len()).map(move |b| (a, b))) {
                if position[a].distance(position[b]) < reach(&discs.radius, &discs.link_contacts, a, b)
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
        let mut seen = [0; 3];
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
            let list = |pairs: &[Pair]| -> Vec<(u32, u32, f32)> {
                pairs.iter().map(|pair| (pair.a, pair.b, pair.reach)).collect()
            };
            // First all discs have new stations, then a few.
            discs.broad_phase.begin_step();
            for is_first in [true, false] {
                if !is_first {
                    particles.position.iter_mut().step_by(19).for_each(|at| at.x += 0.08);
                }
                discs.broad_phase.update_stations(particles, &discs.radius, is_first);
                assert_eq!(discs.broad_phase.are_few_changed(), !is_first && discs.broad_phase.has_near);
                discs.broad_phase.fill_grid(&[]);
                let searched = Discs { particles, sleep, balls: &[] };
                discs.broad_phase.borders.clear();
                if !discs.search_by_cells(searched, fall) {
                    break;
                }
                discs.choose_pairs(searched);
                discs.put_inactive_last(searched);
                let (together, mut borders) = (list(&discs.broad_phase.pairs), list(&discs.broad_phase.borders));
                discs.broad_phase.borders.clear();
                discs.broad_phase.rank_by_height(fall);
                discs.search_by_discs(searched);
                discs.broad_phase.sort_found_by_height();
                assert!(together == list(&discs.broad_phase.pairs), "step {step}");
                assert!(discs.broad_phase.crowded.is_empty(), "step {step}");
                let mut expected = list(&discs.broad_phase.borders);
                for list in [&mut borders, &mut expected] {
                    list.sort_unstable_by_key(|pair| (pair.0, pair.1));
                }
                assert!(borders == expected, "step {step}");
                seen[usize::from(is_first)] += together.len();
                seen[2] += borders.len();
            }
        }
        assert!(seen[0] > 50_000 && seen[1] > 50_000 && seen[2] > 100, "{seen:?}");
    }
}
