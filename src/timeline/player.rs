//! A run that cannot go back: its memory does not grow with the number of its steps.

use super::recording::Recording;
use super::replay::{Divergence, Replay};
use crate::sandbox::{Command, Sandbox};

/// A sandbox that steps, and plays a recording if there is one, without a history.
#[derive(Debug)]
pub struct Player {
    sandbox: Sandbox,
    replay: Option<Replay>,
    divergence: Option<Divergence>,
}

impl Player {
    /// A run from the sandbox as it is, which is the start of `recording` if there is one.
    #[must_use]
    pub fn new(sandbox: Sandbox, recording: Option<Recording>) -> Self {
        Self { sandbox, replay: recording.map(Replay::new), divergence: None }
    }

    /// The sandbox as it is.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Applies a command that the recording does not have.
    pub fn apply(&mut self, command: &Command) {
        self.sandbox.apply(command);
    }

    /// Applies the due commands, moves the world by one step, and applies the commands there.
    pub fn step(&mut self) {
        self.apply_due_commands();
        self.sandbox.step();
        self.apply_due_commands();
    }

    /// Applies the commands that the recording has before the next step, and ends the replay at its end.
    pub fn apply_due_commands(&mut self) {
        let Some(replay) = &mut self.replay else { return };
        while let Some(command) = replay.next_due(&self.sandbox) {
            self.sandbox.apply(&command);
        }
        if replay.is_over(&self.sandbox) {
            self.divergence = replay.divergence(&self.sandbox);
            self.replay = None;
        }
    }

    /// The first difference from the recording.
    #[must_use]
    pub fn divergence(&self) -> Option<Divergence> {
        let now = || self.replay.as_ref().and_then(|replay| replay.divergence(&self.sandbox));
        self.divergence.or_else(now)
    }
}
