//! Moments of a sandbox that can be gone back to.

use std::sync::Arc;

use super::{GhostState, Sandbox};
use crate::{physics, scene::NamedScene};

/// A moment of a sandbox that can be gone back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    world: physics::Snapshot,
    scene: Arc<NamedScene>,
    steps: u64,
    time: f64,
    ghost: Option<GhostState>,
}

impl Snapshot {
    /// The state of the world.
    #[must_use]
    pub fn world(&self) -> &physics::Snapshot {
        &self.world
    }

    /// That of the second world, if there is one.
    #[must_use]
    pub fn ghost(&self) -> Option<&GhostState> {
        self.ghost.as_ref()
    }

    /// A sandbox at this moment, on one thread.
    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        let mut sandbox = Sandbox::with(self.world.world(), Arc::clone(&self.scene), None);
        sandbox.ghost = self.ghost.as_ref().map(|state| sandbox.revived(state));
        (sandbox.steps, sandbox.time) = (self.steps, self.time);
        sandbox
    }

    /// The scene that it came from.
    #[must_use]
    pub fn scene(&self) -> &NamedScene {
        &self.scene
    }

    /// Memory that it holds besides what it shares with `before`, bytes.
    #[must_use]
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let ghost_before = before.and_then(|before| before.ghost.as_ref()).map(|ghost| &ghost.state);
        let ghost = self.ghost.as_ref().map_or(0, |ghost| ghost.state.bytes(ghost_before));
        self.world.bytes(before.map(|before| &before.world)) + ghost
    }
}

impl Sandbox {
    /// The sandbox as it is now. `before` is its last snapshot, with which this one shares what is the same.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self { world, scene, steps, time, before: _, shapes_before: _, still_steps: _, ghost } = self;
        let world = world.snapshot(before.map(|before| &before.world));
        let ghost = ghost.as_ref().map(|ghost| ghost.state(before.and_then(Snapshot::ghost)));
        Snapshot { world, scene: Arc::clone(scene), steps: *steps, time: *time, ghost }
    }

    /// Goes back (or forward) to a moment: from here on to the same bits as from there.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { world, scene, steps, time, ghost } = snapshot;
        self.world.restore(world);
        self.ghost = ghost.as_ref().map(|state| self.revived(state));
        self.scene = Arc::clone(scene);
        (self.steps, self.time) = (*steps, *time);
        self.before.clear();
        self.shapes_before.clear();
        self.still_steps = 0;
    }
}
