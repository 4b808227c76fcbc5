//! Grab: holds a particle and drags it along the pointer's path.

use glam::Vec2;

use super::object::Hit;
use super::{
    Behaviour, Context, Gesture, Hovered, IconShape, PointerEvent, Target, ToolInfo, ToolState, blower, obstacle,
};
use crate::physics::ParticleId;
use crate::sandbox::{Command, Sandbox};

/// Id of the grab by the mouse.
const MOUSE: u32 = 0;

/// The tool.
pub struct Grab;

impl Behaviour for Grab {
    fn info(&self) -> ToolInfo {
        let tip = "drag the nearest particle within 20 px";
        ToolInfo {
            name: "Grab",
            key: '1',
            tip,
            has_double_tap: true,
            marks_particle: true,
            takes_particle: true,
            ..ToolInfo::default()
        }
    }

    fn icon(&self) -> Vec<IconShape> {
        // A ring, and a pointer that holds it.
        vec![
            IconShape::ring(0.28, 0.28, 0.24),
            IconShape::polygon([(0.34, 0.34), (0.96, 0.62), (0.68, 0.68)]),
            IconShape::polygon([(0.34, 0.34), (0.68, 0.68), (0.62, 0.96)]),
        ]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let Some(particle) = event.nearest(context.sandbox) else {
            return object_under(event, context.sandbox).map(|hit| Box::new(hit.drag(event)) as Box<dyn Gesture>);
        };
        Some(Box::new(ParticleDrag::start(particle, event, context)))
    }

    fn hover(&self, event: PointerEvent, _: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        let particle = event.nearest(sandbox).map(Target::Particle);
        particle.or_else(|| Some(object_under(event, sandbox)?.object.target)).map(Hovered::whole)
    }
}

/// The obstacle or blower under the pointer. Grab has no handles: it only moves them.
pub fn object_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit> {
    obstacle::body_under(event, sandbox).or_else(|| blower::body_under(event, sandbox))
}

/// A particle that follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleDrag {
    particle: ParticleId,
    /// From the pointer to the particle's goal, m. Not zero for a ball that is taken at its edge, so that it does not
    /// jump.
    offset: Vec2,
    /// The wheel changes the particle's weight.
    pub has_wheel: bool,
}

impl ParticleDrag {
    /// Takes hold of a particle.
    pub fn start(particle: ParticleId, event: PointerEvent, context: &mut Context) -> Self {
        let position = context.sandbox.world().particles().position.get(particle.index());
        let away = position.map_or(Vec2::ZERO, |&at| at - event.at);
        let offset = if away.length() > event.reach() { away } else { Vec2::ZERO };
        context.commands.push(Command::Grab { grab: MOUSE, particle, at: event.at + offset });
        Self { particle, offset, has_wheel: false }
    }
}

impl Gesture for ParticleDrag {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        context.commands.push(Command::MoveGrab { grab: MOUSE, to: event.at + self.offset });
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        self.cancel(context.commands);
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.push(Command::Release { grab: MOUSE });
    }

    fn held(&self) -> Option<Target> {
        Some(Target::Particle(self.particle))
    }

    fn has_wheel(&self) -> bool {
        self.has_wheel
    }
}
