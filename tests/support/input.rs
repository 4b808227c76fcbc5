//! A pointer and a keyboard through the XTEST extension: the program sees events like any others.
//!
//! Places are in pixels of the program's window; places outside the window are allowed. Every press, release and move
//! has a frame of its own, except in [`App::flick`] and [`App::dash`]. A call returns when the program has handled its
//! events and painted the result.

use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt;
use x11rb::{CURRENT_TIME, NONE};

use super::keys::SHIFT;
use super::{App, Attempt};

/// The time between two moves of the pointer, as from a mouse at 60 Hz: without it a fast program would see a drag
/// across the window in a few milliseconds. It is not a wait for the program, which may take longer.
const HAND: Duration = Duration::from_millis(16);

/// Number of moves of an [`App::flick`].
pub const FLICK_MOVES: i32 = 3;

/// A place in the window.
pub type Point = (i32, i32);

/// A button of the pointer, as X numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The first finger's.
    Left = 1,
    /// The wheel, pressed.
    Middle = 2,
    /// For menus.
    Right = 3,
}

/// A direction of the wheel. To X, it is a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// Away from the user.
    Up = 4,
    /// Towards the user.
    Down = 5,
}

impl App {
    /// Moves the pointer.
    pub fn move_to(&mut self, x: i32, y: i32) -> Result<(), String> {
        self.pull((x, y), (x, y), 1)
    }

    /// Holds a button down.
    pub fn press(&mut self, button: Button) -> Result<(), String> {
        self.hold(BUTTON_PRESS_EVENT, button as u8)?;
        self.settle()
    }

    /// Lets a button go.
    pub fn release(&mut self, button: Button) -> Result<(), String> {
        self.hold(BUTTON_RELEASE_EVENT, button as u8)?;
        self.settle()
    }

    /// Moves, presses and releases, each in a frame of its own.
    pub fn click(&mut self, x: i32, y: i32, button: Button) -> Result<(), String> {
        self.drag((x, y), (x, y), 0, button)
    }

    /// Drags from place to place, in a number of moves of a frame each.
    pub fn drag(&mut self, from: Point, to: Point, steps: i32, button: Button) -> Result<(), String> {
        self.pull(from, from, 1)?;
        self.hold(BUTTON_PRESS_EVENT, button as u8)?;
        self.pull(from, to, steps)?;
        self.release(button)
    }

    /// Moves from place to place, in a number of moves of a frame each, whatever is held down.
    pub fn pull(&mut self, from: Point, to: Point, steps: i32) -> Result<(), String> {
        let origin = self.known_origin()?;
        for step in 1..=steps {
            self.queue_move(origin, between(from, to, step, steps))?;
            self.one_frame()?;
        }
        self.settle()
    }

    /// A stroke faster than the frames: press, three leaps and release in one message. The program reads all of it in
    /// one frame or, rarely, two.
    pub fn flick(&mut self, from: Point, to: Point, button: Button) -> Result<(), String> {
        self.pull(from, from, 1)?;
        let origin = self.known_origin()?;
        self.queue(BUTTON_PRESS_EVENT, button as u8)?;
        for step in 1..=FLICK_MOVES {
            self.queue_move(origin, between(from, to, step, FLICK_MOVES))?;
        }
        self.queue(BUTTON_RELEASE_EVENT, button as u8)?;
        self.settle()
    }

    /// Moves through places in one message, so that the program reads all of them in one frame, with or without buttons
    /// held.
    pub fn dash(&mut self, places: &[Point]) -> Result<(), String> {
        let origin = self.known_origin()?;
        places.iter().try_for_each(|&place| self.queue_move(origin, place))?;
        self.settle()
    }

    /// Turns the wheel by some notches, each in a frame of its own (macroquad keeps one notch a frame).
    pub fn wheel(&mut self, direction: Wheel, notches: usize) -> Result<(), String> {
        for _ in 0..notches {
            self.queue(BUTTON_PRESS_EVENT, direction as u8)?;
            self.hold(BUTTON_RELEASE_EVENT, direction as u8)?;
        }
        self.settle()
    }

