//! Events of the window -> events of egui.

use egui::{
    Context, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchDeviceId,
    TouchId, pos2, vec2,
};
use glam::Vec2;
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton, TouchPhase};

use super::finger::{FingerPointer, Ground, PointerStep};
use super::keys;
use crate::app::input::{Event, Touch, Wheel};

/// Most bytes of a text that is pasted into a field: enough for any link.
const MAX_PASTED: usize = 100_000;

/// Translation of the events of a frame.
struct Frame<'a> {
    events: Vec<egui::Event>,
    pixels_per_point: f32,
    /// Time, s.
    time: f64,
    context: &'a Context,
    clipboard: &'a mut dyn FnMut() -> Option<String>,
}

/// Collects the events of a frame, and translates them.
pub struct InputTranslator {
    /// Events since the last frame. Places are physical pixels: the scale may change until the frame.
    waiting: Vec<Event>,
    modifiers: Modifiers,
    /// The finger that is egui's pointer: the first that came down.
    finger: FingerPointer,
    has_focus: bool,
}

impl Default for InputTranslator {
    fn default() -> Self {
        Self { waiting: Vec::new(), modifiers: Modifiers::NONE, finger: FingerPointer::default(), has_focus: true }
    }
}

impl InputTranslator {
    /// Adds an event.
    pub fn push(&mut self, event: Event) {
        self.waiting.push(event);
    }

    /// Whether the next frame has events, though the window reports none.
    pub fn is_busy(&self) -> bool {
        self.finger.is_busy()
    }

    /// The input of a context's frame at a time, s, in a window of a size, physical pixels. `clipboard` is asked for the
    /// text to paste.
    pub fn take(
        &mut self,
        context: &Context,
        size: Vec2,
        pixels_per_point: f32,
        time: f64,
        mut clipboard: impl FnMut() -> Option<String>,
    ) -> RawInput {
        let mut frame = Frame { events: Vec::new(), pixels_per_point, time, context, clipboard: &mut clipboard };
        self.point(FingerPointer::begin_frame, &mut frame.events);
        for event in std::mem::take(&mut self.waiting) {
            self.translate(event, &mut frame);
        }
        let mut events = frame.events;
        self.point(|finger| finger.end_frame(time), &mut events);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(size.x, size.y) / pixels_per_point);
        let focused = self.has_focus;
        let time = Some(time);
        let mut input = RawInput { screen_rect: Some(screen), time, events, focused, ..RawInput::default() };
        for viewport in input.viewports.values_mut() {
            viewport.native_pixels_per_point = Some(pixels_per_point);
        }
        input
    }

    fn translate(&mut self, event: Event, frame: &mut Frame) {
        let place = |at: Vec2| pos2(at.x, at.y) / frame.pixels_per_point;
        match event {
            Event::Move(to) => frame.events.push(egui::Event::PointerMoved(place(to))),
            Event::Press(button, at) => frame.events.extend(self.button(button, true, place(at))),
            Event::Release(button, at) => frame.events.extend(self.button(button, false, place(at))),
            Event::Touch(touch) => self.touch(touch, place(touch.at), frame),
            Event::Wheel(Wheel { scroll, .. }) => frame.events.push(wheel(scroll, egui::TouchPhase::Move)),
            Event::KeyDown(code, mods) => {
                self.follow_modifiers(code, true, mods, frame);
                self.key_down(code, frame);
            }
            Event::KeyRepeat(code, _) => self.key_down(code, frame),
            Event::KeyUp(code, mods) => {
                self.follow_modifiers(code, false, mods, frame);
                frame.events.extend(keys::key(code).map(|key| self.key(key, false)));
            }
            Event::Text(character) => frame.events.push(egui::Event::Text(character.to_string())),
            Event::FocusLost | Event::FocusGained => {
                self.has_focus = event == Event::FocusGained;
                // Nobody may report the release of a key that is down now.
                self.modifiers = Modifiers::NONE;
                // Nor that a finger was lifted.
                if self.finger.is_down() {
                    self.point(FingerPointer::lose, &mut frame.events);
                }
                frame.events.push(egui::Event::WindowFocused(self.has_focus));
            }
        }
    }

    fn button(&self, button: MouseButton, pressed: bool, pos: Pos2) -> Option<egui::Event> {
        let button = match button {
            MouseButton::Left => PointerButton::Primary,
            MouseButton::Right => PointerButton::Secondary,
            MouseButton::Middle => PointerButton::Middle,
            MouseButton::Unknown => return None,
        };
        Some(egui::Event::PointerButton { pos, button, pressed, modifiers: self.modifiers })
    }

    /// The first finger is egui's pointer, too; without it nothing points.
    fn touch(&mut self, Touch { phase, id, .. }: Touch, pos: Pos2, frame: &mut Frame) {
        let egui_phase = match phase {
            TouchPhase::Started => egui::TouchPhase::Start,
            TouchPhase::Moved => egui::TouchPhase::Move,
            TouchPhase::Ended => egui::TouchPhase::End,
            TouchPhase::Cancelled => egui::TouchPhase::Cancel,
        };
        let (device_id, id_there) = (TouchDeviceId(0), TouchId(id));
        frame.events.push(egui::Event::Touch { device_id, id: id_there, phase: egui_phase, pos, force: None });
        let ground = || Ground::at(frame.context, pos);
        self.point(|finger| finger.touch((phase, id), pos, frame.time, ground), &mut frame.events);
    }

    /// Adds the steps of the finger to events.
    fn point(&mut self, steps: impl FnOnce(&mut FingerPointer) -> Vec<PointerStep>, events: &mut Vec<egui::Event>) {
        for step in steps(&mut self.finger) {
            match step {
                PointerStep::Move(to) => events.push(egui::Event::PointerMoved(to)),
                PointerStep::Press(at) => events.extend(self.button(MouseButton::Left, true, at)),
                PointerStep::Release(at) => events.extend(self.button(MouseButton::Left, false, at)),
                // Behind a start egui does not smooth it: the list stays under the finger.
                PointerStep::Scroll(by) => {
                    events.extend([egui::TouchPhase::Start, egui::TouchPhase::Move].map(|phase| wheel(by, phase)));
                }
                PointerStep::Leave => events.push(egui::Event::PointerGone),
            }
        }
    }

    fn follow_modifiers(&mut self, code: KeyCode, is_pressed: bool, mods: KeyMods, frame: &mut Frame) {
        let modifiers = keys::modifiers(code, is_pressed, mods);
        if std::mem::replace(&mut self.modifiers, modifiers) != modifiers {
            frame.events.push(egui::Event::ModifiersChanged(modifiers));
        }
    }

    fn key_down(&self, code: KeyCode, frame: &mut Frame) {
        let Some(key) = keys::key(code) else { return };
        let event = match key {
            Key::X if self.modifiers.command => egui::Event::Cut,
            Key::C if self.modifiers.command => egui::Event::Copy,
            Key::V if self.modifiers.command => match (frame.clipboard)() {
                Some(text) => egui::Event::Paste(field_text(&text)),
                None => return,
            },
            _ => self.key(key, true),
        };
        frame.events.push(event);
    }

    fn key(&self, key: Key, pressed: bool) -> egui::Event {
        egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: self.modifiers }
    }
}

