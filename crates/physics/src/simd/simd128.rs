//! Projections with WebAssembly SIMD intrinsics, four links at a time, with interleaved coordinates (xy xy). The page
//! is compiled for size, and the compiler does not vectorise it.
//!
//! The order of operations is that of `crate::simd::project`, and so are the bits: `pmin` and `pmax` choose between two
//! numbers as its comparisons do.

use core::arch::wasm32::*;

use glam::Vec2;

use crate::simd::{
    LinkList, LinkRun, MAX_COMPONENT, MIN_WEIGHT, ParticleView, ProjectionRule, Rows, project_pairs_loop,
    project_rows_loop,
};

/// One end of each of four links, with interleaved coordinates: `low` has the links 0 and 1, `high` 2 and 3.
#[derive(Clone, Copy)]
struct Ends {
    low: v128,
    high: v128,
}

/// The [`crate::simd::ProjectionRule`]s of four links.
#[derive(Clone, Copy)]
struct Rules {
    rest_length: v128,
    stiffness: v128,
    min_error: v128,
}

impl Rules {
    /// One rule for all four links.
    fn all(rule: ProjectionRule) -> Self {
        let ProjectionRule { rest_length, stiffness, min_error } = rule;
        let splat = |value: f32| f32x4_splat(value);
        Self { rest_length: splat(rest_length), stiffness: splat(stiffness), min_error: splat(min_error) }
    }
}

/// Two numbers as 64 bits, which one instruction loads.
#[inline(always)]
fn bits(two: [f32; 2]) -> u64 {
    bytemuck::cast(two)
}

#[inline(always)]
fn numbers(&[a, b, c, d]: &[f32; 4]) -> v128 {
    u64x2(bits([a, b]), bits([c, d]))
}

#[inline(always)]
fn points([a, b]: [Vec2; 2]) -> v128 {
    u64x2(bits(a.to_array()), bits(b.to_array()))
}

#[inline(always)]
fn unpack(lanes: v128) -> [Vec2; 2] {
    [u64x2_extract_lane::<0>(lanes), u64x2_extract_lane::<1>(lanes)].map(|bits| Vec2::from_array(bytemuck::cast(bits)))
}

#[inline(always)]
fn ends(&[a, b, c, d]: &[Vec2; 4]) -> Ends {
    Ends { low: points([a, b]), high: points([c, d]) }
}

#[inline(always)]
fn to_points(ends: Ends) -> [Vec2; 4] {
    let ([a, b], [c, d]) = (unpack(ends.low), unpack(ends.high));
    [a, b, c, d]
}

/// The vectors from the ends `a` to the ends `b`.
#[inline(always)]
fn offsets(a: Ends, b: Ends) -> Ends {
    Ends { low: f32x4_sub(b.low, a.low), high: f32x4_sub(b.high, a.high) }
}

/// [`crate::simd::clamp_component`] for four numbers.
#[inline(always)]
fn clamp_component(components: v128) -> v128 {
    f32x4_pmax(f32x4_splat(-MAX_COMPONENT), f32x4_pmin(f32x4_splat(MAX_COMPONENT), components))
}

/// [`crate::simd::project`] for four links.
#[inline(always)]
fn project(before: Ends, a: Ends, b: Ends, (mass_a, mass_b): (v128, v128), rule: Rules) -> (Ends, Ends) {
    let since = offsets(a, b);
    let low = clamp_component(f32x4_add(before.low, since.low));
    let high = clamp_component(f32x4_add(before.high, since.high));
    let (low2, high2) = (f32x4_mul(low, low), f32x4_mul(high, high));
    let (x2, y2) = (i32x4_shuffle::<0, 2, 4, 6>(low2, high2), i32x4_shuffle::<1, 3, 5, 7>(low2, high2));
    let length = f32x4_sqrt(f32x4_add(x2, y2));
    let error = f32x4_pmax(rule.min_error, f32x4_sub(length, rule.rest_length));
    let weight = f32x4_mul(length, f32x4_add(mass_a, mass_b));
    let scale = f32x4_div(f32x4_mul(rule.stiffness, error), weight);
    let scale = v128_and(scale, f32x4_gt(weight, f32x4_splat(MIN_WEIGHT)));
    let (scale_a, scale_b) = (f32x4_mul(scale, mass_a), f32x4_mul(scale, mass_b));
    let low_pair = |scale| i32x4_shuffle::<0, 0, 1, 1>(scale, scale);
    let high_pair = |scale| i32x4_shuffle::<2, 2, 3, 3>(scale, scale);
    let to_a = Ends {
        low: f32x4_add(a.low, f32x4_mul(low, low_pair(scale_a))),
        high: f32x4_add(a.high, f32x4_mul(high, high_pair(scale_a))),
    };
    let to_b = Ends {
        low: f32x4_sub(b.low, f32x4_mul(low, low_pair(scale_b))),
        high: f32x4_sub(b.high, f32x4_mul(high, high_pair(scale_b))),
    };
    (to_a, to_b)
}

