//! The links: ropes as chains of points, everything else as lines.

use glam::Vec2;

use super::{Painter, half_width, line};
use crate::{
    physics::{DistanceConstraint, LinkKind, ParticleId, World},
    view::{
        camera::Camera,
        draw::{Colour, DrawData, RopePoint, Segment},
        palette::Palette,
    },
};

impl Painter {
    /// Every link but braces, as what it is made of. `filled`: the cloth covers its threads.
    pub(super) fn links(&self, world: &World, palette: &Palette, filled: bool, to: &mut DrawData) {
        let DrawData { threads, cloth, ropes, .. } = to;
        let mut chain = Chain::new(&self.seen, RopePoint::STARTS);
        // Between the light and the fold, as the cloth beside it is on average.
        let thread = if filled { palette.fold.mix(palette.cloth, 0.6) } else { palette.cloth };
        for link in world.constraints() {
            let (a, b) = (self.seen[link.a.index()], self.seen[link.b.index()]);
            let segment = |colour| Segment { a, b, half_width: half_width(link.kind), colour };
            match link.kind {
                LinkKind::Rope => chain.link(link, palette.rope, &mut ropes.ropes),
                LinkKind::Net | LinkKind::Lattice => ropes.segments.push(segment(palette.net)),
                LinkKind::Cloth if filled => threads.segments.push(segment(thread)),
                LinkKind::Hem if filled => cloth.segments.push(segment(palette.hem)),
                LinkKind::Cloth | LinkKind::Hem => ropes.segments.push(segment(thread)),
                LinkKind::Beam => ropes.segments.extend(bar(segment(palette.beam), palette)),
                LinkKind::Brace => {}
            }
        }
        chain.finish(&mut ropes.ropes);
    }

    /// Every link in the colour of its tension.
    pub(super) fn stressed_links(&self, world: &World, camera: &Camera, to: &mut DrawData) {
        let mut chain = Chain::new(&self.seen, RopePoint::STARTS + RopePoint::UNLIT);
        let thinnest = camera.metres(0.8);
        for (link, colour) in world.constraints().zip(self.stress.colours()) {
            let (a, b) = (self.seen[link.a.index()], self.seen[link.b.index()]);
            match link.kind {
                LinkKind::Rope => chain.link(link, colour, &mut to.ropes.ropes),
                // Behind the rest, so that a cloth's threads are seen and not its diagonals.
                LinkKind::Brace => to.threads.segments.push(line(a, b, 0.5 * thinnest, colour.alpha(110))),
                kind => to.ropes.segments.push(line(a, b, half_width(kind).max(thinnest), colour)),
            }
        }
        chain.finish(&mut to.ropes.ropes);
    }

    /// Every link as a thin line.
    pub(super) fn thin_links(&self, world: &World, camera: &Camera, palette: &Palette, to: &mut DrawData) {
        let (half_width, colour) = (camera.metres(0.6), palette.net.alpha(120));
        to.ropes.segments.extend(
            world
                .constraints()
                .filter(|link| link.kind != LinkKind::Brace)
                .map(|link| line(self.seen[link.a.index()], self.seen[link.b.index()], half_width, colour)),
        );
    }
}

/// A bar of planed wood: dark edges, a lighter face.
fn bar(bar: Segment, palette: &Palette) -> [Segment; 2] {
    let edge = palette.shadow.alpha(255).mix(bar.colour, 0.45);
    [Segment { colour: edge, ..bar }, Segment { half_width: 0.72 * bar.half_width, ..bar }]
}

/// Links -> the points of ropes. Links belong to one rope as long as each begins where the one before it ended.
struct Chain<'a> {
    seen: &'a [Vec2],
    /// The role of a point from which a link goes on.
    role: f32,
    /// The rope's first point in the list, and whose it is; its last one's particle.
    open: Option<(usize, ParticleId, ParticleId)>,
}

impl<'a> Chain<'a> {
    fn new(seen: &'a [Vec2], role: f32) -> Self {
        Self { seen, role, open: None }
    }

    #[inline]
    fn link(&mut self, link: &DistanceConstraint, colour: Colour, to: &mut Vec<RopePoint>) {
        let &DistanceConstraint { a, b, rest_length, .. } = link;
        let half_width = half_width(LinkKind::Rope);
        match &mut self.open {
            Some((.., last)) if *last == a => *last = b,
            _ => {
                self.finish(to);
                let (here, next) = (self.seen[a.index()], self.seen[b.index()]);
                let before = RopePoint { at: 2.0 * here - next, along: 0.0, half_width, role: 0.0, colour };
                let first = RopePoint { at: here, role: self.role + RopePoint::ENDS, ..before };
                self.open = Some((to.len() + 1, a, b));
                to.extend([before, first]);
            }
        }
        // The link's colour is that of the point at which it begins.
        let mut along = 0.0;
        if let Some(point) = to.last_mut() {
            point.colour = colour;
            along = point.along + rest_length;
        }
        to.push(RopePoint { at: self.seen[b.index()], along, half_width, role: self.role, colour });
    }

    /// Ends the rope, if there is one.
    fn finish(&mut self, to: &mut Vec<RopePoint>) {
        let Some((first, start, end)) = self.open.take() else { return };
        let last = to.len() - 1;
        let after = if start == end {
            // A ring: it goes on where it began.
            to[first - 1].at = to[last - 1].at;
            to[first].role -= RopePoint::ENDS;
            to[last].role = 0.0;
            to[first + 1].at
        } else {
            to[last].role = RopePoint::ENDS;
            2.0 * to[last].at - to[last - 1].at
        };
        to.push(RopePoint { at: after, role: 0.0, ..to[last] });
    }
}
