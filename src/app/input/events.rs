//! What the user did since the last frame, in order.
//!
//! macroquad's own queries keep only the last state of a frame: a flick that begins and ends within one would be a dot.
//! So we take every event from its queue, and mend what X11 gets wrong at the window's edge.

use glam::Vec2;
use macroquad::{
    input::{
        is_mouse_button_down, simulate_mouse_with_touch,
        utils::{register_input_subscriber, repeat_all_miniquad_input},
    },
    miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase},
};

use super::touch::Touch;

/// One event; places in physical pixels from the window's upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The pointer moved here.
    Move(Vec2),
    /// A button went down here.
    Press(MouseButton, Vec2),
    /// A button came up here.
    Release(MouseButton, Vec2),
    /// The wheel turned, up (1) or down (-1), so many notches.
    Wheel(f32),
    /// A finger did something.
    Touch(Touch),
    /// A key went down, once: repeats are left out.
    KeyDown(KeyCode, KeyMods),
    /// A key came up.
    KeyUp(KeyCode),
    /// Something else has the keyboard now; whatever is held down, its end will not be told.
    FocusLost,
    /// The window has the keyboard again.
    FocusGained,
}

/// Collects events from macroquad's queue.
#[derive(Debug)]
pub struct Input {
    subscriber: usize,
    queue: Queue,
}

#[derive(Debug, Default)]
struct Queue {
    events: Vec<Event>,
    typed: Vec<char>,
}

impl Input {
    /// Starts collecting; the window must be open.
    #[must_use]
    pub fn new() -> Self {
        // Else fingers would be told of twice: as they are, and as a mouse.
        simulate_mouse_with_touch(false);
        Self { subscriber: register_input_subscriber(), queue: Queue::default() }
    }

    /// All events since the last call.
    pub fn take(&mut self) -> Vec<Event> {
        repeat_all_miniquad_input(&mut self.queue, self.subscriber);
        thin(mend_edges(std::mem::take(&mut self.queue.events), is_mouse_button_down))
    }

    /// All that was typed since the last call, for fields: egui's binding loses the first letter after Ctrl, for it
    /// believes Ctrl to be down until the next key, and X11 tells of the letter before it tells of the key.
    pub fn typed(&mut self) -> Vec<char> {
        std::mem::take(&mut self.queue.typed)
    }
}

/// So many frames are drawn after the last thing that happened: what it leads to may need a second one.
pub const LAST_FRAMES: u32 = 4;

/// Most moves between two other events of a frame: more make recordings longer and strokes no smoother.
const MOST_MOVES: usize = 8;

/// Leaves out evenly what is beyond [`MOST_MOVES`] of a run of moves; its last stays.
fn thin(events: Vec<Event>) -> Vec<Event> {
    let runs = events.chunk_by(|a, b| matches!((a, b), (Event::Move(_), Event::Move(_))));
    let kept = |run: &[Event]| -> Vec<Event> {
        let count = run.len().min(MOST_MOVES);
        (1..=count).map(|i| run[run.len() * i / count - 1]).collect()
    };
    runs.flat_map(kept).collect()
}

/// When a pointer comes back into the window, macroquad tells of a release: of the button that is still down (which is
/// false: the drag goes on) or of an unknown one (no button is down any more: what was dragged was let go outside).
fn mend_edges(events: Vec<Event>, is_down: impl Fn(MouseButton) -> bool) -> Vec<Event> {
    let mut mended = Vec::with_capacity(events.len());
    for (index, &event) in events.iter().enumerate() {
        let pressed_later = |button| {
            events[index + 1..].iter().any(|event| matches!(event, Event::Press(other, _) if *other == button))
        };
        match event {
            Event::Release(MouseButton::Unknown, at) => {
                let lost = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
                mended.extend(lost.map(|button| Event::Release(button, at)));
            }
            Event::Release(button, at) if is_down(button) && !pressed_later(button) => mended.push(Event::Move(at)),
            event => mended.push(event),
        }
    }
    mended
}

impl EventHandler for Queue {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::Move(Vec2::new(x, y)));
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        if y != 0.0 {
            // By sign: X11 gives 1 a notch, Windows 120, a touchpad anything.
            self.events.push(Event::Wheel(y.signum()));
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

    fn char_event(&mut self, letter: char, mods: KeyMods, _repeat: bool) {
        // Function keys come as letters for private use.
        let private = matches!(letter, '\u{e000}'..='\u{f8ff}');
        if !(letter.is_control() || private || mods.ctrl || mods.logo) {
            self.typed.push(letter);
        }
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        if !repeat {
            self.events.push(Event::KeyDown(code, mods));
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _mods: KeyMods) {
        self.events.push(Event::KeyUp(code));
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
    fn a_drag_survives_leaving_the_window() {
        let back = mend_edges(vec![Event::Release(MouseButton::Left, AT)], |button| button == MouseButton::Left);
        assert_eq!(back, [Event::Move(AT)]);
    }

    #[test]
    fn a_drag_that_ended_outside_ends_on_return() {
        let back = mend_edges(vec![Event::Release(MouseButton::Unknown, AT)], |_| false);
        assert!(back.contains(&Event::Release(MouseButton::Left, AT)));
    }

    #[test]
    fn a_fast_mouse_is_thinned_and_ends_where_it_is() {
        let moves = |count: u8| (1..=count).map(|x| Event::Move(Vec2::new(x.into(), 0.0)));
        let press = Event::Press(MouseButton::Left, AT);
        let thinned = thin(moves(100).chain([press]).chain(moves(3)).collect());
        assert_eq!(thinned.len(), MOST_MOVES + 1 + 3);
        assert_eq!(thinned[MOST_MOVES - 1], Event::Move(Vec2::new(100.0, 0.0)));
        assert_eq!(thinned[MOST_MOVES..], [press].into_iter().chain(moves(3)).collect::<Vec<_>>());
    }

    #[test]
    fn a_release_and_a_press_in_one_frame_stay_two() {
        let events = vec![Event::Release(MouseButton::Left, AT), Event::Press(MouseButton::Left, AT)];
        assert_eq!(mend_edges(events.clone(), |_| true), events);
        let events = vec![Event::Press(MouseButton::Left, AT), Event::Release(MouseButton::Left, AT)];
        assert_eq!(mend_edges(events.clone(), |_| false), events);
    }
}
