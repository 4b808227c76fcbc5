//! The arithmetic of a substep, on SIMD lanes: projections of links and the loops over all particles.
//!
//! Every kernel gives the same bits on every machine and at every width. A projection adds, subtracts, multiplies,
//! divides and takes square roots in the order of `project`; nothing is fused or estimated.
//! [`ParticleView::project_one`] is that arithmetic for one link; the other kernels run it for many links that share
//! no particle.
//!
//! The loops are plain Rust, shaped so that the compiler vectorises them. `multiversion` compiles each for AVX-512,
//! AVX2 and the baseline, and chooses at run time.
//!
//! - `mod`: links in the forms that kernels read, the projection, and its loops
//! - `colour_batch`: the links of one colour, sorted into runs and a list
//! - `motion`: integration, and other loops over all particles
//! - `avx2`: kernels with AVX2 intrinsics, where the compiler's code is poor
//! - `simd128`: kernels with WebAssembly intrinsics

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
/// Plain loops for a build with AVX2 throughout: without run-time dispatch, the intrinsics cannot be called safely.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    pub(super) use crate::simd::{project_list_body as project_list, project_pairs_body as project_pairs};
}
pub mod colour_batch;
pub mod motion;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

pub(crate) use self::colour_batch::*;
pub use self::motion::*;

use glam::Vec2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use multiversion::multiversion;

use crate::particles::DistanceConstraint;

/// Number of links of one colour that are projected at a time. All choices give the same bits, so this is not state; it
/// exists for tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// As many at a time as the machine can.
    #[default]
    Wide,
    /// One at a time.
    Scalar,
}

/// Name of the widest SIMD lanes that the kernels use on this machine. They change no bit.
#[must_use]
pub fn widest_lanes() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        let has_avx2 = is_x86_feature_detected!("avx2");
        if has_avx2 && is_x86_feature_detected!("avx512f") {
            "AVX-512"
        } else if has_avx2 {
            "AVX2"
        } else {
            "SSE2"
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    if cfg!(target_arch = "aarch64") {
        "NEON"
    } else if cfg!(target_feature = "simd128") {
        "SIMD128"
    } else {
        "scalar"
    }
}

/// Values of the two ends of links, as slices of equal length.
pub(crate) type Rows<'a, T> = (&'a [T], &'a [T]);

/// Bound on the components of a link vector, m, so that differences and squares do not overflow.
const MAX_COMPONENT: f32 = 1e18;

/// Least length x inverse mass, m/kg, of a link that is projected. Below it the link has no direction, or both ends are
/// fixed.
const MIN_WEIGHT: f32 = 1e-18;

/// Fewest pairs in a run for which AVX-512 is faster than AVX2.
#[cfg(target_arch = "x86_64")]
const MIN_AVX512_PAIRS: u32 = 64;

/// The constants of a link's projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProjectionRule {
    /// Rest length, m.
    pub rest_length: f32,
    /// Fraction of the length error that is corrected, 0 to 1.
    pub stiffness: f32,
    /// Least length error that is corrected, m: negative infinity for links that pull and push, 0 for links that only
    /// pull, infinity for links that only push. SIMD kernels do not support links that only push.
    pub min_error: f32,
}

impl ProjectionRule {
    /// The rule with a `share` (0 to 1) of the stiffness.
    pub fn scaled(self, share: f32) -> Self {
        Self { stiffness: share * self.stiffness, ..self }
    }

    /// The length error to correct, m, for every kind of link.
    #[inline]
    pub fn signed_error(self, length: f32) -> f32 {
        if self.min_error == f32::INFINITY { (length - self.rest_length).min(0.0) } else { self.error(length) }
    }

    /// The length error to correct, m, for links that pull.
    #[inline(always)]
    pub fn error(self, length: f32) -> f32 {
        let error = length - self.rest_length;
        // One instruction; `max` also tests for NaN.
        if error > self.min_error { error } else { self.min_error }
    }
}

/// A link in the form that projections read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    /// Index of one end.
    pub a: u32,
    /// Index of the other end.
    pub b: u32,
    pub rule: ProjectionRule,
}

impl Link {
    /// A distance constraint in this form.
    pub fn of(&DistanceConstraint { a, b, rest_length, stiffness, kind }: &DistanceConstraint) -> Self {
        Self { a: a.0, b: b.0, rule: ProjectionRule { rest_length, stiffness, min_error: kind.min_error() } }
    }
}

/// Links with one rule at regular indices: link `k` joins `a + k stride` with `b + k stride`.
///
/// Either the stride is 1 and the two rows of particles do not overlap (`a + count <= b`), or it is 2 and the links
/// join pairs of neighbours (`b = a + 1`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkRun {
    pub a: u32,
    pub b: u32,
    pub count: u32,
    pub stride: u32,
    pub rule: ProjectionRule,
}

