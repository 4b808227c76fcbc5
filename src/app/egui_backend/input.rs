//! Events of the window -> events of egui.

use egui::{
    Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchDeviceId, TouchId,
    pos2, vec2,
};
use glam::Vec2;
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton, TouchPhase};

use super::finger::{FingerPointer, PointerStep};
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

    /// The input of a frame at a time, s, in a window of a size, physical pixels. `clipboard` is asked for the text to
    /// paste.
    pub fn take(
        &mut self,
        size: Vec2,
        pixels_per_point: f32,
        time: f64,
        mut clipboard: impl FnMut() -> Option<String>,
    ) -> RawInput {
        let events = self.finger.begin_frame().into_iter().map(|step| self.pointer(step)).collect();
        let mut frame = Frame { events, pixels_per_point, time, clipboard: &mut clipboard };
        for event in std::mem::take(&mut self.waiting) {
            self.translate(event, &mut frame);
        }
        let mut events = frame.events;
        events.extend(self.finger.end_frame(time).into_iter().map(|step| self.pointer(step)));
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
            Event::Touch(touch) => frame.events.extend(self.touch(touch, place(touch.at), frame.time)),
            Event::Wheel(Wheel { scroll, .. }) => frame.events.push(wheel(scroll)),
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
                    frame.events.extend(self.finger.lose().into_iter().map(|step| self.pointer(step)));
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
    fn touch(&mut self, Touch { phase, id, .. }: Touch, pos: Pos2, time: f64) -> Vec<egui::Event> {
        let egui_phase = match phase {
            TouchPhase::Started => egui::TouchPhase::Start,
            TouchPhase::Moved => egui::TouchPhase::Move,
            TouchPhase::Ended => egui::TouchPhase::End,
            TouchPhase::Cancelled => egui::TouchPhase::Cancel,
        };
        let (device_id, id_there) = (TouchDeviceId(0), TouchId(id));
        let touch = egui::Event::Touch { device_id, id: id_there, phase: egui_phase, pos, force: None };
        let steps = self.finger.touch(phase, id, pos, time);
        std::iter::once(touch).chain(steps.into_iter().map(|step| self.pointer(step))).collect()
    }

    fn pointer(&self, step: PointerStep) -> egui::Event {
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: self.modifiers,
        };
        match step {
            PointerStep::Move(to) => egui::Event::PointerMoved(to),
            PointerStep::Press(at) => button(at, true),
            PointerStep::Release(at) => button(at, false),
            PointerStep::Scroll(by) => wheel(by),
            PointerStep::Leave => egui::Event::PointerGone,
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

/// A scroll by a distance, points. With modifiers egui would zoom, or scroll sideways.
fn wheel(scroll: f32) -> egui::Event {
    egui::Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, scroll),
        phase: egui::TouchPhase::Move,
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
        translator.take(Vec2::new(800.0, 600.0), 2.0, 0.0, || Some("rope".to_owned())).events
    }

    fn touch(phase: TouchPhase, id: u64) -> Event {
        Event::Touch(Touch { phase, id, at: AT })
    }

    #[test]
    fn places_are_points_at_the_scale_of_their_frame() {
        let mut translator = InputTranslator::default();
        translator.push(Event::Move(AT));
        let input = translator.take(Vec2::new(800.0, 600.0), 2.0, 0.0, || None);
        assert_eq!(input.events, [egui::Event::PointerMoved(pos2(15.0, 30.0))]);
        assert_eq!(input.screen_rect.map(|screen| screen.size()), Some(vec2(400.0, 300.0)));
        assert_eq!(input.viewport().native_pixels_per_point, Some(2.0));
        assert_eq!(translator.take(AT, 1.0, 0.0, || None).events, []);
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
        assert_eq!([started, moved, ended], [[1, 0], [2, 0], [2, 0]]);
    }

    #[test]
    fn finger_that_returns_within_a_frame_points_again() {
        let context = egui::Context::default();
        let mut translator = InputTranslator::default();
        let mut points = |events: &[TouchPhase]| {
            events.iter().for_each(|&phase| translator.push(touch(phase, 4)));
            let input = translator.take(Vec2::new(800.0, 600.0), 2.0, 0.0, || None);
            context.run_ui(input, |_| ()).drop_without_applying_deltas();
            context.input(|input| input.pointer.has_pointer())
        };
        assert!(points(&[TouchPhase::Started]));
        points(&[TouchPhase::Ended]);
        assert!(!points(&[]), "nothing points without a finger");
        assert!(points(&[TouchPhase::Started, TouchPhase::Ended, TouchPhase::Started]));
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

    #[test]
    fn shift_leaves_the_wheel_vertical() {
        let mut translator = InputTranslator::default();
        let shift = Event::KeyDown(KeyCode::LeftShift, KeyMods::default());
        let wheel = Event::Wheel(Wheel { notch: -1.0, scroll: -Wheel::NOTCH });
        let events = frame(&mut translator, [shift, wheel]);
        let is_vertical = |event: &egui::Event| matches!(event, egui::Event::MouseWheel { delta, modifiers: Modifiers::NONE, .. } if *delta == vec2(0.0, -48.0));
        assert!(events.iter().any(is_vertical), "{events:?}");
    }
}
