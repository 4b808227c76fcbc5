//! Straightening of what hands have stretched, once they have released it.
//!
//! Bodies and webs reach less far than the shortest way along their links, by which a grab yields, so that a hand can stretch
//! them by some percent. They would come back within a substep, at tens of m/s.

use glam::Vec2;

use crate::geometry::Aabb;
use crate::kinematic::Hold;
use crate::math::{inside_world, segments_distance_squared};
use crate::particles::{DistanceConstraint, LinkKind, ParticleId};
use crate::world::World;
use crate::world::edit::pose::bend::{MAX_LINKS, Pose};

/// Stretch by a hand above which a thing is straightened.
const MAX_HAND_STRETCH: f32 = 0.005;

/// Way of a particle, m, below which it stays beside what it lies on.
const MIN_WAY: f32 = 1e-3;

/// A link, or a disc with its centre at both ends, on its way to another place.
struct Swept {
    ends: [ParticleId; 2],
    from: (Vec2, Vec2),
    /// The longer way of both ends, m.
    way: f32,
    /// m.
    radius: f32,
    /// Whether it has contacts with ropes.
    is_solid: bool,
}

impl Swept {
    /// A box around all that it sweeps.
    fn bounds(&self) -> Aabb {
        Aabb::of(self.from.0, self.from.1).dilated(self.way + self.radius)
    }

    /// Whether it may come near another thing that stays where it is. Things that are tied to one particle have no contact
    /// there.
    fn comes_near(&self, other: &Self) -> bool {
        let is_disc = self.ends[0] == self.ends[1];
        let is_tied = || self.ends.iter().any(|end| other.ends.contains(end));
        let reach = self.way + self.radius + other.radius;
        (is_disc || other.is_solid) && !is_tied() && segments_distance_squared(self.from, other.from) <= reach * reach
    }
}

impl World {
    /// Shortens the overlong links of things that hands have released since the last step, and notes how far those are
    /// stretched that hands have taken. Changes positions only.
    ///
    /// Left as they are: published methods, which stretch by themselves; large things; scenes with rope contact, whose ropes
    /// would pass through each other; and what would move where balls, wheels and bars of other things are.
    pub(crate) fn straighten_released(&mut self) {
        let may_straighten = self.uses_attachments() && self.state.settings.rope_contact.is_none();
        let mut done = Vec::new();
        while let Some(index) = self.state.holds.iter().position(|hold| !self.state.is_grabbed(hold.particle)) {
            let hold = self.state.holds.remove(index);
            if may_straighten && !done.contains(&hold.particle) {
                done.append(&mut self.straighten(hold));
            }
        }
        for index in 0..self.state.grabs.len() {
            let particle = self.state.grabs[index].particle;
            if self.state.holds.iter().all(|hold| hold.particle != particle) {
                let stretch = self.component_stretch(particle);
                self.state.holds.push(Hold { particle, stretch });
            }
        }
    }

    /// The greatest stretch of a rigid link of a particle's component.
    fn component_stretch(&self, particle: ParticleId) -> f32 {
        let (position, components) = (&self.bodies.particles.position, &self.derived.components);
        let component = components.number(particle.0);
        let pulls = |link: &&DistanceConstraint| link.is_rigid() && link.kind != LinkKind::Stop;
        let links = self.bodies.links.iter().filter(pulls);
        let own = links.filter(|link| components.of_link(link.a.0, link.b.0) == component);
        let stretch = |link: &DistanceConstraint| {
            position[link.a.index()].distance(position[link.b.index()]) / link.rest_length - 1.0
        };
        own.map(stretch).fold(0.0, f32::max)
    }

    /// Straightens what a released particle is part of. Returns the free particles of it.
    fn straighten(&mut self, Hold { particle, stretch }: Hold) -> Vec<ParticleId> {
        let component = self.derived.components.number(particle.0);
        let is_large = self.derived.components.link_count(component) > MAX_LINKS;
        let is_fixed = self.bodies.particles.inv_mass[particle.index()] == 0.0;
        if is_fixed || is_large || self.component_stretch(particle) <= stretch + MAX_HAND_STRETCH {
            return Vec::new();
        }
        let mut pose = self.gather(particle);
        pose.straighten();
        let Pose { members, position, is_fixed, .. } = pose;
        let free = members.into_iter().zip(position).zip(is_fixed).filter(|(_, is_fixed)| !is_fixed);
        let moved: Vec<_> = free.map(|((member, to), _)| (member, inside_world(to))).collect();
        if !self.would_meet_others(&moved) {
            moved.iter().for_each(|&(member, to)| self.bodies.particles.position[member.index()] = to);
        }
        moved.into_iter().map(|(member, _)| member).collect()
    }

    /// Whether particles that move to places (m) may bring links near balls, wheels and bars of other things, or balls and
    /// wheels near any links of these.
    fn would_meet_others(&self, moved: &[(ParticleId, Vec2)]) -> bool {
        let before = &self.bodies.particles.position;
        let (mut after, mut is_own) = (before.clone(), vec![false; before.len()]);
        for &(member, to) in moved {
            (after[member.index()], is_own[member.index()]) = (to, true);
        }
        let swept = |ends: [ParticleId; 2], radius, is_solid| {
            let [a, b] = ends.map(|end| before[end.index()]);
            let way = ends.map(|end| before[end.index()].distance(after[end.index()])).into_iter().fold(0.0, f32::max);
            Swept { ends, from: (a, b), way, radius, is_solid }
        };
        let links = self.bodies.links.iter().map(|link| swept([link.a, link.b], 0.0, link.kind.is_bar()));
        let discs = self.disc_particles().into_iter().map(|(centre, radius)| swept([centre; 2], radius, true));
        let is_part = |thing: &Swept| thing.ends.iter().any(|end| is_own[end.index()]);
        let (mut own, mut others): (Vec<_>, Vec<_>) = links.chain(discs).partition(is_part);
        own.retain(|thing| thing.way > MIN_WAY);
        let Some(all) = own.iter().map(Swept::bounds).reduce(Aabb::union) else { return false };
        others.retain(|thing| thing.bounds().overlaps(all));
        own.iter().any(|mover| others.iter().any(|thing| mover.comes_near(thing)))
    }
}
