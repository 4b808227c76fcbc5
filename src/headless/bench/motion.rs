//! Quality of the motion: stretch at rest and in a yank, energy in a free swing, speed after a release, kick of a cut.
//! No figure here depends on a clock, so all are equal on every machine.

use glam::{DVec2, Vec2};

use super::Subject;
use crate::physics::{Particles, Settings, World};

/// Speed of the pins in a yank, m/s.
pub(super) const YANK_SPEED: f32 = 10.0;

/// Steps in which the pins move: 0.1 s, and so 1 m.
pub(super) const YANK_STEPS: u32 = 6;

/// Least energy of a swing, J; less is rounding.
const MIN_SWING_ENERGY: f64 = 1e-3;

/// Steps after a release in which speed is observed: 1 s.
const SPEED_STEPS: u32 = 60;

/// Steps after a release in which stretch is observed: 2 s, twice the target.
const CALM_STEPS: u32 = 120;

/// Steps in which a grab pulls the free end out of reach: 0.3 s.
const PULL_STEPS: u32 = 18;

/// Air drag while a workload settles, 1/s.
const SETTLING_DRAG: f32 = 2.0;

/// Greatest stretch of a calm world, as a share.
const CALM: f64 = 0.01;

/// The workload after settling for `steps` steps in air, which is then removed.
pub(super) fn settled(subject: &Subject, steps: u32) -> World {
    let mut world = subject.hanging();
    set_drag(&mut world, SETTLING_DRAG);
    (0..steps).for_each(|_| world.step());
    set_drag(&mut world, 0.0);
    world
}

fn set_drag(world: &mut World, drag: f32) {
    world.set_settings(Settings { drag, ..*world.settings() });
}

/// Greatest stretch at the end of any of the first `frames` steps of a yank in this direction, as a share.
pub(super) fn yank(subject: &Subject, settled: &World, direction: Vec2, frames: u32) -> f64 {
    let mut world = subject.copy(settled);
    world.set_pin_velocity(direction * YANK_SPEED);
    let mut max = 0.0_f64;
    for frame in 0..frames {
        if frame == YANK_STEPS {
            world.set_pin_velocity(Vec2::ZERO);
        }
        world.step();
        max = max.max(world.stretch().max);
    }
    max
}

/// Energy of a free swing above that of hanging at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swing {
    /// At the start, J.
    pub start: f64,
    /// At the end, as a fraction of that at the start.
    pub end: f64,
    /// Greatest at the end of any step, as a fraction of that at the start.
    pub max: f64,
}

/// Lets the workload swing freely for `frames` steps. `settled` has the energy at rest of a workload that does not hang
/// straight. Returns `None` for a workload that starts at rest (a net of 2 x 2 that hangs from its corners).
pub(super) fn swing(subject: &Subject, settled: &World, frames: u32) -> Option<Swing> {
    let mut world = subject.aslant();
    let at_rest = if subject.workload.hangs_straight() {
        subject.workload.hanging().energy().potential
    } else {
        settled.energy().potential
    };
    let start = world.energy().total() - at_rest;
    if start < MIN_SWING_ENERGY {
        return None;
    }
    let (mut end, mut max) = (1.0, 0.0_f64);
    for _ in 0..frames {
        world.step();
        end = (world.energy().total() - at_rest) / start;
        max = max.max(end);
    }
    Some(Swing { start, end, max })
}

/// Motion after the release of a workload that was pulled out of reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Release {
    /// Highest speed of a particle at the end of any step, m/s.
    pub speed: f64,
    /// Time until no link is stretched by more than 1 % any more, s; 2 s if that never happens.
    pub calm: f64,
}

