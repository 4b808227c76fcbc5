//! Events -> effects: pointer events go to the tools, keys to the table of controls, the rest to the camera.

use egui::{Order, pos2};
use glam::Vec2;
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton, TouchPhase};

use super::game::Game;
use super::input_state::{SpaceKey, is_ctrl_down, is_shift_down};
use crate::app::actions;
use crate::app::actions::{Action, CursorAction, KeyMode};
use crate::app::input::{Event, Holder, Wheel};
use crate::app::storage::Sender;
use crate::app::style::for_device;
use crate::app::ui::timebar;
use crate::sandbox::Command;
use crate::tool;
use crate::tool::{PointerEvent, Uncut};

/// Factor by which a notch of the wheel, or a key, zooms or scales.
pub(super) const NOTCH_FACTOR: f32 = 1.15;

impl Game {
    /// Handles one event. The interface takes pointer and keys first, except from a gesture that is going on.
    pub(super) fn handle(&mut self, event: Event) {
        self.input.note_device(&event);
        if matches!(event, Event::Press(..) | Event::KeyDown(..)) {
            self.ui.end_word_of_hiding();
        }
        match event {
            Event::Move(to) if self.keeps_cursor(to) => {}
            Event::Move(to) => {
                if self.input.is_panning {
                    self.view.pan(to - self.input.pointer);
                }
                self.input.pointer = to;
                self.point(tool::Action::Move);
            }
            Event::Press(button, at) => self.press(button, at),
            Event::Release(button, at) => self.release(button, at),
            Event::Touch(touch) => {
                let is_on_ui = self.is_on_ui(touch.at);
                if !self.touch_key_cap(touch, is_on_ui) {
                    self.touch(touch, is_on_ui);
                }
                self.input.was_released |= matches!(touch.phase, TouchPhase::Ended | TouchPhase::Cancelled);
            }
            Event::Wheel(Wheel { notch, .. }) => {
                if !self.is_on_ui(self.input.pointer) {
                    self.wheel(notch);
                }
            }
            Event::KeyDown(code, mods) => self.key_down(code, mods),
            Event::KeyUp(KeyCode::Space, _) => self.space_up(),
            Event::KeyUp(code, _) => {
                if self.release_machine_key(Holder::Key(code)) {
                    return;
                }
                if let Some(Action::Cursor(CursorAction::Move(arrow))) =
                    actions::action(code, false, false, KeyMode::Cursor)
                {
                    self.input.cursor.release(arrow);
                }
                let action = actions::action(code, false, false, KeyMode::Usual);
                self.playback.is_rewinding &= action != Some(Action::Rewind);
                let command = action.and_then(|action| self.input.scene_actions.released(action));
                self.act(command);
            }
            Event::FocusLost => {
                self.pacing.has_focus = false;
                self.end_gestures();
            }
            Event::FocusGained => self.pacing.has_focus = true,
            // Only text fields want them.
            Event::KeyRepeat(..) | Event::Text(_) => {}
        }
    }

    /// Ends every gesture: the release of what is held down now may never be reported.
    pub(super) fn end_gestures(&mut self) {
        self.playback.is_rewinding = false;
        let commands = self.input.end_gestures();
        self.act(commands);
    }

    /// Whether the keyboard's cursor stays although the mouse has moved to a place. If not, the mouse takes over.
    fn keeps_cursor(&mut self, to: Vec2) -> bool {
        if self.input.cursor.is_shown() && self.input.cursor.yields_to_mouse(to, self.view.camera.density) {
            self.hide_cursor();
        }
        self.input.cursor.is_shown()
    }

    fn press(&mut self, button: MouseButton, at: Vec2) {
        if self.input.cursor.is_shown() {
            self.hide_cursor();
        }
        self.input.pointer = at;
        match button {
            _ if self.is_on_ui(at) => self.ui.slider_undo.begin(&self.input.tools),
            MouseButton::Middle => self.input.is_panning = true,
            MouseButton::Left if self.input.space.is_down => {
                (self.input.is_panning, self.input.space.has_panned) = (true, true);
            }
            MouseButton::Left if self.press_key_cap(Holder::Pointer, at) => {}
            _ => self.button(button, tool::Action::Press),
        }
    }

