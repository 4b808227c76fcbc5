//! Pin: pins a particle, or unpins it.

use super::{Behaviour, Context, Gesture, IconShape, PointerEvent, ToolInfo};
use crate::physics::ParticleId;
use crate::sandbox::{Command, Sandbox};

/// The tool.
pub struct Pin;

impl Behaviour for Pin {
    fn info(&self) -> ToolInfo {
        let tip = "pin or unpin; in any tool by a right click";
        ToolInfo { name: "Pin", key: '3', tip, marks_particle: true, takes_particle: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        vec![IconShape::line([(0.5, 0.5), (0.5, 1.0)]), IconShape::disc(0.5, 0.28, 0.28)]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        context.commands.extend(toggle(event.nearest(context.sandbox), context.sandbox));
        None
    }
}

/// Pins a free particle, unpins a pinned one.
pub fn toggle(particle: Option<ParticleId>, sandbox: &Sandbox) -> Option<Command> {
    let particle = particle?;
    let pinned = !sandbox.world().particles().pinned.get(particle.index())?;
    Some(Command::SetPinned { particle, pinned })
}
