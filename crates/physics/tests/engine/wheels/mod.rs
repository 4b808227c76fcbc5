//! Wheels with a rim of their own: discs to everything else.

mod bodies;
mod grabs;
mod rolling;
mod ropes;
mod sleep;

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, ParticleId, Settings, World};

use crate::support::{Ids, polyline};

const RADIUS: f32 = 0.5;
const SPOKES: u32 = 16;

/// Mass of each particle of a wheel, kg.
const MASS: f32 = 0.4;

fn unit(turn: f32) -> Vec2 {
    // A rational parameter of the circle, so that no sine is needed.
    let quarter = (turn * 4.0).floor();
    let t = (std::f32::consts::FRAC_PI_8 * (turn * 4.0 - quarter) * 2.0).tan();
    let first = Vec2::new(1.0 - t * t, 2.0 * t) / (1.0 + t * t);
    (0..quarter as u32).fold(first, |at, _| at.perp())
}

/// A wheel. Returns its hub; the rim follows.
fn wheel(world: &mut World, at: Vec2, edge: LinkKind) -> ParticleId {
    let hub = world.add_particle(at, MASS, false);
    let rim: Vec<ParticleId> =
        (0..SPOKES).map(|k| world.add_particle(at + unit(k as f32 / SPOKES as f32) * RADIUS, MASS, false)).collect();
    for (index, &end) in rim.iter().enumerate() {
        world.add_link(hub, end, Some(RADIUS), 1.0, LinkKind::Beam);
        world.add_link(end, rim[(index + 1) % rim.len()], None, 1.0, edge);
    }
    hub
}

/// A rope of links of a length (m) over a wheel on an axle at the origin. Returns hub and rope.
fn rope_over(edge: LinkKind, link: f32, settings: Settings) -> (World, ParticleId, Ids) {
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, edge);
    world.set_pinned(hub, true);
    let ids = arched_rope(&mut world, link);
    (world, hub, ids)
}

/// A rope of links of a length (m) over a disc at the origin, 1.5 m down on either side.
fn arched_rope(world: &mut World, link: f32) -> Ids {
    let reach = RADIUS + 2.0 * world.settings().rope_contact.unwrap_or(0.0) + 0.005;
    let arc = (0..=16).map(|k| unit(0.5 - k as f32 / 32.0) * reach);
    let ends = [-reach, reach].map(|x| Vec2::new(x, -1.5));
    let corners: Vec<Vec2> = [ends[0]].into_iter().chain(arc).chain([ends[1]]).collect();
    polyline(world, &corners, link)
}

fn at(world: &World, id: u32) -> Vec2 {
    world.particles().position[id as usize]
}

fn with_contact(radius: f32) -> Settings {
    Settings { rope_contact: Some(radius), drag: 0.5, friction: 1.0, ..Settings::default() }
}

/// A braced plank of some bays from one corner on, `size` m long and high. Returns its particles: pairs of a lower and an
/// upper one.
fn plank(world: &mut World, corner: Vec2, size: Vec2, bays: u32) -> Ids {
    let first = world.particles().len() as u32;
    for bay in 0..=bays {
        let low = corner + Vec2::X * (size.x * bay as f32 / bays as f32);
        for at in [low, low + Vec2::Y * size.y] {
            world.add_particle(at, 0.5, false);
        }
    }
    let mut beam = |a: u32, b: u32| world.add_link(ParticleId(a), ParticleId(b), None, 1.0, LinkKind::Beam);
    for low in (first..first + 2 * bays).step_by(2) {
        for (a, b) in [(0, 1), (0, 2), (1, 3), (0, 3), (1, 2)] {
            beam(low + a, low + b);
        }
    }
    beam(first + 2 * bays, first + 2 * bays + 1);
    first..first + 2 * (bays + 1)
}
