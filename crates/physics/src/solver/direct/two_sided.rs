//! One long rope, solved from both of its ends towards where it is bent the most.
//!
//! Where the ends meet ([`chain`](crate::solver::direct::chain)) is the *window*: the links that turn far within the substep, next to
//! where a rope is pulled aside or where a wave runs through it, for which one step of Newton's method is not enough.
//! What is above and below it is then, once eliminated, one number each: how far it gives way to an impulse. So the window
//! is solved again and again, and all else follows once, with the sum of the impulses that have come to it. That is
//! exact as long as the links outside do not turn, which is looked at afterwards.

use std::ops::Range;

use crate::{
    simd::ParticleView,
    solver::direct::{
        batched,
        chain::{Chain, Side},
        elimination::{LITTLE, SOFTNESS, Work},
        forest::Forest,
        schedule::Span,
    },
};

/// Ropes of fewer links are solved as any tree.
pub(crate) const SHORTEST: usize = 256;

/// Links of a window on each side of those that are off, and half as many as there are between these.
const MARGIN: usize = 32;

/// Steps of Newton's method in a window at the most.
const MOST_ROUNDS: usize = 8;

/// The links of a rope, from its top, at which its two sides meet.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    links: Range<usize>,
    /// Whether they are far off, and to be solved until they are not.
    is_off: bool,
}

impl Window {
    /// In the middle of a rope that is nowhere far off.
    pub fn middle(rope: Span) -> Self {
        let middle = rope.count / 2;
        Self { links: middle..middle + 1, is_off: false }
    }

    /// These links, and those next to them: the links whose impulses a round finds.
    fn wider(&self, count: usize) -> Range<usize> {
        self.links.start.saturating_sub(1)..count.min(self.links.end + 1)
    }
}

impl Work {
    /// Where a rope is far off; in the middle, if that is in half of it. Lengths are measured.
    pub fn window(&self, forest: &Forest, rope: Span) -> Window {
        let links = rope.first..rope.first + rope.count;
        let mut errors = self.error[links.clone()].iter().zip(&forest.rest_length[links]);
        let is_off = |(error, rest_length): (&f32, &f32)| *error > LITTLE * *rest_length;
        let Some(last) = errors.clone().rposition(is_off) else { return Window::middle(rope) };
        let first = errors.position(is_off).unwrap_or(last);
        let margin = MARGIN + (last - first) / 2;
        let links = first.saturating_sub(margin)..(last + margin).min(rope.count);
        if links.len() > rope.count / 2 { Window::middle(rope) } else { Window { links, is_off: true } }
    }

    /// Newton's method on a rope: again and again in a window that is off, and once elsewhere. Lengths are measured before.
    /// Returns whether the links of such a window have come near to theirs, so that what is left there is less than rounding.
    pub fn solve_rope(&mut self, forest: &Forest, view: &mut ParticleView<'_>, rope: Span, window: &Window) -> bool {
        let (top, count) = (rope.first, rope.count);
        let (inner, Range { start, end }) = (window.links.clone(), window.wider(count));
        self.couple(view, rope);
        let sides = self.ends(view, rope);
        let outside = self.chain(view, rope).eliminate(0..start, end - 1..count - 1, sides);
        let (mut above, mut below, mut is_near) = (0.0, 0.0, !window.is_off);
        for round in 0..MOST_ROUNDS {
            let sides = if round == 0 { outside } else { self.sides_again(view, rope, window, outside) };
            self.solve_between(view, rope, start..end, sides);
            above += self.lambda[top + start];
            below += self.lambda[top + end - 1];
            self.shift_rope(view, rope, start..inner.end);
            if is_near {
                break;
            }
            let first = top + inner.start;
            let parent = if inner.start == 0 { rope.parent } else { first - 1 };
            is_near = self.measure_span(forest, view, Span { first, parent, count: inner.len() }).little == 0;
            self.couple(view, Span { first: top + start + 1, parent: top + start, count: end - start - 1 });
        }
        (self.lambda[top + start], self.lambda[top + end - 1]) = (above, below);
        self.chain(view, rope).substitute(0..start, end..count);
        self.shift_rope(view, rope, 0..start);
        self.shift_rope(view, rope, inner.end..count);
        window.is_off && is_near
    }

    /// The impulses of the links of a part of a rope, of which is known what is above and below it.
    fn solve_between(&mut self, view: &ParticleView<'_>, rope: Span, links: Range<usize>, sides: (Side, Side)) {
        let Range { start, end } = links;
        let meeting = usize::midpoint(start + 1, end - 1);
        let mut chain = self.chain(view, rope);
        let sides = chain.eliminate(start..meeting - 1, meeting..end - 1, sides);
        chain.meet(meeting, sides);
        chain.substitute(start..meeting, meeting + 1..end);
    }

    /// What is above the second link and below the last but one: the first and the last by themselves.
    fn ends(&self, view: &ParticleView<'_>, rope: Span) -> (Side, Side) {
        let (top, last) = (rope.first, rope.first + rope.count - 1);
        let weight = view.inv_mass;
        let above = Side { compliance: SOFTNESS * weight[top] + self.compliance[top], error: self.error[top] };
        (above, Side { compliance: self.compliance[last] + weight[last], error: self.error[last] })
    }

    /// What is outside a window in a further round: its errors have been taken into account.
    fn sides_again(
        &mut self,
        view: &ParticleView<'_>,
        rope: Span,
        window: &Window,
        outside: (Side, Side),
    ) -> (Side, Side) {
        let (mut above, mut below) = self.ends(view, rope);
        let Range { start, end } = window.wider(rope.count);
        if window.links.start > start {
            self.error[rope.first + start] = 0.0;
            above = Side { error: 0.0, ..outside.0 };
        }
        if window.links.end < end {
            self.error[rope.first + end - 1] = 0.0;
            below = Side { error: 0.0, ..outside.1 };
        }
        (above, below)
    }

    fn chain<'a>(&'a mut self, view: &'a ParticleView<'_>, rope: Span) -> Chain<'a> {
        let links = rope.first..rope.first + rope.count;
        let Self { error, compliance, along, across, pivot, lambda, .. } = self;
        Chain {
            weight: &view.inv_mass[links.clone()],
            compliance: &compliance[links.clone()],
            error: &mut error[links.clone()],
            along: &mut along[links.clone()],
            across: &across[links.clone()],
            pivot: &mut pivot[links.clone()],
            lambda: &mut lambda[links],
        }
    }

    /// Moves some particles of a rope by the impulses of the links above and below them.
    fn shift_rope(&mut self, view: &mut ParticleView<'_>, rope: Span, particles: Range<usize>) {
        if particles.is_empty() {
            return;
        }
        let own = rope.first + particles.start..rope.first + particles.end;
        let with_link_below = own.start..own.end.min(rope.first + rope.count - 1);
        let links = with_link_below.start + 1..with_link_below.end + 1;
        let Self { x, y, lambda, shift, .. } = self;
        let weight = view.inv_mass;
        let direction = (&x[own.clone()], &y[own.clone()]);
        batched::push(&mut shift[own.clone()], &weight[own.clone()], direction, &lambda[own.clone()], 1.0);
        let direction = (&x[links.clone()], &y[links.clone()]);
        batched::push(&mut shift[with_link_below.clone()], &weight[with_link_below], direction, &lambda[links], -1.0);
        batched::move_by(&mut view.corrections[own.clone()], &mut shift[own]);
    }
}
