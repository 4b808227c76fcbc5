//! The tools as the picture shows them, never part of the world.

use glam::Vec2;

use crate::physics::{BlowerDef, BlowerId, ParticleId, ShapeDef, ShapeId, Things};
use crate::sandbox::PartOutline;

/// Markers of the tools, in world units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolMarkers<'a> {
    /// The particle that a press would take.
    pub hover: Option<ParticleId>,
    /// The scissors.
    pub scissors: Option<ScissorsMarker>,
    /// Path of the scissors, oldest point first.
    pub trail: Vec<TrailPoint>,
    /// The part that is being drawn.
    pub part: Option<&'a PartOutline>,
    /// The obstacle under the pointer.
    pub shape: Option<HandleMarker<ShapeId>>,
    /// The obstacle that was drawn, dragged or turned last.
    pub chosen: Option<ShapeId>,
    /// The path that is being drawn for an obstacle, as an offset from its position, m.
    pub path: Option<(ShapeId, Vec2)>,
    /// The obstacle that is being drawn.
    pub drawn: Option<ShapeDef>,
    /// The blower under the pointer.
    pub blower: Option<HandleMarker<BlowerId>>,
    /// The blower that is being drawn.
    pub drawn_blower: Option<BlowerDef>,
    /// The selected things.
    pub selected: Option<&'a Things>,
    /// The box around it.
    pub selection_box: Option<SelectionBox>,
    /// The frame that is being drawn around things to select: two opposite corners, m.
    pub framing: Option<(Vec2, Vec2)>,
    /// Keys of machines whose caps have another letter than theirs, with it: that of the user's keyboard.
    pub key_letters: Vec<(char, char)>,
}

/// The box around selected things, with its handles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionBox {
    /// Corners, counter-clockwise, m; each is a handle.
    pub corners: [Vec2; 4],
    /// Position of the handle that turns it, m.
    pub turn_handle: Vec2,
}

/// The scissors and their disc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScissorsMarker {
    /// Centre of the disc, m.
    pub at: Vec2,
    /// Radius of the disc, m.
    pub radius: f32,
    /// The scissors are cutting.
    pub is_cutting: bool,
}

/// A point of the scissors' path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailPoint {
    /// Position, m.
    pub at: Vec2,
    /// From 1 (now) to 0 (faded away).
    pub freshness: f32,
}

/// An object under the pointer, and its handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandleMarker<T> {
    /// The object.
    pub id: T,
    /// Position of the handle, m, if the object has one.
    pub handle: Option<Vec2>,
    /// The pointer is on the handle.
    pub is_on_handle: bool,
}
