//! Icons as plain data: shapes in the unit square, y down.

use glam::Vec2;

/// A shape of an icon, in one colour.
#[derive(Clone, Debug, PartialEq)]
pub enum IconShape {
    /// A thin line through points.
    Line(Vec<Vec2>),
    /// A filled convex polygon.
    Polygon(Vec<Vec2>),
    /// A filled circle.
    Disc {
        /// Centre.
        centre: Vec2,
        /// Radius.
        radius: f32,
    },
    /// The outline of a circle.
    Ring {
        /// Centre.
        centre: Vec2,
        /// Radius.
        radius: f32,
    },
    /// A thick line with square ends.
    Bar {
        /// One end.
        from: Vec2,
        /// The other end.
        to: Vec2,
        /// Width.
        width: f32,
    },
    /// A filled rectangle.
    Rectangle {
        /// Upper left corner.
        min: Vec2,
        /// Lower right corner.
        max: Vec2,
    },
}

impl IconShape {
    pub(super) fn line<const N: usize>(points: [(f32, f32); N]) -> Self {
        Self::Line(points.map(Vec2::from).to_vec())
    }

    pub(super) fn polygon<const N: usize>(corners: [(f32, f32); N]) -> Self {
        Self::Polygon(corners.map(Vec2::from).to_vec())
    }

    pub(super) fn disc(x: f32, y: f32, radius: f32) -> Self {
        Self::Disc { centre: Vec2::new(x, y), radius }
    }

    pub(super) fn ring(x: f32, y: f32, radius: f32) -> Self {
        Self::Ring { centre: Vec2::new(x, y), radius }
    }
}
