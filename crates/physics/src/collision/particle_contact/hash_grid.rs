//! A uniform grid without bounds: its cells are sorted into buckets by their numbers, by counting.
//!
//! Cells that are far apart may share a bucket. So whoever looks into a cell compares its number, and finds no disc twice.

use glam::Vec2;

use crate::containers::radix_sort;

/// Most discs of one cell that are looked at. No more have room there side by side, however they lie; where thousands
/// are drawn into one place, each would have to look at all others.
const CROWD: usize = 32;

/// So many pairs are listed, to each disc on average, and no more: six have room around one, and each is listed with one of
/// both.
pub(crate) const MOST_PAIRS: usize = 10;

/// So many more pairs may be written than there are.
pub(crate) const SPARE: usize = 4 * CROWD;

/// A cell: column and row.
pub(crate) type Cell = (i32, i32);

/// A disc, with all that is asked of it until it is known to be near: side by side, as it is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    pub index: u32,
    cell: Cell,
    /// Where it is, m.
    pub at: Vec2,
}

/// Discs by cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// Discs in their order.
    entries: Vec<Entry>,
    /// Where each bucket starts among `sorted`; one more at the end.
    starts: Vec<u32>,
    /// Discs by buckets, in a bucket in their order.
    sorted: Vec<Entry>,
    /// Buckets are as many as this says, less one.
    mask: u32,
}

impl Grid {
    /// Asks for all memory that so many discs will ever need.
    pub fn reserve(&mut self, count: usize) {
        self.entries.reserve(count);
        self.sorted.reserve(count);
        self.starts.reserve((2 * count).next_power_of_two() + 1);
    }

    /// Sorts all places into cells of a `width` (m).
    pub fn fill(&mut self, places: &[Vec2], width: f32) {
        let scale = 1.0 / width;
        self.mask = (2 * places.len()).next_power_of_two() as u32 - 1;
        let Self { entries, starts, sorted, mask } = self;
        let cell = |at: Vec2| (floor(at.x * scale), floor(at.y * scale));
        entries.clear();
        entries.extend((0..).zip(places).map(|(index, &at)| Entry { index, cell: cell(at), at }));
        radix_sort::counting_sort_by(
            |entry| bucket(entry.cell, *mask) as u32,
            *mask as usize + 1,
            (entries, sorted),
            starts,
        );
    }

    /// The cell of a disc.
    pub fn cell(&self, index: usize) -> Cell {
        self.entries[index].cell
    }

    /// The discs of a cell, in their order.
    #[inline]
    pub fn discs(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        let bucket = bucket(cell, self.mask);
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        self.sorted[range].iter().filter(move |entry| entry.cell == cell).map(|entry| entry.index).take(CROWD)
    }

    /// The discs of a cell and of the two beside it in its row, cell by cell.
    #[inline]
    pub fn discs_around(&self, (column, row): Cell) -> impl Iterator<Item = &Entry> {
        let first = bucket((column.wrapping_sub(1), row), self.mask);
        // Three in a row, unless they go on at the first one.
        let count = 3.min(self.mask as usize + 1 - first);
        let bucket = |number: usize| self.starts[number] as usize;
        let (one, other) = (bucket(first)..bucket(first + count), 0..bucket(3 - count));
        let near =
            move |entry: &&Entry| entry.cell.1 == row && entry.cell.0.wrapping_sub(column).wrapping_add(1) as u32 <= 2;
        self.sorted[one].iter().chain(&self.sorted[other]).filter(near).take(3 * CROWD)
    }

    /// Lists all pairs of discs that are nearer to each other than `farthest` (m, no more than a cell is wide), each once and as
    /// `pair` has it, over what `pairs` held. Looks into half of the cells around each. Returns whether it has: not where there
    /// are hardly any, nor where so many are in one place that not all of them are to be looked at.
    ///
    /// Columns are not compared: what is as near as that and in a row beside is in a column beside.
    pub fn list_pairs<P: Copy>(&self, farthest: f32, pairs: &mut Vec<P>, pair: impl Fn(u32, u32) -> P) -> bool {
        let last = self.mask as usize + 1;
        // Three buckets of one row must not be one another.
        if last < 4 {
            return false;
        }
        let mut count = 0;
        for (place, one) in self.sorted.iter().enumerate() {
            let (column, row) = one.cell;
            // What comes after it in its cell and the next cell of its row, and three cells of the next row; each row may go
            // on at the first bucket.
            let own = bucket(one.cell, self.mask);
            let next = bucket((column.wrapping_sub(1), row.wrapping_add(1)), self.mask);
            let start = |number: usize| self.starts[number] as usize;
            let (beside, ahead) = ((own + 2).min(last), (next + 3).min(last));
            for (row, range) in [
                (row, place + 1..start(beside)),
                (row, 0..start(own + 2 - beside)),
                (row.wrapping_add(1), start(next)..start(ahead)),
                (row.wrapping_add(1), 0..start(next + 3 - ahead)),
            ] {
                if range.len() > 3 * CROWD || count > MOST_PAIRS * self.sorted.len() {
                    return false;
                }
                if pairs.len() < count + range.len() {
                    pairs.resize(count + range.len() + CROWD, pair(0, 0));
                }
                for other in &self.sorted[range] {
                    let way = other.at - one.at;
                    let is_near = way.x * way.x + way.y * way.y < farthest * farthest;
                    // Without a branch: which are near is anybody's guess, and a wrong one costs more than all of this.
                    pairs[count] = pair(one.index, other.index);
                    count += usize::from(is_near & (other.cell.1 == row));
                }
            }
        }
        pairs.truncate(count);
        true
    }
}

