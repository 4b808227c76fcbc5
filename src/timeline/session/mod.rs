//! The session: the sandbox, all that was done to it, and the way back.
//!
//! The sandbox is at a place in the history: at its head while it is played with, and before that while the user looks
//! back. Whatever is done there branches off: what was behind the place is put aside, and redo brings it back until
//! something else is done.

mod back;

use std::sync::Arc;

use super::{
    edits::Before,
    history::{History, Place, Tail},
    recording::Recording,
    reel::Reel,
    replay::{Divergence, Replay},
    save::Start,
};
use crate::sandbox::{Command, Ghost, Sandbox, Snapshot};

/// Memory for the moments that can be gone back to, bytes.
pub const BUDGET: usize = 256 << 20;

/// Most commands that are kept where no recording is asked for: some hours of dragging without a pause. Then the older half
/// of the session is forgotten.
const MOST_COMMANDS: usize = 1_000_000;

/// The one door through which a sandbox is changed: whatever passes is kept.
#[derive(Debug)]
pub struct Timeline {
    sandbox: Sandbox,
    start: Start,
    /// As much of the history was read from a file, and cannot be gone back to yet: see [`Timeline::adopt`].
    unread: Option<Place>,
    history: History,
    /// Where in the history the sandbox is.
    place: Place,
    /// The head's state, while the sandbox is not there.
    head: Option<Snapshot>,
    /// What was taken back, the last on top.
    undone: Vec<Undone>,
    reel: Reel,
    replay: Option<Replay>,
    divergence: Option<Divergence>,
    /// All is to be kept, for a recording.
    recorded: bool,
    /// Most commands that are kept where it is not.
    most_commands: usize,
    /// Bytes for what was taken back, at most: see [`Timeline::thin_undone`].
    budget: usize,
    mark: Mark,
}

/// Which session it is, after how many changes: while it is the same, so is all that a [`Timeline::session`] has in it.
/// (Steps and commands would not tell: another edit after an undo makes as many.)
#[derive(Clone, Debug)]
pub struct Mark {
    lineage: Arc<()>,
    changes: u64,
}

impl PartialEq for Mark {
    fn eq(&self, other: &Self) -> bool {
        let Self { lineage, changes } = self;
        Arc::ptr_eq(lineage, &other.lineage) && *changes == other.changes
    }
}

/// Something that was taken back: what was behind, and the state at its end.
#[derive(Debug)]
struct Undone {
    tail: Tail,
    /// `None` where there was no room for it: then what is behind is played again.
    end: Option<Snapshot>,
}

impl Undone {
    /// Memory of its moments, bytes.
    fn bytes(&self) -> usize {
        self.tail.bytes() + self.end.as_ref().map_or(0, |end| end.bytes(None))
    }
}

impl Timeline {
    /// A session that begins with `sandbox` as it is. It is `recorded` from its start or, if it lasts for hours, not.
    #[must_use]
    pub fn new(sandbox: Sandbox, recorded: bool) -> Self {
        Self::with_budget(sandbox, recorded, BUDGET)
    }

    /// The same, with so many bytes for the moments that can be gone back to.
    #[must_use]
    pub fn with_budget(sandbox: Sandbox, recorded: bool, budget: usize) -> Self {
        let history = History::new(&sandbox, budget - budget / 8);
        let start = Start {
            scene: sandbox.scene().clone(),
            state: (sandbox.steps() > 0).then(|| sandbox.world().snapshot(None)),
            ghost: (sandbox.steps() > 0).then(|| sandbox.snapshot(None).ghost().cloned()).flatten(),
            step: sandbox.steps(),
        };
        Self {
            start,
            unread: None,
            place: history.head,
            history,
            head: None,
            undone: Vec::new(),
            reel: Reel::new(budget / 8),
            replay: None,
            divergence: None,
            recorded,
            most_commands: MOST_COMMANDS,
            budget,
            mark: Mark { lineage: Arc::new(()), changes: 0 },
            sandbox,
        }
    }

    /// Whether all is to be kept, for a recording.
    pub fn set_recorded(&mut self, recorded: bool) {
        self.recorded = recorded;
    }

