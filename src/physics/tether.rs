//! Tethers: what is far heavier than the links that carry it is held within reach of what it hangs from.
//!
//! A sweep gives a heavy particle at the end of a light link the part of the correction that their masses leave it: a
//! thousandth. Its links stretch until a thousandth of their error is what it falls in a substep, and in a jerk far more. But
//! it cannot be farther from a pin than the links between are long; so before the links are swept, it is held to that: a
//! *maximum* distance (long-range attachments: Kim et al. 2012), with the true masses, along the shortest way. Whatever obeys
//! the links obeys the tethers (the triangle inequality), so they add no force that the links would not. The light particles
//! between then have two ends to go by, and a sweep does well with those.
//!
//! Measured, a weight of 1 000 times a point's mass let fall by 1 m: see [`crate::speed`].

use std::ops::Range;

use glam::Vec2;

use super::{
    lanes::{Law, Link, Places},
    particles::{ParticleId, Particles},
    topology::{Pathfinder, Web},
};

/// So many times as heavy as one that it is linked to is heavy. The sweeps alone do well up to there.
const HEAVY: f32 = 32.0;

/// Heavy particles that are tethered at the most, and tethers of each: the shortest.
const MOST: (usize, usize) = (64, 32);

/// How often the tethers are gone through in a substep: a weight has several, and weights hang on weights.
const SWEEPS: usize = 4;

/// All tethers of a world: derived from its links, masses and what is fixed.
#[derive(Clone, Debug, Default)]
pub(super) struct Tethers {
    tethers: Vec<Link>,
    /// The slots of the links that each goes along.
    ways: Vec<Range<usize>>,
    slots: Vec<u32>,
    heavy: Vec<u32>,
}

/// By how much the heaviest particle, at the least [`HEAVY`] times as heavy as one that it is linked to, is heavier than
/// that; 1 where there is none.
pub(super) fn ratio(web: Web) -> f32 {
    heavy(web).map(|(_, ratio)| ratio).fold(1.0, f32::max)
}

/// The heavy particles, and by how much each is heavier than the lightest that it is linked to.
fn heavy(web: Web<'_>) -> impl Iterator<Item = (u32, f32)> + '_ {
    let Particles { mass, .. } = web.particles;
    let lightest = mass.iter().copied().fold(f32::INFINITY, f32::min);
    let may_be = (0..).zip(mass).filter(move |(_, mass)| **mass >= HEAVY * lightest);
    may_be.filter_map(move |(index, own)| {
        let others = web.neighbours(index).map(|neighbour| mass[neighbour.particle as usize]);
        let ratio = own / others.fold(f32::INFINITY, f32::min);
        (ratio >= HEAVY).then_some((index, ratio))
    })
}

impl Tethers {
    /// Finds what is heavy, and the ways from there to what is fixed or heavy too. Needed when links, masses, pins or hands
    /// have changed.
    pub fn rebuild(&mut self, web: Web, pathfinder: &mut Pathfinder) {
        let Self { tethers, ways, slots, heavy: found } = self;
        tethers.clear();
        ways.clear();
        slots.clear();
        found.clear();
        found.extend(heavy(web).map(|(index, _)| index).filter(|&index| !web.is_fixed(index)).take(MOST.0));
        for &from in &*found {
            pathfinder.reach(web, from, found, MOST.1);
            for &(to, length) in &pathfinder.ends {
                // Between two heavy ones there is a way from either.
                if to < from && found.binary_search(&to).is_ok() {
                    continue;
                }
                let start = slots.len();
                pathfinder.way(web, to, slots);
                ways.push(start..slots.len());
                tethers.push(Link { a: from, b: to, law: Law { rest_length: length, stiffness: 1.0, floor: 0.0 } });
            }
        }
    }

    /// What is heavy and free.
    pub fn heavy(&self) -> impl Iterator<Item = ParticleId> + '_ {
        self.heavy.iter().copied().map(ParticleId)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tethers.is_empty()
    }

    /// Holds what is heavy within its reach. What was out of it before this substep, by whose `displacement` (m) all has moved,
    /// comes back by `recoil` (m) at the most.
    ///
    /// A hand had drawn the hub of a web 6 mm out of its reach, with a weight of 1 kg in it: brought back at once, as motion, it
    /// threw the spider a metre high.
    pub fn hold(&self, places: &mut Places, displacement: &[Vec2], recoil: f32) {
        for _ in 0..SWEEPS {
            for &tether in &self.tethers {
                let was = |particle: u32| places.position[particle as usize] - displacement[particle as usize];
                let way = was(tether.b) - was(tether.a);
                let before = (way.x * way.x + way.y * way.y).sqrt() - recoil;
                let Law { rest_length, .. } = tether.law;
                let law = Law { rest_length: if before > rest_length { before } else { rest_length }, ..tether.law };
                places.project_one(Link { law, ..tether }, 1.0);
            }
        }
    }

    /// The same, by `project`, which returns the impulse x time that it took (kg m): that is added to those of all links along
    /// the way, in `impulse`, by slot.
    pub fn pull(&self, impulse: &mut [f32], mut project: impl FnMut(Link) -> f32) {
        for _ in 0..SWEEPS {
            for (&tether, way) in self.tethers.iter().zip(&self.ways) {
                let taken = project(tether);
                self.slots[way.clone()].iter().for_each(|&slot| impulse[slot as usize] += taken);
            }
        }
    }
}
