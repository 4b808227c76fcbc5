//! Hits through rows: momentum goes through all that is touched, whether it slept or not.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, LinkKind, ParticleId, Settings, World};

/// Radius of the balls, m.
const RADIUS: f32 = 0.1;

/// A row of things: the particles of each, of equal mass.
type Row = Vec<Vec<ParticleId>>;

fn velocity(world: &World, id: ParticleId) -> f32 {
    world.particles().displacement[id.index()].x / world.substep_length()
}

/// The velocities of the things of a row along x, m/s.
fn velocities(world: &World, row: &Row) -> Vec<f32> {
    row.iter().map(|ids| ids.iter().map(|&id| velocity(world, id)).sum::<f32>() / ids.len() as f32).collect()
}

fn settings(restitution: f32, rope_contact: Option<f32>) -> Settings {
    Settings { drag: 0.0, friction: 0.0, restitution, rope_contact, ..Settings::default() }
}

/// Hangs particles of a thing from pins 1 m above where they are, and lifts them aside by an angle (rad) if wanted.
fn hang(world: &mut World, ids: &[ParticleId], lift: f32) -> Vec<ParticleId> {
    let mut pins = Vec::new();
    for &id in ids {
        let at = world.particles().position[id.index()];
        // Built aside: each string turns about its own pin.
        let pin = world.add_particle(at + Vec2::Y - lifted(lift), 0.1, true);
        world.add_link(pin, id, None, 1.0, LinkKind::Rope);
        pins.push(pin);
    }
    pins
}

/// From where a thing hangs to where it is when its strings of 1 m are turned by an angle (rad) to the left.
fn lifted(angle: f32) -> Vec2 {
    Vec2::new(-angle.sin(), 1.0 - angle.cos())
}

/// A cradle of balls, the first of which is held aside.
fn cradle(count: usize, gap: f32, settings: Settings) -> (World, Row) {
    let mut world = World::new(settings, Colliders::default(), 1);
    let mut row = Vec::new();
    for number in 0..count {
        let (lift, at) = (if number == 0 { 0.9 } else { 0.0 }, Vec2::X * (number as f32 * (2.0 * RADIUS + gap)));
        let ball = world.add_particle(at + lifted(lift), 1.0, number == 0);
        world.add_ball(ball, RADIUS);
        hang(&mut world, &[ball], lift);
        row.push(vec![ball]);
    }
    (world, row)
}

/// Lets the first thing of a row go once the others sleep, or have hung for 2 s. Returns the momentum per mass of the row
/// before the hit and 2 steps after its end, and the velocities then, m/s.
fn hit(world: &mut World, row: &Row) -> (f32, f32, Vec<f32>) {
    (0..120).for_each(|_| world.step());
    row[0].iter().for_each(|&id| world.set_pinned(id, false));
    let last = row.len() - 1;
    let mut before = 0.0;
    for _ in 0..120 {
        let now = velocities(world, row);
        if now[last] > 0.05 * now.iter().sum::<f32>().max(0.1) {
            (0..2).for_each(|_| world.step());
            let after = velocities(world, row);
            return (before, after.iter().sum(), after);
        }
        before = now.iter().sum();
        world.step();
    }
    (before, 0.0, velocities(world, row))
}

#[test]
fn cradles_pass_on_their_momentum() {
    let mut wrong = Vec::new();
    for (count, gap) in (2..=5).flat_map(|count| [0.0, 0.0005, 0.005].map(|gap| (count, gap))) {
        for (restitution, contact) in
            [0.0, 1.0].into_iter().flat_map(|e| [None, Some(0.02)].map(|contact| (e, contact)))
        {
            let (mut world, row) = cradle(count, gap, settings(restitution, contact));
            let (before, after, speeds) = hit(&mut world, &row);
            let case =
                format!("{count} balls, {gap} m, e = {restitution}, {contact:?}: {before} -> {after}, {speeds:?}");
            let last = speeds[count - 1];
            let is_right = (after - before).abs() < 0.05 * before
                && match (restitution, gap) {
                    (0.0, _) => speeds.iter().all(|speed| (speed * count as f32 - before).abs() < 0.1 * before),
                    (_, 0.0) => true,
                    _ => (last - before).abs() < 0.05 * before,
                };
            wrong.extend((!is_right).then_some(case));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A row of sleeping things on smooth ground, and one that is held aside on strings.
fn row_on_ground(count: usize, gap: f32, is_box: bool, settings: Settings) -> (World, Row) {
    let mut world = World::new(settings, Colliders::new(Some(0.0), None), 1);
    let (mut row, thickness) = (Vec::new(), settings.rope_contact.unwrap_or(0.0));
    for number in 0..=count {
        let lift = if number == 0 { 0.9 } else { 0.0 };
        let base = if number == 0 { lifted(lift) + 0.003 * Vec2::Y } else { Vec2::ZERO };
        if is_box {
            let width = 0.3;
            let low = base + Vec2::new(number as f32 * (width + 2.0 * thickness + gap), thickness);
            let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
            let ids = corners.map(|corner| world.add_particle(low + corner * width, 0.25, number == 0));
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
                let kind = if a + 2 == b { LinkKind::Brace } else { LinkKind::Beam };
                world.add_link(ids[a], ids[b], None, 1.0, kind);
            }
            if number == 0 {
                hang(&mut world, &ids[2..], lift);
            }
            row.push(ids.to_vec());
        } else {
            let ball =
                world.add_particle(base + Vec2::new(number as f32 * (2.0 * RADIUS + gap), RADIUS), 1.0, number == 0);
            world.add_ball(ball, RADIUS);
            if number == 0 {
                hang(&mut world, &[ball], lift);
            }
            row.push(vec![ball]);
        }
    }
    (world, row)
}

#[test]
fn sleeping_rows_pass_on_their_momentum() {
    let mut wrong = Vec::new();
    for (count, gap) in [(2, 0.001), (3, 0.0), (6, 0.001), (4, 0.005)] {
        for (is_box, restitution) in [false, true].into_iter().flat_map(|is_box| [0.0, 1.0].map(|e| (is_box, e))) {
            let (mut world, row) = row_on_ground(count, gap, is_box, settings(restitution, Some(0.02)));
            (0..120).for_each(|_| world.step());
            assert!(world.sleeping_count() >= count, "{} sleep", world.sleeping_count());
            let (before, after, speeds) = hit(&mut world, &row);
            let case = format!("{count}, {gap} m, box {is_box}, e = {restitution}: {before} -> {after}, {speeds:?}");
            wrong.extend(((after - before).abs() > 0.05 * before).then_some(case));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
