//! A session that is to be kept: taken from the timeline in a moment, turned into text wherever there is time for it.

use super::{
    recording::{Hash, Parts, Recording, Stamped},
    session::Timeline,
};
use crate::{
    physics,
    sandbox::{Command, GhostState, Snapshot},
    scene::NamedScene,
};

/// All that a session is made of. To take it costs a copy of its commands and of the state; the rest, which takes
/// longer than a frame in a large scene, can be done on another thread.
#[derive(Clone, Debug)]
pub struct Session {
    start: Start,
    commands: Vec<Stamped<Command>>,
    hashes: Vec<Stamped<Hash>>,
    parts: Vec<Stamped<Parts>>,
    /// Steps at its end.
    steps: u64,
    /// What is there.
    now: Snapshot,
    /// Edits in it.
    edits: usize,
}

/// What the commands that are kept start from.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub scene: NamedScene,
    /// `None` for the scene's own start.
    pub state: Option<physics::Snapshot>,
    /// The ghost beside it.
    pub ghost: Option<GhostState>,
    /// At which step of the session.
    pub step: u64,
}

impl Session {
    /// How much was done in it: edits that can be taken back.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.edits
    }

    /// It as a recording, without the state at its end.
    #[must_use]
    pub fn recording(&self) -> Recording {
        let Self { start: Start { scene, state, ghost, step: first }, commands, hashes, parts, steps, now, edits: _ } =
            self;
        let sandbox = now.sandbox();
        let end = Hash(sandbox.state_hash());
        let mut recording = Recording::new(scene.clone(), end);
        recording.state.clone_from(state);
        recording.ghost.clone_from(ghost);
        recording.commands = commands.iter().map(|Stamped(at, command)| Stamped(at - first, command.clone())).collect();
        recording.hashes = hashes.iter().map(|Stamped(at, hash)| Stamped(at - first, *hash)).collect();
        recording.parts = parts.iter().map(|Stamped(at, parts)| Stamped(at - first, *parts)).collect();
        if recording.parts.last().is_none_or(|last| last.0 < steps - first) {
            recording.parts.push(Stamped(steps - first, Parts::of(&sandbox)));
        }
        recording.end = Stamped(steps - first, end);
        recording
    }

    /// It with the state at its end: whoever opens it goes on at once.
    #[must_use]
    pub fn with_state(&self) -> Recording {
        let mut recording = self.recording();
        recording.now = Some(self.now.world().clone());
        recording.ghost_now = self.now.ghost().cloned();
        recording
    }

    /// The state at its end alone, as the session of somebody who has done nothing yet.
    #[must_use]
    pub fn state_alone(&self) -> Recording {
        let now = self.now.world();
        let hash = Hash(self.now.sandbox().state_hash());
        let mut recording = Recording::new(self.now.scene().clone(), hash);
        recording.state = Some(now.clone());
        recording.now = Some(now.clone());
        recording.ghost = self.now.ghost().cloned();
        recording.ghost_now = self.now.ghost().cloned();
        recording
    }
}

impl Timeline {
    /// The whole session, up to the head.
    #[must_use]
    pub fn session(&self) -> Session {
        let (start, history, now) = self.parts();
        Session {
            start: start.clone(),
            commands: history.commands.clone(),
            hashes: history.hashes.clone(),
            parts: history.parts.clone(),
            steps: history.head.step,
            now,
            edits: history.edits.steps().count(),
        }
    }
}
