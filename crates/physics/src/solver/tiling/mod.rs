//! A step of a large scene: block by block through memory rather than array by array, and on several threads.
//!
//! A substep is a row of stages: integrate, each colour, finish. Links join particles whose ids are at most a `span`
//! apart, so a stage may follow the one before it at that distance, and all stages of all substeps go through memory
//! together, as a wave that fits the cache. For threads the particles are cut into bands. Each stage of a band keeps a
//! span further away from the borders than the stage before, so that no band touches another; then the seams between
//! them are done, and no two of those touch. Every particle meets the same operations in the same order as in the plain
//! loop, hence to the same bits, whatever the number of threads.
//!
//! Turned down: threads that wait for each other after every colour. It costs more than it gains below 5 000 links, and
//! a thread that the system takes away then holds up all others a hundred times a step.
#[cfg(target_arch = "wasm32")]
pub mod single_thread;

use std::{ops::Range, sync::Arc};

use glam::Vec2;
#[cfg(not(target_arch = "wasm32"))]
use rayon_core::{ThreadPool, ThreadPoolBuilder, join};

#[cfg(target_arch = "wasm32")]
use crate::solver::tiling::single_thread::{ThreadPool, ThreadPoolBuilder, join};
use crate::{
    geometry::colliders::Colliders,
    particles::storage::Particles,
    plane_contact::{self, ContactParameters},
    simd::{self, ParticleView, motion::MotionConstants},
    solver::{colouring::Colouring, verlet},
};

/// Particles by which the wave moves on: 2 048 make so many short pieces of rows that they take 10 % longer.
const BLOCK: usize = 8_192;

/// Links x substeps in a step from which threads are used. A tenth of this is no faster on two of them.
const WORTH_THREADS: usize = 400_000;

/// Links x substeps from which it is worth to wake the threads once: some 20 microseconds of work.
const WORTH_WAKING: usize = 20_000;

/// Particles from which the wave pays on one thread: 3 MB of arrays. Measured: no loss here, 14 % gained in a net of a
/// million links, 41 % in one of four million.
const LARGE: usize = 100_000;

/// A wave over so many particles is larger than the cache, and no better than the plain loop.
const WIDEST_WAVE: usize = 100_000;

/// Most threads on which a world steps.
pub const MAX_THREADS: usize = 64;

/// When steps are done in tiles. The bits are the same, so this is no state: it is there for the tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tiling {
    /// Where it pays.
    #[default]
    Auto,
    /// Wherever it can be done.
    Always,
    /// Not at all.
    Never,
}

/// How steps are tiled, and scratch for it: nothing of this is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct TiledStepper {
    pub tiling: Tiling,
    /// None: the calling thread alone.
    pool: Option<Arc<ThreadPool>>,
    stages: Vec<Stage>,
    /// Where held particles are led.
    pub held_poses: Vec<HeldPose>,
    /// Held particles at the beginning of the step.
    pub initial_poses: Vec<HeldPose>,
}

/// Where a held particle is at the beginning of a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldPose {
    pub substep: u32,
    pub particle: usize,
    /// m.
    pub position: Vec2,
    /// m.
    pub displacement: Vec2,
}

impl HeldPose {
    /// Where a particle is now.
    pub fn of(particles: &Particles, substep: u32, particle: usize) -> Self {
        let Particles { position, displacement, .. } = particles;
        Self { substep, particle, position: position[particle], displacement: displacement[particle] }
    }
}

/// What is done to all particles, or to all links of a colour.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// In which substep of the step.
    Integrate(u32),
    Colour(usize),
    Finish,
}

/// One stage of a wave, and how far (in ids) it keeps from the lower and the upper border of a band.
#[derive(Clone, Copy, Debug)]
struct Stage {
    work: Work,
    low: usize,
    high: usize,
}

/// What stays the same during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepConstants<'a> {
    pub colouring: &'a Colouring,
    pub colliders: &'a Colliders,
    pub motion: MotionConstants,
    pub surface: ContactParameters,
    /// Share of an error that a projection takes, 0 to 1.
    pub share: f32,
    /// Sweeps in a substep.
    pub sweeps: u32,
}

