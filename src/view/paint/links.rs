//! The links: ropes as chains of points, everything else as lines.

use std::iter::Peekable;

use glam::Vec2;

use super::{Painter, cloth::Clothier, half_width, half_width_of, line};
use crate::{
    physics::{DistanceConstraint, LinkKind, ParticleId, World},
    view::{
        camera::Camera,
        draw::{Colour, DrawData, RopePoint, Segment},
        palette::Palette,
    },
};

/// What darkens the edges of wood. Not the shadow's colour, which is a light grey on paper.
const UMBER: Colour = Colour::rgb(15, 18, 27);

/// Shortest link of a rope that is drawn by itself, in halves of the rope's width; shorter ones are drawn several at once.
/// A rope that folds within its own thickness is not seen to fold: drawn link by link, a heap of it is all splinters.
const SHORTEST: f32 = 1.5;

impl Painter {
    /// Every link but braces, and filled cloth over its threads.
    pub(super) fn filled(&mut self, world: &World, camera: &Camera, palette: &Palette, to: &mut DrawData) {
        let Self { seen, clothier, .. } = self;
        if world.face_count() == 0 {
            clothier.bare(seen.len());
            return self.links(world, world.links(), camera, palette, Some(&self.clothier), to);
        }
        clothier.patches(world, seen, outline(camera), palette, to);
        self.links(world, self.clothier.open_links().iter(), camera, palette, Some(&self.clothier), to);
    }

    /// Links, as what they are made of; none of a brace. `filled`: the cloth that covers threads.
    pub(super) fn links<'a>(
        &self,
        world: &World,
        links: impl Iterator<Item = &'a DistanceConstraint>,
        camera: &Camera,
        palette: &Palette,
        filled: Option<&Clothier>,
        to: &mut DrawData,
    ) {
        let DrawData { cloth, ropes, .. } = to;
        let outline = outline(camera);
        let mut links = links.peekable();
        while let Some(link) = links.next() {
            let segment = |colour| {
                let (a, b) = (self.seen[link.a.index()], self.seen[link.b.index()]);
                Segment { a, b, half_width: half_width_of(world, link), colour }
            };
            match (link.kind, filled) {
                (LinkKind::Rope, _) => {
                    let twine = Twine { half_width: half_width_of(world, link), role: RopePoint::STARTS };
                    rope(link, &mut links, &self.seen, twine, || palette.rope, &mut ropes.ropes);
                }
                (LinkKind::Net | LinkKind::Lattice, _) => ropes.segments.push(segment(palette.net)),
                (LinkKind::Cloth, Some(clothier)) => {
                    let drawn = clothier.outline(link, palette);
                    cloth.segments.extend(drawn.map(|colour| Segment { half_width: outline, ..segment(colour) }));
                }
                (LinkKind::Hem, Some(_)) => cloth.segments.push(segment(palette.hem)),
                (LinkKind::Cloth | LinkKind::Hem, None) => ropes.segments.push(segment(palette.cloth)),
                (LinkKind::Beam, _) => ropes.segments.extend(bar(segment(palette.beam))),
                (LinkKind::Brace | LinkKind::Stop, _) => {}
            }
        }
    }

    /// Every link in the colour of its tension.
    pub(super) fn stressed_links(&self, world: &World, camera: &Camera, to: &mut DrawData) {
        let thinnest = camera.metres(0.8);
        let mut colours = self.stress.colours();
        // As many as there are links.
        let mut next_colour = || colours.next().unwrap_or(UMBER);
        let mut links = world.links().peekable();
        while let Some(link) = links.next() {
            if link.kind == LinkKind::Rope {
                let role = RopePoint::STARTS + RopePoint::UNLIT;
                let twine = Twine { half_width: half_width_of(world, link), role };
                rope(link, &mut links, &self.seen, twine, &mut next_colour, &mut to.ropes.ropes);
                continue;
            }
            let (a, b, colour) = (self.seen[link.a.index()], self.seen[link.b.index()], next_colour());
            match link.kind {
                LinkKind::Stop => {}
                // Behind the rest, so that a cloth's threads are seen and not its diagonals.
                LinkKind::Brace => to.threads.segments.push(line(a, b, 0.5 * thinnest, colour.alpha(110))),
                _ => to.ropes.segments.push(line(a, b, half_width_of(world, link).max(thinnest), colour)),
            }
        }
    }

    /// Every link as a thin line.
    pub(super) fn thin_links(&self, world: &World, camera: &Camera, palette: &Palette, to: &mut DrawData) {
        let (half_width, colour) = (camera.metres(0.6), palette.net.alpha(120));
        to.ropes.segments.extend(
            world
                .links()
                .filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop))
                .map(|link| line(self.seen[link.a.index()], self.seen[link.b.index()], half_width, colour)),
        );
    }
}

