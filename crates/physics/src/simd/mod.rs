//! The arithmetic of the step, many lanes at a time.
//!
//! Every kernel gives the same bits on every machine and at every width: a link is only ever added, subtracted,
//! multiplied, divided and square-rooted, in the order written down in `pull`, and nothing is fused or estimated.
//! [`project_one`] is that arithmetic for one link; the batches only run it for many links that share no particle.
//!
//! The loops are plain Rust, shaped so that the compiler vectorises them. `multiversion` compiles each for AVX-512,
//! AVX2 and the baseline, and picks one at run time, once for all runs of a colour and once for its list. Where the
//! compiler's AVX2 is poor, the module `avx2` spells the lanes out. Turned down: gathers, which are 2 to 2.5 times slower than loads of 64 bits, and estimates of
//! reciprocals, which differ between machines and are no faster.
pub mod colour_batch;

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
/// A build for AVX2 throughout has no dispatch, and only code behind one may call the lanes safely: the plain loops.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    pub(crate) use crate::simd::{list_body as list, pairs_body as pairs};
}
pub mod motion;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

use glam::Vec2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use multiversion::multiversion;

pub(crate) use crate::simd::motion::{
    CHUNK, all_within_reach, any_outside, any_penetrating, apply_corrections, apply_corrections_limited,
    displacement_extent, integrate, integrate_body, max_length_squared,
};

/// How the links of a batch are projected. The bits are the same, so this is no state: it is there for the tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// As many at a time as the machine can.
    #[default]
    Wide,
    /// One after the other.
    Scalar,
}

/// A longer component of a link, m, is taken as this long, so that neither the subtraction nor the squares overflow.
const MAX_COMPONENT: f32 = 1e18;

/// A link whose length x inverse mass is not above this is left alone: it has no direction, or no end can move.
const MIN_WEIGHT: f32 = 1e-18;

/// Pairs for which sixteen lanes take more time to get going than they save.
#[cfg(target_arch = "x86_64")]
const SHORT: u32 = 64;

/// How a link pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProjectionRule {
    /// Length at rest, m.
    pub rest_length: f32,
    /// Share of the error that is corrected, 0 to 1.
    pub stiffness: f32,
    /// The least error, m: negative infinity for a link that pulls and pushes, 0 for one that only pulls. Infinity for one
    /// that only pushes: the wide lanes do not know of these.
    pub min_error: f32,
}

impl ProjectionRule {
    /// The same with a `share` (0 to 1) of the stiffness.
    pub fn scaled(self, share: f32) -> Self {
        Self { stiffness: share * self.stiffness, ..self }
    }

    /// [`ProjectionRule::error`] of any link, those that only push with them.
    #[inline]
    pub fn signed_error(self, length: f32) -> f32 {
        if self.min_error == f32::INFINITY { (length - self.rest_length).min(0.0) } else { self.error(length) }
    }

    /// How far `length` (m) is from the rest length, m, as far as that is resisted.
    #[inline(always)]
    pub fn error(self, length: f32) -> f32 {
        let error = length - self.rest_length;
        // One instruction, where `max` also looks for what is not a number.
        if error > self.min_error { error } else { self.min_error }
    }
}

/// One link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    /// One end's index.
    pub a: u32,
    /// The other's.
    pub b: u32,
    pub rule: ProjectionRule,
}

/// Links of one law whose ends lie in rows: link `k` joins `a + k stride` with `b + k stride`.
///
/// Either the stride is 1 and the rows do not overlap (`a + count <= b`), or it is 2 and neighbours are joined in
/// pairs (`b = a + 1`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkRun {
    pub a: u32,
    pub b: u32,
    pub count: u32,
    pub stride: u32,
    pub rule: ProjectionRule,
}

impl LinkRun {
    /// Its `k`th link.
    pub fn link(&self, k: u32) -> Link {
        let &Self { a, b, count: _, stride, rule } = self;
        Link { a: a + k * stride, b: b + k * stride, rule }
    }

    /// The part of its links from `from` up to `to`.
    pub fn part(&self, from: u32, to: u32) -> Self {
        let Link { a, b, rule } = self.link(from);
        Self { a, b, count: to - from, stride: self.stride, rule }
    }

    /// All its links, in order.
    pub fn links(self) -> impl DoubleEndedIterator<Item = Link> {
        (0..self.count).map(move |k| self.link(k))
    }
}

/// Links between any particles, of which no two links share one: link `k` joins `a[k]` with `b[k]`. The slices are
/// equally long; their meanings are those of [`Link`] and [`ProjectionRule`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkList<'a> {
    pub a: &'a [u32],
    pub b: &'a [u32],
    pub rest_length: &'a [f32],
    pub stiffness: &'a [f32],
    pub min_error: &'a [f32],
    /// Copies of those of the ends, 1/kg: read in sequence, they are not gathered.
    pub inv_mass: (&'a [f32], &'a [f32]),
}

