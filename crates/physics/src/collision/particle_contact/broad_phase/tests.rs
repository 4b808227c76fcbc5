use super::*;
use crate::world::{Bodies, Derived};
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
