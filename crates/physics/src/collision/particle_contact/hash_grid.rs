//! A uniform grid without bounds, hashed into buckets (Teschner et al. 2003, "Optimized spatial hashing").
//!
//! Distant cells may share a bucket, so every query compares cells and finds no disc twice.

use glam::Vec2;

use crate::containers::{Refill, radix_sort};

/// Maximum number of discs per cell that a query returns. No more have room there side by side; without the limit,
/// thousands at one position would each be tested against all others.
const MAX_PER_CELL: usize = 32;

/// Maximum mean number of pairs per disc that are listed. Six discs have room around one, and each pair is listed once.
pub(crate) const MAX_PAIRS_PER_DISC: usize = 10;

/// Pairs for which there is room beyond that maximum while they are listed.
pub(crate) const SPARE_PAIRS: usize = 4 * MAX_PER_CELL;

/// A cell: column and row.
pub(crate) type Cell = (i32, i32);

/// A disc in the grid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    pub index: u32,
    cell: Cell,
    /// Centre, m.
    pub at: Vec2,
}

/// Discs by cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashGrid {
    /// In the order of the discs.
    entries: Vec<Entry>,
    /// Start of each bucket in `sorted`, and the end of the last.
    starts: Vec<u32>,
    /// By buckets; in a bucket, in the order of the discs.
    sorted: Vec<Entry>,
    /// Number of buckets - 1; the number is a power of two.
    mask: u32,
}

impl HashGrid {
    /// Reserves memory for a number of discs.
    pub fn reserve(&mut self, count: usize) {
        self.entries.reserve(count);
        self.sorted.reserve(count);
        self.starts.reserve((2 * count).next_power_of_two() + 1);
    }

    /// Sorts discs into cells of a width (m).
    pub fn fill(&mut self, positions: impl ExactSizeIterator<Item = Vec2>, width: f32) {
        let scale = 1.0 / width;
        self.mask = (2 * positions.len()).next_power_of_two() as u32 - 1;
        let Self { entries, starts, sorted, mask } = self;
        let cell = |at: Vec2| (floor(at.x * scale), floor(at.y * scale));
        entries.refill_with((0..).zip(positions).map(|(index, at)| Entry { index, cell: cell(at), at }));
        let key = |entry: &Entry| bucket(entry.cell, *mask) as u32;
        radix_sort::counting_sort_by(key, *mask as usize + 1, (entries, sorted), starts);
    }

    /// The cell of a disc.
    pub fn cell(&self, index: usize) -> Cell {
        self.entries[index].cell
    }

    /// The discs of a cell, in their order, at most [`MAX_PER_CELL`].
    #[inline]
    pub fn discs(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        let bucket = bucket(cell, self.mask);
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        self.sorted[range].iter().filter(move |entry| entry.cell == cell).map(|entry| entry.index).take(MAX_PER_CELL)
    }

    /// The discs of a cell and of the two beside it in its row, cell by cell.
    #[inline]
    pub fn discs_around(&self, (column, row): Cell) -> impl Iterator<Item = &Entry> {
        let first = bucket((column.wrapping_sub(1), row), self.mask);
        // Cells of a row have consecutive buckets, which wrap around to the first.
        let count = 3.min(self.mask as usize + 1 - first);
        let start = |bucket: usize| self.starts[bucket] as usize;
        let (one, other) = (start(first)..start(first + count), 0..start(3 - count));
        let is_near =
            move |Entry { cell: (x, y), .. }: &&Entry| *y == row && x.wrapping_sub(column).wrapping_add(1) as u32 <= 2;
        self.sorted[one].iter().chain(&self.sorted[other]).filter(is_near).take(3 * MAX_PER_CELL)
    }

