//! The history of a session: commands, hashes, edits and keyframes.

use super::edits::{Before, Edits};
use super::keyframes;
use super::keyframes::{Keyframe, Keyframes};
use super::recording::{Hash, PartHashes, Recording, Stamped};
use crate::sandbox::{Command, Sandbox};

/// Steps between two hashes: a second at the usual step.
pub const HASH_INTERVAL: u64 = 60;

/// A place in a history: after a number of steps and a number of its commands. A command at step n was done between the
/// nth step and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Steps since the session began.
    pub step: u64,
    /// Commands since the session began.
    pub commands: usize,
}

/// Commands, hashes, edits and keyframes, from the oldest moment that is kept to the newest.
#[derive(Clone, Debug)]
pub struct History {
    pub commands: Vec<Stamped<Command>>,
    pub hashes: Vec<Stamped<Hash>>,
    /// Hashes of the parts, at the same steps.
    pub parts: Vec<Stamped<PartHashes>>,
    pub edits: Edits,
    pub keyframes: Keyframes,
    /// The newest moment.
    pub head: Place,
}

/// The part of a history after a place, to be put back there.
#[derive(Clone, Debug)]
pub struct Tail {
    from: Place,
    head: Place,
    commands: Vec<Stamped<Command>>,
    hashes: Vec<Stamped<Hash>>,
    parts: Vec<Stamped<PartHashes>>,
    edits: Vec<Place>,
    keyframes: Vec<Keyframe>,
}

impl Tail {
    /// Memory of the keyframes, bytes.
    pub fn bytes(&self) -> usize {
        keyframes::bytes(&self.keyframes)
    }

    /// Place at which it continues the history.
    pub fn from(&self) -> Place {
        self.from
    }

    /// Whether it has keyframes.
    pub fn has_keyframes(&self) -> bool {
        !self.keyframes.is_empty()
    }

    /// Drops every second keyframe. Returns whether there was one to drop.
    pub fn thin(&mut self) -> bool {
        let (before, mut is_kept) = (self.keyframes.len(), true);
        self.keyframes.retain(|_| {
            is_kept = !is_kept;
            is_kept
        });
        self.keyframes.len() < before
    }
}

impl History {
    /// A history that begins with the sandbox as it is. `budget`: most bytes of the keyframes.
    pub fn new(sandbox: &Sandbox, budget: usize) -> Self {
        let head = Place { step: sandbox.steps(), commands: 0 };
        let mut keyframes = Keyframes::new(budget);
        keyframes.take(head, sandbox);
        let (commands, hashes, parts) = (Vec::new(), Vec::new(), Vec::new());
        Self { commands, hashes, parts, edits: Edits::default(), keyframes, head }
    }

    /// Whether a command at the head needs a keyframe before it if it has an effect: it begins an edit then, whose undo
    /// returns to this place, and one is due.
    pub fn wants_keyframe(&self, command: &Command, before: &Before, sandbox: &Sandbox) -> bool {
        self.keyframes.are_due_for_edit(sandbox) && self.edits.may_begin(self.head, command, before)
    }

    /// A keyframe at the head, for [`History::record`].
    pub fn keyframe(&self, sandbox: &Sandbox) -> Keyframe {
        self.keyframes.keyframe(self.head, sandbox)
    }

    /// Records a command at the head. `effect`: whether it changed anything; `before`: the state of sliders before it;
    /// `keyframe`: one from before it, kept if the command begins an edit; `sandbox`: the state after it. Returns whether
    /// it is part of an edit.
    pub fn record(
        &mut self,
        command: Command,
        effect: bool,
        (before, keyframe): (&Before, Option<Keyframe>),
        sandbox: &Sandbox,
    ) -> bool {
        let is_edit = self.edits.add(self.head, &command, effect, before);
        if let Some(keyframe) = keyframe.filter(|keyframe| self.edits.begins_last_at(keyframe.place)) {
            self.keyframes.push(keyframe);
        }
        self.keyframes.count_command(&command, sandbox);
        self.commands.push(Stamped(self.head.step, command));
        self.head.commands += 1;
        if self.keyframes.are_due(sandbox) {
            self.keyframes.take(self.head, sandbox);
        }
        is_edit
    }

