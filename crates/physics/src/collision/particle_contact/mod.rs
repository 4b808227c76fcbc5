//! Rope against rope: particles as discs that do not go into each other, and that sleep where they lie.
//!
//! While [`Settings::rope_contact`](crate::Settings::rope_contact) is off nothing of this is asked, and nothing is paid
//! for it. While it is on, each substep ends with contacts: pairs of discs that are near each other are found in a uniform
//! grid ([`grid`], [`pairs`]), and those that overlap are put beside each other ([`contact`], [`bodies`]; [`carry`] where
//! something heavy lies on ropes). What lies still for
//! half a second, or creeps, falls asleep ([`sleep`]): it is solid then, is looked at no more, and wakes when something comes
//! to it.
//!
//! A disc is as large as the setting says, but never larger than the shortest link at it, so that what is linked over two
//! links has room beside each other. The discs of links and of their next but one do not meet. Between discs there is
//! nothing but where links are drawn out ([`thread`]): ropes hold each other back where links are shorter than four radii,
//! and roll over each other as smoothly as links are short. A rope that is torn through another lies over it afterwards.
//! Pairs are found anew as soon as two may have come to each other by a margin of up to one radius, and what has gone so far
//! that it may have jumped over another is looked at on its way: nothing is missed up to two radii a substep (in `rope-pile`
//! 60 m/s, four times as fast as a hand).
//!
//! Turned down: capsules for links, of which each has four times as many near it; a sequential impulse solver with
//! what it found last time to start from, which needs to know which contact is which from one substep to the next, also
//! where a snapshot was gone back to; and passes over all pairs that move both by their masses, there and back: 10 000 discs
//! did not come to rest in them, and lay up to a third of their radius in each other.

pub mod broad_phase;
pub mod contact;
pub mod contact_solver;
pub mod effective_mass;
pub mod hash_grid;
pub mod islands;
pub mod link_contacts;
pub mod shock_propagation;
pub mod sleep_damping;

pub(crate) use crate::collision::particle_contact::broad_phase::Pair;
pub(crate) use crate::collision::particle_contact::islands::{ASLEEP, SleepState};
use crate::{
    collision::particle_contact::{hash_grid::Grid, link_contacts::LinkContacts},
    particles::{
        constraint_graph::ConstraintGraph,
        storage::{ParticleId, Particles},
    },
};

/// Most balls in a world: each looks at every particle.
pub const MAX_BALLS: usize = 64;

/// Most particles that are looked at from a ball along what it hangs on.
const MOST_INSIDE: usize = 256;

/// Least and greatest radius of a ball, m.
pub const BALL_RADIUS_RANGE: (f32, f32) = (0.005, 5.0);

/// A particle that is a disc of a size of its own, where discs are on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Which.
    pub particle: ParticleId,
    /// m.
    pub radius: f32,
}

/// Whether fewer links than a quarter of the particles exist: most discs are then on their own.
pub(crate) fn are_lone(links: usize, particles: usize) -> bool {
    4 * links < particles
}

/// Contacts of discs: derived, and scratch. Nothing of it is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleContacts {
    /// The radius of each particle, m; empty while discs are off.
    pub radius: Vec<f32>,
    /// The radius that the setting says, m: a ball is no less awake than others where it moves.
    pub common: f32,
    /// Links, where they have to do with contacts.
    pub link_contacts: LinkContacts,
    /// What each ball hangs on as far as that is inside it: the ball, a particle, and how far the way along links is, m.
    pub inside: Vec<(u32, u32, f32)>,
    /// Links changed: `threads` and `radius` are out of date.
    pub stale: bool,
    pub grid: Grid,
    /// Pairs that may come to touch, and those of something that moves and something asleep.
    pub pairs: Vec<Pair>,
    pub borders: Vec<Pair>,
    /// Where everything was when they were found, m; empty where they are to be found anew.
    pub found_at: Vec<glam::Vec2>,
    /// The largest radius but that of balls, m.
    pub largest: f32,
    /// How much farther apart than touching they may have been, m.
    pub margin: f32,
    /// What is no farther from another than this share of both radii is as good as on it: see [`contact_solver::CLOSE`].
    pub close: f32,
    pub contacts: Vec<contact::Contact>,
    /// Those as they were found, before they are sorted.
    pub found: Vec<Pair>,
    /// What has so many around it that not all of them are looked at: it has its turn to come, and does not sleep.
    pub crowded: Vec<u32>,
    /// In this step more have come to lie around one disc than are looked at: all at once pairs are not found.
    pub in_vain: bool,
    /// How many are around each: of pairs that were found all at once.
    pub around: Vec<u32>,
    /// Particles from the lowest to the highest, and the rank of each in that.
    pub order: Vec<(u32, u32)>,
    /// Scratch of sorting them.
    pub digits: Vec<(u32, u32)>,
    pub rank: Vec<u32>,
    /// Where each rank's pairs start.
    pub starts: Vec<u32>,
    /// What bears whatever comes from above.
    pub borne: Vec<bool>,
    /// What has been pressed so deep into others that none of them may sleep.
    pub pressed: Vec<u32>,
    /// What may come to touch a plane: the plane's number, and which particle.
    pub beside: Vec<(u8, u32)>,
    /// Away from the walls that each stands at.
    pub walls: Vec<glam::Vec2>,
    /// What is to be woken at the end of the step.
    pub woken: Vec<u32>,
    /// Scratch: what hangs on a disc by taut links.
    pub gathered: Vec<u32>,
    /// Scratch of `sleep`.
    pub group: Vec<u32>,
    pub stirred: Vec<bool>,
}

impl ParticleContacts {
    /// Forgets all: discs are off.
    pub fn clear(&mut self) {
        self.radius.clear();
        self.stale = true;
    }

    /// Learns how large the discs are and which are linked.
    pub fn measure(&mut self, graph: ConstraintGraph, setting: f32, balls: &[Ball]) {
        let count = graph.particles.len();
        self.radius.clear();
        self.radius.resize(count, setting);
        self.common = setting;
        // What no link draws off stays where it lies.
        self.close = if are_lone(graph.links.len(), count) { 0.0 } else { contact_solver::CLOSE };
        for link in graph.links.iter() {
            for end in [link.a.index(), link.b.index()] {
                self.radius[end] = self.radius[end].min(link.rest_length);
            }
        }
        for ball in balls {
            self.radius[ball.particle.index()] = ball.radius;
        }
        self.link_contacts.measure(graph, &self.radius);
        self.inside.clear();
        for &Ball { particle, radius } in balls {
            let mut from = self.inside.len();
            let first = from;
            self.inside.push((particle.0, particle.0, 0.0));
            while let Some(&(ball, one, length)) = self.inside.get(from).filter(|_| from < first + MOST_INSIDE) {
                for next in graph.neighbours(one) {
                    let length = length + next.rest_length;
                    let is_inside = length <= radius + self.radius[next.particle as usize];
                    if is_inside && self.inside[first..].iter().all(|known| known.1 != next.particle) {
                        self.inside.push((ball, next.particle, length));
                    }
                }
                from += 1;
            }
        }
    }

    /// Whether a particle is a part of what a ball hangs on, where that is inside it.
    fn hangs_inside(&self, ball: usize, other: usize) -> bool {
        self.inside.iter().any(|&(of, inside, _)| of as usize == ball && inside as usize == other)
    }
}

/// Everything that reads a particle where it is to move: no disc, or one that nothing moves.
fn is_fixed(particles: &Particles, index: usize) -> bool {
    particles.inv_mass[index] == 0.0
}
