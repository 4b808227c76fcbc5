//! Sorting by numbers without comparing them: by counting how many there are of each.

/// What one pass tells apart.
const BITS: u32 = 11;

/// So few are sorted sooner by being compared.
const FEW: usize = 256;

/// Sorts a list by numbers, and what has the same number by its second one. To begin with the second ones are in order;
/// `scratch` is overwritten.
pub(crate) fn sort_pairs(list: &mut Vec<(u32, u32)>, scratch: &mut Vec<(u32, u32)>) {
    if list.len() < FEW {
        list.sort_unstable();
        return;
    }
    for shift in (0..u32::BITS).step_by(BITS as usize) {
        let digit = |entry: &(u32, u32)| (entry.0 >> shift) as usize & ((1 << BITS) - 1);
        let mut starts = [0_u32; (1 << BITS) + 1];
        sort_into(list, scratch, &mut starts, digit);
        std::mem::swap(list, scratch);
    }
}

/// Sorts `from` into a list by a `key` that is less than `keys`; what has the same key keeps its order. `starts` is
/// overwritten: where each key starts.
pub(crate) fn counting_sort_by<T: Copy + Default>(
    key: impl Fn(&T) -> u32,
    keys: usize,
    (from, into): (&[T], &mut Vec<T>),
    starts: &mut Vec<u32>,
) {
    starts.clear();
    starts.resize(keys + 1, 0);
    sort_into(from, into, starts, |entry| key(entry) as usize);
}

/// Sorts by a key that is less than there are `starts`, which begin as zeros.
fn sort_into<T: Copy + Default>(from: &[T], into: &mut Vec<T>, starts: &mut [u32], key: impl Fn(&T) -> usize) {
    from.iter().for_each(|entry| starts[key(entry)] += 1);
    let mut total = 0;
    for start in &mut *starts {
        total += *start;
        *start = total;
    }
    into.resize(from.len(), T::default());
    // Filled from their ends on, from the last one to the first: so what has one key keeps its order.
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
    fn numbers_of_any_size_are_sorted_and_equal_ones_stay_in_order() {
        let mut random = crate::math::random::SplitMix64 { state: 1_887 };
        for count in [0, 1, FEW - 1, FEW, 5_000] {
            let number = |index: u32| (random.next() as u32 >> [0, 9, 18, 27][index as usize % 4], index);
            let mut list: Vec<(u32, u32)> = (0..count as u32).map(number).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            sort_pairs(&mut list, &mut vec![(1, 2); 3]);
            assert!(list == expected, "{count}");
        }
    }
}
