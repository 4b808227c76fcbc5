//! A wavefront: the stages of some substeps, which go through a range of particles together.

use std::ops::Range;
use std::sync::PoisonError;

use glam::Vec2;

use crate::kinematic::Hands;
use crate::plane_contact;
use crate::simd::{self, MovingParticles, ParticleView};
use crate::solver::tiling::{ADVANCE, StepConstants, join};
use crate::solver::verlet;

/// The work of a stage.
#[derive(Clone, Copy, Debug)]
pub(super) enum StageWork {
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
pub(super) struct Stage {
    pub work: StageWork,
    pub low: usize,
    pub high: usize,
}

/// The particles from `first` on, as slices of equal length.
pub(super) struct ParticleRange<'a> {
    pub first: usize,
    pub position: &'a mut [Vec2],
    pub displacement: &'a mut [Vec2],
    pub corrections: &'a mut [Vec2],
    pub inv_mass: &'a [f32],
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
pub(super) struct Wavefront<'a, 'h> {
    pub constants: StepConstants<'a, 'h>,
    pub stages: &'a [Stage],
    /// The particles that are tiled.
    pub ids: &'a Range<usize>,
    pub bands: usize,
}

impl Wavefront<'_, '_> {
    /// Runs all bands, then the seams between them.
    pub fn run(&self, mut part: ParticleRange) -> u64 {
        let (bands, _) = part.split(self.ids.end);
        self.run_bands(bands, 0..self.bands) + if self.bands > 1 { self.run_seams(part, 1..self.bands) } else { 0 }
    }

    /// The first id of a band.
    fn border(&self, band: usize) -> usize {
        self.ids.start + self.ids.len() * band / self.bands
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
        // The first and the last band keep no distance from the ends of the range.
        let min = |stage: &Stage| if band == 0 { from } else { from + stage.low };
        let max = |stage: &Stage| if band + 1 == self.bands { to } else { to - stage.high };
        let lag = self.stages.last().map_or(0, |stage| stage.high);
        let end = if band + 1 == self.bands { to + lag } else { to };
        let mut limited = 0;
        let mut at = from;
        while at < end {
            let next = at + ADVANCE;
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
        let StepConstants { colouring, colliders, motion, surfaces, share, has_spin, hands, .. } = self.constants;
        if ids.is_empty() {
            return 0;
        }
        let ParticleRange { first, position: at, displacement: by, corrections, inv_mass } = part;
        let here = ids.start - *first..ids.end - *first;
        match work {
            StageWork::Integrate(number) => {
                let mut particles = MovingParticles {
                    position: &mut at[here.clone()],
                    displacement: &mut by[here.clone()],
                    corrections: &mut corrections[here.clone()],
                    inv_mass: &inv_mass[here],
                };
                let with_hands = |act: &mut dyn FnMut(&mut Hands)| {
                    if let Some(hands) = hands {
                        act(&mut hands.lock().unwrap_or_else(PoisonError::into_inner));
                    }
                };
                with_hands(&mut |hands| hands.record(&particles, &ids));
                let limited = simd::integrate(particles.reborrow(), motion);
                with_hands(&mut |hands| hands.pull(&mut particles, &ids, number));
                return limited;
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
                simd::apply_corrections(at, by, &mut corrections[here.clone()]);
                plane_contact::resolve(at, by, &inv_mass[here], colliders, surfaces.starting_at(ids.start));
                verlet::stop_at_edge(at, by);
            }
        }
        0
    }
}
