//! The batches for a browser, with the lanes spelled out: four links at a time, the coordinates kept xy by xy. A page is
//! compiled for its size, and then the compiler fills no lanes by itself.
//!
//! The order of the operations is that of `crate::simd::pull`, and so are the bits: of two numbers, `pmin` and `pmax` choose as
//! the comparisons there do.

use core::arch::wasm32::*;

use glam::Vec2;

use crate::simd::{FAR, Law, List, NOTHING, Places, Run, pairs_loop, rows_loop};

/// One end of each of four links, xy by xy: `low` has the links 0 and 1, `high` 2 and 3.
#[derive(Clone, Copy)]
struct Ends {
    low: v128,
    high: v128,
}

/// [`crate::simd::Law`] for four links.
#[derive(Clone, Copy)]
struct Laws {
    rest_length: v128,
    stiffness: v128,
    floor: v128,
}

impl Laws {
    /// The same for all four.
    fn all(law: Law) -> Self {
        let Law { rest_length, stiffness, floor } = law;
        Self { rest_length: f32x4_splat(rest_length), stiffness: f32x4_splat(stiffness), floor: f32x4_splat(floor) }
    }
}

/// Two numbers as the bits of one: so they are loaded at once.
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
fn four(ends: Ends) -> [Vec2; 4] {
    let ([a, b], [c, d]) = (unpack(ends.low), unpack(ends.high));
    [a, b, c, d]
}

/// How far the ends `b` are from the ends `a`.
#[inline(always)]
fn apart(a: Ends, b: Ends) -> Ends {
    Ends { low: f32x4_sub(b.low, a.low), high: f32x4_sub(b.high, a.high) }
}

/// [`crate::simd::held`] for four numbers.
#[inline(always)]
fn held(components: v128) -> v128 {
    f32x4_pmax(f32x4_splat(-FAR), f32x4_pmin(f32x4_splat(FAR), components))
}

/// [`crate::simd::pull`] for four links.
#[inline(always)]
fn pull(before: Ends, a: Ends, b: Ends, (mass_a, mass_b): (v128, v128), law: Laws) -> (Ends, Ends) {
    let since = apart(a, b);
    let (low, high) = (held(f32x4_add(before.low, since.low)), held(f32x4_add(before.high, since.high)));
    let (low2, high2) = (f32x4_mul(low, low), f32x4_mul(high, high));
    let (x2, y2) = (i32x4_shuffle::<0, 2, 4, 6>(low2, high2), i32x4_shuffle::<1, 3, 5, 7>(low2, high2));
    let length = f32x4_sqrt(f32x4_add(x2, y2));
    let error = f32x4_pmax(law.floor, f32x4_sub(length, law.rest_length));
    let weight = f32x4_mul(length, f32x4_add(mass_a, mass_b));
    let scale = f32x4_div(f32x4_mul(law.stiffness, error), weight);
    let scale = v128_and(scale, f32x4_gt(weight, f32x4_splat(NOTHING)));
    let (pull_a, pull_b) = (f32x4_mul(scale, mass_a), f32x4_mul(scale, mass_b));
    let first = |pull| i32x4_shuffle::<0, 0, 1, 1>(pull, pull);
    let last = |pull| i32x4_shuffle::<2, 2, 3, 3>(pull, pull);
    let moved_a = Ends {
        low: f32x4_add(a.low, f32x4_mul(low, first(pull_a))),
        high: f32x4_add(a.high, f32x4_mul(high, last(pull_a))),
    };
    let moved_b = Ends {
        low: f32x4_sub(b.low, f32x4_mul(low, first(pull_b))),
        high: f32x4_sub(b.high, f32x4_mul(high, last(pull_b))),
    };
    (moved_a, moved_b)
}

