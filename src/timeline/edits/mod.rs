//! Edits: groups of commands that are one action to the user. One undo takes back an edit.
//!
//! | File | Holds |
//! |---|---|
//! | `changed_settings` | the settings that a command changes, which distinguish one slider from another |

mod changed_settings;

use glam::Vec2;

use changed_settings::ChangedSettings;

use super::history::Place;
use crate::physics::{BlowerId, ParticleId, Settings, ShapeId, Similarity, Things};
use crate::sandbox::Command;
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
}

/// The edits of a history.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// Place before the first command of each edit.
    starts: Vec<Place>,
    last: OpenEdit,
}

/// The last edit, as far as further commands may join it.
#[derive(Clone, Debug, Default, PartialEq)]
enum OpenEdit {
    /// No command joins.
    #[default]
    Closed,
    /// Grabs hold particles. All commands join the edit until the last grab is released.
    Drag { grabs: Vec<u32> },
    /// The scissors' disc is at this position, m.
    Stroke { at: Vec2 },
    /// An obstacle is dragged.
    Shape { shape: ShapeId },
    /// Speeds, surface and size of an obstacle were last changed at this step.
    ShapeProperties { shape: ShapeId, step: u64 },
    /// A blower is dragged.
    Blower { blower: BlowerId },
    /// The speed of a blower was last changed at this step.
    Jet { blower: BlowerId, step: u64 },
    /// Things are moved as wholes.
    Placement { things: Things },
    /// A part was built at this step. Its ends are tied to obstacles at once.
    Part { step: u64 },
    /// Keys move the held end.
    Drive,
    /// Settings were last changed at this step.
    Settings { changed: ChangedSettings, step: u64 },
    /// Gravity was last changed at this step.
    Gravity { step: u64 },
    /// The weight on a particle, or the radius of a ball, was last changed at this step.
    Weight { particle: ParticleId, step: u64 },
    /// The material of links between these particles was last changed at this step.
    Material { particles: Vec<ParticleId>, step: u64 },
    /// Settings of the ghost were last changed at this step.
    Ghost { name: String, changed: ChangedSettings, step: u64 },
}

impl OpenEdit {
    /// The edit that a command begins.
    fn begun_by(command: &Command, changed: ChangedSettings, step: u64) -> Self {
        match *command {
            Command::Grab { grab, .. } => Self::Drag { grabs: vec![grab] },
            Command::Cut { to, .. } => Self::Stroke { at: to },
            Command::Build(_) => Self::Part { step },
            Command::SetSettings(_) => Self::Settings { changed, step },
            Command::SetGravity(_) => Self::Gravity { step },
            Command::SetWeight { particle, .. } | Command::SetBallRadius { particle, .. } => {
                Self::Weight { particle, step }
            }
            Command::SetMaterial { ref particles, .. } => Self::Material { particles: particles.clone(), step },
            Command::SetGhost(Some(ref rival)) => Self::Ghost { name: rival.name.clone(), changed, step },
            Command::DriveHeldEnd(velocity) if velocity != Vec2::ZERO => Self::Drive,
            Command::MoveShape { shape, last: false, .. } | Command::TurnShape { shape, last: false, .. } => {
                Self::Shape { shape }
            }
            Command::SetShapeProperties { shape, .. } | Command::SetShapeForm { shape, .. } => {
                Self::ShapeProperties { shape, step }
            }
            Command::MoveBlower { blower, last: false, .. } | Command::TurnBlower { blower, last: false, .. } => {
                Self::Blower { blower }
            }
            Command::SetJet { blower, .. } => Self::Jet { blower, step },
            Command::Transform { ref things, last: false, .. } => Self::Placement { things: things.clone() },
            Command::SetRoom(_)
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
            | Command::SetGhost(None)
            | Command::AddShape(_)
            | Command::AddBlower(_)
            | Command::RemoveBlower { .. }
            | Command::RemoveShape { .. }
            | Command::SetPinned { .. }
            | Command::Anchor { .. }
            | Command::Pose { .. }
            | Command::Join { .. }
            | Command::AddRope { .. }
            | Command::AddNet { .. }
            | Command::PinAtRandom
            | Command::Reset
            | Command::Open(_) => Self::Closed,
        }
    }

