//! Input: pointer, keys and fingers as events.

mod events;
mod touch;

pub use events::{Event, Input, LAST_FRAMES};
pub use touch::{Touch, TouchAction, TouchContext, TouchGestures, WIDER};
