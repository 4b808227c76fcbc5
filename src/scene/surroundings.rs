//! The ground and walls around the things of a scene, with their words and ranges in a form.

use serde::{Deserialize, Serialize};

use super::validate;
use crate::physics::{Aabb, Property, Row, WORLD_EDGE, Words};

/// Walls around a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Walls {
    /// None.
    #[default]
    Open,
    /// At the edges of the window; without a window, at those of the scene's `view`.
    Window,
    /// At the edges of this rectangle.
    Room(#[serde(deserialize_with = "validate::room")] Aabb),
}

/// Kinds of walls, as a form offers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallsKind {
    /// [`Walls::Window`].
    Window,
    /// [`Walls::Room`].
    Room,
}

crate::physics::describe! {
    WallsKind {
        Window => "Window", "Walls at the window's edges; they stay when the view moves";
        Room => "Fixed", "Walls at places in metres";
    }
}

/// Range of the height of the ground and of the places of walls, m.
const RANGE: (f32, f32) = (-WORLD_EDGE, WORLD_EDGE);

/// The tick for the ground.
pub const FLOOR: Words = Words::new("Floor", "Ground from one edge of the world to the other");

/// The height of the ground.
pub const GROUND: Property =
    Property::new("ground", "m", RANGE, Row::new("Height of the floor", "Height of its surface above the origin"));

impl Walls {
    /// The tick for them.
    pub const WORDS: Words = Words::new("Walls", "Nothing leaves the room between them");

    /// Label of the row with their kinds.
    pub const LABEL: &'static str = "Places of the walls";

    /// The kind of these walls, if there are any.
    pub const fn kind(self) -> Option<WallsKind> {
        match self {
            Self::Open => None,
            Self::Window => Some(WallsKind::Window),
            Self::Room(_) => Some(WallsKind::Room),
        }
    }

    /// Whether walls can be there: a room has an area inside the world.
    pub fn is_valid(self) -> bool {
        !matches!(self, Self::Room(room) if !room.is_valid())
    }

    /// The walls of a room: each lower one, then the one opposite.
    pub const SIDES: &'static [Side] = &[
        Side::new("left", "Left wall", |room| &mut room.min.x),
        Side::new("right", "Right wall", |room| &mut room.max.x),
        Side::new("floor", "Lower wall", |room| &mut room.min.y),
        Side::new("ceiling", "Upper wall", |room| &mut room.max.y),
    ];
}

/// A wall of a room.
pub struct Side {
    /// Its place, with its words.
    pub property: Property,
    /// Its place in a room, m.
    pub place: fn(&mut Aabb) -> &mut f32,
}

impl Side {
    const fn new(name: &'static str, label: &'static str, place: fn(&mut Aabb) -> &mut f32) -> Self {
        let row = Row::new(label, "Place of this wall, in metres from the origin");
        Self { property: Property::new(name, "m", RANGE, row), place }
    }
}
