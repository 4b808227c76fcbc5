//! Links with compliance: elastic rows of exact solves, and sweeps.
//!
//! With the error y of a link at the beginning of the substep (m), its change v by the displacements before corrections
//! and its change c by corrections, an elastic row has the force `(y + a v + b c) / compliance` along the link at the
//! beginning of the substep. That is Newmark's method (1959) in its two-step form, with gamma - 1/2 for a and beta for
//! b. It keeps angular momentum and has the exact extension at rest. `a = 0, b = 1/4` keeps all energy at any
//! stiffness; `a = b = 1` is backward Euler, as XPBD (Macklin et al. 2016).
//!
//! Sweeps are backward Euler: a projection of a link corrects the fraction W / (W + c / h²) of its error, with its
//! compliance c, the sum W of its ends' inverse masses and the substep h: XPBD with one iteration a substep (Macklin et
//! al. 2019, "Small steps in physics simulation").

use glam::Vec2;

use crate::simd::ParticleView;

/// Share of backward Euler in elastic rows. A mode of the angular frequency w loses `LOSS w² substep` of its energy a
/// second, and one far too fast for the substep `4 LOSS` of it a substep: links do not ring.
const LOSS: f32 = 1.0 / 400.0;

/// The share b of the change by corrections.
const CORRECTION_SHARE: f32 = 0.25 + 0.75 * LOSS;

/// The row of an elastic link in an exact solve, divided by [`CORRECTION_SHARE`], as the system has 1 for corrections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElasticRow {
    /// Unit vector from the first end to the second at the beginning of the substep.
    pub direction: Vec2,
    /// Error before the link's own force, m.
    pub error: f32,
    /// Compliance / substep², 1/kg.
    pub compliance: f32,
}

impl ElasticRow {
    /// The row of a link between two particles, with this rest length (m) and compliance / substep² (1/kg).
    pub fn between(view: &ParticleView, [from, to]: [usize; 2], rest_length: f32, compliance: f32) -> Self {
        let moved = view.displacement[to] - view.displacement[from];
        let start = view.position[to] - view.position[from] - moved;
        let length = (start.x * start.x + start.y * start.y).sqrt();
        let direction = if length > 0.0 { start / length } else { Vec2::X };
        let along = |by: Vec2| by.x * direction.x + by.y * direction.y;
        let corrected = along(view.corrections[to] - view.corrections[from]);
        let error = (length - rest_length + LOSS * along(moved)) / CORRECTION_SHARE + corrected;
        Self { direction, error, compliance: compliance / CORRECTION_SHARE }
    }
}

/// Rounds of bisection, each of which halves the error of a result.
const ROUNDS: usize = 40;

/// The fraction of its error that one of some `projections` in a substep corrects, so that all of them correct as much
/// as one should. `compliance` is that of the substep (compliance / substep²), `weight` the sum of the inverse masses
/// of the ends, 1/kg both.
pub(crate) fn stiffness(compliance: f32, weight: f32, projections: u32) -> f32 {
    let (compliance, weight) = (f64::from(compliance), f64::from(weight));
    if weight + compliance <= 0.0 {
        return 0.0;
    }
    let left = compliance / (weight + compliance);
    // Each projection leaves the root of what all leave.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..if projections > 1 { ROUNDS } else { 0 } {
        let middle = 0.5 * (low + high);
        *(if power(middle, projections) < left { &mut low } else { &mut high }) = middle;
    }
    (1.0 - if projections > 1 { high } else { left }) as f32
}

/// A power by squaring: the same bits everywhere, which the standard library does not promise.
fn power(mut base: f64, mut exponent: u32) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product *= base;
        }
        base *= base;
        exponent /= 2;
    }
    product
}
