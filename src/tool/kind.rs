//! Which tools there are, their names and their keys.

use super::obstacle;
use crate::physics::Form;

/// A tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Drag the nearest point.
    #[default]
    Grab,
    /// Cut what the disc touches.
    Scissors,
    /// Pin and unpin points.
    Pin,
    /// Draw a rope from point to point.
    Rope,
    /// Draw a net into a rectangle.
    Net,
    /// Draw a wall, or move, turn and remove what is there.
    Wall,
    /// The same with a circle.
    Circle,
    /// The same with a box.
    Box,
    /// Hang weights on points, change them, take them off.
    Weight,
    /// Place a blower and point it, or move, turn and remove what is there.
    Wind,
}

impl Tool {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 10] = [
        Self::Grab,
        Self::Scissors,
        Self::Pin,
        Self::Rope,
        Self::Net,
        Self::Wall,
        Self::Circle,
        Self::Box,
        Self::Weight,
        Self::Wind,
    ];

    /// Its key. Those of the obstacles have one together, which goes from one to the next.
    #[must_use]
    pub const fn key(self) -> char {
        match self {
            Self::Grab => '1',
            Self::Scissors => '2',
            Self::Pin => '3',
            Self::Rope => '4',
            Self::Net => '5',
            Self::Wall | Self::Circle | Self::Box => '7',
            Self::Wind => '9',
            Self::Weight => '8',
        }
    }

    /// The tool that the obstacles' key chooses when this one is active.
    #[must_use]
    pub const fn next_obstacle(self) -> Self {
        match self {
            Self::Wall => Self::Circle,
            Self::Circle => Self::Box,
            _ => Self::Wall,
        }
    }

    /// Whether it is for obstacles.
    #[must_use]
    pub const fn is_for_obstacles(self) -> bool {
        self.obstacle().is_some()
    }

    /// What it draws, if it is for obstacles.
    pub(super) const fn obstacle(self) -> Option<obstacle::Kind> {
        match self {
            Self::Wall => Some(obstacle::Kind::Wall),
            Self::Circle => Some(obstacle::Kind::Circle),
            Self::Box => Some(obstacle::Kind::Box),
            _ => None,
        }
    }

    /// The one that draws obstacles of this form.
    #[must_use]
    pub const fn of(form: Form) -> Self {
        match form {
            Form::Capsule { .. } => Self::Wall,
            Form::Circle { .. } => Self::Circle,
            Form::Box { .. } => Self::Box,
        }
    }

    /// What the status line calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grab => "Grab",
            Self::Scissors => "Scissors",
            Self::Pin => "Pin",
            Self::Rope => "Rope",
            Self::Net => "Net",
            Self::Wall => "Wall",
            Self::Circle => "Circle",
            Self::Box => "Box",
            Self::Wind => "Wind",
            Self::Weight => "Weight",
        }
    }
}
