//! Input: the events of pointer, keys and fingers, in order, and the gestures of fingers.
//!
//! | File | Holds |
//! |---|---|
//! | `events` | pointer and keys as a list of events in order |
//! | `key_presses` | presses of a key that wait in a slow frame |
//! | `keyboard_cursor` | the cursor that keys move over the picture |
//! | `touch` | fingers to gestures: tap, long press, drag, pinch |

mod events;
mod key_presses;
mod keyboard_cursor;
mod touch;

pub use events::{Event, FRAMES_AFTER_EVENT, Input, Wheel};
pub use key_presses::KeyPresses;
pub use keyboard_cursor::{JumpTarget, KeyboardCursor, next_towards};
pub use touch::{FINGER_REACH, Touch, TouchAction, TouchContext, TouchGestures};
