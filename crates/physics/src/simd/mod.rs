//! The arithmetic of a substep, on SIMD lanes: projections of links and the loops over all particles.
//!
//! Every kernel gives the same bits on every machine and at every width. A projection adds, subtracts, multiplies,
//! divides and takes square roots in the order of `project`; nothing is fused or estimated.
//! [`ParticleView::project_one`] is that arithmetic for one link; the other kernels run it for many links that share
//! no particle.
//!
//! Projections are written with intrinsics, loops over all particles in plain Rust that the compiler vectorises.
//! `multiversion` chooses the instruction set at run time.
//!
//! - `mod`: links in the forms that kernels read, and the projection of one link
//! - `colour_batch`: the links of one colour, sorted into runs and a list
//! - `motion`: integration, and other loops over all particles
//! - `kernels`: the projection of many links, for all widths
//! - `avx2`, `four_lanes`: its operations on lanes, with AVX2 and with what every build has

#[macro_use]
mod kernels;
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
pub mod colour_batch;
mod four_lanes;
pub mod motion;
#[cfg(test)]
mod tests;

pub(crate) use self::colour_batch::*;
pub use self::motion::*;

use glam::Vec2;
use multiversion::multiversion;

// In a build with AVX2 throughout, functions that enable it cannot be called without `unsafe`.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use self::four_lanes as avx2;
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

/// Two slices of equal length: values of the two ends of links, or two coordinates.
pub(crate) type SlicePair<'a, T> = (&'a [T], &'a [T]);

/// Bound on the components of a link vector, m, so that differences and squares do not overflow.
const MAX_COMPONENT: f32 = 1e18;

/// Least length x inverse mass, m/kg, of a link that is projected. Below it the link has no direction, or both ends are
/// fixed.
const MIN_WEIGHT: f32 = 1e-18;

/// Bound on 1 / (squared length x rest length x inverse mass), kg/m³, of a link that is projected with spin. Above it
/// the link has no direction, or both ends are fixed.
const MAX_INVERSE: f32 = 1e30;

/// Greatest length error that passes on spin, as a fraction of the rest length. A longer one, as in a yank, would throw
/// the ends.
const MAX_SPIN_ERROR: f32 = 0.02;

/// The constants of a link's projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProjectionRule {
    /// Rest length, m.
    pub rest_length: f32,
    /// Fraction of the length error that is corrected, 0 to 1. For a link with compliance it depends on the step: see
    /// [`crate::solver::Colouring::load_links`].
    pub stiffness: f32,
    /// Length that the link gains per force, m/N.
    pub compliance: f32,
    /// Least length error that is corrected, m: negative infinity for links that pull and push (without spin: the least
    /// finite number), 0 for links that only pull, infinity for links that only push. SIMD kernels do not support the
    /// last.
    pub min_error: f32,
}

impl ProjectionRule {
    /// The rule with a `share` (0 to 1) of the stiffness.
    pub fn scaled(self, share: f32) -> Self {
        Self { stiffness: share * self.stiffness, ..self }
    }

    /// Whether projections of the link keep the angular momentum. Those of links that only pull do not: slack cloth would
    /// never come to rest.
    #[inline(always)]
    pub fn passes_on_spin(self) -> bool {
        self.min_error == f32::NEG_INFINITY
    }

    /// The same rule without spin: any length error is above the least finite number, too.
    pub fn without_spin(self) -> Self {
        Self { min_error: if self.passes_on_spin() { f32::MIN } else { self.min_error }, ..self }
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
    pub fn of(constraint: &DistanceConstraint) -> Self {
        let &DistanceConstraint { a, b, rest_length, stiffness, compliance, kind, material: _ } = constraint;
        Self {
            a: a.0,
            b: b.0,
            rule: ProjectionRule { rest_length, stiffness, compliance, min_error: kind.min_error() },
        }
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
    pub compliance: &'a [f32],
    pub min_error: &'a [f32],
    /// Inverse masses of the ends, 1/kg: copies, so that kernels read them in sequence.
    pub inv_mass: SlicePair<'a, f32>,
}

impl LinkList<'_> {
    /// The links from number `from` up to `to`.
    pub fn part(&self, from: usize, to: usize) -> Self {
        Self {
            a: &self.a[from..to],
            b: &self.b[from..to],
            rest_length: &self.rest_length[from..to],
            stiffness: &self.stiffness[from..to],
            compliance: &self.compliance[from..to],
            min_error: &self.min_error[from..to],
            inv_mass: (&self.inv_mass.0[from..to], &self.inv_mass.1[from..to]),
        }
    }

    /// The link number `k`.
    pub fn link(&self, k: usize) -> Link {
        let Self { a, b, rest_length, stiffness, compliance, min_error, .. } = self;
        let (rest_length, stiffness, compliance, min_error) =
            (rest_length[k], stiffness[k], compliance[k], min_error[k]);
        let rule = ProjectionRule { rest_length, stiffness, compliance, min_error };
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
    /// Displacements in this substep without the corrections, m; may be empty if `has_spin` is false.
    pub displacement: &'a mut [Vec2],
    /// Inverse masses, 1/kg.
    pub inv_mass: &'a [f32],
    /// Whether projections keep the angular momentum.
    pub has_spin: bool,
}

impl ParticleView<'_> {
    /// Projects one link, with a `share` (0 to 1) of its stiffness. All kernels agree with it bit for bit.
    #[inline]
    pub fn project_one(&mut self, link: Link, share: f32) {
        let Self { first, position, corrections, displacement, inv_mass, has_spin } = self;
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
        let (before, inv_mass) = ((corrections[a], corrections[b]), (inv_mass[a], inv_mass[b]));
        if *has_spin && rule.passes_on_spin() {
            let link = SpinningLink { offset, inv_mass, rule };
            ((corrections[a], corrections[b]), (displacement[a], displacement[b])) =
                project_with_spin(link, before, (displacement[a], displacement[b]));
        } else {
            (corrections[a], corrections[b]) = project(offset, before, inv_mass, rule);
        }
    }
}

/// Calls a kernel of the widest lanes that the machine has, with or without spin.
macro_rules! widest {
    ($kernel:ident($view:expr, $($argument:expr),*), $has_spin:expr) => {
        multiversion::target::match_target! {
            "x86_64+avx2" => match $has_spin {
                true => avx2::$kernel::<true>($view, $($argument),*),
                false => avx2::$kernel::<false>($view, $($argument),*),
            },
            _ => match $has_spin {
                true => four_lanes::$kernel::<true>($view, $($argument),*),
                false => four_lanes::$kernel::<false>($view, $($argument),*),
            },
        }
    };
}

/// Projects the links of runs, with a `share` (0 to 1) of their stiffness.
#[multiversion(targets("x86_64+avx2"))]
fn project_runs(view: &mut ParticleView<'_>, runs: &[LinkRun], share: f32) {
    for &run in runs {
        let run = LinkRun { rule: run.rule.scaled(share), ..run };
        let has_spin = view.has_spin && run.rule.passes_on_spin();
        if run.stride == 1 {
            widest!(project_rows(view, run), has_spin)
        } else {
            widest!(project_pairs(view, run), has_spin)
        }
    }
}

/// Projects the links of a list, with a `share` (0 to 1) of their stiffness.
#[multiversion(targets("x86_64+avx2"))]
fn project_list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    widest!(project_list(view, links, share), view.has_spin);
}

