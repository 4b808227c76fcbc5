//! Commands: every change to a world from outside.
//!
//! No command fails. A command with an id that names nothing, or with a value that is not finite, is ignored; other
//! values are clamped to their ranges.

mod blowers;
mod bodies;
mod cuts;
mod obstacles;
mod pins_and_grabs;
mod settings;
mod weights;

#[cfg(test)]
mod tests;

pub(crate) use crate::world::edit::bodies::{MAX_LENGTH, MIN_LENGTH};
pub(crate) use crate::world::edit::pins_and_grabs::MAX_GRABS;
