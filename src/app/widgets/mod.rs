//! Widgets: the building blocks of the interface.

mod buttons;
mod choice_row;
pub mod fields;
mod format;
pub mod icons;
mod number_row;
mod place;
mod slider;

pub use buttons::{Checkbox, Chip, IconButton, TEXT_SIZE, note, reset_button, section_heading};
pub use choice_row::{Choice, ChoiceRow};
pub use format::{digits, short};
pub use number_row::NumberRow;
pub use place::{mark, place, with_id};
pub use slider::{SliderScale, released_at};
