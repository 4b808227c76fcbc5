//! Blocks put onto ropes.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Settings, World};

use super::{at, block, lay, steps, straight, world};

/// A rope 1 s after its upper end was pinned.
fn hanging() -> (World, Vec<ParticleId>) {
    let mut world = world(Settings::default(), &[]);
    let ids = lay(&mut world, straight(Vec2::new(0.0, 2.0), Vec2::new(0.0, -1.0), 60), 0.02);
    world.set_pinned(ids[0], true);
    steps(&mut world, 60);
    (world, ids)
}

#[test]
fn rope_end_in_a_block_hangs_still_until_it_is_pulled_out() {
    let (mut world, ids) = hanging();
    let (end, before) = (at(&world, ids[60]), world.particles().position.clone());
    let shape = block(end + Vec2::new(0.1, -0.05), Vec2::new(0.3, 0.15), 0.0);
    assert!(world.add_shape(shape).is_some());
    steps(&mut world, 120);
    let moved = before.iter().zip(&world.particles().position).map(|(before, now)| before.distance(*now));
    assert!(moved.fold(0.0, f32::max) < 1e-3, "it stays where the block was put");
    world.grab(0, ids[60], end);
    for place in [Vec2::new(-0.9, 1.5), Vec2::new(-0.9, 1.5), end] {
        world.move_grab(0, place);
        steps(&mut world, 90);
    }
    world.release(0);
    steps(&mut world, 60);
    for at in ids.iter().map(|&id| at(&world, id)) {
        assert!(world.colliders().shapes()[0].def.form.distance(at - shape.at) > -1e-3, "{at} m");
    }
    assert!(world.stretch().max < 0.01, "{}", world.stretch().max);
}
