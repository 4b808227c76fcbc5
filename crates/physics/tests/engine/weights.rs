//! Weights are discs with contact, unless they are hollow.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Form, LinkKind, MAX_BALLS, ParticleId, Settings, ShapeDef, Similarity, Things, Weight, World,
};

use crate::support::{net, rope};

/// A world with a ground, m.
fn world(ground: Option<f32>) -> World {
    World::new(Settings { restitution: 0.0, ..Settings::default() }, Colliders::new(ground, None), 1)
}

fn at(world: &World, id: ParticleId) -> Vec2 {
    world.particles().position[id.index()]
}

fn velocity(world: &World, id: ParticleId) -> Vec2 {
    world.particles().displacement[id.index()] / world.substep_length()
}

/// Hangs a weight on the lower end of a rope of 1 m whose upper end is pinned at `from`, m.
fn hung(world: &mut World, from: Vec2, mass: f32) -> ParticleId {
    let end = ParticleId(rope(world, from, Vec2::NEG_Y, 9, 0.02).end - 1);
    world.set_weight(end, Some(mass));
    end
}

/// A braced box that stands at a point, with four particles of 0.1 kg.
fn stand_box(world: &mut World, at: Vec2, side: f32) -> [ParticleId; 4] {
    let corners = [(-0.5, 0.0), (0.5, 0.0), (0.5, 1.0), (-0.5, 1.0)];
    let ids = corners.map(|(x, y)| world.add_particle(at + Vec2::new(x, y) * side, 0.1, false));
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        world.add_link(ids[a], ids[b], None, 1.0, LinkKind::Beam);
    }
    for (a, b) in [(0, 2), (1, 3)] {
        world.add_link(ids[a], ids[b], None, 1.0, LinkKind::Brace);
    }
    ids
}

#[test]
fn weight_lies_on_ground_and_shape_by_its_radius_and_hollow_one_by_its_point() {
    let floor = ShapeDef::still(Form::Box { half: Vec2::new(2.0, 0.2) }, Vec2::new(5.0, -0.2));
    for (mass, is_hollow) in [(0.2, false), (2.0, false), (50.0, false), (2.0, true)] {
        let mut world = world(Some(0.0));
        assert!(world.add_shape(floor).is_some());
        let ends = [0.0, 5.0].map(|x| hung(&mut world, Vec2::new(x, 2.0), mass));
        for end in ends {
            world.set_solid(end, !is_hollow);
            world.set_pinned(ParticleId(end.0 - 8), false);
        }
        (0..300).for_each(|_| world.step());
        let radius = if is_hollow { 0.0 } else { Weight::radius(mass) };
        for end in ends {
            let height = at(&world, end).y;
            assert!((height - radius).abs() < 0.002, "{mass} kg, hollow: {is_hollow}: {height} m, not {radius} m");
        }
    }
}

#[test]
fn weights_hit_each_other_and_hollow_ones_do_not() {
    for is_hollow in [false, true] {
        let mut world = world(None);
        let other = hung(&mut world, Vec2::ZERO, 1.0);
        let swinging = ParticleId(rope(&mut world, Vec2::new(0.1, 0.0), Vec2::X, 9, 0.02).end - 1);
        world.set_weight(swinging, Some(1.0));
        [other, swinging].into_iter().for_each(|end| world.set_solid(end, !is_hollow));
        let furthest = (0..60).map(|_| {
            world.step();
            at(&world, other).x.abs()
        });
        let furthest = furthest.fold(0.0, f32::max);
        assert!(if is_hollow { furthest < 1e-4 } else { furthest > 0.2 }, "hollow: {is_hollow}: {furthest} m");
    }
}

#[test]
fn disc_follows_the_mass_of_its_weight_and_leaves_with_it() {
    let mut world = world(None);
    let end = hung(&mut world, Vec2::ZERO, 1.0);
    let bare = world.state_hash();
    world.set_ball_radius(end, 3.0);
    world.set_weight(end, Some(8.0));
    let ball = world.ball(end).expect("a weight is a ball");
    assert!((ball.radius - 0.22).abs() < 1e-6 && ball.follows_weight, "{ball:?}");
    world.set_solid(end, false);
    world.set_weight(end, Some(1.0));
    assert!(world.ball(end).is_none(), "another mass leaves it hollow");
    world.set_solid(end, true);
    assert_eq!(world.state_hash(), bare);
    world.set_weight(end, None);
    assert!(world.balls().is_empty() && world.weights().is_empty());
    world.add_ball(end, 0.3);
    world.set_weight(end, Some(5.0));
    world.set_solid(end, false);
    assert_eq!(world.ball(end).map(|ball| ball.radius), Some(0.3), "a ball of its own keeps its radius");
}

