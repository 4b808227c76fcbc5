//! Contacts of particles with each other: particles as discs that do not overlap, and that sleep at rest.
//!
//! Balls always collide, with all that they meet; other particles collide with each other only while
//! [`Settings::rope_contact`](crate::Settings::rope_contact) is on. Files (`ParticleContacts::solve`
//! is the order of a substep; islands act once a step, from `world/sleeping.rs`):
//!
//! | File | Holds |
//! |---|---|
//! | `hash_grid` | uniform grid, hashed into buckets |
//! | `broad_phase` | pairs that may touch within a margin, sorted by height |
//! | `disc_row` | one contact of two discs: normal, impulses, swept test of fast discs |
//! | `link_contacts` | discs in the gap of a stretched link; crossed ropes |
//! | `disc_solver` | impulse shares of the two discs of a contact; recovery of overlaps |
//! | `shock_propagation` | the order of solving, from the ground up (Guendelman et al. 2003) |
//! | `islands` | thresholds of rest, `SleepState`, waking by contacts; `world/sleeping.rs` lets islands fall asleep |
//!
//! A disc has the radius of the setting, but at most the length of its shortest link, so that second neighbours have
//! room beside each other. Links themselves do not collide, except in the gap of a stretched link. So ropes cannot pass
//! through each other where links are shorter than four radii; the shorter the links, the more smoothly ropes roll over
//! each other. The broad phase searches again as soon as two discs may have closed the margin, and fast discs are
//! swept, so that no contact is missed at speeds up to two radii per substep.

pub mod broad_phase;
pub mod disc_row;
pub mod disc_solver;
pub mod hash_grid;
pub mod islands;
pub mod link_contacts;
pub mod shock_propagation;

pub use self::islands::*;
pub(crate) use self::{broad_phase::*, disc_row::*, disc_solver::*, hash_grid::*, link_contacts::*};

use crate::containers::Refill;
use crate::geometry::MAX_FRICTION;
use crate::particles::{BALL_RADIUS_RANGE, ConstraintGraph, ParticleId, Particles};
use crate::plane_contact::Surface;
use crate::property::{Property, Row, properties};
use crate::tuning::SLOP;

/// Maximum number of balls in a world.
pub const MAX_BALLS: usize = 256;

/// Maximum number of particles that the search along the links of a ball visits.
const MAX_COVERED: usize = 256;

/// A particle with a radius of its own, which collides with all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The particle.
    pub particle: ParticleId,
    /// Radius, m.
    pub radius: f32,
    /// Its surface.
    pub surface: BallSurface,
    /// Whether it is the disc of the weight on its particle: its radius is [`Weight::radius`](crate::Weight::radius).
    pub follows_weight: bool,
}

/// Constants of a ball's surface. `None`: those of a shape or plane that it touches; against particles those of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BallSurface {
    /// Coefficient of friction; a contact has the geometric mean of both sides. A ball does not turn: one that should roll
    /// has next to none.
    pub friction: Option<f32>,
    /// Restitution, 0 to 1; also against balls and other discs.
    pub restitution: Option<f32>,
}

properties! { Ball {
    /// Radius.
    RADIUS = Property::new(
        "radius",
        "m",
        BALL_RADIUS_RANGE,
        Row::new("Radius", "Radius of the ball").decades(BALL_RADIUS_RANGE.0),
    );
    /// Friction coefficient of its surface, that of a shape or plane that it touches, and of the settings against particles, if
    /// left out; a contact has the geometric mean of both. A ball does not turn: with next to none it moves as if it rolled.
    FRICTION = Property::new(
        "friction",
        "",
        (0.0, MAX_FRICTION),
        Row::new("Friction", "Friction of the ball. It does not turn: with 0 it rolls").decades(0.01),
    );
    /// Restitution of its surface, that of what it touches if left out.
    RESTITUTION = Property::new(
        "restitution",
        "",
        (0.0, 1.0),
        Row::new("Bounce", "Share of speed that the ball keeps at a bounce. 1: for ever"),
    );
} }

impl BallSurface {
    /// The surface with both constants inside their ranges; those that are not numbers are left out.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let within = |value: Option<f32>, max| value.filter(|value| !value.is_nan()).map(|value| value.clamp(0.0, max));
        Self { friction: within(self.friction, MAX_FRICTION), restitution: within(self.restitution, 1.0) }
    }
}

/// Whether most discs are unlinked: the number of links is below a quarter of the number of particles.
pub(crate) fn are_mostly_unlinked(links: usize, particles: usize) -> bool {
    4 * links < particles
}

