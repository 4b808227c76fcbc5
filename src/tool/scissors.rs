//! Scissors: a disc that is swept along the pointer's path, so that a fast movement misses no link.

use std::ops::RangeInclusive;

use glam::Vec2;

use super::pinned_bar::{PinnedBar, Sweep};
use super::{Behaviour, Button, Context, Drag, Gesture, IconShape, PointerEvent, Preview, ToolInfo, Tools, pinned_bar};
use crate::physics::Row;
use crate::sandbox::{Command, Ghost, Sandbox};

/// Radii of the scissors' disc, pixels.
pub const SCISSORS_RANGE: RangeInclusive<f32> = 2.0..=120.0;

/// Radius in a command that moves the scissors without cutting, m. The stroke stays one edit.
const LIFTED: f32 = -1.0;

/// Most points of a stroke, between two events, that are tested for objects that cannot be cut.
const MAX_TESTED_POINTS: f32 = 500.0;

/// Time in which the trail fades, s.
const FADE_SECONDS: f32 = 0.25;

/// Most points of the trail: a fast mouse sends a thousand a second.
const MAX_TRAIL: usize = 400;

/// The tool.
pub struct Scissors;

impl Scissors {
    /// Radius of the disc at first, pixels.
    pub const FIRST_RADIUS: f32 = 12.0;

    /// The radius, in a form.
    pub const ROW: Row =
        Row::new("Size", "Radius of the scissors").whole().decades(*SCISSORS_RANGE.start()).or_unit("px");
}

impl Behaviour for Scissors {
    fn info(&self) -> ToolInfo {
        let tip = "cut links; in any tool with the right button";
        ToolInfo { name: "Scissors", key: '2', tip, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        vec![
            IconShape::line([(0.3, 0.72), (0.78, 0.0)]),
            IconShape::line([(0.7, 0.72), (0.22, 0.0)]),
            IconShape::ring(0.24, 0.84, 0.16),
            IconShape::ring(0.76, 0.84, 0.16),
        ]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        Some(Box::new(Stroke::start(event.at, event, context)))
    }
}

/// A point on the path of a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrokePoint {
    /// Position, m.
    pub at: Vec2,
    /// 1 for a new point, falling to 0.
    pub freshness: f32,
}

/// State of the tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ScissorsState {
    /// Radius of the disc, pixels.
    pub radius: f32,
    /// Path of the last stroke, oldest point first.
    trail: Vec<StrokePoint>,
    /// The last stroke, if it met an object that cannot be cut.
    ended: Option<EndedStroke>,
}

impl Default for ScissorsState {
    fn default() -> Self {
        Self { radius: Scissors::FIRST_RADIUS, trail: Vec::new(), ended: None }
    }
}

impl ScissorsState {
    /// Path of the last stroke, oldest point first.
    pub fn trail(&self) -> &[StrokePoint] {
        &self.trail
    }

    fn extend_trail(&mut self, at: Vec2) {
        if self.trail.len() == MAX_TRAIL {
            self.trail.remove(0);
        }
        self.trail.push(StrokePoint { at, freshness: 1.0 });
    }

    /// Lets the trail fade for some time.
    pub fn fade(&mut self, seconds: f32) {
        self.trail.iter_mut().for_each(|point| point.freshness -= seconds / FADE_SECONDS);
        self.trail.retain(|point| point.freshness > 0.0);
    }
}

/// An object that the scissors do not cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncut {
    /// A bar between two pins.
    PinnedBar,
    /// A wall, a circle or a box.
    Obstacle,
}

/// A stroke that met an object that cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EndedStroke {
    met: Uncut,
    /// Number of links that had been cut before the stroke.
    cut_before: u64,
}

impl Tools {
    /// Scales the radius of the scissors' disc.
    pub fn scale_scissors(&mut self, factor: f32) {
        self.set_scissors_radius(self.state.scissors.radius * factor);
    }

    /// Sets the radius of the scissors' disc, pixels, clamped to [`SCISSORS_RANGE`].
    pub fn set_scissors_radius(&mut self, radius: f32) {
        self.state.scissors.radius = radius.clamp(*SCISSORS_RANGE.start(), *SCISSORS_RANGE.end());
    }