impl LinkList<'_> {
    /// The links from `from` up to `to`.
    pub fn part(&self, from: usize, to: usize) -> Self {
        Self {
            a: &self.a[from..to],
            b: &self.b[from..to],
            rest_length: &self.rest_length[from..to],
            stiffness: &self.stiffness[from..to],
            min_error: &self.min_error[from..to],
            inv_mass: (&self.inv_mass.0[from..to], &self.inv_mass.1[from..to]),
        }
    }

    /// Its `k`th link.
    pub fn link(&self, k: usize) -> Link {
        let rule = ProjectionRule {
            rest_length: self.rest_length[k],
            stiffness: self.stiffness[k],
            min_error: self.min_error[k],
        };
        Link { a: self.a[k], b: self.b[k], rule }
    }

    /// How many links it has.
    pub fn len(&self) -> usize {
        self.a.len()
    }
}

/// What the projections of a substep read and write, as slices of equal length.
///
/// The positions stay as they are meanwhile, and `moved` takes down what is to be added to them: so small a number
/// keeps what rounding a position would lose. Turned down: to move the positions themselves and take the displacement
/// from where they end. It takes a quarter less time, but what is lost in rounding them comes back as speed: at 400
/// substeps it gave a free swing 0.6 % more energy within a second.
#[derive(Debug)]
pub(crate) struct ParticleView<'a> {
    /// The index of the first particle in the slices: they may be a part of all.
    pub first: u32,
    /// m.
    pub position: &'a [Vec2],
    /// What the projections of this substep have added up to, m.
    pub corrections: &'a mut [Vec2],
    /// 1/kg.
    pub inv_mass: &'a [f32],
}

