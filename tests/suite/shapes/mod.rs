//! Ropes, cloth and single particles against circles, walls and boxes: closed forms and invariants.

use glam::Vec2;
use ropewalk::physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

mod dragging;
mod friction;
mod motors;
mod overlap;
mod placing;
mod rest;
mod sweep;

fn world(settings: Settings, shapes: &[ShapeDef]) -> World {
    on_ground(settings, None, shapes)
}

/// The same with ground at a height, m.
fn on_ground(settings: Settings, ground: Option<f32>, shapes: &[ShapeDef]) -> World {
    let mut world = World::new(settings, Colliders::new(ground, None), 0);
    shapes.iter().for_each(|&shape| assert!(world.add_shape(shape).is_some()));
    world
}

/// Links particles at these places into a rope.
fn lay(world: &mut World, places: impl Iterator<Item = Vec2>, mass: f32) -> Vec<ParticleId> {
    let ids: Vec<_> = places.map(|at| world.add_particle(at, mass, false)).collect();
    ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
    ids
}

/// Places between two ends, a link apart.
fn straight(from: Vec2, to: Vec2, links: u32) -> impl Iterator<Item = Vec2> {
    (0..=links).map(move |i| from.lerp(to, i as f32 / links.max(1) as f32))
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step());
}

/// Speed of the fastest particle, m/s.
fn fastest(world: &World) -> f32 {
    world.particles().displacement.iter().map(|d| d.length()).fold(0.0, f32::max) / world.substep_length()
}

/// A unit vector at an angle, rad.
fn direction(angle: f32) -> Vec2 {
    Vec2::new(angle.cos(), angle.sin())
}

fn circle(at: Vec2, radius: f32) -> ShapeDef {
    ShapeDef::still(Form::Circle { radius }, at)
}

fn wall(at: Vec2, half_length: f32, radius: f32, angle: f32) -> ShapeDef {
    ShapeDef { turn: direction(angle), ..ShapeDef::still(Form::Capsule { half_length, radius }, at) }
}

fn block(at: Vec2, half: Vec2, angle: f32) -> ShapeDef {
    ShapeDef { turn: direction(angle), ..ShapeDef::still(Form::Box { half }, at) }
}

/// Posts, walls and boxes below falling bodies.
fn playground() -> Vec<ShapeDef> {
    vec![
        circle(Vec2::new(-0.6, 0.0), 0.3),
        circle(Vec2::new(0.5, -0.2), 0.05),
        wall(Vec2::new(0.1, -0.9), 1.5, 0.02, 0.2),
        block(Vec2::new(0.9, 0.1), Vec2::new(0.2, 0.3), 0.4),
        wall(Vec2::new(-1.4, 0.3), 0.8, 0.03, 1.4),
        wall(Vec2::new(1.6, 0.3), 0.8, 0.03, 1.7),
    ]
}

/// A rope, a net and some points above the playground.
fn fall_onto(settings: Settings, shapes: &[ShapeDef]) -> World {
    let mut world = on_ground(settings, Some(-1.6), shapes);
    lay(&mut world, straight(Vec2::new(-1.0, 0.8), Vec2::new(1.1, 1.2), 40), 0.02);
    let first = world.particles().len() as u32;
    for (row, column) in (0..8u32).flat_map(|row| (0..10u32).map(move |column| (row, column))) {
        let place = Vec2::new(-0.5 + 0.1 * column as f32, 2.2 - 0.1 * row as f32);
        let id = world.add_particle(place, 0.02, false);
        if column > 0 {
            world.add_link(ParticleId(id.0 - 1), id, None, 1.0, LinkKind::Net);
        }
        if row > 0 {
            world.add_link(ParticleId(id.0 - 10), id, None, 1.0, LinkKind::Net);
        }
    }
    assert_eq!(world.particles().len() as u32, first + 80);
    (0..6).for_each(|i| {
        world.add_particle(Vec2::new(-0.9 + 0.37 * i as f32, 2.5), 0.02, false);
    });
    world
}
