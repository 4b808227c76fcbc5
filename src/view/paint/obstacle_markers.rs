//! Markers of obstacles: the goals of moving obstacles, the hovered and the chosen obstacle, and paths and obstacles
//! that are being drawn.
//!
//! Their lines are opaque: where two lines of an outline meet, transparent ones would have a bright spot.

use super::primitives::{line, polygon};
use super::shape_outline::{inset, outline};
use super::{Frame, Painter};
use crate::physics::{Form, Pose, Shape, ShapeDef, ShapeId};
use crate::view::draw::{Colour, Dot, DrawData, Layer};
use crate::view::palette::Palette;
use crate::view::tool_markers::HandleMarker;

pub fn paint(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let (markers, to) = (frame.markers, &mut to.tools);
    paint_goals(frame, to);
    // The chosen obstacle keeps a marker, since cloth may hide the obstacle.
    let chosen = markers.chosen.filter(|id| markers.shape.is_none_or(|hovered| hovered.id != *id));
    if let Some((shape, pose)) = chosen.and_then(|id| find(id, frame)) {
        paint_outline(shape.def.form, pose, Line { margin: 3.0, half_width: 1.0, strength: 0.65 }, frame, to);
    }
    if let Some(hovered) = markers.shape
        && let Some((shape, pose)) = find(hovered.id, frame)
    {
        paint_outline(shape.def.form, pose, Line { margin: 3.0, half_width: 1.25, strength: 0.85 }, frame, to);
        paint_handle(hovered, shape, pose, frame, to);
    }
    let drawn = Line { margin: 0.0, half_width: 1.25, strength: 0.8 };
    if let Some((id, by)) = markers.path
        && let Some((shape, pose)) = find(id, frame)
    {
        let end = Pose { at: pose.at + by, ..pose };
        to.segments.push(line(pose.at, end.at, frame.camera.metres(1.0), frame.palette.markers.hand.alpha(200)));
        paint_outline(shape.def.form, end, drawn, frame, to);
    }
    if let Some(ShapeDef { form, at, turn, .. }) = markers.drawn {
        paint_outline(form, Pose { at, turn }, drawn, frame, to);
    }
}

/// Look of an outline.
#[derive(Clone, Copy)]
struct Line {
    /// Distance from the obstacle, logical pixels.
    margin: f32,
    /// Half width, logical pixels.
    half_width: f32,
    /// Contrast with the sky, 0 to 1.
    strength: f32,
}

/// Paints the outline of an obstacle.
fn paint_outline(form: Form, pose: Pose, line: Line, frame: &Frame, to: &mut Layer) {
    let &Frame { sandbox, camera, palette, .. } = frame;
    let points = outline(form, pose, camera.metres(line.margin) - inset(form, sandbox));
    polygon(&points, camera.metres(line.half_width), ink(palette, line.strength), to);
}

/// Colour of the lines: that of grabs, mixed with the sky.
fn ink(palette: &Palette, strength: f32) -> Colour {
    palette.scenery.sky.mix(palette.scenery.horizon, 0.5).mix(palette.markers.hand, strength)
}

/// An obstacle with its pose in the picture, which is blended between the last two steps.
fn find<'a>(id: ShapeId, frame: &Frame<'a>) -> Option<(&'a Shape, Pose)> {
    frame.sandbox.blended_shapes(frame.blend).find(|(shape, _)| shape.id == id)
}

/// Paints the goals of obstacles that have not reached them.
fn paint_goals(frame: &Frame, to: &mut Layer) {
    for shape in frame.world.colliders().shapes().iter().filter(|shape| shape.goal_pose() != shape.pose()) {
        let line = Line { margin: 0.0, half_width: 1.0, strength: 0.35 };
        paint_outline(shape.def.form, shape.goal_pose(), line, frame, to);
    }
}

/// Paints the handle of a hovered obstacle.
fn paint_handle(hovered: HandleMarker<ShapeId>, shape: &Shape, pose: Pose, frame: &Frame, to: &mut Layer) {
    let Some(handle) = hovered.handle else { return };
    let colour = frame.palette.markers.hand.alpha(210);
    let (centre, radius) = (handle + pose.at - shape.pose().at, frame.camera.metres(6.0));
    to.dots.push(Dot::flat(centre, radius, colour.alpha(if hovered.is_on_handle { 255 } else { 70 })));
    to.dots.push(Dot::ring(centre, radius, frame.camera.metres(1.25), colour));
}
