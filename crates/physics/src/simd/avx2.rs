//! The batches for which the compiler's AVX2 is poor, with the lanes spelled out: eight links at a time, the
//! coordinates kept xy by xy, so that almost nothing is shuffled.
//!
//! The order of the operations is that of `crate::simd::pull`. (Helpers take and return vectors or arrays of numbers: a
//! `Vec2` handed to a helper makes the compiler go through the stack, and a closure handed to `array::map`, which is not
//! compiled for AVX2, is called once an element.)
//!
//! Turned down: the remainder of a run as its last eight links, of which those already done are kept. Its loads overlap
//! what was just stored, and wait for it: a rope of 100 links took 15 to 40 % longer, a net of 23 x 23 up to 70 %.

use core::arch::x86_64::*;

use glam::Vec2;

use crate::simd::{LinkList, LinkRun, MAX_COMPONENT, MIN_WEIGHT, ParticleView, pairs_loop};

/// One end of each of eight links, xy by xy. In which order is the caller's choice: `low` and `high` interleave, two
/// links by two, to the order of the masses and rest lengths. That is, if those are 0 to 7, `low` has the links 0, 1,
/// 4 and 5, and `high` has 2, 3, 6 and 7.
#[derive(Clone, Copy)]
struct Ends {
    low: __m256,
    high: __m256,
}

/// [`crate::simd::ProjectionRule`] for eight links.
#[derive(Clone, Copy)]
struct Laws {
    rest_length: __m256,
    stiffness: __m256,
    min_error: __m256,
}

/// How far the ends `b` are from the ends `a`.
#[inline]
#[target_feature(enable = "avx2")]
fn apart(a: Ends, b: Ends) -> Ends {
    Ends { low: _mm256_sub_ps(b.low, a.low), high: _mm256_sub_ps(b.high, a.high) }
}

/// [`crate::simd::pull`] for eight links.
#[inline]
#[target_feature(enable = "avx2")]
fn project(before: Ends, a: Ends, b: Ends, (mass_a, mass_b): (__m256, __m256), rule: Laws) -> (Ends, Ends) {
    let (far, near, since) = (_mm256_set1_ps(MAX_COMPONENT), _mm256_set1_ps(-MAX_COMPONENT), apart(a, b));
    let low = _mm256_max_ps(_mm256_min_ps(_mm256_add_ps(before.low, since.low), far), near);
    let high = _mm256_max_ps(_mm256_min_ps(_mm256_add_ps(before.high, since.high), far), near);
    let (low2, high2) = (_mm256_mul_ps(low, low), _mm256_mul_ps(high, high));
    let (x2, y2) = (_mm256_shuffle_ps::<0x88>(low2, high2), _mm256_shuffle_ps::<0xdd>(low2, high2));
    let length = _mm256_sqrt_ps(_mm256_add_ps(x2, y2));
    let error = _mm256_max_ps(_mm256_sub_ps(length, rule.rest_length), rule.min_error);
    let weight = _mm256_mul_ps(length, _mm256_add_ps(mass_a, mass_b));
    let scale = _mm256_div_ps(_mm256_mul_ps(rule.stiffness, error), weight);
    let scale = _mm256_and_ps(scale, _mm256_cmp_ps::<_CMP_GT_OQ>(weight, _mm256_set1_ps(MIN_WEIGHT)));
    let (pull_a, pull_b) = (_mm256_mul_ps(scale, mass_a), _mm256_mul_ps(scale, mass_b));
    let moved_a = Ends {
        low: _mm256_add_ps(a.low, _mm256_mul_ps(low, _mm256_unpacklo_ps(pull_a, pull_a))),
        high: _mm256_add_ps(a.high, _mm256_mul_ps(high, _mm256_unpackhi_ps(pull_a, pull_a))),
    };
    let moved_b = Ends {
        low: _mm256_sub_ps(b.low, _mm256_mul_ps(low, _mm256_unpacklo_ps(pull_b, pull_b))),
        high: _mm256_sub_ps(b.high, _mm256_mul_ps(high, _mm256_unpackhi_ps(pull_b, pull_b))),
    };
    (moved_a, moved_b)
}

/// Four points as lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn points([a, b, c, d]: &[Vec2; 4]) -> __m256 {
    _mm256_setr_ps(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)
}

/// Eight numbers as lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn numbers([a, b, c, d, e, f, g, h]: [f32; 8]) -> __m256 {
    _mm256_setr_ps(a, b, c, d, e, f, g, h)
}

/// Four points from lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn unpack(lanes: __m256) -> [[f32; 2]; 4] {
    bytemuck::cast(lanes)
}

/// A point of a slice as a number of 64 bits: handed over so, two of them fill half a register in two instructions. As
/// two numbers of 32 bits they took half as many again.
macro_rules! bits {
    ($points:ident, $at:expr) => {
        bytemuck::cast::<[f32; 2], f64>($points[$at].to_array())
    };
}

