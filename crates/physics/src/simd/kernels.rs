//! The projection of many links at once, written once for all lane widths.
//!
//! `lane_kernels!` makes the kernels of an instruction set from its operations on lanes: see `avx2` and `four_lanes`.
//! Each of them keeps the coordinates of a batch of points interleaved in two registers (`Points`); `split` takes these
//! apart into the lanes of x and of y, and `join` puts them together. `gather` and `scatter` are macros, because functions
//! with so many values would go through the stack.

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

        /// One end of a batch of links. Without spin, the displacement is not used.
        #[derive(Clone, Copy)]
        struct Ends {
            corrections: Points,
            displacement: Points,
            inv_mass: Lane,
        }

        /// Projects a batch of links: [`crate::simd::project`], or [`crate::simd::project_with_spin`]. `offset` is the
        /// vector from the ends `a` to the ends `b` without corrections.
        #[inline]
        $(#[$attribute])?
        fn project<const SPIN: bool>(offset: Points, a: &mut Ends, b: &mut Ends, rules: Rules) {
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
                let (motion_x, motion_y) = split(sub_points(b.displacement, a.displacement));
                let area = sub(mul(x, motion_y), mul(y, motion_x));
                let spin = mul(limited, mul(area, inverse));
                let (spin_a, spin_b) = (mul(spin, a.inv_mass), mul(spin, b.inv_mass));
                let minus_x = sub(splat(0.0), x);
                a.displacement = add_points(a.displacement, join(mul(y, spin_a), mul(minus_x, spin_a)));
                b.displacement = sub_points(b.displacement, join(mul(y, spin_b), mul(minus_x, spin_b)));
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
            let crate::simd::ProjectionRule { rest_length, stiffness, min_error, .. } = run.rule;
            Rules { rest_length: splat(rest_length), stiffness: splat(stiffness), min_error: splat(min_error) }
        }

        /// Projects the links between two rows of particles.
        #[inline]
        $(#[$attribute])?
        pub fn project_rows<const SPIN: bool>(view: &mut ParticleView<'_>, run: LinkRun) {
            let (from, to) = ((run.a - view.first) as usize, (run.b - view.first) as usize);
            let (batches, rules) = (run.count as usize / WIDTH, rules_of(&run));
            let count = batches * WIDTH;
            // Closures would be calls.
            let at_a = view.position[from..from + count].as_chunks::<WIDTH>().0;
            let at_b = view.position[to..to + count].as_chunks::<WIDTH>().0;
            let mass_a = view.inv_mass[from..from + count].as_chunks::<WIDTH>().0;
            let mass_b = view.inv_mass[to..to + count].as_chunks::<WIDTH>().0;
            let (of_a, of_b) = two_runs(view.corrections, from, to, count);
            let (of_a, of_b) = (of_a.as_chunks_mut::<WIDTH>().0, of_b.as_chunks_mut::<WIDTH>().0);
            let corrections = of_a.iter_mut().zip(of_b);
            let links = corrections.zip(at_a.iter().zip(at_b)).zip(mass_a.iter().zip(mass_b));
            if SPIN {
                let (moved_a, moved_b) = two_runs(view.displacement, from, to, count);
                let (moved_a, moved_b) = (moved_a.as_chunks_mut::<WIDTH>().0, moved_b.as_chunks_mut::<WIDTH>().0);
                let moved = moved_a.iter_mut().zip(moved_b);
                for ((((of_a, of_b), (at_a, at_b)), (mass_a, mass_b)), (moved_a, moved_b)) in links.zip(moved) {
                    let (inv_mass_a, inv_mass_b) = (row_numbers(mass_a), row_numbers(mass_b));
                    let mut a = Ends { corrections: load(of_a), displacement: load(moved_a), inv_mass: inv_mass_a };
                    let mut b = Ends { corrections: load(of_b), displacement: load(moved_b), inv_mass: inv_mass_b };
                    project::<true>(sub_points(load(at_b), load(at_a)), &mut a, &mut b, rules);
                    store(of_a, a.corrections);
                    store(of_b, b.corrections);
                    store(moved_a, a.displacement);
                    store(moved_b, b.displacement);
                }
            } else {
                for (((of_a, of_b), (at_a, at_b)), (mass_a, mass_b)) in links {
                    let mut a = Ends { corrections: load(of_a), displacement: zero(), inv_mass: row_numbers(mass_a) };
                    let mut b = Ends { corrections: load(of_b), displacement: zero(), inv_mass: row_numbers(mass_b) };
                    project::<false>(sub_points(load(at_b), load(at_a)), &mut a, &mut b, rules);
                    store(of_a, a.corrections);
                    store(of_b, b.corrections);
                }
            }
            for k in count as u32..run.count {
                view.project_one(run.link(k), 1.0);
            }
        }

        /// Projects a run of pairs of neighbours.
        #[inline]
        $(#[$attribute])?
        pub fn project_pairs<const SPIN: bool>(view: &mut ParticleView<'_>, run: LinkRun) {
            let (from, batches, rules) = ((run.a - view.first) as usize, run.count as usize / WIDTH, rules_of(&run));
            let all = from..from + 2 * WIDTH * batches;
            let at = view.position[all.clone()].as_chunks::<{ 2 * WIDTH }>().0;
            let mass = view.inv_mass[all.clone()].as_chunks::<{ 2 * WIDTH }>().0;
            let corrections = view.corrections[all.clone()].as_chunks_mut::<{ 2 * WIDTH }>().0;
            let links = corrections.iter_mut().zip(at).zip(mass);
            if SPIN {
                let moved = view.displacement[all].as_chunks_mut::<{ 2 * WIDTH }>().0;
                for (((corrections, at), mass), moved) in links.zip(moved) {
                    let ((at_a, at_b), (moved_a, moved_b)) = (load_pairs(at), load_pairs(moved));
                    let ((of_a, of_b), (mass_a, mass_b)) = (load_pairs(corrections), pair_numbers(mass));
                    let mut a = Ends { corrections: of_a, displacement: moved_a, inv_mass: mass_a };
                    let mut b = Ends { corrections: of_b, displacement: moved_b, inv_mass: mass_b };
                    project::<true>(sub_points(at_b, at_a), &mut a, &mut b, rules);
                    store_pairs(corrections, a.corrections, b.corrections);
                    store_pairs(moved, a.displacement, b.displacement);
                }
            } else {
                for ((corrections, at), mass) in links {
                    let ((at_a, at_b), (of_a, of_b)) = (load_pairs(at), load_pairs(corrections));
                    let (mass_a, mass_b) = pair_numbers(mass);
                    let mut a = Ends { corrections: of_a, displacement: zero(), inv_mass: mass_a };
                    let mut b = Ends { corrections: of_b, displacement: zero(), inv_mass: mass_b };
                    project::<false>(sub_points(at_b, at_a), &mut a, &mut b, rules);
                    store_pairs(corrections, a.corrections, b.corrections);
                }
            }
            for k in (WIDTH * batches) as u32..run.count {
                view.project_one(run.link(k), 1.0);
            }
        }

        /// Projects a list of links, with a `share` (0 to 1) of their stiffness.
        #[inline]
        $(#[$attribute])?
        pub fn project_list<const SPIN: bool>(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
            let count = links.len() / WIDTH * WIDTH;
            let ends = links.a.as_chunks::<WIDTH>().0.iter().zip(links.b.as_chunks::<WIDTH>().0);
            let masses = links.inv_mass.0.as_chunks::<WIDTH>().0.iter().zip(links.inv_mass.1.as_chunks::<WIDTH>().0);
            let rules = links.rest_length.as_chunks::<WIDTH>().0.iter().zip(links.stiffness.as_chunks::<WIDTH>().0);
            let rules = rules.zip(links.min_error.as_chunks::<WIDTH>().0);
            let mut from = 0;
            for (((a, b), (mass_a, mass_b)), ((rest_length, stiffness), min_error)) in ends.zip(masses).zip(rules) {
                let mut spinning = 0;
                if SPIN {
                    for min_error in min_error {
                        spinning += usize::from(*min_error == f32::NEG_INFINITY);
                    }
                }
                let rules = Rules {
                    rest_length: numbers(rest_length),
                    stiffness: mul(splat(share), numbers(stiffness)),
                    min_error: numbers(min_error),
                };
                let masses = (numbers(mass_a), numbers(mass_b));
                if SPIN && spinning == WIDTH {
                    project_some::<true>(view, a, b, masses, rules);
                } else if spinning == 0 {
                    project_some::<false>(view, a, b, masses, rules);
                } else {
                    for k in from..from + WIDTH {
                        view.project_one(links.link(k), share);
                    }
                }
                from += WIDTH;
            }
            for k in count..links.len() {
                view.project_one(links.link(k), share);
            }
        }

        /// Projects a batch of links at arbitrary indices.
        #[inline]
        $(#[$attribute])?
        fn project_some<const SPIN: bool>(
            view: &mut ParticleView<'_>,
            a: &[u32; WIDTH],
            b: &[u32; WIDTH],
            masses: (Lane, Lane),
            rules: Rules,
        ) {
            let (a, b) = (indices(a, view.first), indices(b, view.first));
            let (position, corrections, moved) = (view.position, &mut *view.corrections, &mut *view.displacement);
            let offset = sub_points(gather!(position, b), gather!(position, a));
            let (of_a, of_b) = (gather!(corrections, a), gather!(corrections, b));
            let mut of_a = Ends { corrections: of_a, displacement: zero(), inv_mass: masses.0 };
            let mut of_b = Ends { corrections: of_b, displacement: zero(), inv_mass: masses.1 };
            if SPIN {
                (of_a.displacement, of_b.displacement) = (gather!(moved, a), gather!(moved, b));
            }
            project::<SPIN>(offset, &mut of_a, &mut of_b, rules);
            scatter!(corrections, a, of_a.corrections);
            scatter!(corrections, b, of_b.corrections);
            if SPIN {
                scatter!(moved, a, of_a.displacement);
                scatter!(moved, b, of_b.displacement);
            }
        }

        /// The indices of a batch of particles in a view that begins with particle `first`.
        #[inline]
        $(#[$attribute])?
        fn indices(ids: &[u32; WIDTH], first: u32) -> [usize; WIDTH] {
            let mut indices = [0; WIDTH];
            for (index, id) in indices.iter_mut().zip(ids) {
                *index = (id - first) as usize;
            }
            indices
        }
    };
}
