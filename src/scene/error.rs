//! Limits of a scene's size, and the errors of building one.

use thiserror::Error;

use super::material::PRESETS;
use super::memory::MAX_MEMORY;

/// Most particles in a state that a file holds.
pub const MAX_PARTICLES: u64 = 4_000_000;

/// Most links in a state that a file holds.
pub const MAX_LINKS: u64 = 8_000_000;

/// Most projections in a step of a scene: about a second of work.
pub const MAX_PROJECTIONS: u64 = 200_000_000;

/// Bytes of the unit in messages.
const MEBIBYTE: u64 = 1 << 20;

/// An error of building a scene that has been read. `entry` counts the recipes under `build` from 1.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BuildError {
    /// A state exceeds `MAX_PARTICLES` or `MAX_LINKS`.
    #[error(
        "the state has {particles} particles and {links} links; at most {MAX_PARTICLES} and {MAX_LINKS} are possible"
    )]
    TooLarge {
        /// Number of particles.
        particles: u64,
        /// Number of links.
        links: u64,
    },
    /// The scene would need more than [`MAX_MEMORY`].
    #[error(
        "the scene has {particles} particles and {links} links, for which {} MiB are needed; at most {} MiB are possible",
        bytes.div_ceil(MEBIBYTE),
        MAX_MEMORY / MEBIBYTE
    )]
    TooMuchMemory {
        /// Upper bound of the particles, with those of the ghost.
        particles: u64,
        /// Upper bound of the links, with those of the ghost.
        links: u64,
        /// Upper bound of the memory, bytes.
        bytes: u64,
    },
    /// A step of the scene would take many seconds.
    #[error(
        "a step of the scene needs {projections} projections (links x substeps x sweeps); at most {MAX_PROJECTIONS} are possible"
    )]
    TooSlow {
        /// Upper bound of the projections.
        projections: u64,
    },
    /// The scene has a state and something that the state replaces.
    #[error(
        "a `state` replaces `build`, `ground`, `seed`, `held_end` and `goal`: leave `build` empty and the others out"
    )]
    Both,
    /// The scene has a ghost's state, but no ghost or no state of the world.
    #[error("a `ghost_state` can only stand beside a `state` and a `ghost`")]
    GhostAlone,
    /// A step of the ghost would cost too much.
    #[error(
        "\"{}\" is too slow for the {links} links of the scene: give the ghost fewer substeps or sweeps",
        short(name)
    )]
    SlowGhost {
        /// The rival's name.
        name: String,
        /// Number of links.
        links: u64,
    },
    /// The scene exceeds [`MAX_SHAPES`](crate::physics::MAX_SHAPES), [`MAX_BLOWERS`](crate::physics::MAX_BLOWERS) or
    /// [`MAX_BALLS`](crate::physics::MAX_BALLS).
    #[error("the scene has {count} {things}; at most {max} are possible")]
    TooMany {
        /// Number of these things.
        count: usize,
        /// Name of these things.
        things: &'static str,
        /// Greatest number.
        max: usize,
    },
    /// An end has a name that no entry before it has.
    #[error("entry {entry} under `build` names \"{}\", but no entry before it has that name", short(name))]
    UnknownName {
        /// Number of the recipe.
        entry: usize,
        /// The name.
        name: String,
    },
    /// The goal has a name that no recipe has.
    #[error("the `goal` names \"{}\", but no entry under `build` with particles has that name", short(name))]
    UnknownInGoal {
        /// The name.
        name: String,
    },
    /// A recipe has a material that is neither a preset nor one of the scene's own.
    #[error(
        "entry {entry} under `build` is of \"{}\", which neither `materials` nor the presets have ({})",
        short(name),
        PRESETS.join(", ")
    )]
    UnknownMaterial {
        /// Number of the recipe.
        entry: usize,
        /// The name.
        name: String,
    },
    /// An end has an index that the named thing does not have.
    #[error("entry {entry} under `build` names particle {index} of \"{}\", which has {count} (0 to {})", short(name), count - 1)]
    UnknownParticle {
        /// Number of the recipe.
        entry: usize,
        /// The name.
        name: String,
        /// The index.
        index: u32,
        /// Number of particles that the named thing has.
        count: usize,
    },
    /// An entry refers to an obstacle that is not built before it.
    #[error("entry {entry} under `build` names obstacle {number}, but there are {count} before it (from 0)")]
    UnknownObstacle {
        /// Number of the recipe.
        entry: usize,
        /// Place of the obstacle, from 0.
        number: u32,
        /// Number of obstacles before it.
        count: usize,
    },
    /// An end names a particle by its id where there is none.
    #[error("entry {entry} under `build` names particle {particle} of the world, which has none: use `Of` or `At`")]
    NoParticle {
        /// Number of the recipe.
        entry: usize,
        /// Id of the particle.
        particle: u32,
    },
    /// Two entries have the same name.
    #[error("entry {entry} under `build` has the name \"{}\" of an entry before it", short(name))]
    DuplicateName {
        /// Number of the recipe.
        entry: usize,
        /// The name.
        name: String,
    },
    /// An end lies outside the world.
    #[error("entry {entry} under `build` has an end at ({x}, {y}), which is not within 10000 m of the origin")]
    Outside {
        /// Number of the recipe.
        entry: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
}

/// Longest quotation of a name in a message, characters.
const MAX_NAME_LENGTH: usize = 60;

/// Longest message of a library about a file, characters.
const MAX_SENTENCE_LENGTH: usize = 240;

/// A name, cut to the length that a message quotes.
fn short(name: &str) -> String {
    one_line(name, MAX_NAME_LENGTH)
}

/// The message of a library about a file, as one line without trailing dots.
#[must_use]
pub fn sentence(message: &str) -> String {
    one_line(message.trim_end_matches('.'), MAX_SENTENCE_LENGTH)
}

/// `text` on one line of at most `max` characters, without control characters.
fn one_line(text: &str, max: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if let Some((end, _)) = line.char_indices().nth(max) {
            line.truncate(end);
            line.push_str("...");
            break;
        }
    }
    line
}
