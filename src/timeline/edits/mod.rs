//! Edits: groups of commands that are one action to the user. One undo takes back an edit.
//!
//! | File | Holds |
//! |---|---|
//! | `slider` | the number that a command changes, which distinguishes one slider from another |

mod slider;

use glam::Vec2;

use slider::ChangedNumbers;

use super::history::Place;
use crate::physics::{Aabb, BallSurface, BlowerId, Settings, ShapeDef, ShapeId, Similarity, Things};
use crate::sandbox::{Command, Owner};
use crate::scene::Rival;

/// Pause between two moves of a slider, steps, that makes them two edits.
const SLIDER_PAUSE: u64 = 60;

/// State of the sliders before a command.
#[derive(Debug)]
pub struct Before {
    /// Settings of the world.
    pub settings: Settings,
    /// Method of the ghost, if the command changes the ghost.
    pub ghost: Option<Rival>,
    /// The obstacle whose numbers the command changes.
    pub shape: Option<ShapeDef>,
    /// The surface of the ball whose numbers the command changes.
    pub ball: Option<BallSurface>,
    /// The room of the world.
    pub room: Option<Aabb>,
    /// The command that takes the command back, if one does.
    pub inverse: Option<Command>,
}

/// The edits of a history.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// Place before the first command of each edit.
    starts: Vec<Place>,
    last: OpenEdit,
    /// The command that would take the last edit back.
    last_inverse: Option<Command>,
}

/// The last edit, as far as further commands may join it.
#[derive(Clone, Debug, Default, PartialEq)]
enum OpenEdit {
    /// No command joins.
    #[default]
    Closed,
    /// Grabs hold particles. All commands join the edit until the last grab is released.
    Drag {
        grabs: Vec<u32>,
        /// The step of the first grab, as long as nothing but grabs joined.
        only_held_at: Option<u64>,
    },
    /// The scissors' disc is at this position, m.
    Stroke { at: Vec2 },
    /// An obstacle is dragged.
    Shape { shape: ShapeId },
    /// A blower is dragged.
    Blower { blower: BlowerId },
    /// Things are moved as wholes, so far by `done`.
    Placement { things: Things, done: Similarity },
    /// A part was built at this step. Its ends are tied to obstacles at once.
    Part { step: u64 },
    /// Keys move the held end.
    Drive,
    /// Numbers were last changed at this step.
    Numbers { owner: Owner, changed: ChangedNumbers, step: u64 },
}

impl OpenEdit {
    /// The edit that a command begins.
    fn begun_by(command: &Command, changed: ChangedNumbers, step: u64) -> Self {
        if let Some(owner) = command.owner() {
            return Self::Numbers { owner, changed, step };
        }
        match *command {
            Command::Grab { grab, .. } => Self::Drag { grabs: vec![grab], only_held_at: Some(step) },
            Command::Cut { to, .. } => Self::Stroke { at: to },
            Command::Build(_) => Self::Part { step },
            Command::DriveHeldEnd(velocity) if velocity != Vec2::ZERO => Self::Drive,
            Command::HoldKey { held: true, .. } => Self::Drive,
            Command::MoveShape { shape, last: false, .. } | Command::TurnShape { shape, last: false, .. } => {
                Self::Shape { shape }
            }
            Command::MoveBlower { blower, last: false, .. } | Command::TurnBlower { blower, last: false, .. } => {
                Self::Blower { blower }
            }
            Command::Transform { ref things, by, last: false } => Self::Placement { things: things.clone(), done: by },
            Command::SetRoom(_)
            | Command::SetGround(_)
            | Command::SetWalls(_)
            | Command::MoveGrab { .. }
            | Command::Release { .. }
            | Command::MoveShape { .. }
            | Command::TurnShape { .. }
            | Command::MoveBlower { .. }
            | Command::TurnBlower { .. }
            | Command::Transform { .. }
            | Command::Remove { .. }
            | Command::Insert(_)
            | Command::Restack { .. }
            | Command::DriveHeldEnd(_)
            | Command::SetGhost(_)
            | Command::SetSettings(_)
            | Command::SetGravity(_)
            | Command::SetWeight { .. }
            | Command::SetSolid { .. }
            | Command::SetLinkDrive { .. }
            | Command::SetMotor { .. }
            | Command::HoldKey { .. }
            | Command::SetBallRadius { .. }
            | Command::SetBallSurface { .. }
            | Command::SetMaterial { .. }
            | Command::ChangeMaterial { .. }
            | Command::SetShapeProperties { .. }
            | Command::SetShapeForm { .. }
            | Command::SetJet { .. }
            | Command::Together(_)
            | Command::AddShape(_)
            | Command::AddBlower(_)
            | Command::RemoveBlower { .. }
            | Command::RemoveShape { .. }
            | Command::SetPinned { .. }
            | Command::Anchor { .. }
            | Command::Pose { .. }
            | Command::Join { .. }
            | Command::PinAtRandom
            | Command::BackToBuild
            | Command::KeepAsBuild
            | Command::Reset
            | Command::Open(_) => Self::Closed,
        }
    }

