//! Escape during the drag of a slider restores the values before the drag.

use std::mem;

use egui::Context;

use crate::physics::World;
use crate::sandbox::{Command, Ghost, Sandbox};
use crate::tool::{ToolOptions, Tools};

/// The values that sliders have changed since the last press on the interface, as they were before it.
#[derive(Default)]
pub struct SliderUndo {
    /// The commands that restore values of the sandbox.
    values: Vec<Command>,
    tools: Option<ToolValues>,
    /// The values should be restored after this frame.
    is_due: bool,
}

/// The numbers of the tools.
struct ToolValues {
    options: ToolOptions,
    scissors_radius: f32,
}

impl SliderUndo {
    /// Begins anew at a press.
    pub fn begin(&mut self, tools: &Tools) {
        let tools = ToolValues { options: tools.options(), scissors_radius: tools.scissors_radius() };
        *self = Self { values: Vec::new(), tools: Some(tools), is_due: self.is_due };
    }

    /// Notes the value that a command is about to change.
    pub fn note(&mut self, command: &Command, sandbox: &Sandbox) {
        let is_known = self.values.iter().any(|value| value_of(value) == value_of(command));
        self.values.extend(restoring(command, sandbox).filter(|_| !is_known));
    }

    /// Schedules [`SliderUndo::restore`] if a widget is being dragged, which egui releases at Escape. Returns whether
    /// one is.
    pub fn cancel_drag(&mut self, context: &Context) -> bool {
        self.is_due = context.dragged_id().is_some();
        self.is_due
    }

    /// Restores the numbers of the tools, and returns the commands that restore all else. Call it after the interface's
    /// frame, in which the slider still follows the pointer.
    pub fn restore(&mut self, tools: &mut Tools) -> Vec<Command> {
        if !mem::take(&mut self.is_due) {
            return Vec::new();
        }
        if let Some(ToolValues { options, scissors_radius }) = self.tools.take() {
            tools.set_options(options);
            tools.set_scissors_radius(scissors_radius);
        }
        mem::take(&mut self.values)
    }
}

/// Identifies the value that a command sets: its kind, and the object that has it.
fn value_of(command: &Command) -> (mem::Discriminant<Command>, u32) {
    let object = match *command {
        Command::SetWeight { particle, .. } | Command::SetBallRadius { particle, .. } => particle.0,
        Command::SetShapeForm { shape, .. }
        | Command::SetShapeProperties { shape, .. }
        | Command::TurnShape { shape, .. } => shape.0,
        Command::SetJet { blower, .. } => blower.0,
        _ => 0,
    };
    (mem::discriminant(command), object)
}

/// The command that restores the value which a command of a slider is about to change.
fn restoring(command: &Command, sandbox: &Sandbox) -> Option<Command> {
    let world: &World = sandbox.world();
    Some(match *command {
        Command::SetSettings(_) => Command::SetSettings(Box::new(*world.settings())),
        Command::SetGravity(_) => Command::SetGravity(world.settings().gravity),
        Command::SetGhost(_) => Command::SetGhost(sandbox.ghost().map(Ghost::rival).map(Box::new)),
        Command::SetWeight { particle, .. } => {
            let mass = *world.particles().mass.get(particle.index())?;
            let has_own =
                world.weight(particle).is_some() || world.balls().iter().any(|ball| ball.particle == particle);
            Command::SetWeight { particle, mass: has_own.then_some(mass) }
        }
        Command::SetBallRadius { particle, .. } => {
            let radius = world.balls().iter().find(|ball| ball.particle == particle)?.radius;
            Command::SetBallRadius { particle, radius }
        }
        Command::SetShapeForm { shape, .. } => {
            Command::SetShapeForm { shape, form: world.colliders().shape(shape)?.def.form }
        }
        Command::SetShapeProperties { shape, .. } => {
            let properties = world.colliders().shape(shape)?.def.properties();
            Command::SetShapeProperties { shape, properties }
        }
        Command::TurnShape { shape, .. } => {
            Command::TurnShape { shape, to: world.colliders().shape(shape)?.goal_pose().turn, last: true }
        }
        Command::SetJet { blower, .. } => {
            let def = world.blower(blower)?.def;
            Command::SetJet { blower, speed: def.speed, reach: def.reach }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::{BlowerDef, BlowerId, Form, ParticleId, ShapeDef, ShapeId};
    use crate::scene;
    use crate::tool::{Tool, ToolOption};

    #[test]
    fn every_slider_of_an_object_is_restored() {
        let mut sandbox = Sandbox::new(scene::named("first-rope").expect("a scene")).expect("it builds");
        let (particle, shape, blower) = (ParticleId(9), ShapeId(0), BlowerId(0));
        let form = Form::Box { half: Vec2::new(0.3, 0.1) };
        sandbox.apply(&Command::AddShape(ShapeDef::still(form, Vec2::new(3.0, 0.0))));
        let jet = BlowerDef { at: Vec2::ZERO, turn: Vec2::X, speed: 2.0, width: 0.6, reach: 4.0 };
        sandbox.apply(&Command::AddBlower(jet));
        sandbox.apply(&Command::SetWeight { particle, mass: Some(1.0) });
        let properties = sandbox.world().colliders().shapes()[0].def.properties();
        let mut tools = Tools::default();
        let (options, radius) = (tools.options(), tools.scissors_radius());
        let mut undo = SliderUndo::default();
        undo.begin(&tools);
        let wider = Form::Box { half: Vec2::new(0.5, 0.1) };
        for share in [0.25, 1.0_f32] {
            let settings = crate::physics::Settings { friction: share, ..*sandbox.world().settings() };
            for command in [
                Command::SetSettings(Box::new(settings)),
                Command::SetWeight { particle, mass: Some(1.0 + share) },
                Command::SetShapeForm { shape, form: wider },
                Command::SetShapeProperties {
                    shape,
                    properties: crate::physics::ShapeProperties { friction: Some(share), ..properties },
                },
                Command::TurnShape { shape, to: Vec2::from_angle(share), last: false },
                Command::SetJet { blower, speed: 2.0 + share, reach: 4.0 + share },
            ] {
                undo.note(&command, &sandbox);
                sandbox.apply(&command);
            }
        }
        tools.set_option(ToolOption::Slack, 40.0);
        tools.set_scissors_radius(60.0);
        assert!(undo.restore(&mut tools).is_empty(), "no Escape was pressed");
        undo.is_due = true;
        let commands = undo.restore(&mut tools);
        assert_eq!(commands.len(), 6, "one a value: {commands:?}");
        commands.iter().for_each(|command| sandbox.apply(command));
        assert_eq!((tools.options(), tools.scissors_radius(), tools.active()), (options, radius, Tool::Grab));
        let world = sandbox.world();
        let back = world.colliders().shapes()[0];
        assert_eq!((back.def.form, back.def.properties()), (form, properties));
        assert_eq!(back.goal_pose().turn, Vec2::X);
        assert_eq!(world.blowers()[0].def, jet);
        assert_eq!(world.particles().mass[9], 1.0);
    }
}
