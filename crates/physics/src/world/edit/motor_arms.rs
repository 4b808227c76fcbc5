//! The arms of a motor: the rigid bodies that meet at an axle.
//!
//! A body is found from a bar by triangles: a particle that two bars join to a body is of it. Joints are no part of a
//! body, nor are driven links.

use crate::particles::{LinkKind, ParticleId};
use crate::world::World;
use crate::world::edit::joints::JOINT_LENGTH;

/// Fewest bars between the hub and the rim of a wheel.
const MIN_SPOKES: usize = 4;

/// Bars of the rigid bodies of a world: of each particle the particles to which bars join it, and their lengths, m.
struct Bars(Vec<Vec<(u32, f32)>>);

/// A body that meets others at an axle.
struct ArmBody {
    members: Vec<u32>,
    /// Number of its bars that reach the axle.
    spokes: usize,
    mass: f32,
    /// Whether a pin or an obstacle holds one of its particles.
    is_held: bool,
}

impl World {
    /// The arms for a motor on an axle, as [`World::set_motor`] takes them: of a wheel on its hub a particle of the rim, of
    /// two other bodies one of the lighter, and a particle of the body that carries it; the axle itself where that is
    /// pinned or anchored. `None` where nothing turns, or nothing carries it.
    #[must_use]
    pub fn motor_arms(&self, axle: ParticleId) -> Option<[ParticleId; 2]> {
        let mut bodies = self.bodies_around(axle.0);
        let heaviness = |body: &ArmBody| (body.is_held, body.mass);
        let is_lighter = |a: &ArmBody, b: &ArmBody| heaviness(a).partial_cmp(&heaviness(b));
        bodies.sort_by(|a, b| is_lighter(a, b).unwrap_or(std::cmp::Ordering::Equal));
        // A wheel turns, even where it is the heavier one.
        let turning = bodies.iter().position(|body| body.spokes >= MIN_SPOKES).unwrap_or(0);
        let turning = (turning < bodies.len()).then(|| bodies.remove(turning))?;
        let arm = |body: &ArmBody| self.farthest(axle.0, &body.members);
        let carrier = if self.is_fixed(axle.0) { Some(axle) } else { bodies.last().and_then(arm) };
        Some([arm(&turning)?, carrier?])
    }

    /// The rigid bodies with bars that end at an axle, or at a joint on it.
    fn bodies_around(&self, axle: u32) -> Vec<ArmBody> {
        let bars = self.rigid_bars();
        let mut bodies: Vec<ArmBody> = Vec::new();
        for &(next, length) in bars.of(axle) {
            if bodies.iter().any(|body| body.members.contains(&next)) {
                continue;
            }
            let own = bars.grow([axle, next]);
            let members = if own.len() == 2 && length <= 2.0 * JOINT_LENGTH {
                let behind = bars.of(next).iter().filter(|(other, _)| *other != axle);
                behind.map(|&(other, _)| bars.grow([next, other])).max_by_key(Vec::len).unwrap_or_default()
            } else {
                own
            };
            let particles = &self.bodies.particles;
            let others = || members.iter().filter(|&&member| member != axle);
            bodies.push(ArmBody {
                spokes: bars.of(axle).iter().filter(|(other, _)| members.contains(other)).count(),
                mass: others().map(|&member| particles.mass[member as usize]).sum(),
                is_held: others().any(|&member| self.is_fixed(member)),
                members,
            });
        }
        bodies
    }

    fn rigid_bars(&self) -> Bars {
        let driven = &self.state.machines.driven;
        let mut bars = vec![Vec::new(); self.bodies.particles.len()];
        for link in self.bodies.links.iter().filter(|link| link.kind.is_bar() || link.kind == LinkKind::Brace) {
            let ends = [link.a.min(link.b), link.a.max(link.b)];
            if driven.binary_search_by_key(&ends, |link| link.ends).is_err() {
                bars[link.a.index()].push((link.b.0, link.rest_length));
                bars[link.b.index()].push((link.a.0, link.rest_length));
            }
        }
        Bars(bars)
    }

    /// Whether a pin or an obstacle holds a particle.
    fn is_fixed(&self, particle: u32) -> bool {
        self.is_pinned(ParticleId(particle)) || self.anchor(ParticleId(particle)).is_some()
    }

    /// The particle that is furthest from an axle: the longest lever is the steadiest.
    fn farthest(&self, axle: u32, members: &[u32]) -> Option<ParticleId> {
        let position = &self.bodies.particles.position;
        let distance = |member: u32| position[member as usize].distance_squared(position[axle as usize]);
        let others = members.iter().copied().filter(|&member| member != axle);
        others.max_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(b.cmp(&a))).map(ParticleId)
    }
}

impl Bars {
    fn of(&self, particle: u32) -> &[(u32, f32)] {
        self.0.get(particle as usize).map_or(&[], Vec::as_slice)
    }

