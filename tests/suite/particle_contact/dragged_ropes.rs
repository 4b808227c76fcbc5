//! Ropes pulled and flung through each other.

use super::*;

#[test]
fn flung_ropes_do_not_stay_crossed() {
    let scene = scene::named("rope-pile").expect("a scene of the gallery").scene;
    // Drags that hooked ropes into each other while the grab's speed was unlimited.
    for drag in [13, 42] {
        let mut world = scene::build(&scene).expect("the scene builds");
        (0..120).for_each(|_| world.step());
        let held = ParticleId(drag * 61 % world.particles().len() as u32);
        world.grab(0, held, world.particles().position[held.index()]);
        for step in 0..120 {
            let turn = step * 7 + drag * 13;
            let to = Vec2::new(((turn * 37) % 60) as f32 * 0.1 - 3.0, ((turn * 53) % 50) as f32 * 0.1);
            world.move_grab(0, to);
            world.step();
        }
        world.release(0);
        (0..480).for_each(|_| world.step());
        let stretch = world.stretch().max;
        assert!(stretch < 0.06, "drag {drag}: a link is {stretch} too long, eight seconds after it was let go");
    }
}

#[test]
fn rope_pulled_from_a_pile_leaves_no_stretched_link() {
    let mut pile =
        scene::build(&scene::named("rope-pile").expect("a scene of the gallery").scene).expect("the scene builds");
    (0..240).for_each(|_| pile.step());
    let count = pile.particles().len() as u32;
    // Particles of ropes at the bottom, in the middle and on top; pulled up, to the side, and down into the pile.
    for (end, way) in [(0, Vec2::Y), (482, -Vec2::X), (count - 1, -Vec2::Y)] {
        let mut world = pile.clone();
        let held = ParticleId(end);
        let from = world.particles().position[held.index()];
        let to = (from + 2.0 * way).clamp(Vec2::new(-3.0, 0.1), Vec2::new(3.0, 5.2));
        world.grab(0, held, from);
        for step in 1..=100 {
            world.move_grab(0, from.lerp(to, (step as f32 / 40.0).min(1.0)));
            world.step();
        }
        let behind = world.particles().position[held.index()].distance(to);
        assert!(behind < 1.5, "{end} towards {way}: the rope is {behind} m behind the pointer");
        world.release(0);
        (0..300).for_each(|_| world.step());
        let stretch = world.stretch().max;
        assert!(stretch < 0.05, "{end} towards {way}: a link is {stretch} too long, five seconds after it was let go");
    }
}

#[test]
fn grab_on_a_jammed_rope_returns() {
    let mut world = world();
    let rope = add_rope(&mut world, Vec2::new(0.0, 1.0), Vec2::X, 8);
    world.add_ball(rope[0], 0.1);
    // Two fixed particles that let the rope through between them, but not the ball.
    for y in [0.93, 1.07] {
        world.add_particle(Vec2::new(0.15, y), 0.02, true);
    }
    let (held, start) = (rope[7], Vec2::new(0.42, 1.0));
    world.grab(0, held, start);
    let mut drawn = 0.0f64;
    let mut led = |to: Vec2| {
        world.move_grab(0, to);
        for _ in 0..60 {
            world.step();
            drawn = drawn.max(world.stretch().max);
        }
        world.particles().position[held.index()]
    };
    let out = led(Vec2::new(1.5, 1.0));
    assert!(out.x < 0.8, "the ball does not pass: it is at {out}");
    let start = start - Vec2::new(0.1, 0.0);
    let back = led(start);
    assert!(back.distance(start) < 1e-3, "it is at {back}");
    assert!(drawn < 0.5, "a link was drawn out by {drawn}");
}
