//! Tests of every kernel at every width against the scalar arithmetic, bit for bit.

use multiversion::multiversion;

use super::*;
use crate::math::SplitMix64;
use crate::simd::MotionConstants;

type RunKernel = fn(&mut ParticleView<'_>, LinkRun);
type ListKernel = fn(&mut ParticleView<'_>, LinkList<'_>, f32);
type Integrate = fn(MovingParticles<'_>, MotionConstants) -> u64;

/// [`integrate_body`] compiled for one instruction set, or for the baseline on a machine without it.
macro_rules! compiled_for {
    ($set:ident, $target:literal) => {
        #[multiversion(targets($target))]
        fn $set(particles: MovingParticles<'_>, motion: MotionConstants) -> u64 {
            integrate_body(particles, motion)
        }
    };
}
compiled_for!(integrate_avx2, "x86_64+avx2");
compiled_for!(integrate_avx512, "x86_64+avx512f");

/// The kernel that a step uses.
fn widest_run(view: &mut ParticleView<'_>, run: LinkRun) {
    project_runs(view, &[run], 1.0);
}

/// The kernel of machines without wider lanes.
fn four_lanes_run(view: &mut ParticleView<'_>, run: LinkRun) {
    match (run.stride, view.has_spin && run.rule.passes_on_spin()) {
        (1, true) => four_lanes::project_rows::<true>(view, run),
        (1, false) => four_lanes::project_rows::<false>(view, run),
        (_, true) => four_lanes::project_pairs::<true>(view, run),
        (_, false) => four_lanes::project_pairs::<false>(view, run),
    }
}

fn four_lanes_list(view: &mut ParticleView<'_>, links: LinkList<'_>, share: f32) {
    match view.has_spin {
        true => four_lanes::project_list::<true>(view, links, share),
        false => four_lanes::project_list::<false>(view, links, share),
    }
}

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }

    /// Points that are near, coincident or on an axis, and of any magnitude if `wild`.
    fn points(&mut self, count: usize, wild: bool) -> Vec<Vec2> {
        const SIZES: [f32; 9] = [0.0, 1e-30, 1e-12, 1e-3, 1.0, 1e4, 1e15, 1e25, 3.4e38];
        let mut points: Vec<Vec2> = Vec::new();
        for k in 0..count {
            let size = if wild { SIZES[self.below(SIZES.len())] } else { 10.0 };
            let any = Vec2::new(2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0) * size;
            points.push(match self.below(10) {
                0 if k > 0 => points[k - 1],
                1 if k > 0 => points[self.below(k)],
                2 if k > 0 => Vec2::new(points[k - 1].x, any.y),
                3 => Vec2::new(-0.0, 0.0),
                _ => any,
            });
        }
        points
    }

    fn inv_masses(&mut self, count: usize) -> Vec<f32> {
        let mut one = || [0.0, 0.0, 1.0, 1e-6 + 1e3 * self.unit(), 4.0 * self.unit(), self.unit()][self.below(6)];
        (0..count).map(|_| one()).collect()
    }

    fn rule(&mut self) -> ProjectionRule {
        let stiffness = [0.0, 1.0, self.unit(), self.unit()][self.below(4)];
        let min_error = [f32::NEG_INFINITY, 0.0][self.below(2)];
        ProjectionRule { rest_length: 12.0 * self.unit(), stiffness, compliance: 0.0, min_error }
    }
}

fn bits(points: &[Vec2]) -> Vec<[u32; 2]> {
    points.iter().map(|point| point.to_array().map(f32::to_bits)).collect()
}

/// Particles before a projection.
struct Before {
    position: Vec<Vec2>,
    corrections: Vec<Vec2>,
    displacement: Vec<Vec2>,
    inv_mass: Vec<f32>,
    has_spin: bool,
}

