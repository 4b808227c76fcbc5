//! Undo, redo, and branching off from an earlier place.

use std::ops::RangeInclusive;

use super::Timeline;
use super::seek::{Jump, Purpose};
use crate::sandbox::{Command, Snapshot};
use crate::timeline::export::Start;
use crate::timeline::history::{Place, Tail};

/// An undone part of the history.
#[derive(Debug)]
pub(super) struct Undone {
    tail: Tail,
    /// State at its end. `None` if it took too much memory: then redo plays the part again.
    end: Option<Snapshot>,
}

impl Undone {
    /// Memory of its snapshots, bytes.
    fn bytes(&self) -> usize {
        self.tail.bytes() + self.end.as_ref().map_or(0, |end| end.bytes(None))
    }
}

/// Whether a command brings a scene to its start.
fn is_opening(command: &Command) -> bool {
    matches!(command, Command::Open(_) | Command::Reset)
}

impl Timeline {
    /// Undoes the last edit: goes back to the place before it, or to the design if time alone has run since. Returns
    /// whether there was one.
    pub fn undo(&mut self) -> bool {
        let is_started = self.start_undo();
        self.continue_jump(|| false);
        is_started
    }

    /// Starts to undo the last edit, unless a jump is under way: see [`Timeline::continue_jump`]. Returns whether it
    /// did.
    pub fn start_undo(&mut self) -> bool {
        let Some(target) = self.edit_before().filter(|_| self.jump.is_none()) else { return false };
        self.start_jump(Jump { target, purpose: Purpose::Undo });
        true
    }

