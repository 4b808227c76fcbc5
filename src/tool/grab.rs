//! Grab: holds a particle and drags it along the pointer's path; moves and selects obstacles and blowers.

use glam::Vec2;

use super::object::{Hit, ObjectPress};
use super::{
    Behaviour, Context, Drag, DrawnPart, Gesture, Hovered, IconShape, PointerEvent, Target, ToolInfo, ToolState, Tools,
    blower, obstacle, weight,
};
use crate::physics::{ParticleId, Things};
use crate::sandbox::{Command, Sandbox};

/// Id of the grab by the mouse.
const MOUSE: u32 = 0;

/// Shortest drag that moves a particle while the clock stands still, pixels.
const MIN_POSE: f32 = 3.0;

/// The tool.
pub struct Grab;

impl Behaviour for Grab {
    fn info(&self) -> ToolInfo {
        let tip = "drag the nearest point within 20 px";
        ToolInfo {
            name: "Grab",
            key: '1',
            tip,
            has_double_tap: true,
            has_long_touch: true,
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
            let press = take_object(event, context);
            if press.is_none() && !context.state.adds() {
                context.state.selection.choose(Things::default(), context.sandbox);
            }
            return press;
        };
        let drag = ParticleDrag::start(particle, event, context);
        Some(Box::new(ParticleDrag { has_wheel: weight::is_weight(particle, context.sandbox), ..drag }))
    }

    fn hover(&self, event: PointerEvent, _: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        let particle = event.nearest(sandbox).map(Target::Particle);
        particle.or_else(|| Some(object_under(event, sandbox)?.object.target)).map(Hovered::whole)
    }

    fn wheel_target(&self, event: PointerEvent, tools: &Tools, sandbox: &Sandbox) -> Option<Target> {
        let is_object = |target: &Target| target.particle().is_none();
        // Where no object is selected the wheel zooms: nobody expects a large block to spin then.
        let is_selected = |target: &Target| tools.state.selection.contains(&target.things());
        let selected = || object_under(event, sandbox).map(|hit| hit.object.target).filter(is_selected);
        let object = tools.held().or_else(|| tools.locked(event)).filter(is_object);
        object.or_else(|| weight::touched(event, tools, sandbox)).or_else(selected)
    }
}

/// Takes the object under the pointer.
fn take_object(event: PointerEvent, context: &Context) -> Option<Box<dyn Gesture>> {
    let hit = object_under(event, context.sandbox)?;
    Some(Box::new(ObjectPress::new(hit.object.target, event, obstacle::take(hit, event, context))))
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
    /// Positions of the press and of the pointer, m.
    drag: Drag,
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
        Self { particle, offset, drag: Drag { from: event.at, to: event.at }, has_wheel: false }
    }

    /// Whether the pointer has moved by more than a click does. `pixel`: size of a pixel, m.
    fn is_moved(self, pixel: f32) -> bool {
        self.drag.span().length() >= MIN_POSE * pixel
    }
}

impl Gesture for ParticleDrag {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.drag.to = event.at;
        context.commands.push(Command::MoveGrab { grab: MOUSE, to: event.at + self.offset });
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        if context.state.is_paused && self.is_moved(event.pixel) {
            // Before the release: both are one edit.
            context.commands.push(Command::Pose { particle: self.particle, to: event.at + self.offset });
        }
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

    fn part(&self, state: &ToolState, sandbox: &Sandbox, pixel: f32) -> Option<DrawnPart> {
        (state.is_paused && self.is_moved(pixel)).then(|| DrawnPart {
            outline: sandbox.outline_pose(self.particle, self.drag.to + self.offset),
            readout: format!("moved {:.2} m", self.drag.span().length()),
        })
    }
}
