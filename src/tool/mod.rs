//! The tools: pointer events in, commands out.
//!
//! Each tool has a file of its own and implements `Behaviour`. A press of the left button starts a `Gesture`, which
//! follows the pointer until the button is released. The right button does the same in every tool, except where a tool
//! has a click of its own. To add a tool, write its file, declare it here, and name it in the list of `kind.rs`.
//!
//! | File | Holds |
//! |---|---|
//! | `kind`, `group` | the list of all tools; their groups |
//! | `behaviour` | the interfaces of a tool and of a gesture, and the state that tools share |
//! | `grab`, `scissors`, `pin`, `obstacle`, `weight`, `blower` | one kind of tool each |
//! | `part/` | the tools that build ropes, nets, planks, wheels, winches and other parts |
//! | `motor` | motors on axles |
//! | `options` | the options of tools, such as the slack of a rope |
//! | `select`, `selection` | the select tool; the selection, and its box |
//! | `placement` | moving, turning and scaling the selection |
//! | `joint` | hinges, axles, and anchors on obstacles |
//! | `object` | taking, moving and turning an obstacle or a blower |
//! | `pinned_bar` | bars between two pins, which the scissors do not cut |
//! | `right_button`, `wheel` | the right button and the wheel, in every tool |
//! | `hit_test` | the ball, the thing or the things that a pointer takes |
//! | `pointer` | pointer events, in world units |
//! | `display`, `icon` | the tools in the picture: hovered object and preview; icons |

mod behaviour;
mod blower;
mod display;
mod grab;
mod group;
mod hit_test;
mod icon;
mod joint;
mod kind;
mod motor;
mod object;
mod obstacle;
mod options;
mod part;
mod pin;
mod pinned_bar;
mod placement;
mod pointer;
mod right_button;
mod scissors;
mod select;
mod selection;
mod weight;
mod wheel;

pub use behaviour::{Drag, Preview, ToolInfo};
pub use display::HoveredObject;
pub use group::ToolGroup;
pub use icon::IconShape;
pub use kind::Tool;
pub use options::{MATERIALS, OptionField, ToolOption, ToolOptions};
pub use part::DrawnPart;
pub use pointer::{Action, Button, PointerEvent};
pub use scissors::{SCISSORS_RANGE, Scissors, StrokePoint, Uncut};
pub use selection::{Corners, bounds, turn_handle};

use glam::Vec2;

use behaviour::{Behaviour, Context, Gesture, Hovered, Target, ToolState};
use right_button::RightPress;
use wheel::Lock;

use crate::sandbox::{Command, Sandbox};

/// The active tool, the current gesture and the settings of all tools.
#[derive(Debug, Default)]
pub struct Tools {
    active: Tool,
    gesture: Option<Box<dyn Gesture>>,
    /// The last press was one of the right button.
    was_right_pressed: bool,
    /// Position of the pointer, m.
    at: Vec2,
    /// Position of the last press of the left button, m.
    pressed_at: Vec2,
    /// The last event came from a finger. Between two touches nothing is under it.
    is_finger: bool,
    hovered: Option<Hovered>,
    wheel_lock: Option<Lock>,
    /// The part that is being drawn.
    part: Option<DrawnPart>,
    state: ToolState,
}

impl Tools {
    /// The tool that the left button uses.
    pub fn active(&self) -> Tool {
        self.active
    }

    /// Chooses a tool and cancels the current gesture.
    pub fn choose(&mut self, tool: Tool, commands: &mut Vec<Command>) {
        self.cancel(commands);
        self.active = tool;
        self.state.is_slide_armed = false;
        self.wheel_lock = None;
    }

    /// Whether a gesture is going on.
    pub fn is_busy(&self) -> bool {
        self.gesture.is_some()
    }

    /// Whether an action is one of the right button, or of the gesture that it has begun.
    pub fn is_of_right_button(&self, action: Action) -> bool {
        match action {
            Action::Press(button) | Action::Release(button) => button == Button::Right,
            Action::Move => self.is_busy() && self.was_right_pressed,
        }
    }

    /// Ends the gesture as if it had not been: a held particle is released, a rope is not drawn, and moved things
    /// return.
    pub fn cancel(&mut self, commands: &mut Vec<Command>) {
        if let Some(gesture) = self.gesture.take() {
            gesture.cancel(commands);
        }
    }

    /// Ends the gesture where it is, because its release is lost. Nothing is drawn.
    pub fn leave(&mut self, commands: &mut Vec<Command>) {
        if let Some(gesture) = self.gesture.take() {
            gesture.leave(commands);
        }
    }

    /// A sentence for the user: why a click did nothing.
    pub fn take_message(&mut self) -> Option<String> {
        self.state.message.take()
    }

    /// The options of all tools.
    pub fn options(&self) -> ToolOptions {
        self.state.options
    }

    /// The options of the active tool, as a form shows them.
    pub fn shown_options(&self) -> Vec<OptionField> {
        self.active.info().options.iter().map(|&option| self.state.options.field(option)).collect()
    }

