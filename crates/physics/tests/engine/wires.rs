//! The shapes that wires keep.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Clip, Colliders, LinkKind, Material, ParticleId, Settings, Similarity, Substeps, Things, World,
};

const COUNT: usize = 20;

/// A world without gravity and drag.
fn world() -> World {
    let settings = Settings { drag: 0.0, gravity: Vec2::ZERO, substeps: Substeps::Count(30), ..Settings::default() };
    World::new(settings, Colliders::default(), 0)
}

fn wire() -> Material {
    Material { mass_per_metre: Some(0.025), bending: Some(0.05), strength: Some(1e5), ..Material::default() }
}

/// A rope in the shape of an S, 0.05 m from particle to particle. Its ids fall along it if it is backwards.
fn add_bent_rope(world: &mut World, at: Vec2, is_backwards: bool) -> Vec<ParticleId> {
    let (mut place, mut places) = (at, vec![at]);
    for k in 1..COUNT {
        let turn = 2.0 * (k as f32 / COUNT as f32 * 6.0).sin();
        place += 0.05 * Vec2::from_angle(turn);
        places.push(place);
    }
    if is_backwards {
        places.reverse();
    }
    let ids: Vec<_> = places.into_iter().map(|place| world.add_particle(place, 0.02, false)).collect();
    ids.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    ids
}

fn make_wire(world: &mut World, ids: &[ParticleId]) {
    let number = world.add_material(&wire()).expect("there is room");
    world.set_material(ids, number);
}

/// The turns along particles, rad.
fn turns(world: &World, ids: &[ParticleId]) -> Vec<f32> {
    let at = |id: ParticleId| world.particles().position[id.index()];
    let turn = |ids: &[ParticleId]| {
        let (before, after) = (at(ids[1]) - at(ids[0]), at(ids[2]) - at(ids[1]));
        before.perp_dot(after).atan2(before.dot(after))
    };
    ids.windows(3).map(turn).collect()
}

/// Greatest difference of two shapes' turns, as a fraction of the greatest turn.
fn difference(one: &[f32], other: &[f32]) -> f32 {
    let greatest = |turns: &mut dyn Iterator<Item = f32>| turns.map(f32::abs).fold(0.0, f32::max);
    greatest(&mut one.iter().zip(other).map(|(a, b)| a - b)) / greatest(&mut one.iter().copied())
}

fn step(world: &mut World, steps: u32) {
    (0..steps).for_each(|_| world.step());
}

#[test]
fn bent_wire_in_free_space_stays_bent() {
    for is_backwards in [false, true] {
        let mut world = world();
        let ids = add_bent_rope(&mut world, Vec2::new(3.0, 1.0), is_backwards);
        make_wire(&mut world, &ids);
        let before = turns(&world, &ids);
        for _ in 0..300 {
            world.step();
            let error = difference(&before, &turns(&world, &ids));
            assert!(error < 0.01, "backwards: {is_backwards}: the turns differ by {error}");
        }
    }
}

#[test]
fn bent_wire_springs_back_to_its_shape_at_another_stiffness_too() {
    for bending in [0.05, 0.1] {
        let mut world = world();
        let ids = add_bent_rope(&mut world, Vec2::ZERO, false);
        make_wire(&mut world, &ids);
        let before = turns(&world, &ids);
        world.set_pinned(ids[0], true);
        world.grab(0, ids[COUNT - 1], world.particles().position[ids[COUNT - 1].index()]);
        for k in 0..30 {
            world.move_grab(0, Vec2::new(0.2, 0.02 * k as f32));
            world.step();
        }
        assert!(difference(&before, &turns(&world, &ids)) > 0.1, "it was not bent");
        world.release(0);
        let number = world.add_material(&Material { bending: Some(bending), ..wire() }).expect("there is room");
        world.set_material(&ids, number);
        world.set_settings(Settings { drag: 4.0, ..*world.settings() });
        step(&mut world, 900);
        let error = difference(&before, &turns(&world, &ids));
        assert!(error < 0.01, "{bending} N m²: {error}");
    }
}

