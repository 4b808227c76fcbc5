//! Rope: drag from point to point. It is tied to points that it starts or ends on; a start in the air is nailed there.

use glam::Vec2;

use super::PointerEvent;
use crate::{
    physics::ParticleId,
    sandbox::{Command, RopeEnd},
};

/// Longest link of a drawn rope, m.
const SPACING: f32 = 0.08;

/// A shorter drag, pixels, is a slip and draws nothing.
const SHORTEST: f32 = 8.0;

/// A rope that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    start: RopeEnd,
    at: Vec2,
}

impl Draw {
    /// Starts at a point (m), on a particle if there is one.
    pub fn start(at: Vec2, particle: Option<ParticleId>) -> Self {
        Self { start: RopeEnd { at, particle, pinned: particle.is_none() }, at }
    }

    /// The pointer has moved.
    pub fn follow(&mut self, at: Vec2) {
        self.at = at;
    }

    /// From and to, m.
    pub fn line(&self) -> (Vec2, Vec2) {
        (self.start.at, self.at)
    }

    /// Ends here, on a particle if there is one.
    pub fn finish(self, particle: Option<ParticleId>, event: PointerEvent) -> Option<Command> {
        let long = self.start.at.distance(event.at) >= SHORTEST * event.pixel;
        let to = RopeEnd { at: event.at, particle, pinned: false };
        long.then_some(Command::AddRope { from: self.start, to, spacing: SPACING })
    }
}
