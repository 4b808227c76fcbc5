//! Running a scene without any window.

mod simulate;

pub use simulate::{Failure, Report, Run, simulate};
