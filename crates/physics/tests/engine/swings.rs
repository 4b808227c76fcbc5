//! Swings of short ropes, with and without a weight at their end, keep their energy.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, ParticleId, Settings, World};

use crate::support::rope;

/// The least and the greatest share of the energy of a swing from the level within 20 s, drag 0: of a rope of a length (m)
/// with particles of 20 g, and a weight (kg) at its end.
fn swing(links: u16, length: f32, weight: f32) -> [f64; 2] {
    let mut world = World::new(Settings { drag: 0.0, ..Settings::default() }, Colliders::default(), 1);
    let ids = rope(&mut world, Vec2::ZERO, Vec2::X * length, links + 1, 0.02);
    // Hollow: at the level a slack rope falls onto a solid weight, which takes energy.
    let end = ParticleId(ids.end - 1);
    world.set_weight(end, Some(weight));
    world.set_solid(end, false);
    let depth = |index: usize| length * index as f32 / f32::from(links);
    let masses = world.particles().mass.iter().enumerate();
    let hanging: f64 = masses.map(|(index, mass)| -9.81 * f64::from(depth(index) * mass)).sum();
    let [mut least, mut most] = [1.0_f64; 2];
    for _ in 0..1_200 {
        world.step();
        let share = 1.0 - world.energy().total() / hanging;
        (least, most) = (least.min(share), most.max(share));
    }
    [least, most]
}

#[test]
fn ropes_and_weights_keep_the_energy_of_a_swing() {
    let ropes = [0.3, 1.0].map(|length| [2, 8, 17, 24].map(|links| (links, length, 0.02, 0.99)));
    let weights = [0.1, 1.0, 20.0].map(|weight| [2, 12, 30].map(|links| (links, 1.0, weight, 0.97)));
    for (links, length, weight, min) in ropes.into_iter().flatten().chain(weights.into_iter().flatten()) {
        let [least, most] = swing(links, length, weight);
        assert!(least > min && most < 1.002, "{links} links, {length} m, {weight} kg: {least} to {most}");
    }
}