    /// Whether a command belongs to this edit.
    fn accepts(&self, command: &Command, changed: ChangedSettings, now: u64) -> bool {
        let is_soon = |step: u64| now - step < SLIDER_PAUSE;
        match (self, command) {
            // These commands end a drag as well: they release all grabs.
            (_, Command::Reset | Command::Open(_)) => false,
            (Self::Drag { .. }, _) | (Self::Drive, Command::DriveHeldEnd(_)) => true,
            (Self::Stroke { at }, Command::Cut { from, .. }) => at == from,
            (Self::Part { step }, Command::Anchor { .. }) => *step == now,
            (Self::Shape { shape: dragged }, Command::MoveShape { shape, .. } | Command::TurnShape { shape, .. }) => {
                dragged == shape
            }
            (
                &Self::ShapeProperties { shape: last, step },
                Command::SetShapeProperties { shape, .. } | Command::SetShapeForm { shape, .. },
            ) => last == *shape && is_soon(step),
            (
                Self::Blower { blower: dragged },
                Command::MoveBlower { blower, .. } | Command::TurnBlower { blower, .. },
            ) => dragged == blower,
            (&Self::Jet { blower: last, step }, Command::SetJet { blower, .. }) => last == *blower && is_soon(step),
            (Self::Placement { things: moved }, Command::Transform { things, .. }) => moved == things,
            // Another slider begins another edit, even while the clock is paused.
            (&Self::Settings { changed: last, step }, Command::SetSettings(_)) => last.shares(changed) && is_soon(step),
            (&Self::Gravity { step }, Command::SetGravity(_)) => is_soon(step),
            (
                &Self::Weight { particle: last, step },
                Command::SetWeight { particle, mass: Some(_) } | Command::SetBallRadius { particle, .. },
            ) => last == *particle && is_soon(step),
            (&Self::Material { particles: ref last, step }, Command::SetMaterial { particles, .. }) => {
                last == particles && is_soon(step)
            }
            (&Self::Ghost { ref name, changed: last, step }, Command::SetGhost(Some(rival))) => {
                rival.name == *name && last.shares(changed) && is_soon(step)
            }
            _ => false,
        }
    }

    /// Adds a command that the edit accepts.
    fn join(&mut self, command: &Command, changed: ChangedSettings, now: u64) {
        if matches!(self, Self::Part { .. }) {
            return;
        }
        let Self::Drag { grabs } = self else {
            *self = Self::begun_by(command, changed, now);
            return;
        };
        match command {
            Command::Grab { grab, .. } if !grabs.contains(grab) => grabs.push(*grab),
            Command::Release { grab } => grabs.retain(|other| other != grab),
            _ => {}
        }
        if grabs.is_empty() {
            *self = Self::Closed;
        }
    }
}

/// Whether a command is left over from a gesture that was undone: it moves or releases a grab that holds nothing, or puts
/// things down. As an edit, its undo would return to the gesture, which would be ended again.
fn is_leftover(command: &Command) -> bool {
    match command {
        Command::MoveGrab { .. } | Command::Release { .. } => true,
        Command::Transform { by, last: true, .. } => *by == Similarity::default(),
        _ => false,
    }
}

impl Edits {
    /// Adds a command that was done at `place`. A command without an effect begins no edit. Returns whether the command
    /// is part of an edit: of the last edit, or of a new one.
    pub fn add(&mut self, place: Place, command: &Command, has_effect: bool, before: &Before) -> bool {
        // Walls move with the window, and are no edit of the user.
        if matches!(command, Command::SetRoom(_)) {
            return false;
        }
        let changed = ChangedSettings::by(command, before);
        if self.last.accepts(command, changed, place.step) {
            self.last.join(command, changed, place.step);
            return true;
        }
        if !has_effect || is_leftover(command) {
            return false;
        }
        if *command != Command::DriveHeldEnd(Vec2::ZERO) {
            self.starts.push(place);
        }
        self.last = OpenEdit::begun_by(command, changed, place.step);
        true
    }

    /// Steps at which the edits began.
    pub fn steps(&self) -> impl Iterator<Item = u64> + '_ {
        self.starts.iter().map(|start| start.step)
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
