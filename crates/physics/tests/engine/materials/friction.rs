//! Friction of ropes of a material.

use ropewalk_physics::BallSurface;

use super::*;

fn of_friction(friction: f32) -> Material {
    Material { friction: Some(friction), ..Material::default() }
}

/// A flat rope of 11 particles from a point on, of a material if it has friction.
fn add_flat_rope(world: &mut World, from: Vec2, friction: Option<f32>) -> Vec<ParticleId> {
    let ids: Vec<_> =
        (0..=10).map(|k| world.add_particle(from + Vec2::new(0.1 * k as f32, 0.0), 0.02, false)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    if let Some(friction) = friction {
        let number = world.add_material(&of_friction(friction)).expect("there is room");
        world.set_material(&ids, number);
    }
    ids
}

#[test]
fn rope_slides_by_the_mean_of_both_coefficients() {
    // On the ground, as discs on the ground, and on a block of 0.5 in a world of another friction.
    for (ground, contact, common) in [(true, None, 0.5), (true, Some(0.02), 0.5), (false, None, 0.9)] {
        for (own, right) in [(None, 0.5_f32), (Some(0.72), 0.6), (Some(0.0), 0.0)] {
            let settings = Settings { rope_contact: contact, friction: common, ..*world(20, 0.0).settings() };
            // The pull along the ground is 8 m/s², as on a slope.
            let settings = Settings { gravity: Vec2::new(8.0, -GRAVITY), ..settings };
            let mut world = World::new(settings, Colliders::new(ground.then_some(0.0), None), 0);
            if !ground {
                let block = ShapeDef::still(Form::Box { half: Vec2::new(20.0, 1.0) }, -Vec2::Y);
                world.add_shape(ShapeDef { friction: Some(0.5), ..block });
            }
            let ids = add_flat_rope(&mut world, Vec2::new(0.0, contact.unwrap_or(0.0)), own);
            step(&mut world, 60);
            let way = world.particles().position[ids[5].index()].x - 0.5;
            let expected = 0.5 * (8.0 - right * GRAVITY);
            assert!((way / expected - 1.0).abs() < 0.03, "{ground}, {contact:?}, {own:?}: {way} m of {expected} m");
        }
    }
}

#[test]
fn ball_on_a_rope_keeps_its_own_friction() {
    let slide = |friction: Option<f32>| {
        let settings =
            Settings { gravity: Vec2::new(8.0, -GRAVITY), rope_contact: Some(0.02), ..*world(20, 0.0).settings() };
        let mut world = World::new(settings, Colliders::new(Some(0.0), None), 0);
        let ids = add_flat_rope(&mut world, Vec2::new(0.0, 5.0), friction);
        let ball = world.add_particle(Vec2::new(-9.0, 0.2), 1.0, false);
        world.add_ball(ball, 0.2);
        world.add_link(ball, ids[0], Some(20.0), 1.0, LinkKind::Net);
        let number = friction.and_then(|friction| world.add_material(&of_friction(friction)));
        number.into_iter().for_each(|number| world.set_material(&[ball, ids[0]], number));
        step(&mut world, 30);
        world.particles().position[ball.index()]
    };
    assert_eq!(slide(None), slide(Some(0.9)));
}

/// How far a ball of 3 kg sinks in half a second in the bight of a rope that 1 kg draws over a smooth pulley, m.
fn sunk_in_a_bight(friction: f32) -> f32 {
    let settings = Settings { drag: 0.0, restitution: 0.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    let pulley = Vec2::new(0.008_228, 1.0);
    let smooth = ShapeDef { friction: Some(0.0), ..ShapeDef::still(Form::Circle { radius: 0.3 }, pulley) };
    assert!(world.add_shape(smooth).is_some());
    let ball = world.add_particle(Vec2::new(-0.5, 0.0), 3.0, false);
    world.add_ball(ball, 0.2);
    world.set_ball_surface(ball, BallSurface { friction: Some(friction), restitution: Some(0.0) });
    let down = |x: f32| (0..=12).map(move |k| Vec2::new(x, 1.0 - k as f32 / 12.0));
    let around = |centre: Vec2, radius: f32, count: u32, sign: f32| {
        let angle = move |k: u32| std::f32::consts::PI * (1.0 + sign * k as f32 / count as f32);
        (1..count).map(move |k| centre + radius * Vec2::from_angle(angle(k)))
    };
    let mut rope: Vec<Vec2> = down(-0.705_143).collect();
    rope.extend(around(Vec2::new(-0.5, 0.0), 0.205_143, 7, 1.0));
    rope.extend(down(-0.294_857).collect::<Vec<_>>().into_iter().rev());
    rope.extend(around(pulley, 0.303_085, 11, -1.0));
    rope.extend(down(0.311_313));
    let last = rope.len() - 1;
    let ids: Vec<_> =
        (0..=last).map(|k| world.add_particle(rope[k], if k == last { 1.0 } else { 0.01 }, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    (0..30).for_each(|_| world.step());
    -world.particles().position[ball.index()].y
}

#[test]
fn friction_of_a_ball_counts_on_ropes_as_on_slopes() {
    let [smooth, rough] = [0.0, 2.0].map(sunk_in_a_bight);
    assert!((smooth - 0.154).abs() < 0.02, "a smooth ball sinks by {smooth} m");
    assert!(rough < 0.5 * smooth, "a rough ball sinks by {rough} m, a smooth one by {smooth} m");
}
