//! The widget that has the keyboard: its ring, and its place in a scrolled list.

use egui::{Context, Id, Response, Stroke, StrokeKind, Ui, style::ScrollAnimation};

use crate::app::style::UiTheme;

/// Width of the ring, and of the gap inside it, points.
const RING: f32 = 2.0;

/// Draws a ring around the widget that has the keyboard. Call it after all widgets.
pub fn show_ring(context: &Context, theme: &UiTheme) {
    if let Some(Response { id, rect, interact_rect, layer_id, .. }) = focused(context)
        && ![true, false].map(guard).contains(&id)
        && interact_rect.is_positive()
    {
        let painter = context.layer_painter(layer_id).with_clip_rect(interact_rect.expand(2.0 * RING));
        // The chosen item has the ring's colour, hence the gap.
        painter.rect_stroke(rect, 4.0, Stroke::new(RING, theme.solid), StrokeKind::Outside);
        painter.rect_stroke(rect.expand(RING), 6.0, Stroke::new(RING, theme.bright), StrokeKind::Outside);
    }
}

/// The widget before the first field of the panel, or behind the last one, that passes the keyboard on.
pub fn guard(is_first: bool) -> Id {
    Id::unique(("end of the panel's fields", is_first))
}

/// Scrolls the widget that has got the keyboard into view, if it is in this list. Call it after the list's widgets.
pub fn scroll_to_focused(ui: &Ui) {
    if let Some(widget) = focused(ui.ctx())
        && widget.layer_id == ui.layer_id()
        && widget.gained_focus()
        && !widget.interact_rect.contains_rect(widget.rect)
    {
        // At once: the next Tab may follow before an animation ends.
        ui.scroll_to_rect_animation(widget.rect, None, ScrollAnimation::none());
    }
}

fn focused(context: &Context) -> Option<Response> {
    context.read_response(context.memory(|memory| memory.focused())?)
}
