//! Ground, room, and shapes.

use glam::Vec2;

use crate::collision::{IgnoredPair, NearShapes, Partner, SweptShape};
use crate::geometry::{Aabb, Form, ShapeDef, ShapeId, ShapeProperties, Similarity};
use crate::math::{WORLD_EDGE, inside_world, unit};
use crate::particles::{DistanceConstraint, ParticleId};
use crate::tuning::{BESIDE, PUT_DEPTH};
use crate::world::World;

/// A pair of a shape, by its place, and a particle that ignores it.
fn ignored_by(shape: usize, particle: ParticleId) -> IgnoredPair {
    IgnoredPair { particle: particle.0, partner: Partner::Shape(shape as u32) }
}

/// The nearest height in the world, m; NaN stays.
fn inside_edges(height: f32) -> f32 {
    height.clamp(-WORLD_EDGE, WORLD_EDGE)
}

impl World {
    /// Sets the height of the ground, m, or removes the ground. A height that is no number is ignored.
    pub fn set_ground(&mut self, height: Option<f32>) {
        if self.moves_ground(height) {
            self.wake_all();
            self.state.colliders.ground = height.map(inside_edges);
        }
    }

    /// Whether [`World::set_ground`] moves, adds or removes the ground.
    #[must_use]
    pub fn moves_ground(&self, height: Option<f32>) -> bool {
        let height = height.map(inside_edges);
        height.is_none_or(f32::is_finite) && self.state.colliders.ground != height
    }

    /// Sets or removes the walls of the room. An invalid room is ignored.
    pub fn set_room(&mut self, room: Option<Aabb>) {
        if room.is_none_or(Aabb::is_valid) && room != self.state.colliders.room {
            self.wake_all();
            self.state.colliders.room = room;
        }
    }

    /// Adds a shape. Returns `None` if there are too many, or if its position is not finite.
    pub fn add_shape(&mut self, def: ShapeDef) -> Option<ShapeId> {
        let id = self.add_shape_among(def)?;
        self.ignore_overlaps(&[self.state.colliders.shapes().len() - 1], |_| true);
        Some(id)
    }

    /// Adds one of many shapes: [`World::ignore_overlaps`] follows for all of them.
    pub(super) fn add_shape_among(&mut self, def: ShapeDef) -> Option<ShapeId> {
        if !def.at.is_finite() {
            return None;
        }
        self.derived.shape_contacts.broad_phase.is_stale = true;
        let id = self.state.colliders.add(def)?;
        self.disturb_beside_id(id);
        Some(id)
    }

    /// Moves a shape and its slide towards `to` (m), at up to [`Settings::hand_speed`](crate::Settings::hand_speed).
    pub fn move_shape(&mut self, id: ShapeId, to: Vec2) {
        if let Some(shape) = self.state.colliders.shape_mut(id).filter(|_| to.is_finite()) {
            let (before, at) = (shape.goal, shape.def.at);
            shape.goal = inside_world(to);
            // A lag on the way there does not slow the way back.
            if (shape.goal - at).dot(before - at) < 0.0 {
                shape.lag.goal = 0.0;
            }
        }
    }

    /// Turns a shape's x axis towards the direction `to`, of any length.
    pub fn turn_shape(&mut self, id: ShapeId, to: Vec2) {
        if let Some(shape) = self.state.colliders.shape_mut(id).filter(|_| to.is_finite() && to != Vec2::ZERO) {
            shape.goal_turn = Some(unit(to));
        }
    }

    /// Sets a shape's motors and surface.
    pub fn set_shape_properties(&mut self, id: ShapeId, properties: ShapeProperties) {
        self.disturb_beside_id(id);
        if let Some(shape) = self.state.colliders.shape_mut(id) {
            shape.set_properties(properties);
        }
    }

    /// Gives a shape another form, with its size inside its range. Particles that it then overlaps ignore it until they
    /// have left it.
    pub fn set_shape_form(&mut self, id: ShapeId, form: Form) {
        let Some(number) = self.state.colliders.shapes().iter().position(|shape| shape.id == id) else { return };
        self.disturb_beside_id(id);
        if let Some(shape) = self.state.colliders.shape_mut(id) {
            shape.set_form(form);
        }
        self.derived.shape_contacts.broad_phase.is_stale = true;
        self.disturb_beside_id(id);
        self.ignore_overlaps(&[number], |_| true);
    }

