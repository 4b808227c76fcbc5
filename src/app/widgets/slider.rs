//! Sliders: the number at a place, and where a drag was released.

use std::ops::RangeInclusive;

use egui::{
    Event, PointerButton, Pos2, Rect, Response, Shape, Slider, StrokeKind, Ui, emath::smart_aim::best_in_range_f64,
    epaint::RectShape, vec2,
};

use super::{place::mark, rows::NO_EFFECT};
use crate::app::style::{Tooltip as _, accessibility};

/// A slider over the whole width of its surroundings.
pub struct WideSlider<'a> {
    /// Name for [`super::place`].
    pub name: &'a str,
    /// Its label, for screen readers.
    pub label: &'a str,
    /// The numbers at its left and right end.
    pub ends: RangeInclusive<f64>,
    /// On a logarithmic slider, the smallest number above zero.
    pub least: Option<f64>,
    /// Whole numbers only.
    pub is_whole: bool,
    /// Its tooltip.
    pub tooltip: &'a str,
}

impl WideSlider<'_> {
    /// Shows the slider at a number. Returns another number that was chosen.
    pub fn show(&self, ui: &mut Ui, mut number: f64) -> Option<f64> {
        ui.spacing_mut().slider_width = ui.available_width();
        let mut slider = Slider::new(&mut number, self.ends.clone()).show_value(false);
        if let Some(least) = self.least {
            slider = slider.logarithmic(true).smallest_positive(least);
        }
        if self.is_whole {
            slider = slider.integer();
        }
        let below = ui.painter().add(Shape::Noop);
        let response = ui.add(slider);
        accessibility::set_name(&response, self.label);
        let response = response.tooltip(self.tooltip).disabled_tooltip(NO_EFFECT);
        mark(ui, self.name, response.rect);
        // egui's rail has no outline, and the theme of high contrast needs one.
        let rail = Rect::from_center_size(
            response.rect.center(),
            vec2(response.rect.width(), ui.spacing().slider_rail_height),
        );
        let outline = ui.visuals().widgets.inactive.bg_stroke;
        ui.painter().set(below, RectShape::stroke(rail, 0.5 * rail.height(), outline, StrokeKind::Outside));
        let released = released_at(ui, &response).map(|at| self.number_at(ui, response.rect, at.x));
        let released = released.map(|number| if self.is_whole { number.round() } else { number });
        (response.changed() || released.is_some()).then(|| released.unwrap_or(number))
    }

    /// The number at a place on the slider, points: the number that egui's own slider has there.
    fn number_at(&self, ui: &Ui, slider: Rect, x: f32) -> f64 {
        // The track ends half a handle before either end of the slider.
        let track = slider.x_range().shrink(slider.height() / 2.5);
        let (from, to) = (*self.ends.start(), *self.ends.end());
        let at = |x: f32| number_at(f64::from((x - track.min) / track.span()).clamp(0.0, 1.0), (from, to), self.least);
        // The number with the fewest digits within egui's aim radius.
        let radius = ui.input(|input| input.aim_radius());
        best_in_range_f64(at(x - radius), at(x + radius)).clamp(from, to)
    }
}

/// The number at a share of a slider's length, 0 to 1; logarithmic down to `least`, if given.
fn number_at(share: f64, (from, to): (f64, f64), least: Option<f64>) -> f64 {
    match least {
        _ if share <= 0.0 => from,
        _ if share >= 1.0 => to,
        None => from + share * (to - from),
        Some(least) if from >= 0.0 => {
            let (low, high) = ((if from > 0.0 { from } else { least }).log10(), to.log10());
            10_f64.powf(low + share * (high - low))
        }
        // The negative and the positive numbers have a length in proportion to their decades; zero is between them.
        Some(_) => {
            let (left, right) = (from.abs().log10().abs(), to.abs().log10().abs());
            let zero = left / (left + right);
            if share < zero {
                -number_at(1.0 - share / zero, (0.0, -from), least)
            } else {
                number_at((share - zero) / (1.0 - zero), (0.0, to), least)
            }
        }
    }
}

