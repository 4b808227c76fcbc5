//! Ropes and nets of earlier builds, which are now built as recipes, and copies that a user pastes: they are added to
//! the world and to the ghost's.

use glam::Vec2;

use super::{RopeEnd, Sandbox};
use crate::physics::{Clip, LinkKind, MAX_BALLS, MAX_BLOWERS, MAX_MATERIALS, MAX_SHAPES, World};
use crate::scene::recipe::{Endpoint, RopeLayout};
use crate::scene::{Grid, GridPins, MAX_MEMORY, RopePins, estimate_memory, has_time_for};

/// Maximum number of links of a rope.
const MAX_ROPE_LINKS: f32 = 2_000.0;

/// Maximum number of meshes along a side of a net.
const MAX_NET_MESHES: f32 = 200.0;

/// Mass of a new particle, kg.
const MASS: f32 = 0.02;

impl Sandbox {
    pub(super) fn add_rope(&mut self, from: RopeEnd, to: RopeEnd, spacing: f32) {
        let length = (to.at - from.at).length();
        let spacing = self.limit_spacing(spacing);
        let links = (length / spacing).ceil();
        if !(from.at.is_finite() && to.at.is_finite() && spacing > 0.0 && links >= 1.0) {
            return;
        }
        let links = links.min(MAX_ROPE_LINKS) as u32;
        let (start, end) = (endpoint(&self.world, from), endpoint(&self.world, to));
        if let (Endpoint::Existing(a), Endpoint::Existing(b)) = (start, end)
            && a == b
        {
            return;
        }
        if !self.has_room(links.into(), links.into()) {
            return;
        }
        let (particles, pins, kind) = (links + 1, RopePins::Free, LinkKind::Rope);
        let rope = RopeLayout { from: start, to: end, particles, length: None, mass: MASS, pins, kind };
        for world in self.worlds() {
            let ids = rope.build(world);
            for (end, endpoint, id) in [(from, start, ids[0]), (to, end, ids[ids.len() - 1])] {
                if end.pinned && matches!(endpoint, Endpoint::New(_)) {
                    world.set_pinned(id, true);
                }
            }
        }
    }

    pub(super) fn add_net(&mut self, from: Vec2, to: Vec2, spacing: f32) {
        if !(from.is_finite() && to.is_finite() && spacing > 0.0) {
            return;
        }
        let (from, to) = (outside_colliders(&self.world, from), outside_colliders(&self.world, to));
        let size = (to - from).abs();
        let spacing = self.limit_spacing(spacing);
        let meshes = (size / spacing).round().clamp(Vec2::ONE, Vec2::splat(MAX_NET_MESHES));
        let (columns, rows) = (meshes.x as u32 + 1, meshes.y as u32 + 1);
        let particles = u64::from(columns) * u64::from(rows);
        if !self.has_room(particles, 2 * particles) {
            return;
        }
        let (at, pins) = (Vec2::new(from.x.min(to.x), from.y.max(to.y)), GridPins::TopCorners);
        let grid = Grid { at, columns, rows, spacing, mass: MASS, pins, ..Grid::default() };
        self.worlds().for_each(|world| drop(grid.build(world, LinkKind::Net, 0.0)));
    }

    pub(super) fn insert(&mut self, clip: &Clip) {
        if self.can_insert(clip) {
            self.worlds().for_each(|world| world.insert(clip));
        }
    }

    /// Whether there is memory for a clip in both worlds, and time for their steps. Its lists are no longer than those of
    /// a world.
    pub fn can_insert(&self, clip: &Clip) -> bool {
        let (particles, links) = (clip.particles.len(), clip.links.len());
        let is_clip_of_a_world = clip.weights.len().max(clip.anchors.len()).max(clip.bends.len()) <= particles
            && clip.faces.len() <= links
            && clip.materials.len() <= MAX_MATERIALS;
        is_clip_of_a_world && has_time_for(links as u64, &self.world) && self.has_room(particles as u64, links as u64)
    }

    /// Checks that a clip can be inserted as a whole.
    ///
    /// # Errors
    /// With a sentence: what there is no room for, and what to do.
    pub fn check_room(&self, clip: &Clip) -> Result<(), String> {
        let world = &self.world;
        let all = [
            (world.colliders().shapes().len() + clip.shapes.len(), MAX_SHAPES, "obstacles"),
            (world.blowers().len() + clip.blowers.len(), MAX_BLOWERS, "blowers"),
            (world.balls().len() + clip.balls.len(), MAX_BALLS, "balls"),
        ];
        if let Some((count, max, things)) = all.into_iter().find(|(count, max, _)| count > max) {
            return Err(format!("with these there would be {count} {things} of at most {max}: delete some first"));
        }
        if !self.can_insert(clip) {
            return Err(format!(
                "there is no memory or time for {} more points: copy less at a time",
                clip.particles.len()
            ));
        }
        if clip.is_empty() { Err("the copy is empty: select something and copy it".to_owned()) } else { Ok(()) }
    }

    /// Limits the spacing, m. If ropes collide with each other, the discs of neighbouring particles must touch, so that
    /// no rope passes between them.
    fn limit_spacing(&self, spacing: f32) -> f32 {
        self.world.settings().rope_contact.map_or(spacing, |radius| spacing.min(2.0 * radius))
    }

    /// Whether both worlds together stay within [`MAX_MEMORY`] with this number of further particles and links in each.
    pub(super) fn has_room(&self, particles: u64, links: u64) -> bool {
        let worlds = 1 + u64::from(self.ghost.is_some());
        // Earlier builds started ghosts for which there is no room, and counted one world. Their sessions replay.
        let counted = if self.memory(worlds, 0, 0) > MAX_MEMORY { 1 } else { worlds };
        self.memory(counted, particles, links) <= MAX_MEMORY
    }

    /// Estimated memory of a number of worlds with this number of further particles and links in each, bytes.
    pub(super) fn memory(&self, worlds: u64, particles: u64, links: u64) -> u64 {
        // The worlds differ in the number of links, since links break in each world independently.
        let max_links = self.ghost.as_ref().map_or(0, |ghost| ghost.world.link_count()).max(self.world.link_count());
        let (particles, links) = (self.world.particles().len() as u64 + particles, max_links as u64 + links);
        estimate_memory(worlds * particles, worlds * links, self.world.settings())
    }
}

fn endpoint(world: &World, end: RopeEnd) -> Endpoint {
    match end.particle {
        Some(particle) if world.particles().contains(particle) => Endpoint::Existing(particle),
        _ => Endpoint::New(outside_colliders(world, end.at)),
    }
}

/// `at`, or the nearest point on the surface of a collider around it, m. A particle inside a collider would be pushed
/// out at once.
fn outside_colliders(world: &World, at: Vec2) -> Vec2 {
    world.colliders().outside(at)
}
