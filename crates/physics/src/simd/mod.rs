//! The arithmetic of the step, many lanes at a time.
//!
//! Every kernel gives the same bits on every machine and at every width: a link is only ever added, subtracted,
//! multiplied, divided and square-rooted, in the order written down in `pull`, and nothing is fused or estimated.
//! [`project_one`] is that arithmetic for one link; the batches only run it for many links that share no particle.
//!
//! The loops are plain Rust, shaped so that the compiler vectorises them. `multiversion` compiles each for AVX-512,
//! AVX2 and the baseline, and picks one at run time, once for all runs of a colour and once for its list. Where the
//! compiler's AVX2 is poor, the module `avx2` spells the lanes out. Turned down: gathers, which are 2 to 2.5 times slower than loads of 64 bits, and estimates of
//! reciprocals, which differ between machines and are no faster.
pub mod colour_batch;

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
/// A build for AVX2 throughout has no dispatch, and only code behind one may call the lanes safely: the plain loops.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    pub(crate) use crate::simd::{list_body as list, pairs_body as pairs};
}
pub mod motion;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

use glam::Vec2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use multiversion::multiversion;

pub(crate) use crate::simd::motion::{
    CHUNK, any_beyond, any_inside, are_near, finish, finish_gently, integrate, integrate_body, longest_squared, spread,
};

/// How the links of a batch are projected. The bits are the same, so this is no state: it is there for the tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// As many at a time as the machine can.
    #[default]
    Wide,
    /// One after the other.
    Scalar,
}

/// A longer component of a link, m, is taken as this long, so that neither the subtraction nor the squares overflow.
const FAR: f32 = 1e18;

/// A link whose length x inverse mass is not above this is left alone: it has no direction, or no end can move.
const NOTHING: f32 = 1e-18;

/// Pairs for which sixteen lanes take more time to get going than they save.
#[cfg(target_arch = "x86_64")]
const SHORT: u32 = 64;

/// How a link pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Law {
    /// Length at rest, m.
    pub rest_length: f32,
    /// Share of the error that is corrected, 0 to 1.
    pub stiffness: f32,
    /// The least error, m: negative infinity for a link that pulls and pushes, 0 for one that only pulls. Infinity for one
    /// that only pushes: the wide lanes do not know of these.
    pub floor: f32,
}

impl Law {
    /// The same with a `share` (0 to 1) of the stiffness.
    pub fn weakened(self, share: f32) -> Self {
        Self { stiffness: share * self.stiffness, ..self }
    }

    /// [`Law::error`] of any link, those that only push with them.
    #[inline]
    pub fn any_error(self, length: f32) -> f32 {
        if self.floor == f32::INFINITY { (length - self.rest_length).min(0.0) } else { self.error(length) }
    }

    /// How far `length` (m) is from the rest length, m, as far as that is resisted.
    #[inline(always)]
    pub fn error(self, length: f32) -> f32 {
        let error = length - self.rest_length;
        // One instruction, where `max` also looks for what is not a number.
        if error > self.floor { error } else { self.floor }
    }
}

/// One link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    /// One end's index.
    pub a: u32,
    /// The other's.
    pub b: u32,
    pub law: Law,
}

/// Links of one law whose ends lie in rows: link `k` joins `a + k stride` with `b + k stride`.
///
/// Either the stride is 1 and the rows do not overlap (`a + count <= b`), or it is 2 and neighbours are joined in
/// pairs (`b = a + 1`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    pub a: u32,
    pub b: u32,
    pub count: u32,
    pub stride: u32,
    pub law: Law,
}

impl Run {
    /// Its `k`th link.
    pub fn link(&self, k: u32) -> Link {
        let &Self { a, b, count: _, stride, law } = self;
        Link { a: a + k * stride, b: b + k * stride, law }
    }

    /// The part of its links from `from` up to `to`.
    pub fn part(&self, from: u32, to: u32) -> Self {
        let Link { a, b, law } = self.link(from);
        Self { a, b, count: to - from, stride: self.stride, law }
    }

    /// All its links, in order.
    pub fn links(self) -> impl DoubleEndedIterator<Item = Link> {
        (0..self.count).map(move |k| self.link(k))
    }
}

/// Links between any particles, of which no two links share one: link `k` joins `a[k]` with `b[k]`. The slices are
/// equally long; their meanings are those of [`Link`] and [`Law`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<'a> {
    pub a: &'a [u32],
    pub b: &'a [u32],
    pub rest_length: &'a [f32],
    pub stiffness: &'a [f32],
    pub floor: &'a [f32],
    /// Copies of those of the ends, 1/kg: read in sequence, they are not gathered.
    pub inv_mass: (&'a [f32], &'a [f32]),
}

