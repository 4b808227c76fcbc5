//! Net: drawn into a rectangle, where it hangs by its upper corners.

use glam::Vec2;

use super::{Behaviour, Context, Gesture, IconShape, PointerEvent, behaviour::Preview};
use crate::sandbox::Command;

/// Width of a drawn net's meshes, m.
const SPACING: f32 = 0.12;

/// Shortest side of a rectangle that draws a net, pixels.
const SHORTEST_SIDE: f32 = 8.0;

/// The tool.
pub struct Net;

impl Behaviour for Net {
    fn name(&self) -> &'static str {
        "Net"
    }

    fn key(&self) -> char {
        '5'
    }

    fn tip(&self) -> &'static str {
        "draw a net, pinned at its upper corners"
    }

    fn icon(&self) -> Vec<IconShape> {
        let lines =
            |share| [IconShape::line([(share, 0.1), (share, 0.9)]), IconShape::line([(0.1, share), (0.9, share)])];
        [0.1, 0.5, 0.9].into_iter().flat_map(lines).collect()
    }

    fn press(&self, event: PointerEvent, _: &mut Context) -> Option<Box<dyn Gesture>> {
        Some(Box::new(DrawNet { from: event.at, to: event.at }))
    }
}

/// A net that is being drawn, as two opposite corners, m.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawNet {
    from: Vec2,
    to: Vec2,
}

impl Gesture for DrawNet {
    fn follow(&mut self, event: PointerEvent, _: &mut Context) {
        self.to = event.at;
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        if (event.at - self.from).abs().min_element() >= SHORTEST_SIDE * event.pixel {
            context.commands.push(Command::AddNet { from: self.from, to: event.at, spacing: SPACING });
        }
    }

    fn preview(&self) -> Option<Preview> {
        Some(Preview::Net { from: self.from, to: self.to })
    }
}
