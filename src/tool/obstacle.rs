//! Obstacles: drag out a wall, a circle or a box; drag one to move it, its handle to turn it; make one move by itself.

use glam::Vec2;

use super::{
    PointerEvent,
    lead::{Lead, Led},
};
use crate::{
    physics::{Form, Manner, Pose, SHAPE_SIZES, Shape, ShapeDef, ShapeId, Slide},
    sandbox::{Command, Sandbox},
};

/// Half of the thickness of a drawn wall, m.
const THICKNESS: f32 = 0.04;

/// A shorter drag, pixels, is a slip and draws nothing.
const SHORTEST: f32 = 8.0;

/// So far from a shape, pixels, is still on it.
const BESIDE: f32 = 6.0;

/// How far the handle is from the shape that it turns, and how far a pointer takes hold of it, pixels.
const HANDLE: (f32, f32) = (22.0, 12.0);

/// What a notch of the wheel adds to the speed at which a shape turns, rad/s, and to that at which it slides, m/s.
const NOTCH: (f32, f32) = (0.5, 0.1);

/// How fast a shape slides at first, m/s.
const SLIDING: f32 = 0.5;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From one end to the other.
    Wall,
    /// From the centre to the rim.
    Circle,
    /// From corner to corner.
    Box,
}

/// An obstacle that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    kind: Kind,
    from: Vec2,
    to: Vec2,
}

impl Draw {
    /// Starts at a point, m.
    pub fn start(kind: Kind, at: Vec2) -> Self {
        Self { kind, from: at, to: at }
    }

    /// The pointer has moved.
    pub fn follow(&mut self, at: Vec2) {
        self.to = at;
    }

    /// What it would be now.
    pub fn shape(self) -> ShapeDef {
        let Self { kind, from, to } = self;
        let way = to - from;
        let least = SHAPE_SIZES.0;
        match kind {
            Kind::Wall => {
                let form = Form::Capsule { half_length: 0.5 * way.length(), radius: THICKNESS };
                ShapeDef { turn: way.normalize_or(Vec2::X), ..ShapeDef::still(form, from.midpoint(to)) }
            }
            Kind::Circle => ShapeDef::still(Form::Circle { radius: way.length().max(least) }, from),
            Kind::Box => {
                let half = (0.5 * way.abs()).max(Vec2::splat(least));
                ShapeDef::still(Form::Box { half }, from.midpoint(to))
            }
        }
    }

    /// Ends here.
    pub fn finish(self, event: PointerEvent) -> Option<Command> {
        let drawn = Self { to: event.at, ..self };
        let size = (drawn.to - drawn.from).abs();
        let size = if drawn.kind == Kind::Box { size.min_element() } else { size.length() };
        (size >= SHORTEST * event.pixel).then(|| Command::AddCollider(drawn.shape()))
    }
}

impl Led for ShapeId {
    fn moved(self, to: Vec2, last: bool) -> Command {
        Command::MoveCollider { shape: self, to, last }
    }

    fn turned(self, to: Vec2, last: bool) -> Command {
        Command::TurnCollider { shape: self, to, last }
    }
}

/// Takes hold of what is under the pointer: a handle, or a shape.
pub fn take(event: PointerEvent, sandbox: &Sandbox) -> Option<Lead<ShapeId>> {
    let (shape, turns) = under(event, sandbox)?;
    let place = if turns { shape.led_pose().at } else { shape.goal };
    Some(Lead::start((shape.id, place), turns, event.at))
}

/// A way that an obstacle is given, to slide along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    shape: ShapeId,
    from: Vec2,
    to: Vec2,
}

impl Path {
    /// Starts on the shape under the pointer.
    pub fn start(event: PointerEvent, sandbox: &Sandbox) -> Option<Self> {
        let (shape, _) = under(event, sandbox)?;
        Some(Self { shape: shape.id, from: event.at, to: event.at })
    }

    /// The pointer has moved.
    pub fn follow(&mut self, at: Vec2) {
        self.to = at;
    }

    /// Which shape it is, and where from its place it would slide, m.
    pub fn way(self) -> (ShapeId, Vec2) {
        (self.shape, self.to - self.from)
    }

    /// Ends here. A click stops what the shape does by itself.
    pub fn finish(self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        let by = event.at - self.from;
        let manner = sandbox.world().colliders().shape(self.shape)?.def.manner();
        let manner = if by.length() < SHORTEST * event.pixel {
            Manner { spin: 0.0, slide: None, ..manner }
        } else {
            let speed = manner.slide.map(|slide| slide.speed).filter(|speed| *speed > 0.0).unwrap_or(SLIDING);
            Manner { slide: Some(Slide { by, speed }), ..manner }
        };
        Some(Command::SetManner { shape: self.shape, manner })
    }
}

/// The shape under the pointer, the last that was made where there are several, and whether it is its handle that is there.
pub fn under(event: PointerEvent, sandbox: &Sandbox) -> Option<(Shape, bool)> {
    let shapes = || sandbox.world().colliders().shapes().iter().rev().copied();
    let handle = |shape: &Shape| handle(shape, event.pixel).distance(event.at) <= event.beside(HANDLE.1);
    let inside = |shape: &Shape| shape.def.form.distance(shape.pose().inward(event.at)) <= event.beside(BESIDE);
    let on_handle = shapes().find(|shape| has_handle(shape) && handle(shape)).map(|shape| (shape, true));
    on_handle.or_else(|| shapes().find(inside).map(|shape| (shape, false)))
}

/// Whether there is something to be turned: not in a circle, nor in what turns by itself.
pub fn has_handle(shape: &Shape) -> bool {
    !matches!(shape.def.form, Form::Circle { .. }) && shape.def.spin == 0.0
}

/// Where the handle of a shape is, m; `pixel` is its size, m.
pub fn handle(shape: &Shape, pixel: f32) -> Vec2 {
    let Pose { at, turn } = shape.led_pose();
    let reach = match shape.def.form {
        Form::Circle { radius } => radius,
        Form::Capsule { half_length, radius } => half_length + radius,
        Form::Box { half } => half.x,
    };
    at + turn * (reach + HANDLE.0 * pixel)
}

/// Makes a shape turn faster by a notch of the wheel, to the left (above 0) or to the right; or
/// `slides` it faster or slower, if it has a way.
pub fn wheel(shape: ShapeId, notches: f32, slides: bool, sandbox: &Sandbox) -> Option<Command> {
    let shape = sandbox.world().colliders().shape(shape)?;
    let manner = shape.def.manner();
    // In whole notches, so that the way back ends at 0 and not beside it.
    let next = |value: f32, notch: f32| ((value / notch).round() + notches.signum()) * notch;
    let manner = if slides {
        let Slide { by, speed } = manner.slide?;
        Manner { slide: Some(Slide { by, speed: next(speed, NOTCH.1).max(0.0) }), ..manner }
    } else {
        Manner { spin: next(manner.spin, NOTCH.0), ..manner }
    };
    Some(Command::SetManner { shape: shape.id, manner })
}

/// Takes the shape under the pointer away.
pub fn remove(event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
    under(event, sandbox).map(|(shape, _)| Command::RemoveCollider { shape: shape.id })
}