impl LinkRun {
    /// The link number `k`.
    pub fn link(&self, k: u32) -> Link {
        let &Self { a, b, count: _, stride, rule } = self;
        Link { a: a + k * stride, b: b + k * stride, rule }
    }

    /// The links from number `from` up to `to`.
    pub fn part(&self, from: u32, to: u32) -> Self {
        let Link { a, b, rule } = self.link(from);
        Self { a, b, count: to - from, stride: self.stride, rule }
    }

    /// All links, in order.
    pub fn links(self) -> impl DoubleEndedIterator<Item = Link> {
        (0..self.count).map(move |k| self.link(k))
    }
}

/// Links at arbitrary indices that share no particle: link `k` joins `a[k]` with `b[k]`. All slices are equally long;
/// see [`Link`] and [`ProjectionRule`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkList<'a> {
    pub a: &'a [u32],
    pub b: &'a [u32],
    pub rest_length: &'a [f32],
    pub stiffness: &'a [f32],
    pub min_error: &'a [f32],
    /// Inverse masses of the ends, 1/kg: copies, so that kernels read them in sequence.
    pub inv_mass: Rows<'a, f32>,
}

impl LinkList<'_> {
    /// The links from number `from` up to `to`.
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

    /// The link number `k`.
    pub fn link(&self, k: usize) -> Link {
        let Self { a, b, rest_length, stiffness, min_error, .. } = self;
        let rule = ProjectionRule { rest_length: rest_length[k], stiffness: stiffness[k], min_error: min_error[k] };
        Link { a: a[k], b: b[k], rule }
    }

    /// Number of links.
    pub fn len(&self) -> usize {
        self.a.len()
    }
}

/// The particles as projections see them: slices of equal length.
///
/// Projections leave the positions unchanged and sum up their corrections separately. Added to a position at once, a
/// small correction would lose digits, and the error would appear as speed.
#[derive(Debug)]
pub(crate) struct ParticleView<'a> {
    /// Index of the first particle of the slices, which may be a part of all particles.
    pub first: u32,
    /// Positions after integration, m.
    pub position: &'a [Vec2],
    /// Sum of the corrections in this substep, m.
    pub corrections: &'a mut [Vec2],
    /// Inverse masses, 1/kg.
    pub inv_mass: &'a [f32],
}

