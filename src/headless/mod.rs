//! Running without any window: a scene or a recording, and the measurements.

pub mod bench;
mod simulate;

pub use simulate::{Failure, Report, Run, simulate};
