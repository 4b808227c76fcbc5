//! The events since the last frame, in order.
//!
//! macroquad's own queries keep only the last state of a frame, and a flick within one frame would be a dot. So every
//! event is taken from its queue, and false releases at the window's edge are corrected. The game and the interface get
//! the same events.

use glam::Vec2;
use macroquad::{
    input::{
        is_mouse_button_down, simulate_mouse_with_touch,
        utils::{register_input_subscriber, repeat_all_miniquad_input},
    },
    miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase},
};

use super::touch::Touch;

/// An event. Places are physical pixels from the upper left corner of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The pointer moved to a place.
    Move(Vec2),
    /// A button went down at a place.
    Press(MouseButton, Vec2),
    /// A button came up at a place.
    Release(MouseButton, Vec2),
    /// The wheel turned.
    Wheel(Wheel),
    /// A finger came down, moved or was lifted.
    Touch(Touch),
    /// A key went down.
    KeyDown(KeyCode, KeyMods),
    /// A key is held down, and repeats.
    KeyRepeat(KeyCode, KeyMods),
    /// A key came up.
    KeyUp(KeyCode, KeyMods),
    /// A character was typed. X11 reports it before its key.
    Text(char),
    /// The window lost the keyboard: the release of a held key or button may not be reported.
    FocusLost,
    /// The window has the keyboard again.
    FocusGained,
}

/// A turn of the wheel, or of what stands for it on a touchpad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// A notch up (1) or down (-1).
    pub notch: f32,
    /// Distance by which text scrolls, logical pixels; up is positive.
    pub scroll: f32,
}

impl Wheel {
    /// A notch of the wheel scrolls text by this, logical pixels.
    pub const NOTCH: f32 = 48.0;

    /// The turn that the system reports: X11 in notches, Windows in 1/120 of a notch, others in logical pixels, many
    /// small ones on a touchpad and a hundred or more for a notch.
    fn reported(delta: f32) -> Self {
        let scroll = match () {
            () if cfg!(target_os = "linux") => Self::NOTCH * delta,
            () if cfg!(target_os = "windows") => Self::NOTCH * delta / 120.0,
            () => delta.clamp(-Self::NOTCH, Self::NOTCH),
        };
        Self { notch: delta.signum(), scroll }
    }
}

/// Collects events from macroquad's queue.
#[derive(Debug)]
pub struct Input {
    subscriber: usize,
    events: Vec<Event>,
}

impl Input {
    /// Starts collecting; the window must be open.
    pub fn new() -> Self {
        // Else each finger would also be a mouse.
        simulate_mouse_with_touch(false);
        Self { subscriber: register_input_subscriber(), events: Vec::new() }
    }

    /// All events since the last call.
    pub fn take(&mut self) -> Vec<Event> {
        let subscriber = self.subscriber;
        repeat_all_miniquad_input(self, subscriber);
        thin(correct_releases(std::mem::take(&mut self.events), is_mouse_button_down))
    }
}

/// Frames that are drawn after the last event: its consequences may take more than one.
pub const FRAMES_AFTER_EVENT: u32 = 4;

/// Maximum number of moves between two other events of a frame. More would make recordings longer and strokes no
/// smoother.
const MAX_MOVES: usize = 8;

/// Thins each run of moves evenly to [`MAX_MOVES`]; its last move stays.
fn thin(events: Vec<Event>) -> Vec<Event> {
    let runs = events.chunk_by(|a, b| matches!((a, b), (Event::Move(_), Event::Move(_))));
    let kept = |run: &[Event]| -> Vec<Event> {
        let count = run.len().min(MAX_MOVES);
        (1..=count).map(|i| run[run.len() * i / count - 1]).collect()
    };
    runs.flat_map(kept).collect()
}

/// Corrects releases at the window's edge. When the pointer returns to the window, macroquad reports a release: of the
/// button that is still down (false, the drag continues), or of an unknown one (the button was released outside).
fn correct_releases(events: Vec<Event>, is_down: impl Fn(MouseButton) -> bool) -> Vec<Event> {
    let mut corrected = Vec::with_capacity(events.len());
    for (index, &event) in events.iter().enumerate() {
        let pressed_later = |button| {
            events[index + 1..].iter().any(|event| matches!(event, Event::Press(other, _) if *other == button))
        };
        match event {
            Event::Release(MouseButton::Unknown, at) => {
                let all = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
                corrected.extend(all.map(|button| Event::Release(button, at)));
            }
            Event::Release(button, at) if is_down(button) && !pressed_later(button) => corrected.push(Event::Move(at)),
            event => corrected.push(event),
        }
    }
    corrected
}

impl EventHandler for Input {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::Move(Vec2::new(x, y)));
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        if y != 0.0 {
            self.events.push(Event::Wheel(Wheel::reported(y)));
        }
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Event::Press(button, Vec2::new(x, y)));
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Event::Release(button, Vec2::new(x, y)));
    }

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        self.events.push(Event::Touch(Touch { phase, id, at: Vec2::new(x, y) }));
    }

    fn char_event(&mut self, character: char, mods: KeyMods, _repeat: bool) {
        // Function keys arrive as characters of the private use area.
        let private = matches!(character, '\u{e000}'..='\u{f8ff}');
        // On Windows AltGr, which types letters of some layouts, is Ctrl and Alt.
        let is_alt_gr = cfg!(windows) && mods.ctrl && mods.alt;
        let is_shortcut = (mods.ctrl && !is_alt_gr) || mods.logo;
        if !(character.is_control() || private || is_shortcut) {
            self.events.push(Event::Text(character));
        }
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        let event = if repeat { Event::KeyRepeat } else { Event::KeyDown };
        self.events.push(event(code, mods));
    }

    fn key_up_event(&mut self, code: KeyCode, mods: KeyMods) {
        self.events.push(Event::KeyUp(code, mods));
    }

    fn window_minimized_event(&mut self) {
        self.events.push(Event::FocusLost);
    }

    fn window_restored_event(&mut self) {
        self.events.push(Event::FocusGained);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Vec2 = Vec2::new(3.0, 4.0);

    #[test]
    fn run_of_moves_is_thinned_and_keeps_its_last() {
        let moves = |count: u8| (1..=count).map(|x| Event::Move(Vec2::new(x.into(), 0.0)));
        let press = Event::Press(MouseButton::Left, AT);
        let thinned = thin(moves(100).chain([press]).chain(moves(3)).collect());
        assert_eq!(thinned.len(), MAX_MOVES + 1 + 3);
        assert_eq!(thinned[MAX_MOVES - 1], Event::Move(Vec2::new(100.0, 0.0)));
        assert_eq!(thinned[MAX_MOVES..], [press].into_iter().chain(moves(3)).collect::<Vec<_>>());
    }

    #[test]
    fn release_and_press_in_one_frame_both_stay() {
        let events = vec![Event::Release(MouseButton::Left, AT), Event::Press(MouseButton::Left, AT)];
        assert_eq!(correct_releases(events.clone(), |_| true), events);
        let events = vec![Event::Press(MouseButton::Left, AT), Event::Release(MouseButton::Left, AT)];
        assert_eq!(correct_releases(events.clone(), |_| false), events);
    }
}