/// Projects the links between two rows of particles.
pub fn project_rows(at: Rows<Vec2>, a: &mut [Vec2], b: &mut [Vec2], mass: Rows<f32>, rule: ProjectionRule) {
    let rules = Rules::all(rule);
    let whole = a.len() / 4 * 4;
    let (four_a, rest_a) = a.as_chunks_mut::<4>();
    let (four_b, rest_b) = b.as_chunks_mut::<4>();
    let from = at.0.as_chunks::<4>().0.iter().zip(at.1.as_chunks::<4>().0);
    let masses = mass.0.as_chunks::<4>().0.iter().zip(mass.1.as_chunks::<4>().0);
    for (((a, b), (at_a, at_b)), (mass_a, mass_b)) in four_a.iter_mut().zip(four_b).zip(from).zip(masses) {
        let before = offsets(ends(at_a), ends(at_b));
        let (to_a, to_b) = project(before, ends(a), ends(b), (numbers(mass_a), numbers(mass_b)), rules);
        (*a, *b) = (to_points(to_a), to_points(to_b));
    }
    let rest = (&at.0[whole..], &at.1[whole..]);
    project_rows_loop(rest, rest_a, rest_b, (&mass.0[whole..], &mass.1[whole..]), rule);
}

/// Projects a run of pairs of neighbours.
pub fn project_pairs(view: &mut ParticleView<'_>, run: LinkRun) {
    let a = (run.a - view.first) as usize;
    let range = a..a + 2 * run.count as usize;
    let (at, at_tail) = view.position[range.clone()].as_chunks::<8>();
    let (corrections, moved_tail) = view.corrections[range.clone()].as_chunks_mut::<8>();
    let (mass, mass_tail) = view.inv_mass[range].as_chunks::<8>();
    let rules = Rules::all(run.rule);
    for ((at, corrections), mass) in at.iter().zip(corrections).zip(mass) {
        let ((at_a, at_b), (a, b)) = (neighbours(at), neighbours(corrections));
        let (m0, m1) = (numbers(&mass.as_chunks::<4>().0[0]), numbers(&mass.as_chunks::<4>().0[1]));
        let masses = (i32x4_shuffle::<0, 2, 4, 6>(m0, m1), i32x4_shuffle::<1, 3, 5, 7>(m0, m1));
        let (to_a, to_b) = project(offsets(at_a, at_b), a, b, masses, rules);
        let [a, b, c, d] = to_points(to_a);
        let [e, f, g, h] = to_points(to_b);
        *corrections = [a, e, b, f, c, g, d, h];
    }
    project_pairs_loop(at_tail, moved_tail, mass_tail, run.rule);
}

/// The first and the second ends of four pairs of neighbours.
#[inline(always)]
fn neighbours(&[a, e, b, f, c, g, d, h]: &[Vec2; 8]) -> (Ends, Ends) {
    (ends(&[a, b, c, d]), ends(&[e, f, g, h]))
}

/// Projects a list of links.
pub fn project_list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    let (first, position) = (view.first, view.position);
    let share_of_all = f32x4_splat(share);
    let ends_of = links.a.as_chunks::<4>().0.iter().zip(links.b.as_chunks::<4>().0);
    let masses = links.inv_mass.0.as_chunks::<4>().0.iter().zip(links.inv_mass.1.as_chunks::<4>().0);
    let rules = links.rest_length.as_chunks::<4>().0.iter().zip(links.stiffness.as_chunks::<4>().0);
    let rules = rules.zip(links.min_error.as_chunks::<4>().0);
    for (((a, b), (mass_a, mass_b)), ((rest_length, stiffness), min_error)) in ends_of.zip(masses).zip(rules) {
        let index = |id: u32| (id - first) as usize;
        let (a, b) = (a.map(index), b.map(index));
        let before = offsets(ends(&a.map(|a| position[a])), ends(&b.map(|b| position[b])));
        let from = (ends(&a.map(|a| view.corrections[a])), ends(&b.map(|b| view.corrections[b])));
        let rule = Rules {
            rest_length: numbers(rest_length),
            stiffness: f32x4_mul(share_of_all, numbers(stiffness)),
            min_error: numbers(min_error),
        };
        let (to_a, to_b) = project(before, from.0, from.1, (numbers(mass_a), numbers(mass_b)), rule);
        for ((&a, &b), (to_a, to_b)) in a.iter().zip(&b).zip(to_points(to_a).into_iter().zip(to_points(to_b))) {
            (view.corrections[a], view.corrections[b]) = (to_a, to_b);
        }
    }
    (links.len() / 4 * 4..links.len()).for_each(|k| view.project_one(links.link(k), share));
}
