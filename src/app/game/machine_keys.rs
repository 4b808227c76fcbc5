//! Keys of machines: while time runs, a bound key and its cap in the picture work the machines.

use glam::Vec2;
use macroquad::miniquad::{KeyCode, TouchPhase};

use super::game::Game;
use crate::app::actions::{cap_of, machine_keys};
use crate::app::input::{Holder, Touch, bound_key, bound_keys};
use crate::app::style::InputDevice;
use crate::view::KeyCap;

/// Reach of the pointer beside a cap, logical pixels.
const POINTER_REACH: f32 = 1.0;

/// Reach of a finger beside a cap, logical pixels.
const FINGER_REACH: f32 = 12.0;

/// Maximum number of keys that the status line names.
const MAX_NAMED: usize = 6;

impl Game {
    /// Whether keys work machines: time runs forward.
    fn works_machines(&self) -> bool {
        !self.playback.clock.paused && !self.playback.is_rewinding
    }

    /// Presses a key for the machines that are bound to it. Returns whether there are some.
    pub(super) fn press_machine_key(&mut self, code: KeyCode) -> bool {
        let world = self.playback.sandbox().world();
        let key = bound_key(machine_keys(code), world).filter(|_| self.works_machines());
        key.is_some_and(|key| self.hold(Holder::Key(code), key))
    }

    /// Presses the cap at a place, physical pixels. Returns whether there is one.
    pub(super) fn press_key_cap(&mut self, holder: Holder, at: Vec2) -> bool {
        let (reach, camera) =
            (if let Holder::Finger(_) = holder { FINGER_REACH } else { POINTER_REACH }, self.view.camera);
        let key = KeyCap::at(&self.view.draw_data.key_caps, camera.to_world(at), camera.metres(reach));
        key.filter(|_| self.works_machines()).is_some_and(|key| self.hold(holder, key))
    }

    fn hold(&mut self, holder: Holder, key: char) -> bool {
        let command = self.input.machine_keys.hold(holder, key);
        self.act(command);
        true
    }

    /// Lets a key of machines go, also while time stands still. Returns whether one was held by this.
    pub(super) fn release_machine_key(&mut self, holder: Holder) -> bool {
        let released = self.input.machine_keys.release(holder);
        released.map(|command| self.act(command)).is_some()
    }

    /// Handles a finger that is on a cap. Returns whether it is.
    pub(super) fn touch_key_cap(&mut self, Touch { phase, id, at }: Touch, is_on_ui: bool) -> bool {
        match phase {
            TouchPhase::Started => !is_on_ui && self.press_key_cap(Holder::Finger(id), at),
            TouchPhase::Ended | TouchPhase::Cancelled => self.release_machine_key(Holder::Finger(id)),
            TouchPhase::Moved => self.input.machine_keys.is_holding(Holder::Finger(id)),
        }
    }

    /// What the keys of machines do now, for the status line.
    pub(super) fn machine_hint(&self) -> Option<String> {
        let keys = bound_keys(self.sandbox().world());
        if keys.is_empty() {
            return None;
        }
        if self.input.device == InputDevice::Fingers {
            return self.works_machines().then(|| "touch the keys: they work machines".to_owned());
        }
        let names: Vec<String> = keys.iter().take(MAX_NAMED).map(|&key| cap_of(key).to_string()).collect();
        let more = if keys.len() > MAX_NAMED { " …" } else { "" };
        let (noun, verb) = if keys.len() == 1 { ("key", "works") } else { ("keys", "work") };
        let whose = if self.works_machines() { "machines" } else { "the program" };
        Some(format!("{noun} {}{more} {verb} {whose}", names.join(" ")))
    }
}
