//! How well it moves: stretch at rest and in a yank, energy in a free swing, and what a release and a cut throw about.
//! Nothing here looks at a clock: the same program finds the same numbers on every machine.

use glam::{DVec2, Vec2};

use super::Subject;
use crate::physics::{Particles, Settings, World};

/// Speed of the pins in a yank, m/s.
pub(super) const YANK_SPEED: f32 = 10.0;

/// Steps that a yank takes: 0.1 s, so 1 m.
pub(super) const YANK_STEPS: u32 = 6;

/// Energy of a swing below which there is none, J: rounding.
const LEAST_ENERGY: f64 = 1e-3;

/// Steps for which the speed is watched of what was let go: 1 s.
const SPEED_STEPS: u32 = 60;

/// Steps for which its stretch is watched: 2 s, twice what it should take, to tell what is late from what never rests.
const CALM_STEPS: u32 = 120;

/// Steps in which the hand pulls the free end out of reach: 0.3 s.
const PULL_STEPS: u32 = 18;

/// Air drag while it settles, 1/s.
const SETTLING_DRAG: f32 = 2.0;

/// Stretch below which what was let go is calm again, as a share.
const CALM: f64 = 0.01;

/// Steps from the start until it hangs at rest, with air that is then taken away.
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

/// The most stretch at the end of any of so many `frames` from the begin of a yank in direction `way`, as a share.
pub(super) fn yank(subject: &Subject, settled: &World, way: Vec2, frames: u32) -> f64 {
    let mut world = subject.copy(settled);
    world.set_pin_velocity(way * YANK_SPEED);
    let mut most = 0.0_f64;
    for frame in 0..frames {
        if frame == YANK_STEPS {
            world.set_pin_velocity(Vec2::ZERO);
        }
        world.step();
        most = most.max(world.stretch().max);
    }
    most
}

/// The energy of a free swing, above that of hanging at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swing {
    /// At the start, J.
    pub start: f64,
    /// At the end, as a share of that at the start.
    pub end: f64,
    /// The most at the end of any frame, as a share of that at the start.
    pub most: f64,
}

/// Lets it swing freely for so many `frames`. `settled` says where it comes to rest, if it does not hang straight. `None`
/// for what starts at rest (a net of 2 x 2 that hangs from its corners): it has nothing to swing with.
pub(super) fn swing(subject: &Subject, settled: &World, frames: u32) -> Option<Swing> {
    let mut world = subject.aslant();
    let at_rest = if subject.workload.hangs_straight() {
        subject.workload.hanging().energy().potential
    } else {
        settled.energy().potential
    };
    let start = world.energy().total() - at_rest;
    if start < LEAST_ENERGY {
        return None;
    }
    let (mut end, mut most) = (1.0, 0.0_f64);
    for _ in 0..frames {
        world.step();
        end = (world.energy().total() - at_rest) / start;
        most = most.max(end);
    }
    Some(Swing { start, end, most })
}

/// What happens when it is let go that was pulled out of reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Release {
    /// The highest speed of any particle at the end of any frame, m/s.
    pub speed: f64,
    /// Time until no link is stretched by more than 1 %, for good, s; 2 s where that never comes.
    pub calm: f64,
}

/// Pulls the free end out of reach, keeps it there for `hold` steps, and lets it go.
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
    let (mut speed, mut restless) = (0.0_f64, 0);
    for frame in 1..=CALM_STEPS {
        world.step();
        if frame <= SPEED_STEPS {
            speed = velocities(&world).map(DVec2::length).fold(speed, f64::max);
        }
        if !is_calm(&world) {
            restless = frame;
        }
    }
    Release { speed, calm: f64::from(restless) * world.settings().step_seconds() }
}

/// Cuts it in the middle, and finds the greatest change of any particle's velocity within one step that is not a fall:
/// beside gravity x step for what is cut free, and beside nothing for what still hangs. m/s.
///
/// Change of velocity, and not velocity: so a slight swing that was there before is not counted.
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

/// Cuts horizontally through its middle.
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

/// The mean velocity of each particle over the last substep, m/s.
fn velocities(world: &World) -> impl Iterator<Item = DVec2> {
    let substep = f64::from(world.substep_length());
    world.particles().displacement.iter().map(move |way| way.as_dvec2() / substep)
}

/// Whether each particle hangs from a pin, by whatever way.
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
        Subject { workload: Workload::named(name).expect("it is one"), threads: 1 }
    }

    #[test]
    fn a_cut_frees_the_lower_half() {
        for (name, freed) in [("rope-9", 5), ("net-6", 18)] {
            let subject = subject(name);
            let mut world = subject.hanging();
            cut_in_half(&subject, &mut world);
            assert_eq!(hanging(&world).iter().filter(|hangs| !**hangs).count(), freed, "{name}");
        }
    }

    #[test]
    fn a_single_link_swings_as_a_pendulum_does_and_is_cut_without_a_kick() {
        let subject = subject("rope-1");
        let rest = settled(&subject, 10);
        let swing = swing(&subject, &rest, 60).expect("it swings");
        // m g l (1 - cos 45°)
        assert!((swing.start - 9.81 * 4.0 * 0.292_893).abs() < 1e-3, "{swing:?}");
        assert!((swing.end - 1.0).abs() < 0.02 && swing.most < 1.02, "{swing:?}");
        assert!(cut_kick(&subject, &rest) < 1e-3);
        assert!(yank(&subject, &rest, Vec2::X, 30) < 0.01);
    }
}
