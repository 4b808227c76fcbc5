//! Capture: pictures and animations of the window.

mod encoder;
mod frame;
mod recorder;
mod screenshot;

pub use recorder::{Progress, RATE, Recorder};
pub use screenshot::{ScreenshotWriter, free_path, save};
