//! Every moment of a short stretch of the history, for going back through it step by step.

use super::history::Place;
use crate::sandbox::{Sandbox, Snapshot};

/// Moments from a place on, within a budget of memory: never state, and of use only while the history is as it is.
#[derive(Clone, Debug)]
pub struct Reel {
    moments: Vec<(Place, Snapshot)>,
    /// Bytes, at most.
    budget: usize,
    bytes: usize,
    /// Steps from each to the next; 0 where none are wanted.
    stride: u64,
    first: u64,
    /// Steps that are wanted.
    wanted: u64,
}

impl Reel {
    /// An empty one with room for so many bytes.
    pub fn new(budget: usize) -> Self {
        Self { moments: Vec::new(), budget, bytes: 0, stride: 0, first: 0, wanted: 0 }
    }

    /// Has room for so many bytes from now on.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// Forgets all, and takes in what is offered of the next `wanted` steps.
    pub fn clear(&mut self, from: Place, wanted: u64) {
        self.moments.clear();
        (self.bytes, self.first, self.wanted) = (0, from.step, wanted);
        self.stride = u64::from(wanted > 0);
    }

    /// Takes in a moment, if it is wanted.
    pub fn offer(&mut self, place: Place, sandbox: &Sandbox) {
        let since = place.step.saturating_sub(self.first);
        if self.stride == 0 || since > self.wanted || !since.is_multiple_of(self.stride) {
            return;
        }
        let last = self.moments.last().map(|(_, snapshot)| snapshot);
        let snapshot = sandbox.snapshot(last);
        let bytes = snapshot.bytes(last);
        if self.moments.is_empty() {
            // What all of them will take, as far as one can tell.
            let all = self.wanted as usize * snapshot.bytes(Some(&snapshot));
            self.stride = (all / self.budget.max(1)) as u64 + 1;
        }
        if self.bytes + bytes <= self.budget {
            self.bytes += bytes;
            self.moments.push((place, snapshot));
        }
    }

    /// The last moment at or before a place.
    pub fn before(&self, place: Place) -> Option<(Place, &Snapshot)> {
        let behind = self.moments.partition_point(|(at, _)| *at <= place);
        self.moments[..behind].last().map(|(at, snapshot)| (*at, snapshot))
    }
}
