//! Pointer events, in world units.

use glam::Vec2;

use super::hit_test;
use crate::{physics::ParticleId, sandbox::Sandbox};

/// A button that tools react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Uses the active tool.
    Left,
    /// Cuts when dragged, pins when clicked.
    Right,
}

/// An action of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A button was pressed.
    Press(Button),
    /// The pointer moved.
    Move,
    /// A button was released.
    Release(Button),
}

/// A pointer event, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerEvent {
    /// Action.
    pub action: Action,
    /// Position, m.
    pub at: Vec2,
    /// Size of a pixel at this zoom, m. Distances of hit tests are in pixels.
    pub pixel: f32,
    /// The pointer is a finger, which covers the object under it.
    pub finger: bool,
}

/// Factor on the margins of hit tests for a finger.
const FINGER_FACTOR: f32 = 2.0;

/// Greatest distance at which the pointer takes a particle, pixels.
const REACH: f32 = 20.0;

impl PointerEvent {
    /// Margin around an object that still counts as the object, m, from its size for a mouse in pixels.
    pub(super) fn margin(self, pixels: f32) -> f32 {
        if self.finger { FINGER_FACTOR * pixels * self.pixel } else { pixels * self.pixel }
    }

    /// Greatest distance at which the pointer takes a particle, m.
    pub(super) fn reach(self) -> f32 {
        REACH * self.pixel
    }

    /// The particle that a press would take: the nearest one within reach, or else the ball under the pointer.
    pub fn nearest(self, sandbox: &Sandbox) -> Option<ParticleId> {
        let nearest = sandbox.world().nearest_particle(self.at, self.reach());
        let ball = hit_test::ball_under(self, 0.0, sandbox);
        nearest.filter(|&particle| !ball.is_some_and(|ball| hit_test::hides(ball, particle, sandbox))).or(ball)
    }
}
