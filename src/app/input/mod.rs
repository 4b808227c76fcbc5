//! Input: the events of pointer, keys and fingers, in order, and the gestures of fingers.
//!
//! | File | Holds |
//! |---|---|
//! | `events` | pointer and keys as a list of events in order |
//! | `key_presses` | presses of a key that wait in a slow frame |
//! | `keyboard_cursor` | the cursor that keys move over the picture |
//! | `machine_keys` | the keys of machines that are held |
//! | `touch` | fingers to gestures: tap, long press, drag, pinch |

mod events;
mod key_presses;
mod keyboard_cursor;
mod machine_keys;
mod touch;

pub use events::{Event, FRAMES_AFTER_EVENT, Input, Wheel};
pub use key_presses::KeyPresses;
pub use keyboard_cursor::{JumpTarget, KeyboardCursor, next_towards};
pub use machine_keys::{Holder, MachineKeys, bound_key, bound_keys};
pub use touch::{FINGER_REACH, Touch, TouchAction, TouchContext, TouchGestures};
