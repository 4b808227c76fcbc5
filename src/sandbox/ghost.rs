//! The ghost: a second world that another method moves under the same commands, to compare the two.
//!
//! Both worlds add particles in the same order, so an id means the same in both. A cut removes the links that it meets
//! in each. Only the technique, which keeps links at their length, differs.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

use super::Sandbox;
use crate::physics::World;
use crate::scene::{MAX_GHOST_COST, MAX_MEMORY, Rival, Technique};
use crate::{physics, scene};

/// A second world with the name of its method.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub(super) name: String,
    pub(super) world: World,
    /// Positions before the last step, m, to blend pictures from. Not state.
    pub(super) previous_positions: Vec<Vec2>,
}

/// The exact state of a ghost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GhostState {
    /// Name in the legend.
    pub name: String,
    /// State of its world, settings included.
    pub state: physics::Snapshot,
}

impl Ghost {
    pub(super) fn new(name: String, world: World) -> Self {
        Self { name, world, previous_positions: Vec::new() }
    }

    /// Name in the legend.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Its name and technique.
    pub fn rival(&self) -> Rival {
        Rival { name: self.name.clone(), settings: Technique::of(self.world.settings()) }
    }

    /// Its state. The unchanged parts are shared with `before`, an earlier state.
    pub(super) fn state(&self, before: Option<&GhostState>) -> GhostState {
        let Self { name, world, previous_positions: _ } = self;
        GhostState { name: name.clone(), state: world.snapshot(before.map(|before| &before.state)) }
    }

    /// Advances it by one step. Returns whether anything moved.
    pub(super) fn step(&mut self) -> bool {
        let Self { name: _, world, previous_positions } = self;
        previous_positions.clone_from(&world.particles().position);
        world.step();
        *previous_positions != world.particles().position
    }

    /// A hash over the ghost and `hash`, the hash of the first world.
    pub(super) fn combined_hash(&self, hash: u64) -> u64 {
        let Self { name, world, previous_positions: _ } = self;
        let mut bytes = b"ghost".to_vec();
        bytes.extend(hash.to_le_bytes());
        bytes.extend(world.state_hash().to_le_bytes());
        bytes.extend(name.as_bytes());
        xxh64(&bytes, 0)
    }
}

impl Sandbox {
    /// The ghost, if there is one.
    pub fn ghost(&self) -> Option<&Ghost> {
        self.ghost.as_ref()
    }

    /// Whether a ghost with this technique is fast enough, and there is memory for it.
    pub fn can_afford(&self, technique: Technique) -> bool {
        self.is_fast_enough(technique) && self.has_memory_for_ghost()
    }

    /// Whether there is memory for two worlds.
    fn has_memory_for_ghost(&self) -> bool {
        self.memory(2, 0, 0) <= MAX_MEMORY
    }

    /// Whether a step of a ghost with this technique stays within [`MAX_GHOST_COST`].
    fn is_fast_enough(&self, technique: Technique) -> bool {
        technique.cost(self.world.settings().step, self.world.link_count() as u64) <= MAX_GHOST_COST
    }

    /// Starts a comparison from the present world, or ends one. A rival with the name of the present ghost only changes
    /// its settings. A rival that is too slow, or for which there is no memory, changes nothing.
    pub(super) fn set_ghost(&mut self, rival: Option<&Rival>) {
        let Some(rival) = rival else {
            self.ghost = None;
            return;
        };
        if !self.is_fast_enough(rival.settings) {
            return;
        }
        match &mut self.ghost {
            Some(ghost) if ghost.name == rival.name => {
                ghost.world.set_settings(rival.settings.onto(self.world.settings()));
            }
            _ => {
                if self.has_memory_for_ghost() {
                    self.ghost = Some(Ghost::new(rival.name.clone(), scene::rival_world(rival, &self.world)));
                }
            }
        }
    }
}
