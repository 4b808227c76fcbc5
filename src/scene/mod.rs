//! Scenes: their definition ([`SceneDef`]), their files, how they become worlds, and the gallery.
//!
//! | File | Holds |
//! |---|---|
//! | `definition` | the definition of a scene, as its file holds it |
//! | [`recipe`] | the entries under `build`, one file a kind |
//! | `names`, `validate` | checks while a file is read: names of recipes, ranges of values |
//! | `file` | how files are read and written, and their greatest size |
//! | `build` | builds the world of a scene, after its size is checked |
//! | `error`, `memory` | limits of a scene's size, and errors of building one |
//! | `addition` | adds one recipe to a world that there is |
//! | `clip` | copied things as text, for the clipboard |
//! | `goal` | the goal of a scene: what holds once it is built |
//! | `ghost`, `rival`, `rivals` | the ghost of a scene; the methods that a world is compared with, and those offered |
//! | `material` | materials by name: presets, and those of a scene file |
//! | `gallery` | scenes embedded in the program |
//! | `blank` | the blank page: a scene without things, to build on |
//! | `surroundings` | the ground and walls, and their rows in a form |

mod addition;
mod blank;
mod build;
mod clip;
mod definition;
mod error;
mod file;
mod gallery;
mod ghost;
mod goal;
mod material;
mod memory;
mod names;
pub mod recipe;
mod rival;
mod rivals;
mod surroundings;
mod validate;

pub use addition::{Refusal, add, add_apart, check_addition, has_time_for, joined, materials_of};
pub use blank::{BLANK, blank_page};
pub use build::{build, check, check_counts, check_memory, check_state, goal_particles};
pub use clip::{MAX_CLIP_BYTES, clip_from_text, clip_to_text};
pub use definition::{KeyScheme, NamedScene, SceneDef, VERSION, parse};
pub use error::{BuildError, sentence};
pub use file::{
    Draft, FileError, MAX_BYTES, STDIN, from_text, output_name, read, read_stdin, to_text, write, write_readable,
};
pub use gallery::{
    FIRST, Found, GROUPS, Group, OpenError, find, light_names, named, names, neighbour, open, read_scene,
};
pub use ghost::{MAX_GHOST_COST, build_ghost, rival_world};
pub use goal::{Goal, GoalParticles};
pub use material::{OwnMaterials, PRESETS, find as find_material, hand_tearable, preset};
pub use memory::{MAX_MEMORY, estimate_memory};
pub use recipe::{End, Grid, GridPins, Recipe, RopePins, Size, divide, slack_curve};
pub use rival::{Rival, Technique};
pub use rivals::{RIVAL_TIPS, own_step, rivals};
pub use surroundings::{FLOOR, GROUND, Side, Walls, WallsKind};
