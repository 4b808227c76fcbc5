//! Steps of large scenes in tiles: block by block through memory instead of array by array, and on several threads.
//!
//! A substep is a sequence of stages: integration, each colour, application of the corrections. The ends of a link are
//! at most a `span` of ids apart, so a stage may follow the one before at that distance, and all stages of several
//! substeps go through memory together as a wavefront that fits the cache. For threads, the particles are cut into
//! bands. Each stage keeps a span more away from the borders of its band than the stage before, so that no band
//! touches another; then the seams between the bands are done, and no two of those touch. Every particle meets the
//! same operations in the same order as in the plain loop, so the bits do not depend on the number of threads.
//!
//! `single_thread` replaces the thread pool where there are no threads.

#[cfg(target_arch = "wasm32")]
pub mod single_thread;

use std::{ops::Range, sync::Arc};

use glam::Vec2;
#[cfg(not(target_arch = "wasm32"))]
use rayon_core::{ThreadPool, ThreadPoolBuilder, join};

use crate::geometry::Colliders;
use crate::particles::Particles;
use crate::plane_contact::{self, Surface};
use crate::simd::{self, CHUNK, MotionConstants, MovingParticles, ParticleView};
#[cfg(target_arch = "wasm32")]
use crate::solver::tiling::single_thread::{ThreadPool, ThreadPoolBuilder, join};
use crate::solver::{Colouring, OVERFLOW_COLOUR, verlet};

/// Particles by which the wavefront advances. Fewer make runs of links too short.
const BLOCK: usize = 8_192;

/// Fewest links x substeps of a step for which threads pay.
const MIN_THREADED_WORK: usize = 400_000;

/// Fewest links x substeps that are worth waking the threads once: some 20 microseconds of work.
const MIN_WAKING_WORK: usize = 20_000;

/// Fewest particles for which the wavefront pays off on one thread: 3 MB of arrays.
const MIN_WAVEFRONT_PARTICLES: usize = 100_000;

/// Widest wavefront, in particles. A wider one exceeds the cache and is no better than the plain loop.
const MAX_WAVEFRONT: usize = 100_000;

/// Most threads on which a world steps.
pub const MAX_THREADS: usize = 64;

/// When steps are tiled. The bits are the same, so it is not state; it exists for tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tiling {
    /// Where it pays off.
    #[default]
    Auto,
    /// Wherever it is possible.
    Always,
    /// Never.
    Never,
}

/// Steps a world in tiles. Holds the thread pool and scratch, no state.
#[derive(Clone, Debug, Default)]
pub(crate) struct TiledStepper {
    pub tiling: Tiling,
    /// `None`: the calling thread alone.
    pool: Option<Arc<ThreadPool>>,
    stages: Vec<Stage>,
    /// Poses of the grabbed particles at the start of each substep.
    pub held_poses: Vec<HeldPose>,
    /// Poses of the grabbed particles at the start of the step.
    pub initial_poses: Vec<HeldPose>,
}

/// The pose of a grabbed particle at the start of a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldPose {
    pub substep: u32,
    pub particle: usize,
    /// Position, m.
    pub position: Vec2,
    /// Displacement, m.
    pub displacement: Vec2,
}

impl HeldPose {
    /// The present pose of a particle.
    pub fn of(particles: &Particles, substep: u32, particle: usize) -> Self {
        let Particles { position, displacement, .. } = particles;
        Self { substep, particle, position: position[particle], displacement: displacement[particle] }
    }
}

/// The work of a stage.
#[derive(Clone, Copy, Debug)]
enum StageWork {
    /// Integrates all particles, in this substep of the step.
    Integrate(u32),
    /// Projects all links of a colour.
    Project(usize),
    /// Projects the links of a colour on the way back of a symmetric sweep.
    ProjectBack(usize),
    /// Applies the corrections of all particles, and resolves plane contacts.
    Finish,
}

