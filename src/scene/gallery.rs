//! The scenes that come with the program: embedded in it, so that it runs from anywhere alone.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    definition::SceneDef,
    file::{FileError, parse, read},
};

impl SceneDef {
    /// Whether it takes noticeable time to build.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.size().links > LARGE
    }
}

/// A scene under the name by which it is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedScene {
    /// A gallery name, or the path of a file.
    pub name: String,
    /// What it says.
    pub scene: SceneDef,
}

/// The gallery, in the order of PgDn: name and text.
const GALLERY: &[(&str, &str)] = &[
    ("welcome", include_str!("../../assets/scenes/welcome.ron")),
    ("first-rope", include_str!("../../assets/scenes/first-rope.ron")),
    ("scissor-net", include_str!("../../assets/scenes/scissor-net.ron")),
    ("nehe-40", include_str!("../../assets/scenes/nehe-40.ron")),
    ("gravity-lab", include_str!("../../assets/scenes/gravity-lab.ron")),
    ("give-playground", include_str!("../../assets/scenes/give-playground.ron")),
    ("solid-bodies", include_str!("../../assets/scenes/solid-bodies.ron")),
    ("solver-race", include_str!("../../assets/scenes/solver-race.ron")),
    ("spring-vs-jakobsen", include_str!("../../assets/scenes/spring-vs-jakobsen.ron")),
    ("tearable-curtain", include_str!("../../assets/scenes/tearable-curtain.ron")),
    ("cloth-over-obstacles", include_str!("../../assets/scenes/cloth-over-obstacles.ron")),
    ("million-links", include_str!("../../assets/scenes/million-links.ron")),
    ("flag-in-gusts", include_str!("../../assets/scenes/flag-in-gusts.ron")),
    ("rope-bridge", include_str!("../../assets/scenes/rope-bridge.ron")),
    ("spider-web", include_str!("../../assets/scenes/spider-web.ron")),
    ("ragdoll-on-ropes", include_str!("../../assets/scenes/ragdoll-on-ropes.ron")),
    ("pendulum-wave", include_str!("../../assets/scenes/pendulum-wave.ron")),
    ("rope-pile", include_str!("../../assets/scenes/rope-pile.ron")),
    ("wrecking-ball", include_str!("../../assets/scenes/wrecking-ball.ron")),
];

/// The scene that opens first.
pub const FIRST: &str = "welcome";

/// Why a scene cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// It is neither in the gallery nor a file.
    #[error("there is no scene and no file \"{name}\"; did you mean \"{nearest}\"? (`ropewalk scenes` lists them all)")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The most similar name in the gallery.
        nearest: String,
    },
    /// It is a link, and there is nothing behind it: why.
    #[error("{0}")]
    Link(String),
    /// The file is not good.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The names of the gallery, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GALLERY.iter().map(|(name, _)| *name)
}

/// More links make a scene a large one.
const LARGE: u64 = 100_000;

/// The scenes of the gallery that are not large: those that are built and played in a moment, by whatever wants all of them.
pub fn light_names() -> impl Iterator<Item = &'static str> {
    names().filter(|name| named(name).is_some_and(|named| !named.scene.is_large()))
}

/// A scene of the gallery.
#[must_use]
pub fn named(name: &str) -> Option<NamedScene> {
    let (name, text) = GALLERY.iter().find(|(other, _)| *other == name)?;
    let scene = parse(name, text).ok()?;
    Some(NamedScene { name: (*name).to_owned(), scene })
}

/// The scene that comes `by` places after `name` in the gallery, round its end; after a file, the first.
#[must_use]
pub fn neighbour(name: &str, by: isize) -> Option<NamedScene> {
    let count = GALLERY.len() as isize;
    let here = GALLERY.iter().position(|(other, _)| *other == name).map_or(-by, |index| index as isize);
    named(GALLERY[(here + by).rem_euclid(count) as usize].0)
}

/// What a name is the name of.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A scene of the gallery.
    Scene(Box<NamedScene>),
    /// A file, which may be there or not.
    File(std::path::PathBuf),
}

/// What this is the name of: a scene of the gallery, or a file.
///
/// # Errors
/// When it is neither.
pub fn find(name: &str) -> Result<Found, OpenError> {
    if let Some(scene) = named(name) {
        return Ok(Found::Scene(Box::new(scene)));
    }
    let path = std::path::Path::new(name);
    // What looks like a path is meant as one: its own error says more than "no such scene".
    if !crate::host::exists(path) && !name.contains(['/', '\\', '.']) {
        let nearest = names().max_by(|a, b| strsim::jaro(name, a).total_cmp(&strsim::jaro(name, b)));
        return Err(OpenError::Unknown { name: name.to_owned(), nearest: nearest.unwrap_or(FIRST).to_owned() });
    }
    Ok(Found::File(path.to_owned()))
}

/// The scene with this gallery name, or in this file.
///
/// # Errors
/// When there is neither, or the file is not a scene that can be built.
pub fn open(name: &str) -> Result<NamedScene, OpenError> {
    match find(name)? {
        Found::Scene(scene) => Ok(*scene),
        Found::File(path) => Ok(read_scene(name, &read(&path)?)?),
    }
}

/// The scene in a file's text; `file` is what it and errors are called.
///
/// # Errors
/// When it is not a scene that can be built.
pub fn read_scene(file: &str, text: &str) -> Result<NamedScene, FileError> {
    let scene = parse(file, text)?;
    super::check(&scene).map_err(|error| FileError::Build { file: file.to_owned(), error })?;
    Ok(NamedScene { name: file.to_owned(), scene })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_of_the_gallery_reads_and_builds() {
        for (name, text) in GALLERY {
            let scene = parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            let world = super::super::build(&scene).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(world.particles().len() > 1, "{name} is empty");
            assert!(!scene.hint.is_empty() && !scene.hint.contains('\n'), "{name}: one line that says what to try");
        }
    }

    #[test]
    fn a_scene_goes_to_text_and_back() {
        for name in names() {
            let scene = named(name).expect("it is in the gallery").scene;
            let text = super::super::to_text(&scene, 3);
            assert_eq!(parse(name, &text).expect("what we write, we read"), scene);
        }
    }

    #[test]
    fn the_gallery_goes_round() {
        assert_eq!(neighbour(FIRST, -1).map(|scene| scene.name).as_deref(), GALLERY.last().map(|(name, _)| *name));
        assert_eq!(neighbour("some/file.ron", 1).map(|scene| scene.name).as_deref(), Some(FIRST));
        assert_eq!(neighbour("some/file.ron", -1).map(|scene| scene.name).as_deref(), Some(FIRST));
    }

    #[test]
    fn a_misspelt_name_gets_the_nearest() {
        let error = open("frist-rope").expect_err("there is no such scene");
        assert!(matches!(error, OpenError::Unknown { nearest, .. } if nearest == "first-rope"));
    }
}