    /// Radius of the scissors' disc, pixels.
    pub fn scissors_radius(&self) -> f32 {
        self.state.scissors.radius
    }

    /// The object that kept the last stroke from cutting any link. Returned once per stroke. Call it after
    /// the stroke's commands have been applied.
    pub fn take_uncut(&mut self, sandbox: &Sandbox) -> Option<Uncut> {
        let stroke = self.state.scissors.ended.take()?;
        (cut_links(sandbox) == stroke.cut_before).then_some(stroke.met)
    }
}

/// Number of links that have been cut in the world and in the ghost.
fn cut_links(sandbox: &Sandbox) -> u64 {
    sandbox.world().cut_link_count() + sandbox.ghost().map(Ghost::world).map_or(0, |ghost| ghost.cut_link_count())
}

/// A stroke of the scissors.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Position of the disc, m.
    at: Vec2,
    /// Radius of the disc, m.
    radius: f32,
    /// Bars that the stroke leaves out.
    bars: Vec<PinnedBar>,
    /// The first object on its path that cannot be cut.
    met: Option<Uncut>,
    /// Number of links that had been cut before the stroke.
    cut_before: u64,
}

impl Stroke {
    /// Starts a stroke at a position, m, and cuts the links under the disc.
    pub fn start(at: Vec2, event: PointerEvent, context: &mut Context) -> Self {
        let Context { sandbox, state, commands, .. } = context;
        state.scissors.trail.clear();
        state.scissors.extend_trail(at);
        let radius = state.scissors.radius * event.pixel;
        let mut stroke = Self { at, radius, bars: pinned_bar::all(sandbox), met: None, cut_before: cut_links(sandbox) };
        stroke.record_uncut(at, at, sandbox);
        stroke.cut(at, at, commands);
        stroke
    }

    /// Records the first object on the disc's path that cannot be cut.
    fn record_uncut(&mut self, from: Vec2, to: Vec2, sandbox: &Sandbox) {
        if self.met.is_some() {
            return;
        }
        // The tested points are at most the disc's radius apart.
        let points = (from.distance(to) / self.radius).ceil().clamp(1.0, MAX_TESTED_POINTS);
        let touches = |distance: &dyn Fn(Vec2) -> f32| {
            (0..=points as u32).any(|i| distance(from.lerp(to, i as f32 / points)) <= self.radius)
        };
        let shapes = sandbox.world().colliders().shapes();
        self.met = if self.bars.iter().any(|bar| touches(&|at| bar.distance(at))) {
            Some(Uncut::PinnedBar)
        } else {
            let obstacle = shapes.iter().any(|shape| touches(&|at| shape.def.form.distance(shape.pose().to_local(at))));
            obstacle.then_some(Uncut::Obstacle)
        };
    }

    /// Cuts along a line: one cut, or several beside a pinned bar, each from where the last one ended.
    fn cut(&self, from: Vec2, to: Vec2, commands: &mut Vec<Command>) {
        let mut at = from;
        let lift = |at: Vec2, to: Vec2, commands: &mut Vec<Command>| {
            if at != to {
                commands.push(Command::Cut { from: at, to, radius: LIFTED });
            }
        };
        for Sweep { from, to, radius } in pinned_bar::cut_around(Sweep { from, to, radius: self.radius }, &self.bars) {
            lift(at, from, commands);
            commands.push(Command::Cut { from, to, radius });
            at = to;
        }
        lift(at, to, commands);
    }
}

impl Gesture for Stroke {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        let from = std::mem::replace(&mut self.at, event.at);
        if from != event.at {
            self.record_uncut(from, event.at, context.sandbox);
            self.cut(from, event.at, context.commands);
        }
        context.state.scissors.extend_trail(event.at);
    }

    fn finish(self: Box<Self>, _: PointerEvent, context: &mut Context) {
        let Self { met, cut_before, .. } = *self;
        context.state.scissors.ended = met.map(|met| EndedStroke { met, cut_before });
    }

    fn ends_with(&self, _: Button) -> bool {
        true
    }

    fn preview(&self, _: Drag) -> Option<Preview> {
        Some(Preview::Stroke)
    }
}
