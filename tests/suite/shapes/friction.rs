//! Friction against closed forms: the capstan, the slope, and moving surfaces.

use glam::Vec2;
use ropewalk::physics::{LinkKind, Settings, ShapeDef, Slide, StrandSolver};

use crate::script::is_full_sweep;

use super::{at, block, circle, direction, lay, steps, straight, world};

/// The speed (mm/s) at which the heavier end of a rope over a post sinks when it pulls `share` times the greatest load
/// that friction holds by the capstan equation (Euler 1769: the ratio of the pulls is e^(friction x angle)).
fn capstan(settings: Settings, spacing: f32, share: f32, heavy_first: bool) -> f32 {
    const RADIUS: f32 = 0.2;
    const TAIL: f32 = 0.7;
    const LIGHT: f32 = 0.2;
    let mut world = world(settings, &[circle(Vec2::ZERO, RADIUS)]);
    let radius = RADIUS + 1e-4;
    let arc = std::f32::consts::PI * radius;
    let links = ((2.0 * TAIL + arc) / spacing).round();
    let place = |i: usize| {
        let along = i as f32 * (2.0 * TAIL + arc) / links;
        if along < TAIL {
            Vec2::new(-radius, along - TAIL)
        } else if along < TAIL + arc {
            radius * direction(std::f32::consts::PI - (along - TAIL) / radius)
        } else {
            Vec2::new(radius, TAIL + arc - along)
        }
    };
    let ids = lay(&mut world, (0..=links as usize).map(place), 0.001);
    // The rope's own mass hangs on each side, besides the weight.
    let rope = 0.001 * TAIL / spacing;
    let heavy = (LIGHT + rope) * (settings.friction * std::f32::consts::PI).exp() * share - rope;
    let (first, last) = if heavy_first { (heavy, LIGHT) } else { (LIGHT, heavy) };
    for (end, mass, beside) in [(ids[0], first, ids[1]), (ids[ids.len() - 1], last, ids[ids.len() - 2])] {
        let weight = world.add_particle(at(&world, end) - Vec2::Y * spacing, mass, false);
        assert_ne!(end, beside);
        world.add_link(end, weight, None, 1.0, LinkKind::Rope);
    }
    // The rope, laid beside the post, first settles on it. The weights swing a little, which drag calms: swinging, they
    // pull harder than they weigh.
    world.set_settings(Settings { drag: 2.0, ..settings });
    steps(&mut world, 120);
    world.set_settings(settings);
    let heavy = if heavy_first { ids[0] } else { ids[ids.len() - 1] };
    let before = at(&world, heavy).y;
    steps(&mut world, 60);
    1e3 * (before - at(&world, heavy).y)
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn rope_over_a_post_follows_the_capstan_equation() {
    for (strands, spacing) in [(StrandSolver::Off, 0.02), (StrandSolver::Off, 0.05), (StrandSolver::Auto, 0.02)] {
        for friction in [0.2, 0.4] {
            let settings = Settings { friction, strands, ..Settings::default() };
            // Each side is the heavier one under one friction; in a full sweep, under both.
            let first = (friction > 0.3) == (spacing > 0.03);
            for heavy_first in [first, !first].into_iter().take(if is_full_sweep() { 2 } else { 1 }) {
                let case = format!("{strands:?}, links of {spacing} m, friction {friction}, first {heavy_first}");
                let held = capstan(settings, spacing, 0.9, heavy_first);
                let slipped = capstan(settings, spacing, 1.1, heavy_first);
                assert!(held.abs() < 10.0, "{case}: it slips at {held} mm/s under 90 % of what friction holds");
                assert!(slipped > 200.0, "{case}: it sinks at {slipped} mm/s only under 110 %");
            }
        }
    }
}

#[test]
fn body_slides_above_the_angle_of_friction() {
    let friction = 0.5f32;
    let critical = friction.atan();
    for (angle, side) in [(0.95 * critical, -1.0), (1.2 * critical, 1.0)] {
        for count in [0, 8] {
            let slope = block(Vec2::ZERO, Vec2::new(20.0, 0.5), side * angle);
            let mut world = world(Settings { friction, restitution: 0.0, ..Settings::default() }, &[slope]);
            // On the surface, from the middle upwards.
            let (along, up) = (direction(side * angle), direction(side * angle + 0.5 * std::f32::consts::PI));
            let ids = lay(&mut world, straight(up * 0.5, up * 0.5 + along * side * 0.4, count), 0.02);
            steps(&mut world, 120);
            let gone = -side * (at(&world, ids[0]) - up * 0.5).dot(along);
            // s = a t² / 2 over 2 s.
            let exact = (2.0 * 9.81 * (angle.sin() - friction * angle.cos())).max(0.0);
            assert!((gone - exact).abs() < 0.02 * exact + 5e-3, "{angle} rad, {count} links: {gone} m for {exact} m");
        }
    }
}

#[test]
fn turning_wheel_drags_a_rope() {
    for side in [-1.0, 1.0] {
        let wheel = ShapeDef { spin: -side * 8.0, ..circle(Vec2::ZERO, 0.4) };
        let mut world = world(Settings { friction: 0.8, ..Settings::default() }, &[wheel]);
        let ids = lay(&mut world, straight(Vec2::new(-0.9, 0.42), Vec2::new(0.9, 0.42), 36), 0.02);
        let middle = ids[18];
        steps(&mut world, 40);
        let gone = side * at(&world, middle).x;
        assert!(gone > 0.2, "the wheel turns to {side}: {gone} m");
        assert!(world.stretch().max < 0.05, "{}", world.stretch().max);
    }
}

#[test]
fn sliding_bar_carries_what_lies_on_it() {
    let slide = Some(Slide { by: Vec2::new(3.0, 0.0), speed: 0.8 });
    let bar = ShapeDef { slide, ..block(Vec2::ZERO, Vec2::new(0.5, 0.05), 0.0) };
    let mut world = world(Settings { friction: 1.0, restitution: 0.0, ..Settings::default() }, &[bar]);
    let load = world.add_particle(Vec2::new(0.0, 0.05), 0.02, false);
    steps(&mut world, 120);
    let bar = world.colliders().shapes()[0].pose().at;
    assert!((bar.x - 1.6).abs() < 0.02, "{bar}");
    // It slips until friction has accelerated it to the bar's speed: v² / (2 g) behind the bar, half of the bar's way
    // meanwhile.
    let behind = bar.x - at(&world, load).x;
    assert!((behind - 0.8 * 0.8 / (2.0 * 9.81)).abs() < 5e-3, "{behind} m");
}