/// Pulls the free end out of reach, holds it there for `hold` steps, and releases it.
pub(super) fn release(subject: &Subject, settled: &World, hold: u32) -> Release {
    const HAND: u32 = 0;
    let mut world = subject.copy(settled);
    let tip = subject.workload.tip();
    let (from, to) = (world.particles().position[tip.index()], subject.workload.out_of_reach());
    world.grab(HAND, tip, from);
    for step in 1..=PULL_STEPS {
        world.move_grab(HAND, from.lerp(to, step as f32 / PULL_STEPS as f32));
        world.step();
    }
    (0..hold).for_each(|_| world.step());
    world.release(HAND);
    let is_calm = |world: &World| world.stretch().max <= CALM;
    let (mut speed, mut last_stretched) = (0.0_f64, 0);
    for frame in 1..=CALM_STEPS {
        world.step();
        if frame <= SPEED_STEPS {
            speed = velocities(&world).map(DVec2::length).fold(speed, f64::max);
        }
        if !is_calm(&world) {
            last_stretched = frame;
        }
    }
    Release { speed, calm: f64::from(last_stretched) * world.settings().step_seconds() }
}

/// Cuts the workload in the middle. Returns the greatest change of a particle's velocity within one step, without the
/// free fall of the part that was cut off, m/s. A slight swing before the cut does not count.
pub(super) fn cut_kick(subject: &Subject, settled: &World) -> f64 {
    let mut world = subject.copy(settled);
    let before: Vec<DVec2> = velocities(&world).collect();
    cut_in_half(subject, &mut world);
    world.step();
    let fall = world.settings().gravity.as_dvec2() * world.settings().step_seconds();
    let kicks = velocities(&world).zip(&before).zip(hanging(&world));
    let kicks = kicks.map(|((after, before), hangs)| after - *before - if hangs { DVec2::ZERO } else { fall });
    kicks.map(DVec2::length).fold(0.0, f64::max)
}

/// Cuts the workload horizontally through its middle.
fn cut_in_half(subject: &Subject, world: &mut World) {
    let (above, below) = subject.workload.middle();
    let position = &world.particles().position;
    let (upper, lower) = (position[above.index()], position[below.index()]);
    let middle = 0.5 * (upper + lower);
    let half_width = Vec2::X * 10.0;
    // Far thinner than a link is long: it touches what crosses its line.
    let radius = 1e-3 * (upper - lower).length();
    world.cut(middle - half_width, middle + half_width, radius);
}

/// Mean velocity of each particle over the last substep, m/s.
fn velocities(world: &World) -> impl Iterator<Item = DVec2> {
    let substep = f64::from(world.substep_length());
    world.particles().displacement.iter().map(move |displacement| displacement.as_dvec2() / substep)
}

/// Whether each particle is connected to a pin.
fn hanging(world: &World) -> Vec<bool> {
    let Particles { pinned, .. } = world.particles();
    let mut linked = vec![Vec::new(); pinned.len()];
    for link in world.links() {
        linked[link.a.index()].push(link.b.index());
        linked[link.b.index()].push(link.a.index());
    }
    let mut hangs = pinned.clone();
    let mut open: Vec<usize> = (0..pinned.len()).filter(|&index| pinned[index]).collect();
    while let Some(index) = open.pop() {
        for &next in &linked[index] {
            if !std::mem::replace(&mut hangs[next], true) {
                open.push(next);
            }
        }
    }
    hangs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headless::bench::Workload;

    fn subject(name: &str) -> Subject {
        Subject { workload: Workload::named(name).expect("a workload of this name"), threads: 1 }
    }

    #[test]
    fn single_link_swings_as_pendulum_and_is_cut_smoothly() {
        let subject = subject("rope-1");
        let rest = settled(&subject, 10);
        let swing = swing(&subject, &rest, 60).expect("the body swings");
        // m g l (1 - cos 45°)
        assert!((swing.start - 9.81 * 4.0 * 0.292_893).abs() < 1e-3, "{swing:?}");
        assert!((swing.end - 1.0).abs() < 0.02 && swing.max < 1.02, "{swing:?}");
        assert!(cut_kick(&subject, &rest) < 1e-3);
        assert!(yank(&subject, &rest, Vec2::X, 30) < 0.01);
    }
}
