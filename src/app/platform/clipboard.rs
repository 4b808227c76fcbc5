//! The clipboard of the system.

#[cfg(not(target_arch = "wasm32"))]
use std::time::{Duration, Instant};

use macroquad::{input::is_key_down, miniquad::KeyCode};

/// Least time after which a clipboard that gives no text is too slow, not empty.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_secs(1);

/// The system's clipboard. A system without one gives nothing and takes nothing.
#[derive(Default)]
pub struct Clipboard {
    /// The copied text, until the system has it.
    waiting: Option<String>,
    system: System,
}

impl Clipboard {
    /// The text in it, if it holds some. Another program may take a moment to answer.
    ///
    /// # Errors
    /// With a sentence, when it took too long.
    pub fn text(&mut self) -> Result<Option<String>, &'static str> {
        self.waiting.clone().map_or_else(|| self.system.text(), |text| Ok(Some(text)))
    }

    /// Copies a text.
    pub fn copy(&mut self, text: String) {
        self.waiting = Some(text);
        self.flush();
    }

    /// Hands a copied text to the system. Called once a frame.
    ///
    /// macroquad's own interface, which nothing here draws, copies its empty selection in every frame in which Ctrl+C or
    /// Ctrl+X is down. The text waits for the end of that.
    pub fn flush(&mut self) {
        if self.waiting.is_some() && !is_key_down(KeyCode::C) && !is_key_down(KeyCode::X) {
            self.waiting.take().into_iter().for_each(|text| self.system.copy(text));
        }
    }
}

/// The operating system's clipboard, opened by its first use. On X11 it serves the copied text until it is dropped.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Default)]
struct System(Option<arboard::Clipboard>);

#[cfg(not(target_arch = "wasm32"))]
impl System {
    fn text(&mut self) -> Result<Option<String>, &'static str> {
        let began = Instant::now();
        let text = self.open().and_then(|clipboard| clipboard.get_text().ok());
        received(text, began.elapsed())
    }

    fn copy(&mut self, text: String) {
        if let Some(clipboard) = self.open() {
            // The user sees that nothing is pasted, and the text is where it was.
            let _ = clipboard.set_text(text);
        }
    }

    fn open(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.0.is_none() {
            self.0 = arboard::Clipboard::new().ok();
        }
        self.0.as_mut()
    }
}

/// The text that another program gave after some time. Without one after [`PATIENCE`] it has not finished: on X11 a long
/// text comes in pieces, and `arboard` gives up without saying so.
#[cfg(not(target_arch = "wasm32"))]
fn received(text: Option<String>, after: Duration) -> Result<Option<String>, &'static str> {
    if text.is_none() && after >= PATIENCE {
        return Err("the clipboard's text takes too long to arrive: copy less at a time, or open a file");
    }
    Ok(text)
}

/// The browser's clipboard. Only its event of pasting tells the text in it.
#[cfg(target_arch = "wasm32")]
#[derive(Default)]
struct System {
    /// The text that was copied here, until another one is pasted.
    own: Option<String>,
    /// The text that had been pasted last when that was copied.
    pasted: Option<String>,
}

#[cfg(target_arch = "wasm32")]
impl System {
    /// The text that was copied here or pasted since then: the browser's event precedes the frame that handles the key.
    fn text(&mut self) -> Result<Option<String>, &'static str> {
        let pasted = macroquad::miniquad::window::clipboard_get();
        if pasted != self.pasted {
            self.own = None;
        }
        Ok(self.own.clone().or(pasted))
    }

    fn copy(&mut self, text: String) {
        self.pasted = macroquad::miniquad::window::clipboard_get();
        // The loader answers the browser's events of copying with this text.
        macroquad::miniquad::window::clipboard_set(&text);
        crate::host::copy(&text);
        self.own = Some(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_clipboard_is_told_from_an_empty_one() {
        assert_eq!(received(None, PATIENCE / 10), Ok(None));
        assert_eq!(received(Some("rope".to_owned()), 4 * PATIENCE), Ok(Some("rope".to_owned())));
        let why = received(None, 4 * PATIENCE).expect_err("it has not finished");
        assert!(why.contains("too long to arrive"), "{why}");
    }
}
