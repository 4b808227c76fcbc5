//! Strength: the tension at which a link tears.

use super::*;

#[test]
fn link_tears_at_its_strength() {
    for stiffness in [None, Some(2_000.0)] {
        for (links, substeps) in [(1, 8), (10, 60), (40, 30)] {
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
        world.grab(0, ids[10], Vec2::new(0.0, -1.0));
        world.move_grab(0, Vec2::new(0.0, -3.0));
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
fn hand_tears_thread_and_no_rope() {
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
fn hand_tears_no_cable_that_a_thread_hangs_on() {
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
        assert!(held.length() < 1.001, "the hand draws the cable out to {held}");
    }
    assert_eq!(world.torn_link_count(), 0);
    // Held by the thread, the hand tears it once the cable is pinned.
    world.release(0);
    world.set_pinned(cable[10], true);
    world.grab(0, string[10], world.particles().position[string[10].index()]);
    for k in 0..60 {
        world.move_grab(0, Vec2::new(0.1 * k as f32, -1.0));
        world.step();
    }
    assert!(world.torn_link_count() > 0, "the thread holds the hand");
}