/// A stage of a wavefront, and its distances from the borders of a band, in ids.
#[derive(Clone, Copy, Debug)]
struct Stage {
    work: StageWork,
    low: usize,
    high: usize,
}

/// The constants of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepConstants<'a> {
    pub colouring: &'a Colouring,
    pub colliders: &'a Colliders,
    pub motion: MotionConstants,
    pub surface: Surface,
    /// Fraction of the error that a projection corrects, 0 to 1.
    pub share: f32,
    /// Sweeps in a substep.
    pub sweeps: u32,
    /// Whether projections keep the angular momentum.
    pub has_spin: bool,
}

/// The size of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepSize {
    /// Number of particles.
    pub particles: usize,
    /// Links x sweeps in a substep.
    pub projections: usize,
    /// Sweeps in a substep.
    pub sweeps: u32,
    pub substeps: u32,
}

impl TiledStepper {
    /// Sets the number of threads; fewer if the system gives none.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.min(MAX_THREADS);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
        self.pool = pool.map(Arc::new);
    }

    /// Whether to tile a step of this size.
    pub fn should_tile(&self, colouring: &Colouring, size: StepSize) -> bool {
        let StepSize { particles, projections, sweeps, substeps } = size;
        let width = substep_width(colouring, sweeps);
        let (bands, chunk) = self.layout(particles, width);
        let work = |substeps: u32| projections.saturating_mul(substeps as usize);
        match self.tiling {
            Tiling::Never => false,
            _ if colouring.highest == OVERFLOW_COLOUR => false,
            Tiling::Always => true,
            Tiling::Auto if bands > 1 && work(substeps) < MIN_THREADED_WORK => false,
            Tiling::Auto if bands > 1 => work(chunk.min(substeps)) >= MIN_WAKING_WORK,
            Tiling::Auto => particles >= MIN_WAVEFRONT_PARTICLES && width <= MAX_WAVEFRONT,
        }
    }

    /// Whether a tiled step of `particles` particles uses several threads.
    pub fn uses_threads(&self, colouring: &Colouring, particles: usize, sweeps: u32) -> bool {
        self.layout(particles, substep_width(colouring, sweeps)).0 > 1
    }

    /// The number of bands, and of substeps that are done together, for a wavefront of `width` ids per substep.
    fn layout(&self, particles: usize, width: usize) -> (usize, u32) {
        // A band needs room for the stages of a substep. One thread does each seam, so seams must be narrow.
        let threads = self.pool.as_ref().map_or(1, |pool| pool.current_num_threads());
        let bands = threads.min(particles / (2 * width)).max(1);
        let widest = if bands == 1 { MAX_WAVEFRONT } else { (particles / bands / 8).min(MAX_WAVEFRONT) };
        (bands, u32::try_from((widest / width).max(1)).unwrap_or(u32::MAX))
    }

    /// Does these substeps of a step, with grabbed particles at [`TiledStepper::held_poses`]. Returns the number of
    /// particles held to the speed limit. `corrections` holds what positions have been
    /// rounded off.
    pub fn step(
        &mut self,
        particles: &mut Particles,
        corrections: &mut [Vec2],
        constants: StepConstants,
        substeps: Range<u32>,
    ) -> u64 {
        let count = particles.len();
        let (bands, chunk) = self.layout(count, substep_width(constants.colouring, constants.sweeps));
        let mut limited = 0;
        let mut done = substeps.start;
        while done < substeps.end {
            let next = (done + chunk).min(substeps.end);
            self.set_stages(&constants, done..next);
            let Self { stages, held_poses, pool, .. } = &*self;
            let wavefront = Wavefront { constants, stages, held_poses, count, bands };
            let Particles { position, displacement, inv_mass, .. } = &mut *particles;
            let part = ParticleRange { first: 0, position, displacement, corrections, inv_mass };
            let pool = pool.as_ref().filter(|_| bands > 1);
            limited += if let Some(pool) = pool { pool.install(|| wavefront.run(part)) } else { wavefront.run(part) };
            done = next;
        }
        limited
    }

    /// Lists the stages of some substeps.
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
            push(StageWork::Integrate(substep), 0);
            for _ in 0..constants.sweeps {
                let colours = colouring.by_colour.iter().enumerate();
                colours.for_each(|(colour, batch)| push(StageWork::Project(colour), batch.span));
                let back = colouring.back().iter().enumerate().rev();
                back.for_each(|(colour, batch)| push(StageWork::ProjectBack(colour), batch.span));
            }
            push(StageWork::Finish, 0);
        }
    }
}

