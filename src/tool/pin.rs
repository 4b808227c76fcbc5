//! Pin: pins a particle, or unpins it.

use super::{Behaviour, Context, Gesture, Hovered, IconShape, PointerEvent, Target, behaviour::ToolState};
use crate::physics::ParticleId;
use crate::sandbox::{Command, Sandbox};

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
        "pin or unpin; in any tool by a right click"
    }

    fn icon(&self) -> Vec<IconShape> {
        vec![IconShape::line([(0.5, 0.5), (0.5, 1.0)]), IconShape::disc(0.5, 0.28, 0.28)]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        context.commands.extend(toggle(event.nearest(context.sandbox), context.sandbox));
        None
    }

    fn hover(&self, event: PointerEvent, _: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        event.nearest(sandbox).map(|particle| Hovered::whole(Target::Particle(particle)))
    }

    fn takes_particle(&self) -> bool {
        true
    }
}

/// Pins a free particle, unpins a pinned one.
pub fn toggle(particle: Option<ParticleId>, sandbox: &Sandbox) -> Option<Command> {
    let particle = particle?;
    let pinned = !sandbox.world().particles().pinned.get(particle.index())?;
    Some(Command::SetPinned { particle, pinned })
}
