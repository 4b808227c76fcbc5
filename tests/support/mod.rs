//! Drives the program as a person does: on a screen of its own, with a pointer and a keyboard.
//!
//! A [`Screen`] is an Xvfb that starts and ends with its test. [`Screen::launch`] runs a program on it and gives an
//! [`App`]: its pointer, keys, window and output. Everything goes through the X protocol in pure Rust, so the program
//! under test is the shipped one, without test hooks.
//!
//! Only `tests/window.rs` includes this folder: other test programs do not compile it.
#![allow(
    dead_code,
    unused_imports,
    reason = "a box of tools for the window tests; which of them are needed changes with each test"
)]

mod app;
pub mod drop;
mod image;
mod input;
mod keys;
mod screen;

pub use app::{App, Exit};
pub use image::Image;
pub use input::{Button, FLICK_MOVES, Point, Wheel, between};
pub use screen::{Screen, screen_available};

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time within which the program has to answer. Generous: a debug build on software GL, on a busy machine.
/// Nothing waits this long unless it fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The time between two looks at a condition.
const POLL: Duration = Duration::from_millis(2);

/// Whether a file is there with its contents: a name may be reserved by an empty file before.
pub fn is_written(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.len() > 0)
}

/// Polls until `ready` gives a value. Its error, or the deadline with the name of what was awaited, ends the wait.
pub fn wait_for<T>(
    what: &str,
    within: Duration,
    mut ready: impl FnMut() -> Result<Option<T>, String>,
) -> Result<T, String> {
    let start = Instant::now();
    loop {
        if let Some(value) = ready()? {
            return Ok(value);
        }
        if start.elapsed() > within {
            return Err(format!("waited {} s for {what}", within.as_secs_f32()));
        }
        std::thread::sleep(POLL);
    }
}

/// Adds the attempted action to the reason for its failure.
pub trait Attempt<T> {
    /// Turns any error into a sentence that begins with `what`.
    fn attempt(self, what: &str) -> Result<T, String>;
}

impl<T, E: Display> Attempt<T> for Result<T, E> {
    fn attempt(self, what: &str) -> Result<T, String> {
        self.map_err(|error| format!("{what}: {error}"))
    }
}
