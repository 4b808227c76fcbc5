//! Fast particles and fast obstacles: nothing passes through, and bounces follow the restitution.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::Vec2;
use proptest::prelude::*;
use ropewalk::physics::{LinkKind, ParticleId, Settings, Shape, ShapeDef, Slide, Substeps, World};

use super::{at, block, circle, direction, fastest, lay, steps, straight, wall, world};

#[test]
fn nothing_at_50_m_s_passes_a_thin_wall_or_corner() {
    for substeps in [Substeps::Count(8), Substeps::Auto] {
        for i in 0..8 {
            let angle = 0.1 + i as f32 * 0.785;
            // A wall 20 mm thick, met square and at slants, and the corners of a box; both ways round.
            for shape in [wall(Vec2::ZERO, 2.0, 0.01, 0.3), block(Vec2::ZERO, Vec2::splat(0.05), angle)] {
                let settings = Settings { substeps, gravity: Vec2::ZERO, ..Settings::default() };
                let mut world = world(settings, &[shape]);
                let way = direction(angle);
                let id = world.add_particle(-way * 3.3, 0.02, false);
                world.set_settings(Settings { gravity: way * 1_000.0, ..settings });
                let mut faced = false;
                for step in 0..30 {
                    if step == 3 {
                        // It is at 50 m/s now.
                        world.set_settings(settings);
                    }
                    let before = at(&world, id);
                    world.step();
                    let after = at(&world, id);
                    faced |= before.dot(way) < 0.0 && (after - before).dot(way) < 0.5;
                    let Shape { def, .. } = world.colliders().shapes()[0];
                    let inside = def.form.distance(world.colliders().shapes()[0].pose().to_local(after));
                    assert!(inside > -1e-3, "{substeps:?}, {angle} rad, step {step}: {inside} m");
                    assert!(after.dot(way) < 0.1, "{substeps:?}, {angle} rad, step {step}: it passed, to {after}");
                    if faced {
                        break;
                    }
                }
                assert!(faced, "{substeps:?}, {angle} rad: it never came there");
            }
        }
    }
}

#[test]
fn rope_at_50_m_s_does_not_pass_a_thin_post() {
    // With few substeps and a direct solve: it then hangs on both sides of the post, or slides off one end first.
    for substeps in [Substeps::Count(60), Substeps::Auto] {
        for offset in [0.0, 0.33] {
            let settings = Settings { substeps, gravity: Vec2::ZERO, ..Settings::default() };
            let mut world = world(settings, &[circle(Vec2::new(offset, 0.0), 0.01)]);
            let ids = lay(&mut world, straight(Vec2::new(-10.0, 3.3), Vec2::new(10.0, 3.3), 100), 0.02);
            world.set_settings(Settings { gravity: Vec2::new(0.0, -1_000.0), ..settings });
            steps(&mut world, 3);
            world.set_settings(Settings { gravity: Vec2::new(0.0, -9.81), ..settings });
            for step in 0..20 {
                world.step();
                // The link above the post, or below it if the rope has passed.
                let ends = ids.windows(2).map(|pair| (at(&world, pair[0]), at(&world, pair[1])));
                let over = ends.filter(|(a, b)| (a.x - offset) * (b.x - offset) <= 0.0);
                let highest = over.map(|(a, b)| a.lerp(b, (offset - a.x) / (b.x - a.x)).y).fold(-1e9, f32::max);
                assert!(highest > 0.0, "{substeps:?}, {offset} m, step {step}: it is at {highest} m");
            }
        }
    }
}

/// Targets at 50 m/s: thin walls at any slant, posts, and corners.
fn target() -> impl Strategy<Value = ShapeDef> {
    let angle = || 0.0f32..TAU;
    prop_oneof![
        (0.005f32..0.05, angle()).prop_map(|(radius, angle)| wall(Vec2::ZERO, 0.4, radius, angle)),
        (0.01f32..0.3).prop_map(|radius| circle(Vec2::ZERO, radius)),
        (0.02f32..0.2, 0.02f32..0.2, angle()).prop_map(|(x, y, angle)| block(Vec2::ZERO, Vec2::new(x, y), angle)),
    ]
}

