//! Time: what was done, step by step, taking it back, and doing it again.
//!
//! Every change is a command and every step is reproducible to the bit, so one mechanism gives all of it: a start, the
//! commands with their steps, and keyframes to begin from.

mod document;
mod edits;
mod history;
mod keyframes;
mod link;
mod recording;
mod reel;
mod replay;
mod resume;
mod save;
mod session;

pub use document::Document;
pub use link::LinkError;
pub use recording::{Hash, Parts, Recording, Stamped};
pub use replay::{Divergence, Replay, What};
pub use resume::{Past, Unfit};
pub use save::Session;
pub use session::{BUDGET, Mark, Timeline};
