//! What changes a world from outside: building, pinning, holding, cutting. Whatever is given, nothing fails: an id
//! that names nothing and a value that makes no sense are passed over.

use glam::Vec2;

use crate::{
    geometry::{
        colliders::{Aabb, Colliders},
        moving_shape::{ShapeDef, ShapeId, ShapeProperties},
    },
    kinematic::grab::{Drive, Grab},
    math::{
        bounds::{WORLD_EDGE, clamp_or},
        vector::unit,
    },
    particles::{
        cloth_faces::ClothFace,
        cut_query::CutStroke,
        distance_constraint::{DistanceConstraint, LinkKind},
        storage::{MAX_MASS, MIN_MASS, ParticleId, Particles},
    },
    settings::Settings,
    world::World,
};

/// Least and greatest rest length of a link, m.
pub(crate) const LENGTH_RANGE: (f32, f32) = (1e-5, 1e4);

/// Most pointers that hold something at once.
pub(crate) const MAX_GRABS: usize = 16;

impl World {
    /// Adds a particle at rest. `position` in m, `mass` in kg.
    pub fn add_particle(&mut self, position: Vec2, mass: f32, pinned: bool) -> ParticleId {
        let position = if position.is_finite() { position } else { Vec2::ZERO };
        let position = position.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
        let mass = clamp_or(mass, MIN_MASS, MAX_MASS, 1.0);
        self.derived.stale.web = true;
        self.state.solver.is_stale = true;
        self.derived.stale.strands = true;
        self.derived.stale.nets = true;
        self.derived.stale.attachments = true;
        self.bodies.particles.push(position, self.rest_displacement(), mass, pinned)
    }

    /// Links two particles at `rest_length` (m), or at their present distance where that is `None`.
    pub fn add_link(&mut self, a: ParticleId, b: ParticleId, rest_length: Option<f32>, stiffness: f32, kind: LinkKind) {
        if a == b || !self.bodies.particles.contains(a) || !self.bodies.particles.contains(b) {
            return;
        }
        let position = &self.bodies.particles.position;
        let distance = (position[b.index()] - position[a.index()]).length();
        let rest_length = clamp_or(rest_length.unwrap_or(distance), LENGTH_RANGE.0, LENGTH_RANGE.1, distance);
        let constraint = DistanceConstraint { a, b, rest_length, stiffness: clamp_or(stiffness, 0.0, 1.0, 1.0), kind };
        self.bodies.colouring.push(&constraint);
        self.bodies.links.push(constraint);
        self.derived.stale.web = true;
        self.state.solver.is_stale = true;
        self.derived.stale.grab_limits = true;
        self.derived.stale.strands = true;
        self.derived.stale.nets = true;
        self.derived.stale.attachments = true;
    }

    /// Adds a patch of cloth; its four edges are links already.
    pub fn add_face(&mut self, corners: [ParticleId; 4]) {
        if corners.iter().all(|&corner| self.bodies.particles.contains(corner)) {
            self.bodies.faces.push(ClothFace { corners });
        }
    }

    /// Pins a particle where it is, or takes its pin out; freed, it starts from rest.
    pub fn set_pinned(&mut self, id: ParticleId, pinned: bool) {
        if !self.bodies.particles.contains(id) || self.bodies.particles.pinned[id.index()] == pinned {
            return;
        }
        self.wake_at(id);
        self.bodies.particles.pinned[id.index()] = pinned;
        self.bodies.particles.displacement[id.index()] = if pinned { Vec2::ZERO } else { self.rest_displacement() };
        self.weigh(id);
    }

    /// Lets the pointer `hand` hold a particle and lead it to `at` (m). It lets go of what it held before.
    pub fn hold(&mut self, hand: u32, particle: ParticleId, at: Vec2) {
        self.release(hand);
        let taken = self.state.grabs.iter().any(|other| other.particle == particle);
        if !self.bodies.particles.contains(particle) || taken || !at.is_finite() || self.state.grabs.len() >= MAX_GRABS
        {
            return;
        }
        self.wake_at(particle);
        self.state.grabs.push(Grab::new(hand, particle, at));
        self.weigh(particle);
    }

    /// The pointer `hand` has moved to `to` (m).
    pub fn move_hand(&mut self, hand: u32, to: Vec2) {
        if to.is_finite()
            && let Some(hand) = self.state.grabs.iter_mut().find(|other| other.id == hand)
        {
            hand.follow(to);
        }
    }

    /// The pointer `hand` lets go; what it held keeps the speed at which it was led.
    pub fn release(&mut self, hand: u32) {
        if let Some(index) = self.state.grabs.iter().position(|other| other.id == hand) {
            let particle = self.state.grabs.remove(index).particle;
            self.weigh(particle);
            if self.bodies.particles.pinned[particle.index()] {
                self.bodies.particles.displacement[particle.index()] = Vec2::ZERO;
            }
            self.wake_at(particle);
        }
    }