impl ParticleView<'_> {
    /// Projects one link, with a `share` (0 to 1) of its stiffness: the arithmetic that the batches agree with, bit
    /// for bit.
    #[inline(always)]
    pub fn project_one(&mut self, link: Link, share: f32) {
        let Self { first, position, corrections, inv_mass } = self;
        let (a, b) = ((link.a - *first) as usize, (link.b - *first) as usize);
        let apart = position[b] - position[a];
        let mut rule = link.rule.scaled(share);
        if rule.min_error == f32::INFINITY {
            let way = apart + (corrections[b] - corrections[a]);
            if way.x * way.x + way.y * way.y >= rule.rest_length * rule.rest_length {
                return;
            }
            rule.min_error = f32::NEG_INFINITY;
        }
        (corrections[a], corrections[b]) =
            project(apart, (corrections[a], corrections[b]), (inv_mass[a], inv_mass[b]), rule);
    }

    /// Projects the links of runs.
    pub fn project_runs(&mut self, these: &[LinkRun], share: f32) {
        runs(self, these, share);
    }

    /// Projects listed links.
    pub fn project_list(&mut self, links: LinkList<'_>, share: f32) {
        list(self, links, share);
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn runs(view: &mut ParticleView<'_>, runs: &[LinkRun], share: f32) {
    for &run in runs {
        let run = LinkRun { rule: run.rule.scaled(share), ..run };
        if run.stride == 1 { rows_body(view, run) } else { simd128::pairs(view, run) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::simd128::list;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn runs(view: &mut ParticleView<'_>, runs: &[LinkRun], share: f32) {
    for &run in runs {
        let run = LinkRun { rule: run.rule.scaled(share), ..run };
        if run.stride == 1 {
            rows_body(view, run);
        } else {
            multiversion::target::match_target! {
                "x86_64+avx512f" => if run.count < SHORT { avx2::pairs(view, run) } else { pairs_body(view, run) },
                "x86_64+avx2" => avx2::pairs(view, run),
                _ => pairs_body(view, run),
            }
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[multiversion(targets("x86_64+avx2"))]
fn list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    multiversion::target::match_target! {
        "x86_64+avx2" => avx2::list(view, links, share),
        _ => list_body(view, links, share),
    }
}

/// How far the ends of a link have moved: Jakobsen 2001, section 3, with inverse masses as weights (equal masses: each
/// end takes half; one fixed: the other takes all; both fixed: nothing moves). One division where the formula has
/// three: they are what a projection waits for. Finite input gives no NaN.
///
/// `apart` is how far the second end was from the first before they moved by `moved` (m).
#[inline(always)]
fn project(apart: Vec2, corrections: (Vec2, Vec2), inv_mass: (f32, f32), rule: ProjectionRule) -> (Vec2, Vec2) {
    let (a, b) = corrections;
    let dx = clamp_component(apart.x + (b.x - a.x));
    let dy = clamp_component(apart.y + (b.y - a.y));
    let length = (dx * dx + dy * dy).sqrt();
    let error = rule.error(length);
    let weight = length * (inv_mass.0 + inv_mass.1);
    let scale = if weight > MIN_WEIGHT { rule.stiffness * error / weight } else { 0.0 };
    let (pull_a, pull_b) = (scale * inv_mass.0, scale * inv_mass.1);
    (Vec2::new(a.x + dx * pull_a, a.y + dy * pull_a), Vec2::new(b.x - dx * pull_b, b.y - dy * pull_b))
}

/// A component of a link, held within bounds. (Not `clamp`: this is one instruction for each bound.)
#[inline(always)]
fn clamp_component(component: f32) -> f32 {
    let component = if component < MAX_COMPONENT { component } else { MAX_COMPONENT };
    if component > -MAX_COMPONENT { component } else { -MAX_COMPONENT }
}

#[inline(always)]
fn rows_body(view: &mut ParticleView<'_>, run: LinkRun) {
    let (a, b) = ((run.a - view.first) as usize, (run.b - view.first) as usize);
    let count = run.count as usize;
    let (a, b, (head, tail)) = (a..a + count, b..b + count, view.corrections.split_at_mut(b));
    let at = (&view.position[a.clone()], &view.position[b.clone()]);
    let inv_mass = (&view.inv_mass[a.clone()], &view.inv_mass[b]);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    use simd128::rows as rows_loop;
    rows_loop(at, &mut head[a], &mut tail[..count], inv_mass, run.rule);
}

/// A function of its own: that its arguments do not overlap is what lets the compiler fill lanes.
#[inline(always)]
fn rows_loop(at: (&[Vec2], &[Vec2]), a: &mut [Vec2], b: &mut [Vec2], inv_mass: (&[f32], &[f32]), rule: ProjectionRule) {
    let count = a.len();
    let (b, at_a, at_b) = (&mut b[..count], &at.0[..count], &at.1[..count]);
    let (mass_a, mass_b) = (&inv_mass.0[..count], &inv_mass.1[..count]);
    for k in 0..count {
        let apart = Vec2::new(at_b[k].x - at_a[k].x, at_b[k].y - at_a[k].y);
        (a[k], b[k]) = project(apart, (a[k], b[k]), (mass_a[k], mass_b[k]), rule);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn pairs_body(view: &mut ParticleView<'_>, run: LinkRun) {
    let a = (run.a - view.first) as usize;
    let ends = a..a + 2 * run.count as usize;
    pairs_loop(&view.position[ends.clone()], &mut view.corrections[ends.clone()], &view.inv_mass[ends], run.rule);
}

#[inline(always)]
fn pairs_loop(at: &[Vec2], corrections: &mut [Vec2], mass: &[f32], rule: ProjectionRule) {
    let (at, mass) = (at.as_chunks::<2>().0, mass.as_chunks::<2>().0);
    for (([a, b], [moved_a, moved_b]), [mass_a, mass_b]) in at.iter().zip(corrections.as_chunks_mut::<2>().0).zip(mass)
    {
        (*moved_a, *moved_b) = project(*b - *a, (*moved_a, *moved_b), (*mass_a, *mass_b), rule);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn list_body(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    const LANES: usize = 8;
    let whole = links.len() / LANES * LANES;
    let mut apart = [Vec2::ZERO; LANES];
    let mut corrections = [(Vec2::ZERO, Vec2::ZERO); LANES];
    let mut mass = [(0.0, 0.0); LANES];
    for from in (0..whole).step_by(LANES) {
        let eight = links.part(from, from + LANES);
        let ParticleView { first, position, corrections: all_moved, .. } = &mut *view;
        for k in 0..LANES {
            let (a, b) = ((eight.a[k] - *first) as usize, (eight.b[k] - *first) as usize);
            apart[k] = position[b] - position[a];
            corrections[k] = (all_moved[a], all_moved[b]);
            mass[k] = (eight.inv_mass.0[k], eight.inv_mass.1[k]);
        }
        for k in 0..LANES {
            corrections[k] = project(apart[k], corrections[k], mass[k], eight.link(k).rule.scaled(share));
        }
        for ((&a, &b), &corrections) in eight.a.iter().zip(eight.b).zip(&corrections) {
            (all_moved[(a - *first) as usize], all_moved[(b - *first) as usize]) = corrections;
        }
    }
    (whole..links.len()).for_each(|k| view.project_one(links.link(k), share));
}
