//! Short lists, stored one behind the other.

/// For each of a number of keys a row of items. Built in one go; how many there are does not change afterwards.
#[derive(Clone, Debug)]
pub(crate) struct CsrLists<T> {
    /// Where each key's row starts; one more at the end.
    starts: Vec<u32>,
    items: Vec<T>,
}

// Derived, it would ask for `T: Default`.
impl<T> Default for CsrLists<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy + Default> CsrLists<T> {
    /// Forgets all and sorts `entries` by their keys, which are below `keys`. Within a row they
    /// stand in the reverse of the order in which they come.
    pub fn rebuild(&mut self, keys: usize, entries: impl Iterator<Item = (usize, T)> + Clone) {
        self.starts.clear();
        self.starts.resize(keys + 1, 0);
        for (key, _) in entries.clone() {
            self.starts[key] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.items.clear();
        self.items.resize(total as usize, T::default());
        // Filled from their ends on, so that in the end `starts` says where they start.
        for (key, item) in entries {
            self.starts[key] -= 1;
            self.items[self.starts[key] as usize] = item;
        }
    }

    /// Forgets all. For rows that come in the order of their keys.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.items.clear();
    }

    /// Adds the row of the next key, after [`CsrLists::clear`]: each of `entries` once.
    pub fn push_sorted_set(&mut self, entries: impl Iterator<Item = T>)
    where
        T: Ord,
    {
        let start = self.items.len();
        self.items.extend(entries);
        self.items[start..].sort_unstable();
        let mut end = start;
        for index in start..self.items.len() {
            if end == start || self.items[end - 1] != self.items[index] {
                self.items[end] = self.items[index];
                end += 1;
            }
        }
        self.items.truncate(end);
        self.starts.push(end as u32);
    }

    /// The row of a key; empty where there is no such key.
    pub fn list(&self, key: usize) -> &[T] {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The same, to be changed in place.
    pub fn list_mut(&mut self, key: usize) -> &mut [T] {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => &mut self.items[start as usize..end as usize],
            _ => &mut [],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_items() {
        let mut rows = CsrLists::default();
        rows.rebuild(4, [(2, 'a'), (0, 'b'), (2, 'c')].into_iter());
        assert_eq!(
            [rows.list(0), rows.list(1), rows.list(2), rows.list(3), rows.list(4)],
            [&['b'][..], &[], &['c', 'a'], &[], &[]]
        );
        rows.rebuild(1, [(0, 'd')].into_iter());
        assert_eq!([rows.list(0), rows.list(2)], [&['d'][..], &[]]);
    }

    #[test]
    fn a_set_has_each_item_once() {
        let mut rows = CsrLists::default();
        rows.clear();
        rows.push_sorted_set([3, 1, 3, 3].into_iter());
        rows.push_sorted_set([].into_iter());
        rows.push_sorted_set([3, 2, 2].into_iter());
        assert_eq!([rows.list(0), rows.list(1), rows.list(2), rows.list(3)], [&[1, 3][..], &[], &[2, 3], &[]]);
    }
}
