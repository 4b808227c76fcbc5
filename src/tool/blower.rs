//! The wind tool: draws, moves, turns and removes blowers. A drag draws a blower from its mouth in the direction of the
//! air; a longer drag gives faster air.

use glam::Vec2;

use super::object::{Hit, MARGIN, MIN_DRAG, Object};
use super::{
    Behaviour, Context, Drag, Gesture, Hovered, IconShape, PointerEvent, Preview, Target, ToolInfo, ToolState, Tools,
};
use crate::physics::{Blower, BlowerDef, BlowerId};
use crate::sandbox::{Command, Sandbox};

/// Speed of the air per length of the drag, 1/s: the air covers the drag in an eighth of a second.
const SPEED_PER_LENGTH: f32 = 8.0;

/// Width of a drawn blower's mouth, m.
const WIDTH: f32 = 0.6;

/// Speed that a notch of the wheel adds to the air, m/s.
const SPEED_NOTCH: f32 = 0.5;

/// Speed that a notch of two fingers adds to the air, m/s. A pinch has some ten notches.
const FINGER_SPEED_NOTCH: f32 = 2.0;

/// Reach of a blower whose air stands still, m.
const MIN_REACH: f32 = 3.0;

/// Reach that the air gains per speed, s.
const REACH_PER_SPEED: f32 = 0.3;

/// Distance of the handle from the mouth, pixels.
const HANDLE_DISTANCE: f32 = 34.0;

/// Cosine and sine of the angle by which a notch of the wheel turns a blower: 15 degrees.
const NOTCH: Vec2 = Vec2::new(0.965_925_8, 0.258_819_04);

/// The tool.
pub struct Wind;

impl Behaviour for Wind {
    fn info(&self) -> ToolInfo {
        let tip = "draw a blower, the longer the faster, or move it";
        ToolInfo { name: "Wind", key: '9', tip, has_double_tap: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        // Three lines, two of which curl up at their ends.
        let mut shapes = Vec::new();
        for (y, from, to, curl) in [(0.34, 0.04, 0.62, 0.16), (0.56, 0.16, 0.8, 0.13), (0.78, 0.04, 0.56, 0.0_f32)] {
            shapes.push(IconShape::line([(from, y), (to, y)]));
            let turn = |step: u8| {
                let angle = 0.5 * std::f32::consts::PI * (1.0 - f32::from(step) / 4.0);
                Vec2::new(to + curl * angle.cos(), y - curl + curl * angle.sin())
            };
            shapes.extend((curl > 0.0).then(|| IconShape::Line((0..=10).map(turn).collect())));
        }
        shapes
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let hit = blower_under(event, context.sandbox);
        context.state.blowers.chosen = hit.map(|hit| hit.object.target);
        Some(hit.map_or_else(|| Box::new(DrawBlower) as Box<dyn Gesture>, |hit| Box::new(hit.drag(event))))
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        blower_under(event, sandbox)?.object.target.remove()
    }

    fn hover(&self, event: PointerEvent, state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        state.blowers.hovered(blower_under(event, sandbox), event)
    }

    fn wheel_target(&self, event: PointerEvent, tools: &Tools, sandbox: &Sandbox) -> Option<Target> {
        tools.locked(event).filter(|target| target.blower().is_some()).or_else(|| target_under(event, sandbox))
    }
}

/// A blower that is being drawn.
#[derive(Debug)]
struct DrawBlower;

impl Gesture for DrawBlower {
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let is_drawn = context.drag.span().length() >= MIN_DRAG * event.pixel;
        context.state.blowers.is_drawn = is_drawn;
        if !is_drawn {
            context.state.say("Wind: drag farther to place a blower; its length is the speed");
        }
        context.commands.extend(is_drawn.then(|| Command::AddBlower(drawn(context.drag))));
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        Some(Preview::Blower(drawn(drag)))
    }
}

/// The blower that a drag draws.
fn drawn(drag: Drag) -> BlowerDef {
    let span = drag.span();
    // Rounded to a tenth, as shown during the drag.
    let speed = ((SPEED_PER_LENGTH * span.length() * 10.0).round() / 10.0).min(BlowerDef::MAX_SPEED);
    BlowerDef { at: drag.from, turn: span.normalize_or(Vec2::X), speed, width: WIDTH, reach: reach(speed) }
}

/// Reach of a drawn blower, m, from the speed of its air, m/s.
fn reach(speed: f32) -> f32 {
    MIN_REACH + REACH_PER_SPEED * speed
}

/// The blower under the pointer; the newest of several.
fn blower_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit> {
    Hit::find(objects(event, sandbox), event)
}

/// The blower whose body is under the pointer; the newest of several.
pub fn body_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit> {
    objects(event, sandbox).find(|object| object.is_under).map(|object| Hit { object, is_on_handle: false })
}

/// All blowers, the newest first.
fn objects(event: PointerEvent, sandbox: &Sandbox) -> impl Iterator<Item = Object> + Clone + '_ {
    let object = move |blower: &Blower| {
        let Blower { id, def } = blower;
        // The body is a square behind the mouth.
        let local = def.pose().to_local(event.at) + Vec2::X * (0.5 * def.width);
        let is_under = local.abs().max_element() <= 0.5 * def.width + event.margin(MARGIN);
        let handle = Some(handle(blower, event.pixel));
        Object { target: Target::Blower(*id), at: def.at, centre: def.at, handle, is_under }
    };
    sandbox.world().blowers().iter().rev().map(object)
}

/// The blower under the pointer, for the wheel.
pub fn target_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Target> {
    blower_under(event, sandbox).map(|hit| hit.object.target)
}

/// Position of a blower's handle, m. `pixel`: size of a pixel, m.
pub fn handle(blower: &Blower, pixel: f32) -> Vec2 {
    blower.def.at + blower.def.turn * (HANDLE_DISTANCE * pixel)
}

/// Turns a blower by a notch, counter-clockwise for `notches` > 0. With Shift, or between two fingers, which have no
/// Shift, changes the speed of its air.
pub fn turn_wheel(
    blower: BlowerId,
    notches: f32,
    finger: bool,
    state: &mut ToolState,
    sandbox: &Sandbox,
) -> Option<Command> {
    state.blowers.chosen = Some(Target::Blower(blower));
    let &Blower { id, def } = sandbox.world().blower(blower)?;
    if state.is_shift_down || finger {
        return Some(change_speed(id, def, notches, if finger { FINGER_SPEED_NOTCH } else { SPEED_NOTCH }));
    }
    let to = if notches > 0.0 { NOTCH.rotate(def.turn) } else { Vec2::new(NOTCH.x, -NOTCH.y).rotate(def.turn) };
    Some(Command::TurnBlower { blower: id, to, last: true })
}

/// Changes the speed of a blower's air by `notch` (m/s), down to 0. The reach follows as if the blower were drawn anew,
/// unless the scene gave it another.
fn change_speed(blower: BlowerId, def: BlowerDef, notches: f32, notch: f32) -> Command {
    // Whole notches, so that turning back ends at exactly 0.
    let speed = (((def.speed / notch).round() + notches.signum()) * notch).clamp(0.0, BlowerDef::MAX_SPEED);
    let reach = if def.reach == reach(def.speed) { reach(speed) } else { def.reach };
    Command::SetJet { blower, speed, reach, width: None }
}
