//! Atwood machines: weights on a light rope over a smooth pulley.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Form, LinkKind, Settings, ShapeDef, World};

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