    fn release(&mut self, button: MouseButton, at: Vec2) {
        self.input.pointer = at;
        self.input.was_released |= button == MouseButton::Left;
        match button {
            MouseButton::Left if self.release_machine_key(Holder::Pointer) => {}
            MouseButton::Middle => self.input.is_panning = false,
            MouseButton::Left if self.input.is_panning && !self.input.tools.is_busy() => self.input.is_panning = false,
            _ => self.button(button, tool::Action::Release),
        }
    }

    fn button(&mut self, button: MouseButton, action: impl Fn(tool::Button) -> tool::Action) {
        match button {
            MouseButton::Left => self.point(action(tool::Button::Left)),
            MouseButton::Right => self.point(action(tool::Button::Right)),
            MouseButton::Middle | MouseButton::Unknown => {}
        }
    }

    /// Gives the tools an event of the pointer at its present place.
    pub(super) fn point(&mut self, action: tool::Action) {
        self.send(self.input.pointer_event(action, &self.view.camera));
    }

    /// Gives the tools an event in world units, applies their commands and shows what they say.
    pub(super) fn send(&mut self, event: PointerEvent) {
        self.input.tools.set_shift(is_shift_down());
        self.input.tools.set_paused(self.playback.clock.paused);
        if matches!(event.action, tool::Action::Press(_)) {
            // The tool's hint, or why the last try did nothing.
            self.messages.clear_news();
        }
        let mut commands = Vec::new();
        let is_right_button = self.input.tools.is_of_right_button(event.action);
        let sender = Sender { tool: self.input.tools.active(), is_right_button, is_finger: event.finger };
        self.input.tools.handle(event, self.playback.sandbox(), &mut commands);
        self.act_for(Some(sender), commands);
        if let Some(message) = self.input.tools.take_message() {
            self.messages.say(for_device(&message, self.input.device).into_owned());
        }
        self.report_uncut();
    }

    /// Says why the scissors have cut nothing, if they met something.
    fn report_uncut(&mut self) {
        if let Some(uncut) = self.input.tools.take_uncut(self.playback.sandbox()) {
            let why = match uncut {
                Uncut::PinnedBar => "a bar between two pins is not cut: unpin one end first",
                Uncut::Obstacle => "obstacles are not cut: a right click with their tool removes one",
            };
            self.messages.say(for_device(why, self.input.device).into_owned());
        }
    }

    /// Applies commands of the user. The first one ends a replay.
    pub(super) fn act(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.act_for(None, commands);
    }

    /// The same for commands from the picture, which may be steps of the tutorial.
    fn act_for(&mut self, sender: Option<Sender>, commands: impl IntoIterator<Item = Command>) {
        for command in commands {
            if let Err(why) = self.sandbox().check_materials(&command) {
                self.messages.warn(why);
            }
            let before = self.sandbox().world().cut_link_count();
            self.playback.timeline.stop_replay();
            self.input.tools.forget_before_jump();
            self.playback.timeline.apply(command.clone());
            if matches!(command, Command::SetWalls(_) | Command::BackToBuild | Command::Reset) {
                self.move_walls();
            }
            let has_cut = self.sandbox().world().cut_link_count() > before;
            if let Some(sender) = sender {
                self.prefs.current.tutorial.record(&command, sender, has_cut);
            }
        }
    }

    /// Turns the wheel at the pointer by a notch up (1) or down (-1).
    pub(super) fn wheel(&mut self, notches: f32) {
        let factor = if notches > 0.0 { NOTCH_FACTOR } else { 1.0 / NOTCH_FACTOR };
        if is_ctrl_down() {
            self.input.tools.scale_scissors(factor);
        } else if let Some(command) = self.wheel_command(notches) {
            self.act([command]);
        } else {
            self.view.camera.zoom(self.input.pointer, factor);
        }
    }

    /// The command of the wheel for an obstacle, a blower or a weight under the pointer.
    pub(super) fn wheel_command(&mut self, notches: f32) -> Option<Command> {
        let event = self.input.pointer_event(tool::Action::Move, &self.view.camera);
        self.input.tools.set_shift(is_shift_down());
        self.input.tools.wheel(event, notches, self.playback.sandbox())
    }

