//! What particles bounce off. So far the half-plane; circles, capsules and boxes have their place here.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::integrate::WORLD_EDGE;

/// The space below a line: solid ground, or one wall of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Unit vector out of the solid side.
    pub normal: Vec2,
    /// Distance of the surface from the origin along `normal`, m.
    pub offset: f32,
}

impl HalfPlane {
    /// `to`, or the point above it that is no deeper in the solid side than `from` was: how what is led by hand stops at
    /// a surface.
    #[must_use]
    pub fn stop(self, from: Vec2, to: Vec2) -> Vec2 {
        let depth = |at: Vec2| self.offset - self.normal.dot(at);
        let deepest = if depth(from) > 0.0 { depth(from) } else { 0.0 };
        let beyond = depth(to) - deepest;
        if beyond > 0.0 { to + self.normal * beyond } else { to }
    }
}

/// An axis-aligned rectangle, m: the four walls of a room, or what a scene wants to be seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// Lower left corner, m.
    pub min: Vec2,
    /// Upper right corner, m.
    pub max: Vec2,
}

impl Room {
    /// The four walls, in a fixed order: left, right, floor, ceiling.
    #[must_use]
    pub fn walls(self) -> [HalfPlane; 4] {
        let Self { min, max } = self;
        [
            HalfPlane { normal: Vec2::X, offset: min.x },
            HalfPlane { normal: Vec2::NEG_X, offset: -max.x },
            HalfPlane { normal: Vec2::Y, offset: min.y },
            HalfPlane { normal: Vec2::NEG_Y, offset: -max.y },
        ]
    }

    /// Whether it lies in the world and has an inside.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let Self { min, max } = self;
        let inside = |corner: Vec2| corner.x.abs() <= WORLD_EDGE && corner.y.abs() <= WORLD_EDGE;
        inside(min) && inside(max) && min.x < max.x && min.y < max.y
    }
}

/// What a world's particles collide with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colliders {
    /// Height of the ground's surface, m.
    pub ground: Option<f32>,
    /// Walls on four sides.
    pub room: Option<Room>,
}

impl Colliders {
    /// Whether all of it lies in the world.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let Self { ground, room } = self;
        ground.is_none_or(|height| height.abs() <= WORLD_EDGE) && room.is_none_or(Room::is_valid)
    }

    /// All surfaces, in a fixed order: the ground, then the room's walls.
    pub fn planes(&self) -> impl Iterator<Item = HalfPlane> + Clone + use<> {
        let Self { ground, room } = *self;
        let ground = ground.map(|height| HalfPlane { normal: Vec2::Y, offset: height });
        ground.into_iter().chain(room.into_iter().flat_map(Room::walls))
    }
}
