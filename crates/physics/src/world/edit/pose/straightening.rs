//! Straightening of what hands have stretched, once they have released it.
//!
//! Bodies and webs reach less far than the shortest way along their links, by which a grab yields, so that a hand can stretch
//! them by some percent. They would come back within a substep, at tens of m/s.

use glam::Vec2;

use crate::geometry::Aabb;
use crate::kinematic::Hold;
use crate::math::{inside_world, segments_distance_squared};
use crate::particles::{DistanceConstraint, LinkKind, ParticleId};
use crate::simd::Link;
use crate::world::World;
use crate::world::edit::pose::bend::{MAX_LINKS, Pose};

/// Strain by a hand above which a thing is straightened.
const MAX_HAND_STRAIN: f32 = 0.005;

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
    is_bar: bool,
}

impl Swept {
    fn is_disc(&self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// A box around all that it sweeps.
    fn bounds(&self) -> Aabb {
        Aabb::of(self.from.0, self.from.1).dilated(self.way + self.radius)
    }

    /// Whether it may come near another thing that stays where it is, and has contacts with it. Ropes pass each other, and
    /// bars. Things that are tied to one particle have no contact there.
    fn may_meet(&self, other: &Self) -> bool {
        let have_contacts = self.is_disc() || other.is_disc() || self.is_bar && other.is_bar;
        let is_tied = || self.ends.iter().any(|end| other.ends.contains(end));
        let reach = self.way + self.radius + other.radius;
        have_contacts && !is_tied() && segments_distance_squared(self.from, other.from) <= reach * reach
    }
}

impl World {
    /// Shortens the links of things that hands have stretched and released since the last step, and notes how far those are
    /// stretched that hands have taken. Changes positions only.
    ///
    /// Left as they are: published methods, which stretch by themselves; large things; scenes with rope contact, whose ropes
    /// would pass through each other; and what would move near what it has contacts with.
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
            self.hold(self.state.grabs[index].particle);
        }
    }

    /// Notes how far the component of a held particle is stretched before the hand moves. A hand that comes to what another
    /// one holds begins with what that one found. Pins stay where they are released.
    fn hold(&mut self, particle: ParticleId) {
        let components = &self.derived.components;
        let is_noted = self.state.holds.iter().any(|hold| hold.particle == particle);
        if is_noted || components.is_end(particle.0) {
            return;
        }
        let component = components.number(particle.0);
        let others = self.state.holds.iter().filter(|hold| components.number(hold.particle.0) == component);
        let strain = others.map(|hold| hold.strain).fold(self.component_strain(component), f32::min);
        self.state.holds.push(Hold { particle, strain });
    }

    /// The greatest strain of a rigid link of a component: stretch, and of links that push, compression.
    fn component_strain(&self, component: usize) -> f32 {
        let (position, components) = (&self.bodies.particles.position, &self.derived.components);
        let keeps =
            |link: &&DistanceConstraint| link.is_rigid() && link.kind != LinkKind::Stop && !components.joins_ends(link);
        let links = self.bodies.links.iter().filter(keeps);
        let own = links.filter(|link| components.of_link(link.a.0, link.b.0) == component);
        let strain = |link: &DistanceConstraint| {
            let length = position[link.a.index()].distance(position[link.b.index()]);
            Link::of(link).rule.strain(length)
        };
        own.map(strain).fold(0.0, f32::max)
    }

    /// Straightens what a released particle is part of. Returns the free particles of it.
    fn straighten(&mut self, Hold { particle, strain }: Hold) -> Vec<ParticleId> {
        let component = self.derived.components.number(particle.0);
        let is_large = self.derived.components.link_count(component) > MAX_LINKS;
        let is_fixed = self.bodies.particles.inv_mass[particle.index()] == 0.0;
        if is_fixed || is_large || self.component_strain(component) <= strain + MAX_HAND_STRAIN {
            return Vec::new();
        }
        let mut pose = self.gather(particle);
        pose.straighten(strain);
        let Pose { members, position, is_fixed, .. } = pose;
        let free = members.into_iter().zip(position).zip(is_fixed).filter(|(_, is_fixed)| !is_fixed);
        let moved: Vec<_> = free.map(|((member, to), _)| (member, inside_world(to))).collect();
        if !self.would_meet_others(&moved) {
            moved.iter().for_each(|&(member, to)| self.bodies.particles.position[member.index()] = to);
        }
        moved.into_iter().map(|(member, _)| member).collect()
    }

    /// Whether particles that move to places (m) may bring links, balls and wheels near those of other things with which they
    /// have contacts.
    fn would_meet_others(&self, moved: &[(ParticleId, Vec2)]) -> bool {
        let before = &self.bodies.particles.position;
        let (mut after, mut is_own) = (before.clone(), vec![false; before.len()]);
        for &(member, to) in moved {
            (after[member.index()], is_own[member.index()]) = (to, true);
        }
        let swept = |ends: [ParticleId; 2], radius, is_bar| {
            let way = ends.map(|end| before[end.index()].distance(after[end.index()])).into_iter().fold(0.0, f32::max);
            Swept { ends, from: (before[ends[0].index()], before[ends[1].index()]), way, radius, is_bar }
        };
        let discs = self.disc_particles();
        let things = || {
            let discs = discs.iter().map(|&(centre, radius)| swept([centre; 2], radius, false));
            self.bodies.links.iter().map(|link| swept([link.a, link.b], 0.0, link.kind.is_bar())).chain(discs)
        };
        let is_part = |thing: &Swept| thing.ends.iter().any(|end| is_own[end.index()]);
        let own: Vec<_> = things().filter(|thing| is_part(thing) && thing.way > MIN_WAY).collect();
        let Some(all) = own.iter().map(Swept::bounds).reduce(Aabb::union) else { return false };
        let have_discs = own.iter().any(Swept::is_disc);
        let is_near = |thing: &Swept| (have_discs || thing.is_disc() || thing.is_bar) && thing.bounds().overlaps(all);
        let others: Vec<_> = things().filter(|thing| !is_part(thing) && is_near(thing)).collect();
        own.iter().any(|mover| others.iter().any(|thing| mover.may_meet(thing)))
    }
}
