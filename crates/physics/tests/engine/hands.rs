//! Hands of limited force: what they hold does not stretch, tremble or shoot off, and is pulled, thrown and torn.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Hand, LinkKind, ParticleId, Settings, SweepOrder, Tiling, World};

use crate::support::{net, taut_rope};

/// A bar: a rope of 2.1 m between two pins 2 m apart at a height of 0, with rope contact.
fn world_with_bar(friction: f32) -> World {
    let settings = Settings { rope_contact: Some(0.03), drag: 0.3, friction, ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let ids = taut_rope(&mut world, Vec2::new(-1.0, 0.0), 2.1, 42);
    let last = ParticleId(ids.end - 1);
    world.grab(9, last, Vec2::new(1.1, 0.0));
    for step in 1..=60 {
        world.move_grab(9, Vec2::new(1.1 - 0.1 * step as f32 / 60.0, 0.0));
        world.step();
    }
    world.release(9);
    (0..60).for_each(|_| world.step());
    world
}

/// A ball over the bar on a link through it, the end of which a hand takes.
fn ball_over_the_bar(world: &mut World) -> ParticleId {
    let ball = world.add_particle(Vec2::new(0.0, 0.4), 0.8, false);
    world.add_ball(ball, 0.2);
    let end = world.add_particle(Vec2::new(0.0, -0.6), 0.02, false);
    world.add_link(ball, end, None, 1.0, LinkKind::Rope);
    end
}

/// Leads a held particle below the bar and about, at a speed (m/s). Returns the greatest stretch, and that in the last
/// second, when the hand waits.
fn lead(world: &mut World, held: ParticleId, speed: f32) -> [f64; 2] {
    let mut pointer = world.particles().position[held.index()];
    world.grab(0, held, pointer);
    let (mut most, mut at_rest) = (0.0_f64, 0.0_f64);
    for to in [Vec2::new(0.3, -2.5), Vec2::new(-1.0, -3.0), Vec2::new(1.0, -2.0)] {
        let way = to - pointer;
        let steps = (way.length() * 60.0 / speed).ceil() as u16;
        for step in 1..=steps + 60 {
            world.move_grab(0, pointer + way * (f32::from(step) / f32::from(steps)).min(1.0));
            world.step();
            most = most.max(world.stretch().max);
            at_rest = if step > steps + 30 { at_rest.max(world.stretch().max) } else { at_rest };
        }
        pointer = to;
    }
    [most, at_rest]
}

#[test]
fn hand_hardly_stretches_what_it_presses_itself_or_by_a_ball() {
    type Scene = fn(&mut World) -> ParticleId;
    let finger: Scene = |world| world.add_particle(Vec2::new(0.2, 0.3), 0.02, false);
    for (name, scene) in [("finger", finger), ("ball", ball_over_the_bar)] {
        for (friction, speed) in [(0.0, 15.0), (0.3, 5.0), (1.0, 1.0), (1.0, 15.0)] {
            let mut world = world_with_bar(friction);
            let held = scene(&mut world);
            let [most, at_rest] = lead(&mut world, held, speed);
            let case = format!("{name}, friction {friction}, {speed} m/s");
            assert!(most < 0.08 && at_rest < 0.06, "{case}: stretched by {most}, by {at_rest} at rest");
            let lowest = world.particles().position[held.index()].y;
            assert!(lowest > -1.2, "{case}: it went through the bar to {lowest} m");
        }
    }
}

#[test]
fn hand_leaves_a_taut_rope_that_it_pressed_at_once() {
    let mut world = world_with_bar(0.3);
    let held = ball_over_the_bar(&mut world);
    lead(&mut world, held, 5.0);
    let up = Vec2::new(0.7, 1.0);
    for _ in 0..30 {
        world.move_grab(0, up);
        world.step();
    }
    let at = world.particles().position[held.index()];
    assert!(at.distance(up) < 1e-3, "it is at {at}");
}

/// A plank of 15 bays on two ropes: its ends, and its middle below.
fn plank_on_ropes(world: &mut World) -> [ParticleId; 3] {
    let (bays, bay, thickness) = (15_u32, 2.168 / 15.0, 0.08);
    let first = world.particles().len() as u32;
    for (row, column) in (0..2_u32).flat_map(|row| (0..=bays).map(move |column| (row, column))) {
        world.add_particle(Vec2::new(column as f32 * bay, -(row as f32) * thickness), 0.054, false);
    }
    let id = |row: u32, column: u32| ParticleId(first + row * (bays + 1) + column);
    for column in 0..=bays {
        world.add_link(id(0, column), id(1, column), None, 1.0, LinkKind::Beam);
        if column < bays {
            for (a, b) in [(id(0, column), id(0, column + 1)), (id(1, column), id(1, column + 1))] {
                world.add_link(a, b, None, 1.0, LinkKind::Beam);
            }
            for (a, b) in [(id(0, column), id(1, column + 1)), (id(1, column), id(0, column + 1))] {
                world.add_link(a, b, None, 1.0, LinkKind::Brace);
            }
        }
    }
    let ends = [id(0, 0), id(0, bays)];
    for end in ends {
        let at = world.particles().position[end.index()];
        let mut last = end;
        for link in 1..=26_u16 {
            let next = world.add_particle(at + Vec2::Y * (f32::from(link) * 0.077), 0.02, link == 26);
            world.add_link(last, next, None, 1.0, LinkKind::Rope);
            last = next;
        }
    }
    [ends[0], ends[1], id(1, 8)]
}

/// Speed of the fastest particle, m/s.
fn fastest(world: &World) -> f32 {
    let ways = world.particles().displacement.iter().map(|way| way.length());
    ways.fold(0.0, f32::max) / world.substep_length()
}

#[test]
fn plank_bends_little_under_a_hand_and_does_not_shoot_off() {
    for pull in [Vec2::new(0.0, -1.3), Vec2::new(0.6, -1.3)] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        let [left, right, middle] = plank_on_ropes(&mut world);
        (0..120).for_each(|_| world.step());
        let from = world.particles().position[middle.index()];
        let sag = |world: &World| {
            let [left, right, middle] = [left, right, middle].map(|of| world.particles().position[of.index()]);
            left.midpoint(right).distance(middle)
        };
        let at_rest = sag(&world);
        world.grab(0, middle, from);
        for step in 1..=180_u16 {
            world.move_grab(0, from + pull * (f32::from(step) / 60.0).min(1.0));
            world.step();
            let sag = sag(&world) - at_rest;
            assert!(sag < 0.13, "pulled by {pull}, step {step}: the plank sags by {sag} m");
        }
        world.release(0);
        for step in 1..=60 {
            world.step();
            let fastest = fastest(&world);
            assert!(fastest < 20.0, "pulled by {pull}, step {step} after the release: {fastest} m/s");
        }
    }
}

