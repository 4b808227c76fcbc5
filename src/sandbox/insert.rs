//! Copies that a user pastes, added to the world and to the ghost's, and the memory that there is for more.

use super::Sandbox;
use crate::physics::{Clip, MAX_BALLS, MAX_BLOWERS, MAX_MATERIALS, MAX_SHAPES};
use crate::scene::{MAX_MEMORY, estimate_memory, has_time_for};

impl Sandbox {
    /// Adds copied things, if there is room for them.
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

    /// Whether both worlds together stay within [`MAX_MEMORY`] with this number of further particles and links in each.
    pub(super) fn has_room(&self, particles: u64, links: u64) -> bool {
        let worlds = 1 + u64::from(self.ghost.is_some());
        self.memory(worlds, particles, links) <= MAX_MEMORY
    }

    /// Estimated memory of a number of worlds with this number of further particles and links in each, bytes.
    pub(super) fn memory(&self, worlds: u64, particles: u64, links: u64) -> u64 {
        // The worlds differ in the number of links, since links break in each world independently.
        let max_links = self.ghost.as_ref().map_or(0, |ghost| ghost.world.link_count()).max(self.world.link_count());
        let (particles, links) = (self.world.particles().len() as u64 + particles, max_links as u64 + links);
        estimate_memory(worlds * particles, worlds * links, self.world.settings())
    }
}
