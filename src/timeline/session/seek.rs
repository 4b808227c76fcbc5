//! Moving the sandbox to another place of the history: from the nearest snapshot before it, by replaying.

use super::Timeline;
use crate::timeline::{history::Place, keyframes::KeyframeStats, recording::Stamped, replay::Divergence};

impl Timeline {
    /// Moves the sandbox to a step, clamped to the range that is kept. Does not change the history.
    pub fn seek(&mut self, step: u64) {
        self.stop_replay();
        self.go_to(self.history.place(step));
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

    /// Moves the sandbox to a place of the history.
    pub(super) fn go_to(&mut self, target: Place) {
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
        self.replay_to(target);
    }

    /// Plays the history to its head from the last keyframe.
    pub(super) fn play_to_head(&mut self) {
        let head = self.history.head;
        if let Some(frame) = self.history.keyframes.before(head) {
            self.sandbox.restore(&frame.snapshot);
            self.place = frame.place;
        }
        self.replay_to(head);
    }

    /// Plays the history from the present place to a later one.
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
            self.scrub_cache.offer(self.place, &self.sandbox);
            self.check_hash();
        }
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
