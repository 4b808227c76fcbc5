//! Net: drag a rectangle; the net hangs in it by its upper corners.

use glam::Vec2;

use super::PointerEvent;
use crate::sandbox::Command;

/// Width of a drawn net's meshes, m.
const SPACING: f32 = 0.12;

/// A narrower rectangle, pixels, is a slip and draws nothing.
const SMALLEST: f32 = 8.0;

/// A net that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    from: Vec2,
    to: Vec2,
}

impl Draw {
    /// Starts at a corner, m.
    pub fn start(at: Vec2) -> Self {
        Self { from: at, to: at }
    }

    /// The pointer has moved.
    pub fn follow(&mut self, at: Vec2) {
        self.to = at;
    }

    /// Two opposite corners, m.
    pub fn corners(&self) -> (Vec2, Vec2) {
        (self.from, self.to)
    }

    /// Ends at the opposite corner.
    pub fn finish(self, event: PointerEvent) -> Option<Command> {
        let wide = (event.at - self.from).abs().min_element() >= SMALLEST * event.pixel;
        wide.then_some(Command::AddNet { from: self.from, to: event.at, spacing: SPACING })
    }
}
