//! The session: the sandbox, all that was done to it, and the way back.
//!
//! The sandbox is at a place in the history: at its head while it is played with, and before that while the user looks
//! back. Whatever is done there branches off: what was behind the place is put aside, and redo brings it back until
//! something else is done.

use super::{
    history::{History, Place, Tail},
    recording::{Recording, Stamped},
    reel::Reel,
    replay::{Divergence, Replay},
    save::Start,
};
use crate::sandbox::{Command, Sandbox, Snapshot};

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

    /// Its steps and commands.
    #[must_use]
    pub fn size(&self) -> (u64, usize) {
        (self.history.head.step, self.history.head.commands)
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
        let effect = self.apply_to_sandbox(&command);
        let edits = self.history.add(command, effect);
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
            let (step, scene, state) = (oldest.place.step, oldest.snapshot.scene(), oldest.snapshot.world());
            self.start = Start { scene: scene.clone(), state: Some(state.clone()), step };
            self.unread = None;
        }
    }

    /// A session at its end, of which nothing can be gone back to yet.
    pub(super) fn after(sandbox: Sandbox, recording: &Recording) -> Self {
        let mut timeline = Self::new(sandbox, false);
        let Recording { start, state, .. } = recording;
        timeline.start = Start { scene: start.clone(), state: state.clone(), step: 0 };
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
        let (cut, pins) = (world.cut_links(), &world.particles().pinned);
        let changes = match command {
            Command::SetPinned { particle, pinned } => pins.get(particle.index()).is_some_and(|now| now != pinned),
            Command::SetWeight { particle, mass } => {
                world.particles().contains(*particle) && world.weight(*particle).map(|weight| weight.mass) != *mass
            }
            Command::MoveCollider { shape, .. }
            | Command::TurnCollider { shape, .. }
            | Command::RemoveCollider { shape } => world.colliders().shape(*shape).is_some(),
            Command::MoveBlower { blower, .. }
            | Command::TurnBlower { blower, .. }
            | Command::RemoveBlower { blower } => world.blower(*blower).is_some(),
            _ => true,
        };
        self.sandbox.apply(command);
        let world = self.sandbox.world();
        match *command {
            Command::Cut { .. } => world.cut_links() > cut,
            Command::Hold { hand, .. } => world.hands().iter().any(|held| held.id == hand),
            _ => changes,
        }
    }

    /// Carries out what a replay has due, then moves the world on by one step. Looking back ends with it.
    pub fn step(&mut self) {
        self.branch();
        self.settle();
        self.sandbox.step();
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

    /// Takes the last edit back: to the moment before it. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.edit_before() else { return false };
        self.take_over();
        self.go_to(before);
        self.branch();
        true
    }

    /// Takes the last undo, or the last going back, back: to the moment at which it was done. Returns whether there was
    /// one.
    pub fn redo(&mut self) -> bool {
        let Some(Undone { tail, end }) = self.undone.pop() else { return false };
        self.take_over();
        self.history.graft(tail);
        self.reel.clear(self.place, 0);
        self.head = None;
        if let Some(end) = end {
            self.sandbox.restore(&end);
            self.place = self.history.head;
        } else {
            self.play_to_head();
        }
        true
    }

    /// Whether there is something to undo, and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (self.edit_before().is_some(), !self.undone.is_empty())
    }

    /// Where the last edit before the present place began, if that can be gone back to.
    fn edit_before(&self) -> Option<Place> {
        self.history.edits.before(self.place).filter(|edit| *edit >= self.history.oldest())
    }

    /// Looks at the moment after so many steps (the nearest that is kept), without doing anything to the history.
    pub fn seek(&mut self, step: u64) {
        self.take_over();
        self.go_to(self.history.place(step));
    }

    /// Whether the sandbox is at a moment before the newest.
    #[must_use]
    pub fn is_looking_back(&self) -> bool {
        self.place != self.history.head
    }

    /// The steps at which edits began.
    pub fn edits(&self) -> impl Iterator<Item = u64> + '_ {
        self.history.edits.steps()
    }

    /// The oldest and the newest step that can be looked at.
    #[must_use]
    pub fn range(&self) -> (u64, u64) {
        (self.history.oldest().step, self.history.head.step)
    }

    /// Keyframes: how many there are, the steps from each to the next, and the bytes that they take.
    #[must_use]
    pub fn keyframes(&self) -> (usize, u64, usize) {
        self.history.keyframes.figures()
    }

    /// Brings the sandbox to a place of the history.
    fn go_to(&mut self, target: Place) {
        if target == self.place {
            return;
        }
        if self.place == self.history.head {
            self.head = Some(self.sandbox.snapshot(None));
        }
        if target == self.history.head
            && let Some(head) = self.head.take()
        {
            self.sandbox.restore(&head);
            self.place = target;
            return;
        }
        let back = target < self.place;
        let keyframe = self.history.keyframes.before(target).map(|frame| (frame.place, &frame.snapshot));
        let kept = self.reel.before(target).into_iter().chain(keyframe).max_by_key(|(place, _)| *place);
        if let Some((place, snapshot)) = kept.filter(|(place, _)| back || *place > self.place) {
            self.sandbox.restore(snapshot);
            self.place = place;
        }
        if back && target.step - self.place.step > 1 {
            // The moments just before are likely to be asked for next.
            self.reel.clear(self.place, target.step - self.place.step);
        }
        self.replay_to(target);
    }

    /// Plays the history to its head from the last moment before it that is kept.
    fn play_to_head(&mut self) {
        let head = self.history.head;
        if let Some(frame) = self.history.keyframes.before(head) {
            self.sandbox.restore(&frame.snapshot);
            self.place = frame.place;
        }
        self.replay_to(head);
    }

    /// Does again what was done from here to a place of the history behind.
    fn replay_to(&mut self, target: Place) {
        loop {
            let due = &self.history.commands[self.place.commands..target.commands];
            for Stamped(_, command) in due.iter().take_while(|command| command.0 <= self.place.step) {
                self.sandbox.apply(command);
                self.place.commands += 1;
            }
            if self.place.step >= target.step {
                return;
            }
            self.sandbox.step();
            self.place.step += 1;
            self.reel.offer(self.place, &self.sandbox);
            self.check();
        }
    }

    /// Compares the state with what it was here the first time.
    fn check(&mut self) {
        let hashes = &self.history.hashes;
        let Ok(found) = hashes.binary_search_by_key(&self.place.step, |hash| hash.0) else { return };
        let recorded = hashes[found].1;
        if self.divergence.is_none() {
            let world = self.sandbox.world();
            self.divergence = Divergence::of(world, self.place.step, recorded, &self.history.parts);
        }
    }

    /// Puts what is behind the present place aside, to act from here.
    fn branch(&mut self) {
        if self.place == self.history.head {
            return;
        }
        let tail = self.history.split_off(self.place);
        self.reel.clear(self.place, 0);
        if let Some(end) = self.head.take() {
            self.undone.push(Undone { tail, end: Some(end) });
            self.thin_undone();
        }
        self.let_go();
    }

    /// Lets everything go that is held: whoever held something here does not hold it any more.
    pub fn let_go(&mut self) {
        let hands: Vec<u32> = self.sandbox.world().hands().iter().map(|hand| hand.id).collect();
        for hand in hands {
            self.carry_out(Command::Release { hand });
        }
        if self.sandbox.world().drive().is_some_and(|drive| drive.velocity != glam::Vec2::ZERO) {
            self.carry_out(Command::DriveHeldEnd(glam::Vec2::ZERO));
        }
    }

    /// Lets moments go of what was taken back until the rest is within the budget: the ends first, of what comes back last
    /// before the others, and then every second keyframe. A redo plays again what is missing.
    fn thin_undone(&mut self) {
        let mut bytes = self.undone_bytes();
        let ends = self.undone.len().saturating_sub(1);
        for undone in &mut self.undone[..ends] {
            if bytes <= self.budget {
                return;
            }
            let before = undone.bytes();
            undone.end = None;
            bytes -= before - undone.bytes();
        }
        while bytes > self.budget {
            // All of them, not as many as it takes to find one that has some.
            let thinned = self.undone.iter_mut().filter_map(|undone| undone.tail.thin().then_some(())).count();
            if thinned == 0 {
                return;
            }
            bytes = self.undone_bytes();
        }
    }

    /// Memory of the moments of what was taken back, bytes.
    #[must_use]
    pub fn undone_bytes(&self) -> usize {
        self.undone.iter().map(Undone::bytes).sum()
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
