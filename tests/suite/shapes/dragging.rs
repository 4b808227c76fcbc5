//! Obstacles put and dragged by the user, and ropes dragged round them.

use glam::Vec2;
use ropewalk::physics::{Settings, ShapeId};

use super::{at, block, circle, lay, on_ground, steps, straight, wall, world};

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
fn grab_does_not_lead_through_a_wall_or_the_ground() {
    for (ground, walls) in [(None, &[wall(Vec2::ZERO, 2.0, 0.02, 0.0)][..]), (Some(0.02), &[])] {
        let mut world = on_ground(Settings::default(), ground, walls);
        let ids = lay(&mut world, straight(Vec2::new(-0.5, 0.3), Vec2::new(0.5, 0.3), 20), 0.02);
        world.grab(0, ids[10], Vec2::new(0.0, -3.0));
        for _ in 0..60 {
            world.step();
            assert!(at(&world, ids[10]).y > 0.0199, "ground {ground:?}: {}", at(&world, ids[10]));
        }
    }
}

#[test]
fn dragged_block_lifts_ropes_under_a_heavy_ball() {
    let settings = Settings { drag: 0.3, restitution: 0.0, rope_contact: Some(0.03), ..Settings::default() };
    let mut world = world(settings, &[block(Vec2::new(0.0, -0.5), Vec2::new(2.0, 0.5), 0.0)]);
    lay(&mut world, straight(Vec2::new(-0.5, 0.03), Vec2::new(0.5, 0.03), 20), 0.02);
    lay(&mut world, straight(Vec2::new(-0.4, 0.1), Vec2::new(0.4, 0.1), 16), 0.02);
    let ball = world.add_particle(Vec2::new(0.0, 0.39), 1.0, false);
    world.add_ball(ball, 0.2);
    steps(&mut world, 300);
    world.move_shape(ShapeId(0), Vec2::new(0.0, 0.5));
    for step in 0..300 {
        world.step();
        assert!(world.stretch().max < 0.03, "step {step}: stretch {}", world.stretch().max);
    }
    assert_eq!(world.colliders().shapes()[0].pose().at, Vec2::new(0.0, 0.5));
    assert!(at(&world, ball).y > 1.2, "the ball is at {}", at(&world, ball));
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
