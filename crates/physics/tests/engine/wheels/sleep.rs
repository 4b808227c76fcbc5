//! Sleep of wheels and of what lies on them.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, Material, ParticleId, Settings, Similarity, Substeps, Things, World};

use super::{RADIUS, SPOKES, at, plank, rope_over, unit, wheel, with_contact};
use crate::support::polyline;

#[test]
fn wheel_and_rope_on_it_wake_each_other() {
    // Up is between two particles of the rim, whose discs the rope does not touch.
    let middle = unit(0.25 + 0.5 / SPOKES as f32);
    let settings = Settings { gravity: middle * -9.81, ..with_contact(0.003) };
    let (mut world, hub) = (World::new(settings, Colliders::new(None, None), 1), ParticleId(0));
    wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(hub, true);
    (0..120).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize, "the wheel sleeps");
    let ids = polyline(&mut world, &[middle * 0.6 - middle.perp() * 0.06, middle * 0.6 + middle.perp() * 0.06], 0.06);
    (0..30).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), 0, "what falls on it wakes it");
    let all = world.particles().len() - 1;
    for _ in 0..2_400 {
        world.step();
        if world.sleeping_count() == all {
            break;
        }
    }
    assert_eq!(world.sleeping_count(), all, "both sleep");
    let (was, low) = (at(&world, ids.start), hub.0 + 1 + SPOKES * 3 / 4);
    let turned = at(&world, low);
    world.grab(0, ParticleId(low), turned);
    for step in 1..=30_u8 {
        world.move_grab(0, turned + turned.perp() * (0.01 * f32::from(step)));
        world.step();
    }
    assert_eq!(world.sleeping_count(), 0, "the wheel that turns wakes the rope");
    assert!(at(&world, ids.start).distance(was) > 0.05, "the rope goes with it");
}

/// A change of a world.
type Edit<'a> = &'a dyn Fn(&mut World);

#[test]
fn rope_asleep_on_a_wheel_falls_once_the_wheel_is_no_more() {
    // So thin that the rope does not rest on the particles of a broken rim.
    let (mut world, hub, ids) = rope_over(LinkKind::Rim, 0.08, Settings { drag: 2.0, ..with_contact(0.003) });
    // So that the rope does not turn the wheel.
    world.set_pinned(ParticleId(hub.0 + 1 + SPOKES * 3 / 4), true);
    let all = world.particles().len() - 2;
    (0..1_500).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), all);
    let lowest = at(&world, hub.0 + 1 + SPOKES * 3 / 4);
    let wheel = || (hub.0..=hub.0 + SPOKES).map(ParticleId);
    let near = |at: Vec2| (at - Vec2::new(0.01, 0.01), at + Vec2::new(0.01, 0.01));
    let link_middle = |ends: [Vec2; 2]| near(ends[0].midpoint(ends[1]));
    let rim = link_middle([lowest, at(&world, hub.0 + 2 + SPOKES * 3 / 4)]);
    let spoke = link_middle([lowest, at(&world, hub.0)]);
    let cut = |world: &mut World, (from, to): (Vec2, Vec2)| assert_eq!(world.cut(from, to, 0.0), 1);
    let edits: [(&str, Edit); 6] = [
        ("cut of the rim", &|world| cut(world, rim)),
        ("cut of a spoke", &|world| cut(world, spoke)),
        ("removal of the wheel", &|world| world.remove(&Things::of_particles(wheel()))),
        ("removal of the hub", &|world| world.remove(&Things::of_particles([hub]))),
        ("material of a spoke", &|world| {
            let rubber = Material { name: "rubber".to_owned(), stiffness: Some(1e4), ..Material::default() };
            let number = world.add_material(&rubber).expect("there is place");
            world.set_material(&[hub, ParticleId(hub.0 + 1 + SPOKES * 3 / 4)], number);
        }),
        ("move of the wheel", &|world| {
            world.transform(&Things::of_particles(wheel()), &Similarity::translation(Vec2::new(0.0, -3.0)), true);
        }),
    ];
    for (name, edit) in edits {
        for is_restored in [false, true] {
            let mut world = world.clone();
            if is_restored {
                let snapshot = world.snapshot(None);
                world.restore(&snapshot);
            }
            let before = world.particles().position[ids.start as usize..ids.end as usize].to_vec();
            edit(&mut world);
            (0..60).for_each(|_| world.step());
            // The rope is the last to be added.
            let now = &world.particles().position[world.particles().len() - ids.len()..];
            let moved = now.iter().zip(before).map(|(now, before)| now.distance(before)).fold(0.0, f32::max);
            assert!(moved > 0.1, "{name}, restored: {is_restored}: the rope has moved by {moved} m");
        }
    }
}

#[test]
fn rope_wakes_a_wheel_that_hangs_on_its_first_rim_particle() {
    let settings = Settings { gravity: Vec2::new(-9.81, 0.0), ..with_contact(0.003) };
    let mut world = World::new(settings, Colliders::new(None, None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(ParticleId(hub.0 + 1), true);
    (0..120).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize, "the wheel sleeps");
    // Onto the edge between two particles of the rim, whose discs the rope does not touch.
    let middle = unit(0.5 / SPOKES as f32);
    polyline(&mut world, &[middle * 0.6 - middle.perp() * 0.06, middle * 0.6 + middle.perp() * 0.06], 0.06);
    (0..30).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), 0, "what falls on it wakes it");
}