    /// Takes back the last undo, or the last return to an earlier place. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let is_started = self.start_redo();
        self.continue_jump(|| false);
        is_started
    }

    /// Starts to take back the last undo, unless a jump is under way. Returns whether it did.
    pub fn start_redo(&mut self) -> bool {
        if self.jump.is_some() {
            return false;
        }
        let Some(Undone { tail, end }) = self.undone.last() else { return false };
        if end.is_some() || tail.has_keyframes() {
            self.graft_undone();
        } else {
            // Until the part can be played from where it begins, the session stays as it is.
            self.start_jump(Jump { target: tail.from(), purpose: Purpose::StartRedo });
        }
        true
    }

    /// Puts the last undone part back into the history. Moves the sandbox to its end, or starts to: from its last
    /// keyframe, or from the present place, where the part then begins.
    pub(super) fn graft_undone(&mut self) {
        let Some(Undone { tail, end }) = self.undone.pop() else { return };
        self.stop_replay();
        self.revision.changes += 1;
        let has_keyframes = tail.has_keyframes();
        self.history.graft(tail);
        self.scrub_cache.restart(self.place, 0);
        self.head = None;
        if let Some(end) = end {
            self.sandbox.restore(&end);
            self.place = self.history.head;
            return;
        }
        if has_keyframes {
            self.restore_last_keyframe();
        }
        self.start_jump(Jump { target: self.history.head, purpose: Purpose::FinishRedo });
    }

    /// Whether an edit can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.edit_before().is_some()
    }

    /// Whether an undone edit can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Beginning of the last edit before the present place, or the design if that is later, if it can be visited.
    fn edit_before(&self) -> Option<Place> {
        let edit = self.history.edits.before(self.place);
        let design = self.sandbox.design().and_then(|design| design.step);
        let design = design.map(|step| self.history.end_of_step(step));
        edit.max(design).filter(|target| (self.history.oldest()..self.place).contains(target))
    }

    /// Number of edits since time has run that changed what was built: a way back to the design drops them. To drag
    /// something or to steer it is no such edit.
    #[must_use]
    pub fn later_edits(&self) -> usize {
        let Some(design) = self.sandbox.design() else { return 0 };
        self.changes().take_while(|(place, _)| design.step.is_none_or(|step| place.step > step)).count()
    }

    /// Whether anything of the scene was changed since it was opened.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        let is_way_back = |command: &Command| matches!(command, Command::BackToBuild | Command::KeepAsBuild);
        let began_within = self.lacks_past() || self.start.state.is_some();
        let last = self.changes().find(|(_, command)| !is_way_back(command));
        last.map_or(began_within, |(_, command)| !is_opening(command))
    }

    /// Whether any of these particles of the scene is gone: removed since the scene was opened, and not brought back by a
    /// way back to the design.
    pub(in crate::timeline) fn lacks(&self, ids: RangeInclusive<u32>) -> bool {
        let Start { design, step, .. } = &self.start;
        // The step at which the design was fixed; edits at later steps are no part of it.
        let mut designed = design.as_ref().map_or(Some(*step), |design| design.step);
        let mut since = Vec::new();
        for (place, command) in self.changes() {
            if is_opening(command) {
                designed = Some(place.step);
                break;
            }
            since.push((place, command));
        }
        let (mut lacks, mut design_lacks) = (false, false);
        for (place, command) in since.into_iter().rev() {
            match command {
                Command::BackToBuild => (lacks, designed) = (design_lacks, Some(place.step)),
                Command::KeepAsBuild => (design_lacks, designed) = (lacks, Some(place.step)),
                Command::Remove { things } => {
                    lacks |= things.particles().any(|id| ids.contains(&id.0));
                    if Some(place.step) <= designed {
                        design_lacks = lacks;
                    }
                }
                _ => {}
            }
        }
        lacks
    }

    /// The beginnings of the edits before the present that changed what is there, from the last one on; each with the first
    /// of its commands that did.
    fn changes(&self) -> impl Iterator<Item = (Place, &Command)> {
        let mut end = self.place.commands;
        self.history.edits.until(self.place).rev().filter_map(move |edit| {
            let commands = self.history.commands.get(edit.commands..std::mem::replace(&mut end, edit.commands))?;
            commands.iter().map(|command| (edit, &command.1)).find(|(_, command)| !command.is_play())
        })
    }

    /// Steps at which edits began.
    pub fn edits(&self) -> impl Iterator<Item = u64> + '_ {
        self.history.edits.steps()
    }

    /// Puts aside the history after the present place, to act from here.
    pub(super) fn branch(&mut self) {
        self.jump = None;
        if self.place == self.history.head {
            return;
        }
        self.revision.changes += 1;
        let tail = self.history.split_off(self.place);
        // The next undo starts from an earlier state.
        self.scrub_cache.forget_after(self.place);
        self.undone.push(Undone { tail, end: self.head.take() });
        self.thin_undone();
        self.release_all();
    }

    /// Drops snapshots of undone parts until the rest is within the budget: first the ends, from the part that is
    /// redone last, then every second keyframe. Redo replays the parts whose snapshots are missing.
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
            // `any` would stop at the first part with a keyframe to drop.
            let thinned = self.undone.iter_mut().filter_map(|undone| undone.tail.thin().then_some(())).count();
            if thinned == 0 {
                return;
            }
            bytes = self.undone_bytes();
        }
    }

    /// Memory of the snapshots of undone parts, bytes.
    #[must_use]
    pub fn undone_bytes(&self) -> usize {
        self.undone.iter().map(Undone::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{ParticleId, Things};
    use crate::sandbox::Sandbox;
    use crate::scene;

    #[test]
    fn removed_particles_are_lacked_until_a_way_back_brings_them() {
        let scene = scene::named("trampoline").expect("a scene of the gallery");
        let mut session = Timeline::new(Sandbox::new(scene).expect("it builds"), false);
        let remove = || Command::Remove { things: Things::of_particles([ParticleId(2)]) };
        session.step();
        session.apply(remove());
        assert!(session.lacks(0..=2) && !session.lacks(0..=1));
        session.apply(Command::BackToBuild);
        assert!(!session.lacks(0..=2), "the way back brings it");
        session.undo();
        assert!(session.lacks(0..=2), "undone");
        session.apply(Command::KeepAsBuild);
        session.step();
        session.apply(Command::BackToBuild);
        assert!(session.lacks(0..=2), "the design lacks it");
        session.apply(Command::Reset);
        assert!(!session.lacks(0..=2), "opened again");
        session.apply(remove());
        session.step();
        session.apply(Command::BackToBuild);
        assert!(session.lacks(0..=2), "removed from the design");
    }
}
