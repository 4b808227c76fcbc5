//! Moving and turning an object that stands in the world: an obstacle, a blower.

use std::fmt::Debug;

use glam::Vec2;

use super::{Context, Gesture, PointerEvent, Target};
use crate::sandbox::Command;

/// An object that is moved as a whole, and turned by its handle.
pub trait Draggable: Copy + Debug {
    /// Moves the object to a position, m. `last`: the drag ends with this command.
    fn move_to(self, to: Vec2, last: bool) -> Command;

    /// Turns the object to a direction of any length. `last`: the drag ends with this command.
    fn turn_to(self, to: Vec2, last: bool) -> Command;

    /// The object among all that tools take.
    fn target(self) -> Target;
}

/// An object that follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectDrag<T> {
    object: T,
    grip: Grip,
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

impl<T: Draggable> ObjectDrag<T> {
    /// Takes hold of the body of an object at `position` (m).
    pub fn by_body(object: T, position: Vec2, event: PointerEvent) -> Self {
        Self { object, grip: Grip::Body { offset: position - event.at }, goal: position }
    }

    /// Takes hold of the handle of an object, to turn it about `centre` (m).
    pub fn by_handle(object: T, centre: Vec2, event: PointerEvent) -> Self {
        Self { object, grip: Grip::Handle { centre }, goal: event.at }
    }

    fn command(self, last: bool) -> Command {
        match self.grip {
            Grip::Body { .. } => self.object.move_to(self.goal, last),
            Grip::Handle { centre } => self.object.turn_to(self.goal - centre, last),
        }
    }
}

impl<T: Draggable> Gesture for ObjectDrag<T> {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.goal = match self.grip {
            Grip::Body { offset } => event.at + offset,
            Grip::Handle { .. } => event.at,
        };
        context.commands.push(self.command(false));
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        self.cancel(context.commands);
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.push(self.command(true));
    }

    fn held(&self) -> Option<Target> {
        Some(self.object.target())
    }

    fn has_wheel(&self) -> bool {
        true
    }
}
