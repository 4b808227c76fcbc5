//! `ropewalk bench --counts`: the work of steps, in numbers that are the same on every machine.
//!
//! A scene of the gallery, with its ghost, and a workload at the start of its free swing are stepped on one thread, without
//! input. [`Counts`] defines the numbers. `cargo bench --bench counts` counts allocations, too, for which it needs an
//! allocator of its own; `benches/counts.txt` holds its output, which `.ci/run` compares.

use serde::Serialize;
use thiserror::Error;

use super::Workload;
use crate::physics::{WorkCounts, World};
use crate::sandbox::Sandbox;
use crate::scene::{self, BuildError, NamedScene};

/// Steps of a scene: ten seconds.
const SCENE_STEPS: u32 = 600;

/// Steps of a workload.
const WORKLOAD_STEPS: u32 = 60;

/// Steps of a scene or workload of more than [`MANY_LINKS`].
const LARGE_STEPS: u32 = 20;

/// Most links of a scene or workload that makes all of its steps.
const MANY_LINKS: usize = 100_000;

/// Steps after which buffers have their sizes: at most half of all steps.
const WARM_STEPS: u32 = 30;

/// Runs something and returns how many allocations it made.
pub type AllocationCounter = fn(&mut dyn FnMut()) -> u64;

/// A scene of the gallery or a workload, whose work is counted.
#[derive(Clone, Debug)]
pub enum Counted {
    /// A scene of the gallery.
    Scene(Box<NamedScene>),
    /// A workload.
    Workload(Workload),
}

/// An unknown name of a scene or workload.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no scene in the gallery and no workload \"{0}\" (`ropewalk scenes` lists all scenes, `ropewalk bench \
     --help` the workloads)"
)]
pub struct UnknownCounted(String);

/// The work of the steps of a scene or workload: sums over all of its steps. The names of the fields are part of the output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Name of the scene or workload.
    pub name: String,
    /// Number of links at the start, without those of a ghost.
    pub links: usize,
    /// Number of steps.
    pub steps: u32,
    /// See [`WorkCounts::substeps`].
    pub substeps: u64,
    /// See [`WorkCounts::projections`].
    pub projections: u64,
    /// See [`WorkCounts::direct_rows`].
    pub direct_rows: u64,
    /// See [`WorkCounts::contact_rows`].
    pub contact_rows: u64,
    /// Allocations of the steps after the first 30, or after the first half if there are fewer than 60. `None`, and `null` in
    /// JSON, without an [`AllocationCounter`].
    pub allocations: Option<u64>,
}

/// A scene or workload in motion.
enum Run {
    Scene(Box<Sandbox>),
    Workload(Box<World>),
}

impl Run {
    fn world(&self) -> &World {
        match self {
            Self::Scene(sandbox) => sandbox.world(),
            Self::Workload(world) => world,
        }
    }

    fn step(&mut self) {
        match self {
            Self::Scene(sandbox) => sandbox.step(),
            Self::Workload(world) => world.step(),
        }
    }

    /// The work so far, with that of a ghost.
    fn work(&self) -> WorkCounts {
        let ghost = match self {
            Self::Scene(sandbox) => sandbox.ghost().map(|ghost| ghost.world().work()),
            Self::Workload(_) => None,
        };
        self.world().work() + ghost.unwrap_or_default()
    }
}

impl Counted {
    /// The workload or the scene of the gallery with a name.
    ///
    /// # Errors
    /// When there is neither.
    pub fn named(name: &str) -> Result<Self, UnknownCounted> {
        let scene = || Some(Self::Scene(Box::new(scene::named(name)?)));
        let found = Workload::named(name).map(Self::Workload).ok().or_else(scene);
        found.ok_or_else(|| UnknownCounted(name.to_owned()))
    }

    /// The names that are counted by default: all scenes of the gallery, then all workloads that are measured by default.
    pub fn names() -> impl Iterator<Item = &'static str> {
        scene::names().chain(Workload::NAMES)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Scene(scene) => &scene.name,
            Self::Workload(workload) => workload.name(),
        }
    }

    /// Counts the work of its steps.
    ///
    /// # Errors
    /// When the scene cannot be built.
    pub fn count(&self, allocations: Option<AllocationCounter>) -> Result<Counts, BuildError> {
        let (mut run, steps) = match self {
            Self::Scene(scene) => (Run::Scene(Box::new(Sandbox::new((**scene).clone())?)), SCENE_STEPS),
            Self::Workload(workload) => (Run::Workload(Box::new(workload.aslant())), WORKLOAD_STEPS),
        };
        let links = run.world().link_count();
        let steps = if links > MANY_LINKS { LARGE_STEPS } else { steps };
        let warm = WARM_STEPS.min(steps / 2);
        (0..warm).for_each(|_| run.step());
        let mut step_on = || (warm..steps).for_each(|_| run.step());
        let allocations = if let Some(counter) = allocations {
            Some(counter(&mut step_on))
        } else {
            step_on();
            None
        };
        let WorkCounts { substeps, projections, direct_rows, contact_rows } = run.work();
        let name = self.name().to_owned();
        Ok(Counts { name, links, steps, substeps, projections, direct_rows, contact_rows, allocations })
    }
}

/// Headings of the columns, each as wide as its column: the same widths for all rows, so that a row changes alone.
const HEADS: [&str; 8] = [
    "name                ",
    "   links",
    "steps",
    "substeps",
    " projections",
    "direct rows",
    "contact rows",
    "allocations",
];

impl Counts {
    /// The line of headings of a table of counts.
    #[must_use]
    pub fn head() -> String {
        HEADS.join("  ").trim_end().to_owned()
    }

    /// Its row of a table: the name aligned to the left, numbers to the right.
    #[must_use]
    pub fn row(&self) -> String {
        let Self { name, links, steps, substeps, projections, direct_rows, contact_rows, allocations } = self;
        let numbers = [*links as u64, u64::from(*steps), *substeps, *projections, *direct_rows, *contact_rows];
        let cells = numbers.into_iter().map(Some).chain([*allocations]);
        let mut row = format!("{name:width$}", width = HEADS[0].len());
        for (number, head) in cells.zip(&HEADS[1..]) {
            let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            row += &format!("  {number:>width$}", width = head.len());
        }
        row
    }
}
