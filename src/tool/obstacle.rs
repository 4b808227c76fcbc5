//! Obstacles: walls, circles and blocks, each with a tool that draws them. All three tools move, turn and remove every
//! obstacle, and make it spin or slide.

use glam::Vec2;

use super::object::{Hit, MARGIN, MIN_DRAG, Object};
use super::placement::{Grip, Move};
use super::{
    Behaviour, Context, Drag, Gesture, Hovered, IconShape, PointerEvent, Preview, Target, Tool, ToolInfo, ToolState,
    Tools, blower,
};
use crate::physics::{Form, Pose, SHAPE_SIZE_RANGE, Shape, ShapeDef, ShapeId, ShapeProperties, Slide};
use crate::sandbox::{Command, Sandbox};

/// Half of the thickness of a drawn wall, m.
const HALF_THICKNESS: f32 = 0.04;

/// Distance of the handle from its obstacle, pixels.
const HANDLE_DISTANCE: f32 = 22.0;

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
    Block,
}

impl Behaviour for Kind {
    fn info(&self) -> ToolInfo {
        let (name, key, tip) = match self {
            Self::Wall => ("Wall", '7', "drag a wall; move one, turn it by its handle"),
            Self::Circle => ("Circle", 'Q', "drag a circle from its centre, or move one"),
            Self::Block => ("Block", 'L', "drag a block; move one, turn it by its handle"),
        };
        ToolInfo { name, key, tip, has_double_tap: true, draws_obstacles: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        match self {
            Self::Wall => {
                let (from, to) = (Vec2::new(0.18, 0.82), Vec2::new(0.82, 0.18));
                let end = |centre| IconShape::Disc { centre, radius: 0.13 };
                vec![IconShape::Bar { from, to, width: 0.26 }, end(from), end(to)]
            }
            Self::Circle => vec![IconShape::disc(0.5, 0.5, 0.4)],
            Self::Block => vec![IconShape::Rectangle { min: Vec2::new(0.1, 0.2), max: Vec2::new(0.9, 0.8) }],
        }
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let (hit, state) = (obstacle_under(event, context.sandbox), &mut *context.state);
        state.obstacles.chosen = hit.map(|hit| hit.object.target);
        let draws_path = state.is_shift_down || state.is_slide_armed;
        Some(match hit {
            None => Box::new(DrawObstacle(*self)),
            Some(hit) if draws_path => Box::new(DrawPath { shape: hit.object.target.shape()? }),
            Some(hit) => take(hit, event, context),
        })
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        obstacle_under(event, sandbox)?.object.target.remove()
    }

    fn hover(&self, event: PointerEvent, state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        state.obstacles.hovered(obstacle_under(event, sandbox), event)
    }

    fn wheel_target(&self, event: PointerEvent, tools: &Tools, sandbox: &Sandbox) -> Option<Target> {
        // With Shift the wheel changes speeds, those of blowers too.
        let has_blowers = tools.state.is_shift_down;
        let is_changed = |target: &Target| target.shape().is_some() || has_blowers && target.blower().is_some();
        let obstacle = || obstacle_under(event, sandbox).map(|hit| hit.object.target);
        let blower = || blower::target_under(event, sandbox).filter(|_| has_blowers);
        tools.locked(event).filter(is_changed).or_else(obstacle).or_else(blower)
    }
}

/// Takes an obstacle or a blower. The goal of an obstacle needs time to be reached: without it the obstacle is moved or
/// turned itself.
pub fn take(hit: Hit, event: PointerEvent, context: &Context) -> Box<dyn Gesture> {
    let target = hit.object.target;
    if target.shape().is_some() && context.state.is_paused {
        let grip = if hit.is_on_handle { Grip::Turn } else { Grip::Body };
        Box::new(Move::start(target.things(), grip, event, context.sandbox))
    } else {
        Box::new(hit.drag(event))
    }
}

impl Tool {
    /// The tool that draws obstacles of this form.
    pub const fn of(form: Form) -> Self {
        match form {
            Form::Capsule { .. } => Self::Wall,
            Form::Circle { .. } => Self::Circle,
            Form::Box { .. } => Self::Block,
        }
    }
}

impl Tools {
    /// Sets whether the next drag on an obstacle draws the path along which it slides, as with Shift.
    pub fn set_slides(&mut self, on: bool) {
        self.state.is_slide_armed = on;
    }

