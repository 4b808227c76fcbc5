//! The tension view: each link in the colour of its tension, pins and weights.

use super::plain_view::{UMBER, half_width_of};
use super::rope_brush::{RopeBrush, take_rope};
use super::{Frame, Painter, machines, primitives::line};
use crate::physics::LinkKind;
use crate::view::draw::{DrawData, RopePoint};

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, palette, seconds, .. } = frame;
    painter.tension.measure(world, palette, seconds);
    painter.legend = Some(painter.tension.legend(palette));
    paint_links(painter, frame, to);
    machines::paint_without_links(painter, frame, to);
    painter.pins_and_weights(frame, to);
}

fn paint_links(painter: &Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, .. } = frame;
    let positions = &painter.positions;
    let thinnest = camera.metres(0.8);
    let mut colours = painter.tension.colours();
    // There are as many colours as links.
    let mut next_colour = || colours.next().unwrap_or(UMBER);
    let mut links = world.links().peekable();
    while let Some(link) = links.next() {
        let to = to.tier(painter.ranks.of_particle(link.a));
        if link.kind == LinkKind::Rope {
            let role = RopePoint::STARTS + RopePoint::UNLIT;
            let brush = RopeBrush { positions, half_width: half_width_of(world, link), role };
            brush.paint(take_rope(link, &mut links), &mut next_colour, &mut to.ropes.ropes);
            continue;
        }
        let (a, b, colour) = (positions[link.a.index()], positions[link.b.index()], next_colour());
        match link.kind {
            LinkKind::Stop => {}
            // Behind the rest, so that a cloth's diagonals do not hide its threads.
            LinkKind::Brace => to.threads.segments.push(line(a, b, 0.5 * thinnest, colour.alpha(110))),
            _ => to.ropes.segments.push(line(a, b, half_width_of(world, link).max(thinnest), colour)),
        }
    }
}
