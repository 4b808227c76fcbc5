//! Obstacles: walls, circles and boxes, each with a tool that draws them. All three tools move, turn and remove every
//! obstacle, and make it spin or slide.

use glam::Vec2;

use super::behaviour::{Preview, ToolState};
use super::hit_test::Hit;
use super::object_drag::{Draggable, ObjectDrag};
use super::wheel::WheelQuery;
use super::{Behaviour, Context, Gesture, Hovered, IconShape, PointerEvent, Target, Tool, Tools, blower};
use crate::physics::{Form, Pose, SHAPE_SIZE_RANGE, Shape, ShapeDef, ShapeId, ShapeProperties, Slide};
use crate::sandbox::{Command, Sandbox};

/// Half of the thickness of a drawn wall, m.
const HALF_THICKNESS: f32 = 0.04;

/// Shortest drag that draws an obstacle or its path, pixels.
const SHORTEST_DRAG: f32 = 8.0;

/// Margin around an obstacle that counts as the obstacle, pixels.
const MARGIN: f32 = 6.0;

/// Distance of the handle from its obstacle, pixels.
const HANDLE_DISTANCE: f32 = 22.0;

/// Radius of the handle in hit tests, pixels.
const HANDLE_RADIUS: f32 = 12.0;

/// Angular speed that a notch of the wheel adds, rad/s.
const SPIN_NOTCH: f32 = 0.5;

/// Speed that a notch of the wheel adds to a sliding obstacle, m/s.
const SLIDE_NOTCH: f32 = 0.1;

/// Speed of an obstacle that starts to slide, m/s.
const FIRST_SLIDE_SPEED: f32 = 0.5;

/// The tools, one for each kind of obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Drawn from one end to the other.
    Wall,
    /// Drawn from its centre to its rim.
    Circle,
    /// Drawn from corner to corner.
    Box,
}

/// State of the tools for obstacles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ObstacleState {
    /// The obstacle that was drawn, dragged or turned last.
    pub chosen: Option<ShapeId>,
    /// The next drag on an obstacle draws its path, as with Shift.
    pub slides: bool,
    /// An obstacle was drawn and is not chosen yet.
    is_drawn: bool,
}

impl ObstacleState {
    /// Chooses the obstacle that was just drawn, once its command has been applied.
    pub fn select_drawn(&mut self, sandbox: &Sandbox) {
        if std::mem::take(&mut self.is_drawn) {
            self.chosen = sandbox.world().colliders().shapes().last().map(|shape| shape.id);
        }
    }
}

impl Behaviour for Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Wall => "Wall",
            Self::Circle => "Circle",
            Self::Box => "Box",
        }
    }

    fn key(&self) -> char {
        '7'
    }

    fn tip(&self) -> &'static str {
        match self {
            Self::Wall => "draw a wall, move it, turn it by its handle",
            Self::Circle => "draw a circle from its centre, or move it",
            Self::Box => "draw a box, move it, turn it by its handle",
        }
    }

    fn icon(&self) -> Vec<IconShape> {
        match self {
            Self::Wall => {
                let (from, to) = (Vec2::new(0.18, 0.82), Vec2::new(0.82, 0.18));
                let end = |centre| IconShape::Disc { centre, radius: 0.13 };
                vec![IconShape::Bar { from, to, width: 0.26 }, end(from), end(to)]
            }
            Self::Circle => vec![IconShape::disc(0.5, 0.5, 0.4)],
            Self::Box => vec![IconShape::Rectangle { min: Vec2::new(0.1, 0.2), max: Vec2::new(0.9, 0.8) }],
        }
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let (hit, state) = (obstacle_under(event, context.sandbox), &mut *context.state);
        state.obstacles.chosen = hit.map(|hit| hit.object.id);
        Some(match hit {
            None => Box::new(DrawObstacle { kind: *self, from: event.at, to: event.at }),
            Some(hit) if state.is_shift_down || state.obstacles.slides => {
                Box::new(DrawPath { shape: hit.object.id, from: event.at, to: event.at })
            }
            Some(hit) if hit.is_on_handle => {
                Box::new(ObjectDrag::by_handle(hit.object.id, hit.object.goal_pose().at, event))
            }
            Some(hit) => Box::new(ObjectDrag::by_body(hit.object.id, hit.object.goal, event)),
        })
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        obstacle_under(event, sandbox).map(|hit| Command::RemoveCollider { shape: hit.object.id })
    }

    fn hover(&self, event: PointerEvent, state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        let hovered = obstacle_under(event, sandbox)
            .map(|hit| Hovered { target: Target::Obstacle(hit.object.id), is_on_handle: hit.is_on_handle });
        // A lifted finger points nowhere, and its user still has to see the handle.
        let chosen = state.obstacles.chosen.filter(|_| event.finger);
        hovered.or(chosen.map(|shape| Hovered::whole(Target::Obstacle(shape))))
    }

    fn wheel_target(&self, query: &WheelQuery) -> Option<Target> {
        // With Shift the wheel changes speeds, those of blowers too.
        match query.locked {
            Some(Target::Obstacle(_)) => return query.locked,
            Some(Target::Blower(_)) if query.is_shift_down => return query.locked,
            _ => {}
        }
        let obstacle = obstacle_under(query.event, query.sandbox).map(|hit| Target::Obstacle(hit.object.id));
        obstacle.or_else(|| blower::target_under(query).filter(|_| query.is_shift_down))
    }

    fn draws_obstacles(&self) -> bool {
        true
    }

    fn has_double_tap(&self) -> bool {
        true
    }
}

