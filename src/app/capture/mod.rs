//! Pictures and animations of the window: PNG screenshots and animated GIFs.
//!
//! | File | Holds |
//! |---|---|
//! | `encoder` | the thread that draws and writes the frames of an animation |
//! | `encoding` | an animation that is being drawn and written |
//! | `frame` | frames of an animation that wait to be drawn |
//! | `recorder` | records the scene as an animated GIF while it is played |
//! | `screenshot` | screenshots: pictures of the window as PNG files |

mod encoder;
mod encoding;
mod frame;
mod recorder;
mod screenshot;

pub use recorder::{FRAME_RATE, Progress, Recorder};
pub use screenshot::{ScreenshotWriter, free_path, save};
