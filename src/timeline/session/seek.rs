//! Moving the sandbox to another place of the history: from the nearest snapshot before it, by replaying. Such a jump
//! can be done in pieces, since the nearest snapshot may be minutes of work away.

use super::Timeline;
use crate::timeline::{history::Place, keyframes::KeyframeStats, recording::Stamped, replay::Divergence};

/// A move to another place of the history that is not finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub target: Place,
    pub purpose: Purpose,
}

/// The purpose of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A look at the past.
    Look,
    /// An undo: the history ends at the target.
    Undo,
    /// A redo whose undone part continues the history at the target.
    StartRedo,
    /// A redo whose undone part is in the history, up to the target. The state at the head is not known yet.
    FinishRedo,
}

impl Timeline {
    /// Moves the sandbox to a step, clamped to the range that is kept. Does not change the history.
    pub fn seek(&mut self, step: u64) {
        self.start_seek(step);
        self.continue_jump(|| false);
    }

    /// Starts to move the sandbox to a step, clamped to the range that is kept. Stops an undo or redo that is under way.
    pub fn start_seek(&mut self, step: u64) {
        self.stop_jump();
        self.start_jump(Jump { target: self.history.place(step), purpose: Purpose::Look });
    }

    pub(super) fn start_jump(&mut self, jump: Jump) {
        self.stop_replay();
        self.jump = Some(jump);
    }

    /// Continues a jump that was started until it is done, or until `is_out_of_time` between two commands or steps.
    /// Until then the sandbox is at an earlier place. Returns whether no jump is left.
    pub fn continue_jump(&mut self, mut is_out_of_time: impl FnMut() -> bool) -> bool {
        while let Some(Jump { target, purpose }) = self.jump {
            if purpose == Purpose::FinishRedo {
                // The session ends where the redo is: see `Timeline::parts`.
                self.revision.changes += 1;
            }
            if !self.go_to(target, &mut is_out_of_time) {
                return false;
            }
            self.jump = None;
            match purpose {
                Purpose::Look | Purpose::FinishRedo => {}
                Purpose::Undo => self.branch(),
                Purpose::StartRedo => self.graft_undone(),
            }
        }
        true
    }

    /// The step to which the sandbox is being moved, if it is.
    #[must_use]
    pub fn jump_target(&self) -> Option<u64> {
        self.jump.map(|jump| jump.target.step)
    }

    /// Ends a jump where it is, an undo with nothing undone, and a redo with the rest still undone. Returns whether there
    /// was one.
    pub fn stop_jump(&mut self) -> bool {
        let Some(jump) = self.jump.take() else { return false };
        match jump.purpose {
            Purpose::Look => {}
            Purpose::Undo | Purpose::StartRedo => drop(self.go_to(self.history.head, || false)),
            Purpose::FinishRedo => self.branch(),
        }
        true
    }

    /// Whether the sandbox is before the newest moment.
    #[must_use]
    pub fn is_looking_back(&self) -> bool {
        self.place != self.history.head
    }

    /// The oldest and the newest step that can be visited.
    #[must_use]
    pub fn range(&self) -> (u64, u64) {
        (self.history.oldest().step, self.history.head.step)
    }

    /// Number and size of the keyframes.
    #[must_use]
    pub fn keyframes(&self) -> KeyframeStats {
        self.history.keyframes.stats()
    }

    /// Moves the sandbox to a place of the history. Returns whether it is there.
    fn go_to(&mut self, target: Place, is_out_of_time: impl FnMut() -> bool) -> bool {
        if target == self.place {
            return true;
        }
        if self.place == self.history.head {
            self.head = Some(self.sandbox.snapshot(None));
        }
        if target == self.history.head
            && let Some(head) = self.head.take()
        {
            self.sandbox.restore(&head);
            self.place = target;
            return true;
        }
        let is_back = target < self.place;
        let keyframe = self.history.keyframes.before(target).map(|frame| (frame.place, &frame.snapshot));
        let nearest = self.scrub_cache.before(target).into_iter().chain(keyframe).max_by_key(|(place, _)| *place);
        if let Some((place, snapshot)) = nearest.filter(|(place, _)| is_back || *place > self.place) {
            self.sandbox.restore(snapshot);
            self.place = place;
        }
        if is_back && target.step - self.place.step > 1 {
            // The steps just before the target are likely to be visited next.
            self.scrub_cache.restart(self.place, target.step - self.place.step);
        }
        self.replay_to(target, is_out_of_time)
    }

    /// Moves the sandbox to the last keyframe.
    pub(super) fn restore_last_keyframe(&mut self) {
        if let Some(frame) = self.history.keyframes.last() {
            self.sandbox.restore(&frame.snapshot);
            self.place = frame.place;
        }
    }

    /// Plays the history from the present place towards a later one. Returns whether it is reached.
    fn replay_to(&mut self, target: Place, mut is_out_of_time: impl FnMut() -> bool) -> bool {
        while self.place < target {
            let due = self.history.commands[self.place.commands..target.commands].first();
            if let Some(Stamped(_, command)) = due.filter(|command| command.0 <= self.place.step) {
                self.sandbox.apply(command);
                self.place.commands += 1;
            } else {
                self.sandbox.step();
                self.place.step += 1;
                self.scrub_cache.offer(self.place, &self.sandbox);
                self.check_hash();
            }
            if is_out_of_time() {
                break;
            }
        }
        self.place == target
    }

    /// Compares the state with the hash that was recorded at this step.
    fn check_hash(&mut self) {
        let hashes = &self.history.hashes;
        let Ok(found) = hashes.binary_search_by_key(&self.place.step, |hash| hash.0) else { return };
        let recorded = hashes[found].1;
        if self.divergence.is_none() {
            self.divergence = Divergence::find(&self.sandbox, self.place.step, recorded, &self.history.parts);
        }
    }
}
