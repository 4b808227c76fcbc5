//! A list from which anything is removed in O(1) while the rest keeps its order.
//!
//! What is removed leaves an empty slot behind: the order of the links is the order in which they are solved, and so a
//! part of the state. Closing the gap at once would move everything behind it, 2 MB in a net of 100 000 links.

/// A list with empty slots between its items.
#[derive(Clone, Debug)]
pub(crate) struct Slots<T> {
    /// What is there, and in empty slots what was.
    items: Vec<T>,
    /// Whether a slot holds something.
    alive: Vec<bool>,
    /// How many do.
    living: usize,
    /// How often something was added or removed.
    revision: u64,
}

// Derived, it would ask for `T: Default`.
impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { items: Vec::new(), alive: Vec::new(), living: 0, revision: 0 }
    }
}

impl<T> Slots<T> {
    /// Adds an item behind all others; its slot is the present number of slots.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
        self.alive.push(true);
        self.living += 1;
        self.revision += 1;
    }

    /// Empties a slot. Returns whether there was something in it.
    pub fn remove(&mut self, slot: usize) -> bool {
        let removed = self.alive.get_mut(slot).is_some_and(std::mem::take);
        self.living -= usize::from(removed);
        self.revision += u64::from(removed);
        removed
    }

    /// How often something was added or removed: closing gaps does not count, for nothing of what is there changes.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Memory of all slots, bytes.
    pub fn bytes(&self) -> usize {
        self.items.len() * size_of::<T>() + self.alive.len()
    }

    /// How many items there are.
    pub fn living(&self) -> usize {
        self.living
    }

    /// How many slots there are, the empty ones with them.
    pub fn slots(&self) -> usize {
        self.items.len()
    }

    /// Whether a slot holds an item.
    pub fn is_alive(&self, slot: usize) -> bool {
        self.alive.get(slot).is_some_and(|&alive| alive)
    }

    /// The item in a slot.
    pub fn get(&self, slot: usize) -> Option<&T> {
        self.items.get(slot).filter(|_| self.is_alive(slot))
    }

    /// What is in a slot, or was in it before it was emptied.
    pub fn last(&self, slot: usize) -> Option<&T> {
        self.items.get(slot)
    }

    /// The items in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone + '_ {
        self.items.iter().zip(&self.alive).filter(|(_, alive)| **alive).map(|(item, _)| item)
    }

    /// What is in all slots, or was in them before they were emptied, in their order.
    pub fn iter_last(&self) -> impl Iterator<Item = &T> + Clone + '_ {
        self.items.iter()
    }

    /// The items in their order, with their slots.
    pub fn enumerate(&self) -> impl Iterator<Item = (usize, &T)> + Clone + '_ {
        self.items.iter().zip(&self.alive).enumerate().filter(|(_, (_, alive))| **alive).map(|(i, (item, _))| (i, item))
    }

    /// Whether more than half of the slots are empty: time for [`Slots::compact`].
    pub fn is_sparse(&self) -> bool {
        2 * self.living < self.slots()
    }

    /// Closes the gaps, which is O(n). The items' slots change, their order does not.
    pub fn compact(&mut self) {
        let mut flags = self.alive.iter();
        self.items.retain(|_| flags.next().is_some_and(|&alive| alive));
        self.alive.clear();
        self.alive.resize(self.items.len(), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Slots<char> {
        let mut slots = Slots::default();
        "abcde".chars().for_each(|letter| slots.push(letter));
        slots
    }

    #[test]
    fn what_is_removed_is_gone_and_the_rest_keeps_its_order() {
        let mut slots = letters();
        assert!(slots.remove(1));
        assert!(!slots.remove(1), "once only");
        assert!(!slots.remove(9), "there is no such slot");
        assert_eq!((slots.living(), slots.slots()), (4, 5));
        assert_eq!(slots.iter().collect::<String>(), "acde");
        assert_eq!((slots.get(1), slots.get(2)), (None, Some(&'c')));
    }

    #[test]
    fn compacting_closes_the_gaps_alone() {
        let mut slots = letters();
        for slot in [0, 1, 3] {
            slots.remove(slot);
        }
        assert!(slots.is_sparse());
        slots.compact();
        assert!(!slots.is_sparse());
        assert_eq!(slots.enumerate().collect::<Vec<_>>(), [(0, &'c'), (1, &'e')]);
        assert_eq!((slots.living(), slots.slots()), (2, 2));
    }
}
