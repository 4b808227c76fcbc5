//! Corrections of egui's input: the binding to macroquad passes clock, wheel, characters and releases on inexactly.

use egui::{Context, Event, Id, Key, vec2};

/// A notch of the wheel scrolls the panel and the help by this, points.
const NOTCH: f32 = 48.0;

/// Longest press that counts as a click, s. egui's own limit is shorter than a slow frame.
const MAX_CLICK_TIME: f64 = 5.0;

/// The state of the window that the correction needs.
pub struct FrameInput {
    pub pixels_per_point: f32,
    /// Letters that were typed since the last frame.
    pub typed: Vec<char>,
    pub is_button_down: bool,
}

/// Corrects the input of a frame.
pub fn correct(context: &Context, input: FrameInput) {
    context.set_pixels_per_point(input.pixels_per_point);
    // egui would scale the interface at Ctrl with + and -.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    context.options_mut(|options| options.input_options.max_click_duration = MAX_CLICK_TIME);
    correct_wheel(context);
    restore_characters(context, input.typed);
    keep_drag(context, input.is_button_down);
}

/// Scrolls by whole notches. The binding divides the wheel by 90, as if a notch were 120, and X11 gives 1. It also
/// scrolls sideways while it believes Shift to be down, and X11 reports the release of Shift late.
fn correct_wheel(context: &Context) {
    let notches = context.input(|input| input.raw_scroll_delta.x + input.raw_scroll_delta.y);
    let lines = if notches == 0.0 { 0.0 } else { notches.signum() };
    // Fractions of a pixel would blur the scrolled text.
    context.input_mut(|input| input.smooth_scroll_delta = vec2(0.0, NOTCH * lines));
}

/// Restores characters that the binding has lost.
fn restore_characters(context: &Context, typed: Vec<char>) {
    context.input_mut(|input| {
        let is_text = |event: &Event| matches!(event, Event::Text(_));
        if input.events.iter().filter(|event| is_text(event)).count() < typed.len() {
            let keys = input.events.drain(..).filter(|event| !is_text(event)).collect::<Vec<_>>();
            input.events.extend(typed.into_iter().map(|character| Event::Text(character.to_string())).chain(keys));
        }
    });
}

/// Keeps the drag of a slider that leaves the window and returns: macroquad reports a release at the return, though the
/// button is still down.
fn keep_drag(context: &Context, is_button_down: bool) {
    let known = Id::new("dragged");
    let (believed, escape) = context.input(|input| (input.pointer.primary_down(), input.key_pressed(Key::Escape)));
    if believed || !is_button_down || escape {
        let dragged = context.dragged_id().filter(|_| believed);
        context.data_mut(|data| data.insert_temp(known, dragged));
    } else if let Some(id) = context.data(|data| data.get_temp::<Option<Id>>(known)).flatten() {
        context.set_dragged_id(id);
    }
}

/// Times of a frame, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTime {
    /// Of egui's clock, which never goes back.
    pub clock: f64,
    /// Of the wall clock, from which egui takes the times of input. Restore it after the frame.
    pub wall: f64,
}

/// Makes egui's clock monotonic: `last` is its time in the frame before, `seconds` ago.
///
/// The binding passes the wall clock on, which can be set back. New windows fade in, and would stay invisible for as
/// long.
pub fn advance_clock(context: &Context, last: Option<f64>, seconds: f32) -> FrameTime {
    context.input_mut(|input| {
        let wall = input.time;
        // The time for which the main loop was blocked counts here, too.
        input.time = last.map_or(wall, |last| wall.max(last + f64::from(seconds)));
        FrameTime { clock: input.time, wall }
    })
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;

    #[test]
    fn egui_clock_advances_while_wall_clock_is_set_back() {
        let (context, mut last) = (Context::default(), None);
        let mut seen = Vec::new();
        // Set back by an hour; then the main loop is blocked for two hours, and the last frame counts as one second.
        for (wall, seconds) in [(5_000.0, 0.1), (5_000.1, 0.1), (1_400.2, 0.1), (1_400.3, 0.1), (8_600.3, 1.0)] {
            let _ = context.run(RawInput { time: Some(wall), ..Default::default() }, |context| {
                let time = advance_clock(context, last, seconds);
                assert_eq!(time, FrameTime { clock: context.input(|input| input.time), wall });
                seen.push((time.clock - 5_000.0) as f32);
                last = Some(time.clock);
                context.input_mut(|input| input.time = wall);
            });
        }
        let wanted = [0.0, 0.1, 0.2, 0.3, 3_600.3];
        assert!(seen.iter().zip(wanted).all(|(time, wanted)| (time - wanted).abs() < 1e-3), "{seen:?}");
    }
}
