//! Running without any window: a scene or a recording, pictures of it, and the measurements.

pub mod bench;
pub mod render;
mod simulate;

pub use simulate::{Failure, Report, Run, simulate};
