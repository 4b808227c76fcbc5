//! Runs without a window: the report of a scene or recording, pictures of it, and measurements.

pub mod bench;
mod position_table;
pub mod render;
mod report;
mod simulate;

pub use report::{GhostReport, Report};
pub use simulate::{Failure, Run, simulate};
