//! Going on with a session that was kept.
//!
//! The state at its end is there at once. What was before can be gone back to when everything has been played again, which
//! takes as long as its steps do: elsewhere, while the user plays.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    recording::{Hash, Recording, Stamped},
    replay::Replay,
    session::Timeline,
};
use crate::{sandbox::Sandbox, scene::BuildError};

/// Why a session cannot be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is a recording without the state at its end.
    #[error("there is no state at its end")]
    NoState,
    /// The state is not the one that was recorded.
    #[error("the state at its end (`now`) is not the one that its hash (`end`) tells of")]
    OtherState,
    /// There is too much in the state.
    #[error("there is too much in the state at its end")]
    TooMuch,
}

impl Timeline {
    /// The session that a recording keeps, at its end. What was before is there once [`Timeline::adopt`] has got it.
    ///
    /// # Errors
    /// When the recording has no state at its end, or one that is not what it says.
    pub fn resume(recording: &Recording) -> Result<Self, Unfit> {
        let now = recording.now.as_ref().ok_or(Unfit::NoState)?;
        let Stamped(steps, hash) = recording.end;
        let scene = recording.last_scene().clone();
        let moment = (steps, recording.seconds());
        let sandbox =
            Sandbox::resumed(scene, (now, recording.ghost_now.as_ref()), moment).map_err(|_| Unfit::TooMuch)?;
        if Hash(sandbox.state_hash()) != hash {
            return Err(Unfit::OtherState);
        }
        Ok(Self::after(sandbox, recording))
    }

    /// A session in which a recording is played first.
    ///
    /// # Errors
    /// When its start cannot be built.
    pub fn replaying(recording: Recording) -> Result<Self, BuildError> {
        let mut timeline = Self::new(recording.first()?, false);
        timeline.play(Replay::new(recording));
        Ok(timeline)
    }

    /// Plays a recording to its end, for [`Timeline::adopt`]. `None` when `stop` is set before that, or when it does not come
    /// to the state that was recorded.
    #[must_use]
    pub fn played(recording: &Recording, stop: &AtomicBool) -> Option<Self> {
        let mut past = Past::new(recording)?;
        while past.step() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        past.finish()
    }
}

/// A recording that is being played to its end, as far as there is time.
#[derive(Debug)]
pub struct Past {
    timeline: Timeline,
    end: u64,
}

impl Past {
    /// At its start; `None` where that cannot be built.
    #[must_use]
    pub fn new(recording: &Recording) -> Option<Self> {
        let mut timeline = Timeline::new(recording.first().ok()?, true);
        timeline.play(Replay::new(recording.clone()));
        Some(Self { timeline, end: recording.end.0 })
    }

    /// Does one step, if there is one to do. Returns whether there may be another.
    pub fn step(&mut self) -> bool {
        let on = self.timeline.sandbox().steps() < self.end;
        if on {
            self.timeline.step();
        }
        on
    }

    /// All of it, for [`Timeline::adopt`], when there is no step left; `None` when it did not come to the state that was
    /// recorded.
    #[must_use]
    pub fn finish(self) -> Option<Timeline> {
        let Self { mut timeline, .. } = self;
        timeline.settle();
        timeline.divergence().is_none().then_some(timeline)
    }
}
