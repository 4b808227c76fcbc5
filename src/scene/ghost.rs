//! The ghost of a scene: a copy of its world that another method moves.

use super::{SceneDef, build, error::BuildError, rival::Rival};
use crate::physics::{Method, Settings, World};

/// Greatest cost of a step of a ghost, as [`super::Technique::cost`] counts. At this cost some five steps a second are
/// done.
pub const MAX_GHOST_COST: u64 = 100_000_000;

/// Checks that a scene's ghost can be built.
pub(super) fn check(scene: &SceneDef) -> Result<(), BuildError> {
    let SceneDef { ghost, ghost_state, state, settings, .. } = scene;
    if let Some(Rival { name, settings: technique }) = ghost {
        let links = scene.size().links;
        if technique.cost(settings.sanitised().step, links) > MAX_GHOST_COST {
            return Err(BuildError::SlowGhost { name: name.clone(), links });
        }
    }
    match ghost_state {
        None => Ok(()),
        Some(_) if ghost.is_none() || state.is_none() => Err(BuildError::GhostAlone),
        Some(state) => build::check_state(state, state.settings()),
    }
}

/// Builds the ghost of a scene, if it has one. `world` is the scene's world, as [`build()`](super::build()) makes it.
///
/// # Errors
/// When a step of the ghost costs too much, or its state exceeds a limit.
pub fn build_ghost(scene: &SceneDef, world: &World) -> Result<Option<(Rival, World)>, BuildError> {
    check(scene)?;
    let Some(rival) = &scene.ghost else { return Ok(None) };
    let Some(state) = &scene.ghost_state else { return Ok(Some((rival.clone(), rival_world(rival, world)))) };
    let mut ghost = state.world();
    let settings = rival.settings.onto(world.settings());
    if *ghost.settings() != settings {
        ghost.set_settings(settings);
    }
    Ok(Some((rival.clone(), ghost)))
}

/// A copy of a world that a rival's technique moves from now on.
pub fn rival_world(rival: &Rival, world: &World) -> World {
    let mut ghost = world.fork();
    ghost.set_settings(rival.settings.onto(world.settings()));
    let Settings { method, springs, .. } = *world.settings();
    // The soft ground is a force, which the Jakobsen method does not know: the ground is solid for it.
    if let Some(soft) = springs.ground
        && (method, rival.settings.method) == (Method::Springs, Method::Jakobsen)
        && world.colliders().ground.is_none()
    {
        ghost.set_ground(Some(soft.height));
    }
    ghost
}
