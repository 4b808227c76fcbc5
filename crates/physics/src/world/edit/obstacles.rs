//! Ground, room, and shapes.

use std::ops::Range;

use glam::Vec2;

use crate::collision::{DEEP, ParticleCandidate};
use crate::geometry::{Aabb, ShapeDef, ShapeId, ShapeProperties};
use crate::math::{inside_world, unit};
use crate::particles::LinkKind;
use crate::world::World;

impl World {
    /// Sets the height of the ground, m.
    pub fn set_ground(&mut self, height: f32) {
        if height.is_finite() && self.state.colliders.ground != Some(height) {
            self.wake_all();
            self.state.colliders.ground = Some(height);
        }
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
        if !def.at.is_finite() {
            return None;
        }
        self.derived.shape_contacts.broad_phase.is_stale = true;
        let id = self.state.colliders.add(def)?;
        self.disturb_beside_id(id);
        self.ignore_overlaps(
            0..self.bodies.particles.len(),
            0..self.bodies.links.slot_count(),
            self.state.colliders.shapes().len() - 1,
        );
        Some(id)
    }

    /// Moves a shape and its slide towards `to` (m), at up to [`Settings::hand_speed`](crate::Settings::hand_speed).
    pub fn move_shape(&mut self, id: ShapeId, to: Vec2) {
        if let Some(shape) = self.state.colliders.shape_mut(id).filter(|_| to.is_finite()) {
            shape.goal = inside_world(to);
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

    /// Removes a shape.
    pub fn remove_shape(&mut self, id: ShapeId) {
        self.disturb_beside_id(id);
        if let Some(number) = self.state.colliders.shapes().iter().position(|shape| shape.id == id) {
            self.state.ignored.remove_shape(number as u32);
        }
        self.state.colliders.remove(id);
    }

    fn disturb_beside_id(&mut self, id: ShapeId) {
        if let Some(shape) = self.state.colliders.shape(id).copied() {
            self.disturb_beside(&shape);
        }
    }

    /// Lets particles and links that overlap a shape ignore it.
    pub(crate) fn ignore_overlaps(&mut self, particles: Range<usize>, links: Range<usize>, number: usize) {
        let (shape, position) = (&self.state.colliders.shapes()[number], &self.bodies.particles.position);
        let margin = self.state.settings.rope_contact.unwrap_or(0.0) - DEEP;
        let links = links.filter_map(|slot| self.bodies.links.get(slot));
        let links = links.filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
        let segments = particles.map(|index| [index; 2]).chain(links.map(|link| [link.a.index(), link.b.index()]));
        let overlapping = segments.filter(|ends| shape.touches(ends.map(|end| position[end]), margin));
        let pair = |particle: usize| ParticleCandidate { particle: particle as u32, shape: number as u32 };
        self.state.ignored.append(&mut overlapping.flat_map(|ends| ends.map(pair)).collect());
    }
}
