//! Widgets: the building blocks of the interface.

mod buttons;
pub mod fields;
mod format;
pub mod icons;
mod place;
mod rows;
mod slider;

pub use buttons::{Checkbox, Chip, IconButton, TEXT_SIZE, note, reset_button, section_heading, wrapped};
pub use format::{digits, short};
pub use place::{mark, place, text_size, with_id};
pub use rows::{Choice, ChoiceRow, NumberRow};
pub use slider::{WideSlider, released_at};
