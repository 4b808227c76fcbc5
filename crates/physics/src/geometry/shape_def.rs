//! The definition of a shape: form, pose, motion and surface.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::{Aabb, RoundedBox, Separation};
use crate::math::{clamp_or, inside_world, rotated, unit};

/// Identifies a shape for the lifetime of its scene. Ids are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShapeId(pub u32);

/// Range of the radius of a circle or capsule and of the half extents of a box, m.
pub const SHAPE_SIZE_RANGE: (f32, f32) = (0.01, 1_000.0);

/// Maximum angular speed of a shape, rad/s.
pub const MAX_SPIN: f32 = 100.0;

/// Maximum speed of a sliding shape, m/s.
pub const MAX_SLIDE_SPEED: f32 = 100.0;

/// Maximum coefficient of friction of a surface.
pub const MAX_FRICTION: f32 = 10.0;

/// Minimum length of the path of a slide, m. A slide along a shorter path is ignored.
const MIN_SLIDE_LENGTH: f32 = 1e-3;

/// Rounding radius of a box's corners, m: about the thickness of a rope.
const BOX_ROUNDING: f32 = 0.02;

/// The form of a shape about its centre. The centre line of a rope in contact lies on the surface of the form.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Form {
    /// A post or a wheel.
    Circle {
        /// Radius, m.
        radius: f32,
    },
    /// A wall with round ends, along the shape's x axis.
    Capsule {
        /// Distance from the centre to the centre of each round end, m.
        half_length: f32,
        /// Half the thickness, m.
        radius: f32,
    },
    /// A box with slightly rounded corners.
    Box {
        /// Half extents, m.
        half: Vec2,
    },
}

/// Motion of a shape back and forth along a segment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slide {
    /// Vector from the start of the path to its end, m.
    pub by: Vec2,
    /// Speed, m/s.
    pub speed: f32,
}

/// A shape's form, pose, motion and surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeDef {
    /// The form.
    pub form: Form,
    /// Centre of the shape; of a sliding shape, at the start of its path, m.
    pub at: Vec2,
    /// Orientation: a unit vector along the shape's x axis.
    pub turn: Vec2,
    /// Angular velocity, counter-clockwise, rad/s. Taut ropes stop the rotation, as they stop a slide.
    pub spin: f32,
    /// Motion back and forth.
    pub slide: Option<Slide>,
    /// Coefficient of friction; `None` takes that of the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Coefficient of restitution; `None` takes that of the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
}

/// The properties of an existing shape that can be changed: its own motion and its surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeProperties {
    /// Angular velocity, counter-clockwise, rad/s.
    pub spin: f32,
    /// Motion back and forth, from the present position.
    pub slide: Option<Slide>,
    /// As in [`ShapeDef`].
    pub friction: Option<f32>,
    /// As in [`ShapeDef`].
    pub restitution: Option<f32>,
}

/// Position and orientation of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre, m.
    pub at: Vec2,
    /// Orientation: a unit vector along the shape's x axis.
    pub turn: Vec2,
}

impl Pose {
    /// Transforms a point of the world into the shape's frame, m.
    #[must_use]
    pub fn to_local(self, point: Vec2) -> Vec2 {
        let Self { at, turn } = self;
        let offset = point - at;
        Vec2::new(turn.x * offset.x + turn.y * offset.y, turn.x * offset.y - turn.y * offset.x)
    }

    /// Transforms a point of the shape's frame into the world, m.
    #[must_use]
    pub fn to_world(self, point: Vec2) -> Vec2 {
        self.at + rotated(point, self.turn)
    }
}

impl Form {
    /// The form as a rounded box.
    pub(crate) fn rounded_box(self) -> RoundedBox {
        match self {
            Self::Circle { radius } => RoundedBox { half: Vec2::ZERO, radius },
            Self::Capsule { half_length, radius } => RoundedBox { half: Vec2::new(half_length, 0.0), radius },
            Self::Box { half } => {
                let radius = half.x.min(half.y).min(BOX_ROUNDING);
                RoundedBox { half: half - radius, radius }
            }
        }
    }

    /// The separation of a point from the surface, both in the shape's frame.
    #[must_use]
    pub fn separation(self, point: Vec2) -> Separation {
        self.rounded_box().separation(point)
    }

    /// Distance of a point of the shape's frame from the surface, m; negative inside.
    #[must_use]
    pub fn distance(self, point: Vec2) -> f32 {
        self.separation(point).distance
    }

    pub(crate) fn sanitised(self) -> Self {
        let size = |value| clamp_or(value, SHAPE_SIZE_RANGE.0, SHAPE_SIZE_RANGE.1, 0.1);
        match self {
            Self::Circle { radius } => Self::Circle { radius: size(radius) },
            Self::Capsule { half_length, radius } => {
                Self::Capsule { half_length: clamp_or(half_length, 0.0, SHAPE_SIZE_RANGE.1, 0.1), radius: size(radius) }
            }
            Self::Box { half } => Self::Box { half: Vec2::new(size(half.x), size(half.y)) },
        }
    }
}

impl ShapeDef {
    /// An upright shape that does not move.
    #[must_use]
    pub const fn still(form: Form, at: Vec2) -> Self {
        Self { form, at, turn: Vec2::X, spin: 0.0, slide: None, friction: None, restitution: None }
    }

    /// The same shape with every value inside its range.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let Self { form, at, turn, spin, slide, friction, restitution } = self;
        let slide = slide
            .filter(|slide| slide.by.is_finite() && slide.speed.is_finite())
            .map(|Slide { by, speed }| Slide { by: inside_world(by), speed: speed.clamp(0.0, MAX_SLIDE_SPEED) });
        Self {
            form: form.sanitised(),
            at: inside_world(at),
            turn: unit(turn),
            spin: clamp_or(spin, -MAX_SPIN, MAX_SPIN, 0.0),
            slide: slide.filter(|slide| slide.by.length() >= MIN_SLIDE_LENGTH),
            friction: friction.filter(|value| value.is_finite()).map(|value| value.clamp(0.0, MAX_FRICTION)),
            restitution: restitution.filter(|value| value.is_finite()).map(|value| value.clamp(0.0, 1.0)),
        }
    }

    /// The bounding box, of a sliding shape at the start of its path, m.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        let (RoundedBox { half, radius }, turn) = (self.form.rounded_box(), self.turn.abs());
        let extent = Vec2::new(turn.x * half.x + turn.y * half.y, turn.y * half.x + turn.x * half.y) + radius;
        Aabb { min: self.at - extent, max: self.at + extent }
    }

    /// The properties that can be changed.
    #[must_use]
    pub const fn properties(&self) -> ShapeProperties {
        let &Self { form: _, at: _, turn: _, spin, slide, friction, restitution } = self;
        ShapeProperties { spin, slide, friction, restitution }
    }
}
