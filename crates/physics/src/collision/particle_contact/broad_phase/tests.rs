use super::*;
use crate::world::{Bodies, Derived, State};
use crate::{Aabb, LinkKind, Settings, World};

/// A heap of loose discs and of ropes with long and with short links. Some discs are pinned.
fn heap() -> World {
    let room = Aabb { min: Vec2::new(-1.0, 0.0), max: Vec2::new(1.0, 50.0) };
    let settings = Settings { rope_contact: Some(0.05), ..Settings::default() };
    let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
    let mut before = None;
    for number in 0..400 {
        let at = Vec2::new((number % 17) as f32 * 0.11 - 0.9, 0.06 + (number / 17) as f32 * 0.12);
        let now = world.add_particle(at + Vec2::X * (number % 3) as f32 * 0.01, 0.1, number % 41 == 7);
        if let Some(before) = before.filter(|_| number % 17 != 0 && number % 60 < 20) {
            let length = if number % 60 < 10 { 0.11 } else { 0.03 };
            world.add_link(before, now, Some(length), 1.0, LinkKind::Rope);
        }
        before = Some(now);
    }
    world
}

#[test]
fn touching_discs_are_among_the_pairs() {
    let mut world = heap();
    let (mut searched_steps, mut touching) = (0, 0);
    for step in 0..240 {
        // Discs that slept through the step are excluded, though they may be awake after it.
        let slept: Vec<bool> = (0..world.bodies.particles.len()).map(|one| world.state.sleep.is_asleep(one)).collect();
        world.step();
        let World { derived: Derived { particle_contacts: discs, .. }, bodies: Bodies { particles, .. }, .. } = &world;
        let position = &particles.position;
        let has_left = |(station, at): (&Station, &Vec2)| station.at.distance(*at) > station.limit;
        if discs.broad_phase.stations.list.iter().zip(position).any(has_left) {
            continue;
        }
        searched_steps += 1;
        let known: std::collections::BTreeSet<(u32, u32)> =
            discs.broad_phase.pairs.iter().map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b))).collect();
        for (a, b) in (0..position.len()).flat_map(|a| (a + 1..position.len()).map(move |b| (a, b))) {
            if position[a].distance(position[b]) < reach(&discs.radius, &discs.link_contacts, a, b)
                && [a, b].iter().any(|&one| !particles.pinned[one] && !slept[one])
            {
                touching += 1;
                assert!(known.contains(&(a as u32, b as u32)), "step {step}: {a} and {b}");
            }
        }
    }
    assert!(searched_steps > 100 && touching > 10_000, "{searched_steps} {touching}");
}

#[test]
fn searches_by_cells_and_by_discs_agree() {
    let mut world = heap();
    let mut seen = [0; 3];
    for step in 0..240 {
        world.step();
        let World {
            derived: Derived { particle_contacts: discs, .. },
            bodies: Bodies { particles, .. },
            state: State { sleep, settings, .. },
            ..
        } = &mut world;
        // Also without gravity, and with a pinned disc that is moved.
        let fall = if step % 3 == 0 { Vec2::ZERO } else { settings.gravity };
        let moved_pin = particles.pinned.iter().position(|pinned| *pinned).expect("one is");
        particles.displacement[moved_pin] = Vec2::new(0.0, (step % 2) as f32 * 1e-3);
        let list = |pairs: &[Pair]| -> Vec<(u32, u32, f32)> {
            pairs.iter().map(|pair| (pair.a, pair.b, pair.reach)).collect()
        };
        // First all discs have new stations, then a few.
        discs.broad_phase.begin_step();
        for is_first in [true, false] {
            if !is_first {
                particles.position.iter_mut().step_by(19).for_each(|at| at.x += 0.08);
            }
            let BroadPhase { stations, near, slop, .. } = &mut discs.broad_phase;
            stations.update(particles, &discs.radius, *slop, is_first);
            assert_eq!(near.needs_only_changed(stations), !is_first && near.is_complete);
            discs.broad_phase.fill_grid(&[]);
            let searched = Discs { particles, sleep, balls: &[], components: &Components::default() };
            discs.broad_phase.borders.clear();
            if !discs.search_by_cells(fall) {
                break;
            }
            discs.choose_pairs(searched);
            discs.put_inactive_last(searched);
            let (together, mut borders) = (list(&discs.broad_phase.pairs), list(&discs.broad_phase.borders));
            discs.broad_phase.borders.clear();
            discs.search_by_discs(searched);
            discs.broad_phase.sort_found_by_height(fall);
            assert!(together == list(&discs.broad_phase.pairs), "step {step}");
            assert!(discs.broad_phase.crowded.is_empty(), "step {step}");
            let mut expected = list(&discs.broad_phase.borders);
            for list in [&mut borders, &mut expected] {
                list.sort_unstable_by_key(|pair| (pair.0, pair.1));
            }
            assert!(borders == expected, "step {step}");
            seen[usize::from(is_first)] += together.len();
            seen[2] += borders.len();
        }
    }
    assert!(seen[0] > 50_000 && seen[1] > 50_000 && seen[2] > 100, "{seen:?}");
}
