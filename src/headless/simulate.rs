//! `ropewalk simulate`: steps a scene or a recording and reports what came of it.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use thiserror::Error;

use crate::{
    raster::Spool,
    sandbox::Sandbox,
    scene::{BuildError, FileError, NamedScene},
    timeline::{Divergence, Hash, Recording, Replay, Timeline},
};

/// What to run.
#[derive(Debug)]
pub struct Run {
    /// The scene it starts from.
    pub start: NamedScene,
    /// What to do in it.
    pub replay: Option<Recording>,
    /// How many steps.
    pub steps: u64,
    /// On how many threads; the result does not depend on it.
    pub threads: usize,
    /// Where to write each particle's position at each step.
    pub csv: Option<PathBuf>,
}

/// What came of a run: all but the counts as it is after the last step, stretch too. In SI units; stretch as a share of the
/// rest length.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the scene at the end.
    pub scene: String,
    /// Steps done.
    pub steps: u64,
    /// Time simulated, s.
    pub time: f64,
    /// How many particles there are.
    pub particles: usize,
    /// How many links still hold.
    pub constraints: usize,
    /// Links that were cut.
    pub cut: u64,
    /// Links that tore.
    pub torn: u64,
    /// Stretch of the most stretched link, as a share of its rest length.
    pub max_stretch: f64,
    /// Mean stretch of all links.
    pub mean_stretch: f64,
    /// J.
    pub kinetic_energy: f64,
    /// J, 0 at the origin's height.
    pub potential_energy: f64,
    /// 16 hexadecimal digits.
    pub state_hash: Hash,
    /// What came of the ghost, where there is one at the end.
    #[serde(flatten)]
    pub ghost: Option<GhostReport>,
}

/// The same of a ghost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostReport {
    /// What it is called.
    pub ghost: String,
    /// How many links still hold in it.
    pub ghost_constraints: usize,
    /// Links that were cut.
    pub ghost_cut: u64,
    /// Links that tore.
    pub ghost_torn: u64,
    /// Stretch of the most stretched link, as a share of its rest length.
    pub ghost_max_stretch: f64,
    /// Mean stretch of all links.
    pub ghost_mean_stretch: f64,
    /// J.
    pub ghost_kinetic_energy: f64,
    /// J.
    pub ghost_potential_energy: f64,
    /// How often a particle was held to the speed limit in the world.
    pub held_back: u64,
    /// And in the ghost.
    pub ghost_held_back: u64,
}

impl GhostReport {
    fn of(sandbox: &Sandbox) -> Option<Self> {
        let ghost = sandbox.ghost()?;
        let world = ghost.world();
        let (stretch, energy) = (world.stretch(), world.energy());
        Some(Self {
            ghost: ghost.name().to_owned(),
            ghost_constraints: world.link_count(),
            ghost_cut: world.cut_link_count(),
            ghost_torn: world.torn_link_count(),
            ghost_max_stretch: stretch.max,
            ghost_mean_stretch: stretch.mean,
            ghost_kinetic_energy: energy.kinetic,
            ghost_potential_energy: energy.potential,
            held_back: sandbox.world().clamped_speed_count(),
            ghost_held_back: world.clamped_speed_count(),
        })
    }
}

impl std::fmt::Display for GhostReport {
    /// A line a value, each after a line's end.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { ghost, ghost_constraints, ghost_cut, ghost_torn, ghost_max_stretch, ghost_mean_stretch, .. } = self;
        let Self { ghost_kinetic_energy, ghost_potential_energy, held_back, ghost_held_back, .. } = self;
        write!(f, "\nghost {ghost}\nghost_constraints {ghost_constraints}")?;
        write!(f, "\nghost_cut {ghost_cut}\nghost_torn {ghost_torn}")?;
        write!(f, "\nghost_max_stretch {ghost_max_stretch:.9}\nghost_mean_stretch {ghost_mean_stretch:.9}")?;
        write!(f, "\nghost_kinetic_energy {ghost_kinetic_energy:.9}")?;
        write!(f, "\nghost_potential_energy {ghost_potential_energy:.9}")?;
        write!(f, "\nheld_back {held_back}\nghost_held_back {ghost_held_back}")
    }
}

/// Why a run did not end well.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The scene cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The replay did not come to the recorded state. This is a fault of ours, or the recording was edited.
    #[error("the replay differs from the recording {0}")]
    Diverged(Divergence),
    /// The picture would not fit into memory.
    #[error("so large a picture cannot be held in memory: ask for a smaller --size")]
    TooLarge,
}

