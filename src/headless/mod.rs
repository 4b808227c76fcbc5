//! Runs without a window: the report of a scene or recording, pictures of it, and measurements.
//!
//! | File | Holds |
//! |---|---|
//! | `bench` | `ropewalk bench` |
//! | `position_table` | the positions of all particles at all steps, as a CSV file |
//! | `render` | `ropewalk render`: the picture of the window without a window, as a PNG file or an animated GIF |
//! | `report` | the result of a run, as lines of text or as JSON |
//! | `simulate` | `ropewalk simulate`: steps a scene or a recording and reports its state at the end |

pub mod bench;
mod position_table;
pub mod render;
mod report;
mod simulate;

pub use report::{GhostReport, Report};
pub use simulate::{Failure, Run, simulate};
