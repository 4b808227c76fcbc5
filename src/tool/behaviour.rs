//! The interfaces of a tool and of a gesture, and the state that tools share.

use std::fmt::Debug;

use glam::Vec2;

use super::{
    Button, IconShape, PointerEvent, blower::BlowerState, obstacle::ObstacleState, scissors::ScissorsState,
    weight::WeightState, wheel::WheelQuery,
};
use crate::physics::{BlowerDef, BlowerId, ParticleId, ShapeDef, ShapeId};
use crate::sandbox::{Command, Sandbox};

/// A tool: its texts, and its answers to the buttons and the wheel while it is active.
pub trait Behaviour: Sync {
    /// Name in the toolbar and the status line.
    fn name(&self) -> &'static str;

    /// Key that chooses the tool. All tools for obstacles share one.
    fn key(&self) -> char;

    /// Tooltip, without the name and the key.
    fn tip(&self) -> &'static str;

    /// Icon in the toolbar.
    fn icon(&self) -> Vec<IconShape>;

    /// Handles a press of the left button. Returns the gesture that it starts, if it starts one.
    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>>;

    /// Command of a right click. `None`: the click pins or unpins the nearest particle.
    fn right_click(&self, _event: PointerEvent, _sandbox: &Sandbox) -> Option<Command> {
        None
    }

    /// Object under the pointer that a press would take.
    fn hover(&self, _event: PointerEvent, _state: &ToolState, _sandbox: &Sandbox) -> Option<Hovered> {
        None
    }

    /// Object that the wheel would change. `None`: the wheel zooms.
    fn wheel_target(&self, _query: &WheelQuery) -> Option<Target> {
        None
    }

    /// Whether a double tap of a finger acts as a right click. Without, taps would only delay the tool.
    fn has_double_tap(&self) -> bool {
        false
    }

    /// Whether a press takes a particle, for which a finger reaches further than it draws.
    fn takes_particle(&self) -> bool {
        false
    }

    /// Whether the tool draws obstacles.
    fn draws_obstacles(&self) -> bool {
        false
    }
}

/// A gesture between the press and the release of a button.
pub trait Gesture: Debug {
    /// Follows the pointer.
    fn follow(&mut self, event: PointerEvent, context: &mut Context);

    /// Ends the gesture at the release of its button, after a last [`Gesture::follow`].
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context);

    /// Drops the gesture.
    fn cancel(self: Box<Self>, _commands: &mut Vec<Command>) {}

    /// Whether the release of `button` ends the gesture.
    fn ends_with(&self, button: Button) -> bool {
        button == Button::Left
    }

    /// Object that is dragged or changed.
    fn held(&self) -> Option<Target> {
        None
    }

    /// Whether the wheel changes the held object.
    fn has_wheel(&self) -> bool {
        false
    }

    /// Whether a particle under the pointer would be part of the result.
    fn ends_on_particle(&self) -> bool {
        false
    }

    /// Result of the gesture if it ended now.
    fn preview(&self) -> Option<Preview> {
        None
    }
}

/// Access of a tool or a gesture to its surroundings.
pub struct Context<'a> {
    /// Sandbox, before the commands are applied.
    pub sandbox: &'a Sandbox,
    /// State that tools share.
    pub state: &'a mut ToolState,
    /// Receives the commands.
    pub commands: &'a mut Vec<Command>,
}

/// State that outlives gestures, one part for each file that needs some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolState {
    pub is_shift_down: bool,
    pub scissors: ScissorsState,
    pub obstacles: ObstacleState,
    pub blowers: BlowerState,
    pub weights: WeightState,
}

/// An object that tools take or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Particle(ParticleId),
    Obstacle(ShapeId),
    Blower(BlowerId),
}

/// An object under the pointer, or in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hovered {
    pub target: Target,
    /// The pointer is on the object's handle.
    pub is_on_handle: bool,
}

impl Hovered {
    /// An object that is hovered itself, not its handle.
    pub const fn whole(target: Target) -> Self {
        Self { target, is_on_handle: false }
    }

    /// An object in hand. `None` for a particle, which the hand itself marks.
    pub fn in_hand(target: Target) -> Option<Self> {
        (!matches!(target, Target::Particle(_))).then_some(Self::whole(target))
    }
}

/// Result of a gesture that is going on, to be drawn over the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preview {
    /// Stroke of the scissors.
    Stroke,
    /// Rope between two points, m.
    Rope { from: Vec2, to: Vec2 },
    /// Net in the rectangle between two opposite corners, m.
    Net { from: Vec2, to: Vec2 },
    /// Obstacle.
    Obstacle(ShapeDef),
    /// Path of an obstacle, as an offset from its position, m.
    Path { shape: ShapeId, by: Vec2 },
    /// Blower.
    Blower(BlowerDef),
}
