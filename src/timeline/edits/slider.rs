//! Sliders: the number that a command changes, which distinguishes one slider from another.

use super::Before;
use crate::physics::{Form, Setting, Settings, ShapeDef, ShapeProperties};
use crate::sandbox::Command;
use crate::scene::{Rival, Walls};

/// A set of numbers of one owner: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedNumbers(u64);

impl ChangedNumbers {
    /// The numbers of its owner that a command changes; none where an owner has only one.
    pub fn by(command: &Command, before: &Before) -> Self {
        if let (&Command::SetBallSurface { friction, restitution, .. }, Some(last)) = (command, before.ball) {
            return Self::of([friction != last.friction, restitution != last.restitution].into_iter());
        }
        if let (&Command::SetWalls(Walls::Room(room)), Some(last)) = (command, before.room) {
            return Self::of(
                Walls::SIDES.iter().map(|side| *(side.place)(&mut { room }) != *(side.place)(&mut { last })),
            );
        }
        match (command, &before.ghost, &before.shape) {
            // A row changes the same number of all things.
            (Command::Together(commands), ..) => {
                commands.first().map_or(Self::default(), |first| Self::by(first, before))
            }
            (Command::SetSettings(settings), ..) => Self::settings(&before.settings, settings),
            (Command::SetGhost(Some(rival)), Some(last), _) if rival.name == last.name => {
                let whole = |rival: &Rival| rival.settings.onto(&before.settings);
                Self::settings(&whole(last), &whole(rival))
            }
            (Command::SetShapeProperties { properties, .. }, _, Some(shape)) => {
                let ShapeProperties { spin, slide, friction, restitution } = shape.properties();
                let differ = [spin != properties.spin, slide != properties.slide];
                let surface = [friction != properties.friction, restitution != properties.restitution];
                Self::of(differ.into_iter().chain(surface))
            }
            (Command::SetShapeForm { form, .. }, _, Some(ShapeDef { form: last, .. })) => {
                let sizes = |form: &Form| match *form {
                    Form::Circle { radius } => [radius; 2],
                    Form::Capsule { half_length, radius } => [half_length, radius],
                    Form::Box { half } => half.into(),
                };
                Self::of(sizes(last).into_iter().zip(sizes(form)).map(|(last, size)| last != size))
            }
            _ => Self::default(),
        }
    }

    /// The settings that differ.
    fn settings(old: &Settings, new: &Settings) -> Self {
        Self::of(Setting::all().map(|setting| setting.differs(old, new)))
    }

    fn of(differ: impl Iterator<Item = bool>) -> Self {
        Self((0..).zip(differ).map(|(bit, differs)| u64::from(differs) << bit).sum())
    }

    /// Whether two sets have a number in common. An empty set shares with any.
    pub const fn shares(self, other: Self) -> bool {
        other.0 == 0 || self.0 & other.0 != 0
    }
}
