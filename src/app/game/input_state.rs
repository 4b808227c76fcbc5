//! Pointer, fingers, keys and tools between two events.

use glam::Vec2;
use macroquad::{input::is_key_down, miniquad::KeyCode};

use crate::app::actions::SceneActions;
use crate::app::input::{Event, Input, KeyboardCursor, MachineKeys, TouchGestures};
use crate::app::platform::Keyboard;
use crate::app::style::InputDevice;
use crate::physics::Clip;
use crate::sandbox::Command;
use crate::tool::{PointerEvent, ToolOptions, Tools};
use crate::view::Camera;
use crate::{host, tool};

/// Place of a pointer that is nowhere, physical pixels.
pub const FAR_AWAY: Vec2 = Vec2::splat(-1e5);

/// Pointer, fingers, keys and tools.
pub struct InputState {
    pub events: Input,
    keyboard: Keyboard,
    /// The device that the last input came from.
    pub device: InputDevice,
    /// Place of the pointer, physical pixels; far away until it has moved.
    pub pointer: Vec2,
    /// The keys that move the pointer.
    pub cursor: KeyboardCursor,
    /// The keys of machines that are held.
    pub machine_keys: MachineKeys,
    pub is_panning: bool,
    pub space: SpaceKey,
    /// A button or a finger was lifted in this frame.
    pub was_released: bool,
    pub touch: TouchGestures,
    pub tools: Tools,
    pub scene_actions: SceneActions,
    /// The camera through which the tools last saw the pointer.
    pub tool_camera: Camera,
    /// The things that were copied last.
    pub copied: Option<Copied>,
}

/// Things that were copied.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Their text in the clipboard; pasted from here on a system without one.
    pub text: String,
    pub clip: Clip,
}

/// The Space key: a tap pauses, a drag while it is down pans.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpaceKey {
    pub is_down: bool,
    /// A drag has begun since it went down.
    pub has_panned: bool,
}

impl InputState {
    /// Input of a window that has just opened.
    pub fn new(camera: Camera, options: ToolOptions) -> Self {
        let mut tools = Tools::default();
        tools.set_options(options);
        Self {
            events: Input::new(),
            keyboard: Keyboard::open(),
            device: if host::is_touch_only() { InputDevice::Fingers } else { InputDevice::Mouse },
            pointer: FAR_AWAY,
            cursor: KeyboardCursor::default(),
            machine_keys: MachineKeys::default(),
            is_panning: false,
            space: SpaceKey::default(),
            was_released: false,
            touch: TouchGestures::default(),
            tools,
            scene_actions: SceneActions::default(),
            tool_camera: camera,
            copied: None,
        }
    }

    /// Begins a frame, and returns the events since the last one, with the keys of the user's layout.
    pub fn begin_frame(&mut self) -> Vec<Event> {
        self.touch.next_frame();
        self.was_released = false;
        let mut events = self.events.take();
        self.keyboard.begin_frame(events.iter_mut().any(|event| key_of(event).is_some()));
        for (code, is_press) in events.iter_mut().filter_map(key_of) {
            *code = self.keyboard.code(*code, is_press);
        }
        events
    }

    /// Notes the device that an event came from. Keys tell nothing: a touch screen shows a keyboard, too.
    pub fn note_device(&mut self, event: &Event) {
        match event {
            Event::Touch(_) => self.device = InputDevice::Fingers,
            Event::Move(_) | Event::Press(..) | Event::Wheel(_) => self.device = InputDevice::Mouse,
            _ => {}
        }
    }

    /// An event of the pointer at its present place, for the tools.
    pub fn pointer_event(&self, action: tool::Action, camera: &Camera) -> PointerEvent {
        let finger = self.device == InputDevice::Fingers;
        PointerEvent { action, at: camera.to_world(self.pointer), pixel: camera.metres(1.0), finger }
    }

    /// Ends every gesture where it is, and returns the commands that do so.
    pub fn end_gestures(&mut self) -> Vec<Command> {
        (self.is_panning, self.space) = (false, SpaceKey::default());
        self.cursor.release_all();
        let mut commands = Vec::new();
        self.tools.leave(&mut commands);
        commands.extend(self.scene_actions.release_all());
        commands.extend(self.machine_keys.release_all());
        commands.extend(self.touch.release_grabs().into_iter().map(|grab| Command::Release { grab }));
        commands
    }
}

/// The key of an event, and whether it was pressed.
fn key_of(event: &mut Event) -> Option<(&mut KeyCode, bool)> {
    match event {
        Event::KeyDown(code, _) | Event::KeyRepeat(code, _) => Some((code, true)),
        Event::KeyUp(code, _) => Some((code, false)),
        _ => None,
    }
}

/// Whether a Shift key is down.
pub fn is_shift_down() -> bool {
    is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift)
}

/// Whether a Ctrl key is down.
pub fn is_ctrl_down() -> bool {
    is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl)
}
