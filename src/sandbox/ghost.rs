//! The ghost: a second world that another method moves, fed by the same commands, to compare the two.
//!
//! Whatever changes the first world changes the ghost in the same way: both add in the same order, so that an id means the
//! same in both, and a cut cuts what it meets in each. Only how links are kept at their length is each world's own.

use std::borrow::Cow;

use glam::Vec2;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

use super::{Command, Sandbox};
use crate::{
    physics::{self, ParticleId, World},
    scene::{self, MOST_GHOST_COST, Rival, Technique},
};

/// A second world.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub(super) name: String,
    pub(super) world: World,
    /// Positions before the last step, m, for the picture. Not state.
    pub(super) before: Vec<Vec2>,
}

/// The exact state of a ghost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GhostState {
    /// What the legend calls it.
    pub name: String,
    /// Its world, its settings among it.
    pub state: physics::Snapshot,
}

impl Ghost {
    pub(super) fn new(name: String, world: World) -> Self {
        Self { name, world, before: Vec::new() }
    }

    /// What the legend calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How it keeps links at their length, under its name.
    #[must_use]
    pub fn rival(&self) -> Rival {
        Rival { name: self.name.clone(), settings: Technique::of(self.world.settings()) }
    }

    pub(super) fn state(&self, before: Option<&GhostState>) -> GhostState {
        let Self { name, world, before: _ } = self;
        GhostState { name: name.clone(), state: world.snapshot(before.map(|before| &before.state)) }
    }

    /// Moves it on by one step. Returns whether anything moved.
    pub(super) fn step(&mut self) -> bool {
        let Self { name: _, world, before } = self;
        before.clone_from(&world.particles().position);
        world.step();
        *before != world.particles().position
    }

    /// Where all its particles are in the picture, m, into `to`: as [`Sandbox::see`].
    pub fn see(&self, blend: f32, to: &mut Vec<Vec2>) {
        super::see(&self.before, self.world.particles(), blend, to);
    }

    /// A hash that differs from `hash`, and differs when anything of the ghost does.
    pub(super) fn hash_after(&self, hash: u64) -> u64 {
        let Self { name, world, before: _ } = self;
        let mut bytes = b"ghost".to_vec();
        bytes.extend(hash.to_le_bytes());
        bytes.extend(world.state_hash().to_le_bytes());
        bytes.extend(name.as_bytes());
        xxh64(&bytes, 0)
    }
}

impl Sandbox {
    /// The second world, if there is one.
    #[must_use]
    pub fn ghost(&self) -> Option<&Ghost> {
        self.ghost.as_ref()
    }

    /// Whether a ghost with this technique could be stepped here in a bearable time: see [`MOST_GHOST_COST`].
    #[must_use]
    pub fn can_afford(&self, technique: Technique) -> bool {
        technique.cost(self.world.settings().step, self.world.link_count() as u64) <= MOST_GHOST_COST
    }

    /// Begins a comparison with the world as it is now. A rival of the same name goes on with other settings; one that
    /// cannot be afforded does not begin.
    pub(super) fn set_ghost(&mut self, rival: Option<&Rival>) {
        let Some(rival) = rival else {
            self.ghost = None;
            return;
        };
        if !self.can_afford(rival.settings) {
            return;
        }
        match &mut self.ghost {
            Some(ghost) if ghost.name == rival.name => {
                ghost.world.set_settings(rival.settings.onto(self.world.settings()));
            }
            _ => self.ghost = Some(Ghost::new(rival.name.clone(), scene::rival_world(rival, &self.world))),
        }
    }

    /// Does to the ghost what was just done to the world.
    pub(super) fn echo(&mut self, command: &Command) {
        let Some(mut ghost) = self.ghost.take() else { return };
        let technique = Technique::of(ghost.world.settings());
        let command = match command {
            // They have seen to both.
            Command::SetGhost(_)
            | Command::Reset
            | Command::Open(_)
            | Command::AddRope { .. }
            | Command::AddNet { .. } => None,
            // Its own randomness may be at another place.
            Command::PinAtRandom => {
                let pinned = &self.world.particles().pinned;
                (0..).zip(pinned).for_each(|(id, &pinned)| ghost.world.set_pinned(ParticleId(id), pinned));
                None
            }
            Command::SetSettings(settings) => {
                Some(Cow::Owned(Command::SetSettings(Box::new(technique.onto(settings)))))
            }
            command => Some(Cow::Borrowed(command)),
        };
        if let Some(command) = command {
            std::mem::swap(&mut self.world, &mut ghost.world);
            self.change(&command);
            std::mem::swap(&mut self.world, &mut ghost.world);
        }
        self.ghost = Some(ghost);
    }
}