/// The input of a frame as inputs of passes of egui, in order. A pass finds the widget of a press or a release at the
/// last place of the pointer, and clicks one widget at most: so it ends before the pointer leaves the place of one, and
/// before another press.
pub fn into_passes(mut input: RawInput) -> Vec<RawInput> {
    let events = std::mem::take(&mut input.events);
    let (mut passes, mut pass, mut button_at) = (Vec::new(), input.clone(), None);
    for event in events {
        let ends_pass = button_at.is_some_and(|at| match event {
            egui::Event::PointerMoved(to) => to != at,
            egui::Event::PointerButton { pos, pressed, .. } => pressed || pos != at,
            _ => false,
        });
        if ends_pass {
            passes.push(std::mem::replace(&mut pass, input.clone()));
            button_at = None;
        }
        if let egui::Event::PointerButton { pos, .. } = event {
            button_at = Some(pos);
        }
        pass.events.push(event);
    }
    passes.push(pass);
    passes
}

/// A scroll by a distance, points. With modifiers egui would zoom, or scroll sideways.
fn wheel(scroll: f32, phase: egui::TouchPhase) -> egui::Event {
    egui::Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, scroll),
        phase,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    }
}

/// The text that a field takes of a pasted one: its first [`MAX_PASTED`] bytes. egui would lay out all of it.
fn field_text(text: &str) -> String {
    text[..text.floor_char_boundary(MAX_PASTED)].replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_takes_the_beginning_of_a_huge_text() {
        let huge = "ä".repeat(MAX_PASTED);
        let taken = field_text(&huge);
        assert!(huge.starts_with(&taken) && (MAX_PASTED - 1..=MAX_PASTED).contains(&taken.len()));
        assert_eq!(field_text("a\r\nb"), "a\nb");
    }

    const AT: Vec2 = Vec2::new(30.0, 60.0);

    /// The events of egui in a frame of two pixels per point.
    fn frame(translator: &mut InputTranslator, events: impl IntoIterator<Item = Event>) -> Vec<egui::Event> {
        events.into_iter().for_each(|event| translator.push(event));
        let paste = || Some("rope".to_owned());
        translator.take(&Context::default(), Vec2::new(800.0, 600.0), 2.0, 0.0, paste).events
    }

    fn touch(phase: TouchPhase, id: u64) -> Event {
        Event::Touch(Touch { phase, id, at: AT })
    }

    /// The widgets that are clicked, and the place of a slider, after a frame with events: two buttons, and it below.
    fn clicked(events: &[Event]) -> ([usize; 2], f32) {
        let (context, mut translator) = (crate::app::style::new_context(), InputTranslator::default());
        let (mut clicks, mut value) = ([0; 2], 0.0);
        for events in [&[], events, &[]] {
            events.iter().for_each(|&event| translator.push(event));
            let input = translator.take(&context, Vec2::new(400.0, 400.0), 1.0, 0.0, || None);
            for input in into_passes(input) {
                crate::app::style::lay_out(&context, input, |root| {
                    egui::CentralPanel::default().frame(egui::Frame::NONE).show(root, |ui| {
                        for (number, clicks) in clicks.iter_mut().enumerate() {
                            let place = Rect::from_min_size(pos2(0.0, 60.0 * number as f32), vec2(100.0, 40.0));
                            *clicks += usize::from(ui.put(place, egui::Button::new("Undo")).clicked());
                        }
                        let place = Rect::from_min_size(pos2(0.0, 120.0), vec2(100.0, 40.0));
                        ui.put(place, egui::Slider::new(&mut value, 0.0..=1.0).show_value(false));
                    });
                });
            }
        }
        (clicks, value)
    }

    #[test]
    fn clicks_within_a_frame_all_click_where_they_were() {
        let [one, other, away] = [20.0, 80.0, 300.0].map(|y| Vec2::new(50.0, y));
        let click = |at| [Event::Move(at), Event::Press(MouseButton::Left, at), Event::Release(MouseButton::Left, at)];
        assert_eq!(clicked(&[click(one), click(one)].concat()).0, [2, 0]);
        assert_eq!(clicked(&[click(one), click(other)].concat()).0, [1, 1]);
        assert_eq!(clicked(&[&click(one)[..], &[Event::Move(other)]].concat()).0, [1, 0]);
        assert_eq!(clicked(&[&click(one)[..], &[Event::Move(away)]].concat()).0, [1, 0]);
    }

    #[test]
    fn drag_within_a_frame_begins_where_it_was_pressed() {
        let [from, to] = [Vec2::new(20.0, 140.0), Vec2::new(96.0, 80.0)];
        let press = [Event::Move(from), Event::Press(MouseButton::Left, from), Event::Move(to)];
        let (clicks, value) = clicked(&[&press[..], &[Event::Release(MouseButton::Left, to)]].concat());
        assert_eq!(clicks, [0, 0]);
        assert!(value > 0.9, "the slider was dragged to {value}");
    }

    #[test]
    fn second_finger_is_no_pointer() {
        let mut translator = InputTranslator::default();
        let is_pointer = |event: &egui::Event| {
            use egui::Event::{PointerButton, PointerGone, PointerMoved};
            matches!(event, PointerButton { .. } | PointerMoved(_) | PointerGone)
        };
        let mut pointers = |phase, id, x| {
            let touch = Event::Touch(Touch { phase, id, at: AT + Vec2::new(x, 0.0) });
            frame(&mut translator, [touch]).iter().filter(|event| is_pointer(event)).count()
        };
        let started = [pointers(TouchPhase::Started, 4, 0.0), pointers(TouchPhase::Started, 5, 0.0)];
        let moved = [pointers(TouchPhase::Moved, 4, 40.0), pointers(TouchPhase::Moved, 5, 40.0)];
        let ended = [pointers(TouchPhase::Ended, 4, 40.0), pointers(TouchPhase::Ended, 5, 40.0)];
        assert_eq!([started, moved, ended], [[2, 0], [1, 0], [1, 1]], "it leaves in the frame after its release");
    }

    #[test]
    fn finger_after_a_lost_one_points() {
        let mut translator = InputTranslator::default();
        frame(&mut translator, [touch(TouchPhase::Started, 4)]);
        let lost = frame(&mut translator, [Event::FocusLost]);
        assert!(lost.contains(&egui::Event::PointerGone), "{lost:?}");
        frame(&mut translator, [Event::FocusGained]);
        let events = frame(&mut translator, [touch(TouchPhase::Started, 5), touch(TouchPhase::Ended, 5)]);
        assert!(events.iter().any(|event| matches!(event, egui::Event::PointerButton { pressed: true, .. })));
    }

    #[test]
    fn typed_letters_keep_their_order_among_keys() {
        let (mods, mut translator) = (KeyMods::default(), InputTranslator::default());
        let events = [Event::Text('a'), Event::KeyDown(KeyCode::Backspace, mods), Event::Text('\u{e4}')];
        let events = frame(&mut translator, events);
        let backspace = egui::Event::Key {
            key: Key::Backspace,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        assert_eq!(events, [egui::Event::Text("a".to_owned()), backspace, egui::Event::Text("\u{e4}".to_owned())]);
    }

    #[test]
    fn first_letter_after_ctrl_is_typed() {
        let (mods, ctrl) = (KeyMods::default(), KeyMods { ctrl: true, ..KeyMods::default() });
        let mut translator = InputTranslator::default();
        frame(&mut translator, [Event::KeyDown(KeyCode::LeftControl, mods)]);
        let pasted = frame(&mut translator, [Event::KeyDown(KeyCode::V, ctrl)]);
        let copied = cfg!(not(target_os = "macos"));
        assert_eq!(pasted.contains(&egui::Event::Paste("rope".to_owned())), copied);
        // The release is reported with the state before it.
        let events = frame(&mut translator, [Event::KeyUp(KeyCode::LeftControl, ctrl), Event::Text('c')]);
        assert_eq!(events, [egui::Event::ModifiersChanged(Modifiers::NONE), egui::Event::Text("c".to_owned())]);
    }
}