    /// Names the particle that [`World::set_drive_velocity`] moves, and pins it.
    pub fn set_drive(&mut self, particle: ParticleId) {
        if self.bodies.particles.contains(particle) {
            self.set_pinned(particle, true);
            self.state.drive = Some(Drive { particle, velocity: Vec2::ZERO });
            self.derived.stale.grab_limits = true;
            self.derived.stale.attachments = true;
        }
    }

    /// Moves the driven end at `velocity` (m/s) from now on.
    pub fn set_drive_velocity(&mut self, velocity: Vec2) {
        let limit = self.state.settings.hand_speed;
        if velocity.is_finite()
            && let Some(drive) = &mut self.state.drive
        {
            drive.velocity = velocity.clamp(Vec2::splat(-limit), Vec2::splat(limit));
            let particle = drive.particle;
            self.wake_at(particle);
        }
    }

    /// Moves everything that is pinned at `velocity` (m/s, each component up to [`Settings::hand_speed`]) from now on,
    /// substep by substep; zero stops it. What a hand holds, and the driven end, are led by these alone.
    ///
    /// For a frame that carries more pins than there are hands. Unlike a hand it does not yield: pins that are moved
    /// together do not come out of each other's reach.
    pub fn move_pinned(&mut self, velocity: Vec2) {
        if !velocity.is_finite() {
            return;
        }
        let limit = self.state.settings.hand_speed;
        // A -0 is equal to 0, and not the same bits.
        self.wake_all();
        self.state.pin_velocity = velocity.clamp(Vec2::splat(-limit), Vec2::splat(limit)) + Vec2::ZERO;
        if self.state.pin_velocity == Vec2::ZERO {
            let Particles { displacement, pinned, .. } = &mut self.bodies.particles;
            let pins = displacement.iter_mut().zip(&*pinned).filter(|(_, pinned)| **pinned);
            pins.for_each(|(displacement, _)| *displacement = Vec2::ZERO);
        }
    }

    /// Takes all pins out, then pins two particles drawn at random.
    pub fn pin_at_random(&mut self) {
        let count = self.bodies.particles.len();
        (0..count as u32).for_each(|id| self.set_pinned(ParticleId(id), false));
        let first = self.state.random.below(count);
        // Drawn among the others, so that the two are never one.
        let second = (first + 1 + self.state.random.below(count.saturating_sub(1))) % count.max(1);
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
        self.refresh_web();
        let stroke = CutStroke { from, to, radius };
        let found = self.derived.cut_query.find(stroke, &self.bodies.particles.position, &self.bodies.links);
        self.scratch.broken.clear();
        self.scratch.broken.extend_from_slice(found);
        let count = self.sever();
        self.state.counters.cut += count as u64;
        count
    }

    /// Takes out the `broken` links, and the patches of cloth that they held. Returns how many they were.
    pub(crate) fn sever(&mut self) -> usize {
        for &slot in &self.scratch.broken {
            let slot = slot as usize;
            if let Some(&constraint) = self.bodies.links.get(slot) {
                self.bodies.links.remove(slot);
                self.bodies.colouring.remove(slot, &constraint);
                self.bodies.faces.remove_at(constraint.a, constraint.b);
            }
        }
        self.derived.particle_contacts.stale |= !self.scratch.broken.is_empty();
        self.wake_broken();
        let count = self.scratch.broken.len();
        self.bodies.colouring.flush_removals();
        self.derived.stale.grab_limits |= count > 0;
        self.derived.stale.strands |= count > 0;
        self.derived.stale.nets |= count > 0;
        self.derived.stale.attachments |= count > 0;
        count
    }

    /// Closes the gaps that cuts have left, once there are more of them than links: it is O(n), and seldom.
    pub(crate) fn compact(&mut self) {
        self.bodies.faces.compact();
        if self.bodies.links.is_sparse() {
            self.bodies.colouring.compact(&mut self.bodies.links);
            self.derived.stale.web = true;
            self.derived.stale.strands = true;
            self.derived.stale.nets = true;
            self.derived.stale.attachments = true;
        }
    }

    /// Brings up to date what goes by the slots of links and faces. Only additions and compaction change that.
    pub(crate) fn refresh_web(&mut self) {
        self.bodies.faces.refresh(self.bodies.particles.len());
        if std::mem::take(&mut self.derived.stale.web) {
            self.derived.shape_contacts.renew();
            self.derived.particle_contacts.stale = true;
            self.derived.adjacency.rebuild(self.bodies.particles.len(), &self.bodies.links);
            self.derived.cut_query.rebuild(self.bodies.particles.len(), &self.bodies.links);
        }
    }