    /// Sets an option to a value within its range.
    pub fn set_option(&mut self, option: ToolOption, value: f32) {
        self.state.options.set(option, value);
    }

    /// Sets all options of all tools.
    pub fn set_options(&mut self, options: ToolOptions) {
        self.state.options = options.sanitised();
    }

    /// Sets whether Shift is down at the next event.
    pub fn set_shift(&mut self, down: bool) {
        self.state.is_shift_down = down;
    }

    /// Sets whether the clock stands still at the next event.
    pub fn set_paused(&mut self, is_paused: bool) {
        self.state.is_paused = is_paused;
    }

    /// Sets whether the sandbox is on its way to another moment.
    pub fn set_jumping(&mut self, is_jumping: bool) {
        self.state.is_jumping = is_jumping;
    }

    /// Handles a pointer event and appends the commands that follow from it.
    pub fn handle(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        (self.at, self.is_finger) = (event.at, event.finger);
        if self.locked(event).is_none() {
            self.wheel_lock = None;
        }
        if let Action::Press(button) = event.action {
            self.was_right_pressed = button == Button::Right;
        }
        match event.action {
            // During a gesture of the same button: its release was lost outside the window.
            Action::Press(Button::Left) => {
                self.leave(commands);
                self.pressed_at = event.at;
                let drag = self.drag();
                let context = &mut Context { sandbox, state: &mut self.state, commands, drag };
                self.gesture = self.active.behaviour().press(event, context);
            }
            Action::Press(Button::Right) => self.press_right(event, sandbox, commands),
            Action::Move => self.follow(event, sandbox, commands),
            Action::Release(button) => self.release(button, event, sandbox, commands),
        }
    }

    /// Pins the held particle, or starts a right click or a stroke of the scissors.
    fn press_right(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        if let Some(Target::Particle(particle)) = self.held() {
            commands.extend(pin::toggle(Some(particle), sandbox));
            self.cancel(commands);
        } else {
            self.cancel(commands);
            self.gesture = Some(Box::new(RightPress::new(event.at, self.active)));
        }
    }

    fn follow(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        let drag = self.drag();
        if let Some(gesture) = &mut self.gesture {
            gesture.follow(event, &mut Context { sandbox, state: &mut self.state, commands, drag });
        }
    }

    /// Ends the gesture, unless `button` is not the one that holds it.
    fn release(&mut self, button: Button, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        self.follow(event, sandbox, commands);
        self.lock_to_held_weight(event, sandbox);
        let drag = self.drag();
        if let Some(gesture) = self.gesture.take_if(|gesture| gesture.ends_with(button)) {
            gesture.finish(event, &mut Context { sandbox, state: &mut self.state, commands, drag });
        }
    }

    /// Updates the object under the pointer and everything that fades; `seconds` since the last call. `pixel`: size of
    /// a pixel, m.
    pub fn refresh(&mut self, sandbox: &Sandbox, pixel: f32, seconds: f32) {
        let (tool, event) = (self.active.behaviour(), self.pointer(pixel));
        let world = sandbox.world();
        // During a jump the selected things may not exist.
        self.state.is_adding &= !self.present_selection(sandbox).is_empty() || self.state.is_jumping;
        self.state.obstacles.select_drawn(world.colliders().shapes().last().map(|shape| Target::Obstacle(shape.id)));
        self.state.blowers.select_drawn(world.blowers().last().map(|blower| Target::Blower(blower.id)));
        self.hovered = match &self.gesture {
            None => tool.hover(event, &self.state, sandbox),
            Some(gesture) if gesture.ends_on_particle() => tool.hover(event, &self.state, sandbox),
            Some(gesture) => gesture.held().and_then(Hovered::held),
        };
        self.part = self.gesture.as_ref().and_then(|gesture| gesture.part(&self.state, sandbox, pixel));
        self.state.scissors.fade(seconds);
        // A weight that is removed or undone unlocks the wheel: its particle may be another thing's.
        let is_there = |lock: &Lock| lock.target.particle().is_none_or(|particle| weight::is_weight(particle, sandbox));
        self.wheel_lock = self.wheel_lock.filter(is_there).and_then(|lock| lock.after(seconds));
    }

    /// Whether the picture changes although the pointer rests.
    pub fn is_moving(&self) -> bool {
        let is_lock_ending = self.wheel_lock.is_some_and(|lock| !lock.is_on_weight());
        self.is_busy() || !self.state.scissors.trail().is_empty() || is_lock_ending
    }

    /// Movement since the last press of the left button.
    fn drag(&self) -> Drag {
        Drag { from: self.pressed_at, to: self.at }
    }

    /// The pointer where it was last seen.
    fn pointer(&self, pixel: f32) -> PointerEvent {
        PointerEvent { action: Action::Move, at: self.at, pixel, finger: self.is_finger }
    }
}

#[cfg(test)]
mod tests;