#[test]
fn weights_beyond_the_most_balls_are_hollow() {
    let mut world = world(None);
    let ids: Vec<_> = (0..=MAX_BALLS).map(|k| world.add_particle(Vec2::X * k as f32, 0.1, false)).collect();
    ids.iter().rev().for_each(|&id| world.set_weight(id, Some(1.0)));
    assert_eq!((world.weights().len(), world.balls().len()), (MAX_BALLS + 1, MAX_BALLS));
    assert!(world.ball(ids[0]).is_none() && world.balls().is_sorted_by_key(|ball| ball.particle));
    world.remove(&Things::of_particles([ids[9]]));
    world.set_solid(ids[0], true);
    assert!(world.ball(ids[0]).is_some());
}

#[test]
fn copies_of_weights_are_as_solid_and_scaled_ones_as_large() {
    let mut world = world(None);
    let ends = [0.0, 1.0].map(|x| hung(&mut world, Vec2::new(x, 0.0), 2.0));
    world.set_solid(ends[1], false);
    let everything = world.all_things();
    let similarity = Similarity { scale: 2.0, by: Vec2::X * 5.0, ..Similarity::default() };
    world.insert(&world.clip(&everything).transformed(&similarity));
    world.transform(&everything, &similarity, true);
    let radii: Vec<_> = world.weights().iter().map(|weight| world.ball(weight.particle)).collect();
    let radii: Vec<_> = radii.iter().map(|ball| ball.map(|ball| ball.radius)).collect();
    let solid = Some(Weight::radius(2.0));
    assert_eq!(radii, [solid, None, solid, None]);
}

/// Greatest speed of a particle in some steps, m/s.
fn fastest_in(world: &mut World, steps: usize) -> f32 {
    let count = world.particles().len() as u32;
    let mut fastest: f32 = 0.0;
    for _ in 0..steps {
        world.step();
        fastest = (0..count).map(|id| velocity(world, ParticleId(id)).length()).fold(fastest, f32::max);
    }
    fastest
}

#[test]
fn weight_hung_among_things_that_it_overlaps_stays_calm() {
    // In an obstacle, and beside another weight.
    let mut inside = world(None);
    let end = ParticleId(rope(&mut inside, Vec2::ZERO, Vec2::NEG_Y, 9, 0.02).end - 1);
    assert!(inside.add_shape(ShapeDef::still(Form::Circle { radius: 0.2 }, Vec2::new(0.25, -1.0))).is_some());
    hung(&mut inside, Vec2::new(-0.15, 0.0), 1.0);
    (0..120).for_each(|_| inside.step());
    inside.set_weight(end, Some(2.0));
    let fastest = fastest_in(&mut inside, 60);
    assert!(fastest < 0.1, "beside others: {fastest} m/s");
    // In a net, whose knots are nearer than the links to them are long.
    let mut meshes = world(None);
    let first = net(&mut meshes, Vec2::ZERO, [20, 20], 0.1);
    (0..20).for_each(|column| meshes.set_pinned(ParticleId(first + column), true));
    let knot = ParticleId(first + 19 * 20 + 10);
    (0..300).for_each(|_| meshes.step());
    let mut hollow = meshes.clone();
    for (world, is_hollow) in [(&mut meshes, false), (&mut hollow, true)] {
        world.set_weight(knot, Some(10.0));
        world.set_solid(knot, !is_hollow);
        (0..120).for_each(|_| world.step());
    }
    let apart = at(&meshes, knot).distance(at(&hollow, knot));
    assert!(apart < 0.01, "in a net: {apart} m from where it hangs hollow");
}

#[test]
fn weight_on_the_corner_of_a_box_leaves_the_box_calm() {
    let mut world = world(Some(0.0));
    let ids = stand_box(&mut world, Vec2::ZERO, 0.5);
    (0..60).for_each(|_| world.step());
    world.set_weight(ids[2], Some(0.5));
    let fastest = fastest_in(&mut world, 120);
    assert!(fastest < 0.1 && at(&world, ids[2]).distance(Vec2::splat(0.5) - Vec2::X * 0.25) < 0.01, "{fastest} m/s");
}

