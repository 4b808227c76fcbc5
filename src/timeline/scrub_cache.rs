//! A cache of snapshots for scrubbing: close together, over the stretch of the history that is being scrubbed through.

use super::history::Place;
use crate::sandbox::{Sandbox, Snapshot};

/// Snapshots from a place on, within a budget of memory. Never part of the state; valid as long as the history before
/// them is the same.
#[derive(Clone, Debug)]
pub struct ScrubCache {
    snapshots: Vec<(Place, Snapshot)>,
    /// Most bytes.
    budget: usize,
    bytes: usize,
    /// Steps between two snapshots; 0 while none are wanted.
    stride: u64,
    /// First step of the stretch.
    first: u64,
    /// Length of the stretch, steps.
    length: u64,
}

impl ScrubCache {
    /// An empty cache with a budget in bytes.
    pub fn new(budget: usize) -> Self {
        Self { snapshots: Vec::new(), budget, bytes: 0, stride: 0, first: 0, length: 0 }
    }

    /// Sets the budget in bytes for the snapshots to come.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// Empties the cache, and stores offered states of the next `length` steps. Stores nothing for a length of 0.
    pub fn restart(&mut self, from: Place, length: u64) {
        self.snapshots.clear();
        (self.bytes, self.first, self.length) = (0, from.step, length);
        self.stride = u64::from(length > 0);
    }

    /// Drops the snapshots after a place, where the history is about to change.
    pub fn forget_after(&mut self, place: Place) {
        while let Some((_, forgotten)) = self.snapshots.pop_if(|(at, _)| *at > place) {
            let before = self.snapshots.last().map(|(_, snapshot)| snapshot);
            self.bytes -= forgotten.bytes(before);
        }
    }

    /// Stores the sandbox at a place, if it is on the stride and within the budget.
    pub fn offer(&mut self, place: Place, sandbox: &Sandbox) {
        let since = place.step.saturating_sub(self.first);
        if self.stride == 0 || since > self.length || !since.is_multiple_of(self.stride) {
            return;
        }
        let last = self.snapshots.last().map(|(_, snapshot)| snapshot);
        let snapshot = sandbox.snapshot(last);
        let bytes = snapshot.bytes(last);
        if self.snapshots.is_empty() {
            // Estimated size of one snapshot a step.
            let all = self.length as usize * snapshot.bytes(Some(&snapshot));
            self.stride = (all / self.budget.max(1)) as u64 + 1;
        }
        if self.bytes + bytes <= self.budget {
            self.bytes += bytes;
            self.snapshots.push((place, snapshot));
        }
    }

    /// The last snapshot at or before a place.
    pub fn before(&self, place: Place) -> Option<(Place, &Snapshot)> {
        let later = self.snapshots.partition_point(|(at, _)| *at <= place);
        self.snapshots[..later].last().map(|(at, snapshot)| (*at, snapshot))
    }
}