#[test]
fn held_things_move_alike_in_tiles() {
    let end = |tiling: Tiling| {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        world.set_tiling(tiling);
        world.set_threads(2);
        let [.., middle] = plank_on_ropes(&mut world);
        let first = net(&mut world, Vec2::new(5.0, 0.0), [100, 100], 0.05);
        for (pointer, held) in [(0, middle), (1, ParticleId(first + 7_500)), (2, ParticleId(first))] {
            world.grab(pointer, held, world.particles().position[held.index()]);
        }
        for step in 1..=20 {
            for pointer in 0..if step <= 12 { 3 } else { 0 } {
                let at = world.grabs()[pointer as usize].pointer();
                world.move_grab(pointer, at - Vec2::new(0.1, 0.05));
            }
            if step == 13 {
                (0..3).for_each(|pointer| world.release(pointer));
            }
            world.step();
        }
        world.state_hash()
    };
    assert_eq!(end(Tiling::Always), end(Tiling::Never));
}

#[test]
fn hand_tears_a_plank_that_may_tear() {
    let mut world = World::new(Settings { tear: Some(0.3), ..Settings::default() }, Colliders::new(None, None), 1);
    let [left, right, middle] = plank_on_ropes(&mut world);
    for end in [left, right] {
        world.set_pinned(end, true);
    }
    let from = world.particles().position[middle.index()];
    world.grab(0, middle, from);
    for step in 1..=60_u8 {
        world.move_grab(0, from - Vec2::Y * (f32::from(step) / 30.0));
        world.step();
    }
    assert!(world.torn_link_count() > 0, "it holds");
}

#[test]
fn stacked_boxes_pulled_at_a_corner_stay_on_earth() {
    for way in [Vec2::new(0.0, -1.0), Vec2::new(-0.6, -0.8), Vec2::new(0.8, -0.3)] {
        let mut world = World::new(Settings { drag: 0.3, ..Settings::default() }, Colliders::new(Some(0.0), None), 1);
        let mut corner = ParticleId(0);
        for bottom in [0.02, 0.44] {
            let at = |x: f32, y: f32| Vec2::new(x, bottom + y);
            let ids = [at(0.0, 0.0), at(0.4, 0.0), at(0.4, 0.4), at(0.0, 0.4)];
            let ids = ids.map(|at| world.add_particle(at, 0.1, false));
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
                world.add_link(ids[a], ids[b], None, 1.0, LinkKind::Beam);
            }
            corner = ids[2];
        }
        (0..60).for_each(|_| world.step());
        let start = world.particles().position[corner.index()];
        world.grab(0, corner, start);
        let at = |world: &World, id: ParticleId| world.particles().position[id.index()];
        for step in 1..=45_u8 {
            world.move_grab(0, start + way * (f32::from(step) / 30.0).min(1.0));
            world.step();
            let strains = world.links().map(|link| at(&world, link.a).distance(at(&world, link.b)) / link.rest_length);
            let strain = strains.map(|length| (length - 1.0).abs()).fold(0.0, f32::max);
            assert!(strain < 0.05, "pulled by {way}, step {step}: strained by {strain}");
        }
        world.release(0);
        for step in 1..=60 {
            world.step();
            let fastest = fastest(&world);
            assert!(fastest < 8.0, "pulled by {way}, step {step} after the release: {fastest} m/s");
        }
    }
}

