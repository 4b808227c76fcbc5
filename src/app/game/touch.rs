//! Gestures of fingers -> effects.

use glam::Vec2;

use super::game::Game;
use super::input_state::FAR_AWAY;
use crate::app::input::{FINGER_REACH, Touch, TouchAction, TouchContext};
use crate::host::Instant;
use crate::sandbox::Command;
use crate::tool;
use crate::tool::{Button, PointerEvent, Tool};

impl Game {
    /// Handles one event of a finger.
    pub(super) fn touch(&mut self, touch: Touch, is_on_ui: bool) {
        let (at, pixel) = (self.view.camera.to_world(touch.at), self.view.camera.metres(FINGER_REACH));
        let finger = PointerEvent { action: tool::Action::Move, at, pixel, finger: true };
        let tool = self.input.tools.active();
        let context = TouchContext {
            is_on_ui,
            particle: finger.nearest(self.sandbox()),
            is_grab_tool: tool == Tool::Grab,
            is_on_object: self.input.tools.has_object_under(finger, self.playback.sandbox()),
            has_double_tap: tool.info().has_double_tap,
            has_long_touch: tool.info().has_long_touch,
            has_wheel: self.input.tools.has_wheel(),
            density: self.view.camera.density,
        };
        for action in self.input.touch.take(touch, context, Instant::now()) {
            self.perform_touch(action);
        }
    }

    /// Selects the thing under a finger that has rested for a while.
    pub(super) fn follow_long_touch(&mut self) {
        if let Some(action) = self.input.touch.long_touch(Instant::now()) {
            self.perform_touch(action);
        }
    }

    fn perform_touch(&mut self, action: TouchAction) {
        match action {
            TouchAction::Press(at) => self.finger(tool::Action::Press(Button::Left), at),
            TouchAction::Move(to) => self.finger(tool::Action::Move, to),
            TouchAction::Release(at) => {
                self.finger(tool::Action::Release(Button::Left), at);
                self.move_pointer_away();
            }
            TouchAction::Cancel => {
                let mut commands = Vec::new();
                self.input.tools.cancel(&mut commands);
                self.act(commands);
                self.move_pointer_away();
            }
            TouchAction::Grab { grab, particle, at } => {
                self.act([Command::Grab { grab, particle, at: self.view.camera.to_world(at) }]);
            }
            TouchAction::MoveGrab { grab, to } => {
                self.act([Command::MoveGrab { grab, to: self.view.camera.to_world(to) }]);
            }
            TouchAction::ReleaseGrab { grab } => self.act([Command::Release { grab }]),
            TouchAction::Pan(by) => self.view.pan(by),
            TouchAction::Zoom { at, factor } => self.view.camera.zoom(at, factor),
            TouchAction::Wheel { at, notches } => {
                self.input.pointer = at;
                let command = self.wheel_command(notches);
                self.act(command);
            }
            TouchAction::LongTouch(at) => {
                let (at, pixel) = (self.view.camera.to_world(at), self.view.camera.metres(FINGER_REACH));
                let event = PointerEvent { action: tool::Action::Move, at, pixel, finger: true };
                let mut commands = Vec::new();
                if self.input.tools.hold(event, self.playback.sandbox(), &mut commands) {
                    self.input.touch.drop_tool();
                }
                self.act(commands);
            }
            TouchAction::DoubleTap(at) => {
                self.finger(tool::Action::Press(Button::Right), at);
                self.finger(tool::Action::Release(Button::Right), at);
                self.move_pointer_away();
            }
        }
    }

    /// Gives the tools an event of a finger.
    fn finger(&mut self, action: tool::Action, at: Vec2) {
        self.input.pointer = at;
        // Strokes are as wide as they are drawn; particles may be farther away.
        let takes_particle = self.input.tools.active().info().takes_particle && action != tool::Action::Move;
        let pixel = self.view.camera.metres(if takes_particle { FINGER_REACH } else { 1.0 });
        self.send(PointerEvent { action, at: self.view.camera.to_world(at), pixel, finger: true });
    }

    /// Moves the pointer far away when the last finger has left, so that nothing stays marked.
    fn move_pointer_away(&mut self) {
        self.input.pointer = FAR_AWAY;
        self.point(tool::Action::Move);
    }
}