/// Half of the width of a thread on the cloth's outline, m: as wide as a soft edge. Thinner, it would leave the steps to be
/// seen.
fn outline(camera: &Camera) -> f32 {
    half_width(LinkKind::Cloth).max(camera.metres(0.6))
}

/// A bar of planed wood: dark edges, a lighter face.
fn bar(bar: Segment) -> [Segment; 2] {
    let edge = UMBER.mix(bar.colour, 0.45);
    [Segment { colour: edge, ..bar }, Segment { half_width: 0.72 * bar.half_width, ..bar }]
}

/// What a rope looks like: half of its width, m, and the role of a point from which a link goes on.
#[derive(Clone, Copy)]
pub(super) struct Twine {
    pub half_width: f32,
    pub role: f32,
}

/// The rope that begins with `link`: with it go the links behind it as long as each begins where the one before it
/// ended. `colour` is asked once a link, in their order.
#[inline]
pub(super) fn rope<'a>(
    mut link: &'a DistanceConstraint,
    rest: &mut Peekable<impl Iterator<Item = &'a DistanceConstraint>>,
    seen: &[Vec2],
    Twine { half_width, role }: Twine,
    mut next_colour: impl FnMut() -> Colour,
    to: &mut Vec<RopePoint>,
) {
    let (first, start) = (to.len() + 1, link.a);
    let mut colour = next_colour();
    let place = |particle: ParticleId| seen[particle.index()];
    let point = |at, along, role, colour| RopePoint { at, along, half_width, role, colour };
    to.push(point(place(link.a), 0.0, 0.0, colour));
    // Counted and not measured, so that it is the same points in every frame.
    let together = (SHORTEST * half_width / link.rest_length) as u32;
    let (mut along, mut passed) = (0.0, 0);
    loop {
        if passed == 0 {
            to.push(point(place(link.a), along, role, colour));
        }
        passed = if passed + 1 < together { passed + 1 } else { 0 };
        along += link.rest_length;
        match rest.next_if(|next| next.kind == LinkKind::Rope && next.a == link.b) {
            Some(next) => (link, colour) = (next, next_colour()),
            None => break,
        }
    }
    let (end, last) = (point(place(link.b), along, 0.0, colour), to[to.len() - 1].at);
    if link.b == start {
        // A ring: it goes on where it began.
        to[first - 1].at = last;
        to.extend([end, RopePoint { at: to.get(first + 1).map_or(end.at, |second| second.at), ..end }]);
    } else {
        to[first].role += RopePoint::ENDS;
        to.extend([RopePoint { role: RopePoint::ENDS, ..end }, RopePoint { at: 2.0 * end.at - last, ..end }]);
        to[first - 1].at = 2.0 * to[first].at - to[first + 1].at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Colours, Theme};

    #[test]
    fn wood_is_darker_at_its_edges_in_every_palette() {
        for theme in [Theme::Dark, Theme::Light] {
            for colours in [Colours::Hemp, Colours::Harbour, Colours::Alpine, Colours::Slate] {
                let beam = Palette::new(theme, colours).beam;
                let [edge, face] = bar(line(Vec2::ZERO, Vec2::X, 0.1, beam));
                let light = |Colour { r, g, b, .. }| u32::from(r) + u32::from(g) + u32::from(b);
                assert!(10 * light(edge.colour) < 7 * light(face.colour), "{theme:?} {colours:?}: {edge:?} {face:?}");
            }
        }
    }
}
