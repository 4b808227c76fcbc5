//! Blowers: drag from a place to where it shall blow, the longer the harder; drag one to move it, its handle to turn it.

use glam::Vec2;

use super::{
    PointerEvent,
    lead::{Lead, Led},
};
use crate::{
    physics::{Blower, BlowerDef, BlowerId},
    sandbox::{Command, Sandbox},
};

/// The air goes so much faster, m/s, for each metre of the drag: the drag is as long as the way of the air in an eighth of a
/// second.
const SPEED: f32 = 8.0;

/// Width of a drawn blower's mouth, m.
const WIDTH: f32 = 0.6;

/// What a notch of the wheel adds to the speed of the air, and what one of two fingers does, m/s: they have some ten notches
/// in a pinch, and a wheel has no end.
const FASTER: (f32, f32) = (0.5, 2.0);

/// A drawn blower is felt so far, m, and so much further, m, for each m/s.
const REACH: (f32, f32) = (3.0, 0.3);

/// A shorter drag, pixels, is a slip and draws nothing.
const SHORTEST: f32 = 8.0;

/// So far from a blower, pixels, is still on it.
const BESIDE: f32 = 6.0;

/// How far the handle is from the mouth, and how far a pointer takes hold of it, pixels.
const HANDLE: (f32, f32) = (34.0, 12.0);

/// The sine and cosine of what a notch of the wheel turns a blower by: 15 degrees.
const NOTCH: Vec2 = Vec2::new(0.965_925_8, 0.258_819_04);

/// A blower that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    from: Vec2,
    to: Vec2,
}

impl Draw {
    /// Starts at a point, m.
    pub fn start(at: Vec2) -> Self {
        Self { from: at, to: at }
    }

    /// The pointer has moved.
    pub fn follow(&mut self, at: Vec2) {
        self.to = at;
    }

    /// What it would be now.
    pub fn blower(self) -> BlowerDef {
        let way = self.to - self.from;
        // To a tenth, as it is said while it is drawn.
        let speed = ((SPEED * way.length() * 10.0).round() / 10.0).min(BlowerDef::FASTEST);
        BlowerDef { at: self.from, turn: way.normalize_or(Vec2::X), speed, width: WIDTH, reach: reach(speed) }
    }

    /// Ends here.
    pub fn finish(self, event: PointerEvent) -> Option<Command> {
        let drawn = Self { to: event.at, ..self };
        let long = drawn.from.distance(drawn.to) >= SHORTEST * event.pixel;
        long.then(|| Command::AddBlower(drawn.blower()))
    }
}

/// How far a drawn blower of that speed (m/s) is felt, m.
fn reach(speed: f32) -> f32 {
    REACH.0 + REACH.1 * speed
}

impl Led for BlowerId {
    fn moved(self, to: Vec2, last: bool) -> Command {
        Command::MoveBlower { blower: self, to, last }
    }

    fn turned(self, to: Vec2, last: bool) -> Command {
        Command::TurnBlower { blower: self, to, last }
    }
}

/// Takes hold of what is under the pointer: a handle, or a blower.
pub fn take(event: PointerEvent, sandbox: &Sandbox) -> Option<Lead<BlowerId>> {
    let (blower, turns) = under(event, sandbox)?;
    Some(Lead::start((blower.id, blower.def.at), turns, event.at))
}

/// The blower under the pointer, the last that was made where there are several, and whether it is its handle that is there.
pub fn under(event: PointerEvent, sandbox: &Sandbox) -> Option<(Blower, bool)> {
    let blowers = || sandbox.world().blowers().iter().rev().copied();
    let handle = |blower: &Blower| handle(blower, event.pixel).distance(event.at) <= event.beside(HANDLE.1);
    let inside = |Blower { def, .. }: &Blower| {
        // Its body, which is behind its mouth and as deep as that is wide.
        let at = def.pose().inward(event.at) + Vec2::X * (0.5 * def.width);
        at.abs().max_element() <= 0.5 * def.width + event.beside(BESIDE)
    };
    let on_handle = blowers().find(handle).map(|blower| (blower, true));
    on_handle.or_else(|| blowers().find(inside).map(|blower| (blower, false)))
}

/// Where the handle of a blower is, m; `pixel` is its size, m.
pub fn handle(blower: &Blower, pixel: f32) -> Vec2 {
    blower.def.at + blower.def.turn * (HANDLE.0 * pixel)
}

/// Turns a blower by some notches of the wheel.
pub fn wheel(blower: BlowerId, notches: f32, sandbox: &Sandbox) -> Option<Command> {
    let blower = sandbox.world().blower(blower)?;
    let turn = blower.def.turn;
    let to = if notches > 0.0 { NOTCH.rotate(turn) } else { Vec2::new(NOTCH.x, -NOTCH.y).rotate(turn) };
    Some(Command::TurnBlower { blower: blower.id, to, last: true })
}

/// Makes a blower blow harder (above 0) or less hard by a notch of the wheel, or of `fingers`, down to nothing. One that was
/// drawn is felt as far as if it had been drawn so; another, as far as before.
pub fn blow(blower: BlowerId, notches: f32, fingers: bool, sandbox: &Sandbox) -> Option<Command> {
    let Blower { id, def } = *sandbox.world().blower(blower)?;
    let notch = if fingers { FASTER.1 } else { FASTER.0 };
    // In whole notches, so that the way down ends at 0.
    let speed = (((def.speed / notch).round() + notches.signum()) * notch).clamp(0.0, BlowerDef::FASTEST);
    let reach = if def.reach == reach(def.speed) { reach(speed) } else { def.reach };
    Some(Command::SetJet { blower: id, speed, reach })
}

/// Takes the blower under the pointer away.
pub fn remove(event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
    under(event, sandbox).map(|(blower, _)| Command::RemoveBlower { blower: blower.id })
}
