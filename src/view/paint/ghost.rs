//! The ghost: the compared world, thin and in one colour, behind the ropes and in front of the cloth.

use super::rope_brush::{RopeBrush, take_rope};
use super::{Frame, Painter, primitives::line};
use crate::physics::LinkKind;
use crate::view::draw::{Dot, DrawData, RopePoint};
use crate::view::link_width::half_width;

/// Opacity of the threads of cloth, which lie close together, 0 to 255. Everything else is opaque: mixed with the sky,
/// it would resemble colours of the tension scale.
const CLOTH_OPACITY: u8 = 90;

/// Ratio of its widths to those of the world.
const THINNESS: f32 = 0.4;

/// Paints links and discs. Its pins are those of the world.
pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { sandbox, blend, camera, palette, .. } = frame;
    let Some(ghost) = sandbox.ghost() else { return };
    let to = &mut to.things.ghost;
    let world = ghost.world();
    ghost.blend_positions(blend, &mut painter.ghost_positions);
    painter.ghost_heavy_ropes.find(world);
    let positions = &painter.ghost_positions;
    // No wider than a pixel, a line ends square: where links meet, they do not add up to dots.
    let thinnest = camera.metres(0.7);
    let colour =
        |kind| if kind == LinkKind::Cloth { palette.markers.ghost.alpha(CLOTH_OPACITY) } else { palette.markers.ghost };
    let width = |kind| (THINNESS * half_width(kind)).max(thinnest);
    let mut links = world.links().peekable();
    let first = to.ropes.len();
    while let Some(link) = links.next() {
        match link.kind {
            LinkKind::Rope => {
                let role = RopePoint::STARTS + RopePoint::UNLIT;
                let brush = RopeBrush { positions, half_width: half_width(link.kind), role };
                brush.paint(take_rope(link, &mut links), || palette.markers.ghost, &mut to.ropes);
            }
            LinkKind::Brace | LinkKind::Stop => {}
            kind => {
                let (a, b) = (positions[link.a.index()], positions[link.b.index()]);
                to.segments.push(line(a, b, width(kind), colour(kind)));
            }
        }
    }
    // Afterwards, so that as many links as in the world are drawn at once.
    to.ropes[first..].iter_mut().for_each(|point| point.half_width = width(LinkKind::Rope));
    for (index, radius) in painter.ghost_heavy_ropes.discs(world, camera) {
        to.dots.push(Dot::ring(positions[index], radius, camera.metres(1.2), palette.markers.ghost));
    }
}