/// Projects a distance constraint: returns the corrections of its two ends, m.
///
/// Jakobsen 2001, section 3, with inverse masses as weights (PBD: Müller et al. 2007, equations 10 and 11). One
/// division instead of three, because divisions dominate the latency. Finite input gives no NaN. `offset` is the vector
/// from the first end to the second without the corrections so far, m.
#[inline(always)]
pub(crate) fn project(
    offset: Vec2,
    corrections: (Vec2, Vec2),
    inv_mass: (f32, f32),
    rule: ProjectionRule,
) -> (Vec2, Vec2) {
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

/// A link that is projected with spin.
#[derive(Clone, Copy)]
struct SpinningLink {
    /// The vector from the first end to the second without the corrections so far, m.
    offset: Vec2,
    /// Inverse masses of the ends, 1/kg.
    inv_mass: (f32, f32),
    rule: ProjectionRule,
}

/// [`project`] that also keeps the angular momentum: returns the corrections and the displacements of the two ends, m.
///
/// A link draws its ends in along its direction *after* the substep's motion, which takes angular momentum from them: an
/// angular speed w would decay by w² x substep per second. The displacements get it back across the link. With r the
/// link vector of length l, e its error, L its rest length and u the relative displacement, that is e (r x u) / (l² L)
/// times r turned by 90 degrees.
#[inline]
fn project_with_spin(
    link: SpinningLink,
    (a, b): (Vec2, Vec2),
    (u_a, u_b): (Vec2, Vec2),
) -> ((Vec2, Vec2), (Vec2, Vec2)) {
    let SpinningLink { offset, inv_mass, rule } = link;
    let x = clamp_component(offset.x + (b.x - a.x));
    let y = clamp_component(offset.y + (b.y - a.y));
    let length = (x * x + y * y).sqrt();
    let error = rule.stiffness * rule.error(length);
    let lever = length * rule.rest_length;
    let inverse = 1.0 / (length * (inv_mass.0 + inv_mass.1) * lever);
    let inverse = if inverse < MAX_INVERSE { inverse } else { 0.0 };
    let limit = MAX_SPIN_ERROR * rule.rest_length;
    let limited = if error < limit { error } else { limit };
    let limited = if limited > -limit { limited } else { -limit };
    let spin = limited * ((x * (u_b.y - u_a.y) - y * (u_b.x - u_a.x)) * inverse);
    let (turn_a, turn_b) = (spin * inv_mass.0, spin * inv_mass.1);
    let minus_x = 0.0 - x;
    let u_a = Vec2::new(u_a.x + y * turn_a, u_a.y + minus_x * turn_a);
    let u_b = Vec2::new(u_b.x - y * turn_b, u_b.y - minus_x * turn_b);
    let scale = error * (lever * inverse);
    let (scale_a, scale_b) = (scale * inv_mass.0, scale * inv_mass.1);
    let a = Vec2::new(a.x + x * scale_a, a.y + y * scale_a);
    ((a, Vec2::new(b.x - x * scale_b, b.y - y * scale_b)), (u_a, u_b))
}

/// Clamps a component of a link vector, with one instruction per bound.
#[inline(always)]
fn clamp_component(component: f32) -> f32 {
    let component = if component < MAX_COMPONENT { component } else { MAX_COMPONENT };
    if component > -MAX_COMPONENT { component } else { -MAX_COMPONENT }
}
