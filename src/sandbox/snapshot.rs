//! Snapshots of a sandbox, and how it is restored.

use std::sync::Arc;

use super::{Design, Ghost, GhostState, Sandbox};
use crate::scene::{BuildError, NamedScene, Walls};
use crate::{physics, scene};

/// The state of a sandbox at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// State of the world.
    pub world: physics::Snapshot,
    /// The scene that the world came from, and to whose start a reset returns.
    pub scene: Arc<NamedScene>,
    /// Steps since the session began.
    pub steps: u64,
    /// Simulated time since the session began, s.
    pub time: f64,
    /// Number of commands since the session began after which ids may name other things.
    pub renumberings: u64,
    /// Whether the walls stand at the window's edges, wherever those are.
    pub follows_window: bool,
    /// State of the ghost, if there is one.
    pub ghost: Option<GhostState>,
    /// The design, if time has run since.
    pub design: Option<Arc<Design>>,
}

impl Snapshot {
    /// A sandbox in this state, on one thread.
    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        let mut sandbox = Sandbox::from_parts(self.world.world(), Arc::clone(&self.scene), None);
        sandbox.ghost = self.ghost.as_ref().map(|state| sandbox.resume_ghost(state));
        (sandbox.steps, sandbox.time, sandbox.renumberings) = (self.steps, self.time, self.renumberings);
        sandbox.follows_window = self.follows_window;
        sandbox.design.clone_from(&self.design);
        sandbox
    }

    /// [`Snapshot::follows_window`], if the scene says otherwise.
    #[must_use]
    pub fn other_follows_window(&self) -> Option<bool> {
        let of_scene = self.scene.scene.walls == Walls::Window;
        (self.follows_window != of_scene).then_some(self.follows_window)
    }

    /// Memory that it does not share with `before`, bytes.
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let ghost_before = before.and_then(|before| before.ghost.as_ref()).map(|ghost| &ghost.state);
        let ghost = self.ghost.as_ref().map_or(0, |ghost| ghost.state.bytes(ghost_before));
        let is_shared = |design: &Arc<Design>| {
            let earlier = before.and_then(|before| before.design.as_ref());
            earlier.is_some_and(|earlier| Arc::ptr_eq(earlier, design))
        };
        let design = self.design.as_ref().filter(|design| !is_shared(design)).map_or(0, |design| design.bytes());
        self.world.bytes(before.map(|before| &before.world)) + ghost + design
    }
}

impl Sandbox {
    /// A sandbox in the state that a file holds, however long its steps take.
    ///
    /// # Errors
    /// When a state has too many particles or links.
    pub fn resumed(snapshot: &Snapshot) -> Result<Self, BuildError> {
        let ghost = snapshot.ghost.iter().map(|ghost| &ghost.state);
        let design = snapshot.design.iter().flat_map(|design| design.states());
        [&snapshot.world].into_iter().chain(ghost).chain(design).try_for_each(scene::check_counts)?;
        Ok(snapshot.sandbox())
    }

    /// A ghost in this state, on the threads of the world.
    pub(super) fn resume_ghost(&self, GhostState { name, state }: &GhostState) -> Ghost {
        let mut world = state.world();
        world.copy_execution_from(&self.world);
        Ghost::new(name.clone(), world)
    }

    /// A snapshot of the present state. It shares with `before`, the last snapshot, all that is the same.
    #[must_use]
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let Self {
            world,
            scene,
            steps,
            time,
            renumberings,
            follows_window,
            ghost,
            design,
            previous_positions: _,
            previous_shapes: _,
            still_steps: _,
        } = self;
        let world = world.snapshot(before.map(|before| &before.world));
        let ghost = ghost.as_ref().map(|ghost| ghost.state(before.and_then(|before| before.ghost.as_ref())));
        let (steps, time, renumberings, follows_window) = (*steps, *time, *renumberings, *follows_window);
        let (scene, design) = (Arc::clone(scene), design.clone());
        Snapshot { world, scene, steps, time, renumberings, follows_window, ghost, design }
    }

    /// Restores a snapshot. What follows is the same, bit for bit, as what followed the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { world, scene, steps, time, renumberings, follows_window, ghost, design } = snapshot;
        self.world.restore(world);
        self.ghost = ghost.as_ref().map(|state| self.resume_ghost(state));
        self.scene = Arc::clone(scene);
        (self.steps, self.time, self.renumberings) = (*steps, *time, *renumberings);
        self.follows_window = *follows_window;
        self.design.clone_from(design);
        self.forget_last_step();
    }

    /// Forgets the positions before the last step: the next picture is not blended from them.
    pub(super) fn forget_last_step(&mut self) {
        self.previous_positions.clear();
        self.previous_shapes.clear();
        self.still_steps = 0;
    }
}