#[test]
fn wire_keeps_the_shape_of_its_layout_until_it_is_a_rope() {
    let mut world = world();
    let to = |k: usize| Vec2::new(3.0, -7.0).lerp(Vec2::new(4.1, -6.3), k as f32 / 19.0);
    let straight: Vec<_> = (0..COUNT).map(|k| world.add_particle(to(k), 0.02, false)).collect();
    straight.windows(2).for_each(|ends| world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope));
    make_wire(&mut world, &straight);
    let bends = |world: &World| world.clip(&world.all_things()).bends.len();
    assert_eq!(bends(&world), 0, "slanted, and straight");
    let first = world.link_slots();
    let bent = add_bent_rope(&mut world, Vec2::ZERO, false);
    world.set_material_from(first, 1, |_| true);
    assert_eq!(bends(&world), COUNT - 2);
    let rope = world.add_material(&Material { mass_per_metre: Some(0.025), ..Material::default() });
    world.set_material(&bent, rope.expect("there is room"));
    assert_eq!(bends(&world), 0, "a rope");
}

#[test]
fn mirrored_wire_and_its_copies_keep_their_shapes() {
    let mut world = world();
    let first = add_bent_rope(&mut world, Vec2::ZERO, true);
    make_wire(&mut world, &first);
    let before = turns(&world, &first);
    let things = world.all_things();
    let mirror = Similarity { is_mirrored: true, scale: 2.0, by: Vec2::new(0.0, 5.0), ..Similarity::default() };
    let (copy, mirrored) = (world.clip(&things), world.clip(&things).transformed(&mirror));
    world.insert(&copy.transformed(&Similarity { turn: Vec2::Y, by: Vec2::new(9.0, 0.0), ..Similarity::default() }));
    world.insert(&mirrored);
    world.transform(&things, &mirror, true);
    let ids = |of: usize| -> Vec<_> { (0..COUNT).map(|k| ParticleId((of * COUNT + k) as u32)).collect() };
    let reversed: Vec<_> = before.iter().map(|turn| -turn).collect();
    step(&mut world, 300);
    for (of, expected) in [&reversed, &before, &reversed].into_iter().enumerate() {
        let error = difference(expected, &turns(&world, &ids(of)));
        assert!(error < 0.01, "wire {of}: {error}");
    }
}

#[test]
fn removals_and_cuts_leave_the_shape_of_what_stays() {
    let mut world = world();
    let gone = add_bent_rope(&mut world, Vec2::new(0.0, 4.0), false);
    let ids = add_bent_rope(&mut world, Vec2::ZERO, false);
    make_wire(&mut world, &gone);
    make_wire(&mut world, &ids);
    let before = turns(&world, &ids);
    let end = Things::of_particles(gone.iter().copied().chain([ids[0]]));
    world.remove(&end);
    let ids: Vec<_> = (0..COUNT as u32 - 1).map(ParticleId).collect();
    let middle = world.particles().position[9].midpoint(world.particles().position[10]);
    assert_eq!(world.cut(middle, middle, 0.001), 1);
    step(&mut world, 300);
    for part in [0..10, 10..COUNT - 1] {
        let error = difference(&before[part.start + 1..part.end - 1], &turns(&world, &ids[part.clone()]));
        assert!(error < 0.01, "{part:?}: {error}");
    }
}

#[test]
fn bent_wire_steps_on_from_a_snapshot_to_the_same_bits() {
    let mut world = world();
    let ids = add_bent_rope(&mut world, Vec2::ZERO, false);
    make_wire(&mut world, &ids);
    let clip = world.clip(&world.all_things());
    let [bent, straight] = [clip.clone(), Clip { bends: Vec::new(), ..clip }].map(|clip| {
        let mut world = self::world();
        world.insert(&clip);
        world.state_hash()
    });
    assert_ne!(bent, straight);
    world.set_pinned(ids[0], true);
    let mut restored = world.snapshot(None).world();
    [&mut world, &mut restored].into_iter().for_each(|world| step(world, 60));
    assert_eq!(restored.state_hash(), world.state_hash());
}