    fn key_down(&mut self, code: KeyCode, mods: KeyMods) {
        let ctrl = mods.ctrl || (cfg!(target_os = "macos") && mods.logo);
        if code == KeyCode::Escape && self.egui.context().text_edit_focused() {
            self.ui.slider_undo.cancel_typing();
        }
        // Of the interface, only text fields have a use for keys with Ctrl: copy, paste, undo.
        let is_taken = if ctrl { self.egui.context().text_edit_focused() } else { self.interface_has_keyboard() };
        // Letters for the dialog's field must not act on the scene while the field has lost the keyboard.
        let is_taken = is_taken || self.files.dialog.is_some() && code != KeyCode::Escape;
        // Keys with Alt or the logo key belong to the system.
        let is_system = mods.alt || (mods.logo && !ctrl);
        if !(is_taken || is_system || ctrl) && self.press_machine_key(code) {
            return;
        }
        let mode = if self.input.cursor.is_shown() { KeyMode::Cursor } else { KeyMode::Usual };
        let action = actions::action(code, mods.shift, ctrl, mode);
        let moves_focus = |action: &Action| matches!(action, Action::PanelFocus | Action::TimeBarFocus);
        let is_for_game = |action: &Action| !is_taken || moves_focus(action) && self.files.dialog.is_none();
        if let Some(action) = action.filter(is_for_game).filter(|_| !is_system) {
            if code == KeyCode::Space && action == Action::Pause {
                self.input.space = SpaceKey { is_down: true, has_panned: false };
            } else {
                self.perform(action);
            }
        }
    }

    /// Pauses or continues, unless Space was down for a drag.
    fn space_up(&mut self) {
        let SpaceKey { is_down, has_panned } = std::mem::take(&mut self.input.space);
        if is_down && !has_panned {
            self.perform(Action::Pause);
        }
    }

    /// Whether a field of the interface has the keyboard, or will have it in the next frame.
    pub(super) fn interface_has_keyboard(&self) -> bool {
        self.egui.context().egui_wants_keyboard_input() || self.ui.panel.wants_focus()
    }

    /// Lets a Tab move on from the widget that had the keyboard last, unless something else was done since then. Call
    /// it before [`Self::is_tab_for_game`].
    pub(super) fn follow_focus(&mut self, event: &Event) {
        let is_free = !self.interface_has_keyboard();
        match event {
            Event::KeyDown(KeyCode::LeftShift | KeyCode::RightShift, _) => {}
            Event::KeyDown(KeyCode::Tab, _) if is_free && self.files.dialog.is_none() => {
                self.ui.panel.resume_focus(self.egui.context());
            }
            Event::KeyDown(code, _) if is_free || *code == KeyCode::Escape => self.ui.panel.forget_focus(),
            // egui takes the keyboard from a field when a press beside it is released.
            Event::Press(..) | Event::Release(..) | Event::Touch(_) => self.ui.panel.forget_focus(),
            _ => {}
        }
    }

    /// Whether an event is a Tab that hides the interface. egui would focus its first field.
    pub(super) fn is_tab_for_game(&self, event: &Event) -> bool {
        let is_tab = matches!(event, Event::KeyDown(KeyCode::Tab, _) | Event::KeyRepeat(KeyCode::Tab, _));
        is_tab && self.files.dialog.is_none() && !self.interface_has_keyboard()
    }

    /// Gives the keyboard to the panel, which is shown for it, or back to the picture.
    pub(super) fn toggle_panel_focus(&mut self) {
        if self.interface_has_keyboard() {
            self.ui.panel.drop_focus(self.egui.context());
        } else {
            self.ui.is_visible = true;
            self.ui.panel.take_focus();
        }
    }

    /// Gives the keyboard to the time bar, which is shown for it, or back to the picture.
    pub(super) fn toggle_time_bar_focus(&mut self) {
        self.ui.panel.forget_focus();
        self.ui.is_visible |= timebar::toggle_focus(self.egui.context());
    }

    /// Whether a place, physical pixels, belongs to the interface, or the interface holds the pointer.
    ///
    /// Tested by the place and not by egui's last pointer, because a fast pointer reaches the panel and presses within
    /// one frame. A hold of the last frame does not count after a release, because egui learns of it at the frame's
    /// end.
    pub(super) fn is_on_ui(&self, at: Vec2) -> bool {
        let context = self.egui.context();
        // Before egui's first frame nothing is shown.
        if context.cumulative_pass_nr() == 0 {
            return false;
        }
        let at = pos2(at.x, at.y) / context.pixels_per_point();
        let is_over = context.layer_id_at(at).is_some_and(|layer| layer.order != Order::Background);
        is_over || !self.ui.free.contains(at) || (context.egui_is_using_pointer() && !self.input.was_released)
    }
}
