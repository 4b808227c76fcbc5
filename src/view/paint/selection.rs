//! The selection: outlines of selected things, behind their ropes and cloth, and the box with its handles, in front.
//!
//! The lines are opaque: where two links meet, transparent ones would have a bright spot.

use super::primitives::{filled_rectangle, handle, line, polygon, rectangle, spot};
use super::{Frame, Painter, blowers, obstacles};
use crate::physics::{Aabb, LinkKind, ParticleId, Things};
use crate::view::draw::{Colour, DrawData, Layer};
use crate::view::link_width::half_width;
use crate::view::palette::Palette;
use crate::view::tool_markers::SelectionBox;

/// Width of the outline beside a link, logical pixels.
const OUTLINE: f32 = 3.5;

/// Paints the outlines of selected things.
pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, palette, markers, .. } = frame;
    let Some(things) = markers.selected.filter(|things| !things.is_empty()) else { return };
    let (colour, margin) = (colour(palette), camera.metres(OUTLINE));
    // Behind the things of the same tier.
    let mut outline = |of: ParticleId, segment| to.tier(painter.ranks.of_particle(of)).objects.segments.push(segment);
    let position = &painter.positions;
    let is_drawn = |kind: LinkKind| !matches!(kind, LinkKind::Brace | LinkKind::Stop);
    for link in world.links().filter(|link| is_drawn(link.kind)) {
        if things.has_particle(link.a) && things.has_particle(link.b) {
            let [a, b] = [link.a, link.b].map(|end| position[end.index()]);
            outline(link.a, line(a, b, half_width(link.kind) + margin, colour));
        }
    }
    for (index, radius) in painter.heavy_ropes.discs(world, camera) {
        let particle = ParticleId(index as u32);
        if things.has_particle(particle) {
            outline(particle, spot(position[index], radius + margin, colour));
        }
    }
    for pin in things.particles().filter(|&particle| world.is_pinned(particle)) {
        outline(pin, spot(position[pin.index()], camera.metres(5.0) + margin, colour));
    }
}

/// Paints the outlines of selected obstacles and blowers, the box, and the frame that is being drawn.
pub fn paint_markers(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { camera, palette, markers, .. } = frame;
    let (colour, to) = (colour(palette), &mut to.tools);
    if let Some(Things { shapes, blowers, .. }) = markers.selected {
        obstacles::paint_selected(shapes, colour, frame, to);
        blowers::paint_selected(blowers, colour, frame, to);
    }
    if let Some(area) = &markers.selection_box {
        paint_box(area, frame, to);
    }
    if let Some((a, b)) = markers.framing {
        let area = Aabb { min: a.min(b), max: a.max(b) };
        to.triangles.extend(filled_rectangle(area, [colour.alpha(30); 2]));
        rectangle(area, camera.metres(1.0), colour, to);
    }
}

fn paint_box(&SelectionBox { corners, turn_handle }: &SelectionBox, frame: &Frame, to: &mut Layer) {
    let ink = colour(frame.palette).alpha(150);
    polygon(&corners, frame.camera.metres(0.8), ink, to);
    to.segments.push(line(corners[2].midpoint(corners[3]), turn_handle, frame.camera.metres(0.8), ink));
    for at in corners.into_iter().chain([turn_handle]) {
        handle(at, false, frame, to);
    }
}

/// Colour of the selection.
fn colour(palette: &Palette) -> Colour {
    palette.scenery.sky.mix(palette.scenery.horizon, 0.5).mix(palette.markers.grab, 0.8)
}
