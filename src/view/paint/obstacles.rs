//! Obstacles, and the paths along which they slide.

use glam::Vec2;

use super::primitives::{edges, line, polygon, spot};
use super::shape_outline::{half_extent, inset, outline};
use super::{Frame, Painter};
use crate::physics::{Form, Pose, Slide};
use crate::view::draw::{Colour, DrawData, Layer, Triangle};
use crate::view::palette::Palette;

/// Direction of the light: from the upper left, as on ropes.
const LIGHT: Vec2 = Vec2::new(-0.5, 0.866);

/// Spokes of a spinning circle.
const SPOKES: usize = 3;

const BLACK: Colour = Colour::rgb(0, 0, 0);
const WHITE: Colour = Colour::rgb(255, 255, 255);

pub fn paint(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { sandbox, blend, camera, palette, .. } = frame;
    let to = &mut to.scenery;
    for (shape, pose) in sandbox.blended_shapes(blend) {
        let def = shape.def;
        if let Some(Slide { by, .. }) = def.slide {
            path(def.at, def.at + by, frame, to);
        }
        let body = outline(def.form, pose, -inset(def.form, sandbox));
        let stone = stone(palette);
        let (dim, lit) = (stone.mix(BLACK, 0.2), stone.mix(WHITE, 0.2));
        // A linear gradient, so that no edge shows between two triangles.
        let reach = body.iter().fold(1e-6, |most, &at| (at - pose.at).dot(LIGHT).max(most));
        let shade = |at: Vec2| dim.mix(lit, 0.5 + 0.5 * (at - pose.at).dot(LIGHT) / reach);
        for (a, b) in edges(&body) {
            to.triangles.push(Triangle { corners: [pose.at, a, b], colours: [shade(pose.at), shade(a), shade(b)] });
        }
        // Covers the jagged edges of the triangles.
        polygon(&body, camera.metres(1.2), palette.scenery.edge.alpha(255).mix(palette.materials.iron, 0.5), to);
        if def.spin != 0.0 {
            spokes(def.form, pose, frame, to);
        }
    }
}

/// Colour of obstacles and blowers.
pub fn stone(palette: &Palette) -> Colour {
    palette.scenery.ground.mix(palette.materials.iron, 0.5)
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
    // Darker than stone in both themes.
    let ink = stone(palette).mix(BLACK, 0.65);
    for i in 0..count {
        let spoke = Vec2::from_angle(std::f32::consts::PI * i as f32 / SPOKES as f32) * reach;
        let ends = [pose.to_world(-spoke), pose.to_world(spoke)];
        to.segments.push(line(ends[0], ends[1], camera.metres(1.5), ink.alpha(200)));
    }
    to.segments.push(spot(pose.at, camera.metres(3.5).min(0.5 * half_extent(form)), ink));
}
