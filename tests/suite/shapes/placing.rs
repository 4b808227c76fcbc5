//! Blocks, walls and balls put onto ropes.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Settings, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene::rivals;

use super::{at, block, circle, fastest, lay, steps, straight, world};

/// A rope 1 s after its upper end was pinned.
fn hanging() -> (World, Vec<ParticleId>) {
    let mut world = world(Settings::default(), &[]);
    let ids = lay(&mut world, straight(Vec2::new(0.0, 2.0), Vec2::new(0.0, -1.0), 60), 0.02);
    world.set_pinned(ids[0], true);
    steps(&mut world, 60);
    (world, ids)
}

#[test]
fn rope_end_comes_out_of_a_block() {
    let (mut world, ids) = hanging();
    let end = at(&world, ids[60]);
    let shape = block(end + Vec2::new(0.1, -0.05), Vec2::new(0.3, 0.15), 0.0);
    assert!(world.add_shape(shape).is_some());
    steps(&mut world, 120);
    for at in ids.iter().map(|&id| at(&world, id)) {
        assert!(world.colliders().shapes()[0].def.form.distance(at - shape.at) > -1e-3, "{at} m");
    }
    assert!(world.stretch().max < 0.01, "{}", world.stretch().max);
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn pinned_rope_at_long_steps_comes_out_of_a_circle() {
    let mut sandbox = crate::script::sandbox("welcome");
    let rival = rivals().iter().find(|rival| rival.name == "Jakobsen in sequence").expect("a rival of this name");
    sandbox.apply(&Command::SetGhost(Some(Box::new(rival.clone()))));
    (0..480).for_each(|_| sandbox.step());
    let ghost = |sandbox: &Sandbox| sandbox.ghost().expect("a ghost").world().clone();
    let pin = Vec2::new(-0.75, -0.75);
    let first = ghost(&sandbox).particles().position.iter().position(|at| at.distance(pin) < 1e-3).expect("its pin");
    for (number, radius) in [(9, 0.1), (33, 0.2), (27, 0.3)] {
        let mut sandbox = sandbox.clone();
        let place = ghost(&sandbox).particles().position[first + number];
        sandbox.apply(&Command::AddShape(circle(place, radius)));
        (0..240).for_each(|_| sandbox.step());
        let world = ghost(&sandbox);
        let form = world.colliders().shapes()[0].def.form;
        let rope = &world.particles().position[first..first + 44];
        let deepest = rope.iter().map(|at| form.distance(*at - place)).fold(0.0, f32::min);
        assert!(deepest > -0.01, "a circle of {radius} m at its point {number}: {deepest} m");
        assert!(fastest(&world) < 1.0, "{} m/s", fastest(&world));
    }
}
