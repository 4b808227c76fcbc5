//! Tearing of links by strain.

use crate::{
    fracture::strain::{GENTLE, RELIEF, StrainFracture},
    particles::{constraint_graph::ConstraintGraph, distance_constraint::LinkKind},
    world::{
        World,
        data::{Bodies, Derived, Scratch},
    },
};

impl World {
    /// Breaks, before a step, the links that the last one has left too long, and marks what is to be drawn in gently in
    /// this step. One look at each link, and nothing where tearing is off.
    pub(crate) fn tear(&mut self) {
        self.scratch.strain_fracture.gentle.clear();
        let Some(stretch) = self.state.settings.tear else { return };
        self.find_long(stretch);
        self.scratch.broken.clear();
        if !self.scratch.strain_fracture.long.is_empty() {
            self.refresh_web();
            self.choose_broken();
            self.state.counters.torn += self.sever() as u64;
        }
    }

    /// Finds what is stretched, and what by more than `stretch`.
    fn find_long(&mut self, stretch: f32) {
        let Self {
            scratch: Scratch { strain_fracture: StrainFracture { gentle, long, relieved, front, .. }, broken, .. },
            bodies: Bodies { links, particles, .. },
            ..
        } = self;
        let position = &particles.position;
        let square = |share: f32| (1.0 + share) * (1.0 + share);
        let (gentle_from, long_from) = (square(GENTLE), square(stretch));
        let mut is_stretched = false;
        gentle.resize(position.len(), false);
        long.clear();
        // All that any step could need, in the first: a violent one is not the moment to ask for memory.
        long.reserve(links.len());
        broken.reserve(links.len());
        relieved.reserve(particles.len());
        front.reserve(particles.len() + 2);
        for (slot, link) in links.enumerate().filter(|(_, link)| link.kind != LinkKind::Stop) {
            let (a, b) = (link.a.index(), link.b.index());
            let way = position[b] - position[a];
            let squared = (way.x * way.x + way.y * way.y) / (link.rest_length * link.rest_length);
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

    /// Of what is too long, chooses what breaks: the most stretched first, of equals the older.
    fn choose_broken(&mut self) {
        let Self {
            scratch: Scratch { strain_fracture: StrainFracture { long, relieved, front, .. }, broken, .. },
            derived: Derived { adjacency, .. },
            bodies: Bodies { links, particles, .. },
            ..
        } = self;
        let graph = ConstraintGraph { adjacency, links, particles };
        long.sort_unstable_by(|(one, older), (other, newer)| other.total_cmp(one).then(older.cmp(newer)));
        relieved.clear();
        relieved.resize(particles.len(), false);
        for &(_, slot) in &*long {
            let Some(link) = links.get(slot as usize) else { continue };
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
