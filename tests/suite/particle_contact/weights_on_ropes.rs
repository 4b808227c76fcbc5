//! Ropes with weights that lie on other ropes.

use super::*;

#[test]
fn weights_rest_on_the_pile_below() {
    let mut world = world();
    for row in 0..8 {
        let mut ends: Vec<Vec<ParticleId>> = Vec::new();
        for column in 0..2 {
            let at = Vec2::new(-1.4 + 1.45 * column as f32 + 0.03 * (row % 3) as f32, 0.2 + 0.25 * row as f32);
            ends.push(add_rope(&mut world, at, Vec2::new(1.35, 0.08), 22));
        }
        // In every other row, a rope across those below.
        if row % 2 == 1 {
            world.set_weight(ends[row / 2 % 2][3 * row % 20], Some(20.0));
        }
    }
    let mut highest = 0.0f64;
    for _ in 0..600 {
        world.step();
        highest = highest.max(world.stretch().max);
    }
    let (deepest, stretch) = (deepest_at_rest(&world), world.stretch().max);
    assert!(deepest < 0.1 && stretch < 0.01, "{deepest} radii deep, a link {stretch} too long, {highest} before");
    assert_eq!(world.sleeping_count(), world.particles().len(), "and all sleeps");
}

/// `rope-pile` in the `variant` of some weights of 20 kg, each 1 000 times as heavy as what it is linked with, and how
/// it leans; after 4 s.
fn weighted_pile(variant: usize, weights: usize) -> World {
    let mut world =
        scene::build(&scene::named("rope-pile").expect("a scene of the gallery").scene).expect("the scene builds");
    let count = world.particles().len();
    for weight in 0..weights {
        world.set_weight(ParticleId(((variant * 61 + weight * 167 + 13) % count) as u32), Some(20.0));
    }
    world.set_settings(Settings { gravity: leaning(variant), ..*world.settings() });
    (0..240).for_each(|_| world.step());
    world
}

/// Gravity of a variant, m/s².
fn leaning(variant: usize) -> Vec2 {
    Vec2::new(0.1 * (variant % 9) as f32 - 0.4, -9.81)
}

#[test]
fn resting_weights_do_not_sink_through_ropes() {
    // All variants must sleep, without deep penetration in the end.
    for variant in [2, 3, 13, 30] {
        let mut world = weighted_pile(variant, 6);
        settle(&mut world);
        let (deepest, stretch) = (deepest_at_rest(&world), world.stretch().max);
        assert!(deepest < 0.1 && stretch < 0.02, "{variant}: {deepest} radii deep, a link {stretch} too long");
    }
}

#[test]
fn weight_in_a_loose_net_falls_freely() {
    let mut world = world();
    // Crumpled unevenly, so that pushed parts yield to a side.
    let at = |row: usize, column: usize| {
        let shift = Vec2::new((row * 7 + column * 3) as f32 % 5.0, (row * 3 + column * 7) as f32 % 4.0);
        RADIUS * (1.2 * Vec2::new(column as f32, row as f32) + 0.06 * shift) + Vec2::new(0.0, 30.0)
    };
    let net: Vec<Vec<ParticleId>> =
        (0..12).map(|row| (0..12).map(|column| world.add_particle(at(row, column), 0.02, false)).collect()).collect();
    for (row, column) in (0..12).flat_map(|row| (0..12).map(move |column| (row, column))) {
        let mut add = |to: ParticleId| world.add_link(net[row][column], to, Some(3.9 * RADIUS), 1.0, LinkKind::Net);
        net[row].get(column + 1).into_iter().for_each(|&to| add(to));
        net.get(row + 1).into_iter().for_each(|above| add(above[column]));
    }
    let weight = net[6][6];
    world.set_weight(weight, Some(20.0));
    let from = world.particles().position[weight.index()].y;
    (0..90).for_each(|_| world.step());
    let fallen = from - world.particles().position[weight.index()].y;
    // A fall of 1.5 s is 11 m, of which the air takes some.
    assert!(fallen > 9.5, "it has fallen {fallen} m");
}
