//! Stiffness: rubber gains length by the force on it.

use super::*;

#[test]
fn rubber_band_gains_weight_over_stiffness() {
    let cases =
        [(40.0, 0.5, 1, 8), (500.0, 20.0, 4, 30), (40.0, 20.0, 10, 60), (500.0, 0.5, 40, 8), (40.0, 0.5, 40, 120)];
    for (stiffness, mass, links, substeps) in cases {
        let mut world = world(substeps, 1.0);
        let ids = add_rope(&mut world, Vec2::ZERO, links, &rubber(stiffness));
        world.set_weight(ids[links], Some(mass));
        step(&mut world, 900);
        let (gain, right) = (-height(&world, ids[links]) - 1.0, (mass + 5e-4) * GRAVITY / stiffness);
        let what = format!("{links} links, {substeps} substeps, {stiffness} N/m, {mass} kg");
        assert!((gain / right - 1.0).abs() < 0.01, "{what}: {gain} m of {right} m");
    }
}

#[test]
fn stretched_rubber_stays_calm() {
    for substeps in [8, 120] {
        let mut world = world(substeps, 0.0);
        let ids = add_rope(&mut world, Vec2::ZERO, 30, &rubber(40.0));
        // Twice its length, by a pin that is led there.
        world.grab(0, ids[30], Vec2::new(0.0, -1.0));
        world.move_grab(0, Vec2::new(0.0, -2.0));
        step(&mut world, 300);
        world.set_settings(Settings { drag: 4.0, ..*world.settings() });
        step(&mut world, 300);
        world.set_settings(Settings { drag: 0.0, ..*world.settings() });
        let mut side: f32 = 0.0;
        for _ in 0..600 {
            world.step();
            let positions = &world.particles().position;
            side = positions.iter().map(|at| at.x.abs()).fold(side, f32::max);
        }
        assert!(side < 1e-3, "{substeps} substeps: a wave of {side} m");
    }
}

/// The length of a line through particles, m.
fn length(world: &World, ids: &[ParticleId]) -> f32 {
    let at = |id: ParticleId| world.particles().position[id.index()];
    ids.windows(2).map(|ends| at(ends[0]).distance(at(ends[1]))).sum()
}

/// With the automatic number of substeps: few leave rubber with weights too long.
#[test]
fn rubber_over_a_post_bears_both_weights_and_then_the_lower_one() {
    let (stiffness, mass) = (40.0, 1.0);
    let mut world = world(1, 2.0);
    world.set_settings(Settings { substeps: Substeps::Auto, ..*world.settings() });
    let post = ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::ZERO);
    world.add_shape(ShapeDef { friction: Some(0.0), ..post });
    // From a pin up over the post and down again.
    let arc = |k: usize| 0.2001 * Vec2::from_angle(std::f32::consts::PI * (1.0 - k as f32 / 13.0));
    let side = |k: usize, x: f32| Vec2::new(x, -0.05 * k as f32);
    let path = (1..8).rev().map(|k| side(k, -0.2001)).chain((0..=13).map(arc));
    let path = path.chain((1..=27).map(|k| side(k, 0.2001)));
    let ids: Vec<_> = path.enumerate().map(|(k, at)| world.add_particle(at, 0.002, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let number = world.add_material(&rubber(stiffness)).expect("there is room");
    world.set_material(&ids, number);
    let upper_end = ids.len() - 21;
    let parts = [&ids[..=upper_end], &ids[upper_end..]];
    let lengths = parts.map(|part| length(&world, part));
    parts.iter().for_each(|part| world.set_weight(part[part.len() - 1], Some(mass)));
    step(&mut world, 900);
    let tensions = TensionGauge::default().read(&world).to_vec();
    for ((part, before), (weights, link)) in parts.iter().zip(lengths).zip([(2.0, upper_end - 1), (1.0, upper_end)]) {
        let (load, gain) = (weights * mass * GRAVITY, length(&world, part) - before);
        let right = load / stiffness * before;
        assert!((gain / right - 1.0).abs() < 0.08, "{weights} weights: {gain} m of {right} m");
        assert!((tensions[link] / load - 1.0).abs() < 0.08, "{weights} weights: {} N of {load} N", tensions[link]);
    }
}