    /// Presses and releases a key, with Shift if its symbol needs it: `key("space")`, `key("g")`, `key("?")`.
    pub fn key(&mut self, name: &str) -> Result<(), String> {
        self.chord(&[name])
    }

    /// Presses keys one after the other and releases them in the opposite order: `chord(&["Control_L", "z"])`.
    pub fn chord(&mut self, names: &[&str]) -> Result<(), String> {
        let mut codes = Vec::new();
        for name in names {
            let key = self.server.keyboard.find(name)?;
            let shift = self.server.keyboard.find(SHIFT)?.code;
            if key.shifted && !codes.contains(&shift) {
                codes.push(shift);
            }
            codes.push(key.code);
        }
        for &code in &codes {
            self.hold(KEY_PRESS_EVENT, code)?;
        }
        for &code in codes.iter().rev() {
            self.hold(KEY_RELEASE_EVENT, code)?;
        }
        self.settle()
    }

    /// Gives the keyboard a layout and a variant of it, or none: `set_layout("us", "dvorak")`. Names of keys are their
    /// places from then on: those of the characters of a US keyboard.
    pub fn set_layout(&mut self, layout: &str, variant: &str) -> Result<(), String> {
        self.server.set_layout(layout, variant)
    }

    /// Holds a key down. After 0.66 s the server repeats it, as a keyboard does. No Shift is added.
    pub fn key_down(&mut self, name: &str) -> Result<(), String> {
        self.hold(KEY_PRESS_EVENT, self.server.keyboard.find(name)?.code)?;
        self.settle()
    }

    /// Lets a key go.
    pub fn key_up(&mut self, name: &str) -> Result<(), String> {
        self.hold(KEY_RELEASE_EVENT, self.server.keyboard.find(name)?.code)?;
        self.settle()
    }

    /// The window's place; the error says how the program ended.
    fn known_origin(&mut self) -> Result<(i16, i16), String> {
        self.origin().map_err(|error| self.explain(&error))
    }

    /// Presses or releases a button or a key, for a frame at least.
    fn hold(&mut self, kind: u8, detail: u8) -> Result<(), String> {
        self.queue(kind, detail)?;
        self.one_frame()
    }

    /// Sends the queued events, and waits for their time and for the program.
    fn one_frame(&mut self) -> Result<(), String> {
        self.server.connection.flush().attempt("no X server")?;
        std::thread::sleep(HAND);
        self.wait_read()
    }

    /// Queues a move. It is sent with the next question to the server.
    fn queue_move(&self, origin: (i16, i16), place: Point) -> Result<(), String> {
        let coordinate = |origin: i16, place: i32| (i32::from(origin) + place).clamp(0, i16::MAX.into()) as i16;
        self.queue_input(
            MOTION_NOTIFY_EVENT,
            0, // not relative
            coordinate(origin.0, place.0),
            coordinate(origin.1, place.1),
        )
    }

    /// Queues a button or a key.
    fn queue(&self, kind: u8, detail: u8) -> Result<(), String> {
        self.queue_input(kind, detail, 0, 0)
    }

    /// Queues any input.
    fn queue_input(&self, kind: u8, detail: u8, x: i16, y: i16) -> Result<(), String> {
        let root = if kind == MOTION_NOTIFY_EVENT { self.server.root } else { NONE };
        // Not waited for: `wait_read` reports a refusal.
        let _sent = self
            .server
            .connection
            .xtest_fake_input(kind, detail, CURRENT_TIME, root, x, y, 0)
            .attempt("cannot move the pointer or press a key")?;
        Ok(())
    }
}

/// The place after `step` of `steps` equal steps from one place to another.
pub fn between(from: Point, to: Point, step: i32, steps: i32) -> Point {
    let along = |from: i32, to: i32| from + (to - from) * step / steps;
    (along(from.0, to.0), along(from.1, to.1))
}