/// [`crate::simd::rows_loop`].
pub fn rows(at: (&[Vec2], &[Vec2]), a: &mut [Vec2], b: &mut [Vec2], inv_mass: (&[f32], &[f32]), law: Law) {
    let laws = Laws::all(law);
    let whole = a.len() / 4 * 4;
    let (four_a, rest_a) = a.as_chunks_mut::<4>();
    let (four_b, rest_b) = b.as_chunks_mut::<4>();
    let from = at.0.as_chunks::<4>().0.iter().zip(at.1.as_chunks::<4>().0);
    let masses = inv_mass.0.as_chunks::<4>().0.iter().zip(inv_mass.1.as_chunks::<4>().0);
    for (((a, b), (at_a, at_b)), (mass_a, mass_b)) in four_a.iter_mut().zip(four_b).zip(from).zip(masses) {
        let before = apart(ends(at_a), ends(at_b));
        let (to_a, to_b) = pull(before, ends(a), ends(b), (numbers(mass_a), numbers(mass_b)), laws);
        (*a, *b) = (four(to_a), four(to_b));
    }
    let rest = (&at.0[whole..], &at.1[whole..]);
    rows_loop(rest, rest_a, rest_b, (&inv_mass.0[whole..], &inv_mass.1[whole..]), law);
}

/// [`crate::simd::pairs_loop`].
pub fn pairs(places: &mut Places<'_>, run: Run) {
    let a = (run.a - places.first) as usize;
    let range = a..a + 2 * run.count as usize;
    let (at, at_tail) = places.position[range.clone()].as_chunks::<8>();
    let (moved, moved_tail) = places.moved[range.clone()].as_chunks_mut::<8>();
    let (mass, mass_tail) = places.inv_mass[range].as_chunks::<8>();
    let laws = Laws::all(run.law);
    for ((at, moved), mass) in at.iter().zip(moved).zip(mass) {
        let ((at_a, at_b), (a, b)) = (neighbours(at), neighbours(moved));
        let (m0, m1) = (numbers(&mass.as_chunks::<4>().0[0]), numbers(&mass.as_chunks::<4>().0[1]));
        let masses = (i32x4_shuffle::<0, 2, 4, 6>(m0, m1), i32x4_shuffle::<1, 3, 5, 7>(m0, m1));
        let (to_a, to_b) = pull(apart(at_a, at_b), a, b, masses, laws);
        let [a, b, c, d] = four(to_a);
        let [e, f, g, h] = four(to_b);
        *moved = [a, e, b, f, c, g, d, h];
    }
    pairs_loop(at_tail, moved_tail, mass_tail, run.law);
}

/// The first and the second ends of four pairs of neighbours.
#[inline(always)]
fn neighbours(&[a, e, b, f, c, g, d, h]: &[Vec2; 8]) -> (Ends, Ends) {
    (ends(&[a, b, c, d]), ends(&[e, f, g, h]))
}

/// [`crate::simd::list`].
pub fn list(places: &mut Places<'_>, links: List<'_>, share: f32) {
    let (first, position) = (places.first, places.position);
    let share_of_all = f32x4_splat(share);
    let ends_of = links.a.as_chunks::<4>().0.iter().zip(links.b.as_chunks::<4>().0);
    let masses = links.inv_mass.0.as_chunks::<4>().0.iter().zip(links.inv_mass.1.as_chunks::<4>().0);
    let laws = links.rest_length.as_chunks::<4>().0.iter().zip(links.stiffness.as_chunks::<4>().0);
    let laws = laws.zip(links.floor.as_chunks::<4>().0);
    for (((a, b), (mass_a, mass_b)), ((rest_length, stiffness), floor)) in ends_of.zip(masses).zip(laws) {
        let index = |id: u32| (id - first) as usize;
        let (a, b) = (a.map(index), b.map(index));
        let before = apart(ends(&a.map(|a| position[a])), ends(&b.map(|b| position[b])));
        let from = (ends(&a.map(|a| places.moved[a])), ends(&b.map(|b| places.moved[b])));
        let law = Laws {
            rest_length: numbers(rest_length),
            stiffness: f32x4_mul(share_of_all, numbers(stiffness)),
            floor: numbers(floor),
        };
        let (to_a, to_b) = pull(before, from.0, from.1, (numbers(mass_a), numbers(mass_b)), law);
        for ((&a, &b), (to_a, to_b)) in a.iter().zip(&b).zip(four(to_a).into_iter().zip(four(to_b))) {
            (places.moved[a], places.moved[b]) = (to_a, to_b);
        }
    }
    (links.len() / 4 * 4..links.len()).for_each(|k| places.project_one(links.link(k), share));
}