    /// Removes a shape. Particles that are anchored to it are unpinned.
    pub fn remove_shape(&mut self, id: ShapeId) {
        self.free_anchored_to(id);
        self.disturb_beside_id(id);
        if let Some(number) = self.state.colliders.shapes().iter().position(|shape| shape.id == id) {
            self.state.ignored.remove_shape(number as u32);
        }
        self.state.colliders.remove(id);
        self.state.tags.shapes.retain(|(tagged, _)| *tagged != id);
    }

    /// Transforms shapes at once. What they then overlap ignores them until they have separated.
    pub(super) fn transform_shapes(&mut self, ids: &[ShapeId], by: &Similarity) {
        let numbers: Vec<_> = ids.iter().filter_map(|&id| self.state.colliders.place(id)).collect();
        if numbers.is_empty() {
            return;
        }
        let bounds = |world: &Self| -> Vec<Aabb> {
            let shapes = numbers.iter().map(|&number| &world.state.colliders.shapes()[number]);
            shapes.map(|shape| SweptShape::new(shape, shape).bounds).collect()
        };
        self.disturb_within_any(&bounds(self));
        for &number in &numbers {
            self.state.colliders.shapes[number] = self.state.colliders.shapes[number].transformed(by);
        }
        self.disturb_within_any(&bounds(self));
        let is_moved = |pair: &IgnoredPair| matches!(pair.partner, Partner::Shape(shape) if numbers.binary_search(&(shape as usize)).is_ok());
        self.state.ignored.0.retain(|pair| !is_moved(pair));
        self.ignore_overlaps(&numbers, |_| true);
    }

    fn disturb_beside_id(&mut self, id: ShapeId) {
        if let Some(shape) = self.state.colliders.shape(id).copied() {
            self.disturb_beside(&shape);
        }
    }

    /// Lets those of some particles and links that overlap these shapes, by their places, ignore them.
    pub(crate) fn ignore_overlaps(&mut self, numbers: &[usize], is_one: impl Fn([ParticleId; 2]) -> bool) {
        if numbers.is_empty() {
            return;
        }
        let reach = numbers.iter().map(|&number| self.reach_of_shape(number)).collect();
        let near = NearShapes::of_bounds(&self.bodies.particles.position, &self.bodies.links, reach);
        let particles = near.particles.iter().map(|near| (near.shape, [near.particle; 2]));
        let ends = particles.chain(near.links.iter().map(|near| (near.shape, near.ends)));
        let mut pairs: Vec<_> = ends
            .map(|(shape, ends)| (numbers[shape as usize], ends.map(ParticleId)))
            .filter(|&(number, ends)| is_one(ends) && self.overlaps(number, ends))
            .flat_map(|(number, ends)| ends.map(|end| ignored_by(number, end)))
            .collect();
        self.state.ignored.append(&mut pairs);
    }

    /// Lets the ends of a new link ignore the shapes that it overlaps.
    pub(crate) fn ignore_overlapped(&mut self, link: &DistanceConstraint) {
        for number in 0..if link.kind.meets_shapes() { self.state.colliders.shapes().len() } else { 0 } {
            if self.overlaps(number, [link.a, link.b]) {
                self.state.ignored.append(&mut [link.a, link.b].map(|end| ignored_by(number, end)).into());
            }
        }
    }

    /// Bounds outside which nothing overlaps a shape, m.
    fn reach_of_shape(&self, number: usize) -> Aabb {
        let shape = &self.state.colliders.shapes()[number];
        let radii = self.state.balls.iter().map(|ball| ball.radius);
        let thickest = radii.fold(self.state.settings.rope_contact.unwrap_or(0.0), f32::max);
        SweptShape::new(shape, shape).bounds.dilated(thickest + BESIDE)
    }

    /// Whether a link, or a particle as both its ends, overlaps a shape, by more than contacts do.
    fn overlaps(&self, number: usize, ends: [ParticleId; 2]) -> bool {
        let ball = self.ball(ends[0]).filter(|_| ends[0] == ends[1]).map(|ball| ball.radius);
        let margin = ball.or(self.state.settings.rope_contact).unwrap_or(0.0) - PUT_DEPTH;
        let at = |end: ParticleId| self.bodies.particles.position[end.index()];
        self.state.colliders.shapes()[number].touches(ends.map(at), margin)
    }
}
