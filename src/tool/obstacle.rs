//! Obstacles: drag out a wall, a circle or a box; drag one to move it, its handle to turn it.

use glam::Vec2;

use super::PointerEvent;
use crate::{
    physics::{Form, Pose, SHAPE_SIZES, Shape, ShapeDef, ShapeId},
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

/// The sine and cosine of what a notch of the wheel turns a shape by: 15 degrees.
const NOTCH: Vec2 = Vec2::new(0.965_925_8, 0.258_819_04);

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

/// An obstacle that is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    shape: ShapeId,
    /// From the pointer to the shape's place, m; none where it is turned about `about`.
    offset: Option<Vec2>,
    about: Vec2,
    last: Vec2,
}

impl Drag {
    /// Takes hold of what is under the pointer: a handle, or a shape.
    pub fn start(event: PointerEvent, sandbox: &Sandbox) -> Option<Self> {
        let (shape, turns) = under(event, sandbox)?;
        let place = if turns { shape.led_pose().at } else { shape.goal };
        let offset = (!turns).then_some(place - event.at);
        Some(Self { shape: shape.id, offset, about: place, last: if turns { event.at } else { place } })
    }

    /// Which shape it is.
    pub fn shape(self) -> ShapeId {
        self.shape
    }

    /// The pointer has moved to `at` (m).
    pub fn follow(&mut self, at: Vec2) -> Command {
        self.last = self.offset.map_or(at, |offset| at + offset);
        self.command(false)
    }

    /// Lets go.
    pub fn release(self) -> Command {
        self.command(true)
    }

    fn command(self, last: bool) -> Command {
        let Self { shape, offset, about, last: to } = self;
        match offset {
            Some(_) => Command::MoveCollider { shape, to, last },
            None => Command::TurnCollider { shape, to: to - about, last },
        }
    }
}

/// The shape under the pointer, the last that was made where there are several, and whether it is its handle that is there.
pub fn under(event: PointerEvent, sandbox: &Sandbox) -> Option<(Shape, bool)> {
    let shapes = || sandbox.world().colliders().shapes().iter().rev().copied();
    let handle = |shape: &Shape| handle(shape, event.pixel).distance(event.at) <= HANDLE.1 * event.pixel;
    let inside = |shape: &Shape| shape.def.form.distance(shape.pose().inward(event.at)) <= BESIDE * event.pixel;
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

/// Turns the shape under the pointer by some notches of the wheel.
pub fn wheel(event: PointerEvent, notches: f32, sandbox: &Sandbox) -> Option<Command> {
    let (shape, _) = under(event, sandbox)?;
    let turn = shape.led_pose().turn;
    let to = if notches > 0.0 { NOTCH.rotate(turn) } else { Vec2::new(NOTCH.x, -NOTCH.y).rotate(turn) };
    Some(Command::TurnCollider { shape: shape.id, to, last: true })
}

/// Takes the shape under the pointer away.
pub fn remove(event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
    under(event, sandbox).map(|(shape, _)| Command::RemoveCollider { shape: shape.id })
}
