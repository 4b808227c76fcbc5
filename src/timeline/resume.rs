//! Resuming a saved session: at once from the state at its end, while its past is replayed in the background.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::recording::{Hash, Recording, Stamped};
use super::replay::Replay;
use super::session::Timeline;
use crate::sandbox::{Sandbox, Snapshot};
use crate::scene::BuildError;

/// Reason why a session cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The recording has no state at its end.
    #[error("there is no state at its end")]
    NoState,
    /// The state is not the recorded one, and the file was changed after it was written.
    #[error(
        "the state at its end (`now`) fits neither its state hash (`end`) nor the checksum of the file; \
         without its last line the file opens as it is"
    )]
    OtherState,
    /// The state is larger than a sandbox may be.
    #[error("there is too much in the state at its end")]
    TooMuch,
}

impl Timeline {
    /// Resumes the session of a recording at its end. [`Timeline::attach_past`] adds its past later.
    ///
    /// Another build may compute another state hash. The state is then right as long as the file is as it was written,
    /// but what came before cannot be replayed: the session begins with the state, and does not lack its past.
    ///
    /// # Errors
    /// When the recording has no state at its end, or a wrong one.
    pub fn resume(recording: &Recording) -> Result<Self, ResumeError> {
        let now = recording.now.as_ref().ok_or(ResumeError::NoState)?;
        let Stamped(steps, hash) = recording.end;
        let (world, scene) = (now.clone(), Arc::new(recording.last_scene().clone()));
        // As many as the replay of the past counts, so that a selection stays when the past is attached.
        let renumberings = recording.commands.iter().filter(|Stamped(_, command)| command.renumbers()).count() as u64;
        let (time, ghost) = (recording.seconds(), recording.ghost_now.clone());
        let follows_window = recording.follows_window_at_end();
        let design = recording.design_now.clone().map(Arc::new);
        let now = Snapshot { world, scene, steps, time, renumberings, follows_window, ghost, design };
        let sandbox = Sandbox::resumed(&now).map_err(|_| ResumeError::TooMuch)?;
        match Hash(sandbox.state_hash()) == hash {
            true => Ok(Self::after(sandbox, recording)),
            false if recording.is_changed => Err(ResumeError::OtherState),
            false => Ok(Self::beginning_with(sandbox)),
        }
    }

    /// A session that starts with the replay of a recording.
    ///
    /// # Errors
    /// When its start cannot be built.
    pub fn replaying(recording: Recording) -> Result<Self, BuildError> {
        let mut timeline = Self::new(recording.start_sandbox()?, false);
        timeline.play(Replay::new(recording));
        Ok(timeline)
    }

    /// Replays a recording to its end, for [`Timeline::attach_past`]. `None` if `stop` is set meanwhile, or if the
    /// replay diverges.
    #[must_use]
    pub fn replay_past(recording: &Recording, stop: &AtomicBool) -> Option<Self> {
        let mut past = PastReplay::new(recording)?;
        while past.step() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        past.finish()
    }
}

/// The replay of a session's past, piece by piece.
#[derive(Debug)]
pub struct PastReplay {
    timeline: Timeline,
    end: u64,
}

impl PastReplay {
    /// A replay at the recording's start. `None` if that cannot be built.
    #[must_use]
    pub fn new(recording: &Recording) -> Option<Self> {
        let mut timeline = Timeline::new(recording.start_sandbox().ok()?, true);
        timeline.play(Replay::new(recording.clone()));
        Some(Self { timeline, end: recording.end.0 })
    }

    /// Applies one command or does one step, if one is left. Returns whether it did.
    pub fn step(&mut self) -> bool {
        if self.timeline.apply_due_command() {
            return true;
        }
        let is_left = self.timeline.sandbox().steps() < self.end;
        if is_left {
            self.timeline.step_timed(|| ());
        }
        is_left
    }

    /// The share of the recording that is replayed, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        self.timeline.sandbox().steps() as f32 / self.end.max(1) as f32
    }

    /// The whole past, for [`Timeline::attach_past`], once no step is left. `None` if the replay diverged.
    #[must_use]
    pub fn finish(self) -> Option<Timeline> {
        let Self { mut timeline, .. } = self;
        timeline.apply_due_commands();
        timeline.divergence().is_none().then_some(timeline)
    }
}