    /// Whether a command belongs to this edit.
    fn accepts(&self, command: &Command, changed: ChangedNumbers, now: u64) -> bool {
        match (self, command) {
            // These commands end a drag as well: they release all grabs.
            (_, Command::BackToBuild | Command::Reset | Command::Open(_)) => false,
            (Self::Drag { .. }, _) | (Self::Drive, Command::DriveHeldEnd(_) | Command::HoldKey { .. }) => true,
            (Self::Stroke { at }, Command::Cut { from, .. }) => at == from,
            (Self::Part { step }, Command::Anchor { .. }) => *step == now,
            (Self::Shape { shape: dragged }, Command::MoveShape { shape, .. } | Command::TurnShape { shape, .. }) => {
                dragged == shape
            }
            (
                Self::Blower { blower: dragged },
                Command::MoveBlower { blower, .. } | Command::TurnBlower { blower, .. },
            ) => dragged == blower,
            (Self::Placement { things: moved, .. }, Command::Transform { things, .. }) => moved == things,
            // Another slider begins another edit, even while the clock is paused.
            (Self::Numbers { owner, changed: last, step }, _) => {
                now - step < SLIDER_PAUSE
                    && last.shares(changed)
                    && command.owner().is_some_and(|other| owner.covers(&other))
            }
            _ => false,
        }
    }

    /// Adds a command that the edit accepts.
    fn join(&mut self, command: &Command, changed: ChangedNumbers, now: u64) {
        if matches!(self, Self::Part { .. }) {
            return;
        }
        if let (Self::Placement { done, .. }, Command::Transform { by, last: false, .. }) = (&mut *self, command) {
            *done = both(done, by);
            return;
        }
        let Self::Drag { grabs, only_held_at } = self else {
            // The end of a drag is no slider.
            let is_end = matches!(self, Self::Shape { .. } | Self::Blower { .. }) && command.owner().is_some();
            *self = if is_end { Self::Closed } else { Self::begun_by(command, changed, now) };
            return;
        };
        match command {
            Command::Grab { grab, .. } if !grabs.contains(grab) => grabs.push(*grab),
            Command::Release { grab } => grabs.retain(|other| other != grab),
            Command::Grab { .. } | Command::MoveGrab { .. } => {}
            _ => *only_held_at = None,
        }
        if grabs.is_empty() {
            *self = Self::Closed;
        }
    }
}

/// Greatest difference, m or radians or share, that the rounding of a move there and back makes.
const ROUNDING: f32 = 1e-4;

/// Two parts of one move, one after the other: both are about the same point.
fn both(first: &Similarity, then: &Similarity) -> Similarity {
    Similarity { turn: first.turn.rotate(then.turn), scale: first.scale * then.scale, by: first.by + then.by, ..*then }
}

/// Whether a move leads back to where it began.
fn is_nothing(moved: &Similarity) -> bool {
    let Similarity { is_mirrored, scale, turn, by, .. } = *moved;
    !is_mirrored && is_same_direction(turn, Vec2::X) && (scale - 1.0).abs() < ROUNDING && by.length() < ROUNDING
}

fn is_same_direction(a: Vec2, b: Vec2) -> bool {
    a.normalize_or_zero().distance(b.normalize_or_zero()) < ROUNDING
}

/// Whether a command is the inverse, as far as rounding lets it.
fn is_inverse(command: &Command, inverse: &Command) -> bool {
    match (command, inverse) {
        (Command::TurnShape { shape, to, last: true }, Command::TurnShape { shape: same, to: back, .. }) => {
            shape == same && is_same_direction(*to, *back)
        }
        (Command::TurnBlower { blower, to, last: true }, Command::TurnBlower { blower: same, to: back, .. }) => {
            blower == same && is_same_direction(*to, *back)
        }
        _ => command == inverse,
    }
}

