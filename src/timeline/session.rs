//! The session: the sandbox, the record of what is done to it, and a recording that may be playing into it.

use super::{
    recording::{Hash, Recording, Stamped},
    replay::{Divergence, Replay},
};
use crate::sandbox::{Command, Sandbox};

/// Steps between two hashes in a recording: a second at the usual step.
const HASH_INTERVAL: u64 = 60;

/// The one door through which a sandbox is changed: whatever passes is recorded.
#[derive(Debug)]
pub struct Timeline {
    sandbox: Sandbox,
    recording: Recording,
    replay: Option<Replay>,
    divergence: Option<Divergence>,
    /// A recording is asked for. Where none is, nothing is kept: a session may last for days, and a hash of a large world
    /// costs as much as a step.
    recorded: bool,
}

impl Timeline {
    /// A session that begins with `sandbox` as it is, and is `recorded` or not.
    #[must_use]
    pub fn new(sandbox: Sandbox, recorded: bool) -> Self {
        let hash = Hash(sandbox.world().state_hash());
        let recording = Recording::new(sandbox.scene().clone(), hash);
        Self { sandbox, recording, replay: None, divergence: None, recorded }
    }

    /// Plays a recording into the session from here on.
    pub fn play(&mut self, replay: Replay) {
        self.replay = Some(replay);
    }

    /// Records a command and carries it out.
    pub fn apply(&mut self, command: Command) {
        self.sandbox.apply(&command);
        if self.recorded {
            self.recording.commands.push(Stamped(self.sandbox.steps(), command));
        }
    }

    /// Carries out what a replay has due, then moves the world on by one step.
    pub fn step(&mut self) {
        self.settle();
        self.sandbox.step();
        if self.recorded && self.sandbox.steps().is_multiple_of(HASH_INTERVAL) {
            let hash = Hash(self.sandbox.world().state_hash());
            self.recording.hashes.push(Stamped(self.sandbox.steps(), hash));
        }
        self.settle();
    }

    /// Lets the replay do what it has due before the next step, and takes it away when it is over. A step does so by
    /// itself; call it where none follows.
    pub fn settle(&mut self) {
        let Some(mut replay) = self.replay.take() else { return };
        for command in replay.due(&self.sandbox) {
            self.apply(command);
        }
        if replay.is_over(&self.sandbox) {
            self.divergence = replay.divergence(&self.sandbox);
        } else {
            self.replay = Some(replay);
        }
    }

    /// Stops a replay: from here on the user acts.
    pub fn take_over(&mut self) {
        self.divergence = self.divergence();
        self.replay = None;
    }

    /// Whether a recording is playing.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.replay.is_some()
    }

    /// Where the replay that is playing, or the last one, left its recording, if it did.
    #[must_use]
    pub fn divergence(&self) -> Option<Divergence> {
        let now = || self.replay.as_ref().and_then(|replay| replay.divergence(&self.sandbox));
        self.divergence.or_else(now)
    }

    /// The sandbox as it is.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// All that was done so far, up to now.
    pub fn recording(&mut self) -> &Recording {
        self.recording.end = Stamped(self.sandbox.steps(), Hash(self.sandbox.world().state_hash()));
        &self.recording
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;
    use glam::Vec2;

    fn session() -> Timeline {
        let sandbox = Sandbox::new(scene::named("first-rope").expect("it is in the gallery")).expect("it builds");
        Timeline::new(sandbox, true)
    }

    #[test]
    fn what_was_recorded_plays_to_the_same_state() {
        let mut session = session();
        (0..90).for_each(|_| session.step());
        session.apply(Command::SetGravity(Vec2::new(3.0, 1.0)));
        (0..100).for_each(|_| session.step());
        session.apply(Command::Cut { from: Vec2::NEG_ONE, to: Vec2::ONE, radius: 0.05 });
        let recording = session.recording().clone();

        let mut again = self::session();
        again.play(Replay::new(recording.clone()));
        (0..190).for_each(|_| again.step());
        assert!(!again.is_replaying());
        assert_eq!(again.divergence(), None);
        assert_eq!(*again.recording(), recording);
    }

    #[test]
    fn a_divergence_names_its_step() {
        let mut session = session();
        (0..200).for_each(|_| session.step());
        let mut recording = session.recording().clone();
        recording.hashes[1].1 = Hash(0);
        let mut again = self::session();
        again.play(Replay::new(recording));
        (0..200).for_each(|_| again.step());
        assert_eq!(again.divergence().map(|divergence| divergence.step), Some(120));
    }
}
