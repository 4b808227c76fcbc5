//! Materials: stiffness, strength and mass as numbers of the real thing, in every way to solve links.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Form, LinkKind, Material, PARTICLE_MASS, ParticleId, Settings, ShapeDef, Substeps, TensionGauge, World,
};

const GRAVITY: f32 = 9.81;

fn world(substeps: u32, drag: f32) -> World {
    let settings = Settings {
        drag,
        gravity: Vec2::new(0.0, -GRAVITY),
        substeps: Substeps::Count(substeps),
        ..Settings::default()
    };
    World::new(settings, Colliders::default(), 0)
}

fn step(world: &mut World, steps: u32) {
    (0..steps).for_each(|_| world.step());
}

fn height(world: &World, id: ParticleId) -> f32 {
    world.particles().position[id.index()].y
}

/// A rope of 1 m that hangs from a pin.
fn add_rope(world: &mut World, from: Vec2, links: usize, material: &Material) -> Vec<ParticleId> {
    let to = |k: usize| from - Vec2::new(0.0, k as f32 / links as f32);
    let ids: Vec<_> = (0..=links).map(|k| world.add_particle(to(k), 0.02, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let number = world.add_material(material).expect("there is room");
    world.set_material(&ids, number);
    ids
}

fn rubber(stiffness: f32) -> Material {
    let name = format!("rubber of {stiffness} N");
    Material { name, mass_per_metre: Some(1e-3), stiffness: Some(stiffness), ..Material::default() }
}

fn thread(stiffness: Option<f32>, strength: f32) -> Material {
    Material { mass_per_metre: Some(0.05), stiffness, strength: Some(strength), ..Material::default() }
}

#[test]
fn rubber_band_gains_weight_over_stiffness() {
    for (stiffness, mass) in [(40.0, 0.5), (40.0, 20.0), (500.0, 0.5), (500.0, 20.0)] {
        for (links, substeps) in [(1, 8), (1, 120), (4, 30), (10, 60), (40, 8), (40, 120)] {
            let mut world = world(substeps, 1.0);
            let ids = add_rope(&mut world, Vec2::ZERO, links, &rubber(stiffness));
            world.set_weight(ids[links], Some(mass));
            step(&mut world, 900);
            let (gain, right) = (-height(&world, ids[links]) - 1.0, (mass + 5e-4) * GRAVITY / stiffness);
            let what = format!("{links} links, {substeps} substeps, {stiffness} N/m, {mass} kg");
            assert!((gain / right - 1.0).abs() < 0.01, "{what}: {gain} m of {right} m");
        }
    }
}

#[test]
fn stretched_rubber_stays_calm() {
    for substeps in [8, 30, 120] {
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

#[test]
fn link_tears_at_its_strength() {
    for stiffness in [None, Some(2_000.0)] {
        for (links, substeps) in [(1, 8), (10, 8), (10, 60), (40, 30), (40, 120)] {
            for (share, should_tear) in [(0.9, false), (1.1, true)] {
                let mut world = world(substeps, 3.0);
                let ids = add_rope(&mut world, Vec2::ZERO, links, &thread(stiffness, 100.0));
                // The load grows slowly: a weight that falls into a rope pulls at it twice as hard.
                for part in 1..=60 {
                    world.set_weight(ids[links], Some(share * 100.0 / GRAVITY * part as f32 / 60.0));
                    step(&mut world, 10);
                }
                let has_torn = world.torn_link_count() > 0;
                assert_eq!(has_torn, should_tear, "{links} links, {substeps} substeps, {stiffness:?}: {share}");
            }
        }
    }
}

#[test]
fn rope_without_strength_of_its_own_tears_as_the_world_says() {
    let torn = |material: &Material, tear: Option<f32>| {
        let mut world = world(60, 1.0);
        world.set_settings(Settings { tear, ..*world.settings() });
        let ids = add_rope(&mut world, Vec2::ZERO, 10, material);
        world.set_weight(ids[10], Some(20.0));
        step(&mut world, 120);
        world.torn_link_count()
    };
    let slippery = Material { friction: Some(0.1), ..Material::default() };
    let (strong, stretchy) = (thread(None, 1e6), Material { mass_per_metre: Some(0.2), ..rubber(300.0) });
    assert_eq!([None, Some(0.1)].map(|tear| torn(&slippery, tear) > 0), [false, true]);
    assert_eq!(torn(&strong, Some(0.1)), 0, "its strength counts alone");
    assert_eq!(torn(&stretchy, Some(0.1)), 0, "it stretches unharmed");
}

#[test]
fn rope_tears_once_and_where_its_load_is_greatest() {
    let mut world = world(60, 1.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 20, &thread(None, 100.0));
    world.set_weight(ids[20], Some(12.0));
    step(&mut world, 120);
    assert_eq!((world.torn_link_count(), world.link_count()), (1, 19));
}

#[test]
fn pointer_tears_thread_and_yields_to_rope() {
    for (strength, should_tear) in [(30.0, true), (5_000.0, false)] {
        for stiffness in [None, Some(500.0)].into_iter().take(if should_tear { 2 } else { 1 }) {
            let mut world = world(30, 0.5);
            let ids = add_rope(&mut world, Vec2::ZERO, 20, &thread(stiffness, strength));
            world.grab(0, ids[20], Vec2::new(0.0, -1.0));
            for k in 0..60 {
                world.move_grab(0, Vec2::new(0.05 * k as f32, -1.0));
                world.step();
            }
            assert_eq!(world.torn_link_count() > 0, should_tear, "{strength} N, {stiffness:?}");
            let stretch = world.stretch().max;
            assert!(should_tear || stretch < 0.01, "{stretch}");
        }
    }
}

#[test]
fn pointer_yields_to_a_cable_that_a_thread_hangs_on() {
    let mut world = world(30, 0.5);
    let cable = add_rope(&mut world, Vec2::ZERO, 20, &thread(None, 5_000.0));
    let string = add_rope(&mut world, Vec2::new(0.3, 0.0), 10, &thread(None, 200.0));
    world.set_pinned(string[0], false);
    world.add_link(cable[10], string[0], Some(0.01), 1.0, LinkKind::Rope);
    world.grab(0, cable[20], Vec2::new(0.0, -1.0));
    for k in 0..60 {
        world.move_grab(0, Vec2::new(0.05 * k as f32, -1.0));
        world.step();
        let held = world.particles().position[cable[20].index()];
        assert!(held.length() < 1.001, "the pointer draws the cable out to {held}");
    }
    assert_eq!(world.torn_link_count(), 0);
    // Held by the thread, the pointer tears it once the cable is pinned.
    world.release(0);
    world.set_pinned(cable[10], true);
    world.grab(0, string[10], world.particles().position[string[10].index()]);
    for k in 0..60 {
        world.move_grab(0, Vec2::new(0.1 * k as f32, -1.0));
        world.step();
    }
    assert!(world.torn_link_count() > 0, "the thread holds the pointer");
}

#[test]
fn material_sets_the_mass_of_rope_and_cloth() {
    let mut world = world(8, 0.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 10, &Material { mass_per_metre: Some(0.3), ..Material::default() });
    let total =
        |world: &World, ids: &[ParticleId]| -> f32 { ids.iter().map(|id| world.particles().mass[id.index()]).sum() };
    assert!((total(&world, &ids) - 0.3).abs() < 1e-5);
    let cloth: Vec<_> = (0..12)
        .map(|k| world.add_particle(Vec2::new((k % 4) as f32, 5.0 + (k / 4) as f32) * 0.1, 1.0, false))
        .collect();
    for k in 0..12 {
        if k % 4 > 0 {
            world.add_link(cloth[k - 1], cloth[k], None, 1.0, LinkKind::Cloth);
        }
        if k >= 4 {
            world.add_link(cloth[k - 4], cloth[k], None, 1.0, LinkKind::Cloth);
        }
        if k % 4 > 0 && k >= 4 {
            world.add_face([cloth[k - 5], cloth[k - 4], cloth[k], cloth[k - 1]]);
        }
    }
    let canvas = Material { mass_per_area: Some(0.5), ..Material::default() };
    let number = world.add_material(&canvas).expect("there is room");
    world.set_weight(cloth[0], Some(9.0));
    world.set_material(&cloth, number);
    assert_eq!(world.particles().mass[cloth[0].index()], 9.0, "a weight stays");
    world.set_weight(cloth[0], None);
    assert!((total(&world, &cloth) - 0.5 * 0.06).abs() < 1e-5, "{}", total(&world, &cloth));
}

#[test]
fn rope_without_its_material_has_the_mass_of_the_defaults() {
    let mut world = world(8, 0.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 10, &Material { mass_per_metre: Some(30.0), ..Material::default() });
    world.set_material(&ids, 0);
    assert_eq!(world.particles().mass, [PARTICLE_MASS; 11]);
}

#[test]
fn unknown_material_and_particle_change_nothing() {
    let mut world = world(8, 0.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 3, &Material::default());
    let hash = world.state_hash();
    world.set_material(&ids, 9);
    world.set_material(&[ParticleId(700)], 1);
    assert_eq!(world.state_hash(), hash);
}

#[test]
fn world_of_materials_steps_on_from_a_snapshot() {
    let mut world = world(20, 0.1);
    let ids = add_rope(&mut world, Vec2::ZERO, 20, &rubber(60.0));
    add_rope(&mut world, Vec2::X, 30, &thread(None, 40.0));
    world.set_weight(ids[20], Some(2.0));
    step(&mut world, 30);
    let (before, number) = (world.snapshot(None), world.add_material(&rubber(9.0)).expect("there is room"));
    world.set_material(&ids[10..], number);
    let after = world.snapshot(Some(&before));
    let mut restored = after.world();
    assert_eq!(restored.state_hash(), world.state_hash());
    step(&mut world, 60);
    step(&mut restored, 60);
    assert_eq!(restored.state_hash(), world.state_hash());
    let mut earlier = before.world();
    step(&mut earlier, 60);
    assert_ne!(earlier.state_hash(), world.state_hash());
}

#[test]
fn list_of_materials_takes_up_unused_ones_when_full() {
    let mut world = world(8, 0.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 3, &rubber(1_000.0));
    for stiffness in 1..600 {
        let number = world.add_material(&rubber(stiffness as f32)).expect("most are unused");
        assert!(number > 1);
    }
    assert_eq!(world.material_of(world.links().next().expect("a link")), Some(&rubber(1_000.0)));
    assert_eq!(world.add_material(&rubber(1_000.0)), Some(1));
    assert_eq!(ids.len(), 4);
}

#[test]
fn gauge_shows_the_tension_of_rubber() {
    let mut world = world(30, 3.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 5, &rubber(200.0));
    world.set_weight(ids[5], Some(4.0));
    let mut gauge = TensionGauge::default();
    for _ in 0..600 {
        world.step();
        gauge.read(&world);
    }
    let tension = gauge.read(&world)[0];
    assert!((tension / (4.0 * GRAVITY) - 1.0).abs() < 0.02, "{tension} N");
}

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
    for sag in [0.01, 0.03, 0.1] {
        for substeps in [8, 30, 120] {
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
        assert!(is_finite && fastest(&world) < 30.0, "{bending} N m²: {} m/s", fastest(&world));
        let mut restored = world.snapshot(None).world();
        (0..30).for_each(|_| [&mut world, &mut restored].into_iter().for_each(World::step));
        assert_eq!(restored.state_hash(), world.state_hash());
    }
}

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
        for (own, right) in [(None, 0.5_f32), (Some(0.5), 0.5), (Some(0.72), 0.6), (Some(0.0), 0.0)] {
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
fn rubber_holds_on_a_post_where_a_slippery_rope_slips() {
    // Over half a circle, 0.5 holds a ratio of 4.8 by the capstan equation, and 0.05 one of 1.17.
    for (friction, holds) in [(0.5, true), (0.005, false)] {
        let mut world = world(60, 1.0);
        let post = ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::ZERO);
        world.add_shape(ShapeDef { friction: Some(0.5), ..post });
        let side = |k: usize, x: f32| Vec2::new(x, -0.05 * k as f32);
        let arc = |k: usize| 0.2001 * Vec2::from_angle(std::f32::consts::PI * (1.0 - k as f32 / 13.0));
        let path = (1..8).rev().map(|k| side(k, -0.2001)).chain((0..=13).map(arc));
        let path = path.chain((1..8).map(|k| side(k, 0.2001)));
        let ids: Vec<_> = path.map(|at| world.add_particle(at, 0.002, false)).collect();
        ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
        let number = world.add_material(&of_friction(friction)).expect("there is room");
        world.set_material(&ids, number);
        world.set_weight(ids[0], Some(0.5));
        world.set_weight(ids[ids.len() - 1], Some(1.0));
        step(&mut world, 5);
        let before = height(&world, ids[0]);
        step(&mut world, 15);
        let rise = height(&world, ids[0]) - before;
        // It would rise by g / 3 t² / 2.
        assert!(if holds { rise < 0.005 } else { rise > 0.05 }, "friction {friction}: {rise} m");
    }
}

#[test]
fn material_of_one_rope_changes_no_friction_of_another() {
    let slide = |other: Option<f32>| {
        let settings = Settings { gravity: Vec2::new(8.0, -GRAVITY), ..*world(20, 0.0).settings() };
        let mut world = World::new(settings, Colliders::new(Some(0.0), None), 0);
        let ids = add_flat_rope(&mut world, Vec2::ZERO, None);
        add_flat_rope(&mut world, Vec2::new(-30.0, 0.0), other);
        step(&mut world, 30);
        ids.iter().map(|id| world.particles().position[id.index()]).collect::<Vec<_>>()
    };
    assert_eq!(slide(None), slide(Some(0.9)));
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

/// Rubber from a pin up over a slippery post and down again, with this many links below it: its particles.
fn add_rubber_over_post(world: &mut World, stiffness: f32, links_below: usize) -> Vec<ParticleId> {
    let post = ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::ZERO);
    world.add_shape(ShapeDef { friction: Some(0.0), ..post });
    let arc = |k: usize| 0.2001 * Vec2::from_angle(std::f32::consts::PI * (1.0 - k as f32 / 13.0));
    let side = |k: usize, x: f32| Vec2::new(x, -0.05 * k as f32);
    let path = (1..8).rev().map(|k| side(k, -0.2001)).chain((0..=13).map(arc));
    let path = path.chain((1..=links_below).map(|k| side(k, 0.2001)));
    let ids: Vec<_> = path.enumerate().map(|(k, at)| world.add_particle(at, 0.002, k == 0)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    let number = world.add_material(&rubber(stiffness)).expect("there is room");
    world.set_material(&ids, number);
    ids
}

/// The length of a line through particles, m.
fn length(world: &World, ids: &[ParticleId]) -> f32 {
    let at = |id: ParticleId| world.particles().position[id.index()];
    ids.windows(2).map(|ends| at(ends[0]).distance(at(ends[1]))).sum()
}

#[test]
fn rubber_over_a_post_gains_weight_over_stiffness() {
    for (stiffness, mass) in [(40.0, 0.5), (96.0, 2.0), (500.0, 20.0)] {
        for substeps in [8, 30, 120] {
            let mut world = world(substeps, 2.0);
            let ids = add_rubber_over_post(&mut world, stiffness, 7);
            let length = length(&world, &ids);
            let last = ids[ids.len() - 1];
            world.set_weight(last, Some(mass));
            let before = height(&world, last);
            step(&mut world, 600);
            let (gain, right) = (before - height(&world, last), mass * GRAVITY / stiffness * length);
            let what = format!("{substeps} substeps, {stiffness} N, {mass} kg");
            assert!((gain / right - 1.0).abs() < 0.08, "{what}: {gain} m of {right} m");
            let tension = *TensionGauge::default().read(&world).last().expect("a link");
            assert!((tension / (mass * GRAVITY) - 1.0).abs() < 0.05, "{what}: {tension} N");
        }
    }
}

#[test]
fn rubber_between_two_weights_bears_the_lower_one_alone() {
    for substeps in [8, 30] {
        let (stiffness, mass) = (40.0, 1.0);
        let mut world = world(substeps, 2.0);
        let ids = add_rubber_over_post(&mut world, stiffness, 27);
        let upper_end = ids.len() - 21;
        let parts = [&ids[..=upper_end], &ids[upper_end..]];
        let lengths = parts.map(|part| length(&world, part));
        parts.iter().for_each(|part| world.set_weight(part[part.len() - 1], Some(mass)));
        step(&mut world, 900);
        let tensions = TensionGauge::default().read(&world).to_vec();
        for ((part, before), (weights, link)) in parts.iter().zip(lengths).zip([(2.0, upper_end - 1), (1.0, upper_end)])
        {
            let (load, gain) = (weights * mass * GRAVITY, length(&world, part) - before);
            let right = load / stiffness * before;
            let what = format!("{substeps} substeps, {weights} weights");
            assert!((gain / right - 1.0).abs() < 0.08, "{what}: {gain} m of {right} m");
            assert!((tensions[link] / load - 1.0).abs() < 0.08, "{what}: {} N of {load} N", tensions[link]);
        }
    }
}

#[test]
fn places_are_counted_once_for_each_material() {
    let named = |name: &str| Material { name: name.to_owned(), ..Material::default() };
    let mut world = world(8, 0.0);
    for count in 0..250 {
        let number = world.add_material(&named(&count.to_string())).expect("there is room");
        let ids = [0.0, 1.0].map(|x| world.add_particle(Vec2::new(x, count as f32), 0.02, false));
        world.add_link(ids[0], ids[1], None, 1.0, LinkKind::Rope);
        // The last one stays without links.
        world.set_material(&ids, number.min(249));
    }
    let [new, unused, other] = ["new", "249", "other"].map(named);
    assert!(world.has_place_for([&new, &new]), "both are the same");
    assert!(!world.has_place_for([&new, &unused]), "the place is that of the second");
    assert!(!world.has_place_for([&new, &other]) && world.has_place_for([&unused]));
}
