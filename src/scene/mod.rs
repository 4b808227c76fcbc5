//! Scenes: what they say ([`SceneDef`]), how they are read and written, how they are built, and the gallery.

pub mod bodies;
mod build;
mod def;
mod gallery;
pub mod lay;
mod names;
mod number;
mod text;

pub use build::{BuildError, MOST_LINKS, MOST_PARTICLES, build, check, check_state, resumed};
pub use def::{End, Grid, GridPins, KeyScheme, Recipe, RopePins, SceneDef, VERSION, Walls};
pub use gallery::{FIRST, Found, NamedScene, OpenError, find, light_names, named, names, neighbour, open, read_scene};
pub use text::{Draft, FileError, MOST_BYTES, from_text, parse, read, to_text, write};
