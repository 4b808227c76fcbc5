//! Scissors: a disc swept along the pointer's path, so that a fast flick misses nothing.

use glam::Vec2;

use super::pole::{self, Piece, Pole};
use crate::sandbox::{Command, Sandbox};

/// Radius of scissors that are lifted, m: they cut nothing, and the stroke goes on where they are put down again.
const LIFTED: f32 = -1.0;

/// A stroke that is going on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    last: Vec2,
    radius: f32,
    /// What it leaves.
    poles: Vec<Pole>,
}

impl Stroke {
    /// A stroke begins: what lies under the disc of `radius` (m) is cut at once.
    pub fn start(at: Vec2, radius: f32, sandbox: &Sandbox, commands: &mut Vec<Command>) -> Self {
        let stroke = Self { last: at, radius, poles: pole::all(sandbox) };
        stroke.cut(at, at, commands);
        stroke
    }

    /// The disc moves on to `to` (m).
    pub fn follow(&mut self, to: Vec2, commands: &mut Vec<Command>) {
        let from = std::mem::replace(&mut self.last, to);
        if from != to {
            self.cut(from, to, commands);
        }
    }

    /// One cut, or where a pole is near, several, each from where the last one ended: they are one stroke.
    fn cut(&self, from: Vec2, to: Vec2, commands: &mut Vec<Command>) {
        let mut last = from;
        let lift = |last: Vec2, to: Vec2, commands: &mut Vec<Command>| {
            if last != to {
                commands.push(Command::Cut { from: last, to, radius: LIFTED });
            }
        };
        for piece in pole::around(Piece { from, to, radius: self.radius }, &self.poles) {
            lift(last, piece.from, commands);
            commands.push(Command::Cut { from: piece.from, to: piece.to, radius: piece.radius });
            last = piece.to;
        }
        lift(last, to, commands);
    }
}

/// How long a trail is seen, s.
const FADE: f32 = 0.25;

/// Most points of a trail: a fast mouse brings a thousand a second.
const LONGEST: usize = 400;

/// Where the scissors went: for the eye only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Place, m, and freshness, 1 to 0.
    points: Vec<(Vec2, f32)>,
}

impl Trail {
    /// A new stroke.
    pub fn clear(&mut self) {
        self.points.clear();
    }

    /// The scissors are here now, m.
    pub fn push(&mut self, at: Vec2) {
        if self.points.len() == LONGEST {
            self.points.remove(0);
        }
        self.points.push((at, 1.0));
    }

    /// Time goes by, s.
    pub fn fade(&mut self, seconds: f32) {
        self.points.iter_mut().for_each(|(_, fresh)| *fresh -= seconds / FADE);
        self.points.retain(|(_, fresh)| *fresh > 0.0);
    }

    /// What is left of it, oldest first.
    pub fn points(&self) -> &[(Vec2, f32)] {
        &self.points
    }
}
