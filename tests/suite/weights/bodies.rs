//! Bodies made of links, under weights.

use super::*;

/// The distances between all particles of a body, m.
fn distances(world: &World, ids: std::ops::Range<usize>) -> Vec<f32> {
    let at = &world.particles().position[ids];
    at.iter().flat_map(|a| at.iter().map(|b| a.distance(*b))).collect()
}

/// Twice the area within some particles, m2: negative if the body has been turned inside out.
fn area(world: &World, ids: std::ops::Range<usize>) -> f32 {
    let at = &world.particles().position[ids];
    (0..at.len()).map(|i| at[i].perp_dot(at[(i + 1) % at.len()])).sum()
}

/// Throws the particle to and fro and lets it come to rest.
fn throw(sandbox: &mut Sandbox, particle: u32) {
    let particle = ParticleId(particle);
    for (x, y) in [(2.0, 1.5), (-2.0, 0.5), (0.5, 2.5)] {
        let at = sandbox.world().particles().position[particle.index()];
        sandbox.apply(&Command::Grab { grab: 0, particle, at });
        for step in 1..=15 {
            let share = step as f32 / 15.0;
            sandbox.apply(&Command::MoveGrab { grab: 0, to: at.lerp(Vec2::new(x, y), share) });
            sandbox.step();
        }
        sandbox.apply(&Command::Release { grab: 0 });
        (0..90).for_each(|_| sandbox.step());
    }
}

#[test]
fn thrown_box_with_a_weight_keeps_its_shape() {
    let mut sandbox =
        sandbox("Box(name: \"box\", at: (0, -3), width: 0.7, height: 0.5), Weight(on: Of(\"box\", 2), mass: 2)");
    let (before, inside) = (distances(sandbox.world(), 0..4), area(sandbox.world(), 0..4));
    throw(&mut sandbox, 0);
    throw(&mut sandbox, 2);
    change(&mut sandbox, |settings| settings.drag = 1.0);
    (0..600).for_each(|_| sandbox.step());
    let after = distances(sandbox.world(), 0..4);
    for (before, after) in before.iter().zip(&after) {
        assert!((before - after).abs() <= 0.01 * before, "{before} m is {after} m");
    }
    assert!(area(sandbox.world(), 0..4) > 0.98 * inside, "it is folded or inside out");
    let energy = sandbox.world().energy().kinetic;
    assert!(energy < 1e-4, "it is not at rest: {energy} J");
}

#[test]
fn plank_keeps_its_shape_under_a_weight() {
    let mut sandbox = sandbox(
        "Plank(name: \"plank\", from: At(-1, 0), to: At(1, 0), bays: 6, thickness: 0.15), \
         Rope(from: At(-1, 2), to: Of(\"plank\", 0), particles: 12, pins: First), \
         Rope(from: At(1, 2), to: Of(\"plank\", 6), particles: 12, pins: First), \
         Weight(on: Of(\"plank\", 3), mass: 2)",
    );
    let before = distances(sandbox.world(), 0..14);
    change(&mut sandbox, |settings| settings.drag = 1.0);
    (0..600).for_each(|_| sandbox.step());
    for (before, after) in before.iter().zip(distances(sandbox.world(), 0..14)) {
        assert!((before - after).abs() <= 0.02 * before, "{before} m is {after} m");
    }
}

#[test]
fn thrown_doll_does_not_fold_through_itself() {
    let mut sandbox = gallery("ragdoll-on-ropes");
    for limb in [15, 20, 0, 18] {
        throw(&mut sandbox, limb);
    }
    change(&mut sandbox, |settings| settings.drag = 2.0);
    (0..300).for_each(|_| sandbox.step());
    let world = sandbox.world();
    assert!(stretch(&sandbox) < UNSEEN, "{}", stretch(&sandbox));
    // Both dolls' trunks are as they were made: shoulders left and right, hips right and left.
    for first in [0, 109] {
        let trunk = [9, 10, 12, 11].map(|id| world.particles().position[first + id]);
        let area: f32 = (0..4).map(|i| trunk[i].perp_dot(trunk[(i + 1) % 4])).sum();
        assert!(area < 0.0, "a trunk is inside out");
    }
    for link in world.links().filter(|link| link.kind == LinkKind::Stop) {
        let [a, b] = [link.a, link.b].map(|end| world.particles().position[end.index()]);
        assert!(a.distance(b) > 0.97 * link.rest_length, "{} m for {} m", a.distance(b), link.rest_length);
    }
}
