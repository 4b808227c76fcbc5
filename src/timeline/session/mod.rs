//! The session: a sandbox, and the history along which it moves.
//!
//! The sandbox is at a place in the history: at the head while the user plays, before it while the user looks back. A
//! command at an earlier place branches off: the part of the history after the place is put aside, and redo brings it
//! back until the next command.
//!
//! | File | Holds |
//! |---|---|
//! | `effect` | the effect of a command: whether there is anything to undo |
//! | `seek` | moving the sandbox to another place of the history: from the nearest snapshot before it, by replaying |
//! | `undo` | undo, redo, and branching off from an earlier place |

mod effect;
mod seek;
mod undo;

use std::sync::Arc;

use seek::Jump;
use undo::Undone;

use super::edits::Before;
use super::export::Start;
use super::history::{History, Place};
use super::limits::MAX_KEPT_COMMANDS;
use super::recording::Recording;
use super::replay::{Divergence, Replay, ReplayProgress};
use super::scrub_cache::ScrubCache;
use crate::physics::{Similarity, Things};
use crate::sandbox::{Command, Ghost, Sandbox, Snapshot};

/// Memory for keyframes and the scrub cache at first, bytes.
pub const MEMORY_BUDGET: usize = 256 << 20;

/// The scrub cache gets the memory budget divided by this number.
const SCRUB_SHARE: usize = 8;

/// A session. The only way to change its sandbox, so that every change is recorded.
#[derive(Debug)]
pub struct Timeline {
    sandbox: Sandbox,
    start: Start,
    /// Head of the history when it was read from a file, until [`Timeline::attach_past`] adds the history before it.
    missing_past: Option<Place>,
    history: History,
    /// Place of the sandbox in the history.
    place: Place,
    /// State at the head while the sandbox is elsewhere.
    head: Option<Snapshot>,
    /// Undone parts of the history, the last one on top.
    undone: Vec<Undone>,
    scrub_cache: ScrubCache,
    jump: Option<Jump>,
    replay: Option<Replay>,
    divergence: Option<Divergence>,
    /// No command may be forgotten: the session will be written to a file.
    is_recorded: bool,
    /// Most commands of a session that is not recorded.
    most_commands: usize,
    /// Most bytes of keyframes and snapshots, and again of the undone parts.
    budget: usize,
    revision: Revision,
}

/// The parts of a session that an export copies.
pub(super) struct SessionParts<'a> {
    pub start: &'a Start,
    pub history: &'a History,
    /// Place in the history where the export ends.
    pub end: Place,
    /// State at the end.
    pub now: Snapshot,
}

/// Identity of a session after a number of changes. Equal revisions mean equal [`Timeline::session`]s. Steps and
/// commands would not do: after an undo, another edit may have as many.
#[derive(Clone, Debug)]
pub struct Revision {
    session: Arc<()>,
    changes: u64,
}

impl Revision {
    /// Whether both are of one session, at whatever moment.
    #[must_use]
    pub fn is_of_same_session(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.session, &other.session)
    }
}

impl PartialEq for Revision {
    fn eq(&self, other: &Self) -> bool {
        let Self { session, changes } = self;
        Arc::ptr_eq(session, &other.session) && *changes == other.changes
    }
}

impl Timeline {
    /// A session that begins with the sandbox as it is. `is_recorded`: whether all commands are kept however many there
    /// are.
    #[must_use]
    pub fn new(sandbox: Sandbox, is_recorded: bool) -> Self {
        Self::with_budget(sandbox, is_recorded, MEMORY_BUDGET)
    }

    /// The same with a memory budget in bytes.
    #[must_use]
    pub fn with_budget(sandbox: Sandbox, is_recorded: bool, budget: usize) -> Self {
        let history = History::new(&sandbox, budget - budget / SCRUB_SHARE);
        let start = if sandbox.steps() > 0 {
            Start::within(&sandbox.snapshot(None))
        } else {
            Start::of_scene(sandbox.scene().clone())
        };
        Self {
            start,
            missing_past: None,
            place: history.head,
            history,
            head: None,
            undone: Vec::new(),
            scrub_cache: ScrubCache::new(budget / SCRUB_SHARE),
            jump: None,
            replay: None,
            divergence: None,
            is_recorded,
            most_commands: MAX_KEPT_COMMANDS,
            budget,
            revision: Revision { session: Arc::new(()), changes: 0 },
            sandbox,
        }
    }

