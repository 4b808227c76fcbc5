//! Scissors: a disc swept along the pointer's path, so that a fast flick misses nothing.

use glam::Vec2;

use crate::sandbox::Command;

/// A stroke that is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    last: Vec2,
    radius: f32,
}

impl Stroke {
    /// A stroke begins: what lies under the disc of `radius` (m) is cut at once.
    pub fn start(at: Vec2, radius: f32) -> (Self, Command) {
        (Self { last: at, radius }, Command::Cut { from: at, to: at, radius })
    }

    /// The disc moves on to `to` (m).
    pub fn follow(&mut self, to: Vec2) -> Option<Command> {
        let from = std::mem::replace(&mut self.last, to);
        (from != to).then_some(Command::Cut { from, to, radius: self.radius })
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
