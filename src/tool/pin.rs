//! Pin: put a pin into a point, or take it out.

use crate::{
    physics::ParticleId,
    sandbox::{Command, Sandbox},
};

/// Pins the particle if it is free, frees it if it is pinned.
pub fn toggle(particle: Option<ParticleId>, sandbox: &Sandbox) -> Option<Command> {
    let particle = particle?;
    let pinned = !sandbox.world().particles().pinned.get(particle.index())?;
    Some(Command::SetPinned { particle, pinned })
}
