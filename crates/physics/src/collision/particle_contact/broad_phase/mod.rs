//! Broad phase for particles: pairs of discs that may touch, found with a margin in a hash grid.
//!
//! Each disc has a station: its position in the search, which it keeps until it has moved by its own margin. Pairs follow
//! from the stations alone, and so does their order: by height, the discs that a disc lies on before the discs that lie on
//! it. So a disc that takes a new station changes no pair of distant discs, and where few do, only their pairs are searched
//! again.
//!
//! - `stations`: where discs were last searched
//! - `near_list`: all pairs of stations in reach of each other
//! - `height_ranks`: pairs in the order of heights

mod height_ranks;
mod near_list;
mod stations;
#[cfg(test)]
mod tests;

use glam::Vec2;

use self::height_ranks::HeightRanks;
use self::near_list::{NearList, Search};
use self::stations::{STATIONS, Station, Stations};

use crate::collision::particle_contact::{
    Ball, HashGrid, LinkContacts, MAX_PAIRS_PER_DISC, ParticleContacts, SPARE_PAIRS, SleepState, is_fixed,
};
use crate::containers::Refill;
use crate::geometry::{Aabb, Colliders};
use crate::particles::Particles;

/// Maximum number of pairs of one disc with later ones; six discs have room around one. In a crowd the others get their
/// turn as these part.
const MAX_PAIRS: usize = 16;

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
    /// Greatest distance of the stations of a pair without balls, m.
    farthest: f32,
    stations: Stations,
    /// Bounds of the discs of each block of stations, m: balls are searched for block by block.
    blocks: Vec<Aabb>,
    near: NearList,
    /// Greatest separation at which discs count as touching, as a fraction of their reach: see
    /// [`SLOP`](crate::tuning::SLOP).
    pub slop: f32,
    /// Discs with more neighbours than pairs are kept for. They may not sleep.
    pub crowded: Vec<u32>,
    /// Whether the search by cells has met a crowd in this step, and is not tried again.
    pub has_crowd: bool,
    /// Scratch: pairs before they are sorted.
    found: Vec<Pair>,
    ranks: HeightRanks,
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
        self.near.is_complete = false;
    }

    /// Sorts the stations into the grid, whose cells are as wide as the farthest pair without balls.
    fn fill_grid(&mut self, balls: &[Ball]) {
        let Self { stations: Stations { list: stations, .. }, grid, farthest, .. } = self;
        let discs = (0..).zip(&*stations).filter(|(index, _)| balls.is_empty() || !is_ball(balls, *index));
        // A lower bound, so that no cell is empty of width.
        *farthest = 2.0 * discs.fold(0.001, |largest: f32, (_, station)| largest.max(station.reach));
        grid.fill(stations.iter().map(|station| station.at), *farthest);
    }

    /// Turns each found pair so that the lower disc comes first, and sorts them: by the height of the upper disc, then as
    /// found.
    fn sort_found_by_height(&mut self, fall: Vec2) {
        let Self { pairs, found, ranks, stations, .. } = self;
        ranks.rank(&stations.list, fall);
        ranks.put_lower_first(found);
        ranks.sort_by_upper(found, pairs);
    }
}

impl ParticleContacts {
    /// Reserves the memory that a number of discs and balls need at rest, and some more.
    pub(crate) fn reserve(&mut self, count: usize, balls: usize) {
        let own_pairs = if self.has_balls_only() { 0 } else { MAX_PAIRS_PER_DISC * count };
        let max_pairs = own_pairs + SPARE_PAIRS + balls * count.min(RESERVED_BALL_PAIRS);
        let BroadPhase {
            grid,
            pairs,
            borders,
            plane_pairs,
            found_at,
            stations,
            blocks,
            near,
            crowded,
            found,
            ranks,
            ..
        } = &mut self.broad_phase;
        for (list, capacity) in [(pairs, max_pairs), (found, max_pairs), (borders, 4 * count)] {
            list.reserve(capacity.saturating_sub(list.len()));
        }
        plane_pairs.reserve(2 * count);
        found_at.reserve(count);
        crowded.reserve(count);
        grid.reserve(count);
        stations.reserve(count);
        blocks.reserve(count.div_ceil(STATIONS));
        near.reserve(count, max_pairs);
        ranks.reserve(count);
        self.contacts.reserve(max_pairs / 2);
        self.supported.reserve(count);
        self.met.reserve(count);
        self.islands.reserve(count);
    }

    /// Brings the pairs up to date. `fall` is gravity x substep², m. Returns whether they were found anew.
    pub(crate) fn find_pairs(&mut self, discs: Discs, colliders: &Colliders, fall: Vec2) -> bool {
        let Discs { particles, balls, .. } = discs;
        let position = &particles.position;
        let BroadPhase { stations, found_at, slop, .. } = &mut self.broad_phase;
        let is_first = found_at.len() != position.len();
        if !stations.update(particles, &self.radius, *slop, is_first) {
            return false;
        }
        if is_first {
            self.broad_phase.found_at.clone_from(position);
        }
        let balls_only = self.has_balls_only();
        if !balls_only {
            self.broad_phase.fill_grid(balls);
        }
        self.broad_phase.crowded.clear();
        self.broad_phase.borders.clear();
        // Where most discs are fixed, the search around each of the others is cheaper.
        let moving = particles.inv_mass.iter().filter(|inv_mass| **inv_mass != 0.0).count();
        let by_cells = balls.is_empty() && !self.broad_phase.has_crowd && 2 * moving > position.len();
        if by_cells && self.search_by_cells(fall) {
            if moving == position.len() {
                self.broad_phase.pairs.clone_from(&self.broad_phase.near.pairs);
            } else {
                self.choose_pairs(discs);
                self.put_inactive_last(discs);
            }
        } else {
            self.broad_phase.has_crowd |= by_cells;
            self.broad_phase.near.is_complete = false;
            self.search_by_discs(discs);
            self.broad_phase.sort_found_by_height(fall);
        }
        self.find_plane_pairs(colliders);
        true
    }

