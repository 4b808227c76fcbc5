//! Atwood machines: weights on a light rope over a smooth pulley.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef, World};

/// Radius of the pulley, and of the rope on it, whose links bend: they touch it with their middles, m.
const RADIUS: f32 = 0.3;
const REACH: f32 = 0.301;

/// Way of the weights in a quarter of a second, as a share of what theory says. The points have a mass, kg.
fn way(light: f32, heavy: f32, point: f32) -> f32 {
    let settings = Settings { drag: 0.0, restitution: 0.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    let smooth = ShapeDef { friction: Some(0.0), ..ShapeDef::still(Form::Circle { radius: RADIUS }, Vec2::ZERO) };
    assert!(world.add_shape(smooth).is_some());
    let mut rope: Vec<Vec2> = (0..16).map(|k| Vec2::new(-REACH, -0.8 + 0.05 * k as f32)).collect();
    rope.extend((0..=19).map(|k| REACH * Vec2::from_angle(std::f32::consts::PI * (1.0 - k as f32 / 19.0))));
    rope.extend((1..=16).map(|k| Vec2::new(REACH, -0.05 * k as f32)));
    let ids: Vec<_> = rope.iter().map(|&at| world.add_particle(at, point, false)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let last = ids[ids.len() - 1];
    world.set_weight(ids[0], Some(light));
    world.set_weight(last, Some(heavy));
    let start = world.particles().position[last.index()].y;
    (0..15).for_each(|_| world.step());
    let rope_mass = point * (ids.len() - 2) as f32;
    let acceleration = 9.81 * (heavy - light) / (heavy + light + rope_mass);
    // The rope gives, so the weights swing about their mean way.
    let at = &world.particles().position;
    0.5 * (start - at[last.index()].y + at[0].y - start) / (0.5 * acceleration * 0.0625)
}

#[test]
fn weights_over_a_smooth_pulley_fall_as_theory_says() {
    let mut wrong = Vec::new();
    for (ratio, point) in
        [1.1, 2.0, 10.0, 30.0].into_iter().flat_map(|ratio| [0.001, 0.005, 0.02].map(|point| (ratio, point)))
    {
        let share = way(1.0, ratio, point);
        wrong.extend(((share - 1.0).abs() > if ratio < 2.0 { 0.08 } else { 0.04 }).then_some((ratio, point, share)));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Way of the weights in half a second over a wheel whose rim has this mass (kg), as a share of what theory says.
fn way_over_a_wheel(rim: f32, light: f32, heavy: f32) -> f32 {
    let settings = Settings { drag: 0.0, restitution: 0.0, friction: 1.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    free_wheel(&mut world, Vec2::ZERO, (1.0, rim), true);
    let point = 0.002;
    let mut rope: Vec<Vec2> = (0..16).map(|k| Vec2::new(-REACH, -0.8 + 0.05 * k as f32)).collect();
    rope.extend((0..=19).map(|k| REACH * Vec2::from_angle(std::f32::consts::PI * (1.0 - k as f32 / 19.0))));
    rope.extend((1..=16).map(|k| Vec2::new(REACH, -0.05 * k as f32)));
    let ids: Vec<_> = rope.iter().map(|&at| world.add_particle(at, point, false)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let last = ids[ids.len() - 1];
    for (end, mass) in [(ids[0], light), (last, heavy)] {
        world.set_weight(end, Some(mass));
        world.set_solid(end, false);
    }
    let rise = |world: &World| {
        let at = &world.particles().position;
        0.5 * (at[ids[0].index()].y - at[last.index()].y)
    };
    let start = rise(&world);
    (0..20).for_each(|_| world.step());
    let acceleration = 9.81 * (heavy - light) / (heavy + light + point * (ids.len() - 2) as f32 + rim);
    (rise(&world) - start) / (0.5 * acceleration / 9.0)
}

#[test]
fn weights_turn_a_free_wheel_as_theory_says() {
    let mut wrong = Vec::new();
    for (rim, heavy) in [0.05, 0.5, 2.0, 5.0].into_iter().flat_map(|rim| [1.5, 2.0, 5.0].map(|heavy| (rim, heavy))) {
        let share = way_over_a_wheel(rim, 1.0, heavy);
        wrong.extend(((share - 1.0).abs() > 0.04).then_some((rim, heavy, share)));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A free wheel of 24 spokes, by the masses of its hub and its rim, kg. Returns its hub.
fn free_wheel(world: &mut World, at: Vec2, (hub, rim): (f32, f32), pinned: bool) -> ParticleId {
    let hub = world.add_particle(at, hub, pinned);
    let spoke = |k: u16| Vec2::from_angle(std::f32::consts::TAU * f32::from(k) / 24.0) * RADIUS;
    let ends: Vec<_> = (0..24).map(|k| world.add_particle(at + spoke(k), rim / 24.0, false)).collect();
    for (k, &end) in ends.iter().enumerate() {
        world.add_link(hub, end, Some(RADIUS), 1.0, LinkKind::Beam);
        world.add_link(end, ends[(k + 1) % ends.len()], None, 1.0, LinkKind::Rim);
    }
    hub
}

/// Way that the load of a tackle of two falls sinks in two seconds of drag, m. The counterweight is 2 kg.
fn sinking_in_a_tackle(load: f32) -> f32 {
    let settings = Settings { drag: 2.0, restitution: 0.0, friction: 1.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    free_wheel(&mut world, Vec2::new(0.0, 2.0), (1.0, 0.1), true);
    let hub = free_wheel(&mut world, Vec2::new(-2.0 * REACH, 0.0), (load - 0.1, 0.1), false);
    let line =
        |x: f32, from: f32, to: f32| (0..40_u8).map(move |k| Vec2::new(x, from + (to - from) * f32::from(k) / 40.0));
    let arc = |middle: Vec2, from: f32, by: f32| {
        (0..20_u8).map(move |k| middle + REACH * Vec2::from_angle(from + by * f32::from(k) / 20.0))
    };
    let pi = std::f32::consts::PI;
    let rope: Vec<Vec2> = line(-3.0 * REACH, 2.0, 0.0)
        .chain(arc(Vec2::new(-2.0 * REACH, 0.0), pi, pi))
        .chain(line(-REACH, 0.0, 2.0))
        .chain(arc(Vec2::new(0.0, 2.0), pi, -pi))
        .chain(line(REACH, 2.0, 0.5))
        .collect();
    let ids: Vec<_> = rope.iter().map(|&at| world.add_particle(at, 1e-3, false)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    world.set_pinned(ids[0], true);
    let last = ids[ids.len() - 1];
    world.set_weight(last, Some(2.0));
    world.set_solid(last, false);
    // The rope becomes taut first, which gives the load a jerk.
    let heights = [120, 120].map(|steps| {
        (0..steps).for_each(|_| world.step());
        world.particles().position[hub.index()].y
    });
    heights[0] - heights[1]
}

#[test]
fn tackle_of_two_falls_balances_twice_the_counterweight() {
    let (lighter, heavier) = (sinking_in_a_tackle(0.96 * 4.0), sinking_in_a_tackle(1.04 * 4.0));
    assert!(lighter < 0.0 && heavier > 0.0, "{lighter} m and {heavier} m");
}
