//! Short lists, one per key, stored behind each other in one array (compressed sparse rows).

use std::ops::Range;

use crate::containers::Refill;

/// One list of items per key. The lists are built all at once and keep their lengths.
#[derive(Clone, Debug)]
pub(crate) struct CsrLists<T> {
    /// Start of each list in `items`, and the end of the last one.
    starts: Vec<u32>,
    items: Vec<T>,
}

// A derived `Default` would require `T: Default`.
impl<T> Default for CsrLists<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy + Default> CsrLists<T> {
    /// Replaces all lists: each of `entries` goes to the list of its key, which is below `keys`.
    ///
    /// A list holds its items in reverse order of `entries`.
    pub fn rebuild(&mut self, keys: usize, entries: impl Iterator<Item = (usize, T)> + Clone) {
        self.starts.refill(keys + 1, 0);
        for (key, _) in entries.clone() {
            self.starts[key] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.items.refill(total as usize, T::default());
        // Each list is filled from its end, so that `starts` holds the starts afterwards.
        for (key, item) in entries {
            self.starts[key] -= 1;
            self.items[self.starts[key] as usize] = item;
        }
    }

    /// Removes all lists, for a rebuild with [`CsrLists::push_sorted_set`].
    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.items.clear();
    }

    /// Appends the list of the next key: `entries` sorted, without duplicates. Requires [`CsrLists::clear`] before the
    /// first call.
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

    /// The list of a key; empty for an unknown key.
    pub fn list(&self, key: usize) -> &[T] {
        &self.items[self.range(key)]
    }

    /// Mutable form of [`CsrLists::list`].
    pub fn list_mut(&mut self, key: usize) -> &mut [T] {
        let range = self.range(key);
        &mut self.items[range]
    }

    fn range(&self, key: usize) -> Range<usize> {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }
}
