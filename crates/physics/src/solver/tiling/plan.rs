//! The division of a step's particles into ranges that are tiled, and the rest.

use std::ops::Range;

use crate::particles::Components;
use crate::simd::ColourBatch;
use crate::solver::tiling::{StepSize, TiledStepper};
use crate::solver::{Colouring, MAX_COLOURS};

/// The particles of a step, in two lists of ranges of ids, in rising order. A range holds whole components.
#[derive(Clone, Debug, Default)]
pub(crate) struct TilePlan {
    /// Particles that are tiled.
    pub tiled: Vec<TiledRange>,
    /// The other particles, which the plain loop moves.
    pub rest: Vec<Range<usize>>,
}

impl TilePlan {
    /// Leaves all particles to the plain loop.
    pub fn tile_nothing(&mut self, particles: usize) {
        self.tiled.clear();
        self.rest.clear();
        self.rest.push(0..particles);
    }

    /// Tiles the ranges where tiles pay off and no component is excluded. Components whose ids interleave are tiled
    /// together or not at all: `is_excluded` is set for all of them if it is for one.
    pub fn divide(
        &mut self,
        stepper: &TiledStepper,
        (colouring, components): (&Colouring, &Components),
        is_excluded: &mut [bool],
        [sweeps, substeps]: [u32; 2],
    ) {
        self.tiled.clear();
        self.rest.clear();
        exclude_interleaved(components, is_excluded);
        let particles = components.numbers().len();
        let (mut first, mut start) = (0, 0);
        for alike in is_excluded.chunk_by(|one, other| one == other) {
            let next = first + alike.len();
            let end = if next < components.count() { components.lowest(next) as usize } else { particles };
            let links: usize = (first..next).map(|component| components.link_count(component)).sum();
            let size = StepSize { links, sweeps, substeps };
            let may_tile = !alike[0] && stepper.may_tile(end - start, size);
            let range = || TiledRange::new(start..end, colouring, particles);
            let tiled = may_tile.then(range).filter(|range| stepper.should_tile(range, size));
            match (tiled, self.rest.last_mut()) {
                (Some(range), _) => self.tiled.push(range),
                (None, Some(last)) if last.end == start => last.end = end,
                (None, _) => self.rest.push(start..end),
            }
            (first, start) = (next, end);
        }
    }

    /// The ranges of the plain loop if some particles are tiled.
    pub fn rest_beside_tiles(&self) -> Option<&[Range<usize>]> {
        (!self.tiled.is_empty()).then_some(&self.rest[..])
    }
}

/// Excludes the components whose ids interleave with those of an excluded one. Components are numbered in the order of
/// their lowest ids.
fn exclude_interleaved(components: &Components, is_excluded: &mut [bool]) {
    let (mut first, mut end) = (0, 0);
    for component in 0..=is_excluded.len() {
        if component == is_excluded.len() || components.lowest(component) >= end {
            let interleaved = &mut is_excluded[first..component];
            if interleaved.contains(&true) {
                interleaved.fill(true);
            }
            first = component;
        }
        if component < is_excluded.len() {
            end = end.max(components.highest(component) + 1);
        }
    }
}

/// A range of particles that is tiled.
#[derive(Clone, Debug)]
pub(crate) struct TiledRange {
    pub ids: Range<usize>,
    /// Greatest difference between the ids of a link's ends for each colour, 0 without links: in sweeps, and on the way
    /// back of symmetric ones. A range has no links of the overflow colour.
    pub spans: [[u32; MAX_COLOURS]; 2],
    /// Number of projections in a sweep.
    pub projections_per_sweep: usize,
}

impl TiledRange {
    /// A range among some `particles` in all.
    fn new(ids: Range<usize>, colouring: &Colouring, particles: usize) -> Self {
        let span = |batch: &ColourBatch| if ids.len() == particles { batch.span } else { batch.span_within(&ids) };
        let (mut spans, mut projections_per_sweep) = ([[0; MAX_COLOURS]; 2], 0);
        for (spans, batches) in spans.iter_mut().zip([&colouring.by_colour[..], colouring.back()]) {
            for (own, batch) in spans.iter_mut().zip(batches).take(MAX_COLOURS - 1) {
                *own = span(batch) as u32;
                projections_per_sweep += batch.len_within(&ids);
            }
        }
        Self { ids, spans, projections_per_sweep }
    }

    /// Width of the wavefront of one substep, in ids: the sum of the spans of its stages, at least 1.
    pub fn width(&self, sweeps: u32) -> usize {
        let spans = self.spans.as_flattened().iter().map(|&span| span as usize);
        (spans.sum::<usize>() * sweeps as usize).max(1)
    }
}