impl Tool {
    /// The tool after this one among those for obstacles; the first of them after any other tool.
    #[must_use]
    pub const fn next_obstacle(self) -> Self {
        match self {
            Self::Wall => Self::Circle,
            Self::Circle => Self::Box,
            _ => Self::Wall,
        }
    }

    /// The tool that draws obstacles of this form.
    #[must_use]
    pub const fn of(form: Form) -> Self {
        match form {
            Form::Capsule { .. } => Self::Wall,
            Form::Circle { .. } => Self::Circle,
            Form::Box { .. } => Self::Box,
        }
    }
}

impl Tools {
    /// Sets whether the next drag on an obstacle draws the path along which it slides, as with Shift.
    pub fn set_slides(&mut self, on: bool) {
        self.state.obstacles.slides = on;
    }

    /// Whether the next drag on an obstacle draws its path.
    #[must_use]
    pub fn slides(&self) -> bool {
        self.state.obstacles.slides
    }
}

/// An obstacle that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawObstacle {
    kind: Kind,
    /// Position of the press, m.
    from: Vec2,
    /// Position of the pointer, m.
    to: Vec2,
}

impl DrawObstacle {
    fn shape(self) -> ShapeDef {
        let Self { kind, from, to } = self;
        let drag = to - from;
        let least = SHAPE_SIZE_RANGE.0;
        match kind {
            Kind::Wall => {
                let form = Form::Capsule { half_length: 0.5 * drag.length(), radius: HALF_THICKNESS };
                ShapeDef { turn: drag.normalize_or(Vec2::X), ..ShapeDef::still(form, from.midpoint(to)) }
            }
            Kind::Circle => ShapeDef::still(Form::Circle { radius: drag.length().max(least) }, from),
            Kind::Box => {
                let half = (0.5 * drag.abs()).max(Vec2::splat(least));
                ShapeDef::still(Form::Box { half }, from.midpoint(to))
            }
        }
    }
}

impl Gesture for DrawObstacle {
    fn follow(&mut self, event: PointerEvent, _: &mut Context) {
        self.to = event.at;
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let size = (self.to - self.from).abs();
        let size = if self.kind == Kind::Box { size.min_element() } else { size.length() };
        let is_drawn = size >= SHORTEST_DRAG * event.pixel;
        context.state.obstacles.is_drawn = is_drawn;
        context.commands.extend(is_drawn.then(|| Command::AddCollider(self.shape())));
    }

    fn preview(&self) -> Option<Preview> {
        Some(Preview::Obstacle(self.shape()))
    }
}

