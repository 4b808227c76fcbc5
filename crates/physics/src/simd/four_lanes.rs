//! Projections four links at a time, with the lanes that every build has: SSE2, NEON, WebAssembly SIMD, or plain numbers.

use glam::Vec2;
use wide::f32x4;

type Lane = f32x4;

/// Four points: two in each register.
#[derive(Clone, Copy)]
struct Points {
    low: Lane,
    high: Lane,
}

/// Loads the points at the indices of a batch.
macro_rules! gather {
    ($points:ident, $at:ident) => {
        Points { low: load_two($points[$at[0]], $points[$at[1]]), high: load_two($points[$at[2]], $points[$at[3]]) }
    };
}

/// Stores the points at the indices of a batch.
macro_rules! scatter {
    ($to:ident, $at:ident, $points:expr) => {
        for (index, point) in $at.into_iter().zip(four($points)) {
            $to[index] = point;
        }
    };
}

lane_kernels!(4);

/// Defines operations on lanes.
macro_rules! operations {
    ($($name:ident($($argument:ident),*) = $value:expr;)*) => {
        $(#[inline(always)]
        fn $name($($argument: Lane),*) -> Lane {
            $value
        })*
    };
}
operations! {
    add(a, b) = a + b;
    sub(a, b) = a - b;
    mul(a, b) = a * b;
    div(a, b) = a / b;
    min(a, b) = a.fast_min(b);
    max(a, b) = a.fast_max(b);
    sqrt(a) = a.sqrt();
}

#[inline(always)]
fn splat(value: f32) -> Lane {
    f32x4::splat(value)
}

/// The values below a limit, and 0 for the others and NaN.
#[inline(always)]
fn keep_below(value: Lane, limit: f32) -> Lane {
    value.simd_lt(splat(limit)).bitselect(value, splat(0.0))
}

/// The values whose measure is above a limit, and 0 for the others.
#[inline(always)]
fn keep_where_above(value: Lane, measure: Lane, limit: f32) -> Lane {
    measure.simd_gt(splat(limit)).bitselect(value, splat(0.0))
}

#[inline(always)]
fn split(Points { low, high }: Points) -> (Lane, Lane) {
    let (even, odd) = (low.unpack_lo(high), low.unpack_hi(high));
    (even.unpack_lo(odd), even.unpack_hi(odd))
}

#[inline(always)]
fn join(x: Lane, y: Lane) -> Points {
    Points { low: x.unpack_lo(y), high: x.unpack_hi(y) }
}

/// Loads two points.
#[inline(always)]
fn load_two(a: Vec2, b: Vec2) -> Lane {
    f32x4::new([a.x, a.y, b.x, b.y])
}

/// The two points of a register.
#[inline(always)]
fn two(points: Lane) -> [Vec2; 2] {
    let [a_x, a_y, b_x, b_y] = points.to_array();
    [Vec2::new(a_x, a_y), Vec2::new(b_x, b_y)]
}

#[inline(always)]
fn zero() -> Points {
    Points { low: splat(0.0), high: splat(0.0) }
}

#[inline(always)]
fn add_points(a: Points, b: Points) -> Points {
    Points { low: add(a.low, b.low), high: add(a.high, b.high) }
}

#[inline(always)]
fn sub_points(a: Points, b: Points) -> Points {
    Points { low: sub(a.low, b.low), high: sub(a.high, b.high) }
}

/// Loads a row of points.
#[inline(always)]
fn load(&[a, b, c, d]: &[Vec2; WIDTH]) -> Points {
    Points { low: load_two(a, b), high: load_two(c, d) }
}

/// Stores a row of points.
#[inline(always)]
fn store(to: &mut [Vec2; WIDTH], points: Points) {
    *to = four(points);
}

#[inline(always)]
fn numbers(numbers: &[f32; WIDTH]) -> Lane {
    f32x4::new(*numbers)
}

#[inline(always)]
fn row_numbers(row: &[f32; WIDTH]) -> Lane {
    numbers(row)
}

/// Loads the first and the second points of four pairs.
#[inline(always)]
fn load_pairs(&[a, e, b, f, c, g, d, h]: &[Vec2; 2 * WIDTH]) -> (Points, Points) {
    let (one, other) = ([load_two(a, b), load_two(c, d)], [load_two(e, f), load_two(g, h)]);
    (Points { low: one[0], high: one[1] }, Points { low: other[0], high: other[1] })
}

/// Stores the first and the second points of four pairs.
#[inline(always)]
fn store_pairs(to: &mut [Vec2; 2 * WIDTH], a: Points, b: Points) {
    let ([a, b, c, d], [e, f, g, h]) = (four(a), four(b));
    *to = [a, e, b, f, c, g, d, h];
}

/// Loads the numbers of the first and of the second points of four pairs.
#[inline(always)]
fn pair_numbers(&[a, e, b, f, c, g, d, h]: &[f32; 2 * WIDTH]) -> (Lane, Lane) {
    (numbers(&[a, b, c, d]), numbers(&[e, f, g, h]))
}

#[inline(always)]
fn four(points: Points) -> [Vec2; 4] {
    let ([a, b], [c, d]) = (two(points.low), two(points.high));
    [a, b, c, d]
}
