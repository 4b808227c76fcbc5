//! Impacts: restitution and friction of contacts together with the links that join what is hit to the rest.
//!
//! A contact that acts on one particle stops this particle alone; its links then give the impulse of the rest back over
//! several substeps, as a spring does. An impact solves contacts and links at once, in a region of particles that both
//! join ([`crate::collision::impact_region`]). It acts in the substep in which the contact begins, before all other
//! contacts: solid bodies on planes, shapes, wheels and each other, and unlinked discs and balls. What is
//! at rest, rolls, or is limp as ropes and cloth are, is left to contacts.

use glam::Vec2;

use crate::collision::{Hit, ImpactRegion};
use crate::containers::{NONE, Refill, sort_pairs};
use crate::particles::{Adjacency, ConstraintGraph, Links, Particles};
use crate::plane_contact::Surface;

/// Maximum number of particles in a region that links join to it, and that contacts do. What is farther in a heap hardly
/// moves, but a body takes part as a whole.
const MAX_MEMBERS: usize = 4_096;
const MAX_TOUCHING: usize = 256;

/// Stands for a member of an earlier region in [`Impacts::number`].
const DONE: u32 = u32::MAX - 1;

/// The bodies that impacts act on.
#[derive(Debug)]
pub(crate) struct ImpactBodies<'a> {
    pub particles: &'a mut Particles,
    /// Part of the displacements by which links keep their angular momentum, m.
    pub spin: &'a mut [Vec2],
    pub links: &'a Links,
    pub adjacency: &'a Adjacency,
}

/// Impacts of a substep. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impacts {
    /// Particles of solid bodies, and hubs of wheels, that may reach a plane in this step.
    pub watched: Vec<u32>,
    /// The contacts that take part in impacts.
    pub hits: Vec<Hit>,
    /// Motion of the particles of solid bodies and of balls in the substep before, m.
    pub before: Vec<Vec2>,
    /// The contacts of each particle, sorted.
    by_particle: Vec<[u32; 2]>,
    /// Number of each particle among the members of the region, [`NONE`] or [`DONE`].
    number: Vec<u32>,
    /// Particles that impacts of this substep have moved.
    done: Vec<u32>,
    /// Where each particle was at the beginning of this substep, from its position less its displacement on, m: not 0 where
    /// an impact in the midst of the substep has changed its motion.
    pub start_offset: Vec<Vec2>,
    region: ImpactRegion,
}

impl Impacts {
    /// Prepares for a world of this number of particles, of which `solid` are part of solid bodies.
    pub fn reserve(&mut self, particles: usize, solid: usize) {
        self.number.refill(particles, NONE);
        self.start_offset.refill(particles, Vec2::ZERO);
        self.done.clear();
        self.before.refill(if solid > 0 { particles } else { 0 }, Vec2::ZERO);
        self.watched.clear();
        // The hubs of wheels, too.
        self.watched.reserve(2 * solid);
        // Regions extend along ropes that are tied to bodies.
        let members = if solid > 0 { particles.min(MAX_MEMBERS) } else { 0 };
        self.done.reserve(if solid > 0 { particles } else { 0 });
        self.hits.clear();
        self.hits.reserve(4 * solid);
        self.by_particle.clear();
        self.by_particle.reserve(12 * solid);
        self.region.clear();
        self.region.reserve(members);
    }

    /// Forgets the impacts of the substep before.
    pub fn begin_substep(&mut self) {
        self.hits.clear();
        self.done.drain(..).for_each(|particle| self.start_offset[particle as usize] = Vec2::ZERO);
    }

