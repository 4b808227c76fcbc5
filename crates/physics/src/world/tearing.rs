//! Tearing of links by strain, before a step.

use crate::containers::{Refill, order_key, pair_key};
use crate::fracture::{MIN_RECOIL_STRETCH, RELIEF_LINKS, StrainFracture, StretchedLink};
use crate::particles::{DistanceConstraint, LinkKind, Particles};
use crate::world::{Scratch, World};

impl World {
    /// Breaks the links that the last step left longer than [`Settings::tear`](crate::Settings::tear) allows, and marks
    /// particles whose recoil this step limits.
    pub(crate) fn tear_overlong(&mut self) {
        self.scratch.fracture.strain.recoiling.clear();
        let Some(stretch) = self.state.settings.tear else { return };
        self.find_stretched_links(stretch);
        self.scratch.broken.clear();
        if !self.scratch.fracture.strain.overstretched.is_empty() {
            self.refresh_graph();
            self.choose_broken_links();
            self.state.counters.torn_links += self.remove_broken_links() as u64;
        }
    }

    /// Marks particles at links stretched by more than [`MIN_RECOIL_STRETCH`], and lists links stretched by more than
    /// `limit`.
    fn find_stretched_links(&mut self, limit: f32) {
        let Scratch { fracture, broken, .. } = &mut self.scratch;
        let StrainFracture { recoiling, overstretched, relieved, front, .. } = &mut fracture.strain;
        let (Particles { position, pinned, .. }, links) = (&self.bodies.particles, &self.bodies.links);
        let state = &self.state;
        let square = |stretch: f32| (1.0 + stretch) * (1.0 + stretch);
        let (recoils_from, tears_from) = (square(MIN_RECOIL_STRETCH), square(limit));
        let mut is_stretched = false;
        recoiling.resize(position.len(), false);
        overstretched.clear();
        // Reserved in the first step, so that no later step allocates.
        overstretched.reserve(links.len());
        broken.reserve(links.len());
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

    /// Chooses the overlong links that break: the most stretched first, and the older of two equally stretched ones.
    ///
    /// A break relieves the links within [`RELIEF_LINKS`] of it, none behind a pin: they do not break in this step.
    fn choose_broken_links(&mut self) {
        let Scratch { fracture, broken, .. } = &mut self.scratch;
        let StrainFracture { overstretched, relieved, front, .. } = &mut fracture.strain;
        let graph = self.bodies.graph(&self.derived.adjacency);
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
}
