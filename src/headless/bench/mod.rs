//! `ropewalk bench`: the cost and the motion of the physics, and those of a plain reference in the same run.
//!
//! Each [`Workload`] gives one [`Figures`]. The settings are [`Settings::default`](crate::physics::Settings). Every
//! rope and net is 4 m long, and every particle weighs 1 kg.
//!
//! # Cost
//! Times depend on the machine and its load. So each time is measured alternately with a **reference** ([`Plain`]): the
//! loop that every tutorial writes, over the same particles and links in the order of the layout.
//!
//! A **projection** is one link in one sweep. The reference's cost of a projection is the time of its relaxation loop,
//! divided by sweeps x links. Our cost is marginal: the difference of the median step times of two worlds that differ
//! in projections alone, divided by the number of these. Integration and contacts are thereby left out; the time of a
//! step includes them. Strands are not solved in either world. A forward and backward sweep counts as two.
//!
//! * With one thread, both worlds are copies of the hanging workload with one substep. One makes one sweep in it, the
//!   other many more.
//! * With several threads (`--threads`, and a large scene in rows: `net-100k`, `net-1m`), one world makes the steps of
//!   the app: as many substeps as it chooses with strands off, one sweep in each. The other has the same particles
//!   without links, and as many substeps and threads. So a projection includes the waking and waiting of threads and
//!   the seams between their tiles.
//!
//! Budgets are in projections of the reference along a rope of 1 000 links. 47 000 of them are "1 ms": the speed of the
//! machine for which the budgets were set. [`Figures::budget_ms`] is the budget in the time of this machine.
//!
//! # Motion
//! The other figures are computed from positions and are equal on every machine. The fields of [`Figures`] define them.
//! A quick run, and any run of more than 200 000 links, shortens them: settling and swinging take 1 s (settling 2 s
//! from the corners and in the web), a yank is observed for 0.5 s, and the grab holds the free end for 0.25 s. Such
//! figures cannot be compared with those of a full run. A quick run of more than 200 000 links measures the cost alone.
//!
//! | File | Holds |
//! |---|---|
//! | `cost` | wall time of a step and of a projection |
//! | `counts` | the work of steps in numbers that are the same on every machine |
//! | `motion` | quality of the motion: stretch, energy and speeds |
//! | `reference` | the plain loop that every figure is compared with |
//! | `targets` | targets of the figures, and the tables of figures and targets |
//! | `workload` | the workloads: ropes, nets and a web, built by the same functions as scenes |

mod cost;
mod counts;
mod motion;
mod reference;
mod targets;
mod workload;

use glam::Vec2;
use serde::Serialize;

pub use counts::{AllocationCounter, Counted, Counts, UnknownCounted};
pub use reference::Plain;
pub use targets::{Table, targets_of};
pub use workload::{UnknownWorkload, Workload};

use crate::physics::World;

/// Reference projections that a budget calls 1 ms.
const PROJECTIONS_PER_MS: f64 = 47_000.0;

/// Most links of a workload whose motion is measured in full.
const MANY_LINKS: usize = 200_000;

/// Extent of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct MeasurementOptions {
    /// Whether to make fewer rounds and shorter runs: less than half a minute for all workloads.
    pub quick: bool,
    /// Number of threads that step a world.
    pub threads: usize,
}

/// Figures of one workload, in SI units unless a unit is named. Stretch and energy are shares (0.01 is 1 %). A figure
/// that was not measured is `None`, and `null` in JSON. The names of the fields are part of the output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Name of the workload.
    pub name: String,
    /// Number of links.
    pub links: usize,
    /// Marginal cost of one projection, ns of wall time.
    pub ns_per_projection: f64,
    /// Cost of one projection of the reference over the same links, ns.
    pub reference_ns: f64,
    /// Speed relative to the reference: `reference_ns / ns_per_projection`.
    pub ratio: f64,
    /// Median time of a step while the workload hangs and swings slightly, after its pins moved 5 cm at 1 m/s, ms.
    pub step_ms: f64,
    /// Greatest stretch of a link after hanging for 5 s (from the corners 10 s) at a drag of 2/s.
    pub settled_max: Option<f64>,
    /// Greatest stretch at the end of any frame of a yank: within 1 s the pins of the settled workload, without drag,
    /// move 1 m sideways in the first 0.1 s.
    pub yank_max: Option<f64>,
    /// Energy above that of hanging at rest after a free swing of 5 s, as a fraction of this energy at the start. Ropes
    /// and columns of nets start 45 degrees below the horizontal. Other workloads start as they are laid out, and their
    /// energy counts from that of the settled state; it is negative if they stretch and hang lower.
    pub energy_5s: Option<f64>,
    /// Greatest such share at the end of any frame.
    pub energy_max: Option<f64>,
    /// Highest speed of a particle within 1 s of a release, m/s. Before it a grab pulls the free end (of a net the
    /// middle of its lowest row) in 0.3 s straight away from the pins to 1.5 times its reach, and holds it for 1 s.
    pub release_speed: Option<f64>,
    /// Greatest change of a particle's velocity in the step after a cut through the middle, without the free fall of
    /// the part that was cut off, m/s. It means little for workloads that do not hang straight, which move when half of
    /// them is gone.
    pub cut_kick: Option<f64>,
    /// Requested number of threads.
    pub threads: usize,
    /// Substeps of a step.
    pub substeps: u32,
    /// Budget of a step in the time of this machine, ms, if the workload has one.
    pub budget_ms: Option<f64>,
    /// `step_ms / budget_ms`.
    pub budget_used: Option<f64>,
    /// Time of the slowest step of a sideways yank, ms: the greatest median of a step over several yanks.
    pub step_ms_yank: f64,
    /// Energy at the start of the free swing above that of hanging at rest, J.
    pub free_swing_start: Option<f64>,
    /// As `yank_max`, with the pins moved 1 m upwards.
    pub yank_up_max: Option<f64>,
    /// Time from the release until no link is stretched by more than 1 %, s; 2 s if that never happens.
    pub calm_s: Option<f64>,
}

