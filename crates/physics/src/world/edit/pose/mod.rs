//! Poses: a particle is put to another place, at rest, and what is linked to it follows without stretch.
//!
//! A thing that nothing else holds moves as a whole. A thing with other pins bends: `bend`.

mod bend;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use glam::Vec2;

use crate::containers::{NONE, Refill};
use crate::math::{inside_world, unit};
use crate::particles::{Adjacency, LinkKind, ParticleId};
use crate::simd::Link;
use crate::world::World;
use crate::world::edit::pose::bend::{Pose, PoseLink};

impl World {
    /// Puts a particle to a place (m), or as near to it as its links let it. What is linked to it follows; all of that is at
    /// rest. Pins and anchors stay what they are; other grabbed particles stay where they are.
    ///
    /// Of a large thing that is held, the nearest 5 000 links follow. Shapes and balls that the posed particles then
    /// overlap ignore them until they have separated.
    pub fn pose(&mut self, particle: ParticleId, to: Vec2) {
        let posed = self.posed(particle, to);
        for &(id, at) in &posed {
            self.disturb(id);
            self.bodies.particles.position[id.index()] = at;
            // Awake by now, so fixed are only the pinned and lifted ones.
            let is_fixed = self.bodies.particles.inv_mass[id.index()] == 0.0;
            self.set_displacement(id, if is_fixed { Vec2::ZERO } else { self.state.rest_displacement() });
        }
        for &(id, _) in &posed {
            self.disturb(id);
            self.anchor_here(id);
        }
        self.see_anew(&posed.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    }

    /// The particles that [`World::pose`] would move, and where to, m.
    #[must_use]
    pub fn posed(&self, particle: ParticleId, to: Vec2) -> Vec<(ParticleId, Vec2)> {
        if !self.bodies.particles.contains(particle) || !to.is_finite() {
            return Vec::new();
        }
        let mut pose = self.gather(particle);
        let to = pose.outside_planes(0, inside_world(to));
        if pose.is_fixed.contains(&true) {
            let gravity = self.state.settings.gravity;
            pose.bend(to, if gravity == Vec2::ZERO { Vec2::NEG_Y } else { unit(gravity) });
        } else {
            pose.shift(to);
        }
        let free = pose.members.iter().zip(&pose.position).zip(&pose.is_fixed).filter(|(_, is_fixed)| !**is_fixed);
        free.map(|((&member, &at), _)| (member, inside_world(at))).collect()
    }

    /// Gathers what links join to a particle, up to fixed particles.
    fn gather(&self, particle: ParticleId) -> Pose {
        let particles = &self.bodies.particles;
        let adjacency = self.adjacency();
        let graph = self.bodies.graph(&adjacency);
        let is_held =
            |id: ParticleId| particles.pinned[id.index()] || self.state.is_grabbed(id) || self.state.is_lifted(id);
        let mut place = Vec::new();
        place.refill(particles.len(), NONE);
        place[particle.index()] = 0;
        let (mut members, mut is_fixed, mut links, mut outwards) =
            (vec![particle], vec![false], Vec::new(), vec![None]);
        let mut next = 0;
        while next < members.len() {
            let from = members[next];
            // A fixed particle holds everything beyond it.
            let is_end = is_fixed[next];
            for neighbour in graph.neighbours(from.0).filter(|_| !is_end) {
                let other = ParticleId(neighbour.particle);
                if place[other.index()] == NONE {
                    place[other.index()] = members.len() as u32;
                    members.push(other);
                    is_fixed.push(is_held(other));
                    outwards.push(Some(links.len()));
                } else if (place[other.index()] as usize) < next && !is_fixed[place[other.index()] as usize] {
                    // Listed from its other end.
                    continue;
                }
                let Some(link) = self.bodies.links.get(neighbour.slot as usize).map(Link::of) else { continue };
                let length = particles.position[from.index()].distance(particles.position[other.index()]);
                links.push(PoseLink::new([next, place[other.index()] as usize], link.rule, length));
            }
            next += 1;
        }
        let mut pose = Pose {
            position: members.iter().map(|member| particles.position[member.index()]).collect(),
            radius: members.iter().map(|&member| self.contact_radius(member).unwrap_or(0.0)).collect(),
            members,
            is_fixed,
            links,
            outwards,
            planes: self.state.colliders.planes().collect(),
            balance: Vec::new(),
        };
        pose.limit();
        let member = |id: ParticleId| Some(place[id.index()] as usize).filter(|&member| member < pose.members.len());
        for stop in self.bodies.links.iter().filter(|link| link.kind == LinkKind::Stop) {
            if let (Some(a), Some(b)) = (member(stop.a), member(stop.b)) {
                pose.links.push(PoseLink::new([a, b], Link::of(stop).rule, stop.rest_length));
            }
        }
        pose.hold_loads();
        pose
    }

    /// The links at each particle, without stops, as they are now.
    fn adjacency(&self) -> Cow<'_, Adjacency> {
        if !self.derived.stale.graph {
            return Cow::Borrowed(&self.derived.adjacency);
        }
        let mut adjacency = Adjacency::default();
        adjacency.rebuild(self.bodies.particles.len(), &self.bodies.links);
        Cow::Owned(adjacency)
    }
}
