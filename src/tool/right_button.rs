//! The right button, the same in every tool: a drag cuts, a click pins or does what the active tool has for it.

use glam::Vec2;

use super::{Button, Context, Drag, Gesture, PointerEvent, Preview, Tool, pin, scissors::Stroke};

/// Longest movement of a click, pixels. A longer one is a stroke of the scissors.
const CLICK: f32 = 4.0;

/// A press of the right button: a click, until the pointer has moved too far for one.
#[derive(Debug)]
pub struct RightPress {
    /// Position of the press, m.
    from: Vec2,
    tool: Tool,
    stroke: Option<Stroke>,
}

impl RightPress {
    pub const fn new(from: Vec2, tool: Tool) -> Self {
        Self { from, tool, stroke: None }
    }
}

impl Gesture for RightPress {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        if self.stroke.is_none() && self.from.distance(event.at) > CLICK * event.pixel {
            self.stroke = Some(Stroke::start(self.from, event, context));
        }
        if let Some(stroke) = &mut self.stroke {
            stroke.follow(event, context);
        }
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        if let Some(stroke) = self.stroke {
            return Box::new(stroke).finish(event, context);
        }
        let sandbox = context.sandbox;
        let command = self.tool.behaviour().right_click(event, sandbox);
        context.commands.extend(command.or_else(|| pin::toggle(event.nearest(sandbox), sandbox)));
    }

    fn ends_with(&self, button: Button) -> bool {
        self.stroke.is_some() || button == Button::Right
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        self.stroke.as_ref()?.preview(drag)
    }
}
