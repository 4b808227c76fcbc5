//! Escape during the drag of a slider restores the values before the drag, and in a number field those before the field
//! had the keyboard.

use std::mem;

use egui::{Context, Id};

use crate::sandbox::{Command, Owner, Sandbox};
use crate::tool::{ToolOptions, Tools};

/// The values that sliders and fields have changed since the last press on the interface, or since another field got the
/// keyboard, as they were before it.
#[derive(Default)]
pub struct SliderUndo {
    /// The commands that restore numbers of the sandbox, with their owners.
    values: Vec<(Owner, Command)>,
    tools: Option<ToolValues>,
    /// The values should be restored after this frame.
    is_due: bool,
    /// The field that has the keyboard.
    focused: Option<Id>,
}

/// The numbers of the tools.
struct ToolValues {
    options: ToolOptions,
    scissors_radius: f32,
}

impl SliderUndo {
    /// Forgets the last drag at a press.
    pub fn begin(&mut self, tools: &Tools) {
        let tools = ToolValues { options: tools.options(), scissors_radius: tools.scissors_radius() };
        *self = Self { values: Vec::new(), tools: Some(tools), is_due: self.is_due, focused: self.focused };
    }

    /// Forgets the numbers of the field that has lost the keyboard. Call it after the requests of a frame.
    pub fn follow_focus(&mut self, context: &Context, tools: &Tools) {
        let focused = context.memory(|memory| memory.focused());
        // The press that began a drag has forgotten them.
        if focused != self.focused && context.dragged_id().is_none() {
            self.begin(tools);
        }
        self.focused = focused;
    }

    /// Notes the value that a command is about to change.
    pub fn note(&mut self, command: &Command, sandbox: &Sandbox) {
        if let Some(owner) = command.owner()
            && self.values.iter().all(|(known, _)| *known != owner)
            && let Some(inverse) = command.inverse(sandbox)
        {
            self.values.push((owner, inverse));
        }
    }

    /// Schedules [`SliderUndo::restore`] if a widget is being dragged, which egui releases at Escape. Returns whether
    /// one is.
    pub fn cancel_drag(&mut self, context: &Context) -> bool {
        self.is_due = context.dragged_id().is_some();
        self.is_due
    }

    /// Schedules [`SliderUndo::restore`] of what arrows have changed in the field that Escape leaves.
    pub fn cancel_typing(&mut self) {
        self.is_due = true;
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
        self.values.drain(..).map(|(_, inverse)| inverse).collect()
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::{BlowerDef, BlowerId, Form, MaterialChange, ParticleId, ShapeDef, ShapeId, Things};
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
        let things = Things { particles: vec![[0, 20]], ..Things::default() };
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
                Command::TurnShape { shape, to: Vec2::from_angle(share), last: true },
                Command::SetJet { blower, speed: 2.0 + share, reach: 4.0 + share, width: Some(0.6 + share) },
                Command::ChangeMaterial {
                    things: things.clone(),
                    change: MaterialChange::Strength(Some(90.0 + share)),
                },
            ] {
                undo.note(&command, &sandbox);
                sandbox.apply(&command);
            }
        }
        tools.set_option(ToolOption::Slack, 40.0);
        tools.set_scissors_radius(60.0);
        assert!(undo.restore(&mut tools).is_empty(), "no Escape was pressed");
        undo.cancel_typing();
        let commands = undo.restore(&mut tools);
        assert_eq!(commands.len(), 7, "one a value: {commands:?}");
        commands.iter().for_each(|command| sandbox.apply(command));
        assert_eq!((tools.options(), tools.scissors_radius(), tools.active()), (options, radius, Tool::Grab));
        let world = sandbox.world();
        let back = world.colliders().shapes()[0];
        assert_eq!((back.def.form, back.def.properties()), (form, properties));
        assert_eq!(back.goal_pose().turn, Vec2::X);
        assert_eq!(world.blowers()[0].def, jet);
        assert_eq!(world.particles().mass[9], 1.0);
        assert!(world.links().all(|link| world.material_of(link).is_none()));
    }
}
