//! The style of the interface: colours, sizes and wording.

mod theme;
mod touch_targets;
mod wording;

pub use theme::{Skin, colour};
pub use touch_targets::Sizes;
pub use wording::{By, FINGERS, Tip, brief, by, fit, tell, unbroken};