/// Whether a command is left over from a gesture that was undone: it moves or releases a grab or a key, or puts
/// things down. As an edit, its undo would return to the gesture, which would be ended again.
fn is_leftover(command: &Command) -> bool {
    match command {
        Command::MoveGrab { .. } | Command::Release { .. } | Command::HoldKey { held: false, .. } => true,
        Command::Transform { by, last: true, .. } => by.is_identity(),
        _ => false,
    }
}

impl Edits {
    /// Whether a command at `place` begins an edit if it has an effect.
    pub fn may_begin(&self, place: Place, command: &Command, before: &Before) -> bool {
        let is_own = !matches!(command, Command::SetRoom(_)) && !is_leftover(command);
        is_own && !self.last.accepts(command, ChangedNumbers::by(command, before), place.step)
    }

    /// Adds a command that was done at `place`. A command without an effect begins no edit. Returns whether the command
    /// is part of an edit: of the last edit, or of a new one.
    pub fn add(&mut self, place: Place, command: &Command, has_effect: bool, before: &Before) -> bool {
        // Walls move with the window, and are no edit of the user.
        if matches!(command, Command::SetRoom(_)) {
            return false;
        }
        let changed = ChangedNumbers::by(command, before);
        if self.last.accepts(command, changed, place.step) {
            let moves_nothing =
                matches!(self.last, OpenEdit::Drag { only_held_at, .. } if only_held_at == Some(place.step));
            let is_taken_back = self.is_taken_back(command, place);
            self.last.join(command, changed, place.step);
            if is_taken_back || moves_nothing && self.last == OpenEdit::Closed {
                // A touch while the clock is paused, or a move that was cancelled. Its undo would show nothing.
                self.starts.pop();
                self.last = OpenEdit::Closed;
            }
            return true;
        }
        if !has_effect || is_leftover(command) {
            return false;
        }
        if *command != Command::DriveHeldEnd(Vec2::ZERO) {
            self.starts.push(place);
        }
        self.last = OpenEdit::begun_by(command, changed, place.step);
        self.last_inverse.clone_from(&before.inverse);
        true
    }

    /// Whether a command that joins the last edit takes back all of it.
    fn is_taken_back(&self, command: &Command, place: Place) -> bool {
        let leads_back = || self.last_inverse.as_ref().is_some_and(|inverse| is_inverse(command, inverse));
        match (&self.last, command) {
            (OpenEdit::Shape { .. } | OpenEdit::Blower { .. }, _) => leads_back(),
            // In a step the world moves by the number.
            (OpenEdit::Numbers { .. }, _) => {
                self.starts.last().is_some_and(|start| start.step == place.step) && leads_back()
            }
            (OpenEdit::Placement { done, .. }, Command::Transform { by, last: true, .. }) => {
                is_nothing(&both(done, by))
            }
            _ => false,
        }
    }

    /// Whether the last edit began at `place`.
    pub fn begins_last_at(&self, place: Place) -> bool {
        self.starts.last() == Some(&place)
    }

    /// Steps at which the edits began.
    pub fn steps(&self) -> impl Iterator<Item = u64> + '_ {
        self.starts.iter().map(|start| start.step)
    }

    /// Beginnings of the edits that began before `place`.
    pub fn until(&self, place: Place) -> impl DoubleEndedIterator<Item = Place> {
        self.starts[..self.count_before(place)].iter().copied()
    }

    /// Number of edits that began before `place`.
    pub fn count_before(&self, place: Place) -> usize {
        self.starts.partition_point(|start| start.commands < place.commands)
    }

    /// Beginning of the last edit that began before `place`.
    pub fn before(&self, place: Place) -> Option<Place> {
        self.starts.iter().rev().find(|start| start.commands < place.commands).copied()
    }

    /// Removes and returns the edits that begin at or after `place`, and closes the last one.
    pub fn split_off(&mut self, place: Place) -> Vec<Place> {
        self.last = OpenEdit::Closed;
        self.starts.split_off(self.count_before(place))
    }

    /// Puts back edits that [`Edits::split_off`] removed.
    pub fn append(&mut self, mut later: Vec<Place>) {
        self.last = OpenEdit::Closed;
        self.starts.append(&mut later);
    }

    /// Puts earlier edits in front.
    pub fn prepend(&mut self, earlier: Self) {
        self.starts.splice(..0, earlier.starts);
    }

    /// Drops the edits that begin within the first `commands`, which are dropped from the history.
    pub fn forget(&mut self, commands: usize) {
        self.starts.retain(|start| start.commands >= commands);
        self.starts.iter_mut().for_each(|start| start.commands -= commands);
    }
}

#[cfg(test)]
mod tests;
