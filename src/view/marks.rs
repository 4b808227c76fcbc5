//! What the picture shows of the tools: never part of the world.

use glam::Vec2;

use crate::physics::{BlowerDef, BlowerId, ParticleId, ShapeDef, ShapeId};

/// The tools' marks, in world units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The particle that a press would take.
    pub hover: Option<ParticleId>,
    /// Where the scissors are, and the disc's radius, m.
    pub scissors: Option<(Vec2, f32)>,
    /// Whether the scissors are cutting.
    pub cutting: bool,
    /// Where the scissors went, and how fresh each piece of it is, from 1 (now) to 0 (gone).
    pub trail: Vec<(Vec2, f32)>,
    /// A rope that is being drawn, from and to.
    pub rope: Option<(Vec2, Vec2)>,
    /// A net that is being drawn, two opposite corners.
    pub net: Option<(Vec2, Vec2)>,
    /// The shape that a press would take, where its handle is, m, and whether it is the handle that would be taken.
    pub shape: Option<(ShapeId, Option<Vec2>, bool)>,
    /// The shape that was touched last.
    pub chosen: Option<ShapeId>,
    /// A way that a shape is being given: which, and where from its place it leads, m.
    pub path: Option<(ShapeId, Vec2)>,
    /// A shape that is being drawn.
    pub drawn: Option<ShapeDef>,
    /// The blower that a press would take, where its handle is, m, and whether it is the handle that would be taken.
    pub blower: Option<(BlowerId, Vec2, bool)>,
    /// A blower that is being drawn.
    pub blow: Option<BlowerDef>,
}