    /// Solves the impacts among the contacts of this substep. Returns the number of rows in all rounds; `None` if there were
    /// no impacts.
    pub fn solve(&mut self, bodies: &mut ImpactBodies, surface: Surface) -> Option<u64> {
        if !self.hits.iter().any(|contact| contact.is_impact) {
            return None;
        }
        let mut rows = 0;
        let ends = (0..).zip(&self.hits);
        let ends = ends.flat_map(|(number, contact)| contact.particles().map(move |end| [end, number]));
        self.by_particle.refill_with(ends);
        sort_pairs(&mut self.by_particle);
        self.by_particle.dedup();
        for first in 0..self.hits.len() {
            let contact = self.hits[first];
            if contact.is_impact && contact.particles().all(|end| self.number[end as usize] == NONE) {
                self.find_region(contact, bodies);
                if self.region.load(bodies.particles, surface) {
                    rows += self.region.solve();
                    self.apply(bodies, surface);
                }
                for &member in &self.region.members {
                    let number = &mut self.number[member as usize];
                    *number = if *number == DONE { DONE } else { NONE };
                }
            }
        }
        self.done.iter().for_each(|&particle| self.number[particle as usize] = NONE);
        Some(rows)
    }

    /// Finds what links and contacts join to the particles of a contact.
    fn find_region(&mut self, first: Hit, bodies: &ImpactBodies) {
        let Self { hits, by_particle, number, region, .. } = self;
        region.clear();
        let ImpactBodies { particles, links, adjacency, .. } = bodies;
        let graph = ConstraintGraph { adjacency, links, particles };
        let mut add = |region: &mut ImpactRegion, particle: u32, limit: usize| {
            let known = &mut number[particle as usize];
            if *known == NONE && region.members.len() < limit {
                *known = region.members.len() as u32;
                region.members.push(particle);
            }
            (*known < DONE).then_some(*known as usize)
        };
        for particle in first.particles() {
            add(region, particle, MAX_TOUCHING);
        }
        let mut next = 0;
        while let Some(&member) = region.members.get(next) {
            // Members are numbered in the order in which they were found, and each link or contact is added once, by
            // the end that comes first and is free.
            let is_first = |other: usize, particle: u32| other > next || graph.is_fixed(particle);
            if !graph.is_fixed(member) {
                for neighbour in graph.rigid_neighbours(member) {
                    let other = add(region, neighbour.particle, MAX_MEMBERS)
                        .filter(|&other| is_first(other, neighbour.particle));
                    if let Some((other, link)) = other.zip(links.get(neighbour.slot as usize)) {
                        region.add_link([next, other], [member, neighbour.particle], link, particles);
                    }
                }
                let from = by_particle.partition_point(|entry| entry[0] < member);
                for &[_, contact] in by_particle[from..].iter().take_while(|entry| entry[0] == member) {
                    let hit = hits[contact as usize];
                    let mut add_first = |particle: u32| {
                        add(region, particle, MAX_TOUCHING).filter(|&other| other == next || is_first(other, particle))
                    };
                    let [a, b] = hit.points[0].ends.map(&mut add_first);
                    let centre = hit.base.map(|[centre, _]| add_first(centre));
                    let [c, d] = hit.points[1].ends.map(|end| add(region, end, MAX_MEMBERS));
                    let edge = hit.base.map(|[_, edge]| add(region, edge, MAX_MEMBERS));
                    let members = [a, b, c, d].into_iter().chain(centre).chain(edge);
                    if members.clone().all(|member| member.is_some()) {
                        let [a, b, c, d] = [a, b, c, d].map(Option::unwrap_or_default);
                        let base = centre.zip(edge).map(|base| [base.0, base.1].map(Option::unwrap_or_default));
                        region.add_contact([[a, b], [c, d]], base, hit, particles);
                    }
                }
            }
            next += 1;
        }
    }

    /// Moves the members as the impact has changed their motion.
    fn apply(&mut self, bodies: &mut ImpactBodies, surface: Surface) {
        let Self { number, done, start_offset, region, .. } = self;
        let ImpactBodies { particles: Particles { position, displacement, .. }, spin, .. } = bodies;
        let from = done.len();
        done.extend(region.free_members());
        for &member in &done[from..] {
            let index = member as usize;
            let change = region.motion(number[index]) - surface.fall * (region.time - 0.5) - displacement[index];
            if change.is_finite() {
                position[index] += change * (1.0 - region.time);
                displacement[index] += change;
                spin[index] = Vec2::ZERO;
                start_offset[index] = change * region.time;
            }
            number[index] = DONE;
        }
    }
}
