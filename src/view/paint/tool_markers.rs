//! Markers of the tools: the hovered particle, the scissors and their trail, a part that is being drawn.

use glam::Vec2;

use super::primitives::{curve, line, spot};
use super::{Frame, Painter};
use crate::physics::LinkKind;
use crate::sandbox::{OutlinedLink, PartOutline};
use crate::view::draw::{Colour, Dot, DrawData, Layer, RopePoint};
use crate::view::tool_markers::{ScissorsMarker, TrailPoint};
use crate::view::{camera::Camera, link_width::half_width, palette::Palette};

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { camera, markers, palette, .. } = frame;
    let to = &mut to.tools;
    if let Some(hover) = markers.hover {
        painter.ring(hover, palette.markers.grab.alpha(210), frame, to);
    }
    if let Some(ScissorsMarker { at, radius, is_cutting }) = markers.scissors {
        if !frame.style.less_motion {
            trail(&markers.trail, radius, palette, to);
        }
        to.segments.push(spot(at, radius, palette.markers.blade.alpha(if is_cutting { 80 } else { 30 })));
        to.dots.push(Dot::ring(at, radius, camera.metres(1.0), palette.markers.blade));
        scissors(at, painter.effects.opening(), camera, palette, to);
    }
    if let Some(outline) = markers.part {
        part(outline, frame, to);
    }
}

/// Opacity of a part that is being drawn, 0 to 255.
const PART_OPACITY: u8 = 150;

/// Paints a part as it would be built: its links and balls, a pin at each pinned particle and a dot at each loose end.
fn part(outline: &PartOutline, frame: &Frame, to: &mut Layer) {
    let &Frame { camera, palette, .. } = frame;
    let materials = &palette.materials;
    let thinnest = camera.metres(0.5);
    for links in
        outline.links.chunk_by(|one, next| one.kind == LinkKind::Rope && one.kind == next.kind && one.b == next.a)
    {
        if let [OutlinedLink { a, kind: LinkKind::Rope, .. }, ..] = links {
            // As one curve: translucent lines would show where they meet.
            let places = std::iter::once(*a).chain(links.iter().map(|link| link.b));
            curve(rope_points(places, links.len(), materials.rope.alpha(PART_OPACITY)), &mut to.ropes);
        }
    }
    for &OutlinedLink { a, b, kind } in &outline.links {
        let colour = match kind {
            LinkKind::Rope => continue,
            LinkKind::Net | LinkKind::Lattice => materials.net,
            LinkKind::Cloth | LinkKind::Hem => materials.cloth,
            LinkKind::Beam | LinkKind::Rim => materials.beam,
            LinkKind::Brace | LinkKind::Stop => continue,
        };
        to.segments.push(line(a, b, half_width(kind).max(thinnest), colour.alpha(PART_OPACITY)));
    }
    for &(centre, radius) in &outline.balls {
        to.dots.push(Dot::flat(centre, radius, materials.iron.alpha(PART_OPACITY)));
        to.dots.push(Dot::ring(centre, radius, camera.metres(1.0), palette.markers.grab.alpha(210)));
    }
    for &end in &outline.loose_ends {
        to.dots.push(Dot::flat(end, camera.metres(3.5), palette.markers.dot));
    }
    for &joined in &outline.joined {
        to.dots.push(Dot::ring(joined, camera.metres(6.0), camera.metres(1.25), palette.markers.grab));
    }
    for &pin in &outline.pins {
        to.dots.push(Dot::flat(pin, camera.metres(3.0), materials.pin));
        to.dots.push(Dot::ring(pin, camera.metres(5.5), camera.metres(1.0), materials.pin));
    }
}

/// The points of a rope of one colour.
fn rope_points(places: impl Iterator<Item = Vec2>, links: usize, colour: Colour) -> impl Iterator<Item = RopePoint> {
    let half_width = half_width(LinkKind::Rope);
    places.enumerate().map(move |(i, at)| {
        let starts = if i < links { RopePoint::STARTS } else { 0.0 };
        let ends = if i == 0 || i == links { RopePoint::ENDS } else { 0.0 };
        RopePoint { at, along: 0.0, half_width, role: RopePoint::UNLIT + starts + ends, colour }
    })
}

/// Paints the path of the scissors, narrower and fainter the older it is. As a rope, so that it has no seams.
fn trail(trail: &[TrailPoint], radius: f32, palette: &Palette, to: &mut Layer) {
    let last = trail.len().saturating_sub(1);
    let point = |i: usize| {
        let TrailPoint { at, freshness } = trail[i];
        RopePoint {
            at,
            along: 0.0,
            half_width: radius * (0.3 + 0.7 * freshness),
            role: RopePoint::UNLIT
                + if i < last { RopePoint::STARTS } else { 0.0 }
                + if i == 0 { RopePoint::ENDS } else { 0.0 },
            colour: palette.markers.blade.alpha((90.0 * freshness) as u8),
        }
    };
    if last > 0 {
        curve((0..=last).map(point), &mut to.ropes);
    }
}

/// Paints a pair of scissors of fixed size, whose blades cross in the middle of the disc. `opening`: tangent of half of
/// the angle between the blades.
fn scissors(centre: Vec2, opening: f32, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let unit = camera.metres(1.0);
    // Up and to the left, like a pointer.
    let axis = Vec2::new(-0.6, 0.8);
    let pivot = centre - axis * 7.0 * unit;
    for side in [-1.0, 1.0] {
        let blade = (axis + axis.perp() * side * opening).normalize();
        let (tip, handle) = (pivot + blade * 17.0 * unit, pivot - blade * 8.0 * unit);
        let grip = handle - blade * 4.5 * unit - axis.perp() * side * 2.5 * unit;
        // With a dark line beneath, visible on every background.
        to.segments.push(line(handle, tip, 1.9 * unit, palette.scenery.shadow.alpha(150)));
        to.segments.push(line(handle, tip, 1.15 * unit, palette.materials.iron.mix(palette.markers.dot, 0.6)));
        to.dots.push(Dot::ring(grip, 4.2 * unit, 1.9 * unit, palette.scenery.shadow.alpha(150)));
        to.dots.push(Dot::ring(grip, 4.2 * unit, 1.3 * unit, palette.markers.blade));
    }
    to.dots.push(Dot::flat(pivot, 1.6 * unit, palette.markers.blade));
}