    /// Lists all pairs of discs closer than a distance (m, at most the width of a cell), each once, over what `pairs`
    /// held. Visits half the cells around each disc. Returns false if there are too few discs, or too many near one
    /// position to list all pairs.
    ///
    /// Columns need no comparison: a disc that close, in a neighbouring row, is in a neighbouring column.
    pub fn list_pairs<P: Copy>(&self, distance: f32, pairs: &mut Vec<P>, pair: impl Fn(u32, u32) -> P) -> bool {
        let last = self.mask as usize + 1;
        // Three buckets of a row must differ.
        if last < 4 {
            return false;
        }
        let mut count = 0;
        for (number, one) in self.sorted.iter().enumerate() {
            let (column, row) = one.cell;
            // The rest of the disc's cell, the next cell of its row, and three cells of the next row. Buckets may wrap
            // around.
            let own = bucket(one.cell, self.mask);
            let next = bucket((column.wrapping_sub(1), row.wrapping_add(1)), self.mask);
            let start = |bucket: usize| self.starts[bucket] as usize;
            let (beside, ahead) = ((own + 2).min(last), (next + 3).min(last));
            for (row, range) in [
                (row, number + 1..start(beside)),
                (row, 0..start(own + 2 - beside)),
                (row.wrapping_add(1), start(next)..start(ahead)),
                (row.wrapping_add(1), 0..start(next + 3 - ahead)),
            ] {
                if range.len() > 3 * MAX_PER_CELL || count > MAX_PAIRS_PER_DISC * self.sorted.len() {
                    return false;
                }
                if pairs.len() < count + range.len() {
                    pairs.resize(count + range.len() + MAX_PER_CELL, pair(0, 0));
                }
                for other in &self.sorted[range] {
                    let offset = other.at - one.at;
                    let is_near = offset.x * offset.x + offset.y * offset.y < distance * distance;
                    // Branch-free: the outcome is unpredictable, and a misprediction costs more than all of this.
                    pairs[count] = pair(one.index, other.index);
                    count += usize::from(is_near & (other.cell.1 == row));
                }
            }
        }
        pairs.truncate(count);
        true
    }
}

/// The largest integer not above a number. `f32::floor` is a call on processors without the instruction.
#[inline]
fn floor(number: f32) -> i32 {
    let whole = number as i32;
    if whole as f32 > number { whole.saturating_sub(1) } else { whole }
}

/// The bucket of a cell. Neighbours in a row have consecutive buckets, so their discs are contiguous in memory.
#[inline]
fn bucket((column, row): Cell, mask: u32) -> usize {
    (((row as u32).wrapping_mul(0x9E37_79B1) >> 7).wrapping_add(column as u32) & mask) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_near_pair_is_listed_once() {
        const DISTANCE: f32 = 0.6;
        let mut random = crate::math::random::SplitMix64 { state: 60 };
        let mut listed = 0;
        for world in 0..2_000 {
            let (count, wide) = (world % 31, 0.5 + (world % 7) as f32);
            let mut number = || (random.next() % 2_001) as f32 * 0.001 * wide - wide;
            let positions: Vec<Vec2> = (0..count).map(|_| Vec2::new(number(), number())).collect();
            let mut grid = HashGrid::default();
            grid.fill(positions.iter().copied(), 0.7);
            let mut pairs = vec![(7, 7); 3];
            if !grid.list_pairs(DISTANCE, &mut pairs, |a, b| (a.min(b), a.max(b))) {
                continue;
            }
            pairs.sort_unstable();
            let is_near =
                |&(a, b): &(usize, usize)| (positions[a] - positions[b]).length_squared() < DISTANCE * DISTANCE;
            let expected: Vec<(usize, usize)> =
                (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(is_near).collect();
            let found: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
            assert!(found == expected, "{positions:?}: {found:?}, not {expected:?}");
            listed += found.len();
        }
        assert!(listed > 20_000, "{listed}");
    }

    #[test]
    fn search_in_a_crowd_is_limited() {
        let mut grid = HashGrid::default();
        grid.fill([Vec2::ONE; 1_000].into_iter(), 0.1);
        assert!(!grid.list_pairs(0.1, &mut Vec::new(), |a, b| (a, b)));
        let found: Vec<u32> = grid.discs(grid.cell(999)).collect();
        assert_eq!(found, (0..MAX_PER_CELL as u32).collect::<Vec<_>>());
    }
}
