//! Anchors: particles that move and turn with a shape. Winches wind up ropes, trolleys carry pendulums.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Form, Material, ParticleId, Settings, ShapeDef, ShapeId, ShapeProperties, Slide, World,
};

use crate::support::{Ids, rope};

const DRUM: Form = Form::Circle { radius: 0.3 };

/// A rope of 2 m that hangs from the right side of a drum, with a weight (kg) at its end.
fn winch(spin: f32, mass: Option<f32>, settings: Settings) -> (World, Ids) {
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let ids = rope(&mut world, Vec2::X * 0.3, Vec2::NEG_Y * 2.0, 41, 0.02);
    world.set_weight(ParticleId(ids.end - 1), mass);
    let drum = world.add_shape(ShapeDef { spin, ..ShapeDef::still(DRUM, Vec2::ZERO) });
    world.set_anchor(ParticleId(ids.start), drum);
    (world, ids)
}

fn at(world: &World, id: u32) -> Vec2 {
    world.particles().position[id as usize]
}

#[test]
fn winch_winds_up_its_rope_and_load_without_stretching_them() {
    for (mass, contact) in [(None, None), (Some(20.0), None), (Some(1.0), Some(0.015))] {
        let settings = Settings { rope_contact: contact, ..Settings::default() };
        let (mut world, ids) = winch(2.0, mass, settings);
        for step in 0..150 {
            world.step();
            let stretch = world.stretch().max;
            assert!(stretch < 0.03, "{mass:?} kg, contact {contact:?}, step {step}: {stretch}");
        }
        let end = at(&world, ids.end - 1);
        // 2.5 s at 0.6 m/s.
        assert!(end.y > -0.75 && end.y < 0.1, "{mass:?} kg, contact {contact:?}: the load is at {end}");
        assert!((at(&world, ids.start).length() - 0.3).abs() < 1e-4, "the anchor has left its drum");
    }
}

#[test]
fn trolley_carries_a_pendulum() {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
    let ids = rope(&mut world, Vec2::new(0.0, -0.1), Vec2::NEG_Y, 21, 0.02);
    let slide = Some(Slide { by: Vec2::X * 3.0, speed: 1.0 });
    let form = Form::Box { half: Vec2::new(0.2, 0.1) };
    let trolley = world.add_shape(ShapeDef { slide, ..ShapeDef::still(form, Vec2::ZERO) });
    world.set_anchor(ParticleId(ids.start), trolley);
    for _ in 0..120 {
        world.step();
        assert!(world.stretch().max < 0.01, "{}", world.stretch().max);
    }
    assert!(at(&world, ids.start).distance(Vec2::new(2.0, -0.1)) < 1e-3, "{}", at(&world, ids.start));
    assert!(at(&world, ids.end - 1).x > 1.0, "the pendulum stays behind at {}", at(&world, ids.end - 1));
}

#[test]
fn taut_rope_stops_the_shape_that_it_is_anchored_to() {
    let slide = Some(Slide { by: Vec2::Y * 3.0, speed: 1.0 });
    for (spin, slide, goal) in [(2.0, None, Vec2::ZERO), (0.0, slide, Vec2::ZERO), (0.0, None, Vec2::Y * 3.0)] {
        let (mut world, ids) = winch(spin, None, Settings::default());
        let end = ParticleId(ids.end - 1);
        world.set_pinned(end, true);
        world.set_shape_properties(ShapeId(0), ShapeProperties { spin, slide, ..ShapeProperties::default() });
        world.move_shape(ShapeId(0), goal);
        for step in 0..90 {
            world.step();
            let stretch = world.stretch().max;
            assert!(stretch < 0.05, "spin {spin}, slide {slide:?}, goal {goal}, step {step}: {stretch}");
        }
        world.set_pinned(end, false);
        let before = world.colliders().shapes()[0].pose();
        (0..30).for_each(|_| world.step());
        let after = world.colliders().shapes()[0].pose();
        let has_gone_on = after.at.distance(before.at) > 0.2 || after.turn.distance(before.turn) > 0.2;
        assert!(has_gone_on, "spin {spin}, slide {slide:?}, goal {goal}: it does not go on");
    }
}