    /// Finds the discs near planes; particles that meet balls alone leave planes to `plane_contact`.
    fn find_plane_pairs(&mut self, colliders: &Colliders) {
        let balls_only = self.has_balls_only();
        let Self { broad_phase: BroadPhase { plane_pairs, stations, .. }, radius, .. } = self;
        plane_pairs.clear();
        let meets_planes = |particle: u32| !balls_only || radius[particle as usize] > 0.0;
        for (number, plane) in (0..).zip(colliders.planes()) {
            // In blocks: far from a plane, all discs of a block are found so at once.
            for (block, stations) in (0..).zip(stations.list.chunks(STATIONS)) {
                // Discs beside a plane count as touching it, too.
                let is_near =
                    |station: &Station| plane.normal.dot(station.at) < plane.offset + station.reach + station.limit;
                if stations.iter().fold(false, |any, station| any | is_near(station)) {
                    let first = block * STATIONS as u32;
                    let near = (first..)
                        .zip(stations)
                        .filter(|(particle, station)| is_near(station) && meets_planes(*particle));
                    plane_pairs.extend(near.map(|(particle, _)| PlanePair { plane: number, particle }));
                }
            }
        }
    }

    /// Finds all pairs cell by cell, at half the cost of [`ParticleContacts::search_by_discs`], or only those of discs with
    /// new stations, with the same result in the same order. Returns false if a disc has more neighbours than pairs are kept
    /// for.
    fn search_by_cells(&mut self, fall: Vec2) -> bool {
        let Self { broad_phase, radius, link_contacts, .. } = self;
        let BroadPhase { grid, farthest, stations, near, ranks, found, pairs, .. } = broad_phase;
        let reach = |pair: &Pair| reach(radius, link_contacts, pair.a as usize, pair.b as usize);
        let search = Search { grid, farthest: *farthest, stations, reach };
        if near.needs_only_changed(stations) {
            near.update(&search, fall, found, pairs);
        } else {
            ranks.rank(&stations.list, fall);
            near.fill(&search, ranks, found);
        }
        near.is_complete
    }

    /// Chooses the pairs of which a disc moves, and lists those of an awake and a sleeping disc.
    fn choose_pairs(&mut self, discs: Discs) {
        let BroadPhase { near, pairs, borders, .. } = &mut self.broad_phase;
        pairs.clear();
        for pair in &near.pairs {
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
        let others = if self.has_balls_only() { 0 } else { discs.particles.len() };
        for index in 0..others {
            if discs.is_active(index) && !is_ball(discs.balls, index as u32) {
                self.search_around(index, discs);
            }
        }
        let BroadPhase { blocks, stations, .. } = &mut self.broad_phase;
        let bounds = |block: &[Station]| block.iter().map(Station::bounds).reduce(Aabb::union);
        blocks.refill_with(stations.list.chunks(STATIONS).filter_map(bounds));
        for (number, ball) in discs.balls.iter().enumerate() {
            self.search_around_ball(ball.particle.index(), Discs { balls: &discs.balls[..number], ..discs });
        }
    }

    /// Finds the neighbours of an active disc; of two active discs the first finds the second. In the order of their
    /// numbers, whatever their cells, because a pile trembles when the order of its contacts changes now and then.
    fn search_around(&mut self, index: usize, discs: Discs) {
        let BroadPhase { grid, stations: Stations { list: stations, .. }, crowded, .. } = &mut self.broad_phase;
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

    /// Finds the neighbours of a ball, apart from earlier balls, which have found it, and from the particles of its own rope
    /// that it covers.
    fn search_around_ball(&mut self, index: usize, discs: Discs) {
        let is_active = discs.is_active(index);
        let bounds = self.broad_phase.stations.list[index].bounds();
        for block in 0..self.broad_phase.blocks.len() {
            if !self.broad_phase.blocks[block].overlaps(bounds) {
                continue;
            }
            for other in (block * STATIONS..discs.particles.len()).take(STATIONS) {
                let stations = &self.broad_phase.stations.list;
                if stations[index].may_touch(&stations[other])
                    && other != index
                    && !is_ball(discs.balls, other as u32)
                    && (is_active || discs.is_active(other))
                    && !self.is_covered(index as u32, other as u32)
                {
                    self.add_pair(index, other, discs);
                }
            }
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

fn is_ball(balls: &[Ball], index: u32) -> bool {
    balls.binary_search_by_key(&index, |ball| ball.particle.0).is_ok()
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
