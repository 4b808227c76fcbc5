//! The panel's building blocks: headings, rows of numbers and of choices. They say what was done and change nothing.

use std::ops::RangeInclusive;

use egui_macroquad::egui::{
    self, Align, Color32, Context, CornerRadius, DragValue, Event, Id, Label, Layout, PointerButton, Pos2, Rect,
    Response, RichText, Sense, Shape, Slider, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    emath::smart_aim::best_in_range_f64, pos2, vec2,
};

use super::{fields::Field, icons};
use crate::{
    app::style::{self, InputDevice, Tooltip as _, TouchTargets, UiTheme},
    physics::Settings,
};

/// Size of the panel's text, points.
pub const TEXT: f32 = 13.0;

/// Why a row is grey.
const IDLE: &str = "Without effect under the settings above";

fn id(name: &str) -> Id {
    Id::new(("panel", name))
}

/// Remembers where a control is: see [`place`].
pub fn mark(ui: &Ui, name: &str, rect: Rect) {
    ui.ctx().data_mut(|data| data.insert_temp(id(name), rect));
}

/// Where a control was drawn last, points; for who drives the panel from outside, as the tests do.
#[must_use]
pub fn place(context: &Context, name: &str) -> Option<Rect> {
    context.data(|data| data.get_temp(id(name)))
}

/// Shows what has this name, with widgets that are the same from frame to frame, whatever comes and goes above it: egui numbers
/// them, one after the other, and a slider that had another number was in nobody's hand any more.
pub fn named<R>(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    let builder =
        UiBuilder::new().layer_id(ui.layer_id()).max_rect(ui.available_rect_before_wrap()).layout(*ui.layout());
    let builder = builder.style(ui.style().clone());
    let builder = if ui.is_enabled() { builder } else { builder.disabled() };
    let mut own = Ui::new(ui.ctx().clone(), Id::new("widgets of").with(name), builder);
    own.set_clip_rect(ui.clip_rect());
    let shown = content(&mut own);
    ui.advance_cursor_after_rect(own.min_rect());
    shown
}

/// The heading of a section. Returns whether it was clicked.
pub fn heading(ui: &mut Ui, name: &str, open: bool, theme: &UiTheme) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), TouchTargets::here(ui).heading), Sense::click());
    mark(ui, name, rect);
    let colour = if response.hovered() { theme.bright } else { theme.text };
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top(), Stroke::new(1.0, theme.line));
    let middle = pos2(rect.left() + 6.0, rect.center().y);
    let arrow = [vec2(-2.5, -4.0), vec2(-2.5, 4.0), vec2(3.5, 0.0)];
    let turn = |at: Vec2| if open { vec2(-at.y, at.x) } else { at };
    let corners = arrow.map(|at| middle + turn(at)).to_vec();
    painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
    let font = egui::FontId::proportional(14.0);
    painter.text(pos2(rect.left() + 18.0, rect.center().y), egui::Align2::LEFT_CENTER, name, font, colour);
    response.clicked()
}

/// A square button with a painted icon.
pub struct IconButton<'a> {
    /// Its name, for [`place`].
    pub name: &'a str,
    /// Paints the icon into a square, in a colour.
    pub icon: fn(&egui::Painter, Rect, Color32),
    /// What it does, and its key.
    pub tip: String,
    /// It is the one of its row that is chosen.
    pub chosen: bool,
    /// Its key, in the corner.
    pub key: Option<char>,
}

impl IconButton<'_> {
    /// Shows it. Returns whether it was clicked.
    pub fn show(self, ui: &mut Ui, theme: &UiTheme) -> bool {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(TouchTargets::here(ui).button), Sense::click());
        mark(ui, self.name, rect);
        let (fill, ink) = match (self.chosen, response.is_pointer_button_down_on() || response.hovered()) {
            (true, _) => (theme.bright, theme.solid),
            (false, true) => (theme.hovered, theme.text),
            (false, false) => (theme.raised, theme.text),
        };
        ui.painter().rect(rect, CornerRadius::same(5), fill, Stroke::NONE, StrokeKind::Inside);
        // Fingers have no keys.
        let key = self.key.filter(|_| style::input_device(ui.ctx()) == InputDevice::Mouse);
        let shift = if key.is_some() { vec2(-2.0, 1.0) } else { Vec2::ZERO };
        (self.icon)(ui.painter(), rect.shrink(rect.width() * 3.0 / 14.0).translate(shift), ink);
        if let Some(key) = key {
            let corner = rect.right_top() + vec2(-3.0, 1.0);
            ui.painter().text(corner, egui::Align2::RIGHT_TOP, key, egui::FontId::proportional(10.0), ink);
        }
        response.tooltip(self.tip).clicked()
    }
}

