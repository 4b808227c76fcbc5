//! `ropewalk simulate`: steps a scene or a recording and reports its state at the end.

use std::path::PathBuf;

use thiserror::Error;

use super::{Report, position_table::PositionTable};

use crate::sandbox::Sandbox;
use crate::scene::{BuildError, FileError, NamedScene};
use crate::timeline::{Divergence, Player, Recording, TooMuchWork};

/// A run to be made.
#[derive(Debug)]
pub struct Run {
    /// The scene that it starts from.
    pub start: NamedScene,
    /// The recording that it plays.
    pub replay: Option<Recording>,
    /// Number of steps.
    pub steps: u64,
    /// Number of threads; the result does not depend on it.
    pub threads: usize,
    /// CSV file for the position of each particle at each step.
    pub csv: Option<PathBuf>,
}

/// An error of a run.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The scene cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The recording takes too long without a window.
    #[error(transparent)]
    TooMuchWork(#[from] TooMuchWork),
    /// The replay differs from the recorded state: an error of the program, or an edited recording.
    #[error("the replay differs from the recording {0}")]
    Diverged(Divergence),
    /// The picture does not fit into memory.
    #[error("the picture does not fit into memory: give a smaller --size")]
    TooLarge,
}

/// Makes a run and reports its end.
///
/// # Errors
/// When the CSV file cannot be written, or a replay differs from the recorded state.
pub fn simulate(run: Run) -> Result<Report, Failure> {
    let Run { start, replay, steps, threads, csv } = run;
    replay.as_ref().map_or(Ok(()), Recording::check_rebuilding)?;
    let mut sandbox = replay.as_ref().map_or_else(|| Sandbox::new(start), Recording::start_sandbox)?;
    sandbox.set_threads(threads);
    let has_ghost = sandbox.ghost().is_some() || replay.as_ref().is_some_and(Recording::has_ghost);
    let mut player = Player::new(sandbox, replay);
    let mut table = csv.as_deref().map(|path| PositionTable::create(path, has_ghost)).transpose()?;
    for _ in 0..steps {
        if let Some(table) = &mut table {
            table.write_rows(player.sandbox())?;
        }
        player.step();
    }
    player.apply_due_commands();
    if let Some(mut table) = table {
        table.write_rows(player.sandbox())?;
        table.finish()?;
    }
    match player.divergence() {
        Some(divergence) => Err(Failure::Diverged(divergence)),
        None => Ok(Report::of(player.sandbox())),
    }
}