/// Width of the wavefront of one substep, in ids: the sum of the spans of its stages, at least 1.
fn substep_width(colouring: &Colouring, sweeps: u32) -> usize {
    let spans = colouring.by_colour.iter().chain(colouring.back()).map(|batch| batch.span);
    (spans.sum::<usize>() * sweeps as usize).max(1)
}

/// The particles from `first` on, as slices of equal length.
struct ParticleRange<'a> {
    first: usize,
    position: &'a mut [Vec2],
    displacement: &'a mut [Vec2],
    corrections: &'a mut [Vec2],
    inv_mass: &'a [f32],
}

impl ParticleRange<'_> {
    /// Splits the range at the id `at` into lower and upper particles.
    fn split(&mut self, at: usize) -> (ParticleRange<'_>, ParticleRange<'_>) {
        let (first, count) = (self.first, at - self.first);
        let (low_at, high_at) = self.position.split_at_mut(count);
        let (low_by, high_by) = self.displacement.split_at_mut(count);
        let (corrections, high) = self.corrections.split_at_mut(count);
        let (inv_mass, high_mass) = self.inv_mass.split_at(count);
        let low = ParticleRange { first, position: low_at, displacement: low_by, corrections, inv_mass };
        let (corrections, inv_mass) = (high, high_mass);
        (low, ParticleRange { first: at, position: high_at, displacement: high_by, corrections, inv_mass })
    }
}

/// The substeps that are done together in one pass over the particles.
#[derive(Clone, Copy)]
struct Wavefront<'a> {
    constants: StepConstants<'a>,
    stages: &'a [Stage],
    held_poses: &'a [HeldPose],
    count: usize,
    bands: usize,
}

