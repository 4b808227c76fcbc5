//! Select: takes whole things to move, turn, scale, copy or delete them.

use glam::Vec2;

use super::hit_test::{object_under, thing_under, things_within};
use super::placement::{Grip, Move};
use super::selection::{Selection, handle_under};
use super::{Behaviour, Context, Drag, Gesture, Hovered, IconShape, PointerEvent, Preview, ToolInfo, ToolState};
use crate::physics::{Aabb, Things};
use crate::sandbox::{Command, Sandbox};

/// Longest movement of a click, pixels. A longer one moves things or frames them.
pub const CLICK: f32 = 4.0;

/// The tool.
pub struct Select;

impl Behaviour for Select {
    fn info(&self) -> ToolInfo {
        let tip = "click a thing, or frame several; drag moves them";
        ToolInfo { name: "Select", key: '6', tip, has_long_touch: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        // A dashed frame, and a pointer in it.
        let mut shapes = vec![IconShape::polygon([(0.36, 0.34), (0.96, 0.6), (0.7, 0.68), (0.62, 0.94)])];
        for (from, to) in [(0.06, 0.26), (0.4, 0.6), (0.74, 0.94)] {
            shapes.extend([IconShape::line([(from, 0.08), (to, 0.08)]), IconShape::line([(0.08, from), (0.08, to)])]);
        }
        shapes
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let (sandbox, selection) = (context.sandbox, &context.state.selection);
        if let Some(grip) = handle_under(selection, event, sandbox) {
            return Some(Box::new(Move::start(selection.things().clone(), grip, event, sandbox)));
        }
        Some(Box::new(SelectPress {
            from: event.at,
            thing: thing_under(event, sandbox),
            adds: context.state.adds(),
            is_frame: false,
            drag: None,
        }))
    }

    fn hover(&self, event: PointerEvent, state: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        if handle_under(&state.selection, event, sandbox).is_some() {
            return None;
        }
        object_under(event, sandbox).map(Hovered::whole)
    }
}

/// A press of the select tool: a click, until the pointer has moved too far for one.
#[derive(Debug)]
struct SelectPress {
    /// Position of the press, m.
    from: Vec2,
    /// The thing there.
    thing: Option<Things>,
    /// Whether it joins the selection, as with Shift.
    adds: bool,
    /// The drag frames things.
    is_frame: bool,
    /// The drag moves things.
    drag: Option<Move>,
}

impl SelectPress {
    /// Begins a drag: of the selection, or of a frame.
    fn begin_drag(&mut self, event: PointerEvent, context: &mut Context) {
        let Some(thing) = &self.thing else {
            self.is_frame = true;
            return;
        };
        let selection = &mut context.state.selection;
        if !selection.contains(thing) {
            selection.choose(if self.adds { selection.things().union(thing) } else { thing.clone() }, context.sandbox);
        }
        let start = PointerEvent { at: self.from, ..event };
        self.drag = Some(Move::start(selection.things().clone(), Grip::Body, start, context.sandbox));
    }

    /// Ends a click.
    fn click(self, selection: &mut Selection, sandbox: &Sandbox) {
        match self.thing {
            Some(thing) => selection.click(thing, self.adds, sandbox),
            None if self.adds => {}
            None => selection.choose(Things::default(), sandbox),
        }
    }
}

impl Gesture for SelectPress {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        if self.drag.is_none() && !self.is_frame && self.from.distance(event.at) > CLICK * event.pixel {
            self.begin_drag(event, context);
        }
        if let Some(drag) = &mut self.drag {
            drag.follow(event, context);
        }
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let sandbox = context.sandbox;
        let selection = &mut context.state.selection;
        if let Some(drag) = self.drag {
            Box::new(drag).finish(event, context);
        } else if self.is_frame {
            let area = Aabb { min: self.from.min(event.at), max: self.from.max(event.at) };
            let framed = things_within(area, sandbox);
            selection.choose(if self.adds { selection.things().union(&framed) } else { framed }, sandbox);
        } else {
            self.click(selection, sandbox);
        }
    }

    fn leave(self: Box<Self>, commands: &mut Vec<Command>) {
        if let Some(drag) = self.drag {
            Box::new(drag).leave(commands);
        }
    }

    fn cancel(self: Box<Self>, commands: &mut Vec<Command>) {
        if let Some(drag) = self.drag {
            Box::new(drag).cancel(commands);
        }
    }

    fn preview(&self, drag: Drag) -> Option<Preview> {
        match &self.drag {
            Some(moved) => moved.preview(drag),
            None => self.is_frame.then_some(Preview::Frame(Drag { from: self.from, to: drag.to })),
        }
    }
}
