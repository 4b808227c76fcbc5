//! Steps of large scenes in tiles: block by block through memory instead of array by array, and on several threads.
//!
//! A substep is a sequence of stages: integration, each colour, application of the corrections. The ends of a link are
//! at most a `span` of ids apart, so a stage may follow the one before at that distance, and all stages of several
//! substeps go through memory together as a wavefront that fits the cache. For threads, the particles are cut into
//! bands. Each stage keeps a span more away from the borders of its band than the stage before, so that no band
//! touches another; then the seams between the bands are done, and no two of those touch. Every particle meets the
//! same operations in the same order as in the plain loop, so the bits do not depend on the number of threads.
//!
//! Tiles know sweeps, planes and air alone. Ranges of particles that something else moves, or that are too small, are
//! left to the plain loop: see `plan`.
//!
//! - `plan`: the ranges of particles that are tiled
//! - `wavefront`: the stages of some substeps in such a range, in bands
//! - `single_thread` replaces the thread pool where there are no threads

pub mod plan;
#[cfg(target_arch = "wasm32")]
pub mod single_thread;
mod wavefront;

pub(crate) use self::plan::*;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use glam::Vec2;
#[cfg(not(target_arch = "wasm32"))]
use rayon_core::{ThreadPool, ThreadPoolBuilder, join};

use crate::geometry::Colliders;
use crate::kinematic::Hands;
use crate::particles::Particles;
use crate::plane_contact::Surfaces;
use crate::simd::MotionConstants;
use crate::solver::Colouring;
#[cfg(target_arch = "wasm32")]
use crate::solver::tiling::single_thread::{ThreadPool, ThreadPoolBuilder, join};
use crate::solver::tiling::wavefront::{ParticleRange, Stage, StageWork, Wavefront};

/// Particles by which the wavefront advances. Fewer make runs of links too short.
const ADVANCE: usize = 8_192;

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
}

/// The constants of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepConstants<'a, 'h> {
    pub colouring: &'a Colouring,
    pub colliders: &'a Colliders,
    pub motion: MotionConstants,
    pub surfaces: Surfaces<'a>,
    /// Fraction of the error that a projection corrects, 0 to 1.
    pub share: f32,
    /// Sweeps in a substep.
    pub sweeps: u32,
    /// Whether projections keep the angular momentum.
    pub has_spin: bool,
    /// The hands, if there are any. Each is used once in a substep, where its particle is integrated.
    pub hands: Option<&'a Mutex<Hands<'h>>>,
}

/// The size of a step, or of a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepSize {
    pub links: usize,
    /// Sweeps in a substep.
    pub sweeps: u32,
    pub substeps: u32,
}

impl StepSize {
    /// Links x sweeps x substeps.
    fn work(self) -> usize {
        self.links.saturating_mul(self.sweeps as usize).saturating_mul(self.substeps as usize)
    }
}

impl TiledStepper {
    /// Sets the number of threads; fewer if the system gives none.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.min(MAX_THREADS);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
        self.pool = pool.map(Arc::new);
    }

    /// Empties the list of stages, and reserves memory for this number of colours in a step.
    pub fn reserve(&mut self, colours: usize, [sweeps, substeps]: [u32; 2]) {
        let Self { stages, .. } = self;
        let (sweeps, substeps) = (sweeps as usize, substeps as usize);
        stages.clear();
        stages.reserve((2 + 2 * colours * sweeps) * substeps);
    }

    /// Whether tiles may pay off in a range of this number of particles, or in a part of it. It needs no spans.
    pub fn may_tile(&self, particles: usize, size: StepSize) -> bool {
        match self.tiling {
            Tiling::Never => false,
            Tiling::Always => true,
            Tiling::Auto => {
                particles >= MIN_WAVEFRONT_PARTICLES || self.threads() > 1 && size.work() >= MIN_THREADED_WORK
            }
        }
    }

    /// Whether to tile a range, in a step of this size there.
    pub fn should_tile(&self, range: &TiledRange, size: StepSize) -> bool {
        let (particles, width) = (range.ids.len(), range.width(size.sweeps));
        let (bands, chunk) = self.layout(particles, width);
        match self.tiling {
            Tiling::Never => false,
            Tiling::Always => true,
            Tiling::Auto if bands > 1 && size.work() < MIN_THREADED_WORK => false,
            Tiling::Auto if bands > 1 => {
                StepSize { substeps: chunk.min(size.substeps), ..size }.work() >= MIN_WAKING_WORK
            }
            Tiling::Auto => particles >= MIN_WAVEFRONT_PARTICLES && width <= MAX_WAVEFRONT,
        }
    }

    /// Whether a range is tiled on several threads.
    pub fn uses_threads(&self, range: &TiledRange, sweeps: u32) -> bool {
        self.layout(range.ids.len(), range.width(sweeps)).0 > 1
    }

    fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// The number of bands, and of substeps that are done together, for a wavefront of `width` ids per substep.
    fn layout(&self, particles: usize, width: usize) -> (usize, u32) {
        // A band needs room for the stages of a substep. One thread does each seam, so seams must be narrow.
        let bands = self.threads().min(particles / (2 * width)).max(1);
        let widest = if bands == 1 { MAX_WAVEFRONT } else { (particles / bands / 8).min(MAX_WAVEFRONT) };
        (bands, u32::try_from((widest / width).max(1)).unwrap_or(u32::MAX))
    }

    /// Does these substeps of a step in a range. Returns the number of particles held to the speed limit. `corrections`
    /// holds what positions have been rounded off.
    pub fn step(
        &mut self,
        particles: &mut Particles,
        corrections: &mut [Vec2],
        constants: StepConstants,
        (range, substeps): (&TiledRange, Range<u32>),
    ) -> u64 {
        let TiledRange { ids, .. } = range;
        let (bands, chunk) = self.layout(ids.len(), range.width(constants.sweeps));
        let mut limited = 0;
        let mut done = substeps.start;
        while done < substeps.end {
            let next = (done + chunk).min(substeps.end);
            self.set_stages(range, constants.sweeps, done..next);
            let Self { stages, pool, .. } = &*self;
            let wavefront = Wavefront { constants, stages, ids, bands };
            let part = ParticleRange {
                first: ids.start,
                position: &mut particles.position[ids.clone()],
                displacement: &mut particles.displacement[ids.clone()],
                corrections: &mut corrections[ids.clone()],
                inv_mass: &particles.inv_mass[ids.clone()],
            };
            let pool = pool.as_ref().filter(|_| bands > 1);
            limited += if let Some(pool) = pool { pool.install(|| wavefront.run(part)) } else { wavefront.run(part) };
            done = next;
        }
        limited
    }

    /// Lists the stages of some substeps in a range.
    fn set_stages(&mut self, TiledRange { spans: [there, back], .. }: &TiledRange, sweeps: u32, substeps: Range<u32>) {
        self.stages.clear();
        let (mut low, mut high) = (0, 0);
        let mut push = |work, span| {
            high += span;
            self.stages.push(Stage { work, low, high });
            low += span;
        };
        for substep in substeps {
            push(StageWork::Integrate(substep), 0);
            for _ in 0..sweeps {
                linked(there).for_each(|(colour, span)| push(StageWork::Project(colour), span));
                linked(back).rev().for_each(|(colour, span)| push(StageWork::ProjectBack(colour), span));
            }
            push(StageWork::Finish, 0);
        }
    }
}

/// The colours that have links in a range, with their spans.
fn linked(spans: &[u32]) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
    spans.iter().map(|&span| span as usize).enumerate().filter(|(_, span)| *span > 0)
}
