//! Pin: pins a particle, or unpins it.

use super::{Behaviour, Context, Gesture, Hovered, PointerEvent, Target, behaviour::ToolState};
use crate::{
    physics::ParticleId,
    sandbox::{Command, Sandbox},
};

/// The tool.
pub struct Pin;

impl Behaviour for Pin {
    fn name(&self) -> &'static str {
        "Pin"
    }

    fn key(&self) -> char {
        '3'
    }

    fn tip(&self) -> &'static str {
        "pin or unpin a point; a right click does so in any tool"
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        context.commands.extend(toggle(event.nearest(context.sandbox), context.sandbox));
        None
    }

    fn hover(&self, event: PointerEvent, _: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        event.nearest(sandbox).map(|particle| Hovered::whole(Target::Particle(particle)))
    }
}

/// Pins a free particle, unpins a pinned one.
pub fn toggle(particle: Option<ParticleId>, sandbox: &Sandbox) -> Option<Command> {
    let particle = particle?;
    let pinned = !sandbox.world().particles().pinned.get(particle.index())?;
    Some(Command::SetPinned { particle, pinned })
}
