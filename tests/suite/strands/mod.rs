//! Long ropes, nets and bodies of them where strands are solved directly, with the default settings: they do not
//! stretch, give no jolt and do not explode.

mod loops;
mod nets;
mod ropes;
mod tangles;
mod taut;

use glam::{DVec2, Vec2};
use ropewalk::headless::bench::Workload;
use ropewalk::physics::{Colliders, LinkKind, ParticleId, Settings, World};

/// Steps in a second.
const SECOND: usize = 60;

fn empty() -> World {
    World::new(Settings::default(), Colliders::default(), 0)
}

fn workload(name: &str) -> Workload {
    Workload::named(name).expect("a workload of this name")
}

fn set(world: &mut World, change: impl FnOnce(&mut Settings)) {
    let mut settings = *world.settings();
    change(&mut settings);
    world.set_settings(settings);
}

/// Lays links from the particle `from` on, through new particles at `places`. Links have the length of the way between
/// their ends, times `share`. Returns all particles, `from` too.
fn lay(
    world: &mut World,
    from: ParticleId,
    places: impl Iterator<Item = Vec2>,
    mass: f32,
    share: f32,
) -> Vec<ParticleId> {
    let mut ids = vec![from];
    for place in places {
        let (last, id) = (ids[ids.len() - 1], world.add_particle(place, mass, false));
        let length = share * at(world, last).distance(place);
        world.add_link(last, id, Some(length), 1.0, LinkKind::Rope);
        ids.push(id);
    }
    ids
}

/// Places after the first of `links` links along straight lines through `corners`: as many links on each line.
fn along(corners: &[Vec2], links: usize) -> impl Iterator<Item = Vec2> + '_ {
    let each = links / (corners.len() - 1);
    (1..=links).map(move |k| {
        let line = ((k - 1) / each).min(corners.len() - 2);
        corners[line].lerp(corners[line + 1], (k - line * each) as f32 / each as f32)
    })
}

/// A rope of `links` links from the first of `corners` to the last, pinned at both.
fn hung_twice(world: &mut World, corners: &[Vec2], links: usize) -> Vec<ParticleId> {
    let first = world.add_particle(corners[0], 1.0, true);
    let ids = lay(world, first, along(corners, links), 1.0, 1.0);
    world.set_pinned(ids[links], true);
    ids
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

/// The greatest relative error of a link's length. Cords, which only pull, may be short.
fn off(world: &World) -> f64 {
    let length = |link: &ropewalk::physics::DistanceConstraint| {
        at(world, link.a).as_dvec2().distance(at(world, link.b).as_dvec2())
    };
    let bars = world.links().filter(|link| matches!(link.kind, LinkKind::Rope | LinkKind::Lattice));
    let short = bars.map(|link| 1.0 - length(link) / f64::from(link.rest_length));
    short.fold(world.stretch().max, f64::max)
}

/// Steps a world. Returns the worst link at the end of any step.
fn worst(world: &mut World, steps: usize) -> f64 {
    let each = (0..steps).map(|_| {
        world.step();
        off(world)
    });
    each.fold(0.0, f64::max)
}

/// Lets it come to rest at a high drag, then removes the drag.
fn settle(world: &mut World, seconds: usize) {
    set(world, |settings| settings.drag = 2.0);
    (0..seconds * SECOND).for_each(|_| world.step());
    set(world, |settings| settings.drag = 0.0);
}

/// Mean velocities over the last substep, m/s.
fn velocities(world: &World) -> Vec<DVec2> {
    let substep = f64::from(world.substep_length());
    world.particles().displacement.iter().map(|way| way.as_dvec2() / substep).collect()
}

fn fastest(world: &World) -> f64 {
    velocities(world).into_iter().map(DVec2::length).fold(0.0, f64::max)
}

/// The distance (m) of the outermost particle from the origin; infinite if a position is not finite.
fn outermost(world: &World) -> f32 {
    let far = |at: &Vec2| if at.is_finite() { at.length() } else { f32::INFINITY };
    world.particles().position.iter().map(far).fold(0.0, f32::max)
}

/// Fails with the measured number if it exceeds `max`.
#[track_caller]
fn at_most(what: &str, found: f64, max: f64) {
    assert!(found <= max, "{what}: {found}, at most {max} wanted");
}
