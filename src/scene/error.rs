//! How large a scene may be, and why one cannot be built.

use thiserror::Error;

use crate::physics::{MAX_BALLS, MAX_BLOWERS, MAX_SHAPES};

/// Most particles in a scene.
pub const MOST_PARTICLES: u64 = 4_000_000;

/// Most links in a scene.
pub const MOST_LINKS: u64 = 8_000_000;

/// Most projections in a step of a scene: a second's work or so.
pub const MOST_PROJECTIONS: u64 = 200_000_000;

/// Why a scene that can be read cannot be built. `entry` counts the recipes under `build` from 1.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BuildError {
    /// It asks for more than [`MOST_PARTICLES`] or [`MOST_LINKS`].
    #[error(
        "the scene asks for {particles} particles and {links} links; at most {MOST_PARTICLES} and {MOST_LINKS} are possible"
    )]
    TooLarge {
        /// Asked for.
        particles: u64,
        /// Asked for.
        links: u64,
    },
    /// A step of it would take many seconds.
    #[error(
        "the scene asks for {projections} projections a step (links x substeps x sweeps); at most {MOST_PROJECTIONS} are possible"
    )]
    TooSlow {
        /// Asked for.
        projections: u64,
    },
    /// A state, and something that it has the place of.
    #[error(
        "a scene with a `state` has everything in it: `build` is to be empty, and `ground`, `seed` and `held_end` left out"
    )]
    Both,
    /// A ghost's state, and no ghost or no state that it is beside.
    #[error("a `ghost_state` stands beside a `state` and a `ghost`")]
    GhostAlone,
    /// A step of the ghost would take too long.
    #[error(
        "\"{}\" is too slow for the {links} links of the scene: ask for fewer substeps or sweeps of the ghost",
        short(name)
    )]
    SlowGhost {
        /// The rival's name.
        name: String,
        /// How many links there are.
        links: u64,
    },
    /// It asks for more than [`MAX_SHAPES`].
    #[error("the scene asks for {shapes} circles, walls and blocks; at most {MAX_SHAPES} are possible")]
    TooManyShapes {
        /// Asked for.
        shapes: usize,
    },
    /// It asks for more than [`MAX_BLOWERS`].
    #[error("the scene asks for {blowers} blowers; at most {MAX_BLOWERS} are possible")]
    TooManyBlowers {
        /// Asked for.
        blowers: usize,
    },
    /// It asks for more than [`MAX_BALLS`].
    #[error("the scene asks for {balls} balls; at most {MAX_BALLS} are possible")]
    TooManyBalls {
        /// Asked for.
        balls: usize,
    },
    /// An end names something that was not built before it.
    #[error("entry {entry} under `build` names \"{}\", which no entry before it is called", short(name))]
    UnknownName {
        /// Which recipe.
        entry: usize,
        /// What it names.
        name: String,
    },
    /// An end names a particle that the thing does not have.
    #[error("entry {entry} under `build` names particle {index} of \"{}\", which has {count} (0 to {})", short(name), count - 1)]
    UnknownParticle {
        /// Which recipe.
        entry: usize,
        /// What it names.
        name: String,
        /// Which of its particles.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// Two things have one name.
    #[error("entry {entry} under `build` is called \"{}\", as an entry before it is", short(name))]
    DuplicateName {
        /// Which recipe.
        entry: usize,
        /// The name.
        name: String,
    },
    /// An end lies outside the world.
    #[error("entry {entry} under `build` has an end at ({x}, {y}), which is not within 10000 m of the origin")]
    Outside {
        /// Which recipe.
        entry: usize,
        /// m.
        x: f32,
        /// m.
        y: f32,
    },
}

/// A message may quote no more of a file than this, characters: what is wrong there may be the whole file.
const LONGEST_NAME: usize = 60;
const LONGEST_SENTENCE: usize = 240;

/// A name as a message quotes it.
fn short(name: &str) -> String {
    one_line(name, LONGEST_NAME)
}

/// What a library says of a file, as a sentence on one line, without its trailing dots.
#[must_use]
pub fn sentence(message: &str) -> String {
    one_line(message.trim_end_matches('.'), LONGEST_SENTENCE)
}

/// `text` on one line of no more than `most` characters, without what would steer a terminal.
fn one_line(text: &str, most: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if let Some((end, _)) = line.char_indices().nth(most) {
            line.truncate(end);
            line.push_str("...");
            break;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_one_short_line() {
        assert_eq!(sentence("Expected\n  a\tcomma\u{1b}[31m, found `x`..."), "Expected a comma [31m, found `x`");
        let long = short(&"ä".repeat(1_000));
        assert_eq!(long.chars().count(), LONGEST_NAME + 3, "{long}");
        assert!(long.ends_with("ä..."), "{long}");
    }
}
