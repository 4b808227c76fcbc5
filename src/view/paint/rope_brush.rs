//! Ropes as the points of smooth curves.

use std::iter::Peekable;

use glam::Vec2;

use crate::physics::{DistanceConstraint, LinkKind, ParticleId};
use crate::view::draw::{Colour, RopePoint};

/// Shortest drawn segment, in half widths of the rope. Several shorter links are drawn as one segment: a rope that
/// folds within its own thickness would look splintered.
const MIN_SEGMENT: f32 = 1.5;

/// Takes the links of the rope that begins with `first`: the following links of the list, as long as each begins where
/// the previous link ends and has its material.
#[inline]
pub fn take_rope<'a>(
    first: &'a DistanceConstraint,
    rest: &mut Peekable<impl Iterator<Item = &'a DistanceConstraint>>,
) -> impl Iterator<Item = &'a DistanceConstraint> {
    let (mut end, material) = (first.b, first.material);
    std::iter::once(first).chain(std::iter::from_fn(move || {
        let next = rest.next_if(|next| next.kind == LinkKind::Rope && next.a == end && next.material == material)?;
        end = next.b;
        Some(next)
    }))
}

/// Look of a rope.
#[derive(Clone, Copy)]
pub struct RopeBrush<'a> {
    /// Positions of the particles in the picture, m.
    pub positions: &'a [Vec2],
    /// Half width of the rope, m.
    pub half_width: f32,
    /// Role of the points from which a link starts, see [`RopePoint::role`].
    pub role: f32,
}

impl RopeBrush<'_> {
    /// Paints the links of a rope. `next_colour` gives the colour of each link, in order. Without links, nothing is
    /// painted.
    #[inline]
    pub fn paint<'a>(
        self,
        links: impl Iterator<Item = &'a DistanceConstraint>,
        mut next_colour: impl FnMut() -> Colour,
        to: &mut Vec<RopePoint>,
    ) {
        let Self { positions, half_width, role } = self;
        let position = |particle: ParticleId| positions[particle.index()];
        let point = |at, along, role, colour| RopePoint { at, along, half_width, role, colour };
        let first = to.len() + 1;
        let (mut along, mut skipped, mut links_per_segment) = (0.0, 0, 0);
        // Start and end of the rope so far, and the colour of its last link.
        let mut ends: Option<(ParticleId, ParticleId, Colour)> = None;
        for link in links {
            let colour = next_colour();
            if ends.is_none() {
                // The control point; its position is set below.
                to.push(point(position(link.a), 0.0, 0.0, colour));
                // By rest length and not by distance, so that every frame has the same points.
                links_per_segment = (MIN_SEGMENT * half_width / link.rest_length) as u32;
            }
            if skipped == 0 {
                to.push(point(position(link.a), along, role, colour));
            }
            skipped = if skipped + 1 < links_per_segment { skipped + 1 } else { 0 };
            along += link.rest_length;
            ends = Some((ends.map_or(link.a, |(start, ..)| start), link.b, colour));
        }
        let Some((start, end, colour)) = ends else { return };
        let (last, at) = (to[to.len() - 1].at, position(end));
        let end_point = point(at, along, 0.0, colour);
        if end == start {
            // The curve of a ring continues at its start.
            to[first - 1].at = last;
            to.extend([end_point, RopePoint { at: to.get(first + 1).map_or(at, |second| second.at), ..end_point }]);
        } else {
            to[first].role += RopePoint::ENDS;
            to.extend([
                RopePoint { role: RopePoint::ENDS, ..end_point },
                RopePoint { at: 2.0 * at - last, ..end_point },
            ]);
            to[first - 1].at = 2.0 * to[first].at - to[first + 1].at;
        }
    }
}
