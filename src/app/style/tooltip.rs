//! Tooltips: under a pointer that rests on a widget, or a finger that stays on it.

use egui::{Context, Id, Label, LayerId, Rect, RectAlign, Response, Tooltip as EguiTooltip, Ui};

use super::accessibility;
use super::wording::{InputDevice, for_device, input_device, is_key, keep_numbers_together};

/// Time after which a resting finger shows a tooltip, s.
const LONG_TOUCH: f64 = 0.6;

/// A long touch lasts more frames than this: where frames are slow, a tap takes as much time.
const LONG_TOUCH_FRAMES: u64 = 3;

/// A long touch moves by less than this, points.
const LONG_TOUCH_MOTION: f32 = 8.0;

/// Distance of a tooltip from the panel at whose left it stands, points: it does not cover the panel's margin.
const FROM_PANEL: f32 = 14.0;

/// Least room at the left of a panel for a tooltip, points.
const LEAST_WIDTH: f32 = 120.0;

/// Tooltips in the wording of the device in use.
pub trait Tooltip: Sized {
    /// Shows a text where the pointer rests, or under a finger that rests.
    fn tooltip(self, text: impl AsRef<str>) -> Self;
    /// The same for a disabled widget.
    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self;
}

impl Tooltip for Response {
    fn tooltip(self, text: impl AsRef<str>) -> Self {
        show_tooltip(self, true, text.as_ref())
    }

    fn disabled_tooltip(self, text: impl AsRef<str>) -> Self {
        show_tooltip(self, false, text.as_ref())
    }
}

/// Sets the place of the panel, points, and its layer: tooltips of its widgets stand at its left, where they cover none of
/// them. `None` while it is closed.
pub fn set_panel(context: &Context, panel: Option<(LayerId, Rect)>) {
    context.data_mut(|data| data.insert_temp(panel_id(), panel));
}

fn panel_id() -> Id {
    Id::unique("panel with widgets")
}

/// The place of the panel, if a widget is in it.
fn panel_of(widget: &Response) -> Option<Rect> {
    let panel = widget.ctx.data(|data| data.get_temp::<Option<(LayerId, Rect)>>(panel_id())).flatten();
    panel.filter(|(layer, place)| *layer == widget.layer_id && place.contains_rect(widget.rect)).map(|(_, place)| place)
}

fn show_tooltip(widget: Response, if_enabled: bool, text: &str) -> Response {
    if if_enabled {
        accessibility::describe(&widget, text);
    }
    match input_device(&widget.ctx) {
        InputDevice::Mouse => {
            let tooltip =
                if if_enabled { EguiTooltip::for_enabled(&widget) } else { EguiTooltip::for_disabled(&widget) };
            let panel = panel_of(&widget);
            let room = panel.map(|panel| panel.left() - 2.0 * FROM_PANEL).filter(|room| *room >= LEAST_WIDTH);
            let (placed, width) = match (room, panel) {
                (Some(room), Some(panel)) => (at_left(tooltip, widget.rect.with_min_x(panel.left())), room),
                _ => (below_or_above(tooltip, &widget), f32::INFINITY),
            };
            placed.show(|ui| tooltip_label(ui, text, width));
        }
        // The name of a key is of no use without keys.
        InputDevice::Fingers if widget.enabled() == if_enabled && !is_key(text) => touch_tooltip(&widget, text),
        InputDevice::Fingers => {}
    }
    widget
}

/// Puts a tooltip at the left of a place.
fn at_left(mut tooltip: EguiTooltip<'_>, place: Rect) -> EguiTooltip<'_> {
    tooltip.popup = tooltip.popup.anchor(place).gap(FROM_PANEL).align(RectAlign::LEFT_START).align_alternatives(&[]);
    tooltip
}

/// Puts a tooltip below its widget, or above it where there is no room, and moves it into the window. egui would align
/// it to the widget's right end, and one of the panel would cover the picture.
fn below_or_above<'a>(mut tooltip: EguiTooltip<'a>, widget: &Response) -> EguiTooltip<'a> {
    let height = tooltip.popup.get_expected_size().map_or(0.0, |size| size.y) + 4.0;
    let has_room = widget.interact_rect.bottom() + height <= widget.ctx.content_rect().bottom();
    let align = if has_room { RectAlign::BOTTOM_START } else { RectAlign::TOP_START };
    tooltip.popup = tooltip.popup.align(align).align_alternatives(&[]);
    tooltip
}

