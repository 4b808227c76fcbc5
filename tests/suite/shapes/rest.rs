//! Rest on obstacles: calm, unstretched, and without gain of energy.

use glam::Vec2;
use ropewalk::physics::{LinkKind, ParticleId, Settings, StrandSolver};

use super::{circle, fall_onto, lay, playground, steps, straight, world};

#[test]
#[ignore = "long: run in release by .ci/run"]
fn still_obstacles_add_no_energy() {
    for (restitution, friction, strands) in [(0.3, 0.5, StrandSolver::Auto), (1.0, 0.5, StrandSolver::Off)] {
        let settings = Settings { restitution, friction, strands, ..Settings::default() };
        let mut world = fall_onto(settings, &playground());
        let start = world.energy().total();
        let mut lowest = start;
        // The energy that lifts all of it by a metre.
        let scale = 9.81 * world.particles().mass.iter().map(|&mass| f64::from(mass)).sum::<f64>();
        for step in 0..1_800 {
            world.step();
            let energy = world.energy().total();
            let case = format!("restitution {restitution}, friction {friction}, {strands:?}, step {step}");
            assert!(energy <= start + 1e-4 * scale, "{case}: {energy} J from {start} J");
            assert!(energy <= lowest + 0.02 * scale, "{case}: {energy} J after {lowest} J");
            lowest = lowest.min(energy);
        }
        assert!(lowest < start - 0.1 * scale, "nothing fell");
    }
}

#[test]
fn taut_rope_lies_on_a_post_calm_and_unstretched() {
    for strands in [StrandSolver::Off, StrandSolver::Auto] {
        for (links, radius) in [(60, 0.15), (16, 0.03)] {
            let settings = Settings { strands, drag: 0.3, ..Settings::default() };
            let mut world = world(settings, &[circle(Vec2::new(0.1, 0.0), radius)]);
            // Laid in two straight parts over the post, with a little slack.
            let (left, top, right) =
                (Vec2::new(-1.0, -0.2), Vec2::new(0.1, 1.06 * radius + 0.005), Vec2::new(1.0, -0.25));
            let places = straight(left, top, links / 2).chain(straight(top, right, links / 2).skip(1));
            let ids = lay(&mut world, places, 0.02);
            for end in [ids[0], ids[ids.len() - 1]] {
                world.set_pinned(end, true);
            }
            steps(&mut world, 900);
            let mut longest = 0.0f64;
            let before = world.particles().position.clone();
            for _ in 0..120 {
                world.step();
                longest = longest.max(world.stretch().max);
            }
            let moved = world.particles().position.iter().zip(&before).map(|(now, before)| now.distance(*before));
            let moved = moved.fold(0.0, f32::max);
            assert!(longest < 0.01 && moved < 2e-3, "{strands:?}, {links} links: stretch {longest}, moved {moved} m");
        }
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn cloth_over_a_post_does_not_stretch() {
    const COLUMNS: u32 = 30;
    let mut world = world(Settings { drag: 0.5, ..Settings::default() }, &[circle(Vec2::new(0.1, -0.8), 0.25)]);
    let spacing = 1.8 / COLUMNS as f32;
    for (row, column) in (0..COLUMNS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let place = Vec2::new(-0.9 + spacing * column as f32, 1.0 - 0.3 * spacing * row as f32);
        let id = world.add_particle(place, 0.002, row == 0 && column % (COLUMNS - 1) == 0);
        if column > 0 {
            world.add_link(ParticleId(id.0 - 1), id, None, 1.0, LinkKind::Cloth);
        }
        if row > 0 {
            world.add_link(ParticleId(id.0 - COLUMNS), id, Some(spacing), 1.0, LinkKind::Cloth);
        }
    }
    for step in 0..150 {
        world.step();
        assert!(world.stretch().max < 0.3, "step {step}: {}", world.stretch().max);
    }
    world.set_settings(Settings { drag: 3.0, ..*world.settings() });
    steps(&mut world, 120);
    assert!(world.stretch().max < 0.1, "{}", world.stretch().max);
}
