//! Friction of ropes of a material.

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