    /// Changes the settings; values outside their ranges are held at the ends.
    pub fn set_settings(&mut self, settings: Settings) {
        self.wake_all();
        let before = std::mem::replace(&mut self.state.settings, settings.sanitised());
        if self.state.settings.rope_contact != before.rope_contact {
            // Discs cost more than links do: there are fewer substeps to be had.
            self.state.solver.is_stale |= self.state.settings.rope_contact.is_some() != before.rope_contact.is_some();
            self.derived.particle_contacts.stale = true;
        }
        // Gravity turned round may be -0: equal to 0, and not the same bits.
        self.state.settings.gravity += Vec2::ZERO;
        self.state.settings.wind.velocity += Vec2::ZERO;
        self.derived.stale.grab_limits = true;
    }

    /// Puts solid ground at a height, m.
    pub fn set_ground(&mut self, height: f32) {
        self.state.colliders.ground = Colliders::new(Some(height), None).ground.or(self.state.colliders.ground);
    }

    /// Moves the walls of the room, or takes them away. Where they make no sense they stay where they are.
    pub fn set_room(&mut self, room: Option<Aabb>) {
        if room.is_none_or(Aabb::is_valid) && room != self.state.colliders.room {
            self.wake_all();
            self.state.colliders.room = room;
        }
    }

    /// Adds a shape. `None` where there are too many, or it is nowhere.
    pub fn add_shape(&mut self, def: ShapeDef) -> Option<ShapeId> {
        if !def.at.is_finite() {
            return None;
        }
        self.derived.shape_contacts.renew();
        self.wake_all();
        self.state.colliders.add(def)
    }

    /// Leads a shape to `to` (m), as fast as a hand leads a particle; one that slides takes its way along.
    pub fn move_shape(&mut self, id: ShapeId, to: Vec2) {
        if to.is_finite()
            && let Some(shape) = self.state.colliders.shape_mut(id)
        {
            shape.goal = to.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
            self.wake_all();
        }
    }

    /// Turns a shape's own x axis towards `to`, a vector of any length.
    pub fn turn_shape(&mut self, id: ShapeId, to: Vec2) {
        if to.is_finite()
            && to != Vec2::ZERO
            && let Some(shape) = self.state.colliders.shape_mut(id)
        {
            shape.facing = Some(unit(to));
            self.wake_all();
        }
    }

    /// Changes what a shape does by itself, and its surface.
    pub fn set_shape_properties(&mut self, id: ShapeId, manner: ShapeProperties) {
        self.wake_all();
        if let Some(shape) = self.state.colliders.shape_mut(id) {
            shape.set_properties(manner);
        }
    }

    /// Takes a shape away.
    pub fn remove_shape(&mut self, id: ShapeId) {
        self.wake_all();
        self.state.colliders.remove(id);
    }

    /// The particle nearest to `point` (m), if one is within `radius` (m). Of two equally near, the lower id.
    #[must_use]
    pub fn nearest(&self, point: Vec2, radius: f32) -> Option<ParticleId> {
        let near =
            (0..).zip(&self.bodies.particles.position).map(|(id, &at)| (at.distance_squared(point), ParticleId(id)));
        near.filter(|(squared, _)| *squared <= radius * radius).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }

    /// Brings a particle's inverse mass in line with what holds it.
    pub(crate) fn weigh(&mut self, id: ParticleId) {
        let fixed = self.bodies.particles.pinned[id.index()] || self.state.grabs.iter().any(|hand| hand.particle == id);
        self.bodies.particles.inv_mass[id.index()] =
            if fixed { 0.0 } else { 1.0 / self.bodies.particles.mass[id.index()] };
        self.derived.stale.grab_limits = true;
        self.derived.stale.strands = true;
        self.derived.stale.nets = true;
        self.derived.stale.attachments = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, Method, Substeps, SweepOrder};

    const SIDE: u32 = 12;

    fn world(method: Method, order: SweepOrder) -> World {
        let settings = Settings { method, order, substeps: Substeps::Count(4), ..Settings::default() };
        World::new(settings, Colliders::default(), 7)
    }

