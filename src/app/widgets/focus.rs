//! The widget that has the keyboard: its ring, and its place in a scrolled list.

use egui::{Align, Context, Id, Response, Stroke, StrokeKind, Ui, style::ScrollAnimation};

use crate::app::style::{InputDevice, UiTheme, input_device};

/// Share of the window's height that a keyboard on the screen covers at most.
const KEYBOARD: f32 = 0.5;

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

/// Moves the field in which a finger types to the upper end of this list, since a keyboard on the screen covers the lower
/// part of the window. Call it after the list's widgets: it makes room below them.
pub fn rise_above_keyboard(ui: &mut Ui) {
    let (context, known) = (ui.ctx().clone(), Id::unique("field above the keyboard"));
    let is_typing = input_device(&context) == InputDevice::Fingers && context.text_edit_focused();
    let Some(field) = focused(&context).filter(|field| is_typing && field.layer_id == ui.layer_id()) else {
        context.data_mut(|data| data.remove::<Id>(known));
        return;
    };
    ui.add_space(KEYBOARD * context.content_rect().height());
    if context.data(|data| data.get_temp(known)) != Some(field.id) {
        context.data_mut(|data| data.insert_temp(known, field.id));
        // With the label above it.
        let seen = field.rect.with_min_y(field.rect.top() - field.rect.height());
        ui.scroll_to_rect_animation(seen, Some(Align::Min), ScrollAnimation::none());
    }
}

fn focused(context: &Context) -> Option<Response> {
    context.read_response(context.memory(|memory| memory.focused())?)
}

#[cfg(test)]
mod tests {
    use egui::{CentralPanel, Pos2, RawInput, Rect, ScrollArea, TextEdit, vec2};

    use super::*;
    use crate::app::style::{lay_out, new_context, set_input_device};

    #[test]
    fn field_of_a_finger_rises_above_the_keyboard() {
        let top = |device: InputDevice| {
            let (context, mut text, mut top) = (new_context(), String::new(), 0.0);
            set_input_device(&context, device);
            for _ in 0..4 {
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 800.0)));
                lay_out(&context, RawInput { screen_rect, ..RawInput::default() }, |root| {
                    CentralPanel::default().show(root, |ui| {
                        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                            ui.add_space(700.0);
                            let field = ui.add(TextEdit::singleline(&mut text));
                            field.request_focus();
                            top = field.rect.top();
                            rise_above_keyboard(ui);
                        });
                    });
                });
            }
            top
        };
        let (mouse, finger) = (top(InputDevice::Mouse), top(InputDevice::Fingers));
        assert!(mouse > 690.0 && finger < 400.0, "{mouse}, {finger}");
    }
}
