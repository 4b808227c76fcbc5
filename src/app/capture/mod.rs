//! Pictures and animations of the window: PNG screenshots and animated GIFs.

mod encoder;
mod encoding;
mod frame;
mod recorder;
mod screenshot;

pub use recorder::{FRAME_RATE, Progress, Recorder};
pub use screenshot::{ScreenshotWriter, free_path, save};