#[test]
fn ball_beside_a_wheel_sleeps_while_the_wheel_turns() {
    let (radius, gap) = (0.09, 0.15);
    let centre = -(RADIUS + gap);
    let mut world = World::new(with_contact(0.003), Colliders::new(Some(centre - radius), None), 1);
    let hub = wheel(&mut world, Vec2::ZERO, LinkKind::Rim);
    world.set_pinned(hub, true);
    let ball = world.add_particle(Vec2::new(0.0, centre), 1.0, false);
    world.add_ball(ball, radius);
    (0..240).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize + 1, "all sleeps");
    let (top, was) = (hub.0 + 1 + SPOKES / 4, at(&world, ball.0));
    let from = at(&world, top);
    world.grab(0, ParticleId(top), from);
    for step in 1..=60_u8 {
        world.move_grab(0, from + from.perp() * (0.003 * f32::from(step)));
        world.step();
        assert!(world.sleeping_count() == 1 && at(&world, ball.0) == was, "step {step}: the ball wakes");
    }
}

#[test]
fn wheel_asleep_on_two_balls_falls_once_one_is_no_more() {
    let (x, radius) = (0.3, 0.1);
    let mut world = World::new(with_contact(0.003), Colliders::new(Some(0.0), None), 1);
    let balls = [-x, x].map(|x| world.add_particle(Vec2::new(x, radius), 1.0, true));
    balls.iter().for_each(|&ball| world.add_ball(ball, radius));
    let reach = RADIUS + radius + 0.003;
    let hub = wheel(&mut world, Vec2::new(0.0, radius + (reach * reach - x * x).sqrt()), LinkKind::Rim);
    (0..600).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), SPOKES as usize + 1, "the wheel sleeps");
    let was = at(&world, hub.0);
    let mut moved = world.clone();
    moved.transform(&Things::of_particles([balls[1]]), &Similarity::translation(Vec2::X), true);
    world.remove(&Things::of_particles([balls[1]]));
    for (mut world, edit) in [(moved, "moved away"), (world, "removed")] {
        (0..120).for_each(|_| world.step());
        let fallen = was.y - world.particles().position.iter().map(|at| at.y).fold(0.0, f32::max) + RADIUS;
        assert!(fallen > 0.02, "the wheel sinks by {fallen} m with a ball {edit}");
    }
}

#[test]
fn plank_asleep_on_two_wheels_falls_once_they_are_no_more() {
    let mut world = World::new(with_contact(0.003), Colliders::default(), 1);
    let hubs = [-1.0, 1.0].map(|x| wheel(&mut world, Vec2::new(x, 0.0), LinkKind::Rim));
    hubs.iter().for_each(|&hub| world.set_pinned(hub, true));
    let ids = plank(&mut world, Vec2::new(-1.8, RADIUS + 0.001), Vec2::new(3.6, 0.1), 1);
    let all = world.particles().len() - hubs.len();
    for step in 0..1_500 {
        world.step();
        let asleep = world.sleeping_count();
        assert!(asleep == 0 || asleep == all, "step {step}: {asleep} of {all} sleep");
    }
    assert_eq!(world.sleeping_count(), all);
    let was = at(&world, ids.start);
    let low = ParticleId(hubs[1].0 + 1 + SPOKES * 3 / 4);
    let mut turned = world.clone();
    turned.grab(0, low, at(&world, low.0));
    let (centre, out) = (at(&world, hubs[1].0), Vec2::NEG_Y * RADIUS);
    for step in 1..=30_u8 {
        turned.move_grab(0, centre + Vec2::from_angle(0.01 * f32::from(step)).rotate(out));
        turned.step();
    }
    assert!(at(&turned, ids.start).x < was.x - 0.05, "the wheel takes the plank to {}", at(&turned, ids.start));
    world.remove(&Things::of_particles(hubs));
    (0..60).for_each(|_| world.step());
    let fallen = was.y - at(&world, world.particles().len() as u32 - 1).y;
    assert!(fallen > 0.5, "the plank falls by {fallen} m");
}

#[test]
fn rope_that_tears_elsewhere_does_not_change_how_sleepers_wake() {
    let settings = Settings { substeps: Substeps::Count(20), ..with_contact(0.01) };
    let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
    let ids = polyline(&mut world, &[Vec2::new(0.0, 0.01), Vec2::new(0.5, 0.01)], 0.08);
    let hung = [5.0, 4.9].map(|y| world.add_particle(Vec2::new(50.0, y), 0.1, y == 5.0));
    world.add_link(hung[0], hung[1], None, 1.0, LinkKind::Rope);
    let thread = Material { name: "thread".to_owned(), strength: Some(20.0), ..Material::default() };
    let thread = world.add_material(&thread).expect("there is place");
    (0..600).for_each(|_| world.step());
    assert_eq!(world.sleeping_count(), ids.len() + 1, "all sleeps");
    let pusher = world.add_particle(Vec2::new(-0.05, 0.01), 0.1, false);
    world.grab(0, pusher, at(&world, pusher.0));
    let step = |world: &mut World| {
        world.move_grab(0, at(world, pusher.0) + Vec2::X * 0.002);
        world.step();
    };
    let mut have_woken = false;
    for number in 0..40 {
        let [plain, torn] = [false, true].map(|tears| {
            let mut world = world.clone();
            if tears {
                world.set_material(&hung, thread);
            }
            world.set_weight(hung[1], Some(100.0));
            step(&mut world);
            assert_eq!(world.torn_link_count() > 0, tears, "step {number}");
            world.sleeping_count()
        });
        assert_eq!(plain, torn, "step {number}: sleepers");
        step(&mut world);
        have_woken |= world.sleeping_count() < ids.len();
    }
    assert!(have_woken, "the rope is not touched");
}
