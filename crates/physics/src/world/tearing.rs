//! Tearing of links by strain, before a step.

use crate::{
    fracture::strain::{GENTLE, RELIEF, StrainFracture},
    particles::distance_constraint::LinkKind,
    world::{
        World,
        data::{Bodies, Derived, Scratch},
    },
};

impl World {
    /// Breaks the links that the last step left longer than [`Settings::tear`](crate::Settings::tear) allows, and marks
    /// particles whose recoil this step limits.
    pub(crate) fn tear_overlong(&mut self) {
        self.scratch.strain_fracture.gentle.clear();
        let Some(stretch) = self.state.settings.tear else { return };
        self.find_stretched_links(stretch);
        self.scratch.broken.clear();
        if !self.scratch.strain_fracture.long.is_empty() {
            self.refresh_graph();
            self.choose_broken_links();
            self.state.counters.torn_links += self.remove_broken_links() as u64;
        }
    }

    /// Marks particles at links stretched by more than [`GENTLE`], and lists links stretched by more than `limit`.
    fn find_stretched_links(&mut self, limit: f32) {
        let Self {
            scratch: Scratch { strain_fracture: StrainFracture { gentle, long, relieved, front, .. }, broken, .. },
            bodies: Bodies { links, particles, .. },
            ..
        } = self;
        let position = &particles.position;
        let square = |stretch: f32| (1.0 + stretch) * (1.0 + stretch);
        let (gentle_from, long_from) = (square(GENTLE), square(limit));
        let mut is_stretched = false;
        gentle.resize(position.len(), false);
        long.clear();
        // Reserved in the first step, so that no later step allocates.
        long.reserve(links.len());
        broken.reserve(links.len());
        relieved.reserve(particles.len());
        front.reserve(particles.len() + 2);
        for (slot, link) in links.enumerate().filter(|(_, link)| link.kind != LinkKind::Stop) {
            let (a, b) = (link.a.index(), link.b.index());
            let along = position[b] - position[a];
            let squared = (along.x * along.x + along.y * along.y) / (link.rest_length * link.rest_length);
            if squared > gentle_from {
                (gentle[a], gentle[b], is_stretched) = (true, true, true);
                if squared > long_from {
                    long.push((squared, slot as u32));
                }
            }
        }
        if !is_stretched {
            gentle.clear();
        }
    }

    /// Chooses which overlong links break: the most stretched first, of equals the older. A break relieves the links
    /// within [`RELIEF`] of it, which then do not break in this step.
    fn choose_broken_links(&mut self) {
        let Self {
            scratch: Scratch { strain_fracture: StrainFracture { long, relieved, front, .. }, broken, .. },
            derived: Derived { adjacency, .. },
            bodies,
            ..
        } = self;
        let graph = bodies.graph(adjacency);
        long.sort_unstable_by(|(one, older), (other, newer)| other.total_cmp(one).then(older.cmp(newer)));
        relieved.clear();
        relieved.resize(bodies.particles.len(), false);
        for &(_, slot) in &*long {
            let Some(link) = bodies.links.get(slot as usize) else { continue };
            if relieved[link.a.index()] || relieved[link.b.index()] {
                continue;
            }
            broken.push(slot);
            front.clear();
            front.extend([link.a.0, link.b.0]);
            let mut from = 0;
            for _ in 0..RELIEF {
                let to = front.len();
                for index in from..to {
                    for neighbour in graph.neighbours(front[index]) {
                        if !std::mem::replace(&mut relieved[neighbour.particle as usize], true) {
                            front.push(neighbour.particle);
                        }
                    }
                }
                from = to;
            }
        }
        broken.sort_unstable();
    }
}
