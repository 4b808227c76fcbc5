//! The session as it is written to files: copied from the timeline within a frame, turned into text on any thread.

use std::sync::Arc;

use super::recording::{Hash, PartHashes, Recording, Stamped};
use super::session::{SessionParts, Timeline};
use crate::physics;
use crate::sandbox::{Command, Design, GhostState, Snapshot};
use crate::scene::NamedScene;

/// A copy of a session: its commands and its state. Turning it into a [`Recording`] takes longer than a frame in a
/// large scene.
#[derive(Clone, Debug)]
pub struct Session {
    start: Start,
    commands: Vec<Stamped<Command>>,
    hashes: Vec<Stamped<Hash>>,
    parts: Vec<Stamped<PartHashes>>,
    /// Steps at its end.
    steps: u64,
    /// State at its end.
    now: Snapshot,
    /// Number of edits.
    edits: usize,
}

/// The start of the commands that are kept.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub scene: NamedScene,
    /// State of the world; `None` for the scene's own start.
    pub state: Option<physics::Snapshot>,
    /// State of the ghost.
    pub ghost: Option<GhostState>,
    /// Whether the walls are the window's, if that is not as in the scene.
    pub follows_window: Option<bool>,
    /// The design.
    pub design: Option<Arc<Design>>,
    /// Step of the session.
    pub step: u64,
}

impl Start {
    /// The start of a scene.
    pub const fn of_scene(scene: NamedScene) -> Self {
        Self { scene, state: None, ghost: None, follows_window: None, design: None, step: 0 }
    }

    /// A start within a session.
    pub fn within(now: &Snapshot) -> Self {
        Self {
            scene: (*now.scene).clone(),
            state: Some(now.world.clone()),
            ghost: now.ghost.clone(),
            follows_window: now.other_follows_window(),
            design: now.design.clone(),
            step: now.steps,
        }
    }
}

impl Session {
    /// Number of edits that can be undone.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.edits
    }

    /// The recording, without the state at its end.
    #[must_use]
    pub fn recording(&self) -> Recording {
        let Self { start, commands, hashes, parts, steps, now, edits: _ } = self;
        let Start { scene, state, ghost, follows_window, design, step: first } = start;
        let sandbox = now.sandbox();
        let end = Hash(sandbox.state_hash());
        let mut recording = Recording::new(scene.clone(), end);
        recording.state.clone_from(state);
        recording.ghost.clone_from(ghost);
        recording.follows_window = *follows_window;
        recording.design = design.as_deref().map(|design| design.since(*first));
        recording.commands = commands.iter().map(|Stamped(at, command)| Stamped(at - first, command.clone())).collect();
        recording.hashes = hashes.iter().map(|Stamped(at, hash)| Stamped(at - first, *hash)).collect();
        recording.parts = parts.iter().map(|Stamped(at, parts)| Stamped(at - first, *parts)).collect();
        if recording.parts.last().is_none_or(|last| last.0 < steps - first) {
            recording.parts.push(Stamped(steps - first, PartHashes::of(&sandbox)));
        }
        recording.end = Stamped(steps - first, end);
        recording
    }

    /// The recording with the state at its end, from which it is resumed at once.
    #[must_use]
    pub fn with_state(&self) -> Recording {
        let mut recording = self.recording();
        recording.now = Some(self.now.world.clone());
        recording.ghost_now = self.now.ghost.clone();
        recording.follows_window_now = self.now.other_follows_window();
        recording.design_now = self.now.design.as_deref().map(|design| design.since(self.start.step));
        recording
    }

    /// A recording that starts and ends with the state at the end of this one.
    #[must_use]
    pub fn state_only(&self) -> Recording {
        let now = &self.now.world;
        let hash = Hash(self.now.sandbox().state_hash());
        let mut recording = Recording::new((*self.now.scene).clone(), hash);
        recording.state = Some(now.clone());
        recording.now = Some(now.clone());
        recording.ghost = self.now.ghost.clone();
        recording.follows_window = self.now.other_follows_window();
        recording.ghost_now = self.now.ghost.clone();
        recording.follows_window_now = recording.follows_window;
        recording.design = self.now.design.as_deref().map(|design| design.since(self.now.steps));
        recording.design_now.clone_from(&recording.design);
        recording
    }
}

/// The part of a recording up to a step.
fn up_to<T: Clone>(step: u64, recorded: &[Stamped<T>]) -> Vec<Stamped<T>> {
    recorded[..recorded.partition_point(|recorded| recorded.0 <= step)].to_vec()
}

impl Timeline {
    /// Copies the whole session: up to the head, or to where a redo is that has not reached it.
    #[must_use]
    pub fn session(&self) -> Session {
        let SessionParts { start, history, end, now } = self.parts();
        Session {
            start: start.clone(),
            commands: history.commands[..end.commands].to_vec(),
            hashes: up_to(end.step, &history.hashes),
            parts: up_to(end.step, &history.parts),
            steps: end.step,
            now,
            edits: history.edits.count_before(end),
        }
    }
}
