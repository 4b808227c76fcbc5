//! Wheels roll as discs do, whatever their number of spokes, on the ground and on shapes.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

const RADIUS: f32 = 0.2;
const MASS: f32 = 0.05;

/// A wheel of some spokes. Returns its hub.
fn wheel(world: &mut World, at: Vec2, spokes: u32) -> ParticleId {
    let hub = world.add_particle(at, MASS, false);
    let rim = |index: u32| ParticleId(hub.0 + 1 + index % spokes);
    for index in 0..spokes {
        let turn = Vec2::from_angle(std::f32::consts::TAU * index as f32 / spokes as f32);
        world.add_particle(at + turn * RADIUS, MASS, false);
        world.add_link(hub, rim(index), Some(RADIUS), 1.0, LinkKind::Beam);
    }
    let edge = 2.0 * RADIUS * (std::f32::consts::PI / spokes as f32).sin();
    (0..spokes).for_each(|index| world.add_link(rim(index), rim(index + 1), Some(edge), 1.0, LinkKind::Rim));
    hub
}

/// A wheel on a level surface that is wide and at a height of 0, and gravity that is turned by an angle, rad.
fn on_surface(spokes: u32, angle: f32, is_shape: bool, rope_contact: Option<f32>) -> (World, ParticleId) {
    let gravity = 9.81 * Vec2::new(angle.sin(), -angle.cos());
    let settings =
        Settings { gravity, drag: 0.0, friction: 1.0, restitution: 0.0, rope_contact, ..Settings::default() };
    let mut world = World::new(settings, Colliders::new((!is_shape).then_some(0.0), None), 1);
    if is_shape {
        let half = Vec2::new(200.0, 0.5);
        assert!(world.add_shape(ShapeDef::still(Form::Box { half }, Vec2::new(150.0, -0.5))).is_some());
    }
    let hub = wheel(&mut world, Vec2::new(0.0, RADIUS + rope_contact.unwrap_or(0.0)), spokes);
    (world, hub)
}

fn at(world: &World, hub: ParticleId) -> Vec2 {
    world.particles().position[hub.index()]
}

#[test]
fn wheels_roll_down_slopes_as_their_inertia_says() {
    let mut wrong = Vec::new();
    for (spokes, degrees) in
        [12, 24, 48].into_iter().flat_map(|spokes| [5.0_f32, 10.0, 30.0].map(|angle| (spokes, angle)))
    {
        for (is_shape, rope_contact) in [(false, None), (true, None), (false, Some(0.02)), (true, Some(0.02))] {
            let angle = degrees.to_radians();
            let (mut world, hub) = on_surface(spokes, angle, is_shape, rope_contact);
            (0..120).for_each(|_| world.step());
            // All mass but the hub's is in the rim, as far from the hub as friction acts. The way is that of 2 s.
            let inertia = spokes as f32 / (spokes + 1) as f32;
            let expected = 0.5 * 9.81 * angle.sin() / (1.0 + inertia) * 4.0;
            let way = at(&world, hub).x;
            let is_right = (way / expected - 1.0).abs() < 0.04;
            wrong.extend((!is_right).then(|| {
                format!("{spokes} spokes, {degrees} degrees, shape {is_shape}, {rope_contact:?}: {way} of {expected} m")
            }));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn wheels_roll_on_along_the_flat() {
    let mut wrong = Vec::new();
    for (spokes, is_shape) in [12, 24, 48].into_iter().flat_map(|spokes| [false, true].map(|shape| (spokes, shape))) {
        let (mut world, hub) = on_surface(spokes, 0.3, is_shape, None);
        (0..60).for_each(|_| world.step());
        world.set_settings(Settings { gravity: Vec2::new(0.0, -9.81), ..*world.settings() });
        (0..6).for_each(|_| world.step());
        let speed = |world: &mut World| {
            let before = at(world, hub).x;
            (0..6).for_each(|_| world.step());
            (at(world, hub).x - before) * 10.0
        };
        let before = speed(&mut world);
        (0..600).for_each(|_| world.step());
        let after = speed(&mut world);
        let is_right = (0.95..1.005).contains(&(after / before));
        wrong.extend((!is_right).then(|| format!("{spokes} spokes, shape {is_shape}: {before} -> {after} m/s")));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
