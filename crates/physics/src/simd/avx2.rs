//! Projections with AVX2 intrinsics, eight links at a time, where the compiler's AVX2 code is poor. Coordinates stay
//! interleaved (xy xy), so that almost nothing is shuffled.
//!
//! The order of operations is that of `crate::simd::project`. Helpers take and return SIMD vectors or arrays of
//! numbers: a `Vec2` parameter makes the compiler go through the stack, and a closure in `array::map` is not compiled
//! for AVX2.

use core::arch::x86_64::*;

use glam::Vec2;

use crate::simd::{LinkList, LinkRun, MAX_COMPONENT, MIN_WEIGHT, ParticleView, project_pairs_loop};

/// One end of each of eight links, with interleaved coordinates.
///
/// `low` and `high` interleave, two links by two, to the order of the masses and rest lengths: if those are numbered 0
/// to 7, `low` has the links 0, 1, 4 and 5, and `high` has 2, 3, 6 and 7.
#[derive(Clone, Copy)]
struct Ends {
    low: __m256,
    high: __m256,
}

/// The [`crate::simd::ProjectionRule`]s of eight links.
#[derive(Clone, Copy)]
struct Rules {
    rest_length: __m256,
    stiffness: __m256,
    min_error: __m256,
}

/// The vectors from the ends `a` to the ends `b`.
#[inline]
#[target_feature(enable = "avx2")]
fn offsets(a: Ends, b: Ends) -> Ends {
    Ends { low: _mm256_sub_ps(b.low, a.low), high: _mm256_sub_ps(b.high, a.high) }
}

/// [`crate::simd::project`] for eight links.
#[inline]
#[target_feature(enable = "avx2")]
fn project(before: Ends, a: Ends, b: Ends, (mass_a, mass_b): (__m256, __m256), rule: Rules) -> (Ends, Ends) {
    let (far, near, since) = (_mm256_set1_ps(MAX_COMPONENT), _mm256_set1_ps(-MAX_COMPONENT), offsets(a, b));
    let low = _mm256_max_ps(_mm256_min_ps(_mm256_add_ps(before.low, since.low), far), near);
    let high = _mm256_max_ps(_mm256_min_ps(_mm256_add_ps(before.high, since.high), far), near);
    let (low2, high2) = (_mm256_mul_ps(low, low), _mm256_mul_ps(high, high));
    let (x2, y2) = (_mm256_shuffle_ps::<0x88>(low2, high2), _mm256_shuffle_ps::<0xdd>(low2, high2));
    let length = _mm256_sqrt_ps(_mm256_add_ps(x2, y2));
    let error = _mm256_max_ps(_mm256_sub_ps(length, rule.rest_length), rule.min_error);
    let weight = _mm256_mul_ps(length, _mm256_add_ps(mass_a, mass_b));
    let scale = _mm256_div_ps(_mm256_mul_ps(rule.stiffness, error), weight);
    let scale = _mm256_and_ps(scale, _mm256_cmp_ps::<_CMP_GT_OQ>(weight, _mm256_set1_ps(MIN_WEIGHT)));
    let (scale_a, scale_b) = (_mm256_mul_ps(scale, mass_a), _mm256_mul_ps(scale, mass_b));
    let to_a = Ends {
        low: _mm256_add_ps(a.low, _mm256_mul_ps(low, _mm256_unpacklo_ps(scale_a, scale_a))),
        high: _mm256_add_ps(a.high, _mm256_mul_ps(high, _mm256_unpackhi_ps(scale_a, scale_a))),
    };
    let to_b = Ends {
        low: _mm256_sub_ps(b.low, _mm256_mul_ps(low, _mm256_unpacklo_ps(scale_b, scale_b))),
        high: _mm256_sub_ps(b.high, _mm256_mul_ps(high, _mm256_unpackhi_ps(scale_b, scale_b))),
    };
    (to_a, to_b)
}

