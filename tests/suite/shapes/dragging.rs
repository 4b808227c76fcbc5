//! Obstacles put and dragged by the user, and ropes dragged round them.

use glam::Vec2;
use ropewalk::physics::{ParticleId, Settings, ShapeId, StrandSolver, World};

use super::{at, block, circle, fall_onto, lay, steps, straight, wall, world};

#[test]
fn dragged_obstacle_pushes_what_is_in_its_way() {
    let mut world =
        world(Settings { gravity: Vec2::ZERO, ..Settings::default() }, &[wall(Vec2::ZERO, 0.5, 0.01, 1.571)]);
    let ball = world.add_particle(Vec2::new(0.5, 0.0), 0.02, false);
    world.move_shape(ShapeId(0), Vec2::new(3.0, 0.0));
    for _ in 0..30 {
        world.step();
        let wall = world.colliders().shapes()[0].pose().at.x;
        assert!(at(&world, ball).x >= wall, "it passed the ball");
    }
    assert!(at(&world, ball).x > 3.0);
    world.remove_shape(ShapeId(0));
    assert!(world.colliders().shapes().is_empty());
    world.move_shape(ShapeId(0), Vec2::ZERO);
}

#[test]
fn obstacle_put_onto_a_net_does_not_throw_it() {
    let mut world = fall_onto(Settings { drag: 2.0, ..Settings::default() }, &[]);
    for pin in [41, 50] {
        world.set_pinned(ParticleId(pin), true);
    }
    steps(&mut world, 600);
    let place = at(&world, ParticleId(41 + 34));
    assert!(world.add_shape(wall(place, 0.4, 0.03, 0.4)).is_some());
    let before = world.particles().position.clone();
    for step in 0..120 {
        world.step();
        let net = 41..121;
        let fastest = world.particles().displacement[net.clone()].iter().map(|d| d.length()).fold(0.0, f32::max);
        let speed = fastest / world.substep_length();
        // Its rows are pressed apart at once.
        assert!(step < 6 || speed < 6.0, "step {step}: {speed} m/s");
        let gone = net.map(|i| world.particles().position[i].distance(before[i])).fold(0.0, f32::max);
        assert!(gone < 0.5, "step {step}: {gone} m");
    }
}

#[test]
fn grab_does_not_lead_through_a_wall() {
    let mut world = world(Settings::default(), &[wall(Vec2::ZERO, 2.0, 0.02, 0.0)]);
    let ids = lay(&mut world, straight(Vec2::new(-0.5, 0.3), Vec2::new(0.5, 0.3), 20), 0.02);
    world.grab(0, ids[10], Vec2::new(0.0, -3.0));
    for _ in 0..60 {
        world.step();
        assert!(at(&world, ids[10]).y > 0.0199, "{}", at(&world, ids[10]));
    }
}

#[test]
fn grab_yields_to_a_rope_round_a_post() {
    for strands in [StrandSolver::Off, StrandSolver::Auto] {
        let mut world = world(Settings { strands, ..Settings::default() }, &[circle(Vec2::ZERO, 0.2)]);
        let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.25), Vec2::new(1.0, 0.25), 50), 0.02);
        world.set_pinned(ids[0], true);
        steps(&mut world, 60);
        // Over the post and down on the other side, then back below it and far away.
        world.grab(0, ids[50], at(&world, ids[50]));
        for step in 0..240 {
            let to = if step < 60 { Vec2::new(0.5, -0.5) } else { Vec2::new(-3.0, -2.0) };
            world.move_grab(0, to);
            world.step();
            // The grab yields, rather than pull the rope through the post.
            assert!(world.stretch().max < 0.05, "{strands:?}, step {step}: {}", world.stretch().max);
        }
        assert!(at(&world, ids[50]).distance(Vec2::new(-0.35, -0.37)) < 0.1, "{}", at(&world, ids[50]));
        world.release(0);
        world.step();
        let fastest = world.particles().displacement.iter().map(|d| d.length()).fold(0.0, f32::max);
        let speed = fastest / world.substep_length();
        assert!(speed < 10.0, "{strands:?}: let go, it shoots off at {speed} m/s");
    }
}