impl TiledStepper {
    /// Uses so many threads; fewer if the system gives none.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.min(MAX_THREADS);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
        self.pool = pool.map(Arc::new);
    }

    fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Whether a step of so many particles and `links` (links x sweeps) is to be tiled. `sweeps` in a substep.
    pub fn should_tile(
        &self,
        colouring: &Colouring,
        (count, links): (usize, usize),
        sweeps: u32,
        substeps: u32,
    ) -> bool {
        let reach = reach(colouring, sweeps);
        let (bands, chunk) = self.layout(count, reach);
        let work = |substeps: u32| links.saturating_mul(substeps as usize);
        match self.tiling {
            Tiling::Never => false,
            _ if colouring.has_overflow() => false,
            Tiling::Always => true,
            Tiling::Auto if bands > 1 => work(substeps) >= WORTH_THREADS && work(chunk.min(substeps)) >= WORTH_WAKING,
            Tiling::Auto => count >= LARGE && reach <= WIDEST_WAVE,
        }
    }

    /// Whether a step that is tiled uses more than one thread.
    pub fn uses_threads(&self, colouring: &Colouring, count: usize, sweeps: u32) -> bool {
        self.layout(count, reach(colouring, sweeps)).0 > 1
    }

    /// Into how many bands so many particles are cut, and how many substeps are done together, if the stages of each
    /// keep from a border by `reach` (in ids).
    fn layout(&self, count: usize, reach: usize) -> (usize, u32) {
        // Bands need room for the stages of a substep; seams are done by one thread, so they shall be narrow.
        let bands = self.threads().min(count / (2 * reach)).max(1);
        let widest = if bands == 1 { WIDEST_WAVE } else { (count / bands / 8).min(WIDEST_WAVE) };
        (bands, u32::try_from((widest / reach).max(1)).unwrap_or(u32::MAX))
    }

    /// Does these of a step's substeps; where the hands lead in them is in [`TiledStepper::led`]. Returns how many particles were
    /// held back. `moved` is scratch, zero before and after.
    pub fn step(
        &mut self,
        particles: &mut Particles,
        corrections: &mut [Vec2],
        constants: StepConstants,
        substeps: Range<u32>,
    ) -> u64 {
        let count = particles.len();
        let (bands, chunk) = self.layout(count, reach(constants.colouring, constants.sweeps));
        let mut held_back = 0;
        let mut done = substeps.start;
        while done < substeps.end {
            let next = (done + chunk).min(substeps.end);
            self.set_stages(&constants, done..next);
            let Self { stages, held_poses, pool, .. } = &*self;
            let wave = Wave { constants, stages, held_poses, count, bands };
            let Particles { position, displacement, inv_mass, .. } = &mut *particles;
            let part = Part { first: 0, position, displacement, corrections, inv_mass };
            held_back += match pool {
                Some(pool) if bands > 1 => pool.install(|| wave.run(part)),
                _ => wave.run(part),
            };
            done = next;
        }
        held_back
    }

    /// Lays out the stages of some substeps.
    fn set_stages(&mut self, constants: &StepConstants, substeps: Range<u32>) {
        let colouring = constants.colouring;
        self.stages.clear();
        let (mut low, mut high) = (0, 0);
        let mut push = |work, span| {
            high += span;
            self.stages.push(Stage { work, low, high });
            low += span;
        };
        for substep in substeps {
            push(Work::Integrate(substep), 0);
            for _ in 0..constants.sweeps {
                let colours = || colouring.spans().enumerate();
                colours().for_each(|(colour, span)| push(Work::Colour(colour), span));
                if colouring.needs_symmetric_sweep() {
                    colours().rev().for_each(|(colour, span)| push(Work::Colour(colour), span));
                }
            }
            push(Work::Finish, 0);
        }
    }
}

/// How far (in ids) the stages of one substep keep from a border, all together; at least 1.
fn reach(colouring: &Colouring, sweeps: u32) -> usize {
    let passes = if colouring.needs_symmetric_sweep() { 2 } else { 1 };
    (colouring.spans().sum::<usize>() * passes * sweeps as usize).max(1)
}

/// The particles from `first` on, as slices of equal length.
struct Part<'a> {
    first: usize,
    position: &'a mut [Vec2],
    displacement: &'a mut [Vec2],
    corrections: &'a mut [Vec2],
    inv_mass: &'a [f32],
}

impl Part<'_> {
    /// The particles below the id `at`, and the others.
    fn split(&mut self, at: usize) -> (Part<'_>, Part<'_>) {
        let (lower, upper) = (self.first, at);
        let at = at - self.first;
        let (position, displacement) = (self.position.split_at_mut(at), self.displacement.split_at_mut(at));
        let (corrections, inv_mass) = (self.corrections.split_at_mut(at), self.inv_mass.split_at(at));
        let part = |first, position, displacement, corrections, inv_mass| Part {
            first,
            position,
            displacement,
            corrections,
            inv_mass,
        };
        (
            part(lower, position.0, displacement.0, corrections.0, inv_mass.0),
            part(upper, position.1, displacement.1, corrections.1, inv_mass.1),
        )
    }
}

