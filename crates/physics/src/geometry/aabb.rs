//! Axis-aligned bounding boxes.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::HalfPlane;
use crate::math::WORLD_EDGE;

/// An axis-aligned rectangle, m.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aabb {
    /// Lower left corner, m.
    pub min: Vec2,
    /// Upper right corner, m.
    pub max: Vec2,
}

impl Aabb {
    /// The rectangle as a room: half-planes that face inwards, in the order left, right, floor, ceiling.
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

    /// Whether the rectangle lies inside the world and has an area.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let Self { min, max } = self;
        let is_inside = |corner: Vec2| corner.x.abs() <= WORLD_EDGE && corner.y.abs() <= WORLD_EDGE;
        is_inside(min) && is_inside(max) && min.x < max.x && min.y < max.y
    }

    /// The bounding box of two points.
    pub(crate) fn of(a: Vec2, b: Vec2) -> Self {
        Self { min: a.min(b), max: a.max(b) }
    }

    /// The bounding box of two boxes.
    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with every side moved out by a margin (m).
    pub(crate) fn dilated(self, margin: f32) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Whether two boxes overlap or touch.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Whether another box lies inside this one.
    pub(crate) fn contains(self, other: Self) -> bool {
        other.min.cmpge(self.min).all() && other.max.cmple(self.max).all()
    }
}