#[test]
fn dragged_post_stops_at_a_taut_rope_and_returns() {
    for (to, links) in [(Vec2::new(0.1, 3.0), 40), (Vec2::new(0.1, 3.0), 8), (Vec2::new(-4.0, 2.0), 40)] {
        let mut world = world(Settings::default(), &[circle(Vec2::new(0.0, -1.0), 0.3)]);
        let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), links), 0.02);
        [ids[0], ids[links as usize]].into_iter().for_each(|id| world.set_pinned(id, true));
        steps(&mut world, 30);
        world.move_shape(ShapeId(0), to);
        let post = |world: &World| world.colliders().shapes()[0].pose().at;
        for step in 0..240 {
            world.step();
            let stretch = world.stretch().max;
            // At 100 m/s the post takes up the rope's slack within one step.
            assert!(step < 10 || stretch < 0.15, "to {to}, {links} links, step {step}: stretch {stretch}");
        }
        assert!(post(&world).distance(to) > 0.5, "it stopped at {}", post(&world));
        world.move_shape(ShapeId(0), Vec2::new(0.0, -1.0));
        steps(&mut world, 300);
        assert!(post(&world).distance(Vec2::new(0.0, -1.0)) < 1e-3, "it cannot be led back from {}", post(&world));
        assert!(world.stretch().max < 0.01, "{}", world.stretch().max);
    }
}

#[test]
fn dragged_block_lifts_ropes_under_a_heavy_ball() {
    for mass in [0.3, 1.0] {
        let settings = Settings { drag: 0.3, restitution: 0.0, rope_contact: Some(0.03), ..Settings::default() };
        let mut world = world(settings, &[block(Vec2::new(0.0, -0.5), Vec2::new(2.0, 0.5), 0.0)]);
        lay(&mut world, straight(Vec2::new(-0.5, 0.03), Vec2::new(0.5, 0.03), 20), 0.02);
        lay(&mut world, straight(Vec2::new(-0.4, 0.1), Vec2::new(0.4, 0.1), 16), 0.02);
        let ball = world.add_particle(Vec2::new(0.0, 0.39), mass, false);
        world.add_ball(ball, 0.2);
        steps(&mut world, 300);
        world.move_shape(ShapeId(0), Vec2::new(0.0, 0.5));
        for step in 0..300 {
            world.step();
            assert!(world.stretch().max < 0.03, "{mass} kg, step {step}: stretch {}", world.stretch().max);
        }
        assert_eq!(world.colliders().shapes()[0].pose().at, Vec2::new(0.0, 0.5), "{mass} kg");
        assert!(at(&world, ball).y > 1.2, "{mass} kg: the ball is at {}", at(&world, ball));
    }
}

#[test]
fn dragged_post_continues_where_the_rope_yields() {
    let mut world = world(Settings { friction: 0.1, ..Settings::default() }, &[circle(Vec2::new(0.0, -1.0), 0.2)]);
    let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 40), 0.02);
    world.set_pinned(ids[0], true);
    world.move_shape(ShapeId(0), Vec2::new(0.0, 2.0));
    steps(&mut world, 60);
    assert_eq!(world.colliders().shapes()[0].pose().at, Vec2::new(0.0, 2.0));
    // Where it is to tear, it tears.
    let mut world =
        super::world(Settings { tear: Some(0.2), ..Settings::default() }, &[circle(Vec2::new(0.0, -1.0), 0.2)]);
    let ids = lay(&mut world, straight(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 40), 0.02);
    [ids[0], ids[40]].into_iter().for_each(|id| world.set_pinned(id, true));
    world.move_shape(ShapeId(0), Vec2::new(0.0, 2.0));
    steps(&mut world, 60);
    assert_eq!(world.colliders().shapes()[0].pose().at, Vec2::new(0.0, 2.0));
    assert!(world.links().count() < 40, "it is whole");
}
