use glam::Vec2;

use crate::{Colliders, Form, LinkKind, Material, ParticleId, Settings, ShapeDef, World};

fn world() -> World {
    World::new(Settings::default(), Colliders::new(Some(-5.0), None), 0)
}

/// A rope of 2 m with 21 particles.
fn rope(world: &mut World, pins: &[usize]) -> Vec<ParticleId> {
    let at = |index: u8| Vec2::X * (0.1 * f32::from(index));
    let ids: Vec<_> = (0..=20).map(|index| world.add_particle(at(index), 0.02, false)).collect();
    ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
    pins.iter().for_each(|&pin| world.set_pinned(ids[pin], true));
    ids
}

/// Fails if a link is stretched now, or becomes so when the world steps on.
fn assert_calm(world: &mut World, what: &str) {
    assert!(world.stretch().max < 0.01, "{what}: {:?}", world.stretch());
    for step in 0..20 {
        world.step();
        assert!(world.stretch().max < 0.02, "{what}, step {step}: {:?}", world.stretch());
        let speed = world.particles().displacement.iter().map(|by| by.length()).fold(0.0, f32::max);
        assert!(speed / world.substep_length() < 8.0, "{what}, step {step}: {} m/s", speed / world.substep_length());
    }
}

#[test]
fn posed_point_of_a_held_rope_takes_the_rope_along() {
    for (pins, id, to) in [
        (&[0, 20][..], 10, Vec2::new(1.0, 0.0)),
        (&[0], 20, Vec2::new(0.5, 1.5)),
        (&[0], 7, Vec2::new(-0.3, 0.3)),
        (&[0, 20], 20, Vec2::new(0.4, 0.9)),
    ] {
        let mut world = world();
        let ids = rope(&mut world, pins);
        (0..20).for_each(|_| world.step());
        world.pose(ids[id], to);
        let at = world.particles().position[id];
        assert!(at.distance(to) < 0.02, "{pins:?}, {id}: at {at}, not {to}");
        assert_calm(&mut world, &format!("{pins:?}, {id}"));
    }
}

#[test]
fn point_beyond_reach_is_put_as_near_as_its_rope_allows() {
    for id in [20, 8] {
        let mut world = world();
        let ids = rope(&mut world, &[0]);
        world.pose(ids[id], Vec2::new(0.0, 9.0));
        let at = world.particles().position[id];
        assert!(at.distance(Vec2::Y * (0.1 * id as f32)) < 0.15, "{id}: {at}");
        assert_calm(&mut world, "beyond reach");
    }
}

#[test]
fn thing_that_nothing_else_holds_moves_as_a_whole() {
    for pins in [&[][..], &[4]] {
        let mut world = world();
        let ids = rope(&mut world, pins);
        world.pose(ids[4], Vec2::new(1.4, 2.0));
        for (index, at) in world.particles().position.iter().enumerate() {
            let wanted = Vec2::new(0.1 * index as f32 + 1.0, 2.0);
            assert!(at.distance(wanted) < 1e-5, "{index}: {at}");
        }
        world.pose(ids[4], Vec2::new(1.4, -9.0));
        assert!((world.particles().position[20].y + 5.0).abs() < 1e-5, "on the ground");
    }
}

#[test]
fn wheel_on_an_axle_turns_and_keeps_its_form() {
    let mut world = world();
    let hub = world.add_particle(Vec2::ZERO, 0.1, true);
    let corners = [(0.5, 0.0), (0.25, 0.433), (-0.25, 0.433), (-0.5, 0.0), (-0.25, -0.433), (0.25, -0.433)];
    let rim = corners.map(|(x, y)| world.add_particle(Vec2::new(x, y), 0.1, false));
    for index in 0..6 {
        world.add_link(hub, rim[index], None, 1.0, LinkKind::Beam);
        world.add_link(rim[index], rim[(index + 1) % 6], None, 1.0, LinkKind::Beam);
    }
    world.pose(rim[0], Vec2::new(-0.1, 0.5));
    let at = |id: ParticleId| world.particles().position[id.index()];
    assert!(at(rim[0]).distance(Vec2::new(-0.1, 0.49)) < 0.02, "{}", at(rim[0]));
    assert!((at(rim[3]) + at(rim[0])).length() < 0.02, "the other side is at {}", at(rim[3]));
    assert_calm(&mut world, "wheel");
}

#[test]
fn unknown_particles_and_places_change_nothing() {
    let mut world = world();
    let ids = rope(&mut world, &[0]);
    let before = world.state_hash();
    world.pose(ParticleId(99), Vec2::Y);
    world.pose(ids[3], Vec2::NAN);
    assert_eq!(world.state_hash(), before);
}

#[test]
fn stretched_band_stays_stretched_when_its_weight_is_posed() {
    for by in [Vec2::new(0.0, -0.01), Vec2::new(0.0, 0.02), Vec2::new(0.3, 0.1)] {
        let mut world = world();
        // 5 kg stretch 96 N of rubber to 1.51 times its length.
        let ids: Vec<_> =
            (0..=20).map(|index| world.add_particle(Vec2::NEG_Y * (0.151 * index as f32), 0.006, index == 0)).collect();
        ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], Some(0.1), 1.0, LinkKind::Rope));
        let rubber = Material { stiffness: Some(96.0), ..Material::default() };
        let number = world.add_material(&rubber).expect("there is room");
        world.set_material(&ids, number);
        world.set_weight(ids[20], Some(5.0));
        let to = world.particles().position[20] + by;
        world.pose(ids[20], to);
        assert!(world.particles().position[20].distance(to) < 1e-4, "{by}: {}", world.particles().position[20]);
        let lengths: Vec<_> = world.particles().position.windows(2).map(|ends| ends[0].distance(ends[1])).collect();
        let evenly = to.length() / 20.0;
        assert!(lengths.iter().all(|length| (length - evenly).abs() < 0.01), "{by}: {lengths:?}");
        (0..6).for_each(|_| world.step());
        let gone = world.particles().position[20].distance(to);
        assert!(gone < 0.06, "{by}: it leaves by {gone} m");
    }
}

#[test]
fn rope_that_is_posed_onto_a_post_does_not_tear_at_it() {
    let mut world = world();
    let ids = rope(&mut world, &[0, 20]);
    world.add_shape(ShapeDef::still(Form::Circle { radius: 0.15 }, Vec2::new(0.5, -0.4)));
    world.pose(ids[20], Vec2::new(1.0, 0.0));
    assert_calm(&mut world, "around the post");
}

#[test]
fn posed_point_of_a_large_net_takes_a_part_of_it_along() {
    let mut world = world();
    let side = 150_u32;
    for index in 0..side * side {
        let at = Vec2::new((index % side) as f32, -((index / side) as f32)) * 0.05 + Vec2::Y * 3.0;
        let id = world.add_particle(at, 0.01, index == 0);
        for (before, is_linked) in [(1, index % side > 0), (side, index >= side)] {
            if is_linked {
                world.add_link(ParticleId(index - before), id, None, 1.0, LinkKind::Net);
            }
        }
    }
    let corner = ParticleId(side * side - 1);
    let to = world.particles().position[corner.index()] + Vec2::new(-0.2, 0.2);
    let posed = world.posed(corner, to);
    assert!((1_000..5_001).contains(&posed.len()), "{}", posed.len());
    world.pose(corner, to);
    let at = world.particles().position[corner.index()];
    assert!(at.distance(to) < 0.05, "{at}, not {to}");
    assert!(world.stretch().max < 0.02, "{:?}", world.stretch());
}