impl Wavefront<'_> {
    /// Runs all bands, then the seams between them.
    fn run(&self, mut part: ParticleRange) -> u64 {
        let (bands, _) = part.split(self.count);
        self.run_bands(bands, 0..self.bands) + if self.bands > 1 { self.run_seams(part, 1..self.bands) } else { 0 }
    }

    /// The first id of a band.
    fn border(&self, band: usize) -> usize {
        self.count * band / self.bands
    }

    /// The id in the middle of a band, which no seam reaches.
    fn middle(&self, band: usize) -> usize {
        usize::midpoint(self.border(band), self.border(band + 1))
    }

    /// Runs a range of bands in parallel.
    fn run_bands(&self, mut part: ParticleRange, bands: Range<usize>) -> u64 {
        if bands.len() == 1 {
            return self.run_band(&mut part, bands.start);
        }
        let mid = usize::midpoint(bands.start, bands.end);
        let (lower, upper) = part.split(self.border(mid));
        let (one, other) = join(|| self.run_bands(lower, bands.start..mid), || self.run_bands(upper, mid..bands.end));
        one + other
    }

    /// Does some seams, in parallel.
    fn run_seams(&self, mut part: ParticleRange, seams: Range<usize>) -> u64 {
        if seams.len() == 1 {
            let border = self.border(seams.start);
            let mut do_stage = |s: &Stage| self.do_work(&mut part, s.work, border - s.high..border + s.low);
            return self.stages.iter().map(&mut do_stage).sum();
        }
        let mid = usize::midpoint(seams.start, seams.end);
        let (lower, upper) = part.split(self.middle(mid - 1));
        let (one, other) = join(|| self.run_seams(lower, seams.start..mid), || self.run_seams(upper, mid..seams.end));
        one + other
    }

    /// Does all stages in a band, block after block.
    fn run_band(&self, part: &mut ParticleRange, band: usize) -> u64 {
        let (from, to) = (self.border(band), self.border(band + 1));
        // The first and the last band keep no distance from the ends of all particles.
        let min = |stage: &Stage| if band == 0 { 0 } else { from + stage.low };
        let max = |stage: &Stage| if band + 1 == self.bands { self.count } else { to - stage.high };
        let lag = self.stages.last().map_or(0, |stage| stage.high);
        let end = if band + 1 == self.bands { to + lag } else { to };
        let mut limited = 0;
        let mut at = from;
        while at < end {
            let next = at + BLOCK;
            for stage in self.stages {
                let within = |id: usize| id.saturating_sub(stage.high).min(max(stage)).max(min(stage));
                // The first block includes the particles below it.
                let start = if at == from { min(stage) } else { within(at) };
                limited += self.do_work(part, stage.work, start..within(next));
            }
            at = next;
        }
        limited
    }

    /// Does the work of a stage on the particles `ids`, or on the links whose lower end is in `ids`.
    fn do_work(&self, part: &mut ParticleRange, work: StageWork, ids: Range<usize>) -> u64 {
        let StepConstants { colouring, colliders, motion, surface, share, has_spin, .. } = self.constants;
        if ids.is_empty() {
            return 0;
        }
        let ParticleRange { first, position: at, displacement: by, corrections, inv_mass } = part;
        let here = ids.start - *first..ids.end - *first;
        match work {
            StageWork::Integrate(substep) => {
                let is_due = |pose: &&HeldPose| pose.substep == substep && ids.contains(&pose.particle);
                for pose in self.held_poses.iter().filter(is_due) {
                    at[pose.particle - *first] = pose.position;
                    by[pose.particle - *first] = pose.displacement;
                }
                let particles = MovingParticles {
                    position: &mut at[here.clone()],
                    displacement: &mut by[here.clone()],
                    corrections: &mut corrections[here.clone()],
                    inv_mass: &inv_mass[here],
                };
                return simd::integrate(particles, motion);
            }
            StageWork::Project(colour) | StageWork::ProjectBack(colour) => {
                let first = *first as u32;
                let mut view = ParticleView { first, position: at, corrections, displacement: by, inv_mass, has_spin };
                let is_back = matches!(work, StageWork::ProjectBack(_));
                let batches = if is_back { colouring.back() } else { &colouring.by_colour[..] };
                batches[colour].sweep_range(&mut view, ids, share);
            }
            StageWork::Finish => {
                let (at, by) = (&mut at[here.clone()], &mut by[here.clone()]);
                let corrections = &mut corrections[here.clone()];
                simd::apply_corrections(at, by, corrections);
                resolve_planes((at, by), corrections, &inv_mass[here], colliders, surface);
                verlet::stop_at_edge(at, by);
            }
        }
        0
    }
}

/// Resolves plane contacts, and clears what the positions in contact have been rounded off.
fn resolve_planes(
    (at, by): (&mut [Vec2], &mut [Vec2]),
    corrections: &mut [Vec2],
    inv_mass: &[f32],
    colliders: &Colliders,
    surface: Surface,
) {
    let mut before = [Vec2::ZERO; CHUNK];
    let states = at.chunks_mut(CHUNK).zip(by.chunks_mut(CHUNK)).zip(corrections.chunks_mut(CHUNK));
    for (((at, by), corrections), inv_mass) in states.zip(inv_mass.chunks(CHUNK)) {
        if !simd::any_nonzero(corrections) {
            plane_contact::resolve(at, by, inv_mass, colliders, surface.into());
            continue;
        }
        let before = &mut before[..by.len()];
        before.copy_from_slice(by);
        plane_contact::resolve(at, by, inv_mass, colliders, surface.into());
        verlet::forget_rounding(before, by, corrections);
    }
}