/// The place where a dragged widget was released in this frame, points. egui itself takes the place of the pointer at
/// the frame's end, and misses a drag within one frame; where frames are slow, both are wrong.
pub fn released_at(ui: &Ui, slider: &Response) -> Option<Pos2> {
    let is_on = |at: Pos2| {
        let is_visible = slider.rect.intersect(ui.clip_rect()).contains(at);
        is_visible && slider.enabled() && ui.ctx().layer_id_at(at) == Some(ui.layer_id())
    };
    let button = |event: &Event| match *event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => Some((pos, pressed)),
        _ => None,
    };
    let buttons: Vec<_> = ui.input(|input| input.events.iter().filter_map(button).collect());
    let (mut pressed, mut released) = (None, None);
    for (at, goes_down) in buttons {
        if goes_down {
            pressed = Some(at);
        } else if pressed.take().map_or(slider.drag_stopped(), is_on) {
            // Without a press in this frame the widget was already dragged.
            released = Some(at);
        }
    }
    // Pressed here, while the pointer is elsewhere at the end of the frame.
    if pressed.is_some_and(is_on) && !slider.is_pointer_button_down_on() {
        ui.ctx().set_dragged_id(slider.id);
    }
    released
}

#[cfg(test)]
mod tests {
    use egui::{Context, pos2};

    use super::*;
    use crate::app::style::{UiTheme, lay_out, new_context};
    use crate::app::widgets::{NumberRow, place};
    use crate::physics::Setting;
    use crate::view::Theme;

    #[test]
    fn scale_has_the_numbers_of_eguis_slider() {
        let scales = [(0.0, 1.0, None), (0.0, 100.0, Some(0.01)), (1.0, 1e4, Some(1.0)), (-100.0, 100.0, Some(0.01))];
        for (from, to, least) in scales {
            let (context, mut value) = (new_context(), from);
            let ours = WideSlider { name: "", label: "", ends: from..=to, least, is_whole: false, tooltip: "" };
            for x in [10.0, 60.0, 103.0, 133.0, 160.0, 206.0] {
                let mut found = f64::NAN;
                let at = pos2(x, 16.0);
                for events in [vec![Event::PointerMoved(at)], vec![button(at, true)], vec![button(at, false)]] {
                    let rect = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 60.0));
                    let input = egui::RawInput { screen_rect: Some(rect), events, ..egui::RawInput::default() };
                    let show = |ui: &mut Ui| {
                        ui.spacing_mut().slider_width = 200.0;
                        let slider = Slider::new(&mut value, from..=to).show_value(false);
                        let slider = match least {
                            Some(least) => slider.logarithmic(true).smallest_positive(least),
                            None => slider,
                        };
                        let response = ui.add(slider);
                        assert!(response.rect.contains(at), "{} at {at}", response.rect);
                        found = ours.number_at(ui, response.rect, x);
                    };
                    let mut show = Some(show);
                    lay_out(&context, input, |root| {
                        let show = show.take().expect("one pass");
                        egui::CentralPanel::default().show(root, show);
                    });
                }
                assert!(
                    (found - value).abs() <= 1e-9 * (1.0 + value.abs()),
                    "{from} to {to} at {x}: {found}, not {value}"
                );
            }
        }
    }

    const NAME: &str = "rope_contact.radius";

    /// Shows the row of a number below other rows, in a frame with events. Returns its new value, and its slider's
    /// place.
    fn frame(context: &Context, rows: usize, events: Vec<Event>) -> (Option<f32>, Rect) {
        let (theme, setting) = (UiTheme::of(Theme::Dark), Setting::named("rope_contact").expect("a setting"));
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
        let input = egui::RawInput { screen_rect, events, ..egui::RawInput::default() };
        let mut new = None;
        lay_out(context, input, |root| {
            egui::CentralPanel::default().show(root, |ui| {
                (0..rows).for_each(|_| drop(ui.label("1 link has torn so far")));
                let ends = setting.range.expect("a number");
                let row = NumberRow { name: NAME, row: &setting.row, ends, now: 0.02, own: 0.02, is_enabled: true };
                new = row.show(ui, &theme);
            });
        });
        (new, place(context, NAME).expect("the widget is shown"))
    }

    fn button(pos: Pos2, pressed: bool) -> Event {
        let (button, modifiers) = (PointerButton::Primary, egui::Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    }

    #[test]
    fn dragged_slider_stays_grabbed_when_a_row_above_appears() {
        let context = new_context();
        let frame = |rows, events| frame(&context, rows, events);
        let (_, slider) = frame(0, Vec::new());
        let at = |share: f32| slider.lerp_inside(vec2(share, 0.5));
        frame(0, vec![Event::PointerMoved(at(0.3))]);
        frame(0, vec![button(at(0.3), true)]);
        let values = [0, 1, 2, 0].map(|rows| frame(rows, vec![Event::PointerMoved(at(0.5 + 0.1 * rows as f32))]).0);
        assert!(values.iter().all(Option::is_some), "{values:?}");
        assert_eq!(values[0], values[3]);
        assert!(frame(1, vec![button(at(0.5), false)]).0.is_some());
        assert_eq!(frame(1, vec![Event::PointerMoved(at(0.9))]).0, None, "it was released");
    }
}
