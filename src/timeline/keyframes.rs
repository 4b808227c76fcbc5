//! Keyframes: snapshots along the history, so that going back does not replay it from its start.

use super::history::Place;
use crate::physics::{Similarity, World};
use crate::sandbox::{Command, Sandbox, Snapshot};
use crate::scene::Technique;

/// Most steps between two keyframes while memory allows: a second at the usual step.
const MAX_INTERVAL: u64 = 60;

/// Most projections from one keyframe to the next: some 70 ms of replay.
const MAX_PROJECTIONS: u64 = 40_000_000;

/// Share of these intervals, 1 / n, after which an edit begins with a keyframe. Its undo replays no more than that.
const EDIT_SHARE: u64 = 16;

/// Steps between two keyframes, from the cost of a step of this sandbox.
fn interval(sandbox: &Sandbox) -> u64 {
    let projections =
        |world: &World| u64::from(world.substeps()) * u64::from(world.settings().sweeps) * world.link_count() as u64;
    // Sequential methods cost more per projection.
    let ghost = sandbox.ghost().map_or(0, |ghost| {
        let world = ghost.world();
        let cost = Technique::of(world.settings()).cost(world.settings().step, world.link_count() as u64);
        cost.max(projections(world))
    });
    (MAX_PROJECTIONS / (projections(sandbox.world()) + ghost).max(1)).clamp(2, MAX_INTERVAL)
}

/// Cost of building a particle or a link, projections; of moving it to another place in the lists as well.
const BUILD_COST: u64 = 8;

/// Cost of any command, projections: some microseconds.
const COMMAND_COST: u64 = 1_000;

/// Cost of a command in projections, from the sandbox after it.
fn cost(command: &Command, sandbox: &Sandbox) -> u64 {
    let size = |world: &World| (world.particles().len() + world.link_count()) as u64;
    let size = size(sandbox.world()) + sandbox.ghost().map_or(0, |ghost| size(ghost.world()));
    match command {
        Command::Reset | Command::Open(_) | Command::SetGhost(_) => COMMAND_COST + BUILD_COST * size,
        // These replace the links of the whole world.
        Command::Transform { by: Similarity { is_mirrored, scale, .. }, .. } if *is_mirrored || *scale != 1.0 => {
            COMMAND_COST + BUILD_COST * size
        }
        Command::Remove { .. } | Command::Pose { .. } => COMMAND_COST + BUILD_COST * size,
        Command::Insert(clip) => COMMAND_COST + BUILD_COST * (clip.particles.len() + clip.links.len()) as u64,
        Command::SetMaterial { .. }
        | Command::ChangeMaterial { .. }
        | Command::Join { .. }
        | Command::Transform { .. } => COMMAND_COST + size,
        Command::Cut { .. } | Command::Build(_) | Command::PinAtRandom => COMMAND_COST + size / 2,
        _ => COMMAND_COST,
    }
}

/// A snapshot and its place in the history.
#[derive(Clone, Debug)]
pub struct Keyframe {
    pub place: Place,
    pub snapshot: Snapshot,
}

/// Number and size of the keyframes of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyframeStats {
    /// Number of keyframes.
    pub count: usize,
    /// Mean number of steps from one to the next.
    pub interval: u64,
    /// Memory, bytes.
    pub bytes: usize,
}

/// The keyframes of a history, in order, within a budget of memory.
#[derive(Clone, Debug)]
pub struct Keyframes {
    frames: Vec<Keyframe>,
    /// Factor on the interval, to stay within the memory budget.
    sparsity: u64,
    /// Most bytes. The first and the last keyframe are kept in any case.
    budget: usize,
    bytes: usize,
    /// Cost of the commands since the last keyframe, projections.
    command_cost: u64,
}

/// Memory of keyframes in a row, bytes. Each shares memory with the one before it.
pub fn bytes(frames: &[Keyframe]) -> usize {
    let before = std::iter::once(None).chain(frames.iter().map(|frame| Some(&frame.snapshot)));
    frames.iter().zip(before).map(|(frame, before)| frame.snapshot.bytes(before)).sum()
}

impl Keyframes {
    /// No keyframes, and a budget in bytes.
    pub fn new(budget: usize) -> Self {
        Self { frames: Vec::new(), sparsity: 1, budget, bytes: 0, command_cost: 0 }
    }

    /// Whether the next keyframe is due.
    pub fn are_due(&self, sandbox: &Sandbox) -> bool {
        self.have_passed(1, sandbox)
    }

    /// Whether the next keyframe is due if an edit begins now.
    pub fn are_due_for_edit(&self, sandbox: &Sandbox) -> bool {
        self.have_passed(EDIT_SHARE, sandbox)
    }

