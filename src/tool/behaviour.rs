//! The interfaces of a tool and of a gesture, and the state that tools share.

use std::fmt::Debug;

use glam::Vec2;

use super::{
    Button, DrawnPart, IconShape, PointerEvent, ToolOption, ToolOptions, Tools, object::ObjectState,
    scissors::ScissorsState, selection::Corners, selection::Selection,
};
use crate::physics::{BlowerDef, BlowerId, ParticleId, ShapeDef, ShapeId, Things};
use crate::sandbox::{Command, Sandbox};

/// The texts and properties of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolInfo {
    /// Name in the toolbar and the status line.
    pub name: &'static str,
    /// Key that chooses the tool, a digit or a capital letter.
    pub key: char,
    /// Whether the key counts only with Shift.
    pub needs_shift: bool,
    /// Tooltip, without the name and the key.
    pub tip: &'static str,
    /// Whether a double tap of a finger acts as a right click. Without, taps would only delay the tool.
    pub has_double_tap: bool,
    /// Whether a long touch selects the thing there: a press of the tool alone changes nothing that stays.
    pub has_long_touch: bool,
    /// Whether the particle under the pointer is marked.
    pub marks_particle: bool,
    /// Whether a press takes a particle, for which a finger reaches further than it draws.
    pub takes_particle: bool,
    /// Whether the tool draws obstacles.
    pub draws_obstacles: bool,
    /// The options of the tool.
    pub options: &'static [ToolOption],
}

impl ToolInfo {
    /// The name of its key: "C", "Shift+C".
    #[must_use]
    pub fn key_name(&self) -> String {
        format!("{}{}", if self.needs_shift { "Shift+" } else { "" }, self.key)
    }
}

/// A tool: its texts, and its answers to the buttons and the wheel while it is active.
pub trait Behaviour: Sync {
    /// Texts and properties.
    fn info(&self) -> ToolInfo;

    /// Icon in the toolbar.
    fn icon(&self) -> Vec<IconShape>;

    /// Handles a press of the left button. Returns the gesture that it starts, if it starts one.
    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>>;

    /// Command of a right click. `None`: the click pins or unpins the nearest particle.
    fn right_click(&self, _event: PointerEvent, _sandbox: &Sandbox) -> Option<Command> {
        None
    }

    /// Object under the pointer that a press would take.
    fn hover(&self, event: PointerEvent, _state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        let particle = event.nearest(sandbox).filter(|_| self.info().marks_particle);
        particle.map(|particle| Hovered::whole(Target::Particle(particle)))
    }

    /// Object that the wheel would change. `None`: the wheel zooms.
    fn wheel_target(&self, _event: PointerEvent, _tools: &Tools, _sandbox: &Sandbox) -> Option<Target> {
        None
    }
}

/// A gesture between the press and the release of a button.
pub trait Gesture: Debug {
    /// Follows the pointer.
    fn follow(&mut self, _event: PointerEvent, _context: &mut Context) {}

    /// Ends the gesture at the release of its button, after a last [`Gesture::follow`].
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context);

    /// Drops the gesture, and takes its movements back.
    fn cancel(self: Box<Self>, _commands: &mut Vec<Command>) {}

    /// Ends the gesture where it is when its release is lost: moved things stay there.
    fn leave(self: Box<Self>, commands: &mut Vec<Command>) {
        self.cancel(commands);
    }

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

    /// Effect of the gesture so far, in words, to show beside the pointer.
    fn readout(&self) -> Option<String> {
        None
    }

    /// Whether a particle under the pointer would be part of the result.
    fn ends_on_particle(&self) -> bool {
        false
    }

    /// Result of the gesture if it ended now.
    fn preview(&self, _drag: Drag) -> Option<Preview> {
        None
    }

    /// The part that it would build if it ended now. `pixel`: size of a pixel, m.
    fn part(&self, _state: &ToolState, _sandbox: &Sandbox, _pixel: f32) -> Option<DrawnPart> {
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
    /// Movement of the pointer since the press of the left button.
    pub drag: Drag,
}

/// A movement of the pointer while a button is down, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drag {
    /// Position of the press.
    pub from: Vec2,
    /// Position of the pointer.
    pub to: Vec2,
}

impl Drag {
    /// Vector from the press to the pointer, m.
    pub fn span(self) -> Vec2 {
        self.to - self.from
    }
}

/// State that outlives gestures, one part for each file that needs some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolState {
    pub is_shift_down: bool,
    /// Clicks add to the selection, as with Shift.
    pub is_adding: bool,
    /// Whether the clock stands still: drags put things to their places at once.
    pub is_paused: bool,
    /// Whether the sandbox is on its way to another moment.
    pub is_jumping: bool,
    pub scissors: ScissorsState,
    pub obstacles: ObjectState,
    /// The next drag on an obstacle draws its path, as with Shift.
    pub is_slide_armed: bool,
    pub blowers: ObjectState,
    pub selection: Selection,
    pub options: ToolOptions,
    /// A sentence for the user, until it is taken.
    pub message: Option<String>,
}

impl ToolState {
    /// Tells the user something.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// Whether a click adds to the selection.
    pub const fn adds(&self) -> bool {
        self.is_shift_down || self.is_adding
    }
}

/// An object that tools take or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Particle(ParticleId),
    Obstacle(ShapeId),
    Blower(BlowerId),
}

impl Target {
    /// The particle, if it is one.
    pub fn particle(self) -> Option<ParticleId> {
        if let Self::Particle(particle) = self { Some(particle) } else { None }
    }

    /// The obstacle, if it is one.
    pub fn shape(self) -> Option<ShapeId> {
        if let Self::Obstacle(shape) = self { Some(shape) } else { None }
    }

    /// The blower, if it is one.
    pub fn blower(self) -> Option<BlowerId> {
        if let Self::Blower(blower) = self { Some(blower) } else { None }
    }

    /// It alone, as things.
    pub fn things(self) -> Things {
        match self {
            Self::Particle(particle) => Things::of_particles([particle]),
            Self::Obstacle(shape) => Things { shapes: vec![shape], ..Things::default() },
            Self::Blower(blower) => Things { blowers: vec![blower], ..Things::default() },
        }
    }

    /// The command that removes it. Particles are not removed.
    pub fn remove(self) -> Option<Command> {
        match self {
            Self::Particle(_) => None,
            Self::Obstacle(shape) => Some(Command::RemoveShape { shape }),
            Self::Blower(blower) => Some(Command::RemoveBlower { blower }),
        }
    }
}

/// An object that is under the pointer or held.
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

    /// A held object. `None` for a particle, which the picture of the grab marks.
    pub fn held(target: Target) -> Option<Self> {
        (!matches!(target, Target::Particle(_))).then_some(Self::whole(target))
    }
}

/// Result of a gesture that is going on, to be drawn over the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preview {
    /// Stroke of the scissors.
    Stroke,
    /// Obstacle.
    Obstacle(ShapeDef),
    /// Path along which an obstacle should slide.
    Path {
        /// The obstacle.
        shape: ShapeId,
        /// Offset from its position, m.
        by: Vec2,
    },
    /// Blower.
    Blower(BlowerDef),
    /// Rectangle between two opposite corners, around things to select.
    Frame(Drag),
    /// Things that are moved, turned or scaled: the corners of the box around them, m.
    Placement {
        /// Counter-clockwise from the lower left of the box at the press.
        corners: Corners,
    },
}