#[test]
fn held_end_of_a_rope_neither_lags_nor_trembles() {
    let mut world = World::new(Settings { drag: 0.3, ..Settings::default() }, Colliders::new(None, None), 1);
    let ids = taut_rope(&mut world, Vec2::ZERO, 4.0, 41);
    world.set_pinned(ParticleId(ids.end - 1), false);
    let held = ParticleId(ids.end - 1);
    world.grab(0, held, Vec2::new(4.0, 0.0));
    for step in 1..=60_u8 {
        world.move_grab(0, Vec2::new(4.0 - 2.0 * f32::from(step) / 60.0, 0.0));
        world.step();
        let gap = world.particles().position[held.index()].distance(world.grabs()[0].pointer());
        assert!(step < 30 || gap < 1e-3, "step {step}: {gap} m behind");
    }
    (0..240).for_each(|_| world.step());
    let rest = world.particles().position[held.index()];
    for _ in 0..60 {
        world.step();
        let off = world.particles().position[held.index()].distance(rest);
        assert!(off < 1e-3, "it trembles by {off} m");
    }
}

#[test]
fn hand_of_a_set_force_lifts_what_is_lighter() {
    let lifted = |force: f32| {
        let settings = Settings { hand: Hand::Newtons(force), ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
        let stone = world.add_particle(Vec2::ZERO, 10.0, false);
        world.grab(0, stone, Vec2::ZERO);
        world.move_grab(0, Vec2::Y);
        (0..120).for_each(|_| world.step());
        world.particles().position[stone.index()].y
    };
    assert!(lifted(90.0) < 1e-3, "9 kg");
    assert!((lifted(150.0) - 1.0).abs() < 1e-2, "15 kg");
}

#[test]
fn thrown_ball_keeps_its_speed_at_the_release() {
    let mut world = World::new(Settings::default(), Colliders::default(), 1);
    let ball = world.add_particle(Vec2::ZERO, 0.5, false);
    world.grab(0, ball, Vec2::ZERO);
    for step in 1..=30_u8 {
        world.move_grab(0, Vec2::X * (0.1 * f32::from(step)));
        world.step();
    }
    world.release(0);
    (0..10).for_each(|_| world.step());
    let speed = world.particles().displacement[ball.index()].x / world.substep_length();
    assert!((speed - 6.0).abs() < 0.05, "{speed} m/s");
}

#[test]
fn held_pin_carries_its_rope_and_is_pinned_where_it_is_released() {
    for order in [SweepOrder::Colour, SweepOrder::Sequence] {
        let mut world = World::new(Settings { order, ..Settings::default() }, Colliders::default(), 1);
        let ids = taut_rope(&mut world, Vec2::ZERO, 1.0, 11);
        let [pin, end] = [ids.start, ids.end - 1].map(ParticleId);
        world.set_pinned(end, false);
        world.grab(0, pin, Vec2::ZERO);
        assert!(world.is_pinned(pin) && !world.is_pinned(end), "{order:?}");
        for step in 1..=60_u8 {
            world.move_grab(0, Vec2::new(0.0, 2.0) * (f32::from(step) / 60.0));
            world.step();
        }
        world.release(0);
        (0..60).for_each(|_| world.step());
        let at = world.particles().position[pin.index()];
        assert!(world.particles().pinned[pin.index()] && at.distance(Vec2::new(0.0, 2.0)) < 1e-3, "{order:?}: {at}");
        // Unpinned while it is held, it falls once it is released.
        world.grab(0, pin, at);
        world.set_pinned(pin, false);
        assert!(!world.is_pinned(pin), "{order:?}");
        (0..30).for_each(|_| world.step());
        world.release(0);
        (0..30).for_each(|_| world.step());
        let at = world.particles().position[pin.index()];
        assert!(at.y < 1.5, "{order:?}: it hangs at {at}");
    }
}
