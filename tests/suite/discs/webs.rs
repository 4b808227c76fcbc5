//! Webs of ropes and bodies whose parts are discs: what they hang on, they hold.

use super::*;

#[test]
fn a_bridge_and_bodies_are_not_drawn_out_where_ropes_meet() {
    for name in ["rope-bridge", "solid-bodies"] {
        let mut scene = scene::named(name).expect("it is there").scene;
        scene.settings.rope_contact = Some(0.02);
        let mut world = scene::build(&scene).expect("it builds");
        (0..1_200).for_each(|_| world.step());
        let (stretch, free) = (world.stretch().max, world.particles().inv_mass.iter().filter(|it| **it > 0.0).count());
        assert!(stretch < 0.001, "{name}: a link is {stretch} too long");
        assert!(world.sleeping() >= free, "{name}: {} of {free} sleep", world.sleeping());
    }
}