/// Numbers of repetitions, and durations in steps of 1/60 s.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// Readings of each time; their median counts.
    rounds: u32,
    /// Number of yanks whose steps are timed.
    repeats: u32,
    settle: u32,
    yank: u32,
    swing: u32,
    hold: u32,
}

impl Times {
    fn new(options: MeasurementOptions, workload: &Workload, links: usize) -> Self {
        let long = Self { rounds: 15, repeats: 3, settle: 300, yank: 60, swing: 300, hold: 60 };
        let short = Self { settle: 60, yank: 30, swing: 60, hold: 15, ..long };
        let times = match (options.quick, links > MANY_LINKS) {
            (false, false) => long,
            (false, true) => short,
            (true, false) => Self { rounds: 5, ..short },
            (true, true) => Self { rounds: 5, repeats: 1, settle: 5, yank: 12, ..short },
        };
        // The other workloads fall before they settle.
        let settle = if workload.hangs_straight() { times.settle } else { 2 * times.settle };
        Self { settle, ..times }
    }
}

/// A workload and the number of threads that step its worlds.
#[derive(Clone, Debug)]
struct Subject {
    workload: Workload,
    threads: usize,
}

impl Subject {
    fn hanging(&self) -> World {
        self.with_threads(self.workload.hanging())
    }

    fn aslant(&self) -> World {
        self.with_threads(self.workload.aslant())
    }

    fn copy(&self, world: &World) -> World {
        self.with_threads(world.clone())
    }

    fn with_threads(&self, mut world: World) -> World {
        world.set_threads(self.threads);
        world
    }
}

/// Measures one workload.
#[must_use]
pub fn measure(workload: &Workload, options: MeasurementOptions) -> Figures {
    let MeasurementOptions { quick, threads } = options;
    let subject = Subject { workload: workload.clone(), threads };
    let links = subject.hanging().link_count();
    let times = Times::new(options, workload, links);
    let settled = motion::settled(&subject, times.settle);
    let projection = cost::projection(&subject, &settled, times.rounds);
    let step = cost::step(&subject, &settled, times.rounds);
    let step_ms_yank = cost::yank(&subject, &settled, times.yank, times.repeats);
    let moves = !(quick && links > MANY_LINKS);
    let swing = moves.then(|| motion::swing(&subject, &settled, times.swing)).flatten();
    let release = moves.then(|| motion::release(&subject, &settled, times.hold));
    let budget_ms = targets::budget(workload.name()).map(|budget| budget * PROJECTIONS_PER_MS * step.chain_ns / 1e6);
    Figures {
        name: workload.name().to_owned(),
        links,
        ns_per_projection: projection.ours,
        reference_ns: projection.reference,
        ratio: projection.reference / projection.ours,
        step_ms: step.swinging,
        settled_max: moves.then(|| settled.stretch().max),
        yank_max: moves.then(|| motion::yank(&subject, &settled, Vec2::X, times.yank)),
        energy_5s: swing.map(|swing| swing.end),
        energy_max: swing.map(|swing| swing.max),
        release_speed: release.map(|release| release.speed),
        cut_kick: moves.then(|| motion::cut_kick(&subject, &settled)),
        threads,
        substeps: settled.substeps(),
        budget_ms,
        budget_used: budget_ms.map(|budget| step.swinging / budget),
        step_ms_yank,
        free_swing_start: swing.map(|swing| swing.start),
        yank_up_max: moves.then(|| motion::yank(&subject, &settled, Vec2::Y, times.yank)),
        calm_s: release.map(|release| release.calm),
    }
}

/// Median of some values; 0 if there are none.
fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    match values {
        [] => 0.0,
        values if values.len().is_multiple_of(2) => 0.5 * (values[half - 1] + values[half]),
        values => values[half],
    }
}