/// A button with words on it; `chosen` where it is the one that holds. Returns its response.
pub fn chip(ui: &mut Ui, name: &str, text: &str, chosen: bool, theme: &UiTheme) -> Response {
    chip_if(ui, true, (name, text), chosen, theme)
}

/// The same, that can be pressed or not.
pub fn chip_if(ui: &mut Ui, enabled: bool, (name, text): (&str, &str), chosen: bool, theme: &UiTheme) -> Response {
    let ink = if chosen { theme.solid } else { theme.text };
    let fill = if chosen { theme.bright } else { theme.raised };
    let button = egui::Button::new(RichText::new(text).size(TEXT).color(ink)).fill(fill).corner_radius(5);
    let response = ui.add_enabled(enabled, button);
    mark(ui, name, response.rect);
    response
}

/// A box to tick, with a line around it: without, an empty one is hardly to be seen. Returns whether it was clicked.
pub fn tick(ui: &mut Ui, name: &str, (text, tip): (&str, &str), on: &mut bool, theme: &UiTheme) -> bool {
    let response = ui.scope(|ui| {
        ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, theme.dim);
        ui.checkbox(on, RichText::new(text).size(TEXT))
    });
    let response = response.inner.tooltip(tip);
    mark(ui, name, response.rect);
    response.changed()
}

/// One of several that a setting can be.
pub struct Choice<T> {
    /// The value.
    pub value: T,
    /// Its id, after the row's.
    pub name: &'static str,
    /// What the panel calls it.
    pub text: String,
    /// What it does, and what it is bad at.
    pub tip: &'static str,
}

/// A row of choices under a label. `now` holds, and `own` is the scene's. Returns the one that was chosen.
pub fn choices<T: Copy + PartialEq>(
    ui: &mut Ui,
    (name, label): (&str, &str),
    (now, own): (T, T),
    all: &[Choice<T>],
    theme: &UiTheme,
) -> Option<T> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(label).size(TEXT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if reset(ui, name, now != own, theme) {
                chosen = Some(own);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for Choice { value, name: short, text, tip } in all {
            let response = chip(ui, &format!("{name}.{short}"), text, *value == now, theme);
            if response.tooltip(*tip).disabled_tooltip(IDLE).clicked() {
                chosen = Some(*value);
            }
        }
    });
    ui.add_space(4.0);
    chosen
}

/// The small button that brings the scene's own value back; inactive where that is what holds.
pub fn reset(ui: &mut Ui, name: &str, differs: bool, theme: &UiTheme) -> bool {
    let sense = if differs { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(TouchTargets::here(ui).small), sense);
    mark(ui, &format!("{name}.reset"), rect);
    let colour = match (differs, response.hovered()) {
        (false, _) => theme.line,
        (true, false) => theme.text,
        (true, true) => theme.bright,
    };
    icons::reset(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(0.5 * rect.width() + 3.0)), colour);
    let tip = if differs { "Back to the scene's own value" } else { "This is the scene's own value" };
    response.tooltip(tip).clicked()
}

/// A setting that is a number: label, value, reset, and a slider below. Returns the new value.
pub fn number(ui: &mut Ui, field: &Field, settings: &Settings, own: &Settings, theme: &UiTheme) -> Option<f32> {
    named(ui, field.name, |ui| number_of(ui, field, settings, own, theme))
}

fn number_of(ui: &mut Ui, field: &Field, settings: &Settings, own: &Settings, theme: &UiTheme) -> Option<f32> {
    let Field { name, label, unit, factor, range, decades, whole, tip, get, acts, .. } = field;
    let (now, own) = (get(settings), get(own));
    let shown = f64::from(now) * factor;
    let ends = f64::from(range.0) * factor..=f64::from((range.1)(settings)) * factor;
    let mut new = None;
    ui.add_enabled_ui(acts(settings), |ui| {
        let mut typed = shown;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                if reset(ui, name, now != own, theme) {
                    new = Some(own);
                }
                let suffix = if unit.is_empty() { String::new() } else { format!(" {unit}") };
                let value = DragValue::new(&mut typed)
                    .range(ends.clone())
                    .speed((shown.abs() * 0.01).max(if *whole { 0.1 } else { 0.001 }))
                    .suffix(suffix)
                    .custom_formatter(|value, _| digits(value));
                let response = ui.add(value).tooltip(*tip);
                mark(ui, &format!("{name}.value"), response.rect);
                // A field that is left as it was still sets what it showed, which has fewer digits.
                if response.changed() && digits(typed) != digits(shown) {
                    new = Some((typed / factor) as f32);
                }
                // The label has what is left: in a narrow panel it is shortened, and runs under nothing.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let said = ui.add(Label::new(RichText::new(*label).size(TEXT)).truncate());
                    said.tooltip(*tip).disabled_tooltip(IDLE);
                });
            });
        });
        let mut slid = shown;
        ui.spacing_mut().slider_width = ui.available_width();
        let scale = Scale { ends: ends.clone(), least: decades.map(|least| f64::from(least) * factor) };
        let mut slider = Slider::new(&mut slid, ends).show_value(false);
        if let Some(least) = scale.least {
            slider = slider.logarithmic(true).smallest_positive(least);
        }
        if *whole {
            slider = slider.integer();
        }
        let response = ui.add(slider).tooltip(*tip).disabled_tooltip(IDLE);
        mark(ui, name, response.rect);
        let left = let_go(ui, &response).map(|at| scale.value(ui, response.rect, at.x));
        let left = left.map(|value| if *whole { value.round() } else { value });
        if response.changed() || left.is_some() {
            new = Some((left.unwrap_or(slid) / factor) as f32);
        }
        ui.add_space(3.0);
    });
    new.filter(|&new| new != now)
}

