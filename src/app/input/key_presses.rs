//! Presses of keys within a frame. While a frame is slow, presses and repeats of a key that is held or tapped wait in
//! the queue; handled one by one, they would act long after the key is up.

use std::time::Duration;

use macroquad::miniquad::KeyCode;

use super::Event;

/// Time of a frame's events beyond which another press of the same key is dropped.
const MAX_HANDLING_TIME: Duration = Duration::from_millis(100);

/// The keys that were pressed in a frame.
#[derive(Debug, Default)]
pub struct KeyPresses(Vec<KeyCode>);

impl KeyPresses {
    /// Whether an event should be handled, after the events of its frame before it took `elapsed`.
    pub fn admit(&mut self, event: &Event, elapsed: Duration) -> bool {
        let Event::KeyDown(code, _) = *event else { return true };
        let is_first = !self.0.contains(&code);
        if is_first {
            self.0.push(code);
        }
        is_first || elapsed < MAX_HANDLING_TIME
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::miniquad::KeyMods;

    #[test]
    fn slow_frame_handles_one_press_of_a_key() {
        let press = |code| Event::KeyDown(code, KeyMods::default());
        let mut presses = KeyPresses::default();
        let slow = 2 * MAX_HANDLING_TIME;
        assert!(presses.admit(&press(KeyCode::Z), Duration::ZERO));
        assert!(presses.admit(&press(KeyCode::Z), Duration::ZERO), "a quick frame handles all");
        assert!(!presses.admit(&press(KeyCode::Z), slow));
        assert!(presses.admit(&press(KeyCode::Y), slow));
        assert!(!presses.admit(&press(KeyCode::Y), slow));
        assert!(presses.admit(&Event::KeyUp(KeyCode::Z, KeyMods::default()), slow), "or the key would stay down");
        assert!(KeyPresses::default().admit(&press(KeyCode::Z), slow));
    }
}
