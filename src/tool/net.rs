//! Net: drawn into a rectangle, where it hangs by its upper corners.

use super::{Behaviour, Context, Drag, Gesture, IconShape, PointerEvent, Preview, ToolInfo};
use crate::sandbox::Command;

/// Width of a drawn net's meshes, m.
const SPACING: f32 = 0.12;

/// Shortest side of a rectangle that draws a net, pixels.
const MIN_SIDE: f32 = 8.0;

/// The tool.
pub struct Net;

impl Behaviour for Net {
    fn info(&self) -> ToolInfo {
        let tip = "draw a net, pinned at its upper corners";
        ToolInfo { name: "Net", key: '5', tip, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        let lines =
            |share| [IconShape::line([(share, 0.1), (share, 0.9)]), IconShape::line([(0.1, share), (0.9, share)])];
        [0.1, 0.5, 0.9].into_iter().flat_map(lines).collect()
    }

    fn press(&self, _: PointerEvent, _: &mut Context) -> Option<Box<dyn Gesture>> {
        Some(Box::new(DrawNet))
    }
}

/// A net that is being drawn.
#[derive(Debug)]
struct DrawNet;

impl Gesture for DrawNet {
    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let Drag { from, to } = context.drag;
        if (to - from).abs().min_element() >= MIN_SIDE * event.pixel {
            context.commands.push(Command::AddNet { from, to, spacing: SPACING });
        }
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        Some(Preview::Net(drag))
    }
}
