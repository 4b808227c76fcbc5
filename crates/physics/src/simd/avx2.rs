//! Projections with AVX2, eight links at a time.
//!
//! Functions take and return SIMD vectors or slices: a `Vec2` parameter makes the compiler go through the stack.

use core::arch::x86_64::*;

use glam::Vec2;

type Lane = __m256;

/// Eight points. `split` gives, two points by two: 0 1 and 4 5 of `low`, then those of `high`.
#[derive(Clone, Copy)]
struct Points {
    low: Lane,
    high: Lane,
}

/// Loads the points at the indices of a batch. A point counts as one number of 64 bits: two of them fill half a register
/// in two instructions.
macro_rules! gather {
    (@four $points:ident, $a:expr, $b:expr, $c:expr, $d:expr) => {
        _mm256_castpd_ps(_mm256_setr_pd(
            bytemuck::cast::<[f32; 2], f64>($points[$a].to_array()),
            bytemuck::cast::<[f32; 2], f64>($points[$b].to_array()),
            bytemuck::cast::<[f32; 2], f64>($points[$c].to_array()),
            bytemuck::cast::<[f32; 2], f64>($points[$d].to_array()),
        ))
    };
    ($points:ident, $at:ident) => {
        Points {
            low: gather!(@four $points, $at[0], $at[1], $at[4], $at[5]),
            high: gather!(@four $points, $at[2], $at[3], $at[6], $at[7]),
        }
    };
}

/// Stores the points at the indices of a batch.
macro_rules! scatter {
    ($to:ident, $at:ident, $points:expr) => {
        let (low, high): ([[f32; 2]; 4], [[f32; 2]; 4]) = (bytemuck::cast($points.low), bytemuck::cast($points.high));
        for (k, link) in [0, 1, 4, 5].into_iter().enumerate() {
            $to[$at[link]] = Vec2::from_array(low[k]);
        }
        for (k, link) in [2, 3, 6, 7].into_iter().enumerate() {
            $to[$at[link]] = Vec2::from_array(high[k]);
        }
    };
}

lane_kernels!(8, #[target_feature(enable = "avx2")]);

/// Defines operations on lanes by one intrinsic each.
macro_rules! operations {
    ($($name:ident($($argument:ident),*) = $intrinsic:ident;)*) => {
        $(#[inline]
        #[target_feature(enable = "avx2")]
        fn $name($($argument: Lane),*) -> Lane {
            $intrinsic($($argument),*)
        })*
    };
}
operations! {
    add(a, b) = _mm256_add_ps;
    sub(a, b) = _mm256_sub_ps;
    mul(a, b) = _mm256_mul_ps;
    div(a, b) = _mm256_div_ps;
    min(a, b) = _mm256_min_ps;
    max(a, b) = _mm256_max_ps;
    sqrt(a) = _mm256_sqrt_ps;
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(value: f32) -> Lane {
    _mm256_set1_ps(value)
}

/// The values below a limit, and 0 for the others and NaN.
#[inline]
#[target_feature(enable = "avx2")]
fn keep_below(value: Lane, limit: f32) -> Lane {
    _mm256_and_ps(value, _mm256_cmp_ps::<_CMP_LT_OQ>(value, splat(limit)))
}

/// The values whose measure is above a limit, and 0 for the others.
#[inline]
#[target_feature(enable = "avx2")]
fn keep_where_above(value: Lane, measure: Lane, limit: f32) -> Lane {
    _mm256_and_ps(value, _mm256_cmp_ps::<_CMP_GT_OQ>(measure, splat(limit)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn zero() -> Points {
    Points { low: _mm256_setzero_ps(), high: _mm256_setzero_ps() }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_points(a: Points, b: Points) -> Points {
    Points { low: add(a.low, b.low), high: add(a.high, b.high) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sub_points(a: Points, b: Points) -> Points {
    Points { low: sub(a.low, b.low), high: sub(a.high, b.high) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn split(Points { low, high }: Points) -> (Lane, Lane) {
    (_mm256_shuffle_ps::<0x88>(low, high), _mm256_shuffle_ps::<0xdd>(low, high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn join(x: Lane, y: Lane) -> Points {
    Points { low: _mm256_unpacklo_ps(x, y), high: _mm256_unpackhi_ps(x, y) }
}

/// Loads four points.
#[inline]
#[target_feature(enable = "avx2")]
fn load_four([a, b, c, d]: &[Vec2; 4]) -> Lane {
    _mm256_setr_ps(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)
}

/// Stores four points.
#[inline]
#[target_feature(enable = "avx2")]
fn store_four(points: &mut [Vec2; 4], four: Lane) {
    let [a, b, c, d]: [[f32; 2]; 4] = bytemuck::cast(four);
    // `map` would be a call.
    *points = [Vec2::from_array(a), Vec2::from_array(b), Vec2::from_array(c), Vec2::from_array(d)];
}

/// Loads a row of points.
#[inline]
#[target_feature(enable = "avx2")]
fn load(points: &[Vec2; WIDTH]) -> Points {
    let (fours, _) = points.as_chunks::<4>();
    Points { low: load_four(&fours[0]), high: load_four(&fours[1]) }
}

/// Stores a row of points.
#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [Vec2; WIDTH], Points { low, high }: Points) {
    let (fours, _) = to.as_chunks_mut::<4>();
    store_four(&mut fours[0], low);
    store_four(&mut fours[1], high);
}

/// Loads numbers of a batch that [`gather`] has loaded.
#[inline]
#[target_feature(enable = "avx2")]
fn numbers(&[a, b, c, d, e, f, g, h]: &[f32; WIDTH]) -> Lane {
    _mm256_setr_ps(a, b, c, d, e, f, g, h)
}

/// Loads numbers of a batch that [`load`] has loaded.
#[inline]
#[target_feature(enable = "avx2")]
fn row_numbers(row: &[f32; WIDTH]) -> Lane {
    _mm256_castpd_ps(_mm256_permute4x64_pd::<0xd8>(_mm256_castps_pd(numbers(row))))
}

/// The first points of the two pairs in each register.
#[inline]
#[target_feature(enable = "avx2")]
fn first(a: Lane, b: Lane) -> Lane {
    _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// The second points of the two pairs in each register.
#[inline]
#[target_feature(enable = "avx2")]
fn second(a: Lane, b: Lane) -> Lane {
    _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)))
}

/// Loads the first and the second points of eight pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn load_pairs(points: &[Vec2; 2 * WIDTH]) -> (Points, Points) {
    let (eights, _) = points.as_chunks::<8>();
    let (one, two) = (load(&eights[0]), load(&eights[1]));
    let a = Points { low: first(one.low, one.high), high: first(two.low, two.high) };
    (a, Points { low: second(one.low, one.high), high: second(two.low, two.high) })
}

/// Stores the first and the second points of eight pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn store_pairs(to: &mut [Vec2; 2 * WIDTH], a: Points, b: Points) {
    let (eights, _) = to.as_chunks_mut::<8>();
    store(&mut eights[0], Points { low: first(a.low, b.low), high: second(a.low, b.low) });
    store(&mut eights[1], Points { low: first(a.high, b.high), high: second(a.high, b.high) });
}

/// Loads the numbers of the first and of the second points of eight pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn pair_numbers(of_pairs: &[f32; 2 * WIDTH]) -> (Lane, Lane) {
    let (eights, _) = of_pairs.as_chunks::<8>();
    let (one, two) = (row_numbers(&eights[0]), row_numbers(&eights[1]));
    (_mm256_shuffle_ps::<0x88>(one, two), _mm256_shuffle_ps::<0xdd>(one, two))
}
