//! Bending stiffness: wires as beams.

use super::*;

fn wire(bending: f32, mass_per_metre: f32) -> Material {
    let (mass_per_metre, bending) = (Some(mass_per_metre), Some(bending));
    Material { mass_per_metre, bending, strength: Some(1e5), ..Material::default() }
}

/// A horizontal wire whose first two particles are pinned, so that it is clamped at the second.
fn add_wire(world: &mut World, particles: usize, length: f32, material: &Material) -> Vec<ParticleId> {
    let spacing = length / (particles - 2) as f32;
    let at = |k: usize| Vec2::new((k as f32 - 1.0) * spacing, 0.0);
    let ids: Vec<_> = (0..particles).map(|k| world.add_particle(at(k), 0.02, k < 2)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let number = world.add_material(material).expect("there is room");
    world.set_material(&ids, number);
    ids
}

#[test]
fn clamped_wire_sags_as_the_beam_equation_says() {
    for (sag, substeps) in [(0.01, 8), (0.03, 30), (0.1, 120), (0.1, 8)] {
        let mut world = world(substeps, 3.0);
        let (length, density) = (0.8, 0.025);
        // The tip sags by q l^4 / (8 E I).
        let bending = density * GRAVITY * length * length * length / (8.0 * sag);
        let ids = add_wire(&mut world, 20, length, &wire(bending, density));
        step(&mut world, 600);
        let found = -height(&world, ids[19]) / length;
        assert!((found / sag - 1.0).abs() < 0.03, "{substeps} substeps: {found} of {sag}");
    }
}

/// Fastest particle, m/s.
fn fastest(world: &World) -> f32 {
    let displacement = world.particles().displacement.iter();
    displacement.map(|by| by.length()).fold(0.0, f32::max) / world.substep_length()
}

#[test]
fn wire_swings_at_the_frequency_of_a_beam_and_gains_no_speed() {
    let mut world = world(60, 0.0);
    world.set_settings(Settings { gravity: Vec2::ZERO, ..*world.settings() });
    let (length, density, bending) = (0.8, 0.025, 0.05);
    let ids = add_wire(&mut world, 20, length, &wire(bending, density));
    let tip = ids[19];
    world.grab(0, tip, Vec2::new(length, 0.0));
    world.move_grab(0, Vec2::new(length - 0.01, 0.1));
    world.set_settings(Settings { drag: 5.0, ..*world.settings() });
    step(&mut world, 200);
    world.set_settings(Settings { drag: 0.0, ..*world.settings() });
    world.release(0);
    let (mut crossings, mut before, mut speed) = (Vec::new(), height(&world, tip), 0.0f32);
    for k in 0..600 {
        world.step();
        let now = height(&world, tip);
        if before > 0.0 && now <= 0.0 {
            crossings.push(k as f32 - now / (now - before));
        }
        before = now;
        speed = speed.max(fastest(&world));
    }
    let period = (crossings[3] - crossings[0]) / 3.0 / 60.0;
    let right = std::f32::consts::TAU / 3.516 * (density / bending).sqrt() * length * length;
    assert!((period / right - 1.0).abs() < 0.05, "{period} s of {right} s");
    // The tip passes its middle at amplitude x angular frequency; higher modes add some.
    assert!(speed < 2.5 * 0.1 * std::f32::consts::TAU / right, "{speed} m/s");
}

#[test]
fn wires_stay_calm_under_yanks_cuts_and_pins() {
    let mut random = 7u32;
    let mut draw = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % below
    };
    for bending in [1e-4, 0.05, 5.0, 1e4] {
        let mut world = world([8, 20, 60][draw(3) as usize], 1.0);
        let mut ids = add_wire(&mut world, 40, 1.5, &wire(bending, 0.02));
        // A ring, and a branch.
        let ring: Vec<_> = (0..12)
            .map(|k| {
                world.add_particle(
                    Vec2::from_angle(k as f32 * std::f32::consts::FRAC_PI_6) * 0.3 + Vec2::new(0.0, 1.0),
                    0.01,
                    false,
                )
            })
            .collect();
        (0..12).for_each(|k| world.add_link(ring[k], ring[(k + 1) % 12], None, 1.0, LinkKind::Rope));
        world.add_link(ring[0], ids[20], None, 1.0, LinkKind::Rope);
        ids.extend(ring);
        world.set_material(&ids, 1);
        for _ in 0..1_000 {
            let (one, far) = (ids[draw(52) as usize], Vec2::new(draw(80) as f32 - 40.0, draw(80) as f32 - 40.0));
            match draw(60) {
                0 => world.grab(0, one, far),
                1..4 => world.move_grab(0, far),
                4 => world.release(0),
                5 => world.set_pinned(one, draw(2) == 0),
                6 => world.set_weight(one, Some(draw(100) as f32)),
                7 => world.set_weight(one, None),
                8 if draw(8) == 0 => _ = world.cut(far, -far, 0.0),
                9 => world.set_material(&[one, ids[draw(52) as usize]], draw(2) as u8),
                _ => world.step(),
            }
        }
        world.release(0);
        (0..50).for_each(|_| world.step());
        let is_finite =
            world.particles().position.iter().chain(&world.particles().displacement).all(|at| at.is_finite());
        assert!(is_finite && fastest(&world) < 60.0, "{bending} N m²: {} m/s", fastest(&world));
    }
}