/// The next whole number below: `f32::floor` is a call where the processor is not known to have it.
#[inline]
fn floor(number: f32) -> i32 {
    let whole = number as i32;
    if whole as f32 > number { whole.saturating_sub(1) } else { whole }
}

/// Neighbours in a row come into buckets side by side, and so does what is in them.
#[inline]
fn bucket((column, row): Cell, mask: u32) -> usize {
    (((row as u32).wrapping_mul(0x9E37_79B1) >> 7).wrapping_add(column as u32) & mask) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disc_is_in_its_cell_once_however_far_out_it_is() {
        let places: Vec<Vec2> =
            (0..400).map(|n| Vec2::new(((n * 37) % 101) as f32 - 50.0, ((n * n) % 89) as f32 * 100.0)).collect();
        let mut grid = Grid::default();
        grid.fill(&places, 0.7);
        for (index, _) in places.iter().enumerate() {
            let found: Vec<u32> = grid.discs(grid.cell(index)).filter(|&other| other as usize == index).collect();
            assert_eq!(found, [index as u32]);
        }
    }

    #[test]
    fn three_cells_in_a_row_hold_what_each_of_them_does() {
        let places: Vec<Vec2> =
            (0..400).map(|n| Vec2::new(((n * 37) % 101) as f32 - 50.0, ((n * n) % 9) as f32 - 4.0)).collect();
        let mut grid = Grid::default();
        grid.fill(&places, 0.7);
        for index in 0..places.len() {
            let (column, row) = grid.cell(index);
            let one_by_one: Vec<u32> = (-1..=1).flat_map(|beside| grid.discs((column + beside, row))).collect();
            let mut together: Vec<u32> = grid.discs_around((column, row)).map(|entry| entry.index).collect();
            // Where buckets begin anew they come in another order.
            together.sort_by_key(|&index| (grid.cell(index as usize).0, index));
            assert_eq!(together, one_by_one);
        }
    }

    #[test]
    fn all_that_all_within_reach_each_other_are_listed_once() {
        const MAX_BALL_OFFSET: f32 = 0.6;
        let mut random = crate::math::random::SplitMix64 { state: 60 };
        let (mut listed, mut around_the_end) = (0, [0; 2]);
        for world in 0..4_000 {
            let (count, wide) = (world % 31, 0.5 + (world % 7) as f32);
            let mut number = || (random.next() % 2_001) as f32 * 0.001 * wide - wide;
            let places: Vec<Vec2> = (0..count).map(|_| Vec2::new(number(), number())).collect();
            let mut grid = Grid::default();
            grid.fill(&places, 0.7);
            let mut pairs = vec![(7, 7); 3];
            if !grid.list_pairs(MAX_BALL_OFFSET, &mut pairs, |a, b| (a.min(b), a.max(b))) {
                continue;
            }
            pairs.sort_unstable();
            let is_near =
                |&(a, b): &(usize, usize)| (places[a] - places[b]).length_squared() < MAX_BALL_OFFSET * MAX_BALL_OFFSET;
            let expected: Vec<(usize, usize)> =
                (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(is_near).collect();
            let found: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
            assert!(found == expected, "{places:?}: {found:?}, not {expected:?}");
            listed += found.len();
            for (a, b) in found {
                let [(one, row), (other, below)] = [a, b].map(|index| grid.cell(index));
                // Where the cells of a row go on at the first bucket, between the two.
                let first = if one < other { (one, row) } else { (other, below) };
                let is_last = bucket(first, grid.mask) == grid.mask as usize;
                around_the_end[usize::from(row != below)] += usize::from(is_last && one != other);
            }
        }
        assert!(listed > 50_000 && around_the_end.iter().all(|&count| count > 100), "{listed} {around_the_end:?}");
    }

    #[test]
    fn pairs_of_a_crowd_are_not_listed() {
        let mut grid = Grid::default();
        grid.fill(&[Vec2::ONE; 1_000], 0.1);
        assert!(!grid.list_pairs(0.1, &mut Vec::new(), |a, b| (a, b)));
    }

    #[test]
    fn a_crowd_is_not_looked_at_as_a_whole() {
        let mut grid = Grid::default();
        grid.fill(&[Vec2::ONE; 1_000], 0.1);
        let found: Vec<u32> = grid.discs(grid.cell(999)).collect();
        assert_eq!(found, (0..CROWD as u32).collect::<Vec<_>>());
    }
}