impl List<'_> {
    /// The links from `from` up to `to`.
    pub fn part(&self, from: usize, to: usize) -> Self {
        Self {
            a: &self.a[from..to],
            b: &self.b[from..to],
            rest_length: &self.rest_length[from..to],
            stiffness: &self.stiffness[from..to],
            floor: &self.floor[from..to],
            inv_mass: (&self.inv_mass.0[from..to], &self.inv_mass.1[from..to]),
        }
    }

    /// Its `k`th link.
    pub fn link(&self, k: usize) -> Link {
        let law = Law { rest_length: self.rest_length[k], stiffness: self.stiffness[k], floor: self.floor[k] };
        Link { a: self.a[k], b: self.b[k], law }
    }

    /// How many links it has.
    pub fn len(&self) -> usize {
        self.a.len()
    }
}

/// What the projections of a substep read and write, as slices of equal length.
///
/// The positions stay as they are meanwhile, and `moved` takes down what is to be added to them: so small a number
/// keeps what rounding a position would lose. Turned down: to move the positions themselves and take the displacement
/// from where they end. It takes a quarter less time, but what is lost in rounding them comes back as speed: at 400
/// substeps it gave a free swing 0.6 % more energy within a second.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    /// The index of the first particle in the slices: they may be a part of all.
    pub first: u32,
    /// m.
    pub position: &'a [Vec2],
    /// What the projections of this substep have added up to, m.
    pub moved: &'a mut [Vec2],
    /// 1/kg.
    pub inv_mass: &'a [f32],
}