    /// Records a step from the head.
    pub fn advance(&mut self, sandbox: &Sandbox) {
        self.head.step = sandbox.steps();
        if self.head.step.is_multiple_of(HASH_INTERVAL) {
            self.hashes.push(Stamped(self.head.step, Hash(sandbox.state_hash())));
            self.parts.push(Stamped(self.head.step, PartHashes::of(sandbox)));
        }
        if self.keyframes.are_due(sandbox) {
            self.keyframes.take(self.head, sandbox);
        }
    }

    /// Puts the commands and hashes of a recording in front of a history in which nothing has been done. They have no
    /// keyframes, so that they cannot be visited yet.
    pub fn begin_after(&mut self, recording: &Recording) {
        let Recording { commands, hashes, parts, .. } = recording;
        self.keyframes.shift(commands.len());
        self.head.commands += commands.len();
        self.commands.clone_from(commands);
        self.hashes.clone_from(hashes);
        // A recording has parts at its end as well, where the history has no hash.
        let has_hash = |step: u64| hashes.binary_search_by_key(&step, |hash| hash.0).is_ok();
        self.parts = parts.iter().filter(|parts| has_hash(parts.0)).cloned().collect();
    }

    /// Adds the keyframes and edits of the same commands, played again.
    pub fn prepend(&mut self, past: Self) {
        self.keyframes.prepend(past.keyframes);
        self.edits.prepend(past.edits);
    }

    /// The oldest moment that can be visited.
    pub fn oldest(&self) -> Place {
        self.keyframes.first().map_or(self.head, |frame| frame.place)
    }

    /// The place after a number of steps, before the commands there; at the newest step, after them.
    pub fn place(&self, step: u64) -> Place {
        let step = step.max(self.oldest().step);
        if step >= self.head.step {
            return self.head;
        }
        let commands = self.commands.partition_point(|command| command.0 < step);
        Place { step, commands }.max(self.oldest())
    }

    /// The place after a number of steps and after the commands there.
    pub fn end_of_step(&self, step: u64) -> Place {
        Place { step, commands: self.commands.partition_point(|command| command.0 <= step) }
    }

    /// Removes and returns the part after a place.
    pub fn split_off(&mut self, from: Place) -> Tail {
        let head = std::mem::replace(&mut self.head, from);
        Tail {
            from,
            head,
            commands: self.commands.split_off(from.commands),
            hashes: self.hashes.split_off(self.hashes.partition_point(|hash| hash.0 <= from.step)),
            parts: self.parts.split_off(self.parts.partition_point(|parts| parts.0 <= from.step)),
            edits: self.edits.split_off(from),
            keyframes: self.keyframes.split_off(from),
        }
    }

    /// Puts a tail back at its place. Returns the part that it replaces.
    pub fn graft(&mut self, tail: Tail) -> Tail {
        let replaced = self.split_off(tail.from);
        let Tail { from: _, head, mut commands, mut hashes, mut parts, edits, keyframes } = tail;
        self.commands.append(&mut commands);
        self.hashes.append(&mut hashes);
        self.parts.append(&mut parts);
        self.edits.append(edits);
        self.keyframes.append(keyframes);
        self.head = head;
        replaced
    }

    /// Drops everything before the middle keyframe.
    pub fn forget_half(&mut self) {
        let commands = self.keyframes.forget_half();
        self.commands.drain(..commands);
        self.edits.forget(commands);
        self.head.commands -= commands;
        let oldest = self.oldest().step;
        self.hashes.retain(|hash| hash.0 >= oldest);
        self.parts.retain(|parts| parts.0 >= oldest);
    }
}
