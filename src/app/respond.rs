//! Events -> what they do: pointer events to the tools, keys by the table of controls, the rest to the camera.

use macroquad::{
    input::is_key_down,
    miniquad::{KeyCode, KeyMods, MouseButton},
};

use super::{
    controls::{self, Action},
    game::Game,
    input::Event,
};
use crate::{
    sandbox::Command,
    scene,
    tool::{self, PointerEvent, Tool},
};

/// A notch of the wheel zooms by this.
const ZOOM: f32 = 1.15;

impl Game {
    /// One event.
    pub fn handle(&mut self, event: Event) {
        // What egui wants does not reach the tools; a gesture that is going on is not taken from them.
        let (mut pointer_taken, mut keys_taken) = (false, false);
        egui_macroquad::cfg(|context| {
            pointer_taken = context.is_pointer_over_area() || context.wants_pointer_input();
            keys_taken = context.wants_keyboard_input();
        });
        match event {
            Event::Move(at) => {
                if self.panning {
                    self.camera.pan(at - self.pointer);
                }
                self.pointer = at;
                self.point(tool::Action::Move);
            }
            Event::Press(button, at) => {
                self.pointer = at;
                match button {
                    _ if pointer_taken => {}
                    MouseButton::Middle => self.panning = true,
                    _ => self.button(button, tool::Action::Press),
                }
            }
            Event::Release(button, at) => {
                self.pointer = at;
                match button {
                    MouseButton::Middle => self.panning = false,
                    _ => self.button(button, tool::Action::Release),
                }
            }
            Event::Wheel(_) if pointer_taken => {}
            Event::Wheel(notches) => self.wheel(notches),
            Event::KeyDown(code, mods) if !keys_taken => self.key(code, mods),
            Event::KeyDown(..) => {}
            Event::KeyUp(code) => {
                let released = controls::action(code, false).and_then(|action| self.keys.released(action));
                self.act(released);
            }
            Event::FocusLost => {
                self.unfocused = true;
                self.lose_focus();
            }
            Event::FocusGained => self.unfocused = false,
        }
    }

    /// Ends every gesture: what is held down now, its end will not be told.
    fn lose_focus(&mut self) {
        self.panning = false;
        let mut commands = Vec::new();
        self.tools.cancel(&mut commands);
        commands.extend(self.keys.release_all());
        self.act(commands);
    }

    fn button(&mut self, button: MouseButton, action: impl Fn(tool::Button) -> tool::Action) {
        match button {
            MouseButton::Left => self.point(action(tool::Button::Left)),
            MouseButton::Right => self.point(action(tool::Button::Right)),
            MouseButton::Middle | MouseButton::Unknown => {}
        }
    }

    /// Tells the tools of the pointer, and does what they make of it.
    pub(super) fn point(&mut self, action: tool::Action) {
        let at = self.camera.to_world(self.pointer);
        let event = PointerEvent { action, at, pixel: self.camera.metres(1.0) };
        let mut commands = Vec::new();
        self.tools.handle(event, self.timeline.sandbox(), &mut commands);
        self.act(commands);
    }

    /// Carries commands out. From the user's first command on, a replay is over.
    fn act(&mut self, commands: impl IntoIterator<Item = Command>) {
        for command in commands {
            self.timeline.take_over();
            self.timeline.apply(command);
        }
    }

    fn wheel(&mut self, notches: f32) {
        if is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl) {
            self.tools.scale_scissors(if notches > 0.0 { ZOOM } else { 1.0 / ZOOM });
        } else {
            self.camera.zoom(self.pointer, if notches > 0.0 { ZOOM } else { 1.0 / ZOOM });
        }
    }

    fn key(&mut self, code: KeyCode, mods: KeyMods) {
        // Keys with Ctrl, Alt and the like are somebody else's.
        let plain = !(mods.ctrl || mods.alt || mods.logo);
        let Some(action) = controls::action(code, mods.shift).filter(|_| plain) else { return };
        if let Some(command) = self.keys.command(action, self.timeline.sandbox()) {
            if command == Command::Reset {
                // What is held, and which keys are down, belongs to what was there before.
                self.lose_focus();
            }
            self.act([command]);
            return;
        }
        match action {
            Action::Choose(tool) => self.choose(tool),
            Action::SmallerScissors => self.tools.scale_scissors(1.0 / ZOOM),
            Action::LargerScissors => self.tools.scale_scissors(ZOOM),
            Action::Pause => self.clock.paused = !self.clock.paused,
            Action::SingleStep => self.clock.single_step(),
            Action::Slower => self.clock.slower(),
            Action::Faster => self.clock.faster(),
            Action::Fit => {
                self.camera.fit();
                self.move_walls();
            }
            Action::Interface => self.interface = !self.interface,
            Action::Scene(by) => self.open(by),
            Action::Help => self.help = !self.help,
            Action::Escape => self.escape(),
            // These have a command in every scene, or mean nothing in this one.
            Action::Reset
            | Action::RandomAnchors
            | Action::ReverseGravity
            | Action::Arrow(_)
            | Action::HeldEnd(_)
            | Action::GravityOff => {}
        }
    }

    fn choose(&mut self, tool: Tool) {
        let mut commands = Vec::new();
        self.tools.choose(tool, &mut commands);
        self.act(commands);
    }

    fn escape(&mut self) {
        if self.help {
            self.help = false;
        } else if self.tools.is_busy() {
            let mut commands = Vec::new();
            self.tools.cancel(&mut commands);
            self.act(commands);
        } else {
            self.choose(Tool::Grab);
        }
    }

    fn open(&mut self, by: isize) {
        if let Some(scene) = scene::neighbour(&self.sandbox().scene().name, by) {
            let mut commands = Vec::new();
            self.tools.cancel(&mut commands);
            commands.extend(self.keys.release_all());
            commands.push(Command::Open(Box::new(scene)));
            self.act(commands);
        }
    }
}
