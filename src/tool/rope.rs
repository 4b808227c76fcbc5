//! Rope: drawn from point to point. It is tied to the particles at its ends; a start in the air is pinned there.

use glam::Vec2;

use super::{Behaviour, Context, Drag, Gesture, IconShape, PointerEvent, Preview, ToolInfo};
use crate::sandbox::{Command, RopeEnd};

/// Longest link of a drawn rope, m.
const SPACING: f32 = 0.08;

/// Shortest drag that draws a rope, pixels.
const MIN_DRAG: f32 = 8.0;

/// The tool.
pub struct Rope;

impl Behaviour for Rope {
    fn info(&self) -> ToolInfo {
        let tip = "draw a rope; its start in the air is pinned";
        ToolInfo { name: "Rope", key: '4', tip, marks_particle: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        let wave = |step: u8| {
            let share = f32::from(step) / 24.0;
            Vec2::new(0.08 + 0.84 * share, 0.5 + 0.3 * (share * std::f32::consts::TAU).sin())
        };
        let end = |centre| IconShape::Disc { centre, radius: 0.13 };
        vec![IconShape::Line((0..=24).map(wave).collect()), end(wave(0)), end(wave(24))]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let particle = event.nearest(context.sandbox);
        let from = RopeEnd { at: event.at, particle, pinned: particle.is_none() };
        Some(Box::new(DrawRope { from }))
    }
}

/// A rope that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawRope {
    from: RopeEnd,
}

impl Gesture for DrawRope {
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let to = RopeEnd { at: event.at, particle: event.nearest(context.sandbox), pinned: false };
        if self.from.at.distance(event.at) >= MIN_DRAG * event.pixel {
            context.commands.push(Command::AddRope { from: self.from, to, spacing: SPACING });
        }
    }

    fn ends_on_particle(&self) -> bool {
        true
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        Some(Preview::Rope(drag))
    }
}
