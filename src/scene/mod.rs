//! Scenes: what they say ([`SceneDef`]), how they are read and written, how they are built, and the gallery.

pub mod bodies;
mod build;
mod def;
mod error;
mod gallery;
pub mod lay;
mod names;
mod number;
mod recipe;
mod rival;
mod text;

pub use build::{MOST_GHOST_COST, build, build_ghost, check, check_state, resumed, rival_world};
pub use def::{End, Grid, GridPins, KeyScheme, RopePins, SceneDef, VERSION, Walls};
pub use error::{BuildError, MOST_LINKS, MOST_PARTICLES, sentence};
pub use gallery::{FIRST, Found, NamedScene, OpenError, find, light_names, named, names, neighbour, open, read_scene};
pub use recipe::Recipe;
pub use rival::{Rival, Technique, own_step, rivals};
pub use text::{Draft, FileError, MOST_BYTES, from_text, parse, read, to_text, write};
