//! Moments that are kept, so that going back does not mean playing everything again.

use super::history::Place;
use crate::sandbox::{Sandbox, Snapshot};

/// Steps between two keyframes, where memory allows: a second at the usual step.
pub const SHORTEST_INTERVAL: u64 = 60;

/// A moment of a history.
#[derive(Clone, Debug)]
pub struct Keyframe {
    /// Where.
    pub place: Place,
    /// What was there.
    pub snapshot: Snapshot,
}

/// The keyframes of a history, in order, within a budget of memory.
#[derive(Clone, Debug)]
pub struct Keyframes {
    frames: Vec<Keyframe>,
    /// Steps from each to the next, at least.
    interval: u64,
    /// Bytes, at most; the first and the last are kept whatever they take.
    budget: usize,
    /// Bytes that they take.
    bytes: usize,
}

/// Memory of a row of keyframes, bytes.
pub fn bytes(frames: &[Keyframe]) -> usize {
    let before = std::iter::once(None).chain(frames.iter().map(|frame| Some(&frame.snapshot)));
    frames.iter().zip(before).map(|(frame, before)| frame.snapshot.bytes(before)).sum()
}

impl Keyframes {
    /// None yet.
    pub fn new(budget: usize) -> Self {
        Self { frames: Vec::new(), interval: SHORTEST_INTERVAL, budget, bytes: 0 }
    }

    /// Whether the last is so long ago that another is due.
    pub fn are_due(&self, step: u64) -> bool {
        self.frames.last().is_none_or(|last| step >= last.place.step + self.interval)
    }

    /// Takes one. Where there is no room, every second goes first, and they are taken half as often from then on.
    pub fn take(&mut self, place: Place, sandbox: &Sandbox) {
        let last = self.frames.last().map(|frame| &frame.snapshot);
        let snapshot = sandbox.snapshot(last);
        self.bytes += snapshot.bytes(last);
        self.frames.push(Keyframe { place, snapshot });
        while self.bytes > self.budget && self.frames.len() > 2 {
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.interval *= 2;
        let last = self.frames.pop();
        let mut next = 0;
        self.frames.retain(|frame| {
            let kept = frame.place.step >= next;
            next = if kept { frame.place.step + self.interval } else { next };
            kept
        });
        self.frames.extend(last);
        self.count_bytes();
    }

    fn count_bytes(&mut self) {
        self.bytes = bytes(&self.frames);
    }

    /// The last one at or before a place.
    pub fn before(&self, place: Place) -> Option<&Keyframe> {
        self.frames[..self.frames.partition_point(|frame| frame.place <= place)].last()
    }

    /// The first of all.
    pub fn first(&self) -> Option<&Keyframe> {
        self.frames.first()
    }

    /// Takes away those behind a place.
    pub fn split_off(&mut self, place: Place) -> Vec<Keyframe> {
        let later = self.frames.split_off(self.frames.partition_point(|frame| frame.place <= place));
        self.count_bytes();
        later
    }

    /// Puts keyframes back that [`Keyframes::split_off`] took away.
    pub fn append(&mut self, mut later: Vec<Keyframe>) {
        self.frames.append(&mut later);
        self.count_bytes();
    }

    /// Forgets the older half. Returns how many commands were done before the first that is left.
    pub fn forget_half(&mut self) -> usize {
        self.frames.drain(..self.frames.len() / 2);
        self.count_bytes();
        let commands = self.frames.first().map_or(0, |frame| frame.place.commands);
        self.frames.iter_mut().for_each(|frame| frame.place.commands -= commands);
        commands
    }

    /// How many there are, the steps from each to the next, and the bytes that they take.
    pub fn figures(&self) -> (usize, u64, usize) {
        (self.frames.len(), self.interval, self.bytes)
    }
}
