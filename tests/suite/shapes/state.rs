//! Obstacles are state: the hash covers them, and they move to the same bits on all lanes and threads.

use glam::Vec2;
use ropewalk::physics::{
    Lanes, ParticleId, Settings, ShapeDef, ShapeId, ShapeProperties, Slide, StrandSolver, Tiling, World,
};

use super::{circle, fall_onto, playground, wall, world};

/// A scene with every kind of motor.
fn shapes_with_motors() -> Vec<ShapeDef> {
    let mut shapes = playground();
    shapes[0].spin = 5.0;
    shapes[2].slide = Some(Slide { by: Vec2::new(0.4, 0.1), speed: 1.3 });
    shapes[3].spin = -1.0;
    shapes
}

#[test]
fn obstacles_give_the_same_bits_on_lanes_and_threads() {
    for strands in [StrandSolver::Off, StrandSolver::Auto] {
        let start = fall_onto(Settings { strands, ..Settings::default() }, &shapes_with_motors());
        let mut worlds = vec![start.clone(); 4];
        worlds[1].set_lanes(Lanes::Scalar);
        worlds[2].set_tiling(Tiling::Always);
        worlds[2].set_threads(2);
        let kept = start.clone();
        for step in 0..200 {
            for world in &mut worlds {
                match step {
                    20 => world.move_shape(ShapeId(1), Vec2::new(-0.3, 0.6)),
                    30 => world.turn_shape(ShapeId(2), Vec2::new(-1.0, 2.0)),
                    35 => world.set_shape_properties(
                        ShapeId(5),
                        ShapeProperties { spin: 2.0, friction: Some(1.0), ..ShapeProperties::default() },
                    ),
                    40 => world.remove_shape(ShapeId(4)),
                    50 => world.grab(0, ParticleId(9), Vec2::new(0.4, -0.6)),
                    60 => {
                        world.cut(Vec2::new(-1.0, 0.0), Vec2::new(1.0, -0.3), 0.02);
                    }
                    _ => {}
                }
                world.step();
            }
            // Restored into another world.
            if step % 7 == 0 {
                let mut other = kept.clone();
                other.restore(&worlds[3].snapshot(None));
                worlds[3] = other;
            }
            let hashes: Vec<u64> = worlds.iter().map(World::state_hash).collect();
            assert!(hashes.iter().all(|&hash| hash == hashes[0]), "{strands:?}, step {step}: {hashes:x?}");
        }
        assert_eq!(worlds[0].colliders().shapes().len(), 5);
    }
}

#[test]
fn obstacle_poses_are_state() {
    let hash = |shapes: &[ShapeDef]| world(Settings::default(), shapes).state_hash();
    let one = circle(Vec2::ZERO, 1.0);
    let different = [
        hash(&[]),
        hash(&[one]),
        hash(&[ShapeDef { spin: 1.0, ..one }]),
        hash(&[ShapeDef { at: Vec2::X, ..one }]),
        hash(&[ShapeDef { friction: Some(0.5), ..one }]),
        hash(&[ShapeDef { restitution: Some(0.5), ..one }]),
        hash(&[ShapeDef { slide: Some(Slide { by: Vec2::X, speed: 1.0 }), ..one }]),
        hash(&[wall(Vec2::ZERO, 0.0, 1.0, 0.0)]),
        hash(&[one, one]),
    ];
    for (i, hash) in different.iter().enumerate() {
        assert!(!different[..i].contains(hash), "number {i} has the hash of another");
    }
}
