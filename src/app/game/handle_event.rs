//! Events -> what they do: pointer events to the tools, keys by the table of controls, the rest to the camera.

use egui_macroquad::egui;
use glam::Vec2;
use macroquad::{
    input::is_key_down,
    miniquad::{KeyCode, KeyMods, MouseButton, TouchPhase},
};

use super::game::Game;
use crate::{
    app::{
        actions::{self, Action, Request},
        input::Event,
        style::{InputDevice, for_device},
        ui::dialog::Purpose,
    },
    physics::Settings,
    sandbox::{Command, Ghost},
    scene::{self, NamedScene, Rival},
    tool::{self, PointerEvent, Tool, Uncut},
};

fn is_shift_down() -> bool {
    is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift)
}

/// A notch of the wheel zooms by this.
const ZOOM: f32 = 1.15;

impl Game {
    /// One event.
    pub fn handle(&mut self, event: Event) {
        // What egui wants does not reach the tools; a gesture that is going on is not taken from them.
        let mut keys_taken = false;
        egui_macroquad::cfg(|context| keys_taken = context.wants_keyboard_input());
        // Keys say nothing of it: those of a device without any are on its screen.
        match event {
            Event::Touch(_) => self.by = InputDevice::Fingers,
            Event::Move(_) | Event::Press(..) | Event::Wheel(_) => self.by = InputDevice::Mouse,
            _ => {}
        }
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
                    _ if self.interface_takes(at) => self.before_slider = self.settable(),
                    MouseButton::Middle => self.panning = true,
                    _ => self.button(button, tool::Action::Press),
                }
            }
            Event::Release(button, at) => {
                self.pointer = at;
                self.lifted |= button == MouseButton::Left;
                match button {
                    MouseButton::Middle => self.panning = false,
                    _ => self.button(button, tool::Action::Release),
                }
            }
            Event::Touch(touch) => {
                let interface = self.interface_takes(touch.at);
                self.touch(touch, interface);
                self.lifted |= matches!(touch.phase, TouchPhase::Ended | TouchPhase::Cancelled);
            }
            Event::Wheel(_) if self.interface_takes(self.pointer) => {}
            Event::Wheel(notches) => self.wheel(notches),
            // Letters that are meant for a name are not to reset the scene, though the field may have lost the keyboard.
            Event::KeyDown(code, _) if self.files.dialog.is_some() && code != KeyCode::Escape => {}
            Event::KeyDown(code, mods) if !keys_taken => self.key(code, mods),
            Event::KeyDown(..) => {}
            Event::KeyUp(code) => {
                let action = actions::action(code, false, false);
                self.rewinding &= action != Some(Action::Rewind);
                let released = action.and_then(|action| self.keys.released(action));
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
    pub(super) fn lose_focus(&mut self) {
        self.panning = false;
        self.rewinding = false;
        let mut commands = Vec::new();
        self.tools.cancel(&mut commands);
        commands.extend(self.keys.release_all());
        commands.extend(self.drop_fingers());
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
        let event =
            PointerEvent { action, at, pixel: self.camera.metres(1.0), finger: self.by == InputDevice::Fingers };
        self.tools.set_shift(is_shift_down());
        let mut commands = Vec::new();
        self.tools.handle(event, self.timeline.sandbox(), &mut commands);
        self.act(commands);
        self.tell_of_uncut();
    }

    /// Says why a stroke of the scissors has cut nothing, where it met something.
    pub(super) fn tell_of_uncut(&mut self) {
        if let Some(uncut) = self.tools.take_uncut(self.timeline.sandbox()) {
            let why = match uncut {
                Uncut::PinnedBar => "a bar between two pins is not cut: take a pin out first",
                Uncut::Obstacle => "obstacles are not cut: a right click with their tool (7) removes one",
            };
            self.say(for_device(why, self.by).into_owned());
        }
    }

    /// Carries commands out. From the user's first command on, a replay is over.
    pub(super) fn act(&mut self, commands: impl IntoIterator<Item = Command>) {
        for command in commands {
            let before = self.sandbox().world().cut_links();
            self.timeline.stop_replay();
            self.timeline.apply(command.clone());
            let cut = self.sandbox().world().cut_links() > before;
            self.learnt.note(&command, self.tools.active(), cut);
        }
    }

    fn wheel(&mut self, notches: f32) {
        if is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl) {
            self.tools.scale_scissors(if notches > 0.0 { ZOOM } else { 1.0 / ZOOM });
        } else if let Some(command) = self.drive_under_pointer(notches) {
            self.act([command]);
        } else {
            self.camera.zoom(self.pointer, if notches > 0.0 { ZOOM } else { 1.0 / ZOOM });
        }
    }

    /// What the wheel does to an obstacle, a blower or a weight under the pointer.
    pub(super) fn drive_under_pointer(&mut self, notches: f32) -> Option<Command> {
        let (at, pixel) = (self.camera.to_world(self.pointer), self.camera.metres(1.0));
        let event = PointerEvent { action: tool::Action::Move, at, pixel, finger: self.by == InputDevice::Fingers };
        self.tools.set_shift(is_shift_down());
        self.tools.wheel(event, notches, self.timeline.sandbox())
    }

    fn key(&mut self, code: KeyCode, mods: KeyMods) {
        let ctrl = mods.ctrl || (cfg!(target_os = "macos") && mods.logo);
        // Keys with Alt and the like are somebody else's.
        let others = mods.alt || (mods.logo && !ctrl);
        if let Some(action) = actions::action(code, mods.shift, ctrl).filter(|_| !others) {
            self.perform(action);
        }
    }

    /// What a key does, or the button that stands for it.
    pub(super) fn perform(&mut self, action: Action) {
        if let Some(command) = self.keys.command(action, self.timeline.sandbox()) {
            if command == Command::Reset {
                // What is held, and which keys are down, belongs to what was there before.
                self.lose_focus();
                self.painter.forget();
            }
            self.act([command]);
            return;
        }
        match action {
            Action::Choose(tool) => self.choose(tool),
            Action::NextObstacle => self.choose(self.tools.active().next_obstacle()),
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
            Action::Panel => self.panel.toggle(),
            Action::NextView => self.style = self.style.next_view(),
            Action::Theme => self.style = self.style.other_theme(),
            Action::Plot(chart) => self.measurements.charts.toggle(chart),
            Action::Plots => self.measurements.charts.toggle_all(),
            Action::Scene(by) => self.open(scene::neighbour(&self.sandbox().scene().name, by)),
            Action::FullScreen => self.watch.toggle_full_screen(),
            Action::Help => self.help = !self.help,
            Action::Undo | Action::Redo => self.travel(action),
            Action::Rewind => {
                self.lose_focus();
                self.rewinding = true;
            }
            Action::Screenshot => self.shoot = true,
            Action::Save => self.ask_for_file(Purpose::Save),
            Action::Open => self.ask_for_file(Purpose::Open),
            Action::Animation => self.animate(),
            Action::Escape => self.escape(),
            // These have a command in every scene, or mean nothing in this one.
            Action::Reset
            | Action::RandomAnchors
            | Action::ReverseGravity
            | Action::Arrow(_)
            | Action::Compare
            | Action::HeldEnd(_)
            | Action::GravityOff => {}
        }
    }

    /// What the panel was asked for: by the same ways as the keys.
    pub(super) fn fulfil(&mut self, request: Request) {
        match request {
            Request::Do(action) => self.perform(action),
            Request::Command(command) => self.act([command]),
            Request::Style(style) => self.style = style,
            Request::Scale(scale) => self.scale = scale,
            Request::NormalSpeed => self.clock.normal_speed(),
            Request::Slide(on) => self.tools.set_slides(on),
            Request::Scissors(radius) => self.tools.size_scissors(radius),
            Request::Open(name) => self.open(scene::named(name)),
            Request::File(request) => self.fulfil_file(request),
            Request::Background(on) => self.background = on,
            Request::Memory(memory) => self.set_memory(memory),
            Request::Charts(charts) => self.measurements.charts = charts,
            Request::Seek(step) => {
                if !self.timeline.is_looking_back() {
                    self.lose_focus();
                }
                // Where it was drawn to it stays, to be looked at.
                self.clock.paused = true;
                self.timeline.seek(step);
                self.painter.forget();
            }
        }
    }

    /// Undo or redo. A gesture that is going on is taken back with the rest.
    fn travel(&mut self, way: Action) {
        self.lose_focus();
        if way == Action::Undo {
            self.timeline.undo()
        } else {
            self.timeline.redo()
        };
        self.painter.forget();
        self.move_walls();
    }

    fn choose(&mut self, tool: Tool) {
        let mut commands = Vec::new();
        self.tools.choose(tool, &mut commands);
        self.act(commands);
    }

    fn escape(&mut self) {
        if self.files.dialog.take().is_some() {
            // Nothing else: one thing a press.
        } else if self.help {
            self.help = false;
        } else if self.let_go_of_slider() {
            // As with any other gesture.
        } else if self.tools.is_busy() {
            let mut commands = Vec::new();
            self.tools.cancel(&mut commands);
            self.act(commands);
        } else {
            self.choose(Tool::Grab);
        }
    }

    /// Whether something of the panel is in hand: egui lets it go at Escape, and what it has set goes back.
    fn let_go_of_slider(&mut self) -> bool {
        egui_macroquad::cfg(|context| self.put_back = context.dragged_id().is_some());
        self.put_back
    }

    /// What sliders of the panel set: the world's settings, and the ghost's.
    fn settable(&self) -> (Settings, Option<Rival>) {
        let sandbox = self.sandbox();
        (*sandbox.world().settings(), sandbox.ghost().map(Ghost::rival))
    }

    /// Puts back what a slider has set that was let go: after the interface's frame, in which it still follows the pointer.
    pub(super) fn put_slider_back(&mut self) {
        if !std::mem::take(&mut self.put_back) {
            return;
        }
        let (settings, ghost) = self.settable();
        let (before, ghost_before) = self.before_slider.clone();
        if before != settings {
            self.act([Command::SetSettings(Box::new(before))]);
        }
        if ghost_before != ghost {
            self.act([Command::SetGhost(ghost_before.map(Box::new))]);
        }
    }

    fn open(&mut self, scene: Option<NamedScene>) {
        if let Some(scene) = scene {
            let mut commands = Vec::new();
            self.tools.cancel(&mut commands);
            commands.extend(self.keys.release_all());
            commands.push(Command::Open(Box::new(scene)));
            self.act(commands);
        }
    }

    /// Whether the pointer at this place, pixels, is the interface's. By the place itself and not by where egui last saw the
    /// pointer: a fast hand is over the panel and presses within one frame. Nor by what egui last had in hand, once that was
    /// let go: it is told at the end of the frame, and where frames are slow the next press is in the same one.
    fn interface_takes(&self, at: Vec2) -> bool {
        let mut takes = false;
        egui_macroquad::cfg(|context| {
            // Before egui's first frame nothing is shown.
            if context.cumulative_pass_nr() == 0 {
                return;
            }
            let at = at / context.pixels_per_point();
            let at = egui::pos2(at.x, at.y);
            let over = context.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
                || !context.available_rect().contains(at);
            takes = over || (context.is_using_pointer() && !self.lifted);
        });
        takes
    }
}