/// A path along which an obstacle is to slide.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawPath {
    shape: ShapeId,
    /// Position of the press, m.
    from: Vec2,
    /// Position of the pointer, m.
    to: Vec2,
}

impl Gesture for DrawPath {
    fn follow(&mut self, event: PointerEvent, _: &mut Context) {
        self.to = event.at;
    }

    /// Makes the obstacle slide. A click stops its spin and its slide.
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        context.state.obstacles.slides = false;
        let Some(shape) = context.sandbox.world().colliders().shape(self.shape) else { return };
        let (by, manner) = (self.to - self.from, shape.def.properties());
        let manner = if by.length() < SHORTEST_DRAG * event.pixel {
            ShapeProperties { spin: 0.0, slide: None, ..manner }
        } else {
            let speed = manner.slide.map(|slide| slide.speed).filter(|speed| *speed > 0.0).unwrap_or(FIRST_SLIDE_SPEED);
            ShapeProperties { slide: Some(Slide { by, speed }), ..manner }
        };
        context.commands.push(Command::SetManner { shape: self.shape, manner });
    }

    fn held(&self) -> Option<Target> {
        Some(Target::Obstacle(self.shape))
    }

    fn preview(&self) -> Option<Preview> {
        Some(Preview::Path { shape: self.shape, by: self.to - self.from })
    }
}

impl Draggable for ShapeId {
    fn move_to(self, to: Vec2, last: bool) -> Command {
        Command::MoveCollider { shape: self, to, last }
    }

    fn turn_to(self, to: Vec2, last: bool) -> Command {
        Command::TurnCollider { shape: self, to, last }
    }

    fn target(self) -> Target {
        Target::Obstacle(self)
    }
}

/// The obstacle under the pointer: the newest of several, one whose handle is there before all others.
fn obstacle_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit<Shape>> {
    let newest_first = || sandbox.world().colliders().shapes().iter().rev().copied();
    let is_on_handle = |shape: &Shape| {
        has_handle(shape) && handle(shape, event.pixel).distance(event.at) <= event.margin(HANDLE_RADIUS)
    };
    let is_inside = |shape: &Shape| shape.def.form.distance(shape.pose().to_local(event.at)) <= event.margin(MARGIN);
    let by_handle = newest_first().find(is_on_handle).map(|object| Hit { object, is_on_handle: true });
    by_handle.or_else(|| newest_first().find(is_inside).map(|object| Hit { object, is_on_handle: false }))
}

/// Whether an obstacle can be turned by hand: no circle, and none that spins.
pub fn has_handle(shape: &Shape) -> bool {
    !matches!(shape.def.form, Form::Circle { .. }) && shape.def.spin == 0.0
}

/// Position of an obstacle's handle, m. `pixel`: size of a pixel, m.
pub fn handle(shape: &Shape, pixel: f32) -> Vec2 {
    let Pose { at, turn } = shape.goal_pose();
    let reach = match shape.def.form {
        Form::Circle { radius } => radius,
        Form::Capsule { half_length, radius } => half_length + radius,
        Form::Box { half } => half.x,
    };
    at + turn * (reach + HANDLE_DISTANCE * pixel)
}

/// Changes the spin of an obstacle by a notch, counter-clockwise for `notches` > 0; with Shift the speed of its slide, if
/// it has a path.
pub fn turn_wheel(shape: ShapeId, notches: f32, state: &mut ToolState, sandbox: &Sandbox) -> Option<Command> {
    state.obstacles.chosen = Some(shape);
    let shape = sandbox.world().colliders().shape(shape)?;
    let manner = shape.def.properties();
    // In whole notches, so that turning back ends at exactly 0.
    let next = |value: f32, notch: f32| ((value / notch).round() + notches.signum()) * notch;
    let manner = if state.is_shift_down {
        let Slide { by, speed } = manner.slide?;
        ShapeProperties { slide: Some(Slide { by, speed: next(speed, SLIDE_NOTCH).max(0.0) }), ..manner }
    } else {
        ShapeProperties { spin: next(manner.spin, SPIN_NOTCH), ..manner }
    };
    Some(Command::SetManner { shape: shape.id, manner })
}