/// Runs `run` to its end.
///
/// # Errors
/// When the CSV cannot be written, or a replay does not come to the state that was recorded.
pub fn simulate(run: Run) -> Result<Report, Failure> {
    let Run { start, replay, steps, threads, csv } = run;
    let mut sandbox = replay.as_ref().map_or_else(|| Sandbox::new(start), Recording::start_sandbox)?;
    sandbox.set_threads(threads);
    let haunted = sandbox.ghost().is_some() || replay.as_ref().is_some_and(Recording::has_ghost);
    let mut timeline = Timeline::new(sandbox, false);
    if let Some(recording) = replay {
        timeline.play(Replay::new(recording));
    }
    let mut table = csv.as_deref().map(|path| Table::create(path, haunted)).transpose()?;
    for _ in 0..steps {
        if let Some(table) = &mut table {
            table.rows(timeline.sandbox())?;
        }
        timeline.step();
    }
    timeline.apply_due_commands();
    if let Some(mut table) = table {
        table.rows(timeline.sandbox())?;
        table.finish()?;
    }
    match timeline.divergence() {
        Some(divergence) => Err(Failure::Diverged(divergence)),
        None => Ok(report(timeline.sandbox())),
    }
}

fn report(sandbox: &Sandbox) -> Report {
    let world = sandbox.world();
    let (stretch, energy) = (world.stretch(), world.energy());
    Report {
        scene: sandbox.scene().name.clone(),
        steps: sandbox.steps(),
        time: sandbox.time(),
        particles: world.particles().len(),
        constraints: world.link_count(),
        cut: world.cut_link_count(),
        torn: world.torn_link_count(),
        max_stretch: stretch.max,
        mean_stretch: stretch.mean,
        kinetic_energy: energy.kinetic,
        potential_energy: energy.potential,
        state_hash: Hash(sandbox.state_hash()),
        ghost: GhostReport::of(sandbox),
    }
}

impl std::fmt::Display for Report {
    /// A line a value: its name, a space, the value.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { scene, steps, time, particles, constraints, cut, torn, .. } = self;
        let Self { max_stretch, mean_stretch, kinetic_energy, potential_energy, state_hash, .. } = self;
        writeln!(f, "scene {scene}\nsteps {steps}\ntime {time:.3}\nparticles {particles}")?;
        writeln!(f, "constraints {constraints}\ncut {cut}\ntorn {torn}")?;
        writeln!(f, "max_stretch {max_stretch:.9}\nmean_stretch {mean_stretch:.9}")?;
        writeln!(f, "kinetic_energy {kinetic_energy:.9}\npotential_energy {potential_energy:.9}")?;
        write!(f, "state_hash {state_hash}")?;
        self.ghost.as_ref().map_or(Ok(()), |ghost| ghost.fmt(f))
    }
}

/// The positions of all particles at all steps, as CSV.
struct Table {
    path: PathBuf,
    to: To,
    /// There is a ghost at some time, and so there are columns for it.
    haunted: bool,
}

/// Where it goes.
enum To {
    /// To a file, which is as it was until all rows are there.
    File(BufWriter<Spool>),
    /// To a pipe or a device, row by row.
    Straight(BufWriter<std::fs::File>),
}

impl To {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::File(to) => to,
            Self::Straight(to) => to,
        }
    }
}

impl Table {
    fn create(path: &Path, haunted: bool) -> Result<Self, FileError> {
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        // What is replaced would no longer be where a shell has sent `/dev/stdout`, either.
        let is_special = ["/dev", "/proc"].into_iter().any(|system| path.starts_with(system))
            || std::fs::metadata(path).is_ok_and(|found| !(found.is_file() || found.is_dir()));
        let mut to = if is_special {
            To::Straight(BufWriter::new(std::fs::File::create(path).map_err(failed)?))
        } else {
            To::File(BufWriter::new(Spool::create(path)?))
        };
        let columns = if haunted { ",ghost_x,ghost_y" } else { "" };
        writeln!(to.writer(), "step,time,particle,x,y{columns}").map_err(failed)?;
        Ok(Self { path: path.to_owned(), to, haunted })
    }

    fn rows(&mut self, sandbox: &Sandbox) -> Result<(), FileError> {
        let (step, time) = (sandbox.steps(), sandbox.time());
        let ghost = sandbox.ghost().map(|ghost| &ghost.world().particles().position);
        for (particle, at) in sandbox.world().particles().position.iter().enumerate() {
            let to = self.to.writer();
            let written = write!(to, "{step},{time:.9},{particle},{},{}", at.x, at.y).and_then(|()| {
                match ghost.and_then(|ghost| ghost.get(particle)) {
                    Some(at) => writeln!(to, ",{},{}", at.x, at.y),
                    // Before it is there, and after.
                    None => writeln!(to, "{}", if self.haunted { ",," } else { "" }),
                }
            });
            written.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), FileError> {
        self.to.writer().flush().map_err(|error| self.failed(error))?;
        match self.to {
            To::File(to) => {
                let path = self.path;
                let failed = |error| FileError::Write { path, error };
                to.into_inner().map_err(|error| failed(error.into_error()))?.finish().map(drop)
            }
            To::Straight(_) => Ok(()),
        }
    }

    fn failed(&self, error: std::io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), error }
    }
}