    /// A session that begins with the state of another one.
    pub(super) fn beginning_with(sandbox: Sandbox) -> Self {
        let mut timeline = Self::new(sandbox, false);
        timeline.start = Start::within(&timeline.sandbox.snapshot(None));
        timeline
    }

    /// The session of a recording, at its end. The history before it is not attached yet.
    pub(super) fn after(sandbox: Sandbox, recording: &Recording) -> Self {
        let mut timeline = Self::new(sandbox, false);
        let Recording { start, state, ghost, follows_window, design, .. } = recording;
        let (scene, state, ghost, design) = (start.clone(), state.clone(), ghost.clone(), design.clone());
        timeline.start =
            Start { scene, state, ghost, follows_window: *follows_window, design: design.map(Arc::new), step: 0 };
        timeline.history.begin_after(recording);
        timeline.place = timeline.history.head;
        timeline.missing_past = Some(timeline.place);
        timeline
    }

    /// Sets whether all commands are kept however many there are.
    pub fn set_recorded(&mut self, is_recorded: bool) {
        self.is_recorded = is_recorded;
    }

    /// Whether all commands are kept however many there are.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.is_recorded
    }

    /// Sets the number of threads for large scenes: see [`Sandbox::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.sandbox.set_threads(threads);
    }

    /// Sets the memory budget in bytes. Beyond it, every second keyframe is dropped.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
        self.history.keyframes.set_budget(budget - budget / SCRUB_SHARE);
        self.scrub_cache.set_budget(budget / SCRUB_SHARE);
        self.thin_undone();
    }

    /// Lowers the number of commands beyond which the older half is forgotten, for tests.
    #[doc(hidden)]
    pub fn set_most_commands(&mut self, max: usize) {
        self.most_commands = max;
    }

    /// The sandbox as it is.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Whether the session has no edit that could be undone or redone.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.missing_past.is_none() && self.undone.is_empty() && self.history.edits.steps().next().is_none()
    }

    /// Identity of the session at this moment.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision.clone()
    }

    /// The recording from the start to the head, or to where a redo is that has not reached it.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.session().recording()
    }

    /// The parts that an export copies.
    pub(super) fn parts(&self) -> SessionParts<'_> {
        let (start, history) = (&self.start, &self.history);
        if let Some(now) = self.head.clone() {
            return SessionParts { start, history, end: history.head, now };
        }
        // The sandbox is at the head, or a redo is on its way there: the state at the head is not known before.
        let now = self.sandbox.snapshot(history.keyframes.before(self.place).map(|frame| &frame.snapshot));
        SessionParts { start, history, end: self.place, now }
    }

    /// Applies a command. Stops looking back.
    pub fn apply(&mut self, command: Command) {
        self.branch();
        if self.record(command) {
            self.undone.clear();
        }
    }

    /// Applies a command at the head. Returns whether it is part of an edit.
    fn record(&mut self, command: Command) -> bool {
        self.revision.changes += 1;
        let ghost = || self.sandbox.ghost().map(Ghost::rival);
        let ghost = matches!(command, Command::SetGhost(_)).then(ghost).flatten();
        let world = self.sandbox.world();
        let first = match &command {
            Command::Together(commands) => commands.first(),
            command => Some(command),
        };
        let shape = match first {
            Some(&(Command::SetShapeProperties { shape, .. } | Command::SetShapeForm { shape, .. })) => {
                world.colliders().shape(shape).map(|shape| shape.def)
            }
            _ => None,
        };
        let ball = match first {
            Some(&Command::SetBallSurface { particle, .. }) => world.ball(particle),
            _ => None,
        };
        let ball = ball.map(|ball| ball.surface);
        let room = world.colliders().room;
        let inverse = command.inverse(&self.sandbox);
        let before = Before { settings: *world.settings(), ghost, shape, ball, room, inverse };
        let wants_keyframe = self.history.wants_keyframe(&command, &before, &self.sandbox)
            && effect::may_change(&self.sandbox, &command);
        let keyframe = wants_keyframe.then(|| self.history.keyframe(&self.sandbox));
        let effect = effect::apply(&mut self.sandbox, &command);
        let is_edit = self.history.record(command, effect, (&before, keyframe), &self.sandbox);
        self.place = self.history.head;
        if !self.is_recorded && self.place.commands > self.most_commands {
            self.forget_half();
        }
        is_edit
    }

    /// Forgets the older half of the session, which then starts with the oldest keyframe.
    fn forget_half(&mut self) {
        // Their places count commands that are dropped.
        self.undone.clear();
        self.history.forget_half();
        self.scrub_cache.restart(self.history.head, 0);
        self.place = self.history.head;
        if let Some(oldest) = self.history.keyframes.first() {
            self.start = Start::within(&oldest.snapshot);
            self.missing_past = None;
        }
    }

    /// Whether a part of the session cannot be visited yet.
    #[must_use]
    pub fn lacks_past(&self) -> bool {
        self.missing_past.is_some()
    }

    /// Adds the history before the session was resumed: `past` has played it again. Returns whether it fits.
    pub fn attach_past(&mut self, past: Self) -> bool {
        let fits = self.missing_past.take() == Some(past.history.head);
        if fits {
            self.history.prepend(past.history);
        }
        fits
    }

    /// Applies the due commands of a replay, then moves the world by one step. Stops looking back.
    pub fn step(&mut self) {
        self.step_timed(|| ());
        self.apply_due_commands();
    }

    /// The same with a callback for timing: see [`Sandbox::step_timed`]. Leaves the commands that a replay has after
    /// the step to the next call.
    pub fn step_timed(&mut self, lap: impl FnMut()) {
        self.branch();
        self.apply_due_commands();
        self.revision.changes += 1;
        self.sandbox.step_timed(lap);
        self.history.advance(&self.sandbox);
        self.place = self.history.head;
    }

    /// Starts a replay at the present place.
    pub fn play(&mut self, replay: Replay) {
        self.replay = Some(replay);
    }

    /// Applies the commands that a replay has before the next step, and ends the replay at its end. Part of every step;
    /// needed if no step follows.
    pub fn apply_due_commands(&mut self) {
        while self.apply_due_command() {}
    }

    /// Applies the next of these commands, so that a caller can stop between two. Returns whether there was one.
    pub fn apply_due_command(&mut self) -> bool {
        let Some(mut replay) = self.replay.take() else { return false };
        let command = replay.next_due(&self.sandbox);
        if command.is_none() && replay.is_over(&self.sandbox) {
            self.divergence = replay.divergence(&self.sandbox);
            return false;
        }
        self.replay = Some(replay);
        command.map(|command| self.apply(command)).is_some()
    }

    /// Progress of the current replay, if there is one.
    #[must_use]
    pub fn replay_progress(&self) -> Option<ReplayProgress> {
        self.replay.as_ref().map(|replay| replay.progress(&self.sandbox))
    }

    /// Whether a recording is being replayed.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.replay.is_some()
    }

    /// Stops the replay: from here on the user acts.
    pub fn stop_replay(&mut self) {
        self.divergence = self.divergence();
        self.replay = None;
    }

    /// The first difference from the recording: of the current or the last replay, or of an attached past.
    #[must_use]
    pub fn divergence(&self) -> Option<Divergence> {
        let now = || self.replay.as_ref().and_then(|replay| replay.divergence(&self.sandbox));
        self.divergence.or_else(now)
    }

    /// Releases all grabs and all keys of machines, and stops the held end: what held them may have come up meanwhile.
    pub fn release_all(&mut self) {
        for key in self.sandbox.world().held_keys().to_vec() {
            self.record(Command::HoldKey { key, held: false });
        }
        let grabs: Vec<u32> = self.sandbox.world().grabs().iter().map(|grab| grab.id).collect();
        for grab in grabs {
            self.record(Command::Release { grab });
        }
        let lifted = self.sandbox.world().lifted();
        if !lifted.is_empty() {
            let things = Things::of_particles(lifted.iter().copied());
            self.record(Command::Transform { things, by: Similarity::default(), last: true });
        }
        if self.sandbox.world().drive().is_some_and(|drive| drive.velocity != glam::Vec2::ZERO) {
            self.record(Command::DriveHeldEnd(glam::Vec2::ZERO));
        }
    }
}
