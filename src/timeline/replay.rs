//! Doing a recording again.

use super::recording::{Hash, Parts, Recording, Stamped};
use crate::sandbox::{Command, Sandbox};

/// A replay came to another state than its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The first step at which a hash differs.
    pub step: u64,
    /// What was recorded.
    pub recorded: Hash,
    /// What came.
    pub found: Hash,
    /// The first part of the state that differs.
    pub what: What,
}

/// Which part of a state differs from what was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// This one, in words.
    Part(&'static str),
    /// Nobody knows: the recording has the hash of the whole there, and none of parts.
    Unrecorded,
    /// None: each has the hash that was recorded, and yet the whole has not. It is in something of which no part has a hash of
    /// its own, or the hash itself was changed.
    HashAlone,
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Part(part) => write!(f, "in {part}"),
            Self::Unrecorded => f.write_str("in a part that was not recorded"),
            Self::HashAlone => f.write_str("in the hash alone"),
        }
    }
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { step, recorded, found, what } = self;
        write!(f, "at step {step} {what}: recorded is the hash {recorded}, found was {found}")?;
        if *what == What::HashAlone {
            f.write_str(
                ". Settings, links, pins, masses, positions and motion are as recorded: what differs is what sleeps, random \
                 numbers or counts, or the hash was changed in the file",
            )?;
        }
        Ok(())
    }
}

impl Divergence {
    /// What differs between a sandbox and what was recorded of it at a step, if anything does.
    pub(super) fn of(sandbox: &Sandbox, step: u64, recorded: Hash, parts: &[Stamped<Parts>]) -> Option<Self> {
        let found = Hash(sandbox.state_hash());
        (found != recorded).then(|| {
            let parts = parts.binary_search_by_key(&step, |parts| parts.0).ok().map(|index| parts[index].1);
            let what = parts.map_or(What::Unrecorded, |parts| {
                let now = Parts::of(sandbox);
                if parts == now { What::HashAlone } else { What::Part(parts.difference(now)) }
            });
            Self { step, recorded, found, what }
        })
    }
}

/// A recording and how far it has been replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    commands_done: usize,
    hashes_done: usize,
    divergence: Option<Divergence>,
}

impl Replay {
    /// From the recording's start.
    #[must_use]
    pub fn new(recording: Recording) -> Self {
        Self { recording, commands_done: 0, hashes_done: 0, divergence: None }
    }

    /// Checks the hash that was recorded at the sandbox's step, if there is one, and returns the commands to apply
    /// before the next step.
    pub fn due(&mut self, sandbox: &Sandbox) -> Vec<Command> {
        let step = sandbox.steps();
        while let Some(Stamped(at, recorded)) =
            self.recording.hashes.get(self.hashes_done).filter(|hash| hash.0 <= step)
        {
            if *at == step && self.divergence.is_none() {
                self.divergence = Divergence::of(sandbox, step, *recorded, &self.recording.parts);
            }
            self.hashes_done += 1;
        }
        let due = self.recording.commands[self.commands_done..].iter().take_while(|command| command.0 <= step);
        let due: Vec<_> = due.map(|Stamped(_, command)| command.clone()).collect();
        self.commands_done += due.len();
        due
    }

    /// Whether the sandbox has come to the recording's end; its last commands are then applied.
    #[must_use]
    pub fn is_over(&self, sandbox: &Sandbox) -> bool {
        sandbox.steps() >= self.recording.end.0
    }

    /// The first difference from the recording so far; at its end, the last hash is compared too.
    #[must_use]
    pub fn divergence(&self, sandbox: &Sandbox) -> Option<Divergence> {
        let Stamped(step, recorded) = self.recording.end;
        if self.divergence.is_some() || sandbox.steps() != step {
            return self.divergence;
        }
        // Only now: a hash of a large world costs as much as a step, and this is asked in every frame.
        Divergence::of(sandbox, step, recorded, &self.recording.parts)
    }
}
