//! The design: what was built before time ran, to which a builder returns.
//!
//! As long as no time has run, the present is the design. The first step after that fixes it; the way back makes the
//! present the design again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{GhostState, Sandbox};
use crate::physics;
use crate::scene::{SceneDef, Walls};

/// What was built, fixed when time began to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The step of the session at which time began to run: edits at later steps are no part of the design.
    pub step: u64,
    /// State of the world.
    pub state: physics::Snapshot,
    /// State of the ghost, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost: Option<GhostState>,
    /// Whether the walls stood at the window's edges.
    pub follows_window: bool,
}

impl Design {
    /// The states in it.
    pub fn states(&self) -> impl Iterator<Item = &physics::Snapshot> {
        [&self.state].into_iter().chain(self.ghost.iter().map(|ghost| &ghost.state))
    }

    /// A scene that opens to it, with the rest of `scene`.
    pub(super) fn export(&self, scene: &SceneDef) -> SceneDef {
        let Self { step: _, state, ghost, follows_window } = self;
        SceneDef {
            // Its names are those of recipes.
            goal: None,
            ground: None,
            walls: Walls::around(state.colliders().room, *follows_window),
            held_end: None,
            seed: 0,
            settings: *state.settings(),
            build: Vec::new(),
            state: Some(state.clone()),
            ghost: ghost.as_ref().map(GhostState::rival),
            ghost_state: ghost.as_ref().map(|ghost| ghost.state.clone()),
            ..scene.clone()
        }
    }

    /// The same design in a session that begins at a step of this one.
    #[must_use]
    pub fn since(&self, first: u64) -> Self {
        Self { step: self.step.saturating_sub(first), ..self.clone() }
    }

    /// Memory, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.states().map(|state| state.bytes(None)).sum()
    }
}

impl Sandbox {
    /// What was built before time ran; `None` while no time has run since: the present is the design then.
    pub fn design(&self) -> Option<&Design> {
        self.design.as_deref()
    }

    /// The present as a design.
    pub(super) fn present(&self) -> Design {
        let (state, ghost) = (self.world.snapshot(None), self.ghost.as_ref().map(|ghost| ghost.state(None)));
        Design { step: self.steps, state, ghost, follows_window: self.follows_window }
    }

    /// Fixes the present as the design, if it is.
    pub(super) fn fix_design(&mut self) {
        if self.design.is_none() {
            self.design = Some(Arc::new(self.present()));
        }
    }

    /// Returns to the design. Nobody holds anything there, and walls that are the window's stay at its edges.
    pub(super) fn back_to_design(&mut self) {
        let Some(design) = self.design.take() else { return };
        let room = self.world.colliders().room.filter(|_| self.follows_window && design.follows_window);
        self.world.restore(&design.state);
        self.ghost = design.ghost.as_ref().map(|ghost| self.resume_ghost(ghost));
        self.follows_window = design.follows_window;
        for world in self.worlds() {
            let held: Vec<u32> = world.grabs().iter().map(|grab| grab.id).collect();
            held.into_iter().for_each(|grab| world.release(grab));
            if room.is_some() {
                world.set_room(room);
            }
        }
        self.forget_last_step();
    }

    /// Makes the present the design.
    pub(super) fn keep_as_design(&mut self) {
        self.design = None;
    }
}
