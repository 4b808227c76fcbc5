//! Pairs in the order of the heights of their discs.

use glam::Vec2;

use super::Pair;
use super::stations::Station;
use crate::containers::{Refill, radix_sort};

/// Ranks of the discs by the heights of their stations.
#[derive(Clone, Debug, Default)]
pub(super) struct HeightRanks {
    /// Rank of each disc, lowest first.
    rank: Vec<u32>,
    /// Scratch of sorting: keys with discs, digits, and the start of each rank's pairs.
    order: Vec<(u32, u32)>,
    digits: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl HeightRanks {
    /// Reserves memory for a number of discs.
    pub fn reserve(&mut self, count: usize) {
        self.order.reserve(count);
        self.digits.reserve(count);
        self.rank.reserve(count);
        self.starts.reserve(count + 1);
    }

    /// Ranks all discs by the height of their stations, or by number without gravity.
    pub fn rank(&mut self, stations: &[Station], fall: Vec2) {
        let Self { rank, order, digits, .. } = self;
        order.refill_with((0..).zip(stations).map(|(index, station)| (height_key(station, fall), index)));
        radix_sort::sort_pairs(order, digits);
        rank.refill(order.len(), 0);
        (0..).zip(&*order).for_each(|(number, &(_, index))| rank[index as usize] = number);
    }

    /// Turns each pair so that the lower disc comes first.
    pub fn put_lower_first(&self, pairs: &mut [Pair]) {
        for pair in pairs {
            if self.rank[pair.a as usize] > self.rank[pair.b as usize] {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
    }

    /// Sorts pairs by the height of the upper disc, then as they were.
    pub fn sort_by_upper(&mut self, from: &[Pair], into: &mut Vec<Pair>) {
        let Self { rank, starts, .. } = self;
        radix_sort::counting_sort_by(|pair: &Pair| rank[pair.b as usize], rank.len(), (from, into), starts);
    }

    /// Sorts pairs by the number of the first disc, then as they were.
    pub fn sort_by_first_number(&mut self, from: &[Pair], into: &mut Vec<Pair>) {
        radix_sort::counting_sort_by(|pair: &Pair| pair.a, self.rank.len(), (from, into), &mut self.starts);
    }
}

/// An integer with the order of the heights of stations. `fall` is gravity x substep², m.
pub(super) fn height_key(station: &Station, fall: Vec2) -> u32 {
    let bits = (-fall.dot(station.at)).to_bits();
    if bits >> 31 == 0 { bits | 0x8000_0000 } else { !bits }
}
