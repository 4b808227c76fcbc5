//! Tearing: links that are stretched too far break.
//!
//! What breaks a link is how long the sweeps of a step have left it, and not how hard it pulls: without give a link has no
//! stiffness that would turn its pull into a stretch. Hands do not yield while tearing is on (see `lead`), so whatever is
//! drawn farther than it is long does stretch, and tears. What hangs by one end follows its hand. A weight stretches nothing,
//! however heavy: what it tears is found by how hard it pulls (see `load`).
//!
//! A break relieves what is around it. A row of links between a nail and the hand is stretched evenly, and would break in
//! a dozen places in one step if each were asked alone: so the most stretched goes first, and spares its neighbourhood for
//! this step. That is what makes a tear run from where it began.
//!
//! A stretched link that is let go comes to its length again in one substep, which as motion would be hundreds of m/s: so
//! in a step with something stretched in it, that is drawn in almost without speed, and links make nothing faster than a
//! hand may be. Measured in the scene `tearable-curtain`, its hem pulled at 2 m/s: without, the energy rose to 122 J within
//! 6 steps of the last tear; with it, it stayed at 18 J.

use super::{constraint::LinkKind, load::Loads, topology::Web, world::World};

/// Particles at a link that is stretched by more than this share of its length are drawn in gently. What is stretched by
/// less comes back as motion: 1.7 m/s for a link of that curtain (0.08 m, 180 substeps).
const GENTLE: f32 = 0.002;

/// The greatest speed, m/s, that links give such a particle, and tethers what is heavy. What is faster already stays so.
pub(super) const RECOIL: f32 = 1.0;

/// Within so many links of a break nothing else breaks in the same step. With 0 a column of that curtain broke in 9
/// places in one step; with 6, a hand at 15 m/s drew links out to almost six times their length before they broke.
const RELIEF: u32 = 3;

/// Scratch for the search: never state.
#[derive(Clone, Debug, Default)]
pub(super) struct Tears {
    /// Which particles are to be drawn in gently in this step; empty if there is none.
    pub gentle: Vec<bool>,
    /// Links that are too long: squares of their lengths as shares of their rest lengths, and slots.
    long: Vec<(f32, u32)>,
    /// Which particles a break has relieved.
    relieved: Vec<bool>,
    front: Vec<u32>,
    /// How hard what is heavy pulls.
    pub loads: Loads,
}

impl World {
    /// Breaks, before a step, the links that the last one has left too long, and marks what is to be drawn in gently in
    /// this step. One look at each link, and nothing where tearing is off.
    pub(super) fn tear(&mut self) {
        self.tears.gentle.clear();
        let Some(stretch) = self.settings.tear else { return };
        self.find_long(stretch);
        self.broken.clear();
        if !self.tears.long.is_empty() {
            self.refresh_web();
            self.choose_broken();
            self.torn += self.sever() as u64;
        }
    }

    /// Finds what is stretched, and what by more than `stretch`.
    fn find_long(&mut self, stretch: f32) {
        let Self { tears: Tears { gentle, long, relieved, front, .. }, broken, links, particles, .. } = self;
        let position = &particles.position;
        let square = |share: f32| (1.0 + share) * (1.0 + share);
        let (gentle_from, long_from) = (square(GENTLE), square(stretch));
        let mut is_stretched = false;
        gentle.resize(position.len(), false);
        long.clear();
        // All that any step could need, in the first: a violent one is not the moment to ask for memory.
        long.reserve(links.living());
        broken.reserve(links.living());
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
        let Self { tears: Tears { long, relieved, front, .. }, broken, adjacency, links, particles, .. } = self;
        let web = Web { adjacency, links, particles };
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
                    for neighbour in web.neighbours(front[index]) {
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
