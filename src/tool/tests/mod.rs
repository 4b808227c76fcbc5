//! Gestures, as the commands that follow from them.

mod blowers;
mod joints;
mod machines;
mod obstacles;
mod particles;
mod parts;
mod scissors;
mod selection;
mod weights;

use super::*;
use crate::physics::{BlowerDef, BlowerId, Form, LinkKind, ParticleId, Shape, ShapeDef, ShapeId, Slide};
use crate::scene;

/// One pixel of the tests' screen, m.
const PIXEL: f32 = 0.002;

/// A user: a pointer with its tools, and the sandbox.
struct User {
    tools: Tools,
    sandbox: Sandbox,
    commands: Vec<Command>,
}

impl User {
    /// A rope of ten particles in a row, from (0, 0) to (1, 0).
    fn new(tool: Tool) -> Self {
        Self::within("first-rope", tool)
    }

    /// In a scene of the gallery.
    fn within(scene: &str, tool: Tool) -> Self {
        let sandbox = Sandbox::new(scene::named(scene).expect("a scene of the gallery")).expect("the scene builds");
        let mut tools = Tools::default();
        tools.choose(tool, &mut Vec::new());
        Self { tools, sandbox, commands: Vec::new() }
    }

    /// Handles one event and applies its commands.
    fn does(&mut self, action: Action, x: f32, y: f32) -> &mut Self {
        let event = PointerEvent { action, at: Vec2::new(x, y), pixel: PIXEL, finger: false };
        let mut commands = Vec::new();
        self.tools.handle(event, &self.sandbox, &mut commands);
        commands.iter().for_each(|command| self.sandbox.apply(command));
        self.commands.extend(commands);
        self
    }

    fn press(&mut self, x: f32, y: f32) -> &mut Self {
        self.does(Action::Press(Button::Left), x, y)
    }

    fn release(&mut self, x: f32, y: f32) -> &mut Self {
        self.does(Action::Release(Button::Left), x, y)
    }
}

/// The rope's last particle.
const END: ParticleId = ParticleId(9);