/// Which numbers a slider stands for.
pub struct Scale {
    /// At its left and right end.
    pub ends: RangeInclusive<f64>,
    /// Where it goes by decades: the smallest number apart from zero.
    pub least: Option<f64>,
}

impl Scale {
    /// The number at a place on a slider, points, as egui's own slider has it.
    pub fn value(&self, ui: &Ui, slider: Rect, x: f32) -> f64 {
        let Self { ends, least } = self;
        // Half of its handle is over at either end.
        let way = slider.x_range().shrink(slider.height() / 2.5);
        let (from, to) = (*ends.start(), *ends.end());
        let at = |x: f32| number_at(f64::from((x - way.min) / way.span()).clamp(0.0, 1.0), (from, to), *least);
        // The shortest number within a hand's breadth.
        let near = ui.input(|input| input.aim_radius());
        best_in_range_f64(at(x - near), at(x + near)).clamp(from, to)
    }
}

/// The number at a share of the way between two others; by decades down to the `least`, if there is one.
fn number_at(share: f64, (from, to): (f64, f64), least: Option<f64>) -> f64 {
    match least {
        _ if share <= 0.0 => from,
        _ if share >= 1.0 => to,
        None => from + share * (to - from),
        Some(least) if from >= 0.0 => {
            let (low, high) = ((if from > 0.0 { from } else { least }).log10(), to.log10());
            10_f64.powf(low + share * (high - low))
        }
        // As many decades to either side as there are: zero is where they meet.
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

/// Where a slider, or what else is dragged, was let go in this frame, points. egui takes the place where the pointer is at the
/// frame's end, and of a drag that is as short as a frame nothing at all: where frames take long, neither is what the hand did.
pub fn let_go(ui: &Ui, slider: &Response) -> Option<Pos2> {
    let is_on = |at: Pos2| {
        let seen = slider.rect.intersect(ui.clip_rect()).contains(at);
        seen && slider.enabled() && ui.ctx().layer_id_at(at) == Some(ui.layer_id())
    };
    let button = |event: &Event| match *event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => Some((pos, pressed)),
        _ => None,
    };
    let buttons: Vec<_> = ui.input(|input| input.events.iter().filter_map(button).collect());
    let (mut pressed, mut left) = (None, None);
    for (at, goes_down) in buttons {
        if goes_down {
            pressed = Some(at);
        } else if pressed.take().map_or(slider.drag_stopped(), is_on) {
            // Without a press in this frame: it was in hand.
            left = Some(at);
        }
    }
    // Pressed here, and by the end of the frame somewhere else.
    if pressed.is_some_and(is_on) && !slider.is_pointer_button_down_on() {
        ui.ctx().set_dragged_id(slider.id);
    }
    left
}

/// A number in at most four digits where it is small, and as an integer where it is large.
#[must_use]
pub fn digits(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        0.0 => 0,
        _ if size >= 1_000.0 => 0,
        _ => (3 - size.log10().floor() as i32).clamp(0, 7) as usize,
    };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A point on a circle, clockwise from the top, in points.
pub fn around(centre: Pos2, radius: f32, angle: f32) -> Pos2 {
    centre + radius * vec2(angle.sin(), -angle.cos())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::widgets::fields::CONTACT, view::Theme};

    #[test]
    fn a_scale_has_the_numbers_of_eguis_slider() {
        let scales = [(0.0, 1.0, None), (0.0, 100.0, Some(0.01)), (1.0, 1e4, Some(1.0)), (-100.0, 100.0, Some(0.01))];
        for (from, to, least) in scales {
            let (context, mut value) = (Context::default(), from);
            let scale = Scale { ends: from..=to, least };
            for x in [10.0, 60.0, 103.0, 133.0, 160.0, 206.0] {
                let mut ours = f64::NAN;
                let at = pos2(x, 16.0);
                let button = |pressed| {
                    let (button, modifiers) = (PointerButton::Primary, egui::Modifiers::NONE);
                    Event::PointerButton { pos: at, button, pressed, modifiers }
                };
                for events in [vec![Event::PointerMoved(at)], vec![button(true)], vec![button(false)]] {
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
                        ours = scale.value(ui, response.rect, x);
                    };
                    let mut show = Some(show);
                    let _ = context.run(input, |context| {
                        let show = show.take().expect("one pass");
                        egui::CentralPanel::default().show(context, show);
                    });
                }
                assert!(
                    (ours - value).abs() <= 1e-9 * (1.0 + value.abs()),
                    "{from} to {to} at {x}: {ours}, not {value}"
                );
            }
        }
    }

    #[test]
    fn a_slider_stays_in_hand_when_a_row_above_it_comes_or_goes() {
        let (context, theme) = (Context::default(), UiTheme::of(Theme::Dark));
        let settings = Settings { rope_contact: Some(0.02), ..Settings::default() };
        let frame = |rows: usize, events: Vec<Event>| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
            let input = egui::RawInput { screen_rect, events, ..egui::RawInput::default() };
            let mut new = None;
            let _ = context.run(input, |context| {
                egui::CentralPanel::default().show(context, |ui| {
                    (0..rows).for_each(|_| drop(ui.label("1 link has torn so far")));
                    new = number(ui, &CONTACT, &settings, &settings, &theme);
                });
            });
            (new, place(&context, CONTACT.name).expect("it is shown"))
        };
        let (_, slider) = frame(0, Vec::new());
        let at = |share: f32| slider.lerp_inside(vec2(share, 0.5));
        let button = |pos, pressed| {
            let (button, modifiers) = (PointerButton::Primary, egui::Modifiers::NONE);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        frame(0, vec![Event::PointerMoved(at(0.3))]);
        frame(0, vec![button(at(0.3), true)]);
        let values = [0, 1, 2, 0].map(|rows| frame(rows, vec![Event::PointerMoved(at(0.5 + 0.1 * rows as f32))]).0);
        assert!(values.iter().all(Option::is_some), "{values:?}");
        assert_eq!(values[0], values[3]);
        assert!(frame(1, vec![button(at(0.5), false)]).0.is_some());
        assert_eq!(frame(1, vec![Event::PointerMoved(at(0.9))]).0, None, "it was let go");
    }

    #[test]
    fn a_slider_is_where_it_was_let_go_though_the_hand_draws_something_else_in_the_same_frame() {
        let (context, theme) = (Context::default(), UiTheme::of(Theme::Dark));
        let settings = Settings { rope_contact: Some(0.02), ..Settings::default() };
        let frame = |events: Vec<Event>| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
            let input = egui::RawInput { screen_rect, events, ..egui::RawInput::default() };
            let mut new = None;
            let _ = context.run(input, |context| {
                egui::CentralPanel::default()
                    .show(context, |ui| new = number(ui, &CONTACT, &settings, &settings, &theme));
            });
            (new, place(&context, CONTACT.name).expect("it is shown"))
        };
        let (_, slider) = frame(Vec::new());
        let at = |share: f32| slider.lerp_inside(vec2(share, 0.5));
        let button = |pos, pressed| {
            let (button, modifiers) = (PointerButton::Primary, egui::Modifiers::NONE);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        frame(vec![Event::PointerMoved(at(0.3))]);
        frame(vec![button(at(0.3), true)]);
        let (drawn, _) = frame(vec![Event::PointerMoved(at(0.7))]);
        let (from, to) = (pos2(250.0, 200.0), pos2(20.0, 250.0));
        let (left, _) = frame(vec![
            button(at(0.7), false),
            Event::PointerMoved(from),
            button(from, true),
            Event::PointerMoved(to),
            button(to, false),
        ]);
        assert!(drawn.is_some() && left == drawn, "{drawn:?}, {left:?}");
    }

    #[test]
    fn numbers_are_short() {
        let said = [0.0, 1.0, -9.81, 16.666_667, 0.001_25, 1e6, 1_234.5, 0.3].map(digits);
        assert_eq!(said, ["0", "1", "-9.81", "16.67", "0.00125", "1000000", "1234", "0.3"]);
    }
}
