//! What fingers do.

use glam::Vec2;

use super::game::Game;
use crate::{
    app::input::{Touch, TouchAction, TouchContext, WIDER},
    host::Instant,
    sandbox::Command,
    tool::{self, Button, PointerEvent, Tool},
};

impl Game {
    /// One event of a finger.
    pub(super) fn touch(&mut self, touch: Touch, interface: bool) {
        let (at, pixel) = (self.camera.to_world(touch.at), self.camera.metres(WIDER));
        let finger = PointerEvent { action: tool::Action::Move, at, pixel, finger: true };
        let tool = self.tools.active();
        let around = TouchContext {
            interface,
            point: finger.nearest(self.sandbox()),
            grabs: tool == Tool::Grab,
            taps: matches!(tool, Tool::Grab | Tool::Weight | Tool::Wind) || tool.is_for_obstacles(),
            turns: self.tools.has_wheel(),
            density: self.camera.density,
        };
        for deed in self.fingers.take(touch, around, Instant::now()) {
            self.carry_out(deed);
        }
    }

    fn carry_out(&mut self, deed: TouchAction) {
        match deed {
            TouchAction::Press(at) => self.finger(tool::Action::Press(Button::Left), at),
            TouchAction::Move(at) => self.finger(tool::Action::Move, at),
            TouchAction::Release(at) => {
                self.finger(tool::Action::Release(Button::Left), at);
                self.away();
            }
            TouchAction::Cancel => {
                let mut commands = Vec::new();
                self.tools.cancel(&mut commands);
                self.act(commands);
                self.away();
            }
            TouchAction::Hold(hand, particle, at) => {
                self.act([Command::Hold { hand, particle, at: self.camera.to_world(at) }])
            }
            TouchAction::Lead(hand, to) => self.act([Command::MoveHand { hand, to: self.camera.to_world(to) }]),
            TouchAction::LetGo(hand) => self.act([Command::Release { hand }]),
            TouchAction::Pan(by) => self.camera.pan(by),
            TouchAction::Zoom(at, factor) => self.camera.zoom(at, factor),
            TouchAction::Turn(at, notches) => {
                self.pointer = at;
                let command = self.drive_under_pointer(notches);
                self.act(command);
            }
            TouchAction::Pin(at) => {
                self.finger(tool::Action::Press(Button::Right), at);
                self.finger(tool::Action::Release(Button::Right), at);
                self.away();
            }
        }
    }

    /// Tells the tools of a finger.
    fn finger(&mut self, action: tool::Action, at: Vec2) {
        self.pointer = at;
        // Strokes are as wide as they are drawn; what is taken may be further away.
        let takes =
            matches!(self.tools.active(), Tool::Grab | Tool::Pin | Tool::Weight) && action != tool::Action::Move;
        let pixel = self.camera.metres(if takes { WIDER } else { 1.0 });
        let event = PointerEvent { action, at: self.camera.to_world(at), pixel, finger: true };
        let mut commands = Vec::new();
        self.tools.handle(event, self.timeline.sandbox(), &mut commands);
        self.act(commands);
        self.tell_of_uncut();
    }

    /// Nothing points anywhere any more: what was under the finger is not marked.
    fn away(&mut self) {
        self.pointer = Vec2::splat(-1e5);
        self.point(tool::Action::Move);
    }

    /// Lets go of what fingers hold; those that are still down are for nothing.
    pub(super) fn drop_fingers(&mut self) -> Vec<Command> {
        let hands = self.fingers.release_hands().into_iter();
        hands.map(|hand| Command::Release { hand }).collect()
    }
}
