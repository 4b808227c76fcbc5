//! Time: what was done, step by step, and doing it again. Undo and rewind have their place here.

mod recording;
mod replay;
mod session;

pub use recording::{Hash, Recording, Stamped};
pub use replay::{Divergence, Replay};
pub use session::Timeline;
