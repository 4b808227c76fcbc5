//! The design: what was built before time ran, to which a builder returns.
//!
//! As long as no time has run, the present is the design. The first step after that fixes it; the way back makes the
//! present the design again.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{Ghost, GhostState, Sandbox};
use crate::physics;
use crate::physics::{Similarity, Things, World};
use crate::scene::SceneDef;

/// The design, fixed when time began to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The step of the session at which time began to run: edits at later steps are no part of the design. `None` if
    /// that was before the session began.
    pub step: Option<u64>,
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

    /// The same design in a session that begins at a step of this one.
    #[must_use]
    pub fn since(&self, first: u64) -> Self {
        Self { step: self.step.and_then(|step| step.checked_sub(first)), ..self.clone() }
    }

    /// Memory, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.states().map(|state| state.bytes(None)).sum()
    }
}

impl Sandbox {
    /// The design; `None` while no time has run since: the present is the design then.
    pub fn design(&self) -> Option<&Design> {
        self.design.as_deref()
    }

    /// Fixes the present as the design, if it is.
    pub(super) fn fix_design(&mut self) {
        if self.design.is_none() {
            let (state, ghost) = (self.world.snapshot(None), self.ghost.as_ref().map(|ghost| ghost.state(None)));
            let design = Design { step: Some(self.steps), state, ghost, follows_window: self.follows_window };
            self.design = Some(Arc::new(design));
        }
    }

    /// Returns to the design. Nobody holds anything there, walls that are the window's stay at its edges, and a comparison
    /// goes on from there.
    pub(super) fn back_to_design(&mut self) {
        let Some(design) = self.design.take() else { return };
        let room = self.world.colliders().room.filter(|_| self.follows_window && design.follows_window);
        let rival = self.ghost.as_ref().map(Ghost::rival);
        self.world.restore(&design.state);
        self.ghost = design.ghost.as_ref().map(|ghost| self.resume_ghost(ghost));
        self.follows_window = design.follows_window;
        for world in self.worlds() {
            let_go(world);
            if room.is_some() {
                world.set_room(room);
            }
        }
        if self.ghost.is_none() {
            self.set_ghost(rival.as_ref());
        }
        self.forget_last_step();
    }

    /// A scene that opens to what was built before time ran.
    #[must_use]
    pub fn export_design(&self) -> SceneDef {
        let mut built = self.clone();
        built.back_to_design();
        built.export()
    }

    /// Makes the present the design.
    pub(super) fn keep_as_design(&mut self) {
        self.design = None;
    }
}

/// Ends whatever holds, carries or drives something.
fn let_go(world: &mut World) {
    let held: Vec<u32> = world.grabs().iter().map(|grab| grab.id).collect();
    held.into_iter().for_each(|grab| world.release(grab));
    let lifted = Things::of_particles(world.lifted().to_vec());
    if !lifted.is_empty() {
        world.transform(&lifted, &Similarity::default(), true);
    }
    if world.drive().is_some() {
        world.set_drive_velocity(Vec2::ZERO);
    }
}
