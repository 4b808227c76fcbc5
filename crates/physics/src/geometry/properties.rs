//! The properties of shapes in words, and the sizes of their forms.

use glam::Vec2;

use crate::geometry::{Form, MAX_FRICTION, MAX_SLIDE_SPEED, MAX_SPIN, SHAPE_SIZE_RANGE, ShapeDef};
use crate::property::{Property, Row, Words, properties};

/// Size of a form, m: a radius, or a diameter of `factor` 2.
const fn size(name: &'static str, label: &'static str, factor: f32) -> Property {
    let row = Row::new(label, "Size of the obstacle").decades(0.02);
    let range = (factor * SHAPE_SIZE_RANGE.0, factor * SHAPE_SIZE_RANGE.1);
    Property::new(name, "m", range, row).within((0.02, 100.0))
}

/// Distance of the centres of its round ends. In files it follows from them.
const LENGTH: Property = size("length", "Length", 2.0);

impl Form {
    /// Its sizes, m.
    #[must_use]
    pub fn sizes(self) -> Vec<(&'static Property, f32)> {
        match self {
            Self::Circle { radius } => vec![(&ShapeDef::RADIUS, radius)],
            Self::Capsule { half_length, radius } => {
                vec![(&LENGTH, 2.0 * half_length), (&ShapeDef::THICKNESS, 2.0 * radius)]
            }
            Self::Box { half } => vec![(&ShapeDef::WIDTH, 2.0 * half.x), (&ShapeDef::HEIGHT, 2.0 * half.y)],
        }
    }

    /// The form in which the size of a number in [`Self::sizes`] has another value, m.
    #[must_use]
    pub fn with_size(self, number: usize, size: f32) -> Self {
        match (self, number) {
            (Self::Circle { .. }, _) => Self::Circle { radius: size },
            (Self::Capsule { radius, .. }, 0) => Self::Capsule { half_length: 0.5 * size, radius },
            (Self::Capsule { half_length, .. }, _) => Self::Capsule { half_length, radius: 0.5 * size },
            (Self::Box { half }, 0) => Self::Box { half: Vec2::new(0.5 * size, half.y) },
            (Self::Box { half }, _) => Self::Box { half: Vec2::new(half.x, 0.5 * size) },
        }
    }
}

impl ShapeDef {
    /// The angle at which a shape stands that does not turn.
    pub const ANGLE: Property = Property::new(
        "angle",
        "°",
        (-180.0, 180.0),
        Row::new("Angle", "0° lies flat, 90° stands; it turns there by itself"),
    );
    /// The switch of a surface of its own.
    pub const OWN_SURFACE: Words = Words::new("Its own friction and bounce", "Instead of those of section World");
    /// The mode in which the next drag draws its slide.
    pub const SLIDE: Words = Words::new("Slide", "It slides along the next drag on it; a tap stops it");
}

properties! { ShapeDef {
    /// Radius.
    RADIUS = size("radius", "Radius", 1.0);
    /// Thickness.
    THICKNESS = size("thickness", "Thickness", 2.0);
    /// Width.
    WIDTH = size("width", "Width", 2.0);
    /// Height.
    HEIGHT = size("height", "Height", 2.0);
    /// Angular velocity.
    SPIN = Property::new(
        "turns",
        "rad/s",
        (-MAX_SPIN, MAX_SPIN),
        Row::new("Turns", "Counter-clockwise speed (the mouse wheel on it)").decades(0.01),
    );
    /// Speed.
    // The wheel goes beyond the form.
    SLIDE_SPEED = Property::new(
        "speed",
        "m/s",
        (0.0, MAX_SLIDE_SPEED),
        Row::new("Slides", "Speed to and fro (the mouse wheel on it, with Shift)").decades(0.01),
    )
    .within((0.0, 10.0));
    /// Friction coefficient of its surface; that of the settings if left out.
    FRICTION = Property::new(
        "friction",
        "",
        (0.0, MAX_FRICTION),
        Row::new("Friction", "Friction of its surface. 0: ice; 1: rubber; 10: sticks").decades(0.01),
    );
    /// Restitution of its surface; that of the settings if left out.
    RESTITUTION = Property::new(
        "restitution",
        "",
        (0.0, 1.0),
        Row::new("Bounce", "Share of speed kept at a bounce. 1: bounces for ever"),
    );
} }
