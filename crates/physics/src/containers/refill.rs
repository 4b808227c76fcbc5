//! Replacement of all items of a list, which keeps its memory.

/// Lists whose items are replaced all at once. Nothing is allocated while the list does not grow beyond its capacity.
pub(crate) trait Refill<T> {
    /// Replaces the items by `count` copies of `value`.
    fn refill(&mut self, count: usize, value: T);

    /// Replaces the items by others.
    fn refill_with(&mut self, items: impl IntoIterator<Item = T>);
}

impl<T: Clone> Refill<T> for Vec<T> {
    #[inline]
    fn refill(&mut self, count: usize, value: T) {
        self.clear();
        self.resize(count, value);
    }

    #[inline]
    fn refill_with(&mut self, items: impl IntoIterator<Item = T>) {
        self.clear();
        self.extend(items);
    }
}
