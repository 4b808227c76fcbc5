//! The near list: all pairs of stations in reach of each other, brought up to date where few discs have new stations.

use glam::Vec2;

use super::height_ranks::{HeightRanks, height_key};
use super::stations::Stations;
use super::{MAX_PAIRS, Pair};
use crate::collision::particle_contact::HashGrid;
use crate::containers::Refill;

/// Least number of discs for each new station at which only the pairs of the new stations are searched.
const MIN_DISCS_PER_CHANGE: usize = 4;

/// The near list. It is found without balls.
#[derive(Clone, Debug, Default)]
pub(super) struct NearList {
    /// The pairs, whether their discs move or not, in the order of [`BroadPhase::pairs`](super::BroadPhase::pairs).
    pub pairs: Vec<Pair>,
    /// Whether the list is complete but for the pairs of changed discs.
    pub is_complete: bool,
    /// Scratch: number of neighbours of each disc, and whether it has a new station since the last search.
    neighbour_count: Vec<u32>,
    is_changed: Vec<bool>,
}

/// Data of a search of near pairs.
pub(super) struct Search<'a, Reach: Fn(&Pair) -> f32> {
    pub grid: &'a HashGrid,
    /// Greatest distance of the stations of a pair, m: the width of the grid's cells.
    pub farthest: f32,
    pub stations: &'a Stations,
    /// Distance at which the discs of a pair touch, m.
    pub reach: Reach,
}

impl NearList {
    /// Reserves memory for a number of discs and pairs.
    pub fn reserve(&mut self, count: usize, max_pairs: usize) {
        self.pairs.reserve(max_pairs.saturating_sub(self.pairs.len()));
        self.neighbour_count.reserve(count);
        self.is_changed.reserve(count);
    }

    /// Whether so few discs have new stations that only their pairs are searched again.
    pub fn needs_only_changed(&self, stations: &Stations) -> bool {
        self.is_complete && MIN_DISCS_PER_CHANGE * stations.changed.len() <= stations.list.len()
    }

    /// Lists all pairs anew. `ranks` are those of the stations. The list is incomplete if a disc has more neighbours than
    /// pairs are kept for.
    pub fn fill(&mut self, search: &Search<impl Fn(&Pair) -> f32>, ranks: &mut HeightRanks, scratch: &mut Vec<Pair>) {
        let Search { grid, stations: Stations { list: stations, .. }, reach, farthest } = search;
        let Self { pairs, neighbour_count, .. } = self;
        self.is_complete = grid.list_pairs(*farthest, pairs, |a, b| Pair { a: a.min(b), b: a.max(b), reach: 0.0 });
        if !self.is_complete {
            return;
        }
        neighbour_count.refill(stations.len(), 0);
        pairs.retain(|&Pair { a, b, .. }| {
            let is_near = stations[a as usize].may_touch(&stations[b as usize]);
            neighbour_count[a as usize] += u32::from(is_near);
            neighbour_count[b as usize] += u32::from(is_near);
            is_near
        });
        pairs.iter_mut().for_each(|pair| pair.reach = reach(pair));
        // By the height of the upper disc, then by the number of the lower one.
        ranks.put_lower_first(pairs);
        ranks.sort_by_first_number(pairs, scratch);
        ranks.sort_by_upper(scratch, pairs);
        self.is_complete = !self.is_crowded();
    }

    /// Replaces the pairs of the discs with new stations. `fall` is gravity x substep², m; `found` and `merged` are
    /// scratch. The list is incomplete if a disc has more neighbours than pairs are kept for.
    pub fn update(
        &mut self,
        search: &Search<impl Fn(&Pair) -> f32>,
        fall: Vec2,
        found: &mut Vec<Pair>,
        merged: &mut Vec<Pair>,
    ) {
        let Search { grid, stations: Stations { list: stations, changed, .. }, reach, .. } = search;
        let Self { pairs, neighbour_count, is_changed, .. } = self;
        is_changed.refill(stations.len(), false);
        changed.iter().for_each(|&index| is_changed[index as usize] = true);
        pairs.retain(|&Pair { a, b, .. }| {
            let is_gone = is_changed[a as usize] | is_changed[b as usize];
            neighbour_count[a as usize] -= u32::from(is_gone);
            neighbour_count[b as usize] -= u32::from(is_gone);
            !is_gone
        });
        let height = |index: u32| (height_key(&stations[index as usize], fall), index);
        found.clear();
        for &index in changed {
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
        merge(pairs, found, merged, order);
        std::mem::swap(pairs, merged);
        self.is_complete = !self.is_crowded();
    }

    fn is_crowded(&self) -> bool {
        self.neighbour_count.iter().any(|count| *count as usize > MAX_PAIRS)
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
