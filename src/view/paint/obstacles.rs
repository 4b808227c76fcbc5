//! Posts, walls and boxes.

use glam::Vec2;

use super::{Picture, half_width, line};
use crate::{
    physics::{Form, LinkKind, Pose, Shape, ShapeDef, Slide},
    sandbox::Sandbox,
    view::{
        camera::Camera,
        draw::{Colour, Dot, Layer, Triangle},
        marks::Marks,
        palette::Palette,
    },
};

/// Pieces of a whole circle.
const PIECES: usize = 48;

/// Where light comes from: the upper left, as on the ropes.
const LIGHT: Vec2 = Vec2::new(-0.5, 0.866);

/// Spokes of what turns by itself.
const SPOKES: usize = 3;

/// All shapes, and the ways that they slide.
pub(super) fn paint(sandbox: &Sandbox, blend: f32, camera: &Camera, palette: &Palette, to: &mut Layer) {
    for (shape, pose) in sandbox.blended_shapes(blend) {
        let Shape { def, .. } = shape;
        if let Some(Slide { by, .. }) = def.slide {
            let (from, half_width) = (def.at, camera.metres(1.0));
            to.segments.push(line(from, from + by, half_width, palette.edge.alpha(110)));
            for end in [from, from + by] {
                to.segments.push(line(end, end, 3.0 * half_width, palette.edge.alpha(110)));
            }
        }
        let body = edge(def.form, pose, -skin(def.form, sandbox));
        let stone = stone(palette);
        let (dim, lit) = (stone.mix(Colour::rgb(0, 0, 0), 0.2), stone.mix(Colour::rgb(255, 255, 255), 0.2));
        // The same light all over the shape, so that no edge is seen between two triangles.
        let reach = body.iter().fold(1e-6, |most, &at| (at - pose.at).dot(LIGHT).max(most));
        let shade = |at: Vec2| dim.mix(lit, 0.5 + 0.5 * (at - pose.at).dot(LIGHT) / reach);
        for (a, b) in around(&body) {
            to.triangles.push(Triangle { corners: [pose.at, a, b], colours: [shade(pose.at), shade(a), shade(b)] });
        }
        // Its own line takes the jags off the triangles.
        outline(&body, camera.metres(1.2), palette.edge.alpha(255).mix(palette.iron, 0.5), to);
        if def.spin != 0.0 {
            spokes((def.form, skin(def.form, sandbox)), pose, camera, palette, to);
        }
    }
}

/// What shapes are made of.
fn stone(palette: &Palette) -> Colour {
    palette.ground.mix(palette.iron, 0.5)
}

/// What shows that a shape turns.
fn spokes((form, skin): (Form, f32), pose: Pose, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let (reach, count) = match form {
        Form::Circle { radius } => (0.8 * (radius - skin), SPOKES),
        Form::Capsule { .. } => (0.0, 0),
        Form::Box { half } => (0.5 * half.min_element(), 1),
    };
    // Dark on stone in either theme.
    let ink = stone(palette).mix(Colour::rgb(0, 0, 0), 0.65);
    for i in 0..count {
        let spoke = Vec2::from_angle(std::f32::consts::PI * i as f32 / SPOKES as f32) * reach;
        let ends = [pose.to_world(-spoke), pose.to_world(spoke)];
        to.segments.push(line(ends[0], ends[1], camera.metres(1.5), ink.alpha(200)));
    }
    let hub = camera.metres(3.5).min(0.5 * extent(form));
    to.segments.push(line(pose.at, pose.at, hub, ink));
}

