//! Half-planes.

use glam::Vec2;

/// The solid space below a line: the ground, or a wall of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Unit vector out of the solid.
    pub normal: Vec2,
    /// Distance of the surface from the origin along `normal`, m.
    pub offset: f32,
}

impl HalfPlane {
    /// Stops a point that is moved from one position to another: the result is no deeper in the solid than `from`.
    #[must_use]
    pub fn stop(self, from: Vec2, to: Vec2) -> Vec2 {
        let depth = |at: Vec2| self.offset - self.normal.dot(at);
        let deepest = if depth(from) > 0.0 { depth(from) } else { 0.0 };
        let beyond = depth(to) - deepest;
        if beyond > 0.0 { to + self.normal * beyond } else { to }
    }
}