/// A world of one obstacle without gravity, and the bodies thrown at it at 50 m/s, in substeps of 0.1 m.
fn thrown(shape: ShapeDef, places: &[Vec2], way: Vec2) -> (World, Vec<ParticleId>) {
    let settings = Settings {
        step: 1.0 / 500.0,
        substeps: Substeps::Count(1),
        gravity: Vec2::ZERO,
        restitution: 0.5,
        ..Settings::default()
    };
    let mut world = world(settings, &[shape]);
    let ids = places.iter().map(|&place| world.add_particle(place, 0.02, false)).collect::<Vec<_>>();
    ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Beam));
    // It takes 25 steps and 1.25 m.
    world.set_settings(Settings { gravity: way * 1_000.0, ..settings });
    steps(&mut world, 25);
    world.set_settings(settings);
    assert!((fastest(&world) - 50.0).abs() < 2.0, "{} m/s", fastest(&world));
    (world, ids)
}

/// The greatest penetration (m) of points between two particles into the only obstacle.
fn depth(world: &World, ends: [ParticleId; 2]) -> f32 {
    let shape = world.colliders().shapes()[0];
    let [a, b] = ends.map(|id| at(world, id));
    let point = |i: u16| shape.pose().to_local(a.lerp(b, f32::from(i) / 64.0));
    (0..=64).map(|i| -shape.def.form.distance(point(i))).fold(f32::MIN, f32::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn thrown_bar_stays_outside_and_gains_no_energy(
        shape in target(), angle in 0.0f32..TAU, tilt in -1.2f32..1.2, beside in -0.3f32..0.3,
    ) {
        let way = direction(angle);
        let (middle, half) = (way * -3.2 + way.perp() * beside, direction(angle + FRAC_PI_2 + tilt) * 0.5);
        let (mut world, ids) = thrown(shape, &[middle - half, middle + half], way);
        let ends = [ids[0], ids[1]];
        let energy = world.energy().kinetic;
        let side = |world: &World| {
            let [a, b] = ends.map(|id| at(world, id));
            let share = -a.dot(b - a) / (b - a).length_squared();
            (0.0..=1.0).contains(&share).then(|| (b - a).perp_dot(-a) > 0.0)
        };
        for step in 0..50 {
            let before = side(&world);
            world.step();
            // One corner may push it a little into another in the same substep of 0.1 m, but not through.
            prop_assert!(depth(&world, ends) < 0.05, "step {step}: {} m deep", depth(&world, ends));
            prop_assert!(world.energy().kinetic <= energy * 1.001, "step {step}: {} J", world.energy().kinetic);
            if let (Some(before), Some(after)) = (before, side(&world)) {
                prop_assert_eq!(before, after, "step {}: it went across the middle", step);
            }
        }
    }
}

/// The angle (rad) by which a rope goes round the middle of the only obstacle, from its first particle to its last.
fn winding(world: &World, ids: &[ParticleId]) -> f32 {
    let middle = world.colliders().shapes()[0].pose().at;
    let turn = |pair: &[ParticleId]| (at(world, pair[0]) - middle).angle_between(at(world, pair[1]) - middle);
    ids.windows(2).map(turn).sum()
}

#[test]
fn bar_sliding_at_50_m_s_passes_no_rope_or_net() {
    // Slack ropes side by side between pins above and below, all to the right of the bar, which they cannot go round.
    for (columns, links) in [(1u32, 60u32), (6, 40)] {
        for speed in [10.0, 50.0] {
            let slide = Some(Slide { by: Vec2::new(0.7, 0.0), speed });
            let bar = ShapeDef { slide, ..wall(Vec2::new(-0.5, 0.0), 0.15, 0.03, FRAC_PI_2) };
            let mut world = world(Settings { restitution: 0.2, drag: 0.5, ..Settings::default() }, &[bar]);
            let rope = |column: u32, world: &mut World| {
                let x = 0.06 * column as f32;
                // A bow to the right, long enough to go round the bar at its end.
                let place = |i: u32| {
                    let share = i as f32 / links as f32;
                    Vec2::new(x + 1.0 * share * (1.0 - share), 0.6 - 1.2 * share)
                };
                let ids: Vec<_> =
                    (0..=links).map(|i| world.add_particle(place(i), 0.02, i == 0 || i == links)).collect();
                ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Net));
                ids
            };
            let ropes: Vec<_> = (0..columns).map(|column| rope(column, &mut world)).collect();
            for pair in ropes.windows(2) {
                for (&one, &other) in pair[0].iter().zip(&pair[1]) {
                    world.add_link(one, other, None, 1.0, LinkKind::Net);
                }
            }
            let mut is_met = false;
            for step in 0..300 {
                world.step();
                let bar = world.colliders().shapes()[0];
                let distance = |&id: &ParticleId| bar.def.form.distance(bar.pose().to_local(at(&world, id)));
                is_met |= ropes.iter().flatten().any(|id| distance(id) < 1e-3);
                let what = || format!("{columns} x {links} links, {speed} m/s, step {step}");
                for ids in &ropes {
                    assert!(winding(&world, ids) < 0.0, "{}: {} rad", what(), winding(&world, ids));
                }
                assert!(fastest(&world) < 4.0 * speed, "{}: {} m/s", what(), fastest(&world));
            }
            assert!(is_met, "{columns} x {links} links, {speed} m/s: it was never met");
        }
    }
}

