//! The ghost: a second world, thin and in one colour; behind the first's ropes and before its cloth, which would hide it.

use super::{
    Painter, Picture, half_width, line,
    links::{self, Twine},
};
use crate::{
    physics::LinkKind,
    view::draw::{Dot, Layer, RopePoint},
};

/// Opacity of cloth, whose threads lie close together, of 255. All else is solid: with the sky shining through, it would have
/// colours of the stress view's scale.
const CLOTH_OPACITY: u8 = 90;

/// Its width to that of the first world's.
const THIN: f32 = 0.4;

impl Painter {
    /// Its links and weights; its pins are where the first world has them.
    pub(super) fn ghost(&mut self, picture: Picture, to: &mut Layer) {
        let Picture { sandbox, blend, camera, style, .. } = picture;
        let Some(ghost) = sandbox.ghost() else { return };
        let palette = &style.palette();
        let Self { ghost_seen: seen, ghost_chains, .. } = self;
        let world = ghost.world();
        ghost.blend_positions(blend, seen);
        ghost_chains.find(world);
        // A line that is no wider than a pixel ends square: where links meet, no dots add up.
        let thinnest = camera.metres(0.7);
        let colour = |kind| if kind == LinkKind::Cloth { palette.ghost.alpha(CLOTH_OPACITY) } else { palette.ghost };
        let width = |kind| (THIN * half_width(kind)).max(thinnest);
        let mut links = world.links().peekable();
        let first = to.ropes.len();
        while let Some(link) = links.next() {
            match link.kind {
                LinkKind::Rope => {
                    let role = RopePoint::STARTS + RopePoint::UNLIT;
                    let twine = Twine { half_width: half_width(link.kind), role };
                    links::rope(link, &mut links, seen, twine, || palette.ghost, &mut to.ropes);
                }
                LinkKind::Brace | LinkKind::Stop => {}
                kind => to.segments.push(line(seen[link.a.index()], seen[link.b.index()], width(kind), colour(kind))),
            }
        }
        to.ropes[first..].iter_mut().for_each(|point| point.half_width = width(LinkKind::Rope));
        for (index, radius) in self.ghost_chains.balls(world, camera) {
            let middle = self.middle(&self.ghost_seen, index, radius, world);
            to.dots.push(Dot::ring(middle, radius, camera.metres(1.2), palette.ghost));
        }
    }
}