impl Places<'_> {
    /// Projects one link, with a `share` (0 to 1) of its stiffness: the arithmetic that the batches agree with, bit
    /// for bit.
    #[inline(always)]
    pub fn project_one(&mut self, link: Link, share: f32) {
        let Self { first, position, moved, inv_mass } = self;
        let (a, b) = ((link.a - *first) as usize, (link.b - *first) as usize);
        let apart = position[b] - position[a];
        let mut law = link.law.weakened(share);
        if law.floor == f32::INFINITY {
            let way = apart + (moved[b] - moved[a]);
            if way.x * way.x + way.y * way.y >= law.rest_length * law.rest_length {
                return;
            }
            law.floor = f32::NEG_INFINITY;
        }
        (moved[a], moved[b]) = pull(apart, (moved[a], moved[b]), (inv_mass[a], inv_mass[b]), law);
    }

    /// Projects the links of runs.
    pub fn project_runs(&mut self, these: &[Run], share: f32) {
        runs(self, these, share);
    }

    /// Projects listed links.
    pub fn project_list(&mut self, links: List<'_>, share: f32) {
        list(self, links, share);
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn runs(places: &mut Places<'_>, runs: &[Run], share: f32) {
    for &run in runs {
        let run = Run { law: run.law.weakened(share), ..run };
        if run.stride == 1 { rows_body(places, run) } else { simd128::pairs(places, run) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::simd128::list;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn runs(places: &mut Places<'_>, runs: &[Run], share: f32) {
    for &run in runs {
        let run = Run { law: run.law.weakened(share), ..run };
        if run.stride == 1 {
            rows_body(places, run);
        } else {
            multiversion::target::match_target! {
                "x86_64+avx512f" => if run.count < SHORT { avx2::pairs(places, run) } else { pairs_body(places, run) },
                "x86_64+avx2" => avx2::pairs(places, run),
                _ => pairs_body(places, run),
            }
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[multiversion(targets("x86_64+avx2"))]
fn list(places: &mut Places<'_>, links: List<'_>, share: f32) {
    multiversion::target::match_target! {
        "x86_64+avx2" => avx2::list(places, links, share),
        _ => list_body(places, links, share),
    }
}

/// How far the ends of a link have moved: Jakobsen 2001, section 3, with inverse masses as weights (equal masses: each
/// end takes half; one fixed: the other takes all; both fixed: nothing moves). One division where the formula has
/// three: they are what a projection waits for. Finite input gives no NaN.
///
/// `apart` is how far the second end was from the first before they moved by `moved` (m).
#[inline(always)]
fn pull(apart: Vec2, moved: (Vec2, Vec2), inv_mass: (f32, f32), law: Law) -> (Vec2, Vec2) {
    let (a, b) = moved;
    let dx = held(apart.x + (b.x - a.x));
    let dy = held(apart.y + (b.y - a.y));
    let length = (dx * dx + dy * dy).sqrt();
    let error = law.error(length);
    let weight = length * (inv_mass.0 + inv_mass.1);
    let scale = if weight > NOTHING { law.stiffness * error / weight } else { 0.0 };
    let (pull_a, pull_b) = (scale * inv_mass.0, scale * inv_mass.1);
    (Vec2::new(a.x + dx * pull_a, a.y + dy * pull_a), Vec2::new(b.x - dx * pull_b, b.y - dy * pull_b))
}

/// A component of a link, held within bounds. (Not `clamp`: this is one instruction for each bound.)
#[inline(always)]
fn held(component: f32) -> f32 {
    let component = if component < FAR { component } else { FAR };
    if component > -FAR { component } else { -FAR }
}

#[inline(always)]
fn rows_body(places: &mut Places<'_>, run: Run) {
    let (a, b) = ((run.a - places.first) as usize, (run.b - places.first) as usize);
    let count = run.count as usize;
    let (a, b, (head, tail)) = (a..a + count, b..b + count, places.moved.split_at_mut(b));
    let at = (&places.position[a.clone()], &places.position[b.clone()]);
    let inv_mass = (&places.inv_mass[a.clone()], &places.inv_mass[b]);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    use simd128::rows as rows_loop;
    rows_loop(at, &mut head[a], &mut tail[..count], inv_mass, run.law);
}

/// A function of its own: that its arguments do not overlap is what lets the compiler fill lanes.
#[inline(always)]
fn rows_loop(at: (&[Vec2], &[Vec2]), a: &mut [Vec2], b: &mut [Vec2], inv_mass: (&[f32], &[f32]), law: Law) {
    let count = a.len();
    let (b, at_a, at_b) = (&mut b[..count], &at.0[..count], &at.1[..count]);
    let (mass_a, mass_b) = (&inv_mass.0[..count], &inv_mass.1[..count]);
    for k in 0..count {
        let apart = Vec2::new(at_b[k].x - at_a[k].x, at_b[k].y - at_a[k].y);
        (a[k], b[k]) = pull(apart, (a[k], b[k]), (mass_a[k], mass_b[k]), law);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn pairs_body(places: &mut Places<'_>, run: Run) {
    let a = (run.a - places.first) as usize;
    let ends = a..a + 2 * run.count as usize;
    pairs_loop(&places.position[ends.clone()], &mut places.moved[ends.clone()], &places.inv_mass[ends], run.law);
}

#[inline(always)]
fn pairs_loop(at: &[Vec2], moved: &mut [Vec2], mass: &[f32], law: Law) {
    let (at, mass) = (at.as_chunks::<2>().0, mass.as_chunks::<2>().0);
    for (([a, b], [moved_a, moved_b]), [mass_a, mass_b]) in at.iter().zip(moved.as_chunks_mut::<2>().0).zip(mass) {
        (*moved_a, *moved_b) = pull(*b - *a, (*moved_a, *moved_b), (*mass_a, *mass_b), law);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn list_body(places: &mut Places<'_>, links: List<'_>, share: f32) {
    const LANES: usize = 8;
    let whole = links.len() / LANES * LANES;
    let mut apart = [Vec2::ZERO; LANES];
    let mut moved = [(Vec2::ZERO, Vec2::ZERO); LANES];
    let mut mass = [(0.0, 0.0); LANES];
    for from in (0..whole).step_by(LANES) {
        let eight = links.part(from, from + LANES);
        let Places { first, position, moved: all_moved, .. } = &mut *places;
        for k in 0..LANES {
            let (a, b) = ((eight.a[k] - *first) as usize, (eight.b[k] - *first) as usize);
            apart[k] = position[b] - position[a];
            moved[k] = (all_moved[a], all_moved[b]);
            mass[k] = (eight.inv_mass.0[k], eight.inv_mass.1[k]);
        }
        for k in 0..LANES {
            moved[k] = pull(apart[k], moved[k], mass[k], eight.link(k).law.weakened(share));
        }
        for ((&a, &b), &moved) in eight.a.iter().zip(eight.b).zip(&moved) {
            (all_moved[(a - *first) as usize], all_moved[(b - *first) as usize]) = moved;
        }
    }
    (whole..links.len()).for_each(|k| places.project_one(links.link(k), share));
}
