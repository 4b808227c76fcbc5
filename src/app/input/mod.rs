//! Input: the events of pointer, keys and fingers, in order, and the gestures of fingers.
//!
//! | File | Holds |
//! |---|---|
//! | `events` | pointer and keys as a list of events in order |
//! | `key_presses` | presses of a key that wait in a slow frame |
//! | `touch` | fingers to gestures: tap, long press, drag, pinch |

mod events;
mod key_presses;
mod touch;

pub use events::{Event, FRAMES_AFTER_EVENT, Input, Wheel};
pub use key_presses::KeyPresses;
pub use touch::{FINGER_REACH, Touch, TouchAction, TouchContext, TouchGestures};
