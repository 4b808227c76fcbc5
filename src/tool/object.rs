//! Objects that stand in the world, obstacles and blowers: taking, selecting, moving and turning one.

use glam::Vec2;

use super::select::CLICK;
use super::{Context, Drag, Gesture, Hovered, PointerEvent, Preview, Target};
use crate::sandbox::Command;

/// Radius of a handle in hit tests, pixels.
const HANDLE_RADIUS: f32 = 12.0;

/// Shortest drag that draws an object or its path, pixels.
pub const MIN_DRAG: f32 = 8.0;

/// Margin around an object that counts as the object, pixels.
pub const MARGIN: f32 = 6.0;

/// An object, and whether the pointer is on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object {
    pub target: Target,
    /// Position that a drag changes, m.
    pub at: Vec2,
    /// Position about which the handle turns the object, m.
    pub centre: Vec2,
    /// Position of the handle, m, if the object has one.
    pub handle: Option<Vec2>,
    /// The pointer is on the body.
    pub is_under: bool,
}

/// The object under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub object: Object,
    /// The pointer is on the object's handle.
    pub is_on_handle: bool,
}

impl Hit {
    /// Finds the object under the pointer. An object whose handle is there precedes all others.
    pub fn find(mut newest_first: impl Iterator<Item = Object> + Clone, event: PointerEvent) -> Option<Self> {
        let is_near = |handle: Vec2| handle.distance(event.at) <= event.margin(HANDLE_RADIUS);
        let by_handle = newest_first.clone().find(|object| object.handle.is_some_and(is_near));
        let by_body = || newest_first.find(|object| object.is_under).map(|object| Self { object, is_on_handle: false });
        by_handle.map(|object| Self { object, is_on_handle: true }).or_else(by_body)
    }

    /// A drag of the object, by its handle if the pointer is on it.
    pub fn drag(self, event: PointerEvent) -> ObjectDrag {
        let Object { target, at, centre, handle, .. } = self.object;
        if self.is_on_handle {
            ObjectDrag { target, grip: Grip::Handle { centre }, start: handle.unwrap_or(event.at), goal: event.at }
        } else {
            ObjectDrag { target, grip: Grip::Body { offset: at - event.at }, start: at, goal: at }
        }
    }
}

/// The chosen object among those of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ObjectState {
    /// The object that was drawn, dragged or changed last.
    pub chosen: Option<Target>,
    /// An object was drawn and is not chosen yet.
    pub is_drawn: bool,
}

impl ObjectState {
    /// Chooses the object that was just drawn, once its command has been applied.
    pub fn select_drawn(&mut self, newest: Option<Target>) {
        if std::mem::take(&mut self.is_drawn) {
            self.chosen = newest;
        }
    }

    /// The object to mark as hovered.
    pub fn hovered(self, hit: Option<Hit>, event: PointerEvent) -> Option<Hovered> {
        // A lifted finger points nowhere, and its user still has to see the handle.
        let chosen = self.chosen.filter(|_| event.finger).map(Hovered::whole);
        hit.map(|hit| Hovered { target: hit.object.target, is_on_handle: hit.is_on_handle }).or(chosen)
    }
}

/// A press on an object: a click, which selects it, until the pointer has moved too far for one.
#[derive(Debug)]
pub struct ObjectPress {
    target: Target,
    /// Position of the press, m.
    from: Vec2,
    drag: Box<dyn Gesture>,
    is_drag: bool,
}

impl ObjectPress {
    /// A press on an object that `drag` would move.
    pub fn new(target: Target, event: PointerEvent, drag: Box<dyn Gesture>) -> Self {
        Self { target, from: event.at, drag, is_drag: false }
    }
}

impl Gesture for ObjectPress {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.is_drag |= self.from.distance(event.at) > CLICK * event.pixel;
        if self.is_drag {
            self.drag.follow(event, context);
        }
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        if self.is_drag {
            return self.drag.finish(event, context);
        }
        let adds = context.state.adds();
        context.state.selection.click(self.target.things(), adds, context.sandbox);
    }

    fn leave(self: Box<Self>, commands: &mut Vec<Command>) {
        if self.is_drag {
            self.drag.leave(commands);
        }
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        if self.is_drag {
            self.drag.cancel(commands);
        }
    }

    fn held(&self) -> Option<Target> {
        Some(self.target)
    }

    fn has_wheel(&self) -> bool {
        true
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        if self.is_drag { self.drag.preview(drag) } else { None }
    }
}

/// An object that follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectDrag {
    target: Target,
    grip: Grip,
    /// The goal before the drag, m.
    start: Vec2,
    /// Latest goal of the object's position, or of its handle, m.
    goal: Vec2,
}

/// Part of an object that the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Grip {
    /// The body; the object's position is `offset` (m) from the pointer.
    Body { offset: Vec2 },
    /// The handle; the object turns about `centre` (m).
    Handle { centre: Vec2 },
}

impl ObjectDrag {
    /// Moves or turns the object to the goal. `last`: the drag ends with this command.
    fn command(self, last: bool) -> Option<Command> {
        let goal = self.goal;
        match (self.target, self.grip) {
            (Target::Particle(_), _) => None,
            (Target::Obstacle(shape), Grip::Body { .. }) => Some(Command::MoveShape { shape, to: goal, last }),
            (Target::Obstacle(shape), Grip::Handle { centre }) => {
                Some(Command::TurnShape { shape, to: goal - centre, last })
            }
            (Target::Blower(blower), Grip::Body { .. }) => Some(Command::MoveBlower { blower, to: goal, last }),
            (Target::Blower(blower), Grip::Handle { centre }) => {
                Some(Command::TurnBlower { blower, to: goal - centre, last })
            }
        }
    }
}

impl Gesture for ObjectDrag {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.goal = match self.grip {
            Grip::Body { offset } => event.at + offset,
            Grip::Handle { .. } => event.at,
        };
        context.commands.extend(self.command(false));
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        self.leave(context.commands);
    }

    fn leave(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.extend(self.command(true));
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.extend(Self { goal: self.start, ..*self }.command(true));
    }

    fn held(&self) -> Option<Target> {
        Some(self.target)
    }

    fn has_wheel(&self) -> bool {
        true
    }
}
