//! The keyboard in the panel: Tab and arrows stay among its fields until Esc or Ctrl+F6 gives the keyboard back.

use egui::{Context, FocusDirection, Id, Key, Rect, Sense, Ui};

use super::Panel;
use crate::app::widgets::focus::guard;

/// The keyboard in the panel, between two frames.
#[derive(Default)]
pub struct PanelFocus {
    /// The first field takes the keyboard in the next frame.
    is_wanted: bool,
    /// The widget that had the keyboard last: Tab moves on from there.
    last: Option<Id>,
    /// The field that had the keyboard when an arrow was pressed, which may lead out of the panel.
    before_arrow: Option<Id>,
}

impl Panel {
    /// Unfolds the panel, and gives the keyboard to its first field in the next frame.
    pub fn take_focus(&mut self) {
        if !self.is_open {
            self.toggle();
        }
        self.focus.is_wanted = true;
    }

    /// Whether the first field takes the keyboard in the next frame.
    pub fn wants_focus(&self) -> bool {
        self.focus.is_wanted
    }

    /// Takes the keyboard from the field that has it.
    pub fn drop_focus(&mut self, context: &Context) {
        self.focus = PanelFocus::default();
        context.memory_mut(|memory| memory.focused().inspect(|&id| memory.surrender_focus(id)));
    }

    /// Returns the keyboard to the widget that had it last, if it is still shown, so that Tab moves on from there. A
    /// number field loses the keyboard to Enter, and a button that is disabled when pressed loses it, too.
    pub fn resume_focus(&mut self, context: &Context) {
        if let Some(id) = self.focus.last.take().filter(|&id| context.read_response(id).is_some()) {
            context.memory_mut(|memory| memory.request_focus(id));
        }
    }

    /// Forgets which widget had the keyboard: the user does something else now.
    pub fn forget_focus(&mut self) {
        self.focus.last = None;
    }
}

impl PanelFocus {
    /// Brings back the keyboard that an arrow or a Tab has taken out of the panel. Call it before its first field;
    /// `panel`: its place, points.
    pub fn begin(&mut self, ui: &Ui, panel: Rect) {
        let focused = ui.memory(|memory| memory.focused());
        let is_outside = |id: Id| {
            ui.ctx().read_response(id).is_none_or(|widget| {
                let seen = widget.interact_rect;
                // A field that is scrolled away has no visible part.
                widget.layer_id != ui.layer_id() || seen.is_positive() && !panel.contains(seen.center())
            })
        };
        if let Some(before) = self.before_arrow.take().filter(|_| focused.is_some_and(is_outside)) {
            ui.memory_mut(|memory| memory.request_focus(before));
        }
        // Tab stopped at the guard behind one end: on from the other guard to the field beside it. A key of this frame must
        // not lead on from here.
        let end = [true, false].into_iter().find(|&is_first| focused == Some(guard(is_first)));
        if let Some(is_first) = end {
            ui.memory_mut(|memory| {
                memory.request_focus(guard(!is_first));
                memory.move_focus(if is_first { FocusDirection::Previous } else { FocusDirection::Next });
            });
        }
        Self::guard(ui, panel, true);
    }

    /// Gives the keyboard to the next field if it is wanted. Call it before the field that should be the first.
    pub fn give(&mut self, ui: &Ui) {
        if std::mem::take(&mut self.is_wanted) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
        }
    }

    /// Ends the fields of the panel.
    pub fn end(&mut self, ui: &Ui, panel: Rect) {
        Self::guard(ui, panel, false);
        let focused = ui.memory(|memory| memory.focused());
        let arrows = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        let has_arrow = ui.input(|input| arrows.into_iter().any(|key| input.key_pressed(key)));
        self.before_arrow = focused.filter(|_| has_arrow && self.last == focused);
        self.last = focused.or(self.last);
    }

    /// A widget without a picture, at which Tab stops when it leaves the fields. Its place is the whole panel, which is in
    /// no direction of any field: arrows do not reach it.
    fn guard(ui: &Ui, panel: Rect, is_first: bool) {
        let id = guard(is_first);
        ui.interact(panel, id, Sense::focusable_noninteractive());
        if ui.memory(|memory| memory.has_focus(id)) {
            ui.ctx().request_repaint();
        }
    }
}
