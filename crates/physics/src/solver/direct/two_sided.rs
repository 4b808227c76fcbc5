//! One long rope, solved from both ends towards the links that turn most.
//!
//! The sides meet in the *window*: links that turn far within the substep, where a rope is pulled aside or a wave runs
//! through it, and for which one Newton step is not enough. Once eliminated, each side of the window is a single
//! compliance. So the window is solved again and again, and everything else follows once from the sum of the impulses
//! at its ends. That is exact as long as the links outside do not turn; the caller measures them afterwards.

use std::ops::Range;

use crate::simd::ParticleView;
use crate::solver::direct::{
    Chain, Elimination, Forest, LinkRange, SMALL_ERROR, SOFTNESS, Side, Sides, batched, chain,
};

/// Fewest links of a rope that is solved from both ends.
pub(crate) const MIN_LINKS: usize = 256;

/// Links of a window on each side of the links with errors, not counting half the number between these.
const WINDOW_MARGIN: usize = 32;

/// Most Newton steps in a window.
const MAX_WINDOW_STEPS: usize = 8;

/// The links of a rope, counted from its top, at which its two sides meet.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    links: Range<usize>,
    /// Whether the links have errors, and need several Newton steps.
    has_errors: bool,
}

impl Window {
    /// One link in the middle of a rope without large errors.
    pub fn middle(rope: LinkRange) -> Self {
        let middle = rope.count / 2;
        Self { links: middle..middle + 1, has_errors: false }
    }

    /// The links of the window and their neighbours: the links whose impulses a Newton step finds.
    fn with_neighbours(&self, count: usize) -> Range<usize> {
        self.links.start.saturating_sub(1)..count.min(self.links.end + 1)
    }
}

impl Elimination {
    /// The window around the links of a rope that are too long; its middle if they take up half of it. Requires
    /// measured lengths.
    pub fn window(&self, forest: &Forest, rope: LinkRange) -> Window {
        let links = rope.first..rope.first + rope.count;
        let mut errors = self.error[links.clone()].iter().zip(&forest.rest_length[links]);
        let is_long = |(error, rest_length): (&f32, &f32)| *error > SMALL_ERROR * *rest_length;
        let Some(last) = errors.clone().rposition(is_long) else { return Window::middle(rope) };
        let first = errors.position(is_long).unwrap_or(last);
        let margin = WINDOW_MARGIN + (last - first) / 2;
        let links = first.saturating_sub(margin)..(last + margin).min(rope.count);
        if links.len() > rope.count / 2 { Window::middle(rope) } else { Window { links, has_errors: true } }
    }

    /// Solves a rope by Newton's method: several steps in a window with errors, one step elsewhere. Requires measured
    /// lengths. Returns whether a window with errors has converged.
    pub fn solve_rope(&mut self, forest: &Forest, view: &mut ParticleView, rope: LinkRange, window: &Window) -> bool {
        let (top, count) = (rope.first, rope.count);
        let (inner, Range { start, end }) = (window.links.clone(), window.with_neighbours(count));
        self.couple(view, rope);
        let sides = self.rope_ends(view, rope);
        let outside = chain::eliminate(&mut self.chain(view, rope), 0..start, end - 1..count - 1, sides);
        self.rows += (count - (end - start)) as u64;
        let (mut above, mut below, mut has_converged) = (0.0, 0.0, !window.has_errors);
        for step in 0..MAX_WINDOW_STEPS {
            let sides = if step == 0 { outside } else { self.sides_of_window(view, rope, window, outside) };
            self.solve_between(view, rope, start..end, sides);
            self.sum_impulses(top + start..top + end);
            above += self.lambda[top + start];
            below += self.lambda[top + end - 1];
            self.apply_to_rope(view, rope, start..inner.end);
            if has_converged {
                break;
            }
            let first = top + inner.start;
            let parent = if inner.start == 0 { rope.parent } else { first - 1 };
            let errors = self.measure_range(forest, view, LinkRange { first, parent, count: inner.len() });
            has_converged = errors.small == 0;
            self.couple(view, LinkRange { first: top + start + 1, parent: top + start, count: end - start - 1 });
        }
        (self.lambda[top + start], self.lambda[top + end - 1]) = (above, below);
        chain::substitute(&mut self.chain(view, rope), 0..start, end..count);
        self.sum_impulses(top..top + start);
        self.sum_impulses(top + end..top + count);
        self.apply_to_rope(view, rope, 0..start);
        self.apply_to_rope(view, rope, inner.end..count);
        window.has_errors && has_converged
    }