impl ParticleView<'_> {
    /// Projects one link, with a `share` (0 to 1) of its stiffness. All kernels agree with it bit for bit.
    #[inline(always)]
    pub fn project_one(&mut self, link: Link, share: f32) {
        let Self { first, position, corrections, inv_mass } = self;
        let (a, b) = ((link.a - *first) as usize, (link.b - *first) as usize);
        let offset = position[b] - position[a];
        let mut rule = link.rule.scaled(share);
        if rule.min_error == f32::INFINITY {
            let delta = offset + (corrections[b] - corrections[a]);
            if delta.x * delta.x + delta.y * delta.y >= rule.rest_length * rule.rest_length {
                return;
            }
            rule.min_error = f32::NEG_INFINITY;
        }
        let before = (corrections[a], corrections[b]);
        (corrections[a], corrections[b]) = project(offset, before, (inv_mass[a], inv_mass[b]), rule);
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn project_runs(view: &mut ParticleView<'_>, runs: &[LinkRun], share: f32) {
    for &run in runs {
        let run = LinkRun { rule: run.rule.scaled(share), ..run };
        if run.stride == 1 { project_rows_body(view, run) } else { simd128::project_pairs(view, run) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::simd128::project_list;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
/// Projects the links of runs, with a `share` (0 to 1) of their stiffness.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn project_runs(view: &mut ParticleView<'_>, runs: &[LinkRun], share: f32) {
    for &run in runs {
        let run = LinkRun { rule: run.rule.scaled(share), ..run };
        if run.stride == 1 {
            project_rows_body(view, run);
        } else {
            multiversion::target::match_target! {
                "x86_64+avx512f" => if run.count < MIN_AVX512_PAIRS {
                    avx2::project_pairs(view, run)
                } else {
                    project_pairs_body(view, run)
                },
                "x86_64+avx2" => avx2::project_pairs(view, run),
                _ => project_pairs_body(view, run),
            }
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
/// Projects the links of a list, with a `share` (0 to 1) of their stiffness.
#[multiversion(targets("x86_64+avx2"))]
fn project_list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    multiversion::target::match_target! {
        "x86_64+avx2" => avx2::project_list(view, links, share),
        _ => project_list_body(view, links, share),
    }
}

/// Projects a distance constraint: returns the corrections of its two ends, m.
///
/// Jakobsen 2001, section 3, with inverse masses as weights (PBD: Müller et al. 2007, equations 10 and 11). One
/// division instead of three, because divisions dominate the latency. Finite input gives no NaN. `offset` is the vector
/// from the first end to the second without the corrections so far, m.
#[inline(always)]
fn project(offset: Vec2, corrections: (Vec2, Vec2), inv_mass: (f32, f32), rule: ProjectionRule) -> (Vec2, Vec2) {
    let (a, b) = corrections;
    let dx = clamp_component(offset.x + (b.x - a.x));
    let dy = clamp_component(offset.y + (b.y - a.y));
    let length = (dx * dx + dy * dy).sqrt();
    let error = rule.error(length);
    let weight = length * (inv_mass.0 + inv_mass.1);
    let scale = if weight > MIN_WEIGHT { rule.stiffness * error / weight } else { 0.0 };
    let (scale_a, scale_b) = (scale * inv_mass.0, scale * inv_mass.1);
    (Vec2::new(a.x + dx * scale_a, a.y + dy * scale_a), Vec2::new(b.x - dx * scale_b, b.y - dy * scale_b))
}

/// Clamps a component of a link vector, with one instruction per bound.
#[inline(always)]
fn clamp_component(component: f32) -> f32 {
    let component = if component < MAX_COMPONENT { component } else { MAX_COMPONENT };
    if component > -MAX_COMPONENT { component } else { -MAX_COMPONENT }
}

#[inline(always)]
fn project_rows_body(view: &mut ParticleView<'_>, run: LinkRun) {
    let (a, b) = ((run.a - view.first) as usize, (run.b - view.first) as usize);
    let count = run.count as usize;
    let (a, b, (head, tail)) = (a..a + count, b..b + count, view.corrections.split_at_mut(b));
    let at = (&view.position[a.clone()], &view.position[b.clone()]);
    let inv_mass = (&view.inv_mass[a.clone()], &view.inv_mass[b]);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    use simd128::project_rows as project_rows_loop;
    project_rows_loop(at, &mut head[a], &mut tail[..count], inv_mass, run.rule);
}

/// A separate function, so that the compiler knows that the slices do not overlap, and vectorises.
#[inline(always)]
fn project_rows_loop(at: Rows<Vec2>, a: &mut [Vec2], b: &mut [Vec2], mass: Rows<f32>, rule: ProjectionRule) {
    let count = a.len();
    let (b, at_a, at_b) = (&mut b[..count], &at.0[..count], &at.1[..count]);
    let (mass_a, mass_b) = (&mass.0[..count], &mass.1[..count]);
    for k in 0..count {
        let offset = Vec2::new(at_b[k].x - at_a[k].x, at_b[k].y - at_a[k].y);
        (a[k], b[k]) = project(offset, (a[k], b[k]), (mass_a[k], mass_b[k]), rule);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn project_pairs_body(view: &mut ParticleView<'_>, run: LinkRun) {
    let a = (run.a - view.first) as usize;
    let ends = a..a + 2 * run.count as usize;
    let ParticleView { position, corrections, inv_mass, .. } = view;
    project_pairs_loop(&position[ends.clone()], &mut corrections[ends.clone()], &inv_mass[ends], run.rule);
}

#[inline(always)]
fn project_pairs_loop(at: &[Vec2], corrections: &mut [Vec2], mass: &[f32], rule: ProjectionRule) {
    let (at, mass) = (at.as_chunks::<2>().0, mass.as_chunks::<2>().0);
    for (([a, b], [a_correction, b_correction]), [mass_a, mass_b]) in
        at.iter().zip(corrections.as_chunks_mut::<2>().0).zip(mass)
    {
        (*a_correction, *b_correction) = project(*b - *a, (*a_correction, *b_correction), (*mass_a, *mass_b), rule);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn project_list_body(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    const LANES: usize = 8;
    let whole = links.len() / LANES * LANES;
    let mut offset = [Vec2::ZERO; LANES];
    let mut corrections = [(Vec2::ZERO, Vec2::ZERO); LANES];
    let mut mass = [(0.0, 0.0); LANES];
    for from in (0..whole).step_by(LANES) {
        let eight = links.part(from, from + LANES);
        let ParticleView { first, position, corrections: all_moved, .. } = &mut *view;
        for k in 0..LANES {
            let (a, b) = ((eight.a[k] - *first) as usize, (eight.b[k] - *first) as usize);
            offset[k] = position[b] - position[a];
            corrections[k] = (all_moved[a], all_moved[b]);
            mass[k] = (eight.inv_mass.0[k], eight.inv_mass.1[k]);
        }
        for k in 0..LANES {
            corrections[k] = project(offset[k], corrections[k], mass[k], eight.link(k).rule.scaled(share));
        }
        for ((&a, &b), &corrections) in eight.a.iter().zip(eight.b).zip(&corrections) {
            (all_moved[(a - *first) as usize], all_moved[(b - *first) as usize]) = corrections;
        }
    }
    (whole..links.len()).for_each(|k| view.project_one(links.link(k), share));
}
