//! The ghost: a second world, behind the first, thin and in one colour.

use super::{Painter, half_width, line, links, particles};
use crate::{
    physics::{LinkKind, Weight},
    sandbox::Sandbox,
    view::{
        camera::Camera,
        draw::{Dot, Layer, RopePoint},
        palette::Palette,
    },
};

/// Opacity of its links, and of those of cloth, which lie close together, of 255.
const OPACITY: u8 = 200;
const CLOTH_OPACITY: u8 = 90;

/// Its width to that of the first world's.
const THIN: f32 = 0.4;

impl Painter {
    /// Its links and weights; its pins are where the first world has them.
    pub(super) fn ghost(&mut self, sandbox: &Sandbox, blend: f32, camera: &Camera, palette: &Palette, to: &mut Layer) {
        let Some(ghost) = sandbox.ghost() else { return };
        ghost.see(blend, &mut self.ghost_seen);
        let (world, seen) = (ghost.world(), &self.ghost_seen);
        // A line that is no wider than a pixel ends square: where links meet, no dots add up.
        let thinnest = camera.metres(0.7);
        let colour = |kind| palette.ghost.alpha(if kind == LinkKind::Cloth { CLOTH_OPACITY } else { OPACITY });
        let width = |kind| (THIN * half_width(kind)).max(thinnest);
        let mut links = world.constraints().map(|link| (link, colour(link.kind))).peekable();
        let first = to.ropes.len();
        while let Some((link, colour)) = links.next() {
            match link.kind {
                LinkKind::Rope => {
                    let role = RopePoint::STARTS + RopePoint::UNLIT;
                    links::rope((link, colour), &mut links, (seen, half_width(link.kind)), role, &mut to.ropes);
                }
                LinkKind::Brace => {}
                kind => to.segments.push(line(seen[link.a.index()], seen[link.b.index()], width(kind), colour)),
            }
        }
        to.ropes[first..].iter_mut().for_each(|point| point.half_width = width(LinkKind::Rope));
        let masses = world.particles().mass.iter().zip(seen);
        to.dots.extend(masses.filter(|(mass, _)| Weight::is_ball(**mass)).map(|(&mass, &at)| {
            Dot::ring(at, particles::weight(mass, camera), camera.metres(1.2), palette.ghost.alpha(OPACITY))
        }));
    }
}
