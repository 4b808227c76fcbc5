//! Obstacles with the paths along which they slide, and their markers: the goals of moving obstacles, the hovered and
//! the chosen obstacle, and paths and obstacles that are being drawn.
//!
//! The lines of markers are opaque: where two lines of an outline meet, transparent ones would have a bright spot.

use glam::Vec2;

use super::primitives::{edges, handle, line, polygon, spot};
use super::{Frame, Painter};
use crate::physics::{Form, LinkKind, Pose, Shape, ShapeDef, ShapeId, Slide};
use crate::sandbox::Sandbox;
use crate::view::draw::{Colour, DrawData, Layer, Triangle};
use crate::view::{link_width::half_width, palette::Palette};

/// Direction of the light: from the upper left, as on ropes.
const LIGHT: Vec2 = Vec2::new(-0.5, 0.866);

/// Spokes of a spinning circle.
const SPOKES: usize = 3;

const BLACK: Colour = Colour::rgb(0, 0, 0);
const WHITE: Colour = Colour::rgb(255, 255, 255);

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { sandbox, blend, camera, palette, .. } = frame;
    for (shape, pose) in sandbox.blended_shapes(blend) {
        let to = &mut to.tier(painter.ranks.of_shape(shape.id)).objects;
        let def = shape.def;
        if let Some(Slide { by, .. }) = def.slide {
            path(def.at, def.at + by, frame, to);
        }
        let body = outline(def.form, pose, -inset(def.form, sandbox));
        let stone = palette.stone();
        let (dim, lit) = (stone.mix(BLACK, 0.2), stone.mix(WHITE, 0.2));
        // A linear gradient, so that no edge shows between two triangles.
        let reach = body.iter().fold(1e-6, |max, &at| (at - pose.at).dot(LIGHT).max(max));
        let shade = |at: Vec2| dim.mix(lit, 0.5 + 0.5 * (at - pose.at).dot(LIGHT) / reach);
        for (a, b) in edges(&body) {
            to.triangles.push(Triangle { corners: [pose.at, a, b], colours: [shade(pose.at), shade(a), shade(b)] });
        }
        // Covers the jagged edges of the triangles.
        polygon(
            &body,
            camera.metres(1.2 * palette.relief.outline),
            palette.scenery.edge.alpha(255).mix(palette.materials.iron, 0.5),
            to,
        );
        if def.spin != 0.0 {
            spokes(def.form, pose, frame, to);
        }
    }
}

/// Paints the path of a sliding obstacle.
fn path(from: Vec2, end: Vec2, frame: &Frame, to: &mut Layer) {
    let (half_width, colour) = (frame.camera.metres(1.0), frame.palette.scenery.edge.alpha(110));
    to.segments.push(line(from, end, half_width, colour));
    to.segments.extend([from, end].map(|end| spot(end, 3.0 * half_width, colour)));
}

/// Paints spokes and a hub, which show that an obstacle spins.
fn spokes(form: Form, pose: Pose, frame: &Frame, to: &mut Layer) {
    let &Frame { sandbox, camera, palette, .. } = frame;
    let (reach, count) = match form {
        Form::Circle { radius } => (0.8 * (radius - inset(form, sandbox)), SPOKES),
        Form::Capsule { .. } => (0.0, 0),
        Form::Box { half } => (0.5 * half.min_element(), 1),
    };
    // Darker than stone, or lighter where stone is dark.
    let ink = palette.stone().mix(palette.relief.incision, 0.65);
    for i in 0..count {
        let spoke = Vec2::from_angle(std::f32::consts::PI * i as f32 / SPOKES as f32) * reach;
        let ends = [pose.to_world(-spoke), pose.to_world(spoke)];
        to.segments.push(line(ends[0], ends[1], camera.metres(1.5), ink.alpha(200)));
    }
    to.segments.push(spot(pose.at, camera.metres(3.5).min(0.5 * half_extent(form)), ink));
}

