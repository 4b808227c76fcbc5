//! Grab: hold a point and lead it along the pointer's path.

use glam::Vec2;

use super::{PointerEvent, pin};
use crate::{
    physics::ParticleId,
    sandbox::{Command, Sandbox},
};

/// The mouse's number among the hands.
const MOUSE: u32 = 0;

/// A point that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    particle: ParticleId,
    /// From the pointer to where it is led, m: a large ball that is taken at its edge is not to leap.
    offset: Vec2,
}

impl Drag {
    /// Takes hold of a particle with the pointer.
    pub fn start(particle: ParticleId, event: PointerEvent, sandbox: &Sandbox) -> (Self, Command) {
        let away = sandbox.world().particles().position.get(particle.index()).map_or(Vec2::ZERO, |&at| at - event.at);
        let offset = if away.length() > event.reach() { away } else { Vec2::ZERO };
        (Self { particle, offset }, Command::Hold { hand: MOUSE, particle, at: event.at + offset })
    }

    /// The pointer has moved to `to` (m).
    pub fn follow(self, to: Vec2) -> Command {
        Command::MoveHand { hand: MOUSE, to: to + self.offset }
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

/// Lets go.
pub fn release() -> Command {
    Command::Release { hand: MOUSE }
}
