//! Whether a rope is long enough for the detour around a shape that it lies in.
//!
//! The stretch of its links does not tell: with few sweeps, or with give, a rope is stretched everywhere.

use glam::Vec2;

use crate::collision::SweptParticles;
use crate::containers::Refill;
use crate::particles::{LinkKind, Links};

/// Share by which a rope must be longer than the detour, which ignores all other obstacles.
const SPARE_LENGTH: f32 = 0.01;

/// Stands for no link in [`RopeNeighbours::of`].
const NONE: u32 = u32::MAX;

/// A link of a particle.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    /// The particle at the other end.
    other: u32,
    slot: u32,
}

/// The links of each particle of a rope, at most two. Derived.
#[derive(Clone, Debug, Default)]
pub(crate) struct RopeNeighbours {
    of: Vec<[Neighbour; 2]>,
}

/// Links as their method holds them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ropes<'a> {
    pub links: &'a Links,
    /// Hardness of the links, 0 to 1: 1 - give, or 0 for springs.
    pub hardness: f32,
    /// Length of gravity x substep², m.
    pub fall: f32,
}

/// The rope outside a shape, from where it enters the shape to its fixed or free end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OutsideRope {
    /// Position of the fixed end, m; `None` for a free one.
    pub fixed_end: Option<Vec2>,
    /// Rest length up to the end, m.
    pub length: f32,
    /// Largest stretch of a link, as a fraction of its length.
    pub stretch: f32,
}

impl Ropes<'_> {
    /// Length at which the link in a slot is held, m.
    pub fn length(self, slot: u32) -> f32 {
        self.links.get(slot as usize).map_or(f32::INFINITY, |link| link.rest_length / self.hardness)
    }
}

impl RopeNeighbours {
    /// Collects the links of each particle. Needed when links or particles have changed.
    pub fn rebuild(&mut self, links: &Links, particles: usize) {
        self.of.refill(particles, [Neighbour { other: NONE, slot: NONE }; 2]);
        for slot in 0..links.slot_count() {
            let Some(link) = links.get(slot).filter(|link| link.kind != LinkKind::Stop) else { continue };
            for (end, other) in [(link.a, link.b), (link.b, link.a)] {
                // A particle with more links is not part of a rope.
                if let Some(free) = self.of[end.index()].iter_mut().find(|neighbour| neighbour.other == NONE) {
                    *free = Neighbour { other: other.0, slot: slot as u32 };
                }
            }
        }
    }

    /// Follows the rope that leaves a shape by a link, whose ends are inside and outside, to its end.
    pub fn follow(&self, particles: &SweptParticles, [inside, outside]: [u32; 2], ropes: Ropes) -> OutsideRope {
        let mut found = OutsideRope { fixed_end: None, length: 0.0, stretch: 0.0 };
        let (mut before, mut here) = (inside, outside);
        // The bound ends the search on a ring.
        for _ in 0..self.of.len() {
            let at = particles.start[here as usize];
            if particles.inv_mass[here as usize] == 0.0 {
                found.fixed_end = Some(at);
                break;
            }
            let is_next = |neighbour: &&Neighbour| neighbour.other != before && neighbour.other != NONE;
            let Some(next) = self.of[here as usize].iter().find(is_next) else { break };
            let rest_length = ropes.length(next.slot);
            found.length += rest_length;
            let distance = particles.start[next.other as usize].distance(at);
            found.stretch = found.stretch.max(distance / rest_length - 1.0);
            (before, here) = (here, next.other);
            if here == inside {
                break;
            }
        }
        found
    }
}

/// Whether a rope of a length (m) reaches from one position to another around two corners, m.
pub(crate) fn reaches_around(rope: f32, [from, to]: [Vec2; 2], corners: [Vec2; 2]) -> bool {
    let detour = |[first, last]: [Vec2; 2]| first.distance(from) + last.distance(first) + to.distance(last);
    rope >= (1.0 + SPARE_LENGTH) * detour(corners).min(detour([corners[1], corners[0]]))
}