impl Before {
    fn new(random: &mut Random, count: usize, wild: bool) -> Self {
        let [corrections, displacement] =
            [0.01, 0.1].map(|scale| random.points(count, false).iter().map(|&point| scale * point).collect());
        let (position, inv_mass) = (random.points(count, wild), random.inv_masses(count));
        Self { position, corrections, displacement, inv_mass, has_spin: random.below(2) == 1 }
    }

    fn after(&self, project: impl FnOnce(&mut ParticleView<'_>)) -> [Vec<[u32; 2]>; 2] {
        let (mut corrections, mut displacement) = (self.corrections.clone(), self.displacement.clone());
        project(&mut ParticleView {
            first: 0,
            position: &self.position,
            corrections: &mut corrections,
            displacement: &mut displacement,
            inv_mass: &self.inv_mass,
            has_spin: self.has_spin,
        });
        assert!(corrections.iter().chain(&displacement).all(|point| !point.is_nan()), "{corrections:?}");
        [bits(&corrections), bits(&displacement)]
    }
}

#[test]
fn run_kernels_agree_with_single_projections() {
    let mut random = Random(SplitMix64 { state: 1 });
    for (round, count) in (0..6).flat_map(|round| (0..=70).map(move |count| (round, count))) {
        for stride in [1, 2] {
            let a = random.below(5) as u32;
            let b = a + if stride == 1 { count + random.below(5) as u32 } else { 1 };
            let run = LinkRun { a, b, count, stride, rule: random.rule() };
            let particles = (b + stride * count) as usize + random.below(4);
            let before = Before::new(&mut random, particles, round % 2 == 1);
            let plain = |share| before.after(|view| run.links().for_each(|link| view.project_one(link, share)));
            for kernel in [widest_run as RunKernel, four_lanes_run] {
                assert_eq!(before.after(|view| kernel(view, run)), plain(1.0), "{run:?}");
            }
            assert_eq!(before.after(|view| project_runs(view, &[run], 0.3)), plain(0.3), "{run:?}");
        }
    }
}

#[test]
fn list_kernels_agree_with_single_projections() {
    let mut random = Random(SplitMix64 { state: 3 });
    for (round, count) in (0..6).flat_map(|round| (0..=70).map(move |count| (round, count))) {
        let particles = 2 * count + random.below(4);
        let before = Before::new(&mut random, particles, round % 2 == 1);
        let mut ends: Vec<u32> = (0..particles as u32).collect();
        (1..particles).rev().for_each(|last| ends.swap(last, random.below(last + 1)));
        let rules: Vec<ProjectionRule> = (0..count).map(|_| random.rule()).collect();
        let [rest_length, stiffness, min_error] = [
            rules.iter().map(|rule| rule.rest_length).collect::<Vec<_>>(),
            rules.iter().map(|rule| rule.stiffness).collect(),
            rules.iter().map(|rule| rule.min_error).collect(),
        ];
        let (a, b) = (&ends[..count], &ends[count..2 * count]);
        let [mass_a, mass_b] = [a, b].map(|ends| ends.iter().map(|&k| before.inv_mass[k as usize]).collect::<Vec<_>>());
        let inv_mass = (&mass_a[..], &mass_b[..]);
        let links = LinkList {
            a,
            b,
            rest_length: &rest_length,
            stiffness: &stiffness,
            compliance: &rest_length,
            min_error: &min_error,
            inv_mass,
        };
        let kernels: [ListKernel; 2] = [project_list, four_lanes_list];
        for (kernel, share) in kernels.into_iter().flat_map(|kernel| [(kernel, 1.0), (kernel, 0.3)]) {
            let each = (0..count).map(|k| links.link(k));
            let plain = before.after(|view| each.for_each(|link| view.project_one(link, share)));
            assert_eq!(before.after(|view| kernel(view, links, share)), plain, "{count} links");
        }
    }
}

const BAR: ProjectionRule =
    ProjectionRule { rest_length: 1.0, stiffness: 1.0, compliance: 0.0, min_error: f32::NEG_INFINITY };

#[test]
fn projection_shares_the_correction_by_inverse_mass() {
    let cable = ProjectionRule { min_error: 0.0, ..BAR };
    // In the last but one, the p5.js rope: give 0.75 of an error of 2 m leaves 1.5 m.
    for (end, inv_mass, rule, expected) in [
        (3.0, (1.0, 1.0), BAR, [1.0, 2.0]),
        (3.0, (0.0, 2.0), BAR, [0.0, 1.0]),
        (3.0, (0.0, 0.0), BAR, [0.0, 3.0]),
        (0.0, (1.0, 1.0), BAR, [0.0, 0.0]),
        (0.5, (1.0, 1.0), BAR, [-0.25, 0.75]),
        (3.0, (1.0, 1.0), BAR.scaled(0.25), [0.25, 2.75]),
        (0.5, (1.0, 1.0), cable, [0.0, 0.5]),
    ] {
        let (a, b) = project(Vec2::X * end, (Vec2::ZERO, Vec2::ZERO), inv_mass, rule);
        assert_eq!([a, Vec2::X * end + b], expected.map(|x| Vec2::X * x), "{end} m, {inv_mass:?}, {rule:?}");
    }
}

#[test]
fn spin_keeps_the_angular_momentum_of_a_link() {
    // The link is 1 % too long, and its ends turn by half a radian.
    let (at, moved) = ((Vec2::new(0.3, -0.1), Vec2::new(1.3, 0.04)), (Vec2::new(-0.2, 0.1), Vec2::new(0.1, 0.6)));
    let (inv_mass, none) = ((2.0, 0.5), (Vec2::ZERO, Vec2::ZERO));
    let momentum = |(a, b): (Vec2, Vec2)| a / inv_mass.0 + b / inv_mass.1;
    let spin = |(a, b): (Vec2, Vec2), (u, v): (Vec2, Vec2)| a.perp_dot(u) / inv_mass.0 + b.perp_dot(v) / inv_mass.1;
    let link = SpinningLink { offset: at.1 - at.0, inv_mass, rule: BAR };
    let (by, turned) = project_with_spin(link, none, moved);
    let after = ((at.0 + by.0, at.1 + by.1), (by.0 + turned.0, by.1 + turned.1));
    assert!(((after.0.1 - after.0.0).length() - 1.0).abs() < 1e-6, "the link has its length");
    assert!((spin(after.0, after.1) - spin(at, moved)).abs() < 1e-6);
    assert!((momentum(after.1) - momentum(moved)).length() < 1e-6);
}

#[test]
fn integrate_and_corrections_agree_with_plain_loops() {
    let mut random = Random(SplitMix64 { state: 5 });
    for (round, count) in (0..10).flat_map(|round| [0, 1, 7, 20, 63, 64, 65, 129, 200].map(|count| (round, count))) {
        let wild = round % 2 == 1;
        let (position, inv_mass) = (random.points(count, wild), random.inv_masses(count));
        let mut displacement = random.points(count, wild);
        (0..random.below(3).min(count)).for_each(|k| displacement[k] = [Vec2::NAN, Vec2::INFINITY][random.below(2)]);
        let max_displacement = [1e15, 1.0, 0.5, 30.0][random.below(4)];
        let motion = MotionConstants {
            gravity_displacement: Vec2::new(0.01, 0.1),
            drag_factor: [1.0, 0.99][random.below(2)],
            max_displacement,
        };
        let (mut at, mut moved, mut fast) = (position.clone(), displacement.clone(), 0);
        for k in (0..count).filter(|&k| inv_mass[k] != 0.0) {
            let wanted = (moved[k] + motion.gravity_displacement) * motion.drag_factor;
            moved[k] = crate::simd::motion::clamp_length(wanted, max_displacement);
            fast += u64::from(moved[k] != wanted);
            at[k] += moved[k];
        }
        let kernels: [Integrate; 4] = [integrate, integrate_body, integrate_avx2, integrate_avx512];
        for kernel in kernels {
            let (mut p, mut d) = (position.clone(), displacement.clone());
            let (position, displacement, corrections) = (&mut p[..], &mut d[..], &mut vec![Vec2::ZERO; count][..]);
            let particles = MovingParticles { position, displacement, corrections, inv_mass: &inv_mass };
            assert_eq!(kernel(particles, motion), fast);
            assert_eq!(bits(&p), bits(&at));
            let free = |k: &usize| inv_mass[*k] != 0.0;
            (0..count).filter(free).for_each(|k| assert_eq!(bits(&d[k..=k]), bits(&moved[k..=k])));
        }
        let (mut at, mut got) = (random.points(count, false), vec![Vec2::ONE; count]);
        let (corrections, before) = (random.points(count, false), at.clone());
        apply_corrections(&mut at, &mut got, &mut corrections.clone());
        (0..count).for_each(|k| assert_eq!((at[k], got[k]), (before[k] + corrections[k], Vec2::ONE + corrections[k])));

        let (mut limited_at, mut got) = (before.clone(), random.points(count, false));
        let (old, recoiling): (_, Vec<bool>) = (got.clone(), (0..count).map(|k| k % 3 == 0).collect());
        let speeds: Vec<f32> = recoiling.iter().map(|&recoils| if recoils { 0.1 } else { 0.5 }).collect();
        let limits = DisplacementLimits { speeds: &speeds, substep: 1.0 };
        apply_corrections_limited(&mut limited_at, &mut got, &mut corrections.clone(), limits);
        assert_eq!(bits(&limited_at), bits(&at), "limits apply to displacements alone");
        for k in 0..count {
            let free = old[k] + corrections[k];
            let longest = old[k].length().max(if recoiling[k] { 0.1 } else { 0.5 });
            let expected = free.clamp_length_max(longest);
            assert!((got[k] - expected).length() <= 1e-5 * longest, "{} for {expected}", got[k]);
            assert!(free.length() > 0.999 * longest || got[k] == free, "slow particles keep their bits");
        }
    }
}

#[test]
fn searches_find_a_hit_at_every_index() {
    use crate::HalfPlane;
    let mut random = Random(SplitMix64 { state: 7 });
    for count in [0, 1, 15, 16, 17, 63, 64, 65, 130] {
        for _ in 0..8 {
            let (now, then) = (random.points(count, false), random.points(count, false));
            let deltas: Vec<Vec2> = now.iter().zip(&then).map(|(now, then)| *now - *then).collect();
            let squares = || deltas.iter().map(|delta| delta.x * delta.x + delta.y * delta.y);
            assert_eq!(max_length_squared(&deltas), squares().fold(0.0, f32::max));
            for edge in [0.0, 9.9, 10.0] {
                let outside = now.iter().any(|at| at.x.abs() > edge || at.y.abs() > edge);
                assert_eq!(any_outside(&now, edge), outside, "{count} {edge}");
            }
            let radii: Vec<f32> = (0..count).map(|_| random.unit()).collect();
            for offset in [-14.0, -9.5, 0.0] {
                let plane = HalfPlane { normal: Vec2::new(0.6, -0.8), offset };
                let penetrating =
                    now.iter().zip(&radii).any(|(at, radius)| offset + radius - plane.normal.dot(*at) > 0.0);
                assert_eq!(any_penetrating(&now, &radii, plane), penetrating, "{count} {offset}");
            }
        }
        // A single hit at every index; NaN is no hit.
        for one in 0..count {
            let mut deltas = vec![Vec2::new(f32::NAN, 0.5); count];
            assert!(!any_outside(&deltas, 1.0));
            deltas[one] = Vec2::new(0.0, -2.0);
            assert!(any_outside(&deltas, 1.0) && max_length_squared(&deltas) == 4.0, "{one} of {count}");
        }
    }
}
