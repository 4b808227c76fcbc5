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
fn load(points: &[Vec2]) -> Points {
    let &[a, b, c, d] = points else { return zero() };
    Points { low: load_two(a, b), high: load_two(c, d) }
}

/// Stores a row of points.
#[inline(always)]
fn store(to: &mut [Vec2], points: Points) {
    to[..2].copy_from_slice(&two(points.low));
    to[2..4].copy_from_slice(&two(points.high));
}

#[inline(always)]
fn numbers(numbers: &[f32]) -> Lane {
    let &[a, b, c, d] = numbers else { return splat(0.0) };
    load_two(Vec2::new(a, b), Vec2::new(c, d))
}

#[inline(always)]
fn row_numbers(row: &[f32]) -> Lane {
    numbers(row)
}

/// Loads the first and the second points of four pairs.
#[inline(always)]
fn load_pairs(points: &[Vec2]) -> (Points, Points) {
    let &[a, e, b, f, c, g, d, h] = points else { return (zero(), zero()) };
    let (one, other) = ([load_two(a, b), load_two(c, d)], [load_two(e, f), load_two(g, h)]);
    (Points { low: one[0], high: one[1] }, Points { low: other[0], high: other[1] })
}

/// Stores the first and the second points of four pairs.
#[inline(always)]
fn store_pairs(to: &mut [Vec2], a: Points, b: Points) {
    let ([a, b, c, d], [e, f, g, h]) = (four(a), four(b));
    to.copy_from_slice(&[a, e, b, f, c, g, d, h]);
}

/// Loads the numbers of the first and of the second points of four pairs.
#[inline(always)]
fn pair_numbers(of_pairs: &[f32]) -> (Lane, Lane) {
    let &[a, e, b, f, c, g, d, h] = of_pairs else { return (splat(0.0), splat(0.0)) };
    (numbers(&[a, b, c, d]), numbers(&[e, f, g, h]))
}

#[inline(always)]
fn four(points: Points) -> [Vec2; 4] {
    let ([a, b], [c, d]) = (two(points.low), two(points.high));
    [a, b, c, d]
}

/// Loads the points at the indices of a batch.
#[inline(always)]
fn gather(points: &[Vec2], &[a, b, c, d]: &[usize; WIDTH]) -> Points {
    Points { low: load_two(points[a], points[b]), high: load_two(points[c], points[d]) }
}

/// Stores the points at the indices of a batch.
#[inline(always)]
fn scatter(to: &mut [Vec2], at: &[usize; WIDTH], points: Points) {
    for (&index, point) in at.iter().zip(four(points)) {
        to[index] = point;
    }
}
