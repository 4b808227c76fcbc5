//! `ropewalk bench`: what the physics costs and how well it moves, beside a plain reference in the same run.
//!
//! Each [`Workload`] gives one [`Figures`]. All physics is at [`Settings::default`](crate::physics::Settings): what a
//! scene gets that says nothing. Every rope and net is 4 m long, every particle weighs 1 kg.
//!
//! # Cost
//! A clock says something about one machine in one minute. So each time is told beside that of a **reference**, read in
//! turns with it: the loop that every tutorial writes ([`Plain`]), over the same particles and links, in the order in
//! which they were laid. A **projection** is one link in one sweep. The reference's cost of one is the time of its
//! relaxation loop / (sweeps x links). Ours is the marginal one, of two worlds whose steps differ by projections alone:
//! the difference of the medians of their times / those projections. What else a step does (integration, contacts) is
//! thereby left out: it is in the time of a step. No strands are solved in either, and a sweep that goes there and back
//! counts as two.
//!
//! * Where one thread steps the world, both are copies of the hanging workload with one substep, and one makes one sweep
//!   in it, the other many more.
//! * Where its steps are shared out among threads (`--threads`, and a scene that is large and in rows: `net-100k`,
//!   `net-1m`), one takes the very steps that the app does, with as many substeps as it chooses by itself when strands are
//!   off, one sweep in each; the other is made of the same particles without a link, and takes as many substeps on as many
//!   threads. So the waking of threads, their waiting, and the seams that one of them does alone are part of a projection.
//!   (Many sweeps in a substep say nothing there: they make the seams as wide as the bands.) With integration, a
//!   projection comes to some 1.6 times as much.
//!
//! Budgets are told in projections of the reference along a rope of 1 000 links, 47 000 of which are "1 ms" (that is the
//! clock of the machine for which the budgets were set): [`Figures::budget_ms`] is the budget in this machine's time.
//!
//! # Motion
//! What is measured from the positions is the same on every machine, and is defined at the fields of [`Figures`]. In a
//! quick run, and with more than 200 000 links, it is cut short: settling and swinging take 1 s (from the corners and in
//! the web 2 s to settle), a yank is watched for 0.5 s, and the hand keeps what it has pulled for 0.25 s; the figures are
//! not to be compared with those of a full run. A quick run of more than 200 000 links finds the costs alone.

mod cost;
mod motion;
mod reference;
mod targets;
mod workload;

use glam::Vec2;
use serde::Serialize;

pub use reference::Plain;
pub use targets::table;
pub use workload::{UnknownWorkload, Workload};

use crate::physics::World;

/// Reference projections that a budget calls 1 ms.
const PROJECTIONS_PER_MS: f64 = 47_000.0;

/// Links above which a workload takes its time in short.
const MANY_LINKS: usize = 200_000;

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Fewer rounds and shorter times: under half a minute for all workloads.
    pub quick: bool,
    /// Threads that step a world.
    pub threads: usize,
}

/// What was measured of one workload. In SI units where no other is named; stretch and energy as shares (0.01 is 1 %).
/// What was left out is `None`, and `null` in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The workload's name.
    pub name: String,
    /// How many links it has.
    pub links: usize,
    /// Marginal cost of one projection, ns: of wall time, on however many threads.
    pub ns_per_projection: f64,
    /// Cost of one projection of the reference over the same links, ns.
    pub reference_ns: f64,
    /// How many of ours the reference's takes: `reference_ns / ns_per_projection`.
    pub ratio: f64,
    /// Median time of a step, hanging and swinging slightly (its pins were moved by 5 cm at 1 m/s), ms.
    pub step_ms: f64,
    /// Stretch of the most stretched link after hanging for 5 s (from the corners 10 s) in air with a drag of 2/s.
    pub settled_max: Option<f64>,
    /// The most stretch at the end of any frame of 1 s, in which the pins of what has settled, now without drag, are
    /// moved 1 m sideways in the first 0.1 s.
    pub yank_max: Option<f64>,
    /// The energy above that of hanging at rest, as a share of what it was at the start, after swinging freely for 5 s
    /// from 45 degrees below the horizontal (each column of a net by itself). Of what does not hang straight down: from
    /// its start, and above the potential energy of its settled state. Below 0 where it stretches and hangs lower.
    pub energy_5s: Option<f64>,
    /// The greatest such share at the end of any frame.
    pub energy_max: Option<f64>,
    /// The highest speed of any particle within 1 s from letting go, m/s. Before that a hand pulls the free end (of a net
    /// the middle of its lowest row) for 0.3 s straight away from the pins to 1.5 times its reach, and keeps it for 1 s.
    pub release_speed: Option<f64>,
    /// The greatest change of any particle's velocity in the step after a cut through the middle, beside gravity x step
    /// for what was cut free and beside nothing for the rest, m/s. What does not hang straight down has to move when
    /// half of it is gone: its figure says little.
    pub cut_kick: Option<f64>,
    /// Threads that were asked for.
    pub threads: usize,
    /// Substeps of a step.
    pub substeps: u32,
    /// What a step may cost, in this machine's time, ms; for the workloads that have a budget.
    pub budget_ms: Option<f64>,
    /// `step_ms / budget_ms`.
    pub budget_used: Option<f64>,
    /// Time of the dearest frame of the sideways yank, ms: the greatest of the frames' medians over several yanks.
    pub step_ms_yank: f64,
    /// The energy at the start of the free swing above that of hanging at rest, J.
    pub free_swing_start: Option<f64>,
    /// As `yank_max`, with the pins moved 1 m upwards.
    pub yank_up_max: Option<f64>,
    /// Time from letting go until no link is stretched by more than 1 % any more, s; 2 s where that never comes.
    pub calm_s: Option<f64>,
}

/// How often and for how long, in steps of 1/60 s.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// Readings of each time, whose median counts.
    rounds: u32,
    /// Yanks whose steps are timed.
    repeats: u32,
    settle: u32,
    yank: u32,
    swing: u32,
    hold: u32,
}

impl Times {
    fn new(effort: Effort, workload: &Workload, links: usize) -> Self {
        let long = Self { rounds: 15, repeats: 3, settle: 300, yank: 60, swing: 300, hold: 60 };
        let short = Self { settle: 60, yank: 30, swing: 60, hold: 15, ..long };
        let times = match (effort.quick, links > MANY_LINKS) {
            (false, false) => long,
            (false, true) => short,
            (true, false) => Self { rounds: 5, ..short },
            (true, true) => Self { rounds: 5, repeats: 1, settle: 5, yank: 12, ..short },
        };
        // What does not hang straight at its start falls there first.
        let settle = if workload.hangs_straight() { times.settle } else { 2 * times.settle };
        Self { settle, ..times }
    }
}

/// A workload, and how its worlds are stepped.
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
        with_threads(&mut world, self.threads);
        world
    }
}

/// Lets `world` be stepped by so many threads. The one place that knows how.
fn with_threads(world: &mut World, threads: usize) {
    world.set_threads(threads);
}

/// Measures one workload.
#[must_use]
pub fn measure(workload: &Workload, effort: Effort) -> Figures {
    let Effort { quick, threads } = effort;
    let subject = Subject { workload: workload.clone(), threads };
    let links = subject.hanging().link_count();
    let times = Times::new(effort, workload, links);
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
        energy_max: swing.map(|swing| swing.most),
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

/// The middle one of some values, or the mean of the two in the middle; 0 of none.
fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    match values {
        [] => 0.0,
        values if values.len().is_multiple_of(2) => 0.5 * (values[half - 1] + values[half]),
        values => values[half],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&mut []), 0.0);
    }
}
