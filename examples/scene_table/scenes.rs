//! Tables of the gallery: a minute of every scene, and of its ghost, as `ropewalk simulate` steps it.

use std::time::Instant;

use glam::Vec2;
use ropewalk::headless::bench::{Plain, Workload};
use ropewalk::physics::World;
use ropewalk::sandbox::Sandbox;
use ropewalk::scene;

use crate::body::centre_of_mass;
use crate::table::{Table, fixed, optional, significant};

/// Steps of a run.
const STEPS: u32 = 3_600;

/// Steps of the first part of the cost: most things still move.
const FIRST_STEPS: usize = 300;

/// Times at which the energy is read, s.
const TIMES: [u32; 7] = [0, 1, 2, 5, 10, 20, 60];

/// A particle below this speed rests, m/s.
const REST_SPEED: f64 = 0.015;

/// Most links of a world that is read after every step; a larger one is read after every tenth.
const MANY_LINKS: usize = 100_000;

/// Sweeps of the reference in a reading: some 0.5 ms.
const SWEEPS: usize = 25;

/// Steps between two readings of the reference.
const READING_STEPS: u32 = 20;

const SIZE: Table = Table {
    title: "Size",
    note: "Every scene of the gallery for 60 s, and the ghost of a scene that has one. Substeps and solver are those \
           of the first\nstep.",
    columns: &["Scene", "Particles", "Links", "Substeps", "Solver", "Torn links", "Clamped speeds"],
    rows: Vec::new(),
};

const STRETCH: Table = Table {
    title: "Stretch and speed",
    note: "Stretch of the most stretched link at the end of any step; the same and the mean of all links at the end of \
           the run;\nhighest speed of a particle.",
    columns: &["Scene", "Ever, %", "At the end, %", "Mean at the end, %", "Fastest, m/s"],
    rows: Vec::new(),
};

const ENERGY: Table = Table {
    title: "Energy",
    note: "Kinetic and potential energy of the free particles (0 at the height of the origin) after a time; greatest \
           rise of it\nabove the start, and above an earlier minimum. Only wind, motors and the published methods may \
           raise it.",
    columns: &[
        "Scene",
        "0 s, J",
        "1 s, J",
        "2 s, J",
        "5 s, J",
        "10 s, J",
        "20 s, J",
        "60 s, J",
        "Above start, J",
        "Above minimum, J",
    ],
    rows: Vec::new(),
};

const REST: Table = Table {
    title: "Shape and rest",
    note: "Extent and centre of mass of all particles at the end; time after which no particle is faster than 15 mm/s \
           (`-`: it\nstill moves at the end); time after which all free particles sleep; number of those that sleep \
           at the end.",
    columns: &[
        "Scene",
        "Left, m",
        "Right, m",
        "Low, m",
        "High, m",
        "Centre x, m",
        "Centre y, m",
        "At rest, s",
        "All asleep, s",
        "Particles, asleep",
    ],
    rows: Vec::new(),
};

const COST: Table = Table {
    title: "Cost",
    note: "Median time of a step in the first 5 s and in the whole minute, on one thread; the same in sweeps of the \
           plain loop\n(`Plain`) along a rope of 1 000 links, measured meanwhile.\nOther work on the machine raises both.",
    columns: &["Scene", "First 5 s, ms", "60 s, ms", "First 5 s, sweeps", "60 s, sweeps"],
    rows: Vec::new(),
};

/// The tables of the gallery.
pub fn tables(is_wanted: &dyn Fn(&str) -> bool) -> Vec<Table> {
    let mut tables = [SIZE, STRETCH, ENERGY, REST, COST];
    for name in scene::names().filter(|name| is_wanted(name)) {
        let mut sandbox = Sandbox::new(scene::named(name).expect("a scene of the gallery")).expect("the scene builds");
        for run in run(name, &mut sandbox) {
            let rows = [run.size, run.stretch, run.energy, run.rest, run.cost];
            for (table, cells) in tables.iter_mut().zip(rows) {
                table.rows.push(std::iter::once(run.name.clone()).chain(cells).collect());
            }
        }
    }
    tables.into()
}

/// Cells of each table.
struct Row {
    name: String,
    size: Vec<String>,
    stretch: Vec<String>,
    energy: Vec<String>,
    rest: Vec<String>,
    cost: Vec<String>,
}

/// Steps a scene for a minute. Returns the rows of its world and of its ghost.
fn run(name: &str, sandbox: &mut Sandbox) -> Vec<Row> {
    let mut plain = Plain::of(&Workload::named("rope-1000").expect("a workload of this name").hanging());
    let mut sweeps = Vec::new();
    let mut traces: Vec<_> = worlds(sandbox).map(Trace::new).collect();
    for step in 1..=STEPS {
        if step % READING_STEPS == 1 {
            let start = Instant::now();
            plain.step(SWEEPS);
            sweeps.push(ms(start, Instant::now()) / SWEEPS as f64);
        }
        let mut laps = Vec::new();
        sandbox.step_timed(|| laps.push(Instant::now()));
        for ((trace, world), lap) in traces.iter_mut().zip(worlds(sandbox)).zip(laps.windows(2)) {
            trace.read(world, step);
            trace.ms.push(ms(lap[0], lap[1]));
        }
    }
    let sweep = median(&sweeps);
    let names = [name.to_owned(), format!("{name}, ghost")];
    names
        .into_iter()
        .zip(traces)
        .zip(worlds(sandbox))
        .map(|((name, trace), world)| trace.row(name, world, sweep))
        .collect()
}

