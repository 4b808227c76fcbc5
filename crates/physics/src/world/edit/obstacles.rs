//! Ground, room, and shapes.

use glam::Vec2;

use crate::geometry::{Aabb, ShapeDef, ShapeId, ShapeProperties};
use crate::math::{inside_world, unit};
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
        self.state.colliders.remove(id);
    }

    fn disturb_beside_id(&mut self, id: ShapeId) {
        if let Some(shape) = self.state.colliders.shape(id).copied() {
            self.disturb_beside(&shape);
        }
    }
}
