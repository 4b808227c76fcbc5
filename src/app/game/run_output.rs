//! Files that the command line asked for: a recording, and a picture of the last frame.

use std::{path::PathBuf, time::Duration};

use macroquad::input::prevent_quit;

use super::start::Options;
use crate::app::capture;
use crate::app::platform::Failure;
use crate::host;
use crate::host::Instant;
use crate::timeline::Timeline;

/// A recording is written this often, so that a crash loses little.
const RECORD_INTERVAL: Duration = Duration::from_secs(10);

/// Files that the command line asked for.
pub struct RunOutput {
    record: Option<PathBuf>,
    /// The recording goes to a device or a pipe: once, at the end.
    is_record_stream: bool,
    recorded: Instant,
    /// The last attempt to write the recording failed.
    pub is_recording_failing: bool,
    screenshot: Option<PathBuf>,
    /// Why the picture of the last frame could not be written.
    pub failure: Option<Failure>,
}

impl RunOutput {
    /// The files that the options name.
    pub fn new(options: &Options) -> Self {
        if options.screenshot.is_some() {
            // Keeps the window open for the frame that is saved.
            prevent_quit();
        }
        Self {
            is_record_stream: options.record.as_deref().is_some_and(host::is_stream),
            record: options.record.clone(),
            recorded: Instant::now(),
            is_recording_failing: false,
            screenshot: options.screenshot.clone(),
            failure: None,
        }
    }

    /// Whether the command line asked for a picture of the last frame.
    pub fn wants_screenshot(&self) -> bool {
        self.screenshot.is_some()
    }

    /// Saves the picture of the last frame.
    pub fn save_screenshot(&mut self) {
        if let Some(path) = &self.screenshot {
            self.failure = capture::save(path).map_err(|error| Failure::File(error.to_string())).err();
        }
    }

    /// Writes the recording from time to time. A failure is shown and tried again: the session is still in memory.
    pub fn save_recording_if_due(&mut self, timeline: &Timeline) {
        if !self.is_record_stream && self.recorded.elapsed() >= RECORD_INTERVAL {
            self.is_recording_failing = self.save_recording(timeline).is_err();
        }
    }

    /// Writes the recording, if one is asked for.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_recording(&mut self, timeline: &Timeline) -> Result<(), Failure> {
        let Some(path) = &self.record else { return Ok(()) };
        self.recorded = Instant::now();
        timeline.recording().write(path).map_err(|error| Failure::File(error.to_string()))
    }
}
