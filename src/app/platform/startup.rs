//! Opening the window, with a sentence for each reason why it can fail.

use std::{
    cell::Cell,
    future::Future,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use macroquad::{Window, conf::Conf};

use super::stderr_relay::StderrRelay;
use crate::host;

/// Why the window did not open, or why a file could not be written at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no screen, or a library is missing; with advice.
    NoWindow(String),
    /// A file could not be read or written.
    File(String),
    /// An internal fault, or a session that could not be kept.
    Ours(String),
}

/// How to install missing libraries. They are loaded when the window opens, not linked.
const PACKAGES: &str =
    "on Debian or Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libxcursor1 libgl1 libgl1-mesa-dri";

/// Opens a window and runs `game` in it until it is closed.
///
/// miniquad panics without a display or a library. To look for them would mean to load them a second time, by unsafe
/// code. So a panic before the game begins is caught and turned into a sentence.
///
/// # Errors
/// [`Failure::NoWindow`] when it cannot be opened.
pub fn open_window(conf: Conf, game: impl Future<Output = ()> + 'static) -> Result<(), Failure> {
    if host::IN_BROWSER {
        // A panic cannot be caught; the page reports it.
        Window::from_config(conf, game);
        return Ok(());
    }
    if cfg!(target_os = "linux") && std::env::var_os("DISPLAY").is_none_or(|display| display.is_empty()) {
        return Err(Failure::NoWindow(
            "there is no display to open a window on (DISPLAY is not set); on a machine without a screen run \
             `xvfb-run -a ropewalk`, or `ropewalk simulate SCENE --seconds 10`, which needs none"
                .to_owned(),
        ));
    }
    let _relay = StderrRelay::start();
    let begun = Arc::new(AtomicBool::new(false));
    let message = Arc::new(Mutex::new(String::new()));
    let usual = Arc::new(panic::take_hook());
    panic::set_hook(Box::new({
        let (begun, message, usual) = (Arc::clone(&begun), Arc::clone(&message), Arc::clone(&usual));
        move |info| {
            if begun.load(Ordering::Relaxed) {
                usual(info);
            } else {
                *message.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string();
            }
        }
    }));
    let has_begun = Arc::clone(&begun);
    let game = Cell::new(Some(async move {
        has_begun.store(true, Ordering::Relaxed);
        game.await;
    }));
    let opened = panic::catch_unwind(AssertUnwindSafe(|| {
        if let Some(game) = game.take() {
            Window::from_config(conf, game);
        }
    }));
    match opened {
        Ok(()) => Ok(()),
        Err(panic) if begun.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        Err(_) => {
            let message = message.lock().unwrap_or_else(PoisonError::into_inner);
            Err(Failure::NoWindow(sentence(&message)))
        }
    }
}

/// Shows an error in a dialog where nobody can read stderr: on Windows, in a program that has no console.
pub fn show_error(message: &str) {
    #[cfg(windows)]
    if std::os::windows::io::AsRawHandle::as_raw_handle(&std::io::stderr()).is_null() {
        rfd::MessageDialog::new()
            .set_level(rfd::MessageLevel::Error)
            .set_title(host::PROGRAM)
            .set_description(host::text::printable(message, host::text::MAX_MESSAGE))
            .show();
    }
    #[cfg(not(windows))]
    let _ = message;
}

/// A sentence for a panic of miniquad.
fn sentence(panic: &str) -> String {
    if panic.contains("LibraryNotFound") {
        let library = panic.split('"').nth(1).unwrap_or("a library of the X Window System");
        format!("the window cannot be opened: {library} is missing; {PACKAGES}")
    } else if panic.contains("XOpenDisplay") {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        format!("there is no display \"{display}\" to open a window on, or access is denied; check DISPLAY")
    } else {
        let reason = panic.lines().last().unwrap_or("").trim();
        format!("the window cannot be opened: OpenGL does not work here ({reason}); {PACKAGES}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_sentences() {
        let missing =
            sentence("panicked at x.rs:1:1:\nX11 backend failed: LibraryNotFound(DlOpenError(\"libX11.so\"))");
        assert!(missing.contains("libX11.so is missing") && missing.contains("apt-get install"), "{missing}");
        assert!(sentence("panicked at x.rs:1:1:\nXOpenDisplay() failed!").contains("DISPLAY"));
        let gl = sentence("panicked at x.rs:1:1:\ncalled `Option::unwrap()` on a `None` value");
        assert!(gl.contains("OpenGL") && gl.contains("libgl1"), "{gl}");
    }
}
