//! The clipboard of the system.

use macroquad::{input::is_key_down, miniquad::KeyCode};

/// The system's clipboard. A system without one gives nothing and takes nothing.
#[derive(Default)]
pub struct Clipboard {
    /// The copied text, until the system has it.
    waiting: Option<String>,
    system: System,
}

impl Clipboard {
    /// The text in it, if it holds some. Another program may take a moment to answer.
    pub fn text(&mut self) -> Option<String> {
        self.waiting.clone().or_else(|| self.system.text())
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
    fn text(&mut self) -> Option<String> {
        self.open()?.get_text().ok()
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
    fn text(&mut self) -> Option<String> {
        let pasted = macroquad::miniquad::window::clipboard_get();
        if pasted != self.pasted {
            self.own = None;
        }
        self.own.clone().or(pasted)
    }

    fn copy(&mut self, text: String) {
        self.pasted = macroquad::miniquad::window::clipboard_get();
        // The loader answers the browser's events of copying with this text.
        macroquad::miniquad::window::clipboard_set(&text);
        crate::host::copy(&text);
        self.own = Some(text);
    }
}