    /// Whether the next drag on an obstacle draws its path.
    pub fn slides(&self) -> bool {
        self.state.is_slide_armed
    }
}

/// An obstacle that is being drawn.
#[derive(Debug)]
struct DrawObstacle(Kind);

impl DrawObstacle {
    fn shape(&self, drag: Drag) -> ShapeDef {
        let (Drag { from, to }, span) = (drag, drag.span());
        let least = SHAPE_SIZE_RANGE.0;
        match self.0 {
            Kind::Wall => {
                let form = Form::Capsule { half_length: 0.5 * span.length(), radius: HALF_THICKNESS };
                ShapeDef { turn: span.normalize_or(Vec2::X), ..ShapeDef::still(form, from.midpoint(to)) }
            }
            Kind::Circle => ShapeDef::still(Form::Circle { radius: span.length().max(least) }, from),
            Kind::Block => {
                let half = (0.5 * span.abs()).max(Vec2::splat(least));
                ShapeDef::still(Form::Box { half }, from.midpoint(to))
            }
        }
    }
}

impl Gesture for DrawObstacle {
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let size = context.drag.span().abs();
        let size = if self.0 == Kind::Block { size.min_element() } else { size.length() };
        let is_drawn = size >= MIN_DRAG * event.pixel;
        context.state.obstacles.is_drawn = is_drawn;
        if !is_drawn {
            context.state.say(format!("{}: drag farther to draw one", self.0.info().name));
        }
        context.commands.extend(is_drawn.then(|| Command::AddShape(self.shape(context.drag))));
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        Some(Preview::Obstacle(self.shape(drag)))
    }
}

/// A path along which an obstacle should slide.
#[derive(Debug)]
struct DrawPath {
    shape: ShapeId,
}

impl Gesture for DrawPath {
    /// Makes the obstacle slide. A click stops its spin and its slide.
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        context.state.is_slide_armed = false;
        let Some(shape) = context.sandbox.world().colliders().shape(self.shape) else { return };
        let (by, properties) = (context.drag.span(), shape.def.properties());
        let properties = if by.length() < MIN_DRAG * event.pixel {
            ShapeProperties { spin: 0.0, slide: None, ..properties }
        } else {
            let speed =
                properties.slide.map(|slide| slide.speed).filter(|speed| *speed > 0.0).unwrap_or(FIRST_SLIDE_SPEED);
            ShapeProperties { slide: Some(Slide { by, speed }), ..properties }
        };
        context.commands.push(Command::SetShapeProperties { shape: self.shape, properties });
    }

    fn held(&self) -> Option<Target> {
        Some(Target::Obstacle(self.shape))
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        Some(Preview::Path { shape: self.shape, by: drag.span() })
    }
}

/// The obstacle under the pointer; the newest of several.
fn obstacle_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit> {
    Hit::find(objects(event, sandbox), event)
}

/// The obstacle whose body is under the pointer; the newest of several.
pub fn body_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit> {
    objects(event, sandbox).find(|object| object.is_under).map(|object| Hit { object, is_on_handle: false })
}

/// All obstacles, the newest first.
fn objects(event: PointerEvent, sandbox: &Sandbox) -> impl Iterator<Item = Object> + Clone + '_ {
    let object = move |shape: &Shape| Object {
        target: Target::Obstacle(shape.id),
        at: shape.goal,
        centre: shape.goal_pose().at,
        handle: handle(shape, event.pixel),
        is_under: shape.def.form.distance(shape.pose().to_local(event.at)) <= event.margin(MARGIN),
    };
    sandbox.world().colliders().shapes().iter().rev().map(object)
}

/// Position of an obstacle's handle, m. Obstacles that spin, and circles, have none. `pixel`: size of a pixel, m.
pub fn handle(shape: &Shape, pixel: f32) -> Option<Vec2> {
    let Pose { at, turn } = shape.goal_pose();
    let reach = match shape.def.form {
        _ if shape.def.spin != 0.0 => return None,
        Form::Circle { .. } => return None,
        Form::Capsule { half_length, radius } => half_length + radius,
        Form::Box { half } => half.x,
    };
    Some(at + turn * (reach + HANDLE_DISTANCE * pixel))
}

/// Changes the spin of an obstacle by a notch, counter-clockwise for `notches` > 0; with Shift the speed of its slide,
/// if it has a path.
pub fn turn_wheel(shape: ShapeId, notches: f32, state: &mut ToolState, sandbox: &Sandbox) -> Option<Command> {
    state.obstacles.chosen = Some(Target::Obstacle(shape));
    let shape = sandbox.world().colliders().shape(shape)?;
    let properties = shape.def.properties();
    // In whole notches, so that turning back ends at exactly 0.
    let next = |value: f32, notch: f32| ((value / notch).round() + notches.signum()) * notch;
    let properties = if state.is_shift_down {
        let Slide { by, speed } = properties.slide?;
        ShapeProperties { slide: Some(Slide { by, speed: next(speed, SLIDE_NOTCH).max(0.0) }), ..properties }
    } else {
        ShapeProperties { spin: next(properties.spin, SPIN_NOTCH), ..properties }
    };
    Some(Command::SetShapeProperties { shape: shape.id, properties })
}
