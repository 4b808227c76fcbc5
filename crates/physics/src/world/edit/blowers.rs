//! Edits of blowers.

use glam::Vec2;

use crate::aerodynamics::{Blower, BlowerDef, BlowerId};
use crate::math::{clamp_or, inside_world, unit};
use crate::world::World;

impl World {
    /// The blowers, in the order of their ids.
    #[must_use]
    pub fn blowers(&self) -> &[Blower] {
        &self.state.air.blowers.list
    }

    /// The blower with this id.
    #[must_use]
    pub fn blower(&self, id: BlowerId) -> Option<&Blower> {
        self.blowers().iter().find(|blower| blower.id == id)
    }

    /// Adds a blower. Returns `None` if the world has the maximum number already, or if the position is not finite.
    pub fn add_blower(&mut self, def: BlowerDef) -> Option<BlowerId> {
        if def.at.is_finite() { self.state.air.blowers.add(def) } else { None }
    }

    /// Moves a blower to `to` (m).
    pub fn move_blower(&mut self, id: BlowerId, to: Vec2) {
        if let Some(blower) = self.state.air.blowers.get_mut(id).filter(|_| to.is_finite()) {
            blower.def.at = inside_world(to);
        }
    }

    /// Turns a blower towards the direction `to`, a vector of any length.
    pub fn turn_blower(&mut self, id: BlowerId, to: Vec2) {
        if let Some(blower) = self.state.air.blowers.get_mut(id).filter(|_| to.is_finite() && to != Vec2::ZERO) {
            blower.def.turn = unit(to);
        }
    }

    /// Sets the speed (m/s) and the reach (m) of a blower's jet. A blower at 0 m/s stays in the world.
    pub fn set_blower_jet(&mut self, id: BlowerId, speed: f32, reach: f32) {
        if let Some(blower) = self.state.air.blowers.get_mut(id) {
            blower.def.set_jet(speed, reach);
        }
    }

    /// Sets the width (m) of a blower's mouth.
    pub fn set_blower_width(&mut self, id: BlowerId, width: f32) {
        if let Some(blower) = self.state.air.blowers.get_mut(id) {
            let (min, max) = BlowerDef::WIDTH_RANGE;
            blower.def.width = clamp_or(width, min, max, blower.def.width);
        }
    }

    /// Removes a blower.
    pub fn remove_blower(&mut self, id: BlowerId) {
        self.state.air.blowers.remove(id);
        self.state.tags.blowers.retain(|(tagged, _)| *tagged != id);
    }
}
