//! The wind tool: draws, moves, turns and removes blowers. A drag draws a blower from its mouth in the direction of the
//! air; a longer drag gives faster air.

use glam::Vec2;

use super::behaviour::{Preview, ToolState};
use super::hit_test::Hit;
use super::object_drag::{Draggable, ObjectDrag};
use super::wheel::WheelQuery;
use super::{Behaviour, Context, Gesture, Hovered, IconShape, PointerEvent, Target};
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
const LEAST_REACH: f32 = 3.0;

/// Reach that the air gains per speed, s.
const REACH_PER_SPEED: f32 = 0.3;

/// Shortest drag that draws a blower, pixels.
const SHORTEST_DRAG: f32 = 8.0;

/// Margin around a blower that counts as the blower, pixels.
const MARGIN: f32 = 6.0;

/// Distance of the handle from the mouth, pixels.
const HANDLE_DISTANCE: f32 = 34.0;

/// Radius of the handle in hit tests, pixels.
const HANDLE_RADIUS: f32 = 12.0;

/// Cosine and sine of the angle by which a notch of the wheel turns a blower: 15 degrees.
const NOTCH: Vec2 = Vec2::new(0.965_925_8, 0.258_819_04);

/// The tool.
pub struct Wind;

/// State of the tool.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlowerState {
    /// The blower that was drawn, dragged or changed last.
    pub chosen: Option<BlowerId>,
    /// A blower was drawn and is not chosen yet.
    is_drawn: bool,
}

impl BlowerState {
    /// Chooses the blower that was just drawn, once its command has been applied.
    pub fn select_drawn(&mut self, sandbox: &Sandbox) {
        if std::mem::take(&mut self.is_drawn) {
            self.chosen = sandbox.world().blowers().last().map(|blower| blower.id);
        }
    }
}

impl Behaviour for Wind {
    fn name(&self) -> &'static str {
        "Wind"
    }

    fn key(&self) -> char {
        '9'
    }

    fn tip(&self) -> &'static str {
        "draw a blower, the longer the faster; drag moves it"
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
        context.state.blowers.chosen = hit.map(|hit| hit.object.id);
        Some(match hit {
            None => Box::new(DrawBlower { from: event.at, to: event.at }),
            Some(hit) if hit.is_on_handle => Box::new(ObjectDrag::by_handle(hit.object.id, hit.object.def.at, event)),
            Some(hit) => Box::new(ObjectDrag::by_body(hit.object.id, hit.object.def.at, event)),
        })
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        blower_under(event, sandbox).map(|hit| Command::RemoveBlower { blower: hit.object.id })
    }

    fn hover(&self, event: PointerEvent, state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        let hovered = blower_under(event, sandbox)
            .map(|hit| Hovered { target: Target::Blower(hit.object.id), is_on_handle: hit.is_on_handle });
        // A lifted finger points nowhere, and its user still has to see the handle.
        let chosen = state.blowers.chosen.filter(|_| event.finger);
        hovered.or(chosen.map(|blower| Hovered::whole(Target::Blower(blower))))
    }

    fn wheel_target(&self, query: &WheelQuery) -> Option<Target> {
        match query.locked {
            Some(Target::Blower(_)) => query.locked,
            _ => target_under(query),
        }
    }

    fn has_double_tap(&self) -> bool {
        true
    }
}

/// A blower that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawBlower {
    /// Position of the mouth, m.
    from: Vec2,
    /// Position of the pointer, m.
    to: Vec2,
}

impl DrawBlower {
    fn blower(self) -> BlowerDef {
        let drag = self.to - self.from;
        // Rounded to a tenth, as shown during the drag.
        let speed = ((SPEED_PER_LENGTH * drag.length() * 10.0).round() / 10.0).min(BlowerDef::MAX_SPEED);
        BlowerDef { at: self.from, turn: drag.normalize_or(Vec2::X), speed, width: WIDTH, reach: reach(speed) }
    }
}

impl Gesture for DrawBlower {
    fn follow(&mut self, event: PointerEvent, _: &mut Context) {
        self.to = event.at;
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let is_drawn = self.from.distance(self.to) >= SHORTEST_DRAG * event.pixel;
        context.state.blowers.is_drawn = is_drawn;
        context.commands.extend(is_drawn.then(|| Command::AddBlower(self.blower())));
    }

    fn preview(&self) -> Option<Preview> {
        Some(Preview::Blower(self.blower()))
    }
}

impl Draggable for BlowerId {
    fn move_to(self, to: Vec2, last: bool) -> Command {
        Command::MoveBlower { blower: self, to, last }
    }

    fn turn_to(self, to: Vec2, last: bool) -> Command {
        Command::TurnBlower { blower: self, to, last }
    }

    fn target(self) -> Target {
        Target::Blower(self)
    }
}

/// Reach of a drawn blower, m, from the speed of its air, m/s.
fn reach(speed: f32) -> f32 {
    LEAST_REACH + REACH_PER_SPEED * speed
}

/// The blower under the pointer. A blower whose handle is there precedes all others, and a newer blower an older one.
fn blower_under(event: PointerEvent, sandbox: &Sandbox) -> Option<Hit<Blower>> {
    let newest_first = || sandbox.world().blowers().iter().rev().copied();
    let is_on_handle = |blower: &Blower| handle(blower, event.pixel).distance(event.at) <= event.margin(HANDLE_RADIUS);
    let is_inside = |Blower { def, .. }: &Blower| {
        // The body is a square behind the mouth.
        let at = def.pose().to_local(event.at) + Vec2::X * (0.5 * def.width);
        at.abs().max_element() <= 0.5 * def.width + event.margin(MARGIN)
    };
    let by_handle = newest_first().find(is_on_handle).map(|object| Hit { object, is_on_handle: true });
    by_handle.or_else(|| newest_first().find(is_inside).map(|object| Hit { object, is_on_handle: false }))
}

/// The blower under the pointer, for the wheel.
pub fn target_under(query: &WheelQuery) -> Option<Target> {
    blower_under(query.event, query.sandbox).map(|hit| Target::Blower(hit.object.id))
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
    state.blowers.chosen = Some(blower);
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
    Command::SetJet { blower, speed, reach }
}
