//! Widgets: the building blocks of the interface.

pub mod fields;
pub mod icons;
mod rows;

pub use rows::{
    Choice, IconButton, Scale, TEXT, around, chip, chip_if, choices, digits, heading, let_go, mark, named, number,
    place, reset, tick,
};
