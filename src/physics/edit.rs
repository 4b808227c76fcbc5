//! What changes a world from outside: building, pinning, holding, cutting. Whatever is given, nothing fails: an id
//! that names nothing and a value that makes no sense are passed over.

use glam::Vec2;

use super::{
    collider::Room,
    constraint::{DistanceConstraint, LinkKind},
    geometry::segments_distance_squared,
    hand::{Drive, Hand},
    integrate::WORLD_EDGE,
    particles::{MASS_RANGE, ParticleId},
    settings::{Settings, within},
    world::{Face, World},
};

/// Least and greatest rest length of a link, m.
const LENGTH_RANGE: (f32, f32) = (1e-5, 1e4);

/// Most pointers that hold something at once.
const MOST_HANDS: usize = 16;

impl World {
    /// Adds a particle at rest. `position` in m, `mass` in kg.
    pub fn add_particle(&mut self, position: Vec2, mass: f32, pinned: bool) -> ParticleId {
        let position = if position.is_finite() { position } else { Vec2::ZERO };
        let position = position.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        let mass = within(mass, MASS_RANGE.0, MASS_RANGE.1, 1.0);
        self.stale.depth = true;
        self.particles.push(position, self.rest_displacement(), mass, pinned)
    }

    /// Links two particles at `rest_length` (m), or at their present distance where that is `None`.
    pub fn add_link(&mut self, a: ParticleId, b: ParticleId, rest_length: Option<f32>, stiffness: f32, kind: LinkKind) {
        if a == b || !self.particles.contains(a) || !self.particles.contains(b) {
            return;
        }
        let position = &self.particles.position;
        let distance = (position[b.index()] - position[a.index()]).length();
        let rest_length = within(rest_length.unwrap_or(distance), LENGTH_RANGE.0, LENGTH_RANGE.1, distance);
        let constraint = DistanceConstraint { a, b, rest_length, stiffness: within(stiffness, 0.0, 1.0, 1.0), kind };
        self.batches.push(&constraint);
        self.constraints.push(constraint);
        self.stale.depth = true;
        self.stale.ties = true;
    }

    /// Adds a patch of cloth; its four edges are links already.
    pub fn add_face(&mut self, corners: [ParticleId; 4]) {
        if corners.iter().all(|&corner| self.particles.contains(corner)) {
            self.faces.push(Face { corners });
        }
    }

    /// Pins a particle where it is, or takes its pin out; freed, it starts from rest.
    pub fn set_pinned(&mut self, id: ParticleId, pinned: bool) {
        if !self.particles.contains(id) || self.particles.pinned[id.index()] == pinned {
            return;
        }
        self.particles.pinned[id.index()] = pinned;
        self.particles.displacement[id.index()] = if pinned { Vec2::ZERO } else { self.rest_displacement() };
        self.weigh(id);
    }

    /// Lets the pointer `hand` hold a particle and lead it to `at` (m). It lets go of what it held before.
    pub fn hold(&mut self, hand: u32, particle: ParticleId, at: Vec2) {
        self.release(hand);
        let taken = self.hands.iter().any(|other| other.particle == particle);
        if !self.particles.contains(particle) || taken || !at.is_finite() || self.hands.len() >= MOST_HANDS {
            return;
        }
        self.hands.push(Hand::new(hand, particle, at));
        self.weigh(particle);
    }

    /// The pointer `hand` has moved to `to` (m).
    pub fn move_hand(&mut self, hand: u32, to: Vec2) {
        if to.is_finite()
            && let Some(hand) = self.hands.iter_mut().find(|other| other.id == hand)
        {
            hand.follow(to);
        }
    }

    /// The pointer `hand` lets go; what it held keeps the speed at which it was led.
    pub fn release(&mut self, hand: u32) {
        if let Some(index) = self.hands.iter().position(|other| other.id == hand) {
            let particle = self.hands.remove(index).particle;
            self.weigh(particle);
            if self.particles.pinned[particle.index()] {
                self.particles.displacement[particle.index()] = Vec2::ZERO;
            }
        }
    }

    /// Names the particle that [`World::set_drive_velocity`] moves, and pins it.
    pub fn set_drive(&mut self, particle: ParticleId) {
        if self.particles.contains(particle) {
            self.set_pinned(particle, true);
            self.drive = Some(Drive { particle, velocity: Vec2::ZERO });
            self.stale.ties = true;
        }
    }