/// Loads four points.
#[inline]
#[target_feature(enable = "avx2")]
fn points([a, b, c, d]: &[Vec2; 4]) -> __m256 {
    _mm256_setr_ps(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)
}

/// Loads eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn numbers([a, b, c, d, e, f, g, h]: [f32; 8]) -> __m256 {
    _mm256_setr_ps(a, b, c, d, e, f, g, h)
}

/// Stores four points.
#[inline]
#[target_feature(enable = "avx2")]
fn unpack(lanes: __m256) -> [[f32; 2]; 4] {
    bytemuck::cast(lanes)
}

/// A point of a slice as 64 bits: two of them fill half a register in two instructions.
macro_rules! bits {
    ($of:ident, $at:expr) => {
        bytemuck::cast::<[f32; 2], f64>($of[$at].to_array())
    };
}

/// Gathers the points of a slice at eight indices. A function would make the compiler go through the stack.
macro_rules! gather {
    ($of:ident, $at:ident) => {
        Ends {
            low: packed([bits!($of, $at[0]), bits!($of, $at[1]), bits!($of, $at[4]), bits!($of, $at[5])]),
            high: packed([bits!($of, $at[2]), bits!($of, $at[3]), bits!($of, $at[6]), bits!($of, $at[7])]),
        }
    };
}

/// Loads four points from their bits.
#[inline]
#[target_feature(enable = "avx2")]
fn packed([a, b, c, d]: [f64; 4]) -> __m256 {
    _mm256_castpd_ps(_mm256_setr_pd(a, b, c, d))
}

/// Projects a list of links.
#[inline]
#[target_feature(enable = "avx2")]
pub fn project_list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    if view.first == 0 {
        project_list_in::<true>(view, links, share)
    } else {
        project_list_in::<false>(view, links, share)
    }
}

/// Projects a list of links in a view of `ALL` particles, or of a part of them.
///
/// With no offset to subtract, the indices are loaded one by one; otherwise the compiler subtracts it in SIMD lanes and
/// has to unpack them again.
#[inline]
#[target_feature(enable = "avx2")]
fn project_list_in<const ALL: bool>(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    let (first, count) = (view.first, view.position.len());
    let position = view.position;
    let corrections = &mut view.corrections[..count];
    let (ends_a, ends_b) = (links.a.as_chunks::<8>().0, links.b.as_chunks::<8>().0);
    let (rest_length, stiffness) = (links.rest_length.as_chunks::<8>().0, links.stiffness.as_chunks::<8>().0);
    let rules = rest_length.iter().zip(stiffness).zip(links.min_error.as_chunks::<8>().0);
    let masses = links.inv_mass.0.as_chunks::<8>().0.iter().zip(links.inv_mass.1.as_chunks::<8>().0);
    let ends = ends_a.iter().zip(ends_b).zip(masses);
    for (((a, b), (mass_a, mass_b)), ((rest_length, stiffness), min_error)) in ends.zip(rules) {
        let (a, b) = (indices::<ALL>(*a, first), indices::<ALL>(*b, first));
        let before = offsets(gather!(position, a), gather!(position, b));
        let (from_a, from_b) = (gather!(corrections, a), gather!(corrections, b));
        let masses = (numbers(*mass_a), numbers(*mass_b));
        let stiffness = _mm256_mul_ps(_mm256_set1_ps(share), numbers(*stiffness));
        let rules = Rules { rest_length: numbers(*rest_length), stiffness, min_error: numbers(*min_error) };
        let (to_a, to_b) = project(before, from_a, from_b, masses, rules);
        let (low_a, low_b) = (unpack(to_a.low), unpack(to_b.low));
        for (k, link) in [0, 1, 4, 5].into_iter().enumerate() {
            corrections[a[link]] = Vec2::from_array(low_a[k]);
            corrections[b[link]] = Vec2::from_array(low_b[k]);
        }
        let (high_a, high_b) = (unpack(to_a.high), unpack(to_b.high));
        for (k, link) in [2, 3, 6, 7].into_iter().enumerate() {
            corrections[a[link]] = Vec2::from_array(high_a[k]);
            corrections[b[link]] = Vec2::from_array(high_b[k]);
        }
    }
    (links.len() / 8 * 8..links.len()).for_each(|k| view.project_one(links.link(k), share));
}

