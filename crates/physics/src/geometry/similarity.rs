//! Similarity transformations: what moves things, turns, scales and mirrors them without a change of shape.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::{Form, Shape, ShapeDef, Slide};
use crate::math::{clamp_or, inside_world, rotated, unit};

/// Range of the factor of a [`Similarity`].
pub const SCALE_RANGE: (f32, f32) = (0.01, 100.0);

/// A transformation that keeps angles: about a point it mirrors, scales and turns, then it moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Similarity {
    /// The point that stays, but for `by`, m.
    pub about: Vec2,
    /// Whether left and right are exchanged, before the turn.
    pub is_mirrored: bool,
    /// Factor on lengths, 0.01 to 100.
    pub scale: f32,
    /// The turn, as the unit vector that the x axis turns to.
    pub turn: Vec2,
    /// The translation, m.
    pub by: Vec2,
}

impl Default for Similarity {
    /// The identity.
    fn default() -> Self {
        Self { about: Vec2::ZERO, is_mirrored: false, scale: 1.0, turn: Vec2::X, by: Vec2::ZERO }
    }
}

impl Similarity {
    /// A translation, m.
    #[must_use]
    pub fn translation(by: Vec2) -> Self {
        Self { by, ..Self::default() }
    }

    /// The same transformation with every value inside its range.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let Self { about, is_mirrored, scale, turn, by } = self;
        let scale = clamp_or(scale, SCALE_RANGE.0, SCALE_RANGE.1, 1.0);
        Self { about: inside_world(about), is_mirrored, scale, turn: unit(turn), by: inside_world(by) }
    }

    /// Whether nothing changes.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        Self { about: Vec2::ZERO, ..*self } == Self::default()
    }

    /// Where a point goes, m.
    #[must_use]
    pub fn point(&self, at: Vec2) -> Vec2 {
        // A translation alone does not round twice.
        let is_translation = Self { about: Vec2::ZERO, by: Vec2::ZERO, ..*self } == Self::default();
        if is_translation { at + self.by } else { self.about + self.vector(at - self.about) + self.by }
    }

    /// Image of the vector between two points, m.
    #[must_use]
    pub fn vector(&self, vector: Vec2) -> Vec2 {
        self.direction(vector) * self.scale
    }

    /// Image of a direction.
    #[must_use]
    pub fn direction(&self, direction: Vec2) -> Vec2 {
        let direction = if self.is_mirrored { Vec2::new(-direction.x, direction.y) } else { direction };
        if self.turn == Vec2::X { direction } else { rotated(direction, self.turn) }
    }
}

impl Form {
    /// The same form at another size.
    fn scaled(self, scale: f32) -> Self {
        match self {
            Self::Circle { radius } => Self::Circle { radius: radius * scale },
            Self::Capsule { half_length, radius } => {
                Self::Capsule { half_length: half_length * scale, radius: radius * scale }
            }
            Self::Box { half } => Self::Box { half: half * scale },
        }
    }
}

impl ShapeDef {
    /// The shape after a transformation.
    #[must_use]
    pub fn transformed(self, by: &Similarity) -> Self {
        let Self { form, at, turn, spin, slide, friction, restitution } = self;
        let slide = slide.map(|Slide { by: path, speed }| Slide { by: by.vector(path), speed });
        let spin = if by.is_mirrored { -spin } else { spin };
        let (form, at, turn) = (form.scaled(by.scale), by.point(at), by.direction(turn));
        Self { form, at, turn, spin, slide, friction, restitution }.sanitised()
    }
}

impl Shape {
    /// The shape after a transformation, at once and wherever commands were moving it.
    #[must_use]
    pub(crate) fn transformed(self, by: &Similarity) -> Self {
        let Self { id, def, slide_distance, is_returning, goal, goal_turn, lag } = self;
        let (goal, goal_turn) = (by.point(goal), goal_turn.map(|turn| by.direction(turn)));
        let slide_distance = slide_distance * by.scale;
        let def = def.transformed(by);
        Self { id, def, slide_distance, is_returning, goal, goal_turn, lag }.sanitised()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusable_values_become_those_of_the_identity() {
        let by = Similarity { scale: f32::NAN, turn: Vec2::ZERO, by: Vec2::INFINITY, ..Similarity::default() };
        assert_eq!(by.sanitised(), Similarity::default());
    }
}