    /// Steps large scenes on so many threads: see [`Sandbox::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.sandbox.set_threads(threads);
    }

    /// Lets the moments that can be gone back to take so many bytes: where they take more, every second one goes.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
        self.history.keyframes.set_budget(budget - budget / 8);
        self.reel.set_budget(budget / 8);
        self.thin_undone();
    }

    /// Whether nobody has done anything in it that could be taken back.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.unread.is_none() && self.undone.is_empty() && self.history.edits.steps().next().is_none()
    }

    /// What tells it from what it was before, and from others.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.mark.clone()
    }

    /// Forgets the older half already after so many commands, for tests.
    #[doc(hidden)]
    pub fn set_most_commands(&mut self, most: usize) {
        self.most_commands = most;
    }

    /// Plays a recording into the session from here on.
    pub fn play(&mut self, replay: Replay) {
        self.replay = Some(replay);
    }

    /// Carries a command out, here and now. Looking back ends with it.
    pub fn apply(&mut self, command: Command) {
        self.branch();
        if self.carry_out(command) {
            self.undone.clear();
        }
    }

    /// Carries a command out at the head. Returns whether it is a part of an edit.
    fn carry_out(&mut self, command: Command) -> bool {
        self.mark.changes += 1;
        let ghost = || self.sandbox.ghost().map(Ghost::rival);
        let ghost = matches!(command, Command::SetGhost(_)).then(ghost).flatten();
        let before = Before { settings: *self.sandbox.world().settings(), ghost };
        let effect = self.apply_to_sandbox(&command);
        let edits = self.history.add(command, effect, &before);
        self.place = self.history.head;
        if !self.recorded && self.place.commands > self.most_commands {
            self.undone.clear();
            self.history.forget_half();
            self.start_late();
            // Its places are counted in commands that are gone.
            self.reel.clear(self.history.head, 0);
            self.place = self.history.head;
        }
        edits
    }

    /// What is kept starts with the oldest moment that can be gone back to: what was before has been forgotten.
    fn start_late(&mut self) {
        if let Some(oldest) = self.history.keyframes.first() {
            let (step, snapshot) = (oldest.place.step, &oldest.snapshot);
            let (state, ghost) = (Some(snapshot.world().clone()), snapshot.ghost().cloned());
            self.start = Start { scene: snapshot.scene().clone(), state, ghost, step };
            self.unread = None;
        }
    }

    /// A session at its end, of which nothing can be gone back to yet.
    pub(super) fn after(sandbox: Sandbox, recording: &Recording) -> Self {
        let mut timeline = Self::new(sandbox, false);
        let Recording { start, state, ghost, .. } = recording;
        timeline.start = Start { scene: start.clone(), state: state.clone(), ghost: ghost.clone(), step: 0 };
        timeline.history.begin_after(recording);
        timeline.place = timeline.history.head;
        timeline.unread = Some(timeline.place);
        timeline
    }

    /// Whether a part of the session cannot be gone back to as yet.
    #[must_use]
    pub fn is_partly_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Takes in what was before the moment at which this session was gone on with: the same, played again. Returns
    /// whether it fits.
    pub fn adopt(&mut self, past: Self) -> bool {
        let fits = self.unread.take() == Some(past.history.head);
        if fits {
            self.history.prepend(past.history);
        }
        fits
    }

    /// Changes the sandbox. Returns whether that came to anything that the user would want to take back: a cut through the
    /// air does not.
    fn apply_to_sandbox(&mut self, command: &Command) -> bool {
        let world = self.sandbox.world();
        let (cut, pins) = (self.cut_links(), &world.particles().pinned);
        let changes = match command {
            Command::SetPinned { particle, pinned } => pins.get(particle.index()).is_some_and(|now| now != pinned),
            Command::SetWeight { particle, mass } => {
                world.particles().contains(*particle) && world.weight(*particle).map(|weight| weight.mass) != *mass
            }
            Command::MoveCollider { shape, .. }
            | Command::TurnCollider { shape, .. }
            | Command::SetManner { shape, .. }
            | Command::RemoveCollider { shape } => world.colliders().shape(*shape).is_some(),
            Command::MoveBlower { blower, .. }
            | Command::TurnBlower { blower, .. }
            | Command::SetJet { blower, .. }
            | Command::RemoveBlower { blower } => world.blower(*blower).is_some(),
            _ => true,
        };
        self.sandbox.apply(command);
        match *command {
            Command::Cut { .. } => self.cut_links() > cut,
            Command::Hold { hand, .. } => self.sandbox.world().grabs().iter().any(|held| held.id == hand),
            _ => changes,
        }
    }

    /// Links that were cut in the world or in the ghost.
    fn cut_links(&self) -> u64 {
        self.sandbox.world().cut_links() + self.sandbox.ghost().map_or(0, |ghost| ghost.world().cut_links())
    }

    /// Carries out what a replay has due, then moves the world on by one step. Looking back ends with it.
    pub fn step(&mut self) {
        self.step_and(|| ());
    }

    /// The same, for who looks at the clock: see [`Sandbox::step_and`].
    pub fn step_and(&mut self, lap: impl FnMut()) {
        self.branch();
        self.settle();
        self.mark.changes += 1;
        self.sandbox.step_and(lap);
        self.history.advance(&self.sandbox);
        self.place = self.history.head;
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

    /// Lets everything go that is held: whoever held something here does not hold it any more.
    pub fn let_go(&mut self) {
        let hands: Vec<u32> = self.sandbox.world().grabs().iter().map(|hand| hand.id).collect();
        for hand in hands {
            self.carry_out(Command::Release { hand });
        }
        if self.sandbox.world().drive().is_some_and(|drive| drive.velocity != glam::Vec2::ZERO) {
            self.carry_out(Command::DriveHeldEnd(glam::Vec2::ZERO));
        }
    }

    /// Whether a recording is playing.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.replay.is_some()
    }

    /// Where the replay that is playing, or the last one, left its recording, or a way back what was there before; if it
    /// did.
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

    /// All that was done, from the start up to the head.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.session().recording()
    }

    /// What it starts from, what was done since, and the state at the head.
    pub(super) fn parts(&self) -> (&Start, &History, Snapshot) {
        let now = || self.sandbox.snapshot(self.history.keyframes.last().map(|frame| &frame.snapshot));
        (&self.start, &self.history, self.head.clone().unwrap_or_else(now))
    }
}
