//! Scissors: a disc swept along the pointer's path, so that a fast flick misses nothing.

use glam::Vec2;

use super::pole::{self, Piece, Pole};
use crate::sandbox::{Command, Ghost, Sandbox};

/// Radius of scissors that are lifted, m: they cut nothing, and the stroke goes on where they are put down again.
const LIFTED: f32 = -1.0;

/// What the scissors meet and do not cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncut {
    /// A bar between two pins.
    Pole,
    /// A wall, a circle or a box.
    Obstacle,
}

/// A stroke that was in vain, unless more links are cut at its end than there were at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    met: Uncut,
    cut_before: u64,
}

impl Spent {
    /// What it met, if that was all.
    pub fn in_vain(self, sandbox: &Sandbox) -> Option<Uncut> {
        (cut_links(sandbox) == self.cut_before).then_some(self.met)
    }
}

/// Links that were cut so far, in the world or in the ghost.
fn cut_links(sandbox: &Sandbox) -> u64 {
    sandbox.world().cut_links() + sandbox.ghost().map(Ghost::world).map_or(0, |ghost| ghost.cut_links())
}

/// Most places of a stroke between two events that are looked at for what is not cut there.
const MOST_PLACES: f32 = 500.0;

/// A stroke that is going on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    last: Vec2,
    radius: f32,
    /// What it leaves.
    poles: Vec<Pole>,
    /// The first that it met of what it does not cut.
    met: Option<Uncut>,
    cut_before: u64,
}

impl Stroke {
    /// A stroke begins: what lies under the disc of `radius` (m) is cut at once.
    pub fn start(at: Vec2, radius: f32, sandbox: &Sandbox, commands: &mut Vec<Command>) -> Self {
        let cut_before = cut_links(sandbox);
        let mut stroke = Self { last: at, radius, poles: pole::all(sandbox), met: None, cut_before };
        stroke.meet(at, at, sandbox);
        stroke.cut(at, at, commands);
        stroke
    }

    /// The disc moves on to `to` (m).
    pub fn follow(&mut self, to: Vec2, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        let from = std::mem::replace(&mut self.last, to);
        if from != to {
            self.meet(from, to, sandbox);
            self.cut(from, to, commands);
        }
    }

    /// It is over. Whether it was in vain is known when its last commands were carried out.
    pub fn end(&self) -> Option<Spent> {
        self.met.map(|met| Spent { met, cut_before: self.cut_before })
    }

    /// Notices what the disc touches on its way and does not cut.
    fn meet(&mut self, from: Vec2, to: Vec2, sandbox: &Sandbox) {
        if self.met.is_some() {
            return;
        }
        // At places that are no further from each other than the disc is wide on either side.
        let places = (from.distance(to) / self.radius).ceil().clamp(1.0, MOST_PLACES);
        let touches = |distance: &dyn Fn(Vec2) -> f32| {
            (0..=places as u32).any(|i| distance(from.lerp(to, i as f32 / places)) <= self.radius)
        };
        let pole = || self.poles.iter().any(|pole| touches(&|at| pole.distance(at)));
        let shapes = sandbox.world().colliders().shapes();
        let obstacle = || shapes.iter().any(|shape| touches(&|at| shape.def.form.distance(shape.pose().inward(at))));
        self.met = if pole() { Some(Uncut::Pole) } else { obstacle().then_some(Uncut::Obstacle) };
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