/// Shows a tooltip while a finger rests where it came down; the touch is no click then. egui's own tooltips need a
/// hovered widget, and in a scrolled area nothing is hovered while a finger is down.
fn touch_tooltip(response: &Response, text: &str) {
    let context = &response.ctx;
    let stays = context.input(|input| {
        let from = input.pointer.press_origin().filter(|from| response.interact_rect.contains(*from))?;
        let near = input.pointer.latest_pos()?.distance(from) < LONG_TOUCH_MOTION;
        let since = input.pointer.press_start_time().filter(|_| near && input.pointer.any_down())?;
        Some((from, since, input.time - since))
    });
    match stays.filter(|(from, ..)| context.layer_id_at(*from) == Some(response.layer_id)) {
        Some((_, since, time)) if time >= LONG_TOUCH && frames(context, since) > LONG_TOUCH_FRAMES => {
            response.show_tooltip_ui(|ui| tooltip_label(ui, text, f32::INFINITY));
            // Takes effect for this press in the next frame.
            context.options_mut(|options| options.input_options.max_click_duration = 0.0);
        }
        Some((_, since, time)) => {
            frames(context, since);
            context.request_repaint_after_secs((LONG_TOUCH - time).max(0.0) as f32);
        }
        None => {}
    }
}

/// Number of frames since the press that began at a time.
fn frames(context: &Context, since: f64) -> u64 {
    let (id, now) = (Id::unique("first frame of a press"), context.cumulative_pass_nr());
    let known = context.data(|data| data.get_temp::<(f64, u64)>(id)).filter(|(begun, _)| *begun == since);
    let (_, first) = known.unwrap_or((since, now));
    context.data_mut(|data| data.insert_temp(id, (since, first)));
    1 + now - first
}

/// The text of a tooltip that is at most `widest` points wide.
fn tooltip_label(ui: &mut Ui, text: &str, widest: f32) {
    // A tooltip whose text changes keeps its width, as egui's own do.
    ui.set_max_width(widest.min(ui.spacing().tooltip_width));
    ui.add(Label::new(keep_numbers_together(&for_device(text, input_device(ui.ctx())))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::style::{lay_out, new_context, set_input_device};

    #[test]
    fn slow_tap_is_a_click_and_long_touch_shows_tooltip() {
        use egui::{CentralPanel, Event, Modifiers, PointerButton, Pos2, RawInput, Shape};
        // A finger on a button for some frames of a length, s. Returns whether it clicked, and showed the tooltip.
        let touch = |frames: usize, seconds: f64| {
            let (context, at) = (new_context(), Pos2::new(20.0, 16.0));
            set_input_device(&context, InputDevice::Fingers);
            let button = |pressed| {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                vec![Event::PointerButton { pos: at, button, pressed, modifiers }]
            };
            let held = std::iter::repeat_n(Vec::new(), frames - 1);
            let frames = [Vec::new(), button(true)].into_iter().chain(held).chain([button(false), Vec::new()]);
            let (mut clicked, mut shown) = (false, false);
            for (frame, events) in frames.enumerate() {
                let input = RawInput { time: Some(frame as f64 * seconds), events, ..RawInput::default() };
                let shapes = lay_out(&context, input, |root| {
                    root.ctx().options_mut(|options| options.input_options.max_click_duration = 5.0);
                    CentralPanel::default()
                        .show(root, |ui| clicked |= ui.button("Wall").tooltip("draws one").clicked());
                });
                let is_tip = |shape: &Shape| matches!(shape, Shape::Text(text) if text.galley.text() == "draws one");
                shown |= shapes.iter().any(|clipped| is_tip(&clipped.shape));
            }
            (clicked, shown)
        };
        assert_eq!([touch(1, 0.016), touch(2, 0.7), touch(3, 0.7)], [(true, false); 3]);
        assert_eq!(touch(60, 0.016), (false, true));
    }
}
