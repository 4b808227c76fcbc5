//! The way back: undo and redo, looking at a moment, and branching off from it.

use super::{Timeline, Undone};
use crate::timeline::{history::Place, recording::Stamped, replay::Divergence};

impl Timeline {
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
        self.mark.changes += 1;
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
            self.divergence = Divergence::of(&self.sandbox, self.place.step, recorded, &self.history.parts);
        }
    }

    /// Puts what is behind the present place aside, to act from here.
    pub(super) fn branch(&mut self) {
        if self.place == self.history.head {
            return;
        }
        self.mark.changes += 1;
        let tail = self.history.split_off(self.place);
        self.reel.clear(self.place, 0);
        if let Some(end) = self.head.take() {
            self.undone.push(Undone { tail, end: Some(end) });
            self.thin_undone();
        }
        self.let_go();
    }

    /// Lets moments go of what was taken back until the rest is within the budget: the ends first, of what comes back last
    /// before the others, and then every second keyframe. A redo plays again what is missing.
    pub(super) fn thin_undone(&mut self) {
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
}
