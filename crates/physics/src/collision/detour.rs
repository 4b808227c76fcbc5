//! Whether a rope is long enough to go round a shape that it lies in.
//!
//! That its links are stretched does not say so: where sweeps are few or links give, a rope is longer by 2 to 50 % wherever it
//! hangs.

use glam::Vec2;

use crate::{
    collision::swept_contact::Bodies,
    particles::{distance_constraint::LinkKind, links::Links},
};

/// A rope is to be longer than the way round by this share of it: ways are taken as if nothing else were there.
const SPARE: f32 = 0.01;

/// In [`RopeNeighbours::of`]: no link.
const NONE: u32 = u32::MAX;

/// The other end of a link, and the link's slot.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    other: u32,
    slot: u32,
}

/// What each particle of a single rope is linked with: derived.
#[derive(Clone, Debug, Default)]
pub(crate) struct RopeNeighbours {
    of: Vec<[Neighbour; 2]>,
}

/// A rope outside a shape, from where it goes in on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outside {
    /// Where it is held, m; nowhere, if its end is free.
    pub held: Option<Vec2>,
    /// How long it is to be up to there, m.
    pub length: f32,
    /// By what share the most stretched of its links is too long; 0 where none is.
    pub stretch: f32,
}

impl RopeNeighbours {
    /// Learns what is linked. Needed when links or particles have changed.
    pub fn weave(&mut self, links: &Links, particles: usize) {
        self.of.clear();
        self.of.resize(particles, [Neighbour { other: NONE, slot: NONE }; 2]);
        for slot in 0..links.slot_count() {
            let Some(link) = links.get(slot).filter(|link| link.kind != LinkKind::Stop) else { continue };
            for (end, other) in [(link.a, link.b), (link.b, link.a)] {
                // What has more is no single rope.
                if let Some(free) = self.of[end.index()].iter_mut().find(|tie| tie.other == NONE) {
                    *free = Neighbour { other: other.0, slot: slot as u32 };
                }
            }
        }
    }

    /// Follows a rope that leaves a shape by a link, from inside to outside, up to where it is held or ends. `length` says how
    /// long the link in a slot is to be, m.
    pub fn follow(&self, bodies: &Bodies, [inside, outside]: [u32; 2], length: impl Fn(u32) -> f32) -> Outside {
        let mut found = Outside { held: None, length: 0.0, stretch: 0.0 };
        let (mut before, mut here) = (inside, outside);
        // A ring comes back to where it began.
        for _ in 0..self.of.len() {
            let at = bodies.start[here as usize];
            if bodies.inv_mass[here as usize] == 0.0 {
                found.held = Some(at);
                break;
            }
            let Some(next) = self.of[here as usize].iter().find(|tie| tie.other != before && tie.other != NONE) else {
                break;
            };
            let rest = length(next.slot);
            let way = bodies.start[next.other as usize] - at;
            found.length += rest;
            found.stretch = found.stretch.max((way.x * way.x + way.y * way.y).sqrt() / rest - 1.0);
            (before, here) = (here, next.other);
            if here == inside {
                break;
            }
        }
        found
    }
}

/// Whether a rope that is to be so long (m) reaches from one place to another past two corners, m.
pub(crate) fn reaches(length: f32, [from, to]: [Vec2; 2], corners: [Vec2; 2]) -> bool {
    let far = |way: Vec2| (way.x * way.x + way.y * way.y).sqrt();
    let past = |[first, last]: [Vec2; 2]| far(first - from) + far(last - first) + far(to - last);
    length >= (1.0 + SPARE) * past(corners).min(past([corners[1], corners[0]]))
}
