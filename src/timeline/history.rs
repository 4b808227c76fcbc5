//! What was done since the session began, and how to come back to any moment of it.

use super::{
    edits::{Before, Edits},
    keyframes::{self, Keyframe, Keyframes},
    recording::{Hash, Parts, Recording, Stamped},
};
use crate::sandbox::{Command, Sandbox};

/// Steps between two hashes: a second at the usual step.
pub const HASH_INTERVAL: u64 = 60;

/// A place in a history: after so many steps and so many of its commands. A command that was done after n steps stands
/// between the nth step and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Steps since the session began.
    pub step: u64,
    /// Commands since then.
    pub commands: usize,
}

/// Commands, hashes and keyframes, from the oldest moment that is kept to the newest.
#[derive(Clone, Debug)]
pub struct History {
    pub commands: Vec<Stamped<Command>>,
    pub hashes: Vec<Stamped<Hash>>,
    /// At the same steps.
    pub parts: Vec<Stamped<Parts>>,
    pub edits: Edits,
    pub keyframes: Keyframes,
    /// Its newest moment.
    pub head: Place,
}

/// What was behind a place, to be put back there.
#[derive(Clone, Debug)]
pub struct Tail {
    from: Place,
    head: Place,
    commands: Vec<Stamped<Command>>,
    hashes: Vec<Stamped<Hash>>,
    parts: Vec<Stamped<Parts>>,
    edits: Vec<Place>,
    keyframes: Vec<Keyframe>,
}

impl Tail {
    /// Memory of its keyframes, bytes.
    pub fn bytes(&self) -> usize {
        keyframes::bytes(&self.keyframes)
    }

    /// Forgets every second keyframe. Returns whether there was any.
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
    /// One that begins with `sandbox` as it is; its keyframes take so many bytes at the most.
    pub fn new(sandbox: &Sandbox, budget: usize) -> Self {
        let head = Place { step: sandbox.steps(), commands: 0 };
        let mut keyframes = Keyframes::new(budget);
        keyframes.take(head, sandbox);
        let (commands, hashes, parts) = (Vec::new(), Vec::new(), Vec::new());
        Self { commands, hashes, parts, edits: Edits::default(), keyframes, head }
    }

    /// Learns of a command at the head, whether it had an effect, and what sliders had set before. Returns whether it is a
    /// part of an edit.
    pub fn add(&mut self, command: Command, effect: bool, before: &Before) -> bool {
        let edits = self.edits.add(self.head, &command, effect, before);
        self.commands.push(Stamped(self.head.step, command));
        self.head.commands += 1;
        edits
    }

    /// Learns that the sandbox has moved on by a step from the head.
    pub fn advance(&mut self, sandbox: &Sandbox) {
        self.head.step = sandbox.steps();
        if self.head.step.is_multiple_of(HASH_INTERVAL) {
            self.hashes.push(Stamped(self.head.step, Hash(sandbox.state_hash())));
            self.parts.push(Stamped(self.head.step, Parts::of(sandbox)));
        }
        if self.keyframes.are_due(sandbox) {
            self.keyframes.take(self.head, sandbox);
        }
    }

    /// Takes these, which cannot be gone back to, for what was before; nothing was done since.
    pub fn begin_after(&mut self, recording: &Recording) {
        let Recording { commands, hashes, parts, .. } = recording;
        self.keyframes.shift(commands.len());
        self.head.commands += commands.len();
        self.commands.clone_from(commands);
        self.hashes.clone_from(hashes);
        // Those of its end are not of a step that has a hash.
        let has_hash = |step: u64| hashes.binary_search_by_key(&step, |hash| hash.0).is_ok();
        self.parts = parts.iter().filter(|parts| has_hash(parts.0)).cloned().collect();
    }

    /// Takes in how one can go back to what was before: its keyframes and edits.
    pub fn prepend(&mut self, past: Self) {
        self.keyframes.prepend(past.keyframes);
        self.edits.prepend(past.edits);
    }

    /// The oldest moment that can be gone back to.
    pub fn oldest(&self) -> Place {
        self.keyframes.first().map_or(self.head, |frame| frame.place)
    }

    /// After so many steps, before what was done there; at the newest step, after it.
    pub fn place(&self, step: u64) -> Place {
        let step = step.max(self.oldest().step);
        if step >= self.head.step {
            return self.head;
        }
        let commands = self.commands.partition_point(|command| command.0 < step);
        Place { step, commands }.max(self.oldest())
    }

    /// Takes away what is behind a place.
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

    /// Puts a tail back where it was, in place of what is behind that now.
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

    /// Forgets the older half of what can be gone back to.
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
