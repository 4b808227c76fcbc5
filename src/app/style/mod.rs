//! The style of the interface: colours, sizes and wording.
//!
//! | File | Holds |
//! |---|---|
//! | `accessibility` | names and states of widgets for screen readers |
//! | `font` | the font, and a context of egui that has it |
//! | `theme` | the colours of the interface in each theme |
//! | `tooltip` | tooltips under a pointer or a finger that rests |
//! | `touch_targets` | sizes of widgets that are pressed: small ones for a pointer, large ones for a finger |
//! | `wording` | the wording of texts for the device in use |

pub mod accessibility;
mod font;
mod theme;
mod tooltip;
mod touch_targets;
mod wording;

pub use font::{lay_out, new_context};
pub use theme::{UiTheme, egui_colour, set_motion};
pub use tooltip::{Tooltip, set_panel};
pub use touch_targets::TouchTargets;
pub use wording::{InputDevice, for_device, input_device, keep_numbers_together, set_input_device};
