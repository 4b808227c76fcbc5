//! Stable sorting by integer keys without comparisons (radix sort and counting sort).

use crate::containers::{Refill, pair_key};

/// Bits of the key that one pass sorts by.
const DIGIT_BITS: u32 = 11;

/// Shorter lists are faster to sort by comparison.
const MIN_ITEMS: usize = 256;

/// Sorts pairs by their first and then by their second number. The second numbers must be in order on entry; `scratch`
/// is overwritten.
pub(crate) fn sort_pairs(list: &mut Vec<(u32, u32)>, scratch: &mut Vec<(u32, u32)>) {
    if list.len() < MIN_ITEMS {
        list.sort_unstable_by_key(|&(first, second)| pair_key([first, second]));
        return;
    }
    for shift in (0..u32::BITS).step_by(DIGIT_BITS as usize) {
        let digit = |entry: &(u32, u32)| (entry.0 >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut starts = [0_u32; (1 << DIGIT_BITS) + 1];
        counting_sort(list, scratch, &mut starts, digit);
        std::mem::swap(list, scratch);
    }
}

/// Sorts `from` into `into` by a `key` below `keys`; equal keys keep their order. `starts` is overwritten with the
/// start of each key.
pub(crate) fn counting_sort_by<T: Copy + Default>(
    key: impl Fn(&T) -> u32,
    keys: usize,
    (from, into): (&[T], &mut Vec<T>),
    starts: &mut Vec<u32>,
) {
    starts.refill(keys + 1, 0);
    counting_sort(from, into, starts, |entry| key(entry) as usize);
}

/// Sorts by a key below the length of `starts`. All `starts` must be zero on entry.
fn counting_sort<T: Copy + Default>(from: &[T], into: &mut Vec<T>, starts: &mut [u32], key: impl Fn(&T) -> usize) {
    from.iter().for_each(|entry| starts[key(entry)] += 1);
    let mut total = 0;
    for start in &mut *starts {
        total += *start;
        *start = total;
    }
    into.resize(from.len(), T::default());
    // Each bucket is filled from its end with the entries in reverse, which keeps the order of equal keys.
    for entry in from.iter().rev() {
        let start = &mut starts[key(entry)];
        *start -= 1;
        into[*start as usize] = *entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_pairs_agrees_with_a_comparison_sort() {
        let mut random = crate::math::random::SplitMix64 { state: 1_887 };
        for count in [0, 1, MIN_ITEMS - 1, MIN_ITEMS, 5_000] {
            let number = |index: u32| (random.next() as u32 >> [0, 9, 18, 27][index as usize % 4], index);
            let mut list: Vec<(u32, u32)> = (0..count as u32).map(number).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            sort_pairs(&mut list, &mut vec![(1, 2); 3]);
            assert!(list == expected, "{count}");
        }
    }
}
