//! Materials: stiffness, strength and mass as numbers of the real thing, in every way to solve links.

mod bending;
mod friction;
mod stiffness;
mod strength;

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
fn material_sets_the_mass_of_rope_and_cloth() {
    let mut world = world(8, 0.0);
    let ids = add_rope(&mut world, Vec2::ZERO, 10, &Material { mass_per_metre: Some(0.3), ..Material::default() });
    let total =
        |world: &World, ids: &[ParticleId]| -> f32 { ids.iter().map(|id| world.particles().mass[id.index()]).sum() };
    assert!((total(&world, &ids) - 0.3).abs() < 1e-5);
    world.set_material(&ids, 0);
    assert_eq!(world.particles().mass, [PARTICLE_MASS; 11], "without its material");
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