/// The indices of eight particles in a view that begins with particle `first`.
#[inline]
#[target_feature(enable = "avx2")]
fn indices<const ALL: bool>([a, b, c, d, e, f, g, h]: [u32; 8], first: u32) -> [usize; 8] {
    let first = if ALL { 0 } else { first };
    [a - first, b - first, c - first, d - first, e - first, f - first, g - first, h - first].map(|id| id as usize)
}

/// Projects a run of pairs of neighbours.
#[inline]
#[target_feature(enable = "avx2")]
pub fn project_pairs(view: &mut ParticleView<'_>, run: LinkRun) {
    let a = (run.a - view.first) as usize;
    let ends = a..a + 2 * run.count as usize;
    let (at, position_tail) = view.position[ends.clone()].as_chunks::<16>();
    let (corrections, corrections_tail) = view.corrections[ends.clone()].as_chunks_mut::<16>();
    let (mass, mass_tail) = view.inv_mass[ends].as_chunks::<16>();
    let rule = run.rule;
    let rules = Rules {
        rest_length: _mm256_set1_ps(rule.rest_length),
        stiffness: _mm256_set1_ps(rule.stiffness),
        min_error: _mm256_set1_ps(rule.min_error),
    };
    for ((at, corrections), mass) in at.iter().zip(corrections).zip(mass) {
        project_eight_pairs(at, corrections, mass, rules);
    }
    project_pairs_loop(position_tail, corrections_tail, mass_tail, rule);
}

/// The first ends of the two links in each vector.
#[inline]
#[target_feature(enable = "avx2")]
fn first(a: __m256, b: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// The second ends of the two links in each vector.
#[inline]
#[target_feature(enable = "avx2")]
fn second(a: __m256, b: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// The ends of eight pairs of neighbours: two links per vector, in the order 0 2 1 3 and 4 6 5 7.
#[inline]
#[target_feature(enable = "avx2")]
fn ends(pair: &[Vec2; 16]) -> (Ends, Ends) {
    let (fours, _) = pair.as_chunks::<4>();
    let (v0, v1, v2, v3) = (points(&fours[0]), points(&fours[1]), points(&fours[2]), points(&fours[3]));
    (Ends { low: first(v0, v1), high: first(v2, v3) }, Ends { low: second(v0, v1), high: second(v2, v3) })
}

/// Projects eight pairs of neighbours.
#[inline]
#[target_feature(enable = "avx2")]
fn project_eight_pairs(at: &[Vec2; 16], corrections: &mut [Vec2; 16], mass: &[f32; 16], rules: Rules) {
    let (at_a, at_b) = ends(at);
    let (a, b) = ends(corrections);
    // Masses in the link order of the squared lengths: 0 2 4 6 1 3 5 7.
    let (eights, _) = mass.as_chunks::<8>();
    let (m0, m1) = (swapped(numbers(eights[0])), swapped(numbers(eights[1])));
    let masses = (_mm256_shuffle_ps::<0x88>(m0, m1), _mm256_shuffle_ps::<0xdd>(m0, m1));
    let (a, b) = project(offsets(at_a, at_b), a, b, masses, rules);
    let to = [first(a.low, b.low), second(a.low, b.low), first(a.high, b.high), second(a.high, b.high)];
    for (four, to) in corrections.as_chunks_mut::<4>().0.iter_mut().zip(to) {
        *four = unpack(to).map(Vec2::from_array);
    }
}

/// Exchanges the second and the third quarter.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(lanes: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_permute4x64_pd::<0xd8>(_mm256_castps_pd(lanes)))
}