    /// The rigid body of a bar, in the order in which its particles were found.
    fn grow(&self, bar: [u32; 2]) -> Vec<u32> {
        let mut members = bar.to_vec();
        let mut bars_to_it = vec![0_u8; self.0.len()];
        bar.iter().for_each(|&end| bars_to_it[end as usize] = u8::MAX);
        let mut seen = 0;
        while let Some(&member) = members.get(seen) {
            seen += 1;
            for &(next, _) in self.of(member) {
                let bars = &mut bars_to_it[next as usize];
                *bars = bars.saturating_add(1);
                if *bars == 2 {
                    members.push(next);
                }
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::{Colliders, Settings};

    fn world() -> World {
        World::new(Settings::default(), Colliders::new(None, None), 0)
    }

    fn bar(world: &mut World, a: ParticleId, b: ParticleId) {
        world.add_link(a, b, None, 1.0, LinkKind::Beam);
    }

    /// A plank from (0, 0) to (2, 0) of ten bays. Returns its particles, the upper before the lower.
    fn plank(world: &mut World) -> Vec<ParticleId> {
        let mut ids = Vec::new();
        for column in 0..=10_u8 {
            for y in [0.0, -0.1] {
                ids.push(world.add_particle(Vec2::new(0.2 * f32::from(column), y), 0.2, false));
            }
        }
        for number in 1..ids.len() {
            bar(world, ids[number - 1], ids[number]);
            if number >= 2 {
                bar(world, ids[number - 2], ids[number]);
            }
        }
        ids
    }

    /// A wheel of eight spokes. Returns its hub, and its rim.
    fn wheel(world: &mut World, at: Vec2) -> (ParticleId, Vec<ParticleId>) {
        let hub = world.add_particle(at, 0.1, false);
        let around = |number: u8| Vec2::from_angle(f32::from(number) * std::f32::consts::FRAC_PI_4);
        let rim: Vec<_> = (0..8).map(|number| world.add_particle(at + 0.3 * around(number), 0.1, false)).collect();
        for (number, &spoke) in rim.iter().enumerate() {
            bar(world, hub, spoke);
            world.add_link(spoke, rim[(number + 1) % 8], None, 1.0, LinkKind::Rim);
        }
        (hub, rim)
    }

    #[test]
    fn motor_of_a_cart_turns_each_wheel_against_the_plank() {
        let mut world = world();
        let plank = plank(&mut world);
        let wheels = [(3, 0.2), (19, 1.8)].map(|(under, x)| {
            let (hub, rim) = wheel(&mut world, Vec2::new(x, -0.11));
            world.join(plank[under], hub);
            (hub, rim)
        });
        for ((hub, rim), far) in wheels.iter().zip([&plank[20..], &plank[..2]]) {
            let [turns, carries] = world.motor_arms(*hub).expect("the plank carries it");
            assert!(rim.contains(&turns), "{turns:?} turns, the rim is {rim:?}");
            assert!(far.contains(&carries), "{carries:?} carries, the plank's far end is {far:?}");
        }
    }

    #[test]
    fn pinned_hub_carries_its_wheel_and_a_free_one_has_no_motor() {
        let mut world = world();
        let (hub, rim) = wheel(&mut world, Vec2::ZERO);
        assert_eq!(world.motor_arms(hub), None, "nothing carries it");
        world.set_pinned(hub, true);
        let [turns, carries] = world.motor_arms(hub).expect("the pin carries it");
        assert!(rim.contains(&turns) && carries == hub);
        assert_eq!(world.motor_arms(ParticleId(99)), None);
    }

    #[test]
    fn lighter_of_two_bars_turns_whether_they_share_a_particle_or_a_joint() {
        for has_joint in [false, true] {
            let mut world = world();
            let [heavy, axle, light] = [-2.0, 0.0, 1.0].map(|x| world.add_particle(Vec2::new(x, 0.0), 2.0 - x, false));
            bar(&mut world, heavy, axle);
            let other = if has_joint { world.add_particle(Vec2::new(0.01, 0.0), 1.0, false) } else { axle };
            bar(&mut world, other, light);
            world.join(axle, other);
            assert_eq!(world.motor_arms(axle), Some([light, heavy]), "with a joint: {has_joint}");
            world.set_pinned(light, true);
            assert_eq!(world.motor_arms(axle), Some([heavy, light]), "the pinned bar carries the other");
        }
    }

    #[test]
    fn muscle_is_no_part_of_the_body_that_it_moves() {
        let mut world = world();
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
        let [axle, one, other] = corners.map(|(x, y)| world.add_particle(Vec2::new(x, y), 1.0, false));
        bar(&mut world, axle, one);
        bar(&mut world, axle, other);
        bar(&mut world, one, other);
        assert_eq!(world.motor_arms(axle), None, "a triangle does not turn in itself");
        let stroke = crate::Stroke::Wave { amplitude: 0.2, period: 1.0, phase: 0.0 };
        let control = crate::Control::default();
        let drive = crate::LinkDrive { stroke, force: 10.0, stiffness: None, damping: 0.0, control };
        world.set_link_drive(one, other, Some(drive));
        assert!(world.motor_arms(axle).is_some());
    }
}
