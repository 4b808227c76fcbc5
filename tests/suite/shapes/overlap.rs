//! Obstacles put where something hangs: it stays calm before them until it has left them.

use glam::Vec2;
use ropewalk::physics::{LinkKind, ParticleId, Settings, ShapeDef, ShapeId, World};

use super::{at, block, circle, fastest, lay, steps, straight, wall, world};

const SIDE: u32 = 14;

/// A net of `SIDE` x `SIDE` particles 0.1 m apart, at rest below its upper corners.
fn hung(kind: LinkKind) -> World {
    let mut world = world(Settings { drag: 0.5, ..Settings::default() }, &[]);
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let place = Vec2::new(0.1 * column as f32, -0.1 * row as f32);
        let id = world.add_particle(place, 0.02, row == 0 && column % (SIDE - 1) == 0);
        if column > 0 {
            world.add_link(ParticleId(id.0 - 1), id, None, 1.0, kind);
        }
        if row > 0 {
            world.add_link(ParticleId(id.0 - SIDE), id, None, 1.0, kind);
        }
    }
    steps(&mut world, 600);
    world
}

/// Obstacles that a user may put across it.
fn drawn() -> [ShapeDef; 5] {
    let middle = Vec2::new(0.65, -0.9);
    [
        wall(middle, 0.9, 0.04, 0.05),
        wall(middle, 0.9, 0.04, 1.5),
        wall(middle, 0.9, 0.04, 0.7),
        wall(middle, 0.3, 0.04, -0.4),
        wall(middle, 0.3, 0.01, 0.0),
    ]
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn wall_put_through_a_net_leaves_it_calm_and_whole() {
    for kind in [LinkKind::Net, LinkKind::Lattice] {
        for (number, shape) in drawn().into_iter().enumerate() {
            let mut world = hung(kind);
            let (before, energy) = (world.particles().position.clone(), world.energy().total());
            assert!(world.add_shape(shape).is_some());
            for step in 0..300 {
                world.step();
                let (stretch, speed) = (world.stretch().max, fastest(&world));
                assert!(stretch < 0.1, "{kind:?}, shape {number}, step {step}: stretch {stretch}");
                assert!(speed < 2.0, "{kind:?}, shape {number}, step {step}: {speed} m/s");
                let now = world.energy().total();
                // The ends of the obstacle press some meshes aside, some of them late: by no more than lifts the net by
                // 8 mm.
                assert!(now < energy + 0.3, "{kind:?}, shape {number}, step {step}: {} J", now - energy);
            }
            let speed = fastest(&world);
            assert!(speed < 0.05, "{kind:?}, shape {number}: still {speed} m/s");
            let gone = world.particles().position.iter().zip(&before).map(|(now, before)| now.distance(*before));
            let gone = gone.fold(0.0, f32::max);
            assert!(gone < 0.2, "{kind:?}, shape {number}: it moved by {gone} m");
        }
    }
}

#[test]
fn particles_that_left_a_wall_collide_with_it_again() {
    let mut world = hung(LinkKind::Net);
    world.add_shape(wall(Vec2::new(0.65, -1.6), 2.0, 0.04, 0.0));
    world.add_shape(wall(Vec2::new(0.65, -0.9), 0.9, 0.04, 0.05));
    for pin in [0, SIDE - 1] {
        world.set_pinned(ParticleId(pin), false);
    }
    // It falls off the wall across it, and onto the one below, which it does not pass.
    steps(&mut world, 300);
    let highest = (0..SIDE * SIDE).map(|id| at(&world, ParticleId(id)).y).fold(f32::MIN, f32::max);
    let lowest = (0..SIDE * SIDE).map(|id| at(&world, ParticleId(id)).y).fold(f32::MAX, f32::min);
    assert!(highest < -0.9 && lowest > -1.561, "from {lowest} m to {highest} m");
    // Thrown up from there, it does not pass the wall from below.
    world.set_settings(Settings { gravity: Vec2::new(0.0, 9.81), ..*world.settings() });
    world.remove_shape(ShapeId(0));
    let over = ParticleId(SIDE * SIDE);
    assert_eq!(world.add_particle(Vec2::new(0.6, -1.3), 0.02, false), over);
    steps(&mut world, 200);
    assert!(at(&world, over).y < -0.93, "{}", at(&world, over));
}

#[test]
fn rope_can_be_pulled_out_of_a_wall() {
    let mut world = world(Settings { drag: 1.0, ..Settings::default() }, &[]);
    let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(0.0, -1.0), 20), 0.02);
    world.set_pinned(ids[0], true);
    steps(&mut world, 60);
    world.add_shape(wall(Vec2::new(0.1, -0.52), 0.4, 0.03, 0.0));
    steps(&mut world, 60);
    world.grab(0, ids[20], at(&world, ids[20]));
    for step in 0..120 {
        world.move_grab(0, Vec2::new(-0.9, -0.1));
        world.step();
        assert!(world.stretch().max < 0.1, "step {step}: {}", world.stretch().max);
    }
    assert!(at(&world, ids[20]).distance(Vec2::new(-0.9, -0.1)) < 0.1, "{}", at(&world, ids[20]));
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn post_or_block_put_over_a_net_leaves_it_calm() {
    for kind in [LinkKind::Net, LinkKind::Cloth] {
        for middle in [Vec2::new(0.65, -0.9), Vec2::new(0.18, -1.27)] {
            for shape in [
                circle(middle, 0.03),
                circle(middle, 0.05),
                circle(middle, 0.07),
                circle(middle, 0.1),
                circle(middle, 0.2),
                circle(middle, 0.4),
                block(middle, Vec2::splat(0.1), 0.0),
                block(middle, Vec2::new(0.3, 0.2), 0.4),
            ] {
                let mut world = hung(kind);
                assert!(world.add_shape(shape).is_some());
                for step in 0..300 {
                    world.step();
                    let (stretch, speed) = (world.stretch().max, fastest(&world));
                    assert!(stretch < 0.1, "{kind:?}, {:?}, step {step}: stretch {stretch}", shape.form);
                    assert!(speed < 3.0, "{kind:?}, {:?}, step {step}: {speed} m/s", shape.form);
                }
                let speed = fastest(&world);
                assert!(speed < 0.05, "{kind:?}, {:?}: still {speed} m/s", shape.form);
            }
        }
    }
}

