//! Poses: a particle is put to another place, at rest, and what is linked to it follows without stretch.
//!
//! A thing that nothing else holds moves as a whole. A thing with other pins bends as a rope does that is laid by hand: FABRIK
//! (Aristidou and Lasenby 2011) gives the first guess, sweeps of projections the rest.

use glam::Vec2;

use crate::containers::Refill;
use crate::geometry::HalfPlane;
use crate::math::{inside_world, unit};
use crate::particles::{Adjacency, ParticleId};
use crate::world::World;

/// Projections of a pose in all: some milliseconds of work.
const MAX_PROJECTIONS: usize = 400_000;

/// Most steps in which a particle moves to its place, so that bodies turn and do not fold.
const MAX_STEPS: usize = 64;

/// Stretch above which a posed particle leaves its place for one that its links reach.
const MAX_STRETCH: f32 = 0.002;

/// Movement of all members in a step, as a fraction of the shortest link.
const NUDGE: f32 = 0.01;

/// A link between two members, by their places in the list.
struct PoseLink {
    ends: [usize; 2],
    rest_length: f32,
}

/// The particles that links join to a posed one, up to fixed particles.
struct Pose {
    /// In the order of their distance from the posed one, which is the first.
    members: Vec<ParticleId>,
    position: Vec<Vec2>,
    is_fixed: Vec<bool>,
    links: Vec<PoseLink>,
    /// For each member the link to a member nearer to the posed one.
    outwards: Vec<Option<usize>>,
}

impl World {
    /// Puts a particle to a place (m), or as near to it as its links let it. What is linked to it follows; all of that is at
    /// rest. Pins and anchors stay what they are; other grabbed particles stay where they are.
    pub fn pose(&mut self, particle: ParticleId, to: Vec2) {
        let posed = self.posed(particle, to);
        for &(id, at) in &posed {
            self.disturb(id);
            self.bodies.particles.position[id.index()] = at;
            // Awake by now, so fixed are only the pinned, grabbed and lifted ones.
            let is_fixed = self.bodies.particles.inv_mass[id.index()] == 0.0;
            self.bodies.particles.displacement[id.index()] =
                if is_fixed { Vec2::ZERO } else { self.rest_displacement() };
        }
        for (id, _) in posed {
            self.disturb(id);
            self.anchor_here(id);
        }
    }

    /// The particles that [`World::pose`] would move, and where to, m.
    #[must_use]
    pub fn posed(&self, particle: ParticleId, to: Vec2) -> Vec<(ParticleId, Vec2)> {
        if !self.bodies.particles.contains(particle) || !to.is_finite() {
            return Vec::new();
        }
        let from = self.bodies.particles.position[particle.index()];
        let to = self.outside_planes(particle, from, inside_world(to));
        let mut pose = self.gather(particle);
        if pose.is_fixed.contains(&true) {
            let gravity = self.state.settings.gravity;
            pose.bend(to, if gravity == Vec2::ZERO { Vec2::NEG_Y } else { unit(gravity) });
        } else {
            let by = self.above_planes(&pose, to - from);
            pose.position.iter_mut().for_each(|at| *at += by);
        }
        let free = pose.members.iter().zip(&pose.position).zip(&pose.is_fixed).filter(|(_, is_fixed)| !**is_fixed);
        free.map(|((&member, &at), _)| (member, inside_world(at))).collect()
    }

    /// The planes as particles of a radius (m) meet them.
    fn grown_planes(&self, particle: ParticleId) -> impl Iterator<Item = HalfPlane> {
        let radius = self.contact_radius(particle).unwrap_or(0.0);
        self.state.colliders.planes().map(move |plane| HalfPlane { offset: plane.offset + radius, ..plane })
    }

    fn outside_planes(&self, particle: ParticleId, from: Vec2, to: Vec2) -> Vec2 {
        self.grown_planes(particle).fold(to, |to, plane| plane.stop(from, to))
    }

    /// A movement of a whole thing, m, that puts none of it deeper into the ground or a wall.
    fn above_planes(&self, pose: &Pose, by: Vec2) -> Vec2 {
        pose.members.iter().zip(&pose.position).fold(by, |by, (&member, &at)| {
            let stopped = self.outside_planes(member, at, at + by);
            stopped - at
        })
    }

