//! Ropes with weights that lie on other ropes.

use super::*;

#[test]
fn resting_weights_do_not_sink_through_ropes() {
    for variant in [3, 30] {
        let mut world =
            scene::build(&scene::named("rope-pile").expect("a scene of the gallery").scene).expect("the scene builds");
        // Six weights, each 1 000 times as heavy as what it is linked with; the pile leans a little.
        let count = world.particles().len();
        for weight in 0..6 {
            let particle = ParticleId(((variant * 61 + weight * 167 + 13) % count) as u32);
            world.set_weight(particle, Some(20.0));
            // As thick as the rope: no disc pushes the pile apart.
            world.set_solid(particle, false);
        }
        let gravity = Vec2::new(0.1 * (variant % 9) as f32 - 0.4, -9.81);
        world.set_settings(Settings { gravity, ..*world.settings() });
        (0..240).for_each(|_| world.step());
        settle(&mut world);
        let (deepest, stretch) = (deepest_at_rest(&world), world.stretch().max);
        assert!(deepest < 0.1 && stretch < 0.02, "{variant}: {deepest} radii deep, a link {stretch} too long");
    }
}
