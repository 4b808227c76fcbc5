//! The style of the interface: colours, sizes and wording.

mod theme;
mod touch_targets;
mod wording;

pub use theme::{UiTheme, egui_colour};
pub use touch_targets::TouchTargets;
pub use wording::{InputDevice, Tooltip, for_device, input_device, keep_numbers_together, set_input_device};
