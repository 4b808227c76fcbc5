//! Sleep of wheels and of what lies on them.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, Material, ParticleId, Settings, Similarity, Things, World};

use super::{RADIUS, SPOKES, at, rope_over, unit, wheel, with_contact};
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