    /// Gathers what links join to a particle, up to fixed particles.
    fn gather(&self, particle: ParticleId) -> Pose {
        const UNKNOWN: u32 = u32::MAX;
        let particles = &self.bodies.particles;
        let mut adjacency = Adjacency::default();
        adjacency.rebuild(particles.len(), &self.bodies.links);
        let graph = self.bodies.graph(&adjacency);
        let is_held =
            |id: ParticleId| particles.pinned[id.index()] || self.state.is_grabbed(id) || self.state.is_lifted(id);
        let mut place = Vec::new();
        place.refill(particles.len(), UNKNOWN);
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
                if place[other.index()] == UNKNOWN {
                    place[other.index()] = members.len() as u32;
                    members.push(other);
                    is_fixed.push(is_held(other));
                    outwards.push(Some(links.len()));
                } else if (place[other.index()] as usize) < next && !is_fixed[place[other.index()] as usize] {
                    // Listed from its other end.
                    continue;
                }
                links
                    .push(PoseLink { ends: [next, place[other.index()] as usize], rest_length: neighbour.rest_length });
            }
            next += 1;
        }
        let position = members.iter().map(|member| particles.position[member.index()]).collect();
        Pose { members, position, is_fixed, links, outwards }
    }
}

impl Pose {
    /// Moves the first member towards `to` (m), step by step, and lets the others follow. `down`: unit vector towards which slack sags.
    fn bend(&mut self, to: Vec2, down: Vec2) {
        let from = self.position[0];
        let shortest = self.links.iter().map(|link| link.rest_length).fold(f32::INFINITY, f32::min);
        let steps = ((to - from).length() / (0.5 * shortest)).ceil().clamp(1.0, MAX_STEPS as f32) as usize;
        let all = MAX_PROJECTIONS / self.links.len().max(1);
        let (sweeps, last_sweeps) = ((all / (2 * steps)).clamp(2, 20), (all / 4).clamp(10, 400));
        self.is_fixed[0] = true;
        for step in 1..=steps {
            self.position[0] = from.lerp(to, step as f32 / steps as f32);
            self.nudge(down * (NUDGE * shortest));
            self.follow_outwards();
            (0..sweeps).for_each(|_| self.sweep());
        }
        (0..last_sweeps).for_each(|_| self.sweep());
        self.is_fixed[0] = false;
        if self.max_stretch() > MAX_STRETCH {
            self.follow_inwards();
            self.follow_outwards();
            (0..last_sweeps).for_each(|_| self.sweep());
        }
    }

    /// Moves all free members: a straight rope whose ends come nearer has to sag to one side.
    fn nudge(&mut self, by: Vec2) {
        let free = self.position.iter_mut().zip(&self.is_fixed).filter(|(_, is_fixed)| !**is_fixed);
        free.for_each(|(at, _)| *at += by);
    }

    fn max_stretch(&self) -> f32 {
        let stretch = |&PoseLink { ends: [a, b], rest_length }: &PoseLink| {
            (self.position[b] - self.position[a]).length() / rest_length - 1.0
        };
        self.links.iter().map(stretch).fold(0.0, f32::max)
    }

    /// Pulls each member along that is too far from the one before it.
    fn follow_outwards(&mut self) {
        for member in 1..self.members.len() {
            if let Some(link) = self.outwards[member].and_then(|link| self.links.get(link)) {
                let PoseLink { ends: [before, _], rest_length } = *link;
                self.pull(member, before, rest_length);
            }
        }
    }

    /// Pulls back, from the fixed members on, each on the way to the posed one that is too far from the one after it.
    fn follow_inwards(&mut self) {
        let mut is_held = self.is_fixed.clone();
        for member in (1..self.members.len()).rev() {
            if !is_held[member] {
                continue;
            }
            if let Some(link) = self.outwards[member].and_then(|link| self.links.get(link)) {
                let PoseLink { ends: [before, _], rest_length } = *link;
                is_held[before] = true;
                self.pull(before, member, rest_length);
            }
        }
    }

    fn pull(&mut self, member: usize, towards: usize, rest_length: f32) {
        let away = self.position[member] - self.position[towards];
        let length = (away.x * away.x + away.y * away.y).sqrt();
        if length > rest_length && !self.is_fixed[member] {
            self.position[member] = self.position[towards] + away * (rest_length / length);
        }
    }