/// A particle in the corner or wedge of two walls is pushed by each into the other.
#[test]
fn nothing_at_50_m_s_leaves_a_room_by_its_corners() {
    let (side, thin) = (2.0, 0.02);
    let walls = [(0.0, -side), (0.0, side), (-side, 0.0), (side, 0.0)].map(|(x, y)| {
        let angle = if x == 0.0 { 0.0 } else { FRAC_PI_2 };
        wall(Vec2::new(x, y), side, thin, angle)
    });
    let wedges = [wall(Vec2::new(1.0, -1.9), 1.0, 0.01, 0.1), wall(Vec2::new(-1.8, 1.0), 1.0, 0.01, 1.37)];
    for substeps in [Substeps::Count(1), Substeps::Auto] {
        for wedged in [false, true] {
            let settings = Settings { substeps, gravity: Vec2::ZERO, ..Settings::default() };
            let mut world = world(settings, &walls);
            wedges.into_iter().filter(|_| wedged).for_each(|shape| assert!(world.add_shape(shape).is_some()));
            lay(&mut world, straight(Vec2::new(-1.0, 1.2), Vec2::new(1.0, 1.2), 20), 0.02);
            lay(&mut world, straight(Vec2::new(-0.9, 0.0), Vec2::new(0.9, 0.3), 4), 0.02);
            for at in straight(Vec2::new(-0.9, 0.9), Vec2::new(1.3, 0.6), 6) {
                world.add_particle(at, 0.02, false);
            }
            for throw in 0..6 {
                // Into this corner, and that.
                let way = direction(0.785 + 2.4 * throw as f32);
                world.set_settings(Settings { gravity: way * 1_000.0, ..settings });
                steps(&mut world, 3);
                world.set_settings(Settings { gravity: way, ..settings });
                for step in 0..40 {
                    world.step();
                    let out = world.particles().position.iter().map(|at| at.abs().max_element()).fold(0.0, f32::max);
                    assert!(out < side, "{substeps:?}, wedges {wedged}, throw {throw}, step {step}: {out} m");
                }
            }
        }
    }
}
