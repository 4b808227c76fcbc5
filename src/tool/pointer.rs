//! What a pointer does, in world units.

use glam::Vec2;

use super::disc;
use crate::{physics::ParticleId, sandbox::Sandbox};

/// A button that a tool listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The active tool.
    Left,
    /// Scissors when dragged, pin when clicked.
    Right,
}

/// What a pointer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A button went down.
    Press(Button),
    /// It moved.
    Move,
    /// A button came up.
    Release(Button),
}

/// A pointer's event, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerEvent {
    /// What it did.
    pub action: Action,
    /// Where, m.
    pub at: Vec2,
    /// Size of a pixel there, m: how near is near is a matter of the screen.
    pub pixel: f32,
    /// It is a finger, which covers what it points at.
    pub finger: bool,
}

/// A finger takes hold so many times as far of what has an outline.
const WIDER: f32 = 2.0;

/// How far a pointer takes hold, logical pixels.
const REACH: f32 = 20.0;

impl PointerEvent {
    /// How far beside something a pointer is still on it, m, where that is so many logical pixels for a mouse.
    pub(super) fn beside(self, pixels: f32) -> f32 {
        if self.finger { WIDER * pixels * self.pixel } else { pixels * self.pixel }
    }

    /// How far a pointer takes hold, m.
    pub(super) fn reach(self) -> f32 {
        REACH * self.pixel
    }

    /// The particle that it would take: the nearest within reach; or the ball whose disc is there.
    #[must_use]
    pub fn nearest(self, sandbox: &Sandbox) -> Option<ParticleId> {
        let (point, ball) = (sandbox.world().nearest(self.at, self.reach()), disc::under(self, 0.0, sandbox));
        point.filter(|&point| !ball.is_some_and(|ball| disc::hides(ball, point, sandbox))).or(ball)
    }
}