    /// Whether a share 1 / `parts` of the greatest distance from the last keyframe is over.
    fn have_passed(&self, parts: u64, sandbox: &Sandbox) -> bool {
        let interval = (self.sparsity * interval(sandbox) / parts).max(1);
        self.command_cost >= self.sparsity.saturating_mul(MAX_PROJECTIONS / parts)
            || self.frames.last().is_none_or(|last| sandbox.steps() >= last.place.step + interval)
    }

    /// Counts the cost of a command, from the sandbox after it.
    pub fn count_command(&mut self, command: &Command, sandbox: &Sandbox) {
        self.command_cost = self.command_cost.saturating_add(cost(command, sandbox));
    }

    /// Adds a keyframe. Beyond the budget, drops every second one and doubles the interval.
    pub fn take(&mut self, place: Place, sandbox: &Sandbox) {
        self.push(self.keyframe(place, sandbox));
    }

    /// The keyframe of a sandbox at a place: it shares memory with the last one.
    pub fn keyframe(&self, place: Place, sandbox: &Sandbox) -> Keyframe {
        Keyframe { place, snapshot: sandbox.snapshot(self.last().map(|frame| &frame.snapshot)) }
    }

    /// Adds what [`Keyframes::keyframe`] has made, as [`Keyframes::take`] does.
    pub fn push(&mut self, keyframe: Keyframe) {
        self.bytes += keyframe.snapshot.bytes(self.last().map(|frame| &frame.snapshot));
        self.frames.push(keyframe);
        self.command_cost = 0;
        self.keep_to_budget();
    }

    /// Sets the budget in bytes.
    pub fn set_budget(&mut self, budget: usize) {
        if budget > self.budget {
            self.sparsity = 1;
        }
        self.budget = budget;
        self.keep_to_budget();
    }

    fn keep_to_budget(&mut self) {
        while self.bytes > self.budget && self.frames.len() > 2 {
            self.thin();
        }
    }

    /// Drops every second keyframe, except the first and the last.
    fn thin(&mut self) {
        self.sparsity *= 2;
        let last = self.frames.len() - 1;
        let mut index = 0..;
        self.frames.retain(|_| index.next().is_none_or(|index| index % 2 == 0 || index == last));
        self.count_bytes();
    }

    fn count_bytes(&mut self) {
        self.bytes = bytes(&self.frames);
    }

    /// The first keyframe.
    pub fn first(&self) -> Option<&Keyframe> {
        self.frames.first()
    }

    /// The last keyframe.
    pub fn last(&self) -> Option<&Keyframe> {
        self.frames.last()
    }

    /// The last keyframe at or before a place.
    pub fn before(&self, place: Place) -> Option<&Keyframe> {
        self.frames[..self.frames.partition_point(|frame| frame.place <= place)].last()
    }

    /// Moves all places back by a number of commands that are put in front of the history.
    pub fn shift(&mut self, commands: usize) {
        self.frames.iter_mut().for_each(|frame| frame.place.commands += commands);
    }

    /// Puts earlier keyframes in front, within the budget.
    pub fn prepend(&mut self, earlier: Self) {
        self.sparsity = self.sparsity.max(earlier.sparsity);
        self.frames.splice(..0, earlier.frames);
        // The last of the earlier and the first of the later may be at the same place.
        self.frames.dedup_by_key(|frame| frame.place);
        self.count_bytes();
        self.set_budget(self.budget);
    }

    /// Removes and returns the keyframes after a place.
    pub fn split_off(&mut self, place: Place) -> Vec<Keyframe> {
        let later = self.frames.split_off(self.frames.partition_point(|frame| frame.place <= place));
        self.count_bytes();
        later
    }

    /// Puts back keyframes that [`Keyframes::split_off`] removed.
    pub fn append(&mut self, mut later: Vec<Keyframe>) {
        self.frames.append(&mut later);
        self.count_bytes();
    }

    /// Drops the older half. Returns the number of commands before the first keyframe that is left.
    pub fn forget_half(&mut self) -> usize {
        self.frames.drain(..self.frames.len() / 2);
        self.count_bytes();
        let commands = self.frames.first().map_or(0, |frame| frame.place.commands);
        self.frames.iter_mut().for_each(|frame| frame.place.commands -= commands);
        commands
    }

    /// Number and size of the keyframes.
    pub fn stats(&self) -> KeyframeStats {
        let steps =
            self.frames.last().zip(self.frames.first()).map_or(0, |(last, first)| last.place.step - first.place.step);
        let interval = steps / (self.frames.len() as u64).max(2);
        KeyframeStats { count: self.frames.len(), interval, bytes: self.bytes }
    }
}
