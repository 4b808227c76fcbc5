//! Sliders: the number that a command changes, which distinguishes one slider from another.

use super::Before;
use crate::physics::{BlowerId, Form, ParticleId, Setting, Settings, ShapeDef, ShapeId, ShapeProperties};
use crate::sandbox::Command;
use crate::scene::Rival;

/// The owner of numbers that sliders, fields and the wheel change.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    World,
    Gravity,
    /// The ghost of this name.
    Ghost(String),
    /// The motors and the surface of an obstacle.
    Properties(ShapeId),
    Size(ShapeId),
    Angle(ShapeId),
    Jet(BlowerId),
    Weight(ParticleId),
    Radius(ParticleId),
    /// The surface of a ball.
    Surface(ParticleId),
    /// The links between these particles, of the material of this name.
    Material(String, Vec<ParticleId>),
}

impl Owner {
    /// The owner of the numbers that a command changes. Without its weight a particle has none.
    pub fn of(command: &Command) -> Option<Self> {
        Some(match *command {
            Command::SetSettings(_) => Self::World,
            Command::SetGravity(_) => Self::Gravity,
            Command::SetGhost(Some(ref rival)) => Self::Ghost(rival.name.clone()),
            Command::SetShapeProperties { shape, .. } => Self::Properties(shape),
            Command::SetShapeForm { shape, .. } => Self::Size(shape),
            // A drag of the handle ends with such a command as well, but does not begin with one.
            Command::TurnShape { shape, last: true, .. } => Self::Angle(shape),
            Command::SetJet { blower, .. } => Self::Jet(blower),
            Command::SetWeight { particle, mass: Some(_) } => Self::Weight(particle),
            Command::SetBallRadius { particle, .. } => Self::Radius(particle),
            Command::SetBallSurface { particle, .. } => Self::Surface(particle),
            Command::SetMaterial { ref particles, material: Some(ref material) } => {
                Self::Material(material.name.clone(), particles.clone())
            }
            _ => return None,
        })
    }
}

/// A set of numbers of one owner: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedNumbers(u64);

impl ChangedNumbers {
    /// The numbers of its owner that a command changes; none where an owner has only one.
    pub fn by(command: &Command, before: &Before) -> Self {
        if let (&Command::SetBallSurface { friction, restitution, .. }, Some(last)) = (command, before.ball) {
            return Self::of([friction != last.friction, restitution != last.restitution].into_iter());
        }
        match (command, &before.ghost, &before.shape) {
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
