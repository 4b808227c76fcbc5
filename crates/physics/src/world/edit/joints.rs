//! Joints: two particles are linked so closely that their things turn about one point.

use glam::Vec2;

use crate::particles::{LinkKind, ParticleId};
use crate::world::World;

/// Length of a joint's link, m: short beside all things, long beside the resolution of positions.
pub(super) const JOINT_LENGTH: f32 = 0.01;

impl World {
    /// Joins two particles by a rigid link, about which their things turn. One that nothing holds moves there first, at
    /// rest and with what is linked to it; where both are held, the link is as long as their distance. A cut of the link
    /// parts them. Particles that are joined or linked already are left unchanged.
    pub fn join(&mut self, a: ParticleId, b: ParticleId) {
        if !self.can_join(a, b) {
            return;
        }
        let at = |id: ParticleId| self.bodies.particles.position[id.index()];
        let (away, distance) = (at(b) - at(a), at(a).distance(at(b)));
        let direction = if distance > 0.0 { away / distance } else { Vec2::Y };
        if distance > JOINT_LENGTH && !self.are_connected(a, b) {
            let [next_to_a, next_to_b] = [at(a) + direction * JOINT_LENGTH, at(b) - direction * JOINT_LENGTH];
            match [a, b].map(|id| self.is_held(id)) {
                [_, false] => self.pose(b, next_to_a),
                [false, true] => self.pose(a, next_to_b),
                [true, true] => (),
            }
        }
        let at = |id: ParticleId| self.bodies.particles.position[id.index()];
        let length = at(a).distance(at(b)).max(JOINT_LENGTH);
        self.add_link(a, b, Some(length), 1.0, LinkKind::Beam);
    }

    /// Whether [`World::join`] changes anything: both particles exist, and no link joins them.
    #[must_use]
    pub fn can_join(&self, a: ParticleId, b: ParticleId) -> bool {
        let exists = self.bodies.particles.contains(a) && self.bodies.particles.contains(b);
        let are_ends = |link: &crate::DistanceConstraint| [[a, b], [b, a]].contains(&[link.a, link.b]);
        exists && a != b && !self.bodies.links.iter().any(are_ends)
    }

    /// Whether [`World::join`] would bring two particles to one point: they are there, or one of their things is free.
    #[must_use]
    pub fn can_meet(&self, a: ParticleId, b: ParticleId) -> bool {
        let at = |id: ParticleId| self.bodies.particles.position[id.index()];
        let ids = [a, b];
        ids.iter().all(|&id| self.bodies.particles.contains(id))
            && (at(a).distance(at(b)) <= JOINT_LENGTH || !ids.iter().all(|&id| self.is_held(id)))
    }

    /// The particle nearest to `point` (m) and within `radius` (m) that no links connect with another one.
    #[must_use]
    pub fn nearest_apart(&self, point: Vec2, radius: f32, from: ParticleId) -> Option<ParticleId> {
        let count = self.bodies.particles.len() as u32;
        let components = self.current_components();
        let own = (from.0 < count).then(|| components.number(from.0))?;
        let square = |id: u32| self.bodies.particles.position[id as usize].distance_squared(point);
        let near = (0..count).filter(|&id| square(id) <= radius * radius);
        let apart = near.filter(|&id| components.number(id) != own);
        apart.min_by(|&a, &b| square(a).total_cmp(&square(b))).map(ParticleId)
    }

    fn are_connected(&self, a: ParticleId, b: ParticleId) -> bool {
        let components = self.current_components();
        components.number(a.0) == components.number(b.0)
    }

    /// Whether a pin or a grab holds the thing of a particle.
    fn is_held(&self, id: ParticleId) -> bool {
        let components = self.current_components();
        let own = components.number(id.0);
        let is_fixed = |other: u32| {
            let other = ParticleId(other);
            self.bodies.particles.pinned[other.index()] || self.state.is_grabbed(other)
        };
        let mut others = 0..self.bodies.particles.len() as u32;
        others.any(|other| is_fixed(other) && components.number(other) == own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, Settings};

    /// A bar of two particles.
    fn bar(world: &mut World, from: Vec2, to: Vec2, pinned: bool) -> [ParticleId; 2] {
        let ids = [world.add_particle(from, 0.1, pinned), world.add_particle(to, 0.1, false)];
        world.add_link(ids[0], ids[1], None, 1.0, LinkKind::Beam);
        ids
    }

    fn at(world: &World, id: ParticleId) -> Vec2 {
        world.particles().position[id.index()]
    }

    #[test]
    fn joined_bars_turn_about_one_point() {
        for is_first_held in [true, false] {
            let mut world = World::new(Settings::default(), Colliders::new(None, None), 0);
            let upper = bar(&mut world, Vec2::ZERO, Vec2::X, is_first_held);
            let lower = bar(&mut world, Vec2::new(1.1, 0.05), Vec2::new(2.1, 0.05), !is_first_held);
            world.join(upper[1], lower[0]);
            assert!(world.stretch().max < 1e-3, "nothing is stretched: {:?}", world.stretch());
            assert!((at(&world, upper[1]).distance(at(&world, lower[0])) - JOINT_LENGTH).abs() < 1e-4);
            let mut turned = 0.0_f32;
            for _ in 0..60 {
                world.step();
                assert!(at(&world, upper[1]).distance(at(&world, lower[0])) < 1.1 * JOINT_LENGTH);
                let along = |ids: [ParticleId; 2]| at(&world, ids[1]) - at(&world, ids[0]);
                turned = turned.max(along(upper).perp_dot(along(lower)).abs());
            }
            assert!(turned > 0.1, "they do not turn: {turned}");
        }
    }

    #[test]
    fn joint_of_two_held_things_is_as_long_as_their_distance() {
        let mut world = World::new(Settings::default(), Colliders::new(None, None), 0);
        let one = bar(&mut world, Vec2::ZERO, Vec2::X, true);
        let other = bar(&mut world, Vec2::new(3.0, 0.0), Vec2::new(1.5, 0.0), true);
        world.join(one[1], other[1]);
        assert_eq!(world.links().last().map(|link| link.rest_length), Some(0.5));
        let before = world.link_count();
        world.join(one[1], other[1]);
        world.join(one[1], one[1]);
        world.join(one[1], ParticleId(99));
        assert_eq!(world.link_count(), before);
        assert!(!world.can_meet(one[0], other[0]) && world.can_join(one[0], other[0]));
        assert!(![other[1], one[1], ParticleId(99)].iter().any(|&id| world.can_join(one[1], id)));
    }
}
