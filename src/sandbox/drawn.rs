//! Ropes and nets that are drawn into the world, and into the ghost's.

use glam::Vec2;

use super::{RopeEnd, Sandbox};
use crate::{
    physics::{LinkKind, World},
    scene::{
        Grid, GridPins, MOST_LINKS, MOST_PARTICLES, RopePins,
        recipe::{Endpoint, RopeLayout},
    },
};

/// Most links of a rope that is drawn, and most meshes along a side of a net.
const MOST_DRAWN: (f32, f32) = (2_000.0, 200.0);

/// Mass of a particle that is drawn, kg.
const DRAWN_MASS: f32 = 0.02;

impl Sandbox {
    pub(super) fn add_rope(&mut self, from: RopeEnd, to: RopeEnd, spacing: f32) {
        let length = (to.at - from.at).length();
        let spacing = self.close(spacing);
        let links = (length / spacing).ceil();
        if !(from.at.is_finite() && to.at.is_finite() && spacing > 0.0 && links >= 1.0) {
            return;
        }
        let links = links.min(MOST_DRAWN.0) as u32;
        let knot = |world: &World, end: RopeEnd| match end.particle {
            Some(particle) if world.particles().contains(particle) => Endpoint::Existing(particle),
            _ => Endpoint::New(outside(world, end.at)),
        };
        let ends = (knot(&self.world, from), knot(&self.world, to));
        if let (Endpoint::Existing(a), Endpoint::Existing(b)) = ends
            && a == b
        {
            return;
        }
        if !self.has_room(links.into(), links.into()) {
            return;
        }
        let (mass, pins) = (DRAWN_MASS, RopePins::Free);
        let rope = RopeLayout { from: ends.0, to: ends.1, particles: links + 1, length: None, mass, pins };
        for world in self.worlds() {
            let ids = rope.build(world);
            for (end, knot, id) in [(from, ends.0, ids[0]), (to, ends.1, ids[ids.len() - 1])] {
                if end.pinned && matches!(knot, Endpoint::New(_)) {
                    world.set_pinned(id, true);
                }
            }
        }
    }

    pub(super) fn add_net(&mut self, from: Vec2, to: Vec2, spacing: f32) {
        if !(from.is_finite() && to.is_finite() && spacing > 0.0) {
            return;
        }
        let (from, to) = (outside(&self.world, from), outside(&self.world, to));
        let size = (to - from).abs();
        let spacing = self.close(spacing);
        let meshes = (size / spacing).round().clamp(Vec2::ONE, Vec2::splat(MOST_DRAWN.1));
        let (columns, rows) = (meshes.x as u32 + 1, meshes.y as u32 + 1);
        let particles = u64::from(columns) * u64::from(rows);
        if !self.has_room(particles, 2 * particles) {
            return;
        }
        let at = Vec2::new(from.x.min(to.x), from.y.max(to.y));
        let grid = Grid { at, columns, rows, spacing, mass: DRAWN_MASS, pins: GridPins::TopCorners, ..Grid::default() };
        self.worlds().for_each(|world| drop(grid.build(world, LinkKind::Net, 0.0)));
    }

    /// A distance between particles that lets no rope through, where ropes meet each other, m.
    fn close(&self, spacing: f32) -> f32 {
        self.world.settings().rope_contact.map_or(spacing, |radius| spacing.min(2.0 * radius))
    }

    fn has_room(&self, particles: u64, links: u64) -> bool {
        // Links break in one and not in the other; what is added has to fit into both.
        let most = self.ghost.as_ref().map_or(0, |ghost| ghost.world.link_count()).max(self.world.link_count());
        self.world.particles().len() as u64 + particles <= MOST_PARTICLES && most as u64 + links <= MOST_LINKS
    }
}

/// `at`, or the place on the surface of the ground or wall that it lies in, m: what was built inside would be thrown out.
fn outside(world: &World, at: Vec2) -> Vec2 {
    world.colliders().outside(at)
}