/// Paints the markers of obstacles.
pub fn paint_markers(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
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
        if let Some(at) = hovered.handle {
            handle(at + pose.at - shape.pose().at, hovered.is_on_handle, frame, to);
        }
    }
    let drawn = Line { margin: 0.0, half_width: 1.25, strength: 0.8 };
    if let Some((id, by)) = markers.path
        && let Some((shape, pose)) = find(id, frame)
    {
        let end = Pose { at: pose.at + by, ..pose };
        to.segments.push(line(pose.at, end.at, frame.camera.metres(1.0), frame.palette.markers.grab.alpha(200)));
        paint_outline(shape.def.form, end, drawn, frame, to);
    }
    if let Some(ShapeDef { form, at, turn, .. }) = markers.drawn {
        paint_outline(form, Pose { at, turn }, drawn, frame, to);
    }
}

/// Paints the outlines of selected obstacles.
pub fn paint_selected(shapes: &[ShapeId], colour: Colour, frame: &Frame, to: &mut Layer) {
    let margin = frame.camera.metres(2.0);
    for (shape, pose) in frame.sandbox.blended_shapes(frame.blend).filter(|(shape, _)| shapes.contains(&shape.id)) {
        let points = outline(shape.def.form, pose, margin - inset(shape.def.form, frame.sandbox));
        polygon(&points, frame.camera.metres(1.75), colour, to);
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
    polygon(&points, camera.metres(line.half_width * palette.relief.outline), ink(palette, line.strength), to);
}

/// Colour of the lines: that of grabs, mixed with the sky.
fn ink(palette: &Palette, strength: f32) -> Colour {
    palette.scenery.sky.mix(palette.scenery.horizon, 0.5).mix(palette.markers.grab, strength)
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

/// Edges of a whole circle.
const EDGES: usize = 48;

/// A polygon, counter-clockwise, m. Stored in place, so that a frame does not allocate.
struct Outline {
    points: [Vec2; EDGES + 4],
    count: usize,
}

impl std::ops::Deref for Outline {
    type Target = [Vec2];

    fn deref(&self) -> &[Vec2] {
        &self.points[..self.count]
    }
}

/// Outline of an obstacle, `margin` (m) outside of it.
fn outline(form: Form, pose: Pose, margin: f32) -> Outline {
    let (half, radius) = match form {
        Form::Circle { radius } => (Vec2::ZERO, radius + margin),
        Form::Capsule { half_length, radius } => (Vec2::new(half_length, 0.0), radius + margin),
        Form::Box { half } => (half + margin.min(0.0), margin.max(0.0)),
    };
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let quarter = std::f32::consts::FRAC_PI_2;
    let point = |(number, i): (usize, usize)| {
        let (x, y) = corners[number];
        let angle = quarter * (number as f32 + i as f32 / (EDGES / 4) as f32);
        pose.to_world(half * Vec2::new(x, y) + Vec2::from_angle(angle) * radius)
    };
    let each = if radius > 0.0 { EDGES / 4 } else { 0 };
    let mut outline = Outline { points: [Vec2::ZERO; EDGES + 4], count: 4 * (each + 1) };
    let all = (0..4).flat_map(|number| (0..=each).map(move |i| (number, i))).map(point);
    outline.points.iter_mut().zip(all).for_each(|(place, point)| *place = point);
    outline
}

/// Length by which an obstacle is drawn smaller, m: the half width of a rope, whose centre line lies on the surface.
/// Zero where ropes have a thickness in the world.
fn inset(form: Form, sandbox: &Sandbox) -> f32 {
    let rope = if sandbox.world().settings().rope_contact.is_some() { 0.0 } else { half_width(LinkKind::Rope) };
    rope.min(0.6 * half_extent(form))
}

/// Half of the least width of an obstacle, m.
fn half_extent(form: Form) -> f32 {
    match form {
        Form::Circle { radius } | Form::Capsule { radius, .. } => radius,
        Form::Box { half } => half.min_element(),
    }
}
