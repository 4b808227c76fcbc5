//! Links in the colour, width and pattern of their materials.

use glam::Vec2;

use super::plain_view::UMBER;
use super::rope_brush::RopeBrush;
use crate::physics::{DistanceConstraint, LinkKind, Material, MaterialLook};
use crate::view::draw::{Colour, Layer, RopePoint, Segment};

/// Ratio of a link's drawn half width to the root of its thickness, √m. Links are drawn wider than they are, thin ones
/// most, so that they can be seen: a rope of 10 mm as wide as a rope without a material.
const WIDENING: f32 = 0.21;

/// Length of a chain's oval, in half widths.
const OVAL: f32 = 3.6;

/// The colour that light shows on steel and rubber.
const GLEAM: Colour = Colour::rgb(250, 250, 255);

/// Half width of a link of a material, m; `usual` without a thickness. Cloth is drawn by its faces, and keeps its width.
pub fn half_width_of(material: Option<&Material>, kind: LinkKind, usual: f32) -> f32 {
    let thickness = material.and_then(|material| material.thickness);
    match (kind, thickness) {
        (LinkKind::Cloth | LinkKind::Hem, _) | (_, None) => usual,
        (_, Some(thickness)) => WIDENING * thickness.sqrt(),
    }
}

/// Colour of a link of a material; `usual` without one.
pub fn colour_of(material: Option<&Material>, usual: Colour) -> Colour {
    let colour = material.and_then(|material| material.colour);
    colour.map_or(usual, |[red, green, blue]| Colour::rgb(red, green, blue))
}

/// Paints the links of a rope of a material.
pub fn paint_rope<'a>(
    look: MaterialLook,
    brush: RopeBrush,
    links: impl Iterator<Item = &'a DistanceConstraint> + Clone,
    colour: Colour,
    to: &mut Layer,
) {
    let unlit = RopePoint::STARTS + RopePoint::UNLIT;
    let strokes: &[(f32, Colour)] = match look {
        MaterialLook::Plain | MaterialLook::Cable => return brush.paint(links, || colour, &mut to.ropes),
        MaterialLook::Chain => return paint_chain(brush, links, colour, &mut to.segments),
        // A round band, with light along its middle.
        MaterialLook::Rubber => &[(1.0, UMBER.mix(colour, 0.72)), (0.8, colour), (0.3, colour.mix(GLEAM, 0.38))],
        MaterialLook::Wire => &[(1.0, UMBER.mix(colour, 0.55)), (0.45, colour.mix(GLEAM, 0.6))],
    };
    for &(share, colour) in strokes {
        let stroke = RopeBrush { half_width: share * brush.half_width, role: unlit, ..brush };
        stroke.paint(links.clone(), || colour, &mut to.ropes);
    }
}

/// Paints a chain: ovals seen from the front and from the side alternately.
fn paint_chain<'a>(
    brush: RopeBrush,
    links: impl Iterator<Item = &'a DistanceConstraint>,
    colour: Colour,
    to: &mut Vec<Segment>,
) {
    let RopeBrush { positions, half_width, .. } = brush;
    let (edge, hole, side) = (UMBER.mix(colour, 0.45), UMBER.mix(colour, 0.15), colour.mix(GLEAM, 0.25));
    let mut number = 0;
    for link in links {
        let [start, end] = [link.a, link.b].map(|end| positions[end.index()]);
        let ovals = (link.rest_length / (OVAL * half_width)).round().clamp(1.0, 64.0);
        let at = |place: f32| start.lerp(end, place / ovals);
        let mut stroke = |from: Vec2, to_point: Vec2, share: f32, colour: Colour| {
            to.push(Segment { a: from, b: to_point, half_width: share * half_width, colour });
        };
        for oval in 0..ovals as u32 {
            let (from, until) = (at(oval as f32 + 0.1), at(oval as f32 + 0.9));
            if number % 2 == 0 {
                stroke(from, until, 1.0, edge);
                stroke(from, until, 0.8, colour);
                stroke(from, until, 0.3, hole);
            } else {
                let (from, until) = (at(oval as f32 - 0.2), at(oval as f32 + 1.2));
                stroke(from, until, 0.42, edge);
                stroke(from, until, 0.26, side);
            }
            number += 1;
        }
    }
}