#[test]
fn solid_bob_keeps_the_energy_of_a_swing() {
    // Heavier than their ropes, which a whip would throw onto them.
    for (links, mass) in [(2, 1.0), (8, 1.0), (8, 20.0)] {
        let mut world = World::new(Settings { drag: 0.0, ..Settings::default() }, Colliders::default(), 1);
        let end = ParticleId(rope(&mut world, Vec2::ZERO, Vec2::new(0.8, -0.6), links + 1, 0.02).end - 1);
        world.set_weight(end, Some(mass));
        let masses = world.particles().mass.iter().enumerate();
        let potential = |(index, mass): (usize, &f32)| -9.81 * f64::from(mass * index as f32 / f32::from(links));
        let lowest: f64 = masses.map(potential).sum();
        let start = world.energy().total() - lowest;
        (0..1_200).for_each(|_| world.step());
        let share = (world.energy().total() - lowest) / start;
        assert!((0.98..1.002).contains(&share), "{links} links, {mass} kg: {share}");
    }
}

/// Lets the first of five pendulums go whose bobs, 1 kg each, hang a gap (m) apart. Returns its speed before the hit as
/// theory says, and the speed of the last and the greatest of the others after it, m/s.
fn cradle(gap: f32) -> [f32; 3] {
    let settings = Settings { drag: 0.0, friction: 0.0, restitution: 1.0, ..Settings::default() };
    let mut world = World::new(settings, Colliders::default(), 1);
    let angle = 0.6_f32;
    let bobs: Vec<_> = (0..5_u8)
        .map(|number| {
            let pin = Vec2::X * (f32::from(number) * (2.0 * Weight::radius(1.0) + gap));
            let by = if number == 0 { Vec2::new(-angle.sin(), -angle.cos()) } else { Vec2::NEG_Y };
            let end = ParticleId(rope(&mut world, pin, by, 9, 0.001).end - 1);
            world.set_weight(end, Some(1.0));
            end
        })
        .collect();
    let (mut last, mut others) = (0.0, 0.0);
    for _ in 0..45 {
        world.step();
        let speeds = bobs.iter().map(|&bob| velocity(&world, bob).length());
        let speeds: Vec<f32> = speeds.collect();
        if speeds[4] > last {
            (last, others) = (speeds[4], speeds[..4].iter().copied().fold(0.0, f32::max));
        }
    }
    [(2.0 * 9.81 * (1.0 - angle.cos())).sqrt(), last, others]
}

#[test]
fn last_of_five_pendulums_leaves_alone_at_the_speed_of_the_first() {
    // Without a gap all hits are one, and several leave: see `hits`.
    let gaps = [0.001, 0.005];
    let is_wrong =
        |&(_, [first, last, others]): &(f32, [f32; 3])| (last / first - 1.0).abs() > 0.05 || others > 0.05 * first;
    let wrong: Vec<_> = gaps.into_iter().map(|gap| (gap, cradle(gap))).filter(is_wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn wrecking_ball_of_1000_to_1_knocks_over_a_tower_and_passes_nothing() {
    let mut world = World::new(Settings::default(), Colliders::new(Some(0.0), None), 1);
    let boxes: Vec<_> =
        (0..5u8).map(|level| stand_box(&mut world, Vec2::new(0.0, 0.01 + 0.52 * f32::from(level)), 0.5)).collect();
    (0..60).for_each(|_| world.step());
    let standing = at(&world, boxes[4][2]).y;
    assert!(standing > 2.5, "the tower stands: {standing} m");
    let pin = Vec2::new(-1.0, 4.5);
    let ball = ParticleId(rope(&mut world, pin, Vec2::new(-2.6, -1.5), 25, 0.1).end - 1);
    world.set_weight(ball, Some(100.0));
    let radius = Weight::radius(100.0);
    let mut deepest: f32 = 0.0;
    for _ in 0..300 {
        world.step();
        let centre = at(&world, ball);
        for &id in boxes.iter().flatten() {
            deepest = deepest.max(radius - at(&world, id).distance(centre));
        }
        for ids in &boxes {
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                let (a, b) = (at(&world, ids[a]), at(&world, ids[b]));
                let share = ((centre - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                deepest = deepest.max(radius - (a + (b - a) * share).distance(centre));
            }
        }
    }
    let highest = boxes.iter().flatten().map(|id| at(&world, *id).y).fold(0.0, f32::max);
    assert!(highest < 1.6, "the tower still stands: {highest} m");
    assert!(deepest < 0.1 * radius, "the ball is {deepest} m deep in a box; its radius is {radius} m");
    assert!(world.stretch().max < 0.02, "{:?}", world.stretch());
}