#[test]
fn winch_tears_a_thread_and_stops_at_a_cable() {
    for tear in [None, Some(0.3)] {
        for (strength, should_tear) in [(80.0, true), (600.0, false), (35_000.0, false)] {
            let (mut world, ids) = winch(2.0, None, Settings { tear, ..Settings::default() });
            world.set_pinned(ParticleId(ids.end - 1), true);
            let material = Material { strength: Some(strength), ..Material::default() };
            let number = world.add_material(&material).expect("there is room");
            world.set_material(&ids.map(ParticleId).collect::<Vec<_>>(), number);
            for step in 0..90 {
                world.step();
                let stretch = world.stretch().max;
                assert!(stretch < 0.035, "{strength} N, tear {tear:?}, step {step}: {stretch}");
            }
            assert_eq!(world.torn_link_count() > 0, should_tear, "{strength} N, tear {tear:?}");
        }
    }
}

#[test]
fn anchor_ends_with_its_pin_or_its_shape() {
    let (world, ids) = winch(1.0, None, Settings::default());
    let top = ParticleId(ids.start);
    assert!(world.particles().pinned[top.index()] && world.anchor(top).is_some());
    let end_by = |edit: &dyn Fn(&mut World)| {
        let mut world = world.clone();
        edit(&mut world);
        assert!(world.anchors().is_empty());
        let before = world.particles().position[top.index()];
        (0..5).for_each(|_| world.step());
        world.particles().position[top.index()].distance(before) > 0.0
    };
    assert!(end_by(&|world| world.remove_shape(ShapeId(0))), "it falls without its shape");
    assert!(end_by(&|world| world.set_pinned(top, false)), "it falls once it is unpinned");
    assert!(end_by(&|world| world.set_anchor(top, None)), "it falls once it is let go");
    assert!(!end_by(&|world| world.set_pinned(top, true)), "pinned to the air, it stays");
}

#[test]
fn anchor_to_a_missing_shape_or_particle_changes_nothing() {
    let (mut world, _) = winch(1.0, None, Settings::default());
    let before = world.state_hash();
    world.set_anchor(ParticleId(3), Some(ShapeId(7)));
    world.set_anchor(ParticleId(999), Some(ShapeId(0)));
    world.set_anchor(ParticleId(3), None);
    assert_eq!(world.state_hash(), before);
}

#[test]
fn released_anchor_stays_where_it_was_dragged_on_its_shape() {
    let (mut world, ids) = winch(0.0, None, Settings::default());
    let top = ParticleId(ids.start);
    world.grab(0, top, Vec2::X * 0.3);
    world.move_grab(0, Vec2::new(0.5, 0.1));
    (0..30).for_each(|_| world.step());
    world.release(0);
    let there = at(&world, ids.start);
    assert!(there.distance(Vec2::new(0.5, 0.1)) < 1e-3, "{there}");
    world.move_shape(ShapeId(0), Vec2::X);
    (0..60).for_each(|_| world.step());
    assert!(at(&world, ids.start).distance(there + Vec2::X) < 1e-4, "{}", at(&world, ids.start));
}

#[test]
fn moved_shape_wakes_the_rope_that_hangs_from_it() {
    let (mut world, ids) = winch(0.0, None, Settings { rope_contact: Some(0.015), drag: 2.0, ..Settings::default() });
    (0..1_200).for_each(|_| world.step());
    assert!(world.sleeping_count() > 0, "the rope does not rest");
    let end = at(&world, ids.end - 1);
    world.move_shape(ShapeId(0), Vec2::Y);
    (0..60).for_each(|_| world.step());
    assert!(at(&world, ids.end - 1).y > end.y + 0.8, "the end stays at {}", at(&world, ids.end - 1));
    assert!(world.stretch().max < 0.02, "{}", world.stretch().max);
}
