//! The projection of many links at once, written once for all lane widths.
//!
//! `lane_kernels!` makes the kernels of an instruction set from its operations on lanes: see `avx2` and `four_lanes`.
//! Each of them keeps the coordinates of a batch of points interleaved in two registers (`Points`); `split` takes these
//! apart into the lanes of x and of y, and `join` puts them together.

/// The part of a list that two runs of `count` particles occupy, which do not overlap: from `a`, and from `b`.
#[inline(always)]
pub(super) fn two_runs<T>(list: &mut [T], a: usize, b: usize, count: usize) -> (&mut [T], &mut [T]) {
    let (from, to) = list.split_at_mut(b);
    (&mut from[a..a + count], &mut to[..count])
}

/// Defines `project_rows`, `project_pairs` and `project_list`, which project `$width` links at a time, with spin if
/// `SPIN`. They need the operations of an instruction set in scope; `$attribute` enables it.
macro_rules! lane_kernels {
    ($width:literal $(, #[$attribute:meta])?) => {
        use super::kernels::two_runs;
        use crate::simd::{LinkList, LinkRun, MAX_COMPONENT, MAX_INVERSE, MAX_SPIN_ERROR, MIN_WEIGHT, ParticleView};

        const WIDTH: usize = $width;

        /// The [`crate::simd::ProjectionRule`]s of a batch of links.
        #[derive(Clone, Copy)]
        struct Rules {
            rest_length: Lane,
            stiffness: Lane,
            min_error: Lane,
        }

        /// One end of a batch of links.
        #[derive(Clone, Copy)]
        struct Ends {
            corrections: Points,
            spin: Points,
            inv_mass: Lane,
        }

        /// Projects a batch of links: [`crate::simd::project`], or [`crate::simd::project_with_spin`]. `offset` is the
        /// vector from the ends `a` to the ends `b` without corrections, `motion` the same of their displacements.
        #[inline]
        $(#[$attribute])?
        fn project<const SPIN: bool>(offset: Points, motion: Points, a: &mut Ends, b: &mut Ends, rules: Rules) {
            let Rules { rest_length, stiffness, min_error } = rules;
            let (far, near) = (splat(MAX_COMPONENT), splat(-MAX_COMPONENT));
            let (x, y) = split(add_points(offset, sub_points(b.corrections, a.corrections)));
            let (x, y) = (max(min(x, far), near), max(min(y, far), near));
            let length = sqrt(add(mul(x, x), mul(y, y)));
            let error = mul(stiffness, max(sub(length, rest_length), min_error));
            let weight = mul(length, add(a.inv_mass, b.inv_mass));
            let scale = if SPIN {
                let lever = mul(length, rest_length);
                let inverse = keep_below(div(splat(1.0), mul(weight, lever)), MAX_INVERSE);
                let limit = mul(splat(MAX_SPIN_ERROR), rest_length);
                let limited = max(min(error, limit), sub(splat(0.0), limit));
                let (motion_x, motion_y) = split(motion);
                let area = sub(mul(x, motion_y), mul(y, motion_x));
                let spin = mul(limited, mul(area, inverse));
                let (spin_a, spin_b) = (mul(spin, a.inv_mass), mul(spin, b.inv_mass));
                let minus_x = sub(splat(0.0), x);
                a.spin = add_points(a.spin, join(mul(y, spin_a), mul(minus_x, spin_a)));
                b.spin = sub_points(b.spin, join(mul(y, spin_b), mul(minus_x, spin_b)));
                mul(error, mul(lever, inverse))
            } else {
                keep_where_above(div(error, weight), weight, MIN_WEIGHT)
            };
            let (scale_a, scale_b) = (mul(scale, a.inv_mass), mul(scale, b.inv_mass));
            a.corrections = add_points(a.corrections, join(mul(x, scale_a), mul(y, scale_a)));
            b.corrections = sub_points(b.corrections, join(mul(x, scale_b), mul(y, scale_b)));
        }

        #[inline]
        $(#[$attribute])?
        fn rules_of(run: &LinkRun) -> Rules {
            let crate::simd::ProjectionRule { rest_length, stiffness, min_error } = run.rule;
            Rules { rest_length: splat(rest_length), stiffness: splat(stiffness), min_error: splat(min_error) }
        }

        /// Projects the links between two rows of particles.
        #[inline]
        $(#[$attribute])?
        pub fn project_rows<const SPIN: bool>(view: &mut ParticleView<'_>, run: LinkRun) {
            let (from, to) = ((run.a - view.first) as usize, (run.b - view.first) as usize);
            let (count, rules) = (run.count as usize / WIDTH * WIDTH, rules_of(&run));
            let (at_a, at_b) = (&view.position[from..from + count], &view.position[to..to + count]);
            let (mass_a, mass_b) = (&view.inv_mass[from..from + count], &view.inv_mass[to..to + count]);
            let (corrections_a, corrections_b) = two_runs(view.corrections, from, to, count);
            let no_motion = [&[][..]; 2];
            let [moved_a, moved_b] =
                if SPIN { [from, to].map(|end| &view.displacement[end..end + count]) } else { no_motion };
            let (spin_a, spin_b) =
                if SPIN { two_runs(view.spin, from, to, count) } else { (&mut [][..], &mut [][..]) };
            let mut k = 0;
            while k < count {
                let here = k..k + WIDTH;
                let end = |corrections: &[Vec2], spin: &[Vec2], mass: &[f32]| Ends {
                    corrections: load(&corrections[here.clone()]),
                    spin: if SPIN { load(&spin[here.clone()]) } else { zero() },
                    inv_mass: row_numbers(&mass[here.clone()]),
                };
                let (mut a, mut b) = (end(corrections_a, spin_a, mass_a), end(corrections_b, spin_b, mass_b));
                let offset = sub_points(load(&at_b[here.clone()]), load(&at_a[here.clone()]));
                let motion =
                    if SPIN { sub_points(load(&moved_b[here.clone()]), load(&moved_a[here.clone()])) } else { zero() };
                project::<SPIN>(offset, motion, &mut a, &mut b, rules);
                store(&mut corrections_a[here.clone()], a.corrections);
                store(&mut corrections_b[here.clone()], b.corrections);
                if SPIN {
                    store(&mut spin_a[here.clone()], a.spin);
                    store(&mut spin_b[here], b.spin);
                }
                k += WIDTH;
            }
            (count as u32..run.count).for_each(|k| view.project_one(run.link(k), 1.0));
        }

        /// Projects a run of pairs of neighbours.
        #[inline]
        $(#[$attribute])?
        pub fn project_pairs<const SPIN: bool>(view: &mut ParticleView<'_>, run: LinkRun) {
            let (from, count, rules) = ((run.a - view.first) as usize, run.count as usize / WIDTH, rules_of(&run));
            let all = from..from + 2 * WIDTH * count;
            let (at, mass) = (&view.position[all.clone()], &view.inv_mass[all.clone()]);
            let corrections = &mut view.corrections[all.clone()];
            let moved = if SPIN { &view.displacement[all.clone()] } else { &[][..] };
            let spin = if SPIN { &mut view.spin[all] } else { &mut [][..] };
            for k in 0..count {
                let here = 2 * WIDTH * k..2 * WIDTH * (k + 1);
                let (at_a, at_b) = load_pairs(&at[here.clone()]);
                let (corrections_a, corrections_b) = load_pairs(&corrections[here.clone()]);
                let (moved_a, moved_b) = if SPIN { load_pairs(&moved[here.clone()]) } else { (zero(), zero()) };
                let (spin_a, spin_b) = if SPIN { load_pairs(&spin[here.clone()]) } else { (zero(), zero()) };
                let (mass_a, mass_b) = pair_numbers(&mass[here.clone()]);
                let mut a = Ends { corrections: corrections_a, spin: spin_a, inv_mass: mass_a };
                let mut b = Ends { corrections: corrections_b, spin: spin_b, inv_mass: mass_b };
                let (offset, motion) = (sub_points(at_b, at_a), sub_points(moved_b, moved_a));
                project::<SPIN>(offset, motion, &mut a, &mut b, rules);
                store_pairs(&mut corrections[here.clone()], a.corrections, b.corrections);
                if SPIN {
                    store_pairs(&mut spin[here], a.spin, b.spin);
                }
            }
            ((WIDTH * count) as u32..run.count).for_each(|k| view.project_one(run.link(k), 1.0));
        }

        /// Projects a list of links, with a `share` (0 to 1) of their stiffness.
        #[inline]
        $(#[$attribute])?
        pub fn project_list<const SPIN: bool>(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
            let (first, count) = (view.first, links.len() / WIDTH * WIDTH);
            let LinkList { a: ends_a, b: ends_b, rest_length, stiffness, min_error, inv_mass } = links.part(0, count);
            let mut k = 0;
            while k < count {
                let here = k..k + WIDTH;
                let (a, b) = (indices(&ends_a[here.clone()], first), indices(&ends_b[here.clone()], first));
                let rules = Rules {
                    rest_length: numbers(&rest_length[here.clone()]),
                    stiffness: mul(splat(share), numbers(&stiffness[here.clone()])),
                    min_error: numbers(&min_error[here.clone()]),
                };
                let offset = sub_points(gather(view.position, &b), gather(view.position, &a));
                let mut of_a = Ends {
                    corrections: gather(view.corrections, &a),
                    spin: if SPIN { gather(view.spin, &a) } else { zero() },
                    inv_mass: numbers(&inv_mass.0[here.clone()]),
                };
                let mut of_b = Ends {
                    corrections: gather(view.corrections, &b),
                    spin: if SPIN { gather(view.spin, &b) } else { zero() },
                    inv_mass: numbers(&inv_mass.1[here]),
                };
                let moved = |ends| if SPIN { gather(view.displacement, ends) } else { zero() };
                project::<SPIN>(offset, sub_points(moved(&b), moved(&a)), &mut of_a, &mut of_b, rules);
                scatter(view.corrections, &a, of_a.corrections);
                scatter(view.corrections, &b, of_b.corrections);
                if SPIN {
                    scatter(view.spin, &a, of_a.spin);
                    scatter(view.spin, &b, of_b.spin);
                }
                k += WIDTH;
            }
            (count..links.len()).for_each(|k| view.project_one(links.link(k), share));
        }

        /// The indices of a batch of particles in a view that begins with particle `first`.
        #[inline]
        $(#[$attribute])?
        fn indices(ids: &[u32], first: u32) -> [usize; WIDTH] {
            let mut indices = [0; WIDTH];
            for (index, id) in indices.iter_mut().zip(ids) {
                *index = (id - first) as usize;
            }
            indices
        }
    };
}
