//! Widgets: the building blocks of the interface.
//!
//! | File | Holds |
//! |---|---|
//! | `buttons` | headings, buttons and checkboxes |
//! | `focus` | the widget that has the keyboard: its ring, and its place in a scrolled list |
//! | `format` | numbers as text |
//! | `icons` | the icons: painted, so that they are sharp at every scale and need no font |
//! | `place` | places, ids and sizes of widgets that do not depend on the widgets before them |
//! | `rows` | the rows of settings: numbers, and values to choose from |
//! | `typing` | numbers that are typed, and the complaints about refused ones |
//! | `slider` | sliders: the number at a place, and where a drag was released |

mod buttons;
pub mod focus;
mod format;
pub mod icons;
mod place;
mod rows;
mod slider;
mod typing;

pub use buttons::{
    Checkbox, Chip, Icon, IconButton, TEXT_SIZE, close_button, note, reset_button, section_heading, wrapped,
};
pub use format::{digits, short, turns_per_second};
pub use place::{mark, place, text_size, with_id};
pub use rows::{Choice, ChoiceRow, NumberRow, OptionalRow};
pub use slider::{WideSlider, released_at};
pub use typing::{MIXED, NumberEdit, NumberField, complain, take_complaint};
