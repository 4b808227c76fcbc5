//! A list with removal in O(1) that keeps the order of the remaining items.
//!
//! Removal leaves an empty slot. The order of links is their solve order and so part of the state; closing each gap at
//! once would move all later items.

use crate::containers::Refill;

/// Items in slots, some of which are empty.
#[derive(Clone, Debug)]
pub(crate) struct SlotList<T> {
    /// The item of each slot; an empty slot keeps its last item.
    items: Vec<T>,
    /// Whether each slot holds an item.
    occupied: Vec<bool>,
    /// Number of occupied slots.
    len: usize,
    /// Number of additions, removals and replacements so far.
    revision: u64,
}

// A derived `Default` would require `T: Default`.
impl<T> Default for SlotList<T> {
    fn default() -> Self {
        Self { items: Vec::new(), occupied: Vec::new(), len: 0, revision: 0 }
    }
}

impl<T> SlotList<T> {
    /// Appends an item; its slot is the slot count before the call.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
        self.occupied.push(true);
        self.len += 1;
        self.revision += 1;
    }

    /// A list of these items, without gaps, that took the place of `before`.
    pub fn replacing(before: &Self, items: Vec<T>) -> Self {
        let len = items.len();
        Self { items, occupied: vec![true; len], len, revision: before.revision + 1 }
    }

    /// Empties a slot. Returns whether the slot held an item.
    pub fn remove(&mut self, slot: usize) -> bool {
        let removed = self.occupied.get_mut(slot).is_some_and(std::mem::take);
        self.len -= usize::from(removed);
        self.revision += u64::from(removed);
        removed
    }

    /// Replaces the item in a slot that holds one.
    pub fn replace(&mut self, slot: usize, item: T) {
        if self.is_occupied(slot) {
            self.items[slot] = item;
            self.revision += 1;
        }
    }

    /// Number of additions, removals and replacements so far; compaction does not count, because it changes no item.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Memory of all slots, bytes.
    pub fn bytes(&self) -> usize {
        self.items.len() * size_of::<T>() + self.occupied.len()
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of slots, including the empty ones.
    pub fn slot_count(&self) -> usize {
        self.items.len()
    }

    /// Whether a slot holds an item.
    pub fn is_occupied(&self, slot: usize) -> bool {
        self.occupied.get(slot).is_some_and(|&occupied| occupied)
    }

    /// The item in a slot.
    pub fn get(&self, slot: usize) -> Option<&T> {
        self.items.get(slot).filter(|_| self.is_occupied(slot))
    }

    /// The item in a slot, or the item last removed from it.
    pub fn get_or_removed(&self, slot: usize) -> Option<&T> {
        self.items.get(slot)
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone + '_ {
        self.items.iter().zip(&self.occupied).filter(|(_, occupied)| **occupied).map(|(item, _)| item)
    }

    /// The items in order, including those last removed from the empty slots.
    pub fn iter_with_removed(&self) -> impl Iterator<Item = &T> + Clone + '_ {
        self.items.iter()
    }

    /// The items in order, with their slots.
    pub fn enumerate(&self) -> impl Iterator<Item = (usize, &T)> + Clone + '_ {
        let slots = self.items.iter().zip(&self.occupied).enumerate();
        slots.filter(|(_, (_, occupied))| **occupied).map(|(slot, (item, _))| (slot, item))
    }

    /// Whether more than half of the slots are empty, so that [`SlotList::compact`] pays off.
    pub fn is_sparse(&self) -> bool {
        2 * self.len < self.slot_count()
    }

    /// Closes all gaps in O(n). The slots of items change, their order does not.
    pub fn compact(&mut self) {
        let mut flags = self.occupied.iter();
        self.items.retain(|_| flags.next().is_some_and(|&occupied| occupied));
        self.occupied.refill(self.items.len(), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removal_and_compaction_keep_the_order() {
        let mut list = SlotList::default();
        "abcde".chars().for_each(|letter| list.push(letter));
        assert!(list.remove(1));
        assert!(!list.remove(1), "a slot is emptied once");
        assert!(!list.remove(9), "slot 9 does not exist");
        assert_eq!((list.iter().collect::<String>(), list.get(1), list.get(2)), ("acde".to_owned(), None, Some(&'c')));
        list.remove(0);
        list.remove(3);
        assert!(list.is_sparse());
        list.compact();
        assert!(!list.is_sparse());
        assert_eq!(list.enumerate().collect::<Vec<_>>(), [(0, &'c'), (1, &'e')]);
        assert_eq!((list.len(), list.slot_count()), (2, 2));
    }
}
