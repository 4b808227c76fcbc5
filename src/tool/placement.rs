//! The gestures that move, turn and scale the selection.

use glam::Vec2;

use super::selection::{Corners, bounds, corners};
use super::{Context, Drag, Gesture, PointerEvent, Preview};
use crate::physics::{Similarity, Things};
use crate::sandbox::{Command, Sandbox};

/// Range of the factor of a drag of a corner.
const SCALE_RANGE: (f32, f32) = (0.05, 20.0);

/// Angle to which a turn with Shift snaps, degrees.
const SNAP: f32 = 15.0;

/// The part of the selection's box that a pointer holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The things themselves: they move.
    Body,
    /// The handle above the box, which turns it about its centre.
    Turn,
    /// The corner of this number, which scales the box about the opposite one.
    Corner(usize),
}

/// Things that follow the pointer.
#[derive(Clone, Debug)]
pub struct Move {
    things: Things,
    grip: Grip,
    /// Position of the press, m.
    from: Vec2,
    /// The box at the press, m.
    corners: Corners,
    /// Least and greatest factor of the drag: within them a drag back brings all sizes back.
    scales: (f32, f32),
    /// The transformation since the press.
    done: Similarity,
}

impl Move {
    /// Takes hold of things.
    pub fn start(things: Things, grip: Grip, event: PointerEvent, sandbox: &Sandbox) -> Self {
        let area = bounds(&things, sandbox).unwrap_or_default();
        let corners = corners(area, event.pixel);
        let (least, most) = match grip {
            Grip::Corner(_) => sandbox.world().scale_range(&things),
            Grip::Body | Grip::Turn => SCALE_RANGE,
        };
        let scales = (least.max(SCALE_RANGE.0), most.min(SCALE_RANGE.1));
        Self { things, grip, from: event.at, corners, scales, done: Similarity::default() }
    }

    /// The transformation from the press to a pointer at `at` (m).
    fn goal(&self, at: Vec2, is_snapped: bool) -> Similarity {
        match self.grip {
            Grip::Body => Similarity::translation(at - self.from),
            Grip::Turn => {
                let about = self.corners[0].midpoint(self.corners[2]);
                let angle = (self.from - about).angle_between(at - about);
                let step = SNAP.to_radians();
                let angle = if is_snapped { (angle / step).round() * step } else { angle };
                Similarity { about, turn: Vec2::from_angle(angle), ..Similarity::default() }
            }
            Grip::Corner(number) => {
                let about = self.corners[(number + 2) % 4];
                let diagonal = self.corners[number] - about;
                let scale = (at - self.from + diagonal).dot(diagonal) / diagonal.length_squared().max(1e-12);
                Similarity { about, scale: scale.clamp(self.scales.0, self.scales.1), ..Similarity::default() }
            }
        }
    }

    /// The transformation that takes the gesture back.
    fn inverse(&self) -> Similarity {
        self.rest(Similarity { about: self.done.about, ..Similarity::default() })
    }

    /// The transformation from `done` to the goal. Both are about the same point.
    fn rest(&self, goal: Similarity) -> Similarity {
        if goal == self.done {
            return Similarity::default();
        }
        let Similarity { turn: done, scale, by, .. } = self.done;
        let turn = Vec2::new(done.x, -done.y).rotate(goal.turn);
        Similarity { turn, scale: goal.scale / scale, by: goal.by - by, ..goal }
    }

    fn command(&self, by: Similarity, last: bool) -> Command {
        Command::Transform { things: self.things.clone(), by, last }
    }
}

impl Gesture for Move {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        let goal = self.goal(event.at, context.state.is_shift_down);
        let rest = self.rest(goal);
        self.done = goal;
        context.commands.push(self.command(rest, false));
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        self.leave(context.commands);
    }

    fn leave(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.push(self.command(Similarity::default(), true));
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        commands.push(self.command(self.inverse(), true));
    }

    fn preview(&self, _: Drag) -> Option<Preview> {
        Some(Preview::Placement { corners: self.corners.map(|corner| self.done.point(corner)) })
    }

    fn readout(&self) -> Option<String> {
        let Similarity { turn, scale, .. } = self.done;
        match self.grip {
            Grip::Body => None,
            Grip::Turn => Some(format!("{:.0}°", turn.to_angle().to_degrees())),
            Grip::Corner(_) => Some(format!("× {scale:.2}")),
        }
    }
}