/// The one that the pointer is on, with its handle; the one that was touched last; where one that is led will be; one that is
/// being drawn. Around what turns and slides where the picture has it, which is a little behind.
pub(super) fn marks(picture: Picture, palette: &Palette, to: &mut Layer) {
    let Picture { sandbox, blend, camera, marks: &Marks { shape, chosen, path, drawn, .. }, .. } = picture;
    for shape in sandbox.world().colliders().shapes().iter().filter(|shape| shape.goal_pose() != shape.pose()) {
        let ghost = edge(shape.def.form, shape.goal_pose(), -skin(shape.def.form, sandbox));
        outline(&ghost, camera.metres(1.0), drawn_in(palette, 0.35), to);
    }
    // Cloth may hide all else of it.
    let chosen = chosen.filter(|id| shape.is_none_or(|(other, ..)| other != *id));
    if let Some((shape, pose)) = chosen.and_then(|id| sandbox.blended_shapes(blend).find(|(shape, _)| shape.id == id)) {
        let around = edge(shape.def.form, pose, camera.metres(3.0) - skin(shape.def.form, sandbox));
        outline(&around, camera.metres(1.0), drawn_in(palette, 0.65), to);
    }
    if let Some((id, handle, on_handle)) = shape
        && let Some((shape, pose)) = sandbox.blended_shapes(blend).find(|(shape, _)| shape.id == id)
    {
        let colour = palette.hand.alpha(210);
        let around = edge(shape.def.form, pose, camera.metres(3.0) - skin(shape.def.form, sandbox));
        outline(&around, camera.metres(1.25), drawn_in(palette, 0.85), to);
        if let Some(handle) = handle {
            let handle = handle + pose.at - shape.pose().at;
            let radius = camera.metres(6.0);
            to.dots.push(Dot::flat(handle, radius, colour.alpha(if on_handle { 255 } else { 70 })));
            to.dots.push(Dot::ring(handle, radius, camera.metres(1.25), colour));
        }
    }
    if let Some((id, way)) = path
        && let Some((shape, pose)) = sandbox.blended_shapes(blend).find(|(shape, _)| shape.id == id)
    {
        let colour = palette.hand.alpha(200);
        to.segments.push(line(pose.at, pose.at + way, camera.metres(1.0), colour));
        let there = Pose { at: pose.at + way, ..pose };
        outline(
            &edge(shape.def.form, there, -skin(shape.def.form, sandbox)),
            camera.metres(1.25),
            drawn_in(palette, 0.8),
            to,
        );
    }
    if let Some(ShapeDef { form, at, turn, .. }) = drawn {
        let body = edge(form, Pose { at, turn }, -skin(form, sandbox));
        outline(&body, camera.metres(1.25), drawn_in(palette, 0.8), to);
    }
}

/// What marks are drawn in, more or less strongly. It covers what is below: where two lines of an outline meet, one that lets
/// it through would have a bright spot.
fn drawn_in(palette: &Palette, strength: f32) -> Colour {
    palette.sky.mix(palette.horizon, 0.5).mix(palette.hand, strength)
}

/// By how much a shape is drawn smaller than it is, m: where the middle of a rope lies, is half a rope from its surface.
fn skin(form: Form, sandbox: &Sandbox) -> f32 {
    // Where ropes have a thickness, they lie beside it.
    let usual = if sandbox.world().settings().rope_contact.is_some() { 0.0 } else { half_width(LinkKind::Rope) };
    usual.min(0.6 * extent(form))
}

/// Half of the least width of a shape, m.
fn extent(form: Form) -> f32 {
    match form {
        Form::Circle { radius } | Form::Capsule { radius, .. } => radius,
        Form::Box { half } => half.min_element(),
    }
}

/// Points around a shape. In place and not on the heap: a frame asks for no memory.
struct Edge {
    points: [Vec2; PIECES + 4],
    count: usize,
}

impl std::ops::Deref for Edge {
    type Target = [Vec2];

    fn deref(&self) -> &[Vec2] {
        &self.points[..self.count]
    }
}

/// Points around a shape, counter-clockwise, m; `swell` (m) outside of it.
fn edge(form: Form, pose: Pose, swell: f32) -> Edge {
    let (half, radius) = match form {
        Form::Circle { radius } => (Vec2::ZERO, radius + swell),
        Form::Capsule { half_length, radius } => (Vec2::new(half_length, 0.0), radius + swell),
        Form::Box { half } => (half + swell.min(0.0), swell.max(0.0)),
    };
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let quarter = std::f32::consts::FRAC_PI_2;
    let point = |(number, i): (usize, usize)| {
        let (x, y) = corners[number];
        let angle = quarter * (number as f32 + i as f32 / (PIECES / 4) as f32);
        pose.to_world(half * Vec2::new(x, y) + Vec2::from_angle(angle) * radius)
    };
    let each = if radius > 0.0 { PIECES / 4 } else { 0 };
    let mut edge = Edge { points: [Vec2::ZERO; PIECES + 4], count: 4 * (each + 1) };
    let all = (0..4).flat_map(|number| (0..=each).map(move |i| (number, i))).map(point);
    edge.points.iter_mut().zip(all).for_each(|(place, point)| *place = point);
    edge
}

/// Each point with the next.
fn around(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

fn outline(points: &[Vec2], half_width: f32, colour: Colour, to: &mut Layer) {
    to.segments.extend(around(points).map(|(a, b)| line(a, b, half_width, colour)));
}
