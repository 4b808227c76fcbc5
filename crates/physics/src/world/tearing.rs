//! Tearing of links by strain, before a step.

use crate::containers::{Refill, order_key, pair_key};
use crate::fracture::{MAX_RECOIL_SPEED, RELIEF_LINKS, StrainFracture, StretchedLink};
use crate::particles::{Components, ConstraintGraph, DistanceConstraint, LinkKind, Particles};
use crate::tuning::SEEN_STRETCH;
use crate::world::{Bodies, ComponentMarks, Derived, Scratch, State};

/// Lists the links to break, which the last step left longer than [`Settings::tear`](crate::Settings::tear) allows, and
/// marks particles whose recoil this step limits.
pub(crate) fn find_overlong_links(state: &State, bodies: &mut Bodies, derived: &mut Derived, scratch: &mut Scratch) {
    let (strain, broken) = (&mut scratch.fracture.strain, &mut scratch.broken);
    strain.recoiling.clear();
    broken.clear();
    let Some(limit) = state.settings.tear else { return };
    // Reserved in the first step, so that no later step allocates.
    broken.reserve(bodies.links.len());
    find_stretched_links(state, bodies, strain, limit);
    if !(state.grabs.is_empty() || state.settings.is_published()) {
        derived.refresh_graph(bodies);
        find_links_stretched_by_hands(state, bodies.graph(&derived.adjacency), strain, limit);
    }
    if !strain.overstretched.is_empty() {
        derived.refresh_graph(bodies);
        choose_broken_links(bodies.graph(&derived.adjacency), strain, broken);
    }
}

/// Marks particles at links stretched by more than [`SEEN_STRETCH`], and lists links stretched by more than `limit`.
fn find_stretched_links(state: &State, bodies: &Bodies, strain: &mut StrainFracture, limit: f32) {
    let StrainFracture { recoiling, overstretched, relieved, front, .. } = strain;
    let Bodies { particles: Particles { position, pinned, .. }, links, .. } = bodies;
    let square = |stretch: f32| (1.0 + stretch) * (1.0 + stretch);
    let (recoils_from, tears_from) = (square(SEEN_STRETCH), square(limit));
    let mut is_stretched = false;
    recoiling.resize(position.len(), false);
    overstretched.clear();
    overstretched.reserve(links.len());
    relieved.reserve(position.len());
    front.reserve(position.len() + 2);
    // The stretch of a link with compliance is no error that it would return from at once.
    let holds =
        |link: &DistanceConstraint| link.kind != LinkKind::Stop && (link.compliance == 0.0 || link.material == 0);
    for (slot, link) in links.enumerate().filter(|(_, link)| holds(link)) {
        let (a, b) = (link.a.index(), link.b.index());
        let along = position[b] - position[a];
        let squared = (along.x * along.x + along.y * along.y) / (link.rest_length * link.rest_length);
        if squared > recoils_from {
            // Pins recoil by nothing, and pass nothing on.
            (recoiling[a], recoiling[b], is_stretched) = (!pinned[a], !pinned[b], true);
            if squared > tears_from && state.tears_by_strain(link) {
                overstretched.push(StretchedLink { squared_ratio: squared, slot: slot as u32 });
            }
        }
    }
    if !is_stretched {
        recoiling.clear();
    }
}

/// Lists the links that would be longer than `limit` allows with the held particle at its hand's aim, in components
/// that are solved directly, which leaves no stretch. The recoil of a held particle is the hand's.
///
/// Sweeps leave the stretch in the links around, where a tear runs on.
fn find_links_stretched_by_hands(state: &State, graph: ConstraintGraph, strain: &mut StrainFracture, limit: f32) {
    let Particles { position, displacement, .. } = graph.particles;
    for grab in &state.grabs {
        let index = grab.particle.index();
        strain.recoiling.get_mut(index).into_iter().for_each(|recoils| *recoils = false);
        if !state.solver.was_direct(grab.particle.0) {
            continue;
        }
        let at = position[index] + grab.grip.lead(displacement[index]);
        for next in graph.neighbours(grab.particle.0) {
            let length = at.distance(position[next.particle as usize]) / next.rest_length;
            let link = graph.links.get(next.slot as usize).filter(|link| state.tears_by_strain(link));
            if link.is_some_and(|link| link.kind != LinkKind::Stop) && length > 1.0 + limit {
                strain.overstretched.push(StretchedLink { squared_ratio: length * length, slot: next.slot });
            }
        }
    }
}

/// Sets the greatest speed that links may give each particle in this step: in components with a stretched link, that of
/// a hand (m/s), and a lower one for particles in recoil.
pub(crate) fn set_speed_limits(hand_speed: f32, components: &Components, scratch: &mut Scratch) {
    let Scratch { fracture, speed_limits, marks: ComponentMarks { stretched, .. }, .. } = scratch;
    let recoiling = &fracture.strain.recoiling;
    speed_limits.clear();
    if recoiling.is_empty() {
        return;
    }
    components.refill(stretched, false);
    let numbers = components.numbers().iter().zip(recoiling);
    numbers.clone().filter(|(_, is_recoiling)| **is_recoiling).for_each(|(&number, _)| {
        stretched[number as usize] = true;
    });
    speed_limits.extend(numbers.map(|(&number, &is_recoiling)| match is_recoiling {
        true => MAX_RECOIL_SPEED,
        false if stretched[number as usize] => hand_speed,
        false => f32::INFINITY,
    }));
}

/// Chooses the overlong links that break: the most stretched first, and the older of two equally stretched ones.
///
/// A break relieves the links within [`RELIEF_LINKS`] of it, none behind a pin: they do not break in this step.
fn choose_broken_links(graph: ConstraintGraph, strain: &mut StrainFracture, broken: &mut Vec<u32>) {
    let StrainFracture { overstretched, relieved, front, .. } = strain;
    overstretched.sort_unstable_by_key(|link| pair_key([!order_key(link.squared_ratio), link.slot]));
    relieved.refill(graph.particles.len(), false);
    for &StretchedLink { slot, .. } in &*overstretched {
        let Some(link) = graph.links.get(slot as usize) else { continue };
        if relieved[link.a.index()] || relieved[link.b.index()] {
            continue;
        }
        broken.push(slot);
        let is_pinned = |particle: u32| graph.particles.pinned[particle as usize];
        front.refill_with([link.a.0, link.b.0].into_iter().filter(|&end| !is_pinned(end)));
        front.iter().for_each(|&end| relieved[end as usize] = true);
        let mut from = 0;
        for _ in 0..RELIEF_LINKS {
            let to = front.len();
            for index in from..to {
                for next in graph.neighbours(front[index]).map(|next| next.particle) {
                    if !is_pinned(next) && !std::mem::replace(&mut relieved[next as usize], true) {
                        front.push(next);
                    }
                }
            }
            from = to;
        }
    }
    broken.sort_unstable();
}