/// The world of a sandbox, and its ghost's.
fn worlds(sandbox: &Sandbox) -> impl Iterator<Item = &World> {
    std::iter::once(sandbox.world()).chain(sandbox.ghost().map(|ghost| ghost.world()))
}

/// The course of a world over a run.
struct Trace {
    size: Vec<String>,
    energies: Vec<f64>,
    lowest_energy: f64,
    above_start: f64,
    above_lowest: f64,
    stretch: f64,
    fastest: f64,
    /// First step after which it has rested, if it rests.
    rests_from: Option<u32>,
    /// First step after which it has slept, if it sleeps.
    sleeps_from: Option<u32>,
    /// Time of each step.
    ms: Vec<f64>,
}

impl Trace {
    fn new(world: &World) -> Self {
        let start = world.energy().total();
        Self {
            size: vec![world.particles().len().to_string(), world.link_count().to_string()],
            energies: vec![start],
            lowest_energy: start,
            above_start: 0.0,
            above_lowest: 0.0,
            stretch: 0.0,
            fastest: 0.0,
            rests_from: None,
            sleeps_from: None,
            ms: Vec::new(),
        }
    }

    /// Reads a world after a step.
    fn read(&mut self, world: &World, step: u32) {
        if step == 1 {
            self.size.extend([world.substeps().to_string(), world.solver_name().to_owned()]);
        }
        if world.link_count() > MANY_LINKS && !step.is_multiple_of(10) {
            return;
        }
        let energy = world.energy().total();
        self.lowest_energy = self.lowest_energy.min(energy);
        self.above_start = self.above_start.max(energy - self.energies[0]);
        self.above_lowest = self.above_lowest.max(energy - self.lowest_energy);
        if TIMES.contains(&(step / 60)) && step.is_multiple_of(60) {
            self.energies.push(energy);
        }
        self.stretch = self.stretch.max(world.stretch().max);
        let speed = top_speed(world);
        self.fastest = self.fastest.max(speed);
        let free = world.particles().pinned.iter().filter(|pinned| !**pinned).count();
        let since = |is: bool, from: Option<u32>| is.then(|| from.unwrap_or(step));
        self.rests_from = since(speed < REST_SPEED, self.rests_from);
        self.sleeps_from = since(world.sleeping_count() == free, self.sleeps_from);
    }

    /// The cells of each table; `sweep` is the time of a sweep of the reference, ms.
    fn row(self, name: String, world: &World, sweep: f64) -> Row {
        let percent = |share: f64| fixed(100.0 * share, 3);
        let stretch = world.stretch();
        let energies = self.energies.iter().chain([&self.above_start, &self.above_lowest]);
        let position = &world.particles().position;
        let (low, high) = (
            position.iter().copied().reduce(Vec2::min).unwrap_or_default(),
            position.iter().copied().reduce(Vec2::max).unwrap_or_default(),
        );
        let centre = centre_of_mass(world);
        let shape = [low.x, high.x, low.y, high.y].map(f64::from).into_iter().chain([centre.x, centre.y]);
        let seconds = |step: Option<u32>| optional(step.map(|step| f64::from(step) / 60.0), 1);
        let times = [seconds(self.rests_from), seconds(self.sleeps_from), world.sleeping_count().to_string()];
        let (first, all) = (median(&self.ms[..FIRST_STEPS]), median(&self.ms));
        let counts = [world.torn_link_count(), world.clamped_speed_count()];
        Row {
            name,
            size: self.size.into_iter().chain(counts.map(|count| count.to_string())).collect(),
            stretch: vec![percent(self.stretch), percent(stretch.max), percent(stretch.mean), fixed(self.fastest, 2)],
            energy: energies.map(|&energy| significant(energy)).collect(),
            rest: shape.map(|at| fixed(at, 3)).chain(times).collect(),
            cost: [first, all, first / sweep, all / sweep].map(significant).to_vec(),
        }
    }
}

/// Speed of the fastest particle over the last substep, m/s.
fn top_speed(world: &World) -> f64 {
    let squared = world.particles().displacement.iter().map(|by| by.as_dvec2().length_squared()).fold(0.0, f64::max);
    squared.sqrt() / f64::from(world.substep_length())
}

fn ms(from: Instant, to: Instant) -> f64 {
    (to - from).as_secs_f64() * 1e3
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}