/// Some substeps that are done together.
#[derive(Clone, Copy)]
struct Wave<'a> {
    constants: StepConstants<'a>,
    stages: &'a [Stage],
    held_poses: &'a [HeldPose],
    count: usize,
    bands: usize,
}

impl Wave<'_> {
    /// The bands, then the seams between them.
    fn run(&self, mut part: Part) -> u64 {
        let (bands, _) = part.split(self.count);
        self.run_bands(bands, 0..self.bands) + if self.bands > 1 { self.run_seams(part, 1..self.bands) } else { 0 }
    }

    /// The id at which a band begins.
    fn border(&self, band: usize) -> usize {
        self.count * band / self.bands
    }

    /// The id in the middle of a band, where the seams on its two sides do not come.
    fn middle(&self, band: usize) -> usize {
        usize::midpoint(self.border(band), self.border(band + 1))
    }

    fn run_bands(&self, mut part: Part, bands: Range<usize>) -> u64 {
        if bands.len() == 1 {
            return self.run_band(&mut part, bands.start);
        }
        let middle = usize::midpoint(bands.start, bands.end);
        let (lower, upper) = part.split(self.border(middle));
        let (one, other) =
            join(|| self.run_bands(lower, bands.start..middle), || self.run_bands(upper, middle..bands.end));
        one + other
    }

    fn run_seams(&self, mut part: Part, seams: Range<usize>) -> u64 {
        if seams.len() == 1 {
            let border = self.border(seams.start);
            return self
                .stages
                .iter()
                .map(|stage| self.work(&mut part, stage.work, border - stage.high..border + stage.low))
                .sum();
        }
        let middle = usize::midpoint(seams.start, seams.end);
        let (lower, upper) = part.split(self.middle(middle - 1));
        let (one, other) =
            join(|| self.run_seams(lower, seams.start..middle), || self.run_seams(upper, middle..seams.end));
        one + other
    }

    /// All stages over a band, block after block.
    fn run_band(&self, part: &mut Part, band: usize) -> u64 {
        let (from, to) = (self.border(band), self.border(band + 1));
        // At the ends of all particles there is nothing to keep away from.
        let least = |stage: &Stage| if band == 0 { 0 } else { from + stage.low };
        let most = |stage: &Stage| if band + 1 == self.bands { self.count } else { to - stage.high };
        let lag = self.stages.last().map_or(0, |stage| stage.high);
        let end = if band + 1 == self.bands { to + lag } else { to };
        let mut held_back = 0;
        let mut at = from;
        while at < end {
            let next = at + BLOCK;
            for stage in self.stages {
                let within = |id: usize| id.saturating_sub(stage.high).min(most(stage)).max(least(stage));
                // The first block takes along what lies below it.
                let start = if at == from { least(stage) } else { within(at) };
                held_back += self.work(part, stage.work, start..within(next));
            }
            at = next;
        }
        held_back
    }

    /// Does a stage's work on the particles `ids`, or on the links whose lower end is one of them.
    fn work(&self, part: &mut Part, work: Work, ids: Range<usize>) -> u64 {
        let StepConstants { colouring, colliders, motion, surface, share, .. } = self.constants;
        if ids.is_empty() {
            return 0;
        }
        let Part { first, position, displacement, corrections, inv_mass } = part;
        let here = ids.start - *first..ids.end - *first;
        match work {
            Work::Integrate(substep) => {
                for held_poses in self
                    .held_poses
                    .iter()
                    .filter(|held_poses| held_poses.substep == substep && ids.contains(&held_poses.particle))
                {
                    position[held_poses.particle - *first] = held_poses.position;
                    displacement[held_poses.particle - *first] = held_poses.displacement;
                }
                return simd::integrate(
                    &mut position[here.clone()],
                    &mut displacement[here.clone()],
                    &inv_mass[here],
                    motion,
                );
            }
            Work::Colour(colour) => {
                let mut view = ParticleView { first: *first as u32, position, corrections, inv_mass };
                colouring.sweep_range(colour, &mut view, ids, share);
            }
            Work::Finish => {
                let (position, displacement) = (&mut position[here.clone()], &mut displacement[here.clone()]);
                simd::apply_corrections(position, displacement, &mut corrections[here.clone()]);
                plane_contact::resolve(position, displacement, &inv_mass[here], colliders, surface);
                verlet::stop_at_edge(position, displacement);
            }
        }
        0
    }
}
