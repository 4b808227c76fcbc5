//! Blocks, walls and balls put onto ropes.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Settings, ShapeDef, ShapeId, Snapshot, Things, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::rivals;

use super::{at, block, circle, fastest, lay, steps, straight, wall, world};

/// A rope of `links` links between two places, 1 s after it was pinned there, at its last particle too if it is `tied`.
fn rope([from, to]: [Vec2; 2], links: u32, tied: bool) -> (World, Vec<ParticleId>) {
    let mut world = world(Settings::default(), &[]);
    let ids = lay(&mut world, straight(from, to, links), 0.02);
    world.set_pinned(ids[0], true);
    world.set_pinned(ids[links as usize], tied);
    steps(&mut world, 60);
    (world, ids)
}

fn hanging() -> (World, Vec<ParticleId>) {
    rope([Vec2::new(0.0, 2.0), Vec2::new(0.0, -1.0)], 60, false)
}

fn tied() -> (World, Vec<ParticleId>) {
    rope([Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)], 40, true)
}

/// The obstacle that is put there, turned by an angle, rad.
fn shapes(place: Vec2, angle: f32) -> [ShapeDef; 5] {
    [
        block(place, Vec2::new(0.25, 0.15), angle),
        block(place, Vec2::new(0.1, 0.1), angle),
        block(place, Vec2::new(0.5, 0.05), angle),
        wall(place, 0.4, 0.04, angle),
        circle(place, 0.15),
    ]
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn obstacle_put_onto_a_rope_does_not_make_it_leap() {
    for (ropes, is_tied) in [(hanging as fn() -> (World, Vec<ParticleId>), false), (tied, true)] {
        for (number, angle) in (0..5).map(|number| (number, 0.3 + 0.6 * number as f32)) {
            for kind in 0..5 {
                let (mut world, ids) = ropes();
                let beside = Vec2::new(1.0, 0.7) * (0.05 * number as f32 - 0.1);
                let place = at(&world, ids[ids.len() * 3 / 5]) + beside;
                assert!(world.add_shape(shapes(place, angle)[kind]).is_some());
                let mut max = 0.0f32;
                let mut longest = 0.0f64;
                for step in 0..300 {
                    world.step();
                    max = max.max(fastest(&world));
                    longest = if step > 60 { longest.max(world.stretch().max) } else { 0.0 };
                }
                let late = (0..30).fold(0.0f32, |late, _| {
                    world.step();
                    late.max(fastest(&world))
                });
                let case = format!("shape {kind} at {angle} rad, tied: {is_tied}");
                assert!(max < 10.0, "{case}: {max} m/s");
                // A hanging rope may swing for longer.
                assert!(late < if is_tied { 2.5 } else { 4.0 }, "{case}: {late} m/s after 5 s");
                assert!(longest < 0.06, "{case}: stretch {longest}");
            }
        }
    }
}

#[test]
fn taut_rope_keeps_its_shape_before_a_wall_put_across() {
    let (mut world, ids) = tied();
    // Without the wall, the rope still swings a little.
    let mut alone = world.clone();
    assert!(world.add_shape(wall(Vec2::ZERO, 0.6, 0.03, 1.5)).is_some());
    steps(&mut world, 120);
    steps(&mut alone, 120);
    for &id in &ids {
        assert!(at(&world, id).distance(at(&alone, id)) < 0.02, "{} m", at(&world, id));
    }
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
fn leaving_a_block_survives_a_snapshot() {
    let (mut world, ids) = hanging();
    let place = at(&world, ids[40]) + Vec2::new(0.03, 0.0);
    assert!(world.add_shape(block(place, Vec2::new(0.1, 0.1), 0.4)).is_some());
    steps(&mut world, 5);
    let before = world.snapshot(None);
    steps(&mut world, 60);
    let hash = world.state_hash();
    world.restore(&before);
    steps(&mut world, 60);
    assert_eq!(world.state_hash(), hash);
}

#[test]
fn ignored_shape_survives_its_text_form() {
    let (mut world, ids) = hanging();
    let place = at(&world, ids[40]);
    assert!(world.add_shape(wall(place + Vec2::new(3.0, 0.0), 0.4, 0.03, 0.0)).is_some());
    assert!(world.add_shape(wall(place, 0.4, 0.03, 0.3)).is_some());
    steps(&mut world, 5);
    let text = scene::to_text(&world.snapshot(None), 9);
    assert!(text.contains("ignored"), "the rope hangs before the wall");
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let mut read = options.from_str::<Snapshot>(&text).expect("written text is valid").world();
    // The first shape has gone, so the second one has another number.
    for world in [&mut world, &mut read] {
        world.remove_shape(ShapeId(0));
        steps(world, 60);
        assert!(fastest(world) < 2.0 && world.stretch().max < 0.01, "{} m/s", fastest(world));
    }
    assert_eq!(world.state_hash(), read.state_hash());
}

#[test]
fn ball_that_passes_through_a_rope_survives_its_text_form() {
    let (mut world, ids) = tied();
    let stray = world.add_particle(Vec2::new(3.0, 0.0), 1.0, false);
    let ball = world.add_particle(at(&world, ids[20]), 2.0, false);
    world.add_ball(ball, 0.2);
    steps(&mut world, 3);
    let text = scene::to_text(&world.snapshot(None), 9);
    assert!(text.contains("ball_overlaps"), "the ball still overlaps the rope");
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let mut read = options.from_str::<Snapshot>(&text).expect("written text is valid").world();
    for world in [&mut world, &mut read] {
        // The ball has another number once a particle before it has gone.
        world.remove(&Things::of_particles([stray]));
        steps(world, 60);
        assert!(world.stretch().max < 0.01, "{}", world.stretch().max);
    }
    assert_eq!(world.state_hash(), read.state_hash());
    assert!(!scene::to_text(&world.snapshot(None), 9).contains("ball_overlaps"), "they have separated");
}

#[test]
fn stretchy_rope_comes_out_of_an_obstacle_put_onto_it() {
    let mut sandbox = crate::script::sandbox("welcome");
    (0..480).for_each(|_| sandbox.step());
    let rival = rivals().iter().find(|rival| rival.name == "Jakobsen in sequence").expect("a rival of this name");
    sandbox.apply(&Command::SetGhost(Some(Box::new(rival.clone()))));
    (0..60).for_each(|_| sandbox.step());
    let place = sandbox.world().particles().position[426];
    sandbox.apply(&Command::AddShape(circle(place, 0.25)));
    (0..120).for_each(|_| sandbox.step());
    for world in [sandbox.world(), sandbox.ghost().expect("a ghost").world()] {
        let form = world.colliders().shapes()[0].def.form;
        let deepest = world.particles().position.iter().map(|at| form.distance(*at - place)).fold(0.0, f32::min);
        assert!(deepest > -0.01, "{deepest} m");
        assert!(fastest(world) < 1.0, "{} m/s", fastest(world));
    }
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
    for (number, radius) in [(9, 0.1), (30, 0.1), (30, 0.2), (33, 0.2), (27, 0.3)] {
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