/// The points of a slice at eight places. (A function would make the compiler go through the stack.)
macro_rules! gathered {
    ($points:ident, $at:ident) => {
        Ends {
            low: packed([
                bits!($points, $at[0]),
                bits!($points, $at[1]),
                bits!($points, $at[4]),
                bits!($points, $at[5]),
            ]),
            high: packed([
                bits!($points, $at[2]),
                bits!($points, $at[3]),
                bits!($points, $at[6]),
                bits!($points, $at[7]),
            ]),
        }
    };
}

/// Four points as lanes, from their bits.
#[inline]
#[target_feature(enable = "avx2")]
fn packed([a, b, c, d]: [f64; 4]) -> __m256 {
    _mm256_castpd_ps(_mm256_setr_pd(a, b, c, d))
}

/// [`crate::simd::list`].
#[inline]
#[target_feature(enable = "avx2")]
pub fn list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    if view.first == 0 { list_of::<true>(view, links, share) } else { list_of::<false>(view, links, share) }
}

/// ParticleView are `ALL` particles, or a part of them. Where nothing is to be taken off the indices, they are loaded one by one;
/// else the compiler does that in lanes, and has to take these apart again.
#[inline]
#[target_feature(enable = "avx2")]
fn list_of<const ALL: bool>(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
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
        let before = apart(gathered!(position, a), gathered!(position, b));
        let (from_a, from_b) = (gathered!(corrections, a), gathered!(corrections, b));
        let masses = (numbers(*mass_a), numbers(*mass_b));
        let stiffness = _mm256_mul_ps(_mm256_set1_ps(share), numbers(*stiffness));
        let rules = Laws { rest_length: numbers(*rest_length), stiffness, min_error: numbers(*min_error) };
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

/// Where eight particles are in places that begin with the `first`.
#[inline]
#[target_feature(enable = "avx2")]
fn indices<const ALL: bool>([a, b, c, d, e, f, g, h]: [u32; 8], first: u32) -> [usize; 8] {
    let first = if ALL { 0 } else { first };
    [a - first, b - first, c - first, d - first, e - first, f - first, g - first, h - first].map(|id| id as usize)
}

/// [`crate::simd::pairs`].
#[inline]
#[target_feature(enable = "avx2")]
pub fn pairs(view: &mut ParticleView<'_>, run: LinkRun) {
    let a = (run.a - view.first) as usize;
    let ends = a..a + 2 * run.count as usize;
    let (at, at_tail) = view.position[ends.clone()].as_chunks::<16>();
    let (corrections, moved_tail) = view.corrections[ends.clone()].as_chunks_mut::<16>();
    let (mass, mass_tail) = view.inv_mass[ends].as_chunks::<16>();
    let rule = run.rule;
    let rules = Laws {
        rest_length: _mm256_set1_ps(rule.rest_length),
        stiffness: _mm256_set1_ps(rule.stiffness),
        min_error: _mm256_set1_ps(rule.min_error),
    };
    for ((at, corrections), mass) in at.iter().zip(corrections).zip(mass) {
        eight_pairs(at, corrections, mass, rules);
    }
    pairs_loop(at_tail, moved_tail, mass_tail, rule);
}

/// The first ends of two links from each vector, or the second ones of vectors turned by [`second`].
#[inline]
#[target_feature(enable = "avx2")]
fn first(a: __m256, b: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// See [`first`].
#[inline]
#[target_feature(enable = "avx2")]
fn second(a: __m256, b: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// The ends of eight pairs of neighbours. Two links a vector; their ends then stand in the order 0 2 1 3 and 4 6 5 7.
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
fn eight_pairs(at: &[Vec2; 16], corrections: &mut [Vec2; 16], mass: &[f32; 16], rules: Laws) {
    let (at_a, at_b) = ends(at);
    let (a, b) = ends(corrections);
    // The order of the sums of squares: 0 2 4 6 1 3 5 7.
    let (eights, _) = mass.as_chunks::<8>();
    let (m0, m1) = (swapped(numbers(eights[0])), swapped(numbers(eights[1])));
    let masses = (_mm256_shuffle_ps::<0x88>(m0, m1), _mm256_shuffle_ps::<0xdd>(m0, m1));
    let (a, b) = project(apart(at_a, at_b), a, b, masses, rules);
    let to = [first(a.low, b.low), second(a.low, b.low), first(a.high, b.high), second(a.high, b.high)];
    for (four, to) in corrections.as_chunks_mut::<4>().0.iter_mut().zip(to) {
        *four = unpack(to).map(Vec2::from_array);
    }
}

/// With the second and the third quarter exchanged.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(lanes: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_permute4x64_pd::<0xd8>(_mm256_castps_pd(lanes)))
}