    /// A braced cloth of `SIDE` x `SIDE` particles, 0.1 m apart, that hangs from its corners.
    fn add_cloth(world: &mut World, at: Vec2) {
        let first = world.bodies.particles.len() as u32;
        for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
            let place = at + 0.1 * Vec2::new(column as f32, -(row as f32));
            let id = world.add_particle(place, 0.02, row == 0 && column % (SIDE - 1) == 0);
            let back = |steps: u32| ParticleId(id.0 - steps);
            if column > 0 {
                world.add_link(back(1), id, None, 1.0, LinkKind::Cloth);
            }
            if row > 0 {
                world.add_link(back(SIDE), id, None, 1.0, LinkKind::Cloth);
            }
            if column > 0 && row > 0 {
                world.add_link(back(SIDE + 1), id, None, 0.3, LinkKind::Brace);
                world.add_face([back(SIDE + 1), back(SIDE), id, back(1)]);
            }
        }
        // A hub, so that the overflow colour is met as well.
        for spoke in 1..70 {
            world.add_link(ParticleId(first), ParticleId(first + spoke), None, 0.01, LinkKind::Net);
        }
    }

    #[test]
    fn whether_gaps_were_closed_is_not_to_be_seen() {
        for (method, order) in [
            (Method::Jakobsen, SweepOrder::Colour),
            (Method::Jakobsen, SweepOrder::Sequence),
            (Method::Jakobsen, SweepOrder::Random),
            (Method::Springs, SweepOrder::Colour),
        ] {
            let mut one = world(method, order);
            add_cloth(&mut one, Vec2::ZERO);
            let mut other = one.clone();
            for step in 0..40u32 {
                let (x, y) = (0.1 * (step * 7 % 13) as f32, -0.1 * (step * 5 % 11) as f32);
                for world in [&mut one, &mut other] {
                    if step % 3 == 0 {
                        world.cut(Vec2::new(x, y), Vec2::new(x + 0.3, y - 0.2), 0.02);
                    }
                    if step % 10 == 7 {
                        world.add_link(ParticleId(step), ParticleId(60 + step), None, 0.5, LinkKind::Rope);
                    }
                }
                one.bodies.colouring.compact(&mut one.bodies.links);
                one.derived.stale.web = true;
                one.step();
                other.step();
                assert_eq!(one.state_hash(), other.state_hash(), "{method:?} {order:?} differs in step {step}");
            }
            assert!(
                one.cut_links() > 50 && other.bodies.links.slot_count() > one.bodies.links.slot_count(),
                "nothing was compared"
            );
        }
    }

    #[test]
    fn a_cut_in_one_cloth_moves_nothing_in_another() {
        for (method, order) in [
            (Method::Jakobsen, SweepOrder::Colour),
            (Method::Jakobsen, SweepOrder::Sequence),
            (Method::Springs, SweepOrder::Colour),
        ] {
            let mut whole = world(method, order);
            add_cloth(&mut whole, Vec2::ZERO);
            add_cloth(&mut whole, Vec2::new(5.0, 0.0));
            add_cloth(&mut whole, Vec2::new(7.0, 0.0));
            let mut cut = whole.clone();
            let kept = (SIDE * SIDE) as usize;
            for step in 0..60 {
                // The first strokes leave gaps here and there; the last ones more gaps than links.
                let (y, radius) = (-0.02 * step as f32, if step < 12 { 0.01 } else { 3.0 });
                cut.cut(Vec2::new(5.0, y), Vec2::new(8.1, y), radius);
                whole.step();
                cut.step();
                let bits = |world: &World| {
                    world.bodies.particles.position[..kept]
                        .iter()
                        .map(|at| at.to_array().map(f32::to_bits))
                        .collect::<Vec<_>>()
                };
                assert_eq!(bits(&whole), bits(&cut), "{method:?} {order:?}: the other cloth moved in step {step}");
            }
            assert!(
                cut.bodies.links.slot_count() < whole.link_count() / 2,
                "no gaps were closed: nothing was compared"
            );
        }
    }

    #[test]
    fn a_patch_goes_with_its_edge_and_the_others_stay() {
        let mut world = world(Method::Jakobsen, SweepOrder::Colour);
        add_cloth(&mut world, Vec2::ZERO);
        let patches = world.face_count();
        // Through the middle of one thread between two patches, and the brace of neither.
        world.cut(Vec2::new(0.55, -0.5), Vec2::new(0.55, -0.5), 0.001);
        assert_eq!((world.cut_links(), patches - world.face_count()), (1, 2));
    }

    #[test]
    fn all_of_a_cloth_can_be_cut_away_and_another_be_added() {
        let mut world = world(Method::Jakobsen, SweepOrder::Colour);
        add_cloth(&mut world, Vec2::ZERO);
        let links = world.link_count();
        assert_eq!(world.cut(Vec2::splat(-9.0), Vec2::splat(9.0), 30.0), links);
        assert_eq!((world.link_count(), world.face_count()), (0, 0));
        assert_eq!(world.cut(Vec2::splat(-9.0), Vec2::splat(9.0), 30.0), 0, "nothing is cut twice");
        world.step();
        assert_eq!(world.bodies.links.slot_count(), 0, "the gaps are closed");
        add_cloth(&mut world, Vec2::ZERO);
        world.step();
        assert_eq!((world.link_count(), world.constraints().count()), (links, links));
    }
}
