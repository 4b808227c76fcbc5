//! Cuts leave the rest of the world as it was.

use glam::Vec2;

use crate::{Colliders, LinkKind, Method, ParticleId, Settings, Substeps, SweepOrder, World};

const SIDE: u32 = 12;

fn world(method: Method, order: SweepOrder) -> World {
    let settings = Settings { method, order, substeps: Substeps::Count(4), ..Settings::default() };
    World::new(settings, Colliders::default(), 7)
}

/// A braced cloth of `SIDE` x `SIDE` particles, 0.1 m apart, that hangs from its corners.
fn add_cloth(world: &mut World, at: Vec2) {
    let first = world.bodies.particles.len() as u32;
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let position = at + 0.1 * Vec2::new(column as f32, -(row as f32));
        let id = world.add_particle(position, 0.02, row == 0 && column % (SIDE - 1) == 0);
        let back = |steps: u32| ParticleId(id.0 - steps);
        if column > 0 {
            world.add_link(back(1), id, None, 1.0, LinkKind::Cloth);
        }
        if row > 0 {
            world.add_link(back(SIDE), id, None, 1.0, LinkKind::Cloth);
        }
        if column > 0 && row > 0 {
            world.add_link(back(SIDE + 1), id, None, 0.3, LinkKind::Brace);
            world.add_face([back(SIDE + 1), back(SIDE), id, back(1)]);
        }
    }
    // A hub with so many spokes that some get the overflow colour.
    for spoke in 1..70 {
        world.add_link(ParticleId(first), ParticleId(first + spoke), None, 0.01, LinkKind::Net);
    }
}

#[test]
fn cut_in_one_cloth_moves_no_other_cloth() {
    for (method, order) in [
        (Method::Jakobsen, SweepOrder::Colour),
        (Method::Jakobsen, SweepOrder::Sequence),
        (Method::Springs, SweepOrder::Colour),
    ] {
        let mut whole = world(method, order);
        add_cloth(&mut whole, Vec2::ZERO);
        add_cloth(&mut whole, Vec2::new(5.0, 0.0));
        add_cloth(&mut whole, Vec2::new(7.0, 0.0));
        let mut cut = whole.clone();
        let kept = (SIDE * SIDE) as usize;
        for step in 0..60 {
            // The first strokes leave few gaps; the last ones leave more gaps than links.
            let (y, radius) = (-0.02 * step as f32, if step < 12 { 0.01 } else { 3.0 });
            cut.cut(Vec2::new(5.0, y), Vec2::new(8.1, y), radius);
            whole.step();
            cut.step();
            let bits = |world: &World| {
                world.bodies.particles.position[..kept]
                    .iter()
                    .map(|at| at.to_array().map(f32::to_bits))
                    .collect::<Vec<_>>()
            };
            assert_eq!(bits(&whole), bits(&cut), "{method:?} {order:?}: the other cloth moved in step {step}");
        }
        assert!(cut.bodies.links.slot_count() < whole.link_count() / 2, "no gaps were closed");
    }
}

#[test]
fn cloth_can_be_cut_away_and_replaced() {
    let mut world = world(Method::Jakobsen, SweepOrder::Colour);
    add_cloth(&mut world, Vec2::ZERO);
    let (links, faces) = (world.link_count(), world.face_count());
    // Through one edge between two faces, and no brace.
    assert_eq!(world.cut(Vec2::new(0.55, -0.5), Vec2::new(0.55, -0.5), 0.001), 1);
    assert_eq!(faces - world.face_count(), 2);
    assert_eq!(world.cut(Vec2::splat(-9.0), Vec2::splat(9.0), 30.0), links - 1);
    assert_eq!((world.link_count(), world.face_count()), (0, 0));
    assert_eq!(world.cut(Vec2::splat(-9.0), Vec2::splat(9.0), 30.0), 0, "a link was cut twice");
    world.step();
    assert_eq!(world.bodies.links.slot_count(), 0, "the gaps remain");
    add_cloth(&mut world, Vec2::ZERO);
    world.step();
    assert_eq!((world.link_count(), world.links().count()), (links, links));
}