    /// Finds the impulses of some links of a rope from the sides above and below them.
    fn solve_between(&mut self, view: &ParticleView, rope: LinkRange, links: Range<usize>, sides: Sides) {
        let Range { start, end } = links;
        self.rows += (end - start) as u64;
        let meeting = usize::midpoint(start + 1, end - 1);
        let mut chain = self.chain(view, rope);
        let sides = chain::eliminate(&mut chain, start..meeting - 1, meeting..end - 1, sides);
        chain.meet(meeting, sides);
        chain::substitute(&mut chain, start..meeting, meeting + 1..end);
    }

    /// The sides of the whole rope: its first and its last link.
    fn rope_ends(&self, view: &ParticleView, rope: LinkRange) -> Sides {
        let (top, last) = (rope.first, rope.first + rope.count - 1);
        let inv_mass = view.inv_mass;
        Sides {
            above: Side { compliance: SOFTNESS * inv_mass[top] + self.compliance[top], error: self.error[top] },
            below: Side { compliance: self.compliance[last] + inv_mass[last], error: self.error[last] },
        }
    }

    /// The sides of a window after its first Newton step, which has corrected the errors outside.
    fn sides_of_window(&mut self, view: &ParticleView, rope: LinkRange, window: &Window, outside: Sides) -> Sides {
        let mut sides = self.rope_ends(view, rope);
        let Range { start, end } = window.with_neighbours(rope.count);
        if window.links.start > start {
            self.error[rope.first + start] = 0.0;
            sides.above = Side { error: 0.0, ..outside.above };
        }
        if window.links.end < end {
            self.error[rope.first + end - 1] = 0.0;
            sides.below = Side { error: 0.0, ..outside.below };
        }
        sides
    }

    fn chain<'a>(&'a mut self, view: &'a ParticleView, rope: LinkRange) -> Chain<'a> {
        let links = rope.first..rope.first + rope.count;
        let Self { error, compliance, coupling, bend, pivot, lambda, .. } = self;
        Chain {
            inv_mass: &view.inv_mass[links.clone()],
            compliance: &compliance[links.clone()],
            error: &mut error[links.clone()],
            coupling: &mut coupling[links.clone()],
            bend: &bend[links.clone()],
            pivot: &mut pivot[links.clone()],
            lambda: &mut lambda[links],
        }
    }

    /// Moves some particles of a rope by the impulses of the links above and below them.
    fn apply_to_rope(&mut self, view: &mut ParticleView, rope: LinkRange, particles: Range<usize>) {
        if particles.is_empty() {
            return;
        }
        let own = rope.first + particles.start..rope.first + particles.end;
        let with_link_below = own.start..own.end.min(rope.first + rope.count - 1);
        let links = with_link_below.start + 1..with_link_below.end + 1;
        let Self { x, y, lambda, shift, .. } = self;
        let inv_mass = view.inv_mass;
        let direction = (&x[own.clone()], &y[own.clone()]);
        batched::add_shift(&mut shift[own.clone()], &inv_mass[own.clone()], direction, &lambda[own.clone()], [1.0; 2]);
        let direction = (&x[links.clone()], &y[links.clone()]);
        let below = with_link_below;
        batched::add_shift(&mut shift[below.clone()], &inv_mass[below], direction, &lambda[links], [-1.0; 2]);
        batched::apply_shift(&mut view.corrections[own.clone()], &mut shift[own]);
    }
}