#[test]
fn post_put_over_a_pin_leaves_its_rope_calm() {
    for radius in [0.05, 0.2] {
        let mut world = world(Settings { drag: 0.5, ..Settings::default() }, &[]);
        let ids = lay(&mut world, straight(Vec2::ZERO, Vec2::new(0.1, -1.0), 20), 0.02);
        world.set_pinned(ids[0], true);
        steps(&mut world, 60);
        world.add_shape(circle(Vec2::new(0.01, 0.0), radius));
        for step in 0..300 {
            world.step();
            assert!(world.stretch().max < 0.02, "{radius} m, step {step}: {}", world.stretch().max);
        }
    }
}

#[test]
fn rope_slips_out_of_a_rough_post_put_onto_it() {
    for (friction, restitution) in [(1.0, 0.0), (1.0, 1.0), (0.3, 0.5)] {
        let post = circle(Vec2::ZERO, 0.3);
        let mut world = world(Settings { friction, restitution, ..Settings::default() }, &[post]);
        let bow = |i: u32| Vec2::new(0.03 * i as f32 - 1.0, 0.6 - 1.2 * (0.05 * i as f32).sin());
        lay(&mut world, (0..=62).map(bow), 0.02);
        let energy = world.energy().total();
        let mut max = energy;
        for _ in 0..120 {
            world.step();
            max = max.max(world.energy().total());
        }
        // It is pushed aside at 1 m/s.
        assert!(max < energy + 2.0, "friction {friction}, restitution {restitution}: {} J", max - energy);
    }
}
