//! Pictures and animations of the window that are being made.

use crate::app::capture::{Recorder, ScreenshotWriter, free_path};
use crate::app::platform::Failure;
use crate::host;
use crate::host::Instant;
use crate::sandbox::Sandbox;
use crate::view::Camera;

/// Pictures and animations that are being made.
#[derive(Default)]
pub struct Captures {
    pub screenshots: ScreenshotWriter,
    /// A picture of this frame is requested.
    pub is_screenshot_due: bool,
    pub recorder: Recorder,
}

impl Captures {
    /// Starts an animation, or ends it.
    pub fn toggle_animation(&mut self, now: Instant, sandbox: &Sandbox, camera: &Camera) {
        let scene = sandbox.scene().name.clone();
        self.recorder.toggle(now, move || free_path(&scene, "gif"), camera);
    }

    /// Takes the picture that is due. Returns the outcome of a capture that has finished, if one has.
    pub fn poll(&mut self, sandbox: &Sandbox) -> Option<Result<String, String>> {
        if std::mem::take(&mut self.is_screenshot_due) {
            self.screenshots.add(&sandbox.scene().name);
        }
        self.screenshots.next_outcome().or_else(|| self.recorder.next_outcome())
    }

    /// Whether a capture is still being made.
    pub fn is_busy(&self) -> bool {
        self.screenshots.is_busy() || self.recorder.is_busy()
    }

    /// Waits for the end of all captures, and reports the outcomes on stderr.
    ///
    /// # Errors
    /// The first animation that could not be written.
    pub fn finish(self, now: Instant) -> Result<(), Failure> {
        self.screenshots.finish();
        let mut result = Ok(());
        for outcome in self.recorder.finish(now) {
            match outcome {
                Ok(text) => host::log(&text),
                Err(text) => result = result.and(Err(Failure::File(text))),
            }
        }
        result
    }
}
