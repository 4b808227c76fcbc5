//! Grab: hold a point and lead it along the pointer's path.

use glam::Vec2;

use super::pin;
use crate::{
    physics::ParticleId,
    sandbox::{Command, Sandbox},
};

/// The mouse's number among the hands.
const MOUSE: u32 = 0;

/// A point that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    particle: ParticleId,
}

impl Drag {
    /// Takes hold of a particle with the pointer at `at` (m).
    pub fn start(particle: ParticleId, at: Vec2) -> (Self, Command) {
        (Self { particle }, Command::Hold { hand: MOUSE, particle, at })
    }

    /// What is held.
    pub fn particle(self) -> ParticleId {
        self.particle
    }

    /// Pins what is held where it is, or takes its pin out, and lets it go.
    pub fn pin(self, sandbox: &Sandbox) -> impl Iterator<Item = Command> {
        pin::toggle(Some(self.particle), sandbox).into_iter().chain([release()])
    }
}

/// The pointer has moved to `to` (m).
pub fn follow(to: Vec2) -> Command {
    Command::MoveHand { hand: MOUSE, to }
}

/// Lets go.
pub fn release() -> Command {
    Command::Release { hand: MOUSE }
}
