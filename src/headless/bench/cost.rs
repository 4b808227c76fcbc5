//! Wall time of a step and of a projection.

use std::time::Instant;

use glam::Vec2;

use super::motion::{YANK_SPEED, YANK_STEPS};
use super::reference::{Chain, Plain};
use super::{Subject, median};
use crate::physics::{Particles, Settings, StrandSolver, Substeps, Tiling, World};

/// Projections by which the two compared kinds of step differ: a few ms.
const EXTRA_PROJECTIONS: usize = 2_000_000;

/// Least difference in sweeps: the integration of a million particles costs as much as a few of these.
const MIN_SWEEPS: usize = 16;

/// Projections in one reading where several threads share steps: a few ms.
const SHARED_PROJECTIONS: f64 = 5_000_000.0;

/// Steps in one reading of the time of a step.
const STEPS: u32 = 4;

/// Most links of a world whose readings take several steps.
const MANY_LINKS: usize = 50_000;

/// Cost of a projection, ns: ours, marginal, and that of the reference over the same links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    pub ours: f64,
    pub reference: f64,
}

/// Times projections from the state of `world`, ours and the reference's alternately, in `rounds`. Strands are not
/// solved meanwhile, since a direct solve projects no link. A forward and backward sweep projects each link twice.
pub(super) fn projection(subject: &Subject, world: &World, rounds: u32) -> Projection {
    let mut plain_steps = subject.copy(world);
    plain_steps.set_settings(Settings { strands: StrandSolver::Off, ..*world.settings() });
    // The first step rebuilds lists and changes the substep, which is no part of a projection.
    plain_steps.step();
    let is_shared = plain_steps.uses_threads();
    let mut pair = if is_shared { Pair::of_shared_steps(plain_steps) } else { Pair::of_sweeps(subject, world) };
    let mut plain = Plain::of(world);
    plain.time();
    let (mut less, mut more, mut reference) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        pair.time(&mut less, &mut more);
        reference.push(plain.time());
    }
    let ours = (median(&mut more) - median(&mut less)) * 1e6 / pair.projections;
    Projection { ours, reference: median(&mut reference) }
}

/// Two worlds of the same particles; one of them projects more links in a step.
struct Pair {
    less: World,
    more: World,
    /// Number of additional projections in each step.
    projections: f64,
    /// Steps of each world in a reading.
    steps: u32,
}

impl Pair {
    /// For one thread: both worlds make one substep; one makes a single sweep in it, the other many.
    fn of_sweeps(subject: &Subject, world: &World) -> Self {
        let links = world.link_count().max(1);
        let extra = (EXTRA_PROJECTIONS / links).clamp(MIN_SWEEPS, Settings::MAX_SWEEPS as usize - 1) as u32;
        let with_sweeps = |sweeps| {
            let mut world = subject.copy(world);
            let strands = StrandSolver::Off;
            world.set_settings(Settings { substeps: Substeps::Count(1), sweeps, strands, ..*world.settings() });
            world.step();
            world
        };
        let (less, more) = (with_sweeps(1), with_sweeps(1 + extra));
        let projections = f64::from(extra) * less.projections_per_sweep() as f64;
        Self { less, more, projections, steps: 1 }
    }

    /// For several threads: one world makes whole steps that the threads share, the other has the particles without
    /// links.
    fn of_shared_steps(world: World) -> Self {
        let mut less = World::new(*world.settings(), world.colliders().clone(), 0);
        let Particles { position, mass, pinned, .. } = world.particles();
        for ((&position, &mass), &pinned) in position.iter().zip(mass).zip(pinned) {
            less.add_particle(position, mass, pinned);
        }
        less.copy_execution_from(&world);
        less.set_settings(Settings { substeps: Substeps::Count(world.substeps()), ..*world.settings() });
        less.set_tiling(Tiling::Always);
        less.step();
        let swept = world.substeps() * world.settings().sweeps;
        let projections = f64::from(swept) * world.projections_per_sweep() as f64;
        let steps = (SHARED_PROJECTIONS / projections).ceil() as u32;
        Self { less, more: world, projections, steps }
    }

    /// Adds the times of some steps of each world, ms.
    fn time(&mut self, less: &mut Vec<f64>, more: &mut Vec<f64>) {
        less.extend((0..self.steps).map(|_| ms(&mut self.less)));
        more.extend((0..self.steps).map(|_| ms(&mut self.more)));
    }
}

/// Time of steps at the default settings, and of the reference measured alternately.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Median time of a step while the workload hangs and swings slightly, ms.
    pub swinging: f64,
    /// Cost of a projection of the reference along a rope of 1 000 links, ns.
    pub chain_ns: f64,
}

/// Times steps from the state of `world`, alternately with the reference, in `rounds`.
pub(super) fn step(subject: &Subject, world: &World, rounds: u32) -> Step {
    let mut world = subject.copy(world);
    let many = world.link_count() > MANY_LINKS;
    // The pins move 5 cm sideways at 1 m/s, for a slight swing.
    world.set_pin_velocity(Vec2::X);
    (0..3).for_each(|_| world.step());
    world.set_pin_velocity(Vec2::ZERO);
    world.step();
    let (mut chain, mut times) = (Chain::new(), Vec::new());
    for _ in 0..rounds {
        chain.read();
        times.extend((0..if many { 1 } else { STEPS }).map(|_| ms(&mut world)));
    }
    Step { swinging: median(&mut times), chain_ns: chain.ns() }
}

/// Time of the slowest step of a sideways yank of `frames` steps, ms: the greatest median of a step over `repeats` of
/// the same yank.
pub(super) fn yank(subject: &Subject, world: &World, frames: u32, repeats: u32) -> f64 {
    let mut times = vec![Vec::new(); frames as usize];
    for _ in 0..repeats {
        let mut world = subject.copy(world);
        world.set_pin_velocity(Vec2::X * YANK_SPEED);
        for (frame, times) in (0..).zip(&mut times) {
            if frame == YANK_STEPS {
                world.set_pin_velocity(Vec2::ZERO);
            }
            times.push(ms(&mut world));
        }
    }
    times.iter_mut().map(|times| median(times)).fold(0.0, f64::max)
}

/// Wall time of one step, ms.
fn ms(world: &mut World) -> f64 {
    let start = Instant::now();
    world.step();
    start.elapsed().as_secs_f64() * 1e3
}
