//! Replays: the commands of a recording at their steps, with a check of the hashes.

use super::recording::{Hash, PartHashes, Recording, Stamped};
use crate::sandbox::{Command, Sandbox};

/// A difference between a replay and its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The first step at which the hashes differ.
    pub step: u64,
    /// Hash in the recording.
    pub recorded: Hash,
    /// Hash of the replay.
    pub found: Hash,
    /// The first part of the state that differs.
    pub part: DivergentPart,
}

/// The part of a state that differs from the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivergentPart {
    /// A part with a hash of its own, in words.
    Named(&'static str),
    /// Unknown: the recording has no hashes of parts at this step.
    Unrecorded,
    /// All parts have the recorded hash, only the whole has not: a part without a hash of its own differs, or the hash
    /// in the file was changed.
    HashAlone,
}

impl std::fmt::Display for DivergentPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Named(part) => write!(f, "in {part}"),
            Self::Unrecorded => f.write_str("in a part that was not recorded"),
            Self::HashAlone => f.write_str("in the hash alone"),
        }
    }
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { step, recorded, found, part } = self;
        write!(f, "at step {step} {part}: recorded is the hash {recorded}, found was {found}")?;
        if *part == DivergentPart::HashAlone {
            f.write_str(
                ". Settings, links, pins, masses, positions and motion are as recorded: what differs is what sleeps, random \
                 numbers or counts, or the hash was changed in the file",
            )?;
        }
        Ok(())
    }
}

impl Divergence {
    /// Compares a sandbox with the hashes that were recorded at a step.
    pub(super) fn find(sandbox: &Sandbox, step: u64, recorded: Hash, parts: &[Stamped<PartHashes>]) -> Option<Self> {
        let found = Hash(sandbox.state_hash());
        (found != recorded).then(|| {
            let parts = parts.binary_search_by_key(&step, |parts| parts.0).ok().map(|index| parts[index].1);
            let part = parts.map_or(DivergentPart::Unrecorded, |parts| {
                let now = PartHashes::of(sandbox);
                if parts == now { DivergentPart::HashAlone } else { DivergentPart::Named(parts.difference(now)) }
            });
            Self { step, recorded, found, part }
        })
    }
}

/// Progress of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayProgress {
    /// Number of commands that have been applied.
    pub commands: usize,
    /// Number of all commands.
    pub all_commands: usize,
    /// The present step.
    pub step: u64,
    /// The last step.
    pub all_steps: u64,
}

/// A recording that is being replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    commands_done: usize,
    hashes_done: usize,
    divergence: Option<Divergence>,
}

impl Replay {
    /// A replay at the recording's start.
    #[must_use]
    pub fn new(recording: Recording) -> Self {
        Self { recording, commands_done: 0, hashes_done: 0, divergence: None }
    }

    /// Compares the sandbox with the hash that was recorded at its step, if there is one. Returns the next command to
    /// apply before the next step; `None` once all are applied.
    pub fn next_due(&mut self, sandbox: &Sandbox) -> Option<Command> {
        let step = sandbox.steps();
        while let Some(Stamped(at, recorded)) =
            self.recording.hashes.get(self.hashes_done).filter(|hash| hash.0 <= step)
        {
            if *at == step && self.divergence.is_none() {
                self.divergence = Divergence::find(sandbox, step, *recorded, &self.recording.parts);
            }
            self.hashes_done += 1;
        }
        let Stamped(_, command) =
            self.recording.commands.get(self.commands_done).filter(|command| command.0 <= step)?;
        self.commands_done += 1;
        Some(command.clone())
    }

    /// Whether the sandbox has reached the recording's end, with the last commands applied.
    #[must_use]
    pub fn is_over(&self, sandbox: &Sandbox) -> bool {
        sandbox.steps() >= self.recording.end.0 && self.commands_done == self.recording.commands.len()
    }

    /// Its progress.
    #[must_use]
    pub fn progress(&self, sandbox: &Sandbox) -> ReplayProgress {
        let Recording { commands, end: Stamped(steps, _), .. } = &self.recording;
        ReplayProgress {
            commands: self.commands_done,
            all_commands: commands.len(),
            step: sandbox.steps(),
            all_steps: *steps,
        }
    }

    /// The first difference from the recording so far. At the end, compares the last hash as well.
    #[must_use]
    pub fn divergence(&self, sandbox: &Sandbox) -> Option<Divergence> {
        let Stamped(step, recorded) = self.recording.end;
        if self.divergence.is_some() || sandbox.steps() != step || !self.is_over(sandbox) {
            return self.divergence;
        }
        // Only at the end: a hash costs as much as a step, and each frame asks.
        Divergence::find(sandbox, step, recorded, &self.recording.parts)
    }
}