/// Contacts of particles. Derived, and scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleContacts {
    /// Whether links have changed, so that radii and links are out of date.
    pub is_stale: bool,
    /// Radius of each particle, m; empty while particles do not collide.
    pub radius: Vec<f32>,
    /// Radius from the settings, m; 0 while rope contact is off. Motion of a ball is measured against this radius too.
    pub common_radius: f32,
    /// The balls that have a restitution of their own, in rising order.
    restitutions: Vec<(u32, f32)>,
    /// For each ball, in rising order, the particles of its own rope that it covers.
    covered: Vec<CoveredParticle>,
    pub link_contacts: LinkContacts,
    pub broad_phase: BroadPhase,
    /// Contacts of the last substep.
    pub contacts: Vec<disc_row::DiscRow>,
    /// Whether a particle is supported from below, so that contacts from above do not move it.
    pub supported: Vec<bool>,
    /// Scratch: whether a pair has a disc of each component.
    met: Vec<bool>,
    pub islands: Islands,
}

/// A particle of its own rope that a ball covers.
#[derive(Clone, Copy, Debug)]
struct CoveredParticle {
    ball: u32,
    particle: u32,
    /// Length of the links between both, m.
    length: f32,
}

impl ParticleContacts {
    /// Computes the radius of each disc, and collects the links between them.
    pub fn rebuild(&mut self, graph: ConstraintGraph, common_radius: f32, balls: &[Ball]) {
        let count = graph.particles.len();
        self.radius.refill(count, common_radius);
        self.common_radius = common_radius;
        self.broad_phase.slop = if graph.links.len() == 0 { 0.0 } else { SLOP };
        for link in graph.links.iter() {
            for end in [link.a.index(), link.b.index()] {
                self.radius[end] = self.radius[end].min(link.rest_length);
            }
        }
        for ball in balls {
            self.radius[ball.particle.index()] = ball.radius;
        }
        self.restitutions.clear();
        let own = |ball: &Ball| Some((ball.particle.0, ball.surface.restitution?));
        self.restitutions.extend(balls.iter().filter_map(own));
        self.link_contacts.rebuild(graph, &self.radius);
        self.find_covered(graph, balls);
    }

    /// The surface with the restitution of a disc on it.
    pub fn surface_of(&self, disc: u32, other: Surface) -> Surface {
        let own = self.restitutions.binary_search_by_key(&disc, |(ball, _)| *ball);
        own.map_or(other, |own| Surface { restitution: self.restitutions[own].1, ..other })
    }

    /// Whether balls alone touch others: rope contact is off.
    pub fn has_balls_only(&self) -> bool {
        self.common_radius == 0.0
    }

    /// Whether a disc is larger than those of ropes.
    pub fn is_ball(&self, disc: usize) -> bool {
        self.radius[disc] > self.common_radius
    }

    /// Whether a ball covers a particle of its own rope: their links are too short for both discs.
    pub fn is_covered(&self, ball: u32, particle: u32) -> bool {
        let of_ball = &self.covered[self.covered.partition_point(|covered| covered.ball < ball)..];
        of_ball.iter().take_while(|covered| covered.ball == ball).any(|covered| covered.particle == particle)
    }

    /// Finds the particles of its own rope that each ball covers, by breadth-first search.
    fn find_covered(&mut self, graph: ConstraintGraph, balls: &[Ball]) {
        let Self { covered, radius: radii, .. } = self;
        covered.clear();
        for &Ball { particle, radius, .. } in balls {
            let mut from = covered.len();
            let first = from;
            covered.push(CoveredParticle { ball: particle.0, particle: particle.0, length: 0.0 });
            while let Some(&CoveredParticle { ball, particle, length }) =
                covered.get(from).filter(|_| from < first + MAX_COVERED)
            {
                for next in graph.neighbours(particle) {
                    let length = length + next.rest_length;
                    let is_covered = length <= radius + radii[next.particle as usize];
                    if is_covered && covered[first..].iter().all(|known| known.particle != next.particle) {
                        covered.push(CoveredParticle { ball, particle: next.particle, length });
                    }
                }
                from += 1;
            }
        }
    }

    /// Contacts with these pairs, of discs of these radii (m), the largest of which is given.
    #[cfg(test)]
    fn of_pairs(pairs: Vec<Pair>, radius: Vec<f32>, largest_radius: f32) -> Self {
        let mut contacts = Self { radius, ..Self::default() };
        (contacts.broad_phase.pairs, contacts.common_radius) = (pairs, largest_radius);
        contacts
    }
}

/// Whether no contact moves a particle: it is pinned, lifted or asleep.
fn is_fixed(particles: &Particles, index: usize) -> bool {
    particles.inv_mass[index] == 0.0
}