    /// Projects each link once, there and back.
    fn sweep(&mut self) {
        for index in (0..self.links.len()).chain((0..self.links.len()).rev()) {
            let PoseLink { ends: [a, b], rest_length } = self.links[index];
            let weights = [a, b].map(|end| if self.is_fixed[end] { 0.0 } else { 1.0 });
            let along = self.position[b] - self.position[a];
            let length = (along.x * along.x + along.y * along.y).sqrt();
            if length < 1e-9 || weights == [0.0; 2] {
                continue;
            }
            let correction = along * ((1.0 - rest_length / length) / (weights[0] + weights[1]));
            self.position[a] += correction * weights[0];
            self.position[b] -= correction * weights[1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, LinkKind, Settings};

    fn world() -> World {
        World::new(Settings::default(), Colliders::new(Some(-5.0), None), 0)
    }

    /// A rope of 2 m with 21 particles.
    fn rope(world: &mut World, pins: &[usize]) -> Vec<ParticleId> {
        let at = |index: u8| Vec2::X * (0.1 * f32::from(index));
        let ids: Vec<_> = (0..=20).map(|index| world.add_particle(at(index), 0.02, false)).collect();
        ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
        pins.iter().for_each(|&pin| world.set_pinned(ids[pin], true));
        ids
    }

    /// Fails if a link is stretched now, or becomes so when the world steps on.
    fn assert_calm(world: &mut World, what: &str) {
        assert!(world.stretch().max < 0.01, "{what}: {:?}", world.stretch());
        for step in 0..20 {
            world.step();
            assert!(world.stretch().max < 0.02, "{what}, step {step}: {:?}", world.stretch());
            let speed = world.particles().displacement.iter().map(|by| by.length()).fold(0.0, f32::max);
            assert!(
                speed / world.substep_length() < 8.0,
                "{what}, step {step}: {} m/s",
                speed / world.substep_length()
            );
        }
    }

    #[test]
    fn posed_point_of_a_held_rope_takes_the_rope_along() {
        for (pins, id, to) in [
            (&[0, 20][..], 10, Vec2::new(1.0, 0.0)),
            (&[0], 20, Vec2::new(0.5, 1.5)),
            (&[0], 20, Vec2::new(0.2, -1.0)),
            (&[0], 7, Vec2::new(-0.3, 0.3)),
            (&[0, 20], 20, Vec2::new(0.4, 0.9)),
            (&[0, 20], 20, Vec2::new(0.5, 0.0)),
        ] {
            let mut world = world();
            let ids = rope(&mut world, pins);
            (0..20).for_each(|_| world.step());
            world.pose(ids[id], to);
            let at = world.particles().position[id];
            assert!(at.distance(to) < 0.02, "{pins:?}, {id}: at {at}, not {to}");
            assert_calm(&mut world, &format!("{pins:?}, {id}"));
        }
    }

    #[test]
    fn point_beyond_reach_is_put_as_near_as_its_rope_allows() {
        for id in [20, 8] {
            let mut world = world();
            let ids = rope(&mut world, &[0]);
            world.pose(ids[id], Vec2::new(0.0, 9.0));
            let at = world.particles().position[id];
            assert!(at.distance(Vec2::Y * (0.1 * id as f32)) < 0.15, "{id}: {at}");
            assert_calm(&mut world, "beyond reach");
        }
    }

    #[test]
    fn thing_that_nothing_else_holds_moves_as_a_whole() {
        for pins in [&[][..], &[4]] {
            let mut world = world();
            let ids = rope(&mut world, pins);
            world.pose(ids[4], Vec2::new(1.4, 2.0));
            for (index, at) in world.particles().position.iter().enumerate() {
                let wanted = Vec2::new(0.1 * index as f32 + 1.0, 2.0);
                assert!(at.distance(wanted) < 1e-5, "{index}: {at}");
            }
            world.pose(ids[4], Vec2::new(1.4, -9.0));
            assert!((world.particles().position[20].y + 5.0).abs() < 1e-5, "on the ground");
        }
    }

    #[test]
    fn wheel_on_an_axle_turns_and_keeps_its_form() {
        let mut world = world();
        let hub = world.add_particle(Vec2::ZERO, 0.1, true);
        let corners = [(0.5, 0.0), (0.25, 0.433), (-0.25, 0.433), (-0.5, 0.0), (-0.25, -0.433), (0.25, -0.433)];
        let rim = corners.map(|(x, y)| world.add_particle(Vec2::new(x, y), 0.1, false));
        for index in 0..6 {
            world.add_link(hub, rim[index], None, 1.0, LinkKind::Beam);
            world.add_link(rim[index], rim[(index + 1) % 6], None, 1.0, LinkKind::Beam);
        }
        world.pose(rim[0], Vec2::new(-0.1, 0.5));
        let at = |id: ParticleId| world.particles().position[id.index()];
        assert!(at(rim[0]).distance(Vec2::new(-0.1, 0.49)) < 0.02, "{}", at(rim[0]));
        assert!((at(rim[3]) + at(rim[0])).length() < 0.02, "the other side is at {}", at(rim[3]));
        assert_calm(&mut world, "wheel");
    }

    #[test]
    fn unknown_particles_and_places_change_nothing() {
        let mut world = world();
        let ids = rope(&mut world, &[0]);
        let before = world.state_hash();
        world.pose(ParticleId(99), Vec2::Y);
        world.pose(ids[3], Vec2::NAN);
        assert_eq!(world.state_hash(), before);
    }
}
