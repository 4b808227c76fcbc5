//! Checks of a recording: the order and number of its steps, and whether its scenes, states and ghosts can be built.

use super::{Recording, Stamped, opened};
use crate::sandbox::{Command, Design};
use crate::scene;
use crate::scene::{BuildError, NamedScene};
use crate::timeline::limits::{MAX_COMMANDS, MAX_REBUILT, MAX_STEPS};

/// The commands of a recording build too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the resets and scenes of the recording build {built} particles and links; at most {MAX_REBUILT} are possible without \
     a window: open it in one, where Esc stops it"
)]
pub struct TooMuchWork {
    /// Upper bound of the particles and links that they build.
    built: u64,
}

impl Recording {
    /// Checks that its commands build no more than `MAX_REBUILT`, for a run that cannot be watched and stopped.
    ///
    /// # Errors
    /// With the number of particles and links and the limit.
    pub fn check_rebuilding(&self) -> Result<(), TooMuchWork> {
        let mut size = size(&self.start);
        let built = self.commands.iter().map(|Stamped(_, command)| match command {
            Command::Reset | Command::SetGhost(Some(_)) => size,
            _ => opened(command).map_or(0, |scene| {
                size = self::size(scene);
                size
            }),
        });
        let built = built.fold(0, u64::saturating_add);
        if built > MAX_REBUILT { Err(TooMuchWork { built }) } else { Ok(()) }
    }

    /// Checks that the scene and all states can be built. A session that was kept with its state, and not changed since,
    /// was played: its settings may be slow, and its start larger than one may be now.
    pub(super) fn check_states(&self) -> Result<(), BuildError> {
        let ghosts = [&self.ghost, &self.ghost_now].into_iter().flatten().map(|ghost| &ghost.state);
        let designs = [&self.design, &self.design_now].into_iter().flatten().flat_map(Design::states);
        let mut states = [&self.state, &self.now].into_iter().flatten().chain(ghosts).chain(designs);
        if self.now.is_some() && !self.is_changed {
            return states.try_for_each(scene::check_counts);
        }
        scene::check(&self.start.scene)?;
        states.try_for_each(|state| scene::check_state(state, state.settings()))?;
        self.check_ghosts()
    }

    /// Checks that no ghost is started in a scene of which there is no memory for two.
    fn check_ghosts(&self) -> Result<(), BuildError> {
        let of_scene = |scene: &NamedScene| {
            let scene::Size { particles, links, .. } = scene.scene.size();
            ((particles, links), scene.scene.settings)
        };
        let mut scene = of_scene(&self.start);
        let mut now = self.state.as_ref().map_or(scene, |state| (state.size(), *state.settings()));
        self.commands.iter().try_for_each(|Stamped(_, command)| {
            match command {
                Command::Reset => now = scene,
                Command::SetGhost(Some(_)) => scene::check_memory(2, now.0, &now.1)?,
                _ => {
                    if let Some(opened) = opened(command) {
                        scene = of_scene(opened);
                        now = scene;
                    }
                }
            }
            Ok(())
        })
    }

    /// Checks the order and the number of steps. The error says what was expected.
    pub(super) fn check_steps(&self) -> Result<(), String> {
        let end = self.end.0;
        let commands = self.commands.iter().map(|Stamped(step, _)| *step).chain([end]);
        let hashes = self.hashes.iter().map(|Stamped(step, _)| *step).chain([end]);
        let parts = self.parts.iter().map(|Stamped(step, _)| *step).chain([end]);
        if !(commands.is_sorted() && hashes.is_sorted() && parts.is_sorted()) {
            Err("steps that never go back expected, none after the end's".to_owned())
        } else if end > MAX_STEPS {
            Err(format!("an end after at most {MAX_STEPS} steps expected, found {end}"))
        } else if self.commands.len() > MAX_COMMANDS {
            Err(format!("at most {MAX_COMMANDS} commands expected, found {}", self.commands.len()))
        } else {
            Ok(())
        }
    }
}

/// An upper bound of the particles and links that a scene builds.
fn size(scene: &NamedScene) -> u64 {
    let scene::Size { particles, links, .. } = scene.scene.size();
    particles.saturating_add(links)
}
