//! Moments that are kept, so that going back does not mean playing everything again.

use super::history::Place;
use crate::{
    physics::World,
    sandbox::{Sandbox, Snapshot},
    scene::Technique,
};

/// Steps between two keyframes where steps are cheap and memory allows: a second at the usual step.
const USUAL_INTERVAL: u64 = 60;

/// Projections that are done again on the way from a keyframe to the next, at the most: some 70 ms.
const MOST_WORK: u64 = 40_000_000;

/// Steps between two keyframes in a sandbox that is as costly as this one.
fn interval(sandbox: &Sandbox) -> u64 {
    let a_step =
        |world: &World| u64::from(world.substeps()) * u64::from(world.settings().sweeps) * world.link_count() as u64;
    // What waits for the link before it takes longer, as `Technique::cost` says.
    let ghost = sandbox.ghost().map_or(0, |ghost| {
        let world = ghost.world();
        Technique::of(world.settings()).cost(world.settings().step, world.link_count() as u64).max(a_step(world))
    });
    (MOST_WORK / (a_step(sandbox.world()) + ghost).max(1)).clamp(2, USUAL_INTERVAL)
}

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
    /// How many times as far apart they are as they might be, for want of memory.
    sparse: u64,
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
        Self { frames: Vec::new(), sparse: 1, budget, bytes: 0 }
    }

    /// Whether the last is so long ago that another is due.
    pub fn are_due(&self, sandbox: &Sandbox) -> bool {
        let after = self.sparse * interval(sandbox);
        self.frames.last().is_none_or(|last| sandbox.steps() >= last.place.step + after)
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

    /// Lets them take so many bytes.
    pub fn set_budget(&mut self, budget: usize) {
        if budget > self.budget {
            // There is room for more again.
            self.sparse = 1;
        }
        self.budget = budget;
        while self.bytes > self.budget && self.frames.len() > 2 {
            self.thin();
        }
    }

    /// Every second goes, but for the first and the last.
    fn thin(&mut self) {
        self.sparse *= 2;
        let last = self.frames.len() - 1;
        let mut index = 0..;
        self.frames.retain(|_| index.next().is_none_or(|index| index % 2 == 0 || index == last));
        self.count_bytes();
    }

    fn count_bytes(&mut self) {
        self.bytes = bytes(&self.frames);
    }

    /// The last one at or before a place.
    pub fn before(&self, place: Place) -> Option<&Keyframe> {
        self.frames[..self.frames.partition_point(|frame| frame.place <= place)].last()
    }

    /// The last of all.
    pub fn last(&self) -> Option<&Keyframe> {
        self.frames.last()
    }

    /// Counts the commands of all from so many.
    pub fn shift(&mut self, commands: usize) {
        self.frames.iter_mut().for_each(|frame| frame.place.commands += commands);
    }

    /// Takes in what is before the first, and keeps within the budget.
    pub fn prepend(&mut self, earlier: Self) {
        self.sparse = self.sparse.max(earlier.sparse);
        self.frames.splice(..0, earlier.frames);
        // Two moments at one place would be one too many.
        self.frames.dedup_by_key(|frame| frame.place);
        self.count_bytes();
        self.set_budget(self.budget);
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

    /// How many there are, the mean number of steps from each to the next, and the bytes that they take.
    pub fn figures(&self) -> (usize, u64, usize) {
        let steps =
            self.frames.last().zip(self.frames.first()).map_or(0, |(last, first)| last.place.step - first.place.step);
        (self.frames.len(), steps / (self.frames.len() as u64).max(2), self.bytes)
    }
}
