//! Links with compliance in sweeps.
//!
//! A projection of such a link corrects the fraction W / (W + c / h²) of its error, with its compliance c, the sum W of
//! its ends' inverse masses and the substep h: XPBD with one iteration a substep (Macklin et al. 2019, "Small steps in
//! physics simulation").

/// Rounds of bisection, each of which halves the error of a result.
const ROUNDS: usize = 40;

/// The fraction of its error that one of some `projections` in a substep corrects, so that all of them correct as much as
/// one should. `compliance` is that of the substep (compliance / substep²), `weight` the sum of the inverse masses of the
/// ends, 1/kg both.
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