    /// Moves the driven end at `velocity` (m/s) from now on.
    pub fn set_drive_velocity(&mut self, velocity: Vec2) {
        let limit = self.settings.hand_speed;
        if velocity.is_finite()
            && let Some(drive) = &mut self.drive
        {
            drive.velocity = velocity.clamp(Vec2::splat(-limit), Vec2::splat(limit));
        }
    }

    /// Takes all pins out, then pins two particles drawn at random.
    pub fn pin_at_random(&mut self) {
        let count = self.particles.len();
        (0..count as u32).for_each(|id| self.set_pinned(ParticleId(id), false));
        let first = self.random.below(count);
        // Drawn among the others, so that the two are never one.
        let second = (first + 1 + self.random.below(count.saturating_sub(1))) % count.max(1);
        for chosen in [first, second] {
            self.set_pinned(ParticleId(chosen as u32), true);
        }
    }

    /// Cuts every link that a disc of `radius` (m) touches on its way `from` one point `to` another (m). Returns how
    /// many those were.
    pub fn cut(&mut self, from: Vec2, to: Vec2, radius: f32) -> usize {
        if !(from.is_finite() && to.is_finite() && radius >= 0.0) {
            return 0;
        }
        let gone: Vec<bool> = self.constraints.iter().map(|link| self.touches(link, (from, to), radius)).collect();
        let count = self.remove_links(&gone);
        self.cut += count as u64;
        count
    }

    /// Whether a disc's way touches a link.
    fn touches(&self, link: &DistanceConstraint, way: (Vec2, Vec2), radius: f32) -> bool {
        let (a, b) = (self.particles.position[link.a.index()], self.particles.position[link.b.index()]);
        let (low, high) = (a.min(b) - radius, a.max(b) + radius);
        let apart = way.0.max(way.1).cmplt(low).any() || way.0.min(way.1).cmpgt(high).any();
        !apart && segments_distance_squared(way, (a, b)) <= radius * radius
    }

    /// Removes the constraints for which `gone` is true, and the faces that stood on them.
    fn remove_links(&mut self, gone: &[bool]) -> usize {
        let edge = |a: ParticleId, b: ParticleId| (a.min(b), a.max(b));
        let mut edges: Vec<_> = self
            .constraints
            .iter()
            .zip(gone)
            .filter(|(_, gone)| **gone)
            .map(|(link, _)| edge(link.a, link.b))
            .collect();
        if edges.is_empty() {
            return 0;
        }
        edges.sort_unstable();
        self.batches.remove(&self.constraints, gone);
        let mut flags = gone.iter();
        self.constraints.retain(|_| !flags.next().copied().unwrap_or(false));
        self.faces.retain(|&Face { corners: [a, b, c, d] }| {
            ![edge(a, b), edge(b, c), edge(c, d), edge(d, a)].iter().any(|side| edges.binary_search(side).is_ok())
        });
        self.stale.ties = true;
        edges.len()
    }

    /// Changes the settings; values outside their ranges are held at the ends.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings.sanitised();
        // Gravity turned round may be -0: equal to 0, and not the same bits.
        self.settings.gravity += Vec2::ZERO;
        self.stale.ties = true;
    }

    /// Moves the walls of the room, or takes them away. Where they make no sense they stay where they are.
    pub fn set_room(&mut self, room: Option<Room>) {
        if room.is_none_or(Room::is_valid) {
            self.colliders.room = room;
        }
    }

    /// The particle nearest to `point` (m), if one is within `radius` (m). Of two equally near, the lower id.
    #[must_use]
    pub fn nearest(&self, point: Vec2, radius: f32) -> Option<ParticleId> {
        let near = (0..).zip(&self.particles.position).map(|(id, &at)| (at.distance_squared(point), ParticleId(id)));
        near.filter(|(squared, _)| *squared <= radius * radius).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }

    /// Brings a particle's inverse mass in line with what holds it.
    fn weigh(&mut self, id: ParticleId) {
        let fixed = self.particles.pinned[id.index()] || self.hands.iter().any(|hand| hand.particle == id);
        self.particles.inv_mass[id.index()] = if fixed { 0.0 } else { 1.0 / self.particles.mass[id.index()] };
        self.stale.ties = true;
    }
}
