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
    /// Scratch of sorting few pairs: places of the upper discs, and numbers of the pairs.
    few: Vec<(u64, u32)>,
}

/// Lists with fewer pairs than the number of discs divided by this are sorted without ranks of all discs.
const FEW: usize = 16;

impl HeightRanks {
    /// Reserves memory for a number of discs.
    pub fn reserve(&mut self, count: usize) {
        self.order.reserve(count);
        self.digits.reserve(count);
        self.rank.reserve(count);
        self.starts.reserve(count + 1);
        self.few.reserve(count / FEW);
    }

    /// Turns each pair so that the lower disc comes first, and sorts them into a list: by the height of the upper disc, then
    /// as found. Overwrites the ranks.
    pub fn sort_found(&mut self, found: &mut [Pair], sorted: &mut Vec<Pair>, stations: &[Station], fall: Vec2) {
        if FEW * found.len() >= stations.len() {
            self.rank(stations, fall);
            self.put_lower_first(found);
            self.sort_by_upper(found, sorted);
            return;
        }
        let place = |disc: u32| (u64::from(height_key(&stations[disc as usize], fall)) << u32::BITS) | u64::from(disc);
        for pair in &mut *found {
            if place(pair.a) > place(pair.b) {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
        self.few.refill_with(found.iter().zip(0..).map(|(pair, number)| (place(pair.b), number)));
        self.few.sort_unstable();
        sorted.refill_with(self.few.iter().map(|&(_, number)| found[number as usize]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::SplitMix64;

    #[test]
    fn few_pairs_have_the_order_of_many() {
        let mut random = SplitMix64 { state: 11 };
        // Few heights, so that many discs share one.
        let mut draw = |below: u64| (random.next() >> 20) % below;
        let at = |height: u64| Station { at: Vec2::new(0.0, height as f32), ..Station::default() };
        let stations: Vec<_> = (0..FEW * 50).map(|_| at(draw(9))).collect();
        let mut disc = || draw(stations.len() as u64) as u32;
        let pairs: Vec<_> = (0..49).map(|_| Pair { a: disc(), b: disc() / 50, reach: 1.0 }).collect();
        let listed = |found: &[Pair], stations: &[Station]| {
            let (mut found, mut sorted) = (found.to_vec(), Vec::new());
            HeightRanks::default().sort_found(&mut found, &mut sorted, stations, Vec2::NEG_Y);
            sorted.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>()
        };
        let mut ranks = HeightRanks::default();
        let (mut found, mut expected) = (pairs.clone(), Vec::new());
        ranks.rank(&stations, Vec2::NEG_Y);
        ranks.put_lower_first(&mut found);
        ranks.sort_by_upper(&found, &mut expected);
        let expected: Vec<_> = expected.iter().map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(listed(&pairs, &stations), expected);
    }
}
