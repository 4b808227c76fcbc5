//! Hands that press ropes between pins, themselves or by a ball on their rope.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, ParticleId, Settings, Tiling, World};

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
        for (friction, speed) in [0.0, 0.3, 1.0].into_iter().flat_map(|of| [1.0, 5.0, 15.0].map(|speed| (of, speed))) {
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

#[test]
fn hand_passes_through_a_hanging_strip_with_its_pointer() {
    for friction in [0.0, 0.3] {
        let settings = Settings { rope_contact: Some(0.03), drag: 0.3, friction, ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, None), 1);
        net(&mut world, Vec2::ZERO, [5, 30], 0.05);
        (0..30).for_each(|_| world.step());
        let from = Vec2::new(-0.5, -1.0);
        let held = world.add_particle(from, 0.02, false);
        world.grab(0, held, from);
        for step in 1..=120_u8 {
            let pointer = from + Vec2::X * (1.5 * f32::from(step) / 120.0);
            world.move_grab(0, pointer);
            world.step();
            let at = world.particles().position[held.index()];
            assert!(at.distance(pointer) < 0.01, "friction {friction}, step {step}: at {at}, the pointer at {pointer}");
        }
    }
}

#[test]
fn taut_rope_that_a_hand_pulls_down_does_not_rise() {
    for pull in [Vec2::new(0.0, -1.0), Vec2::new(0.7, -0.7)] {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        let ids = taut_rope(&mut world, Vec2::NEG_X, 2.0, 41);
        (0..240).for_each(|_| world.step());
        let held = ParticleId(ids.start + 13);
        let from = world.particles().position[held.index()];
        world.grab(0, held, from);
        for step in 1..=60 {
            world.move_grab(0, from + pull * (step as f32 / 60.0));
            world.step();
            let gone = world.particles().position[held.index()] - from;
            assert!(gone.y < 1e-3 && world.stretch().max < 0.005, "step {step}: {gone}, {}", world.stretch().max);
        }
    }
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
            assert!(sag < 0.12, "pulled by {pull}, step {step}: the plank sags by {sag} m");
        }
        world.release(0);
        for step in 1..=60 {
            world.step();
            let displacement = &world.particles().displacement;
            let fastest = displacement.iter().map(|way| way.length()).fold(0.0, f32::max) / world.substep_length();
            assert!(fastest < 20.0, "pulled by {pull}, step {step} after the release: {fastest} m/s");
        }
    }
}

#[test]
fn hand_that_bent_a_plank_goes_back_with_its_pointer() {
    let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
    let [.., middle] = plank_on_ropes(&mut world);
    (0..120).for_each(|_| world.step());
    let from = world.particles().position[middle.index()];
    world.grab(0, middle, from);
    for target in [from - Vec2::Y, from + 0.3 * Vec2::Y] {
        world.move_grab(0, target);
        (0..60).for_each(|_| world.step());
    }
    let at = world.particles().position[middle.index()];
    assert!(at.distance(from + 0.3 * Vec2::Y) < 0.01, "it is at {at}");
}

/// Tiles compute the poses of hands before the substeps, and a hand slows down by what its body does in them.
#[test]
fn held_plank_beside_a_net_moves_alike_in_tiles() {
    let end = |tiling: Tiling| {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 1);
        world.set_tiling(tiling);
        let [.., middle] = plank_on_ropes(&mut world);
        net(&mut world, Vec2::new(5.0, 0.0), [40, 40], 0.05);
        let from = world.particles().position[middle.index()];
        world.grab(0, middle, from);
        for step in 1..=30_u8 {
            world.move_grab(0, from - Vec2::Y * (f32::from(step) / 30.0));
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
