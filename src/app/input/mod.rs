//! Input: the events of pointer, keys and fingers, in order, and the gestures of fingers.
//!
//! | File | Holds |
//! |---|---|
//! | `events` | pointer and keys as a list of events in order |
//! | `touch` | fingers to gestures: tap, long press, drag, pinch |

mod events;
mod touch;

pub use events::{Event, FRAMES_AFTER_EVENT, Input};
pub use touch::{FINGER_REACH, Touch, TouchAction, TouchContext, TouchGestures};
