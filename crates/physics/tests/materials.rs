//! Materials: stiffness, strength and mass as numbers of the real thing, in every way to solve links.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, Material, ParticleId, Settings, Substeps, TensionGauge, World};

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
