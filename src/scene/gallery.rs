//! The gallery: scenes that are embedded in the program, so that it needs no files to run.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::blank::{BLANK, blank_page};
use super::definition::{NamedScene, parse};
use super::file::{FileError, STDIN, read, read_stdin};
use crate::host::{STANDARD_STREAM, text};

/// A group of the gallery.
#[derive(Debug)]
pub struct Group {
    /// Its heading.
    pub title: &'static str,
    /// Its scenes: name and text.
    scenes: &'static [(&'static str, &'static str)],
}

impl Group {
    /// The names of its scenes, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.scenes.iter().map(|(name, _)| *name)
    }
}

/// Name and text of a scene of the gallery.
macro_rules! scene {
    ($name:literal) => {
        ($name, include_str!(concat!("../../assets/scenes/", $name, ".ron")))
    };
}

/// The gallery, in the order of PgDn.
pub const GROUPS: &[Group] = &[
    Group { title: "Start", scenes: &[scene!("welcome")] },
    Group {
        title: "Playgrounds",
        scenes: &[
            scene!("tearable-curtain"),
            scene!("wrecking-ball"),
            scene!("ragdoll-on-ropes"),
            scene!("rope-bridge"),
            scene!("cloth-over-obstacles"),
            scene!("flag-in-gusts"),
            scene!("spider-web"),
            scene!("solid-bodies"),
            scene!("rope-pile"),
            scene!("pendulum-wave"),
            scene!("million-links"),
        ],
    },
    Group { title: "Build it", scenes: &[scene!("hammock"), scene!("trampoline"), scene!("swing-bridge")] },
    Group {
        title: "Machines",
        scenes: &[scene!("cart"), scene!("walker"), scene!("crane"), scene!("catapult"), scene!("block-and-tackle")],
    },
    Group {
        title: "Classics",
        scenes: &[
            scene!("first-rope"),
            scene!("scissor-net"),
            scene!("nehe-40"),
            scene!("gravity-lab"),
            scene!("give-playground"),
        ],
    },
    Group { title: "Methods", scenes: &[scene!("solver-race"), scene!("spring-vs-jakobsen")] },
];

/// Names and texts of all scenes, in order.
fn scenes() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    GROUPS.iter().flat_map(|group| group.scenes)
}

/// The scene that opens first.
pub const FIRST: &str = "welcome";

/// An error of opening a scene.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The name is neither in the gallery nor that of a file.
    #[error("there is no scene and no file \"{name}\"{} (`ropewalk scenes` lists all scenes)", did_you_mean(*nearest))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The name in the gallery that differs least, if one is near.
        nearest: Option<&'static str>,
    },
    /// The link cannot be opened, with the reason.
    #[error("{0}")]
    Link(String),
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}

/// The names of the gallery, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    scenes().map(|(name, _)| *name)
}

/// The names of the gallery's scenes that are not large: they are built and stepped in a moment.
pub fn light_names() -> impl Iterator<Item = &'static str> {
    names().filter(|name| named(name).is_some_and(|named| !named.scene.is_large()))
}

/// A scene of the gallery, or the blank page.
pub fn named(name: &str) -> Option<NamedScene> {
    if name == BLANK {
        return blank_page();
    }
    let (name, text) = scenes().find(|(other, _)| *other == name)?;
    let scene = parse(name, text).ok()?;
    Some(NamedScene { name: (*name).to_owned(), scene })
}

/// The scene `by` places after `name` in the gallery, which wraps around. The neighbour of a file is the first scene.
pub fn neighbour(name: &str, by: isize) -> Option<NamedScene> {
    let count = names().count() as isize;
    let here = names().position(|other| other == name).map_or(-by, |index| index as isize);
    names().nth((here + by).rem_euclid(count) as usize).and_then(named)
}

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A scene of the gallery.
    Scene(Box<NamedScene>),
    /// A file, which may not exist.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// Finds the scene or file with a name.
///
/// # Errors
/// When it is neither.
pub fn find(name: impl AsRef<OsStr>) -> Result<Found, OpenError> {
    let path = Path::new(name.as_ref());
    // Only paths may be other than UTF-8, and their dots and slashes are ASCII then, too.
    let name = path.to_string_lossy();
    if let Some(scene) = named(&name) {
        return Ok(Found::Scene(Box::new(scene)));
    }
    if name == STANDARD_STREAM {
        return Ok(Found::Stdin);
    }
    // A name that looks like a path is one: the error of reading it says more than "no such scene".
    if !crate::host::exists(path) && !name.contains(['/', '\\', '.']) {
        return Err(OpenError::Unknown { nearest: text::nearest(&name, names()), name: name.into_owned() });
    }
    Ok(Found::File(path.to_owned()))
}

/// Opens the scene with a name of the gallery, or in a file.
///
/// # Errors
/// When neither exists, or the file holds no scene that can be built.
pub fn open(name: &str) -> Result<NamedScene, OpenError> {
    match find(name)? {
        Found::Scene(scene) => Ok(*scene),
        Found::File(path) => Ok(read_scene(name, &read(&path)?)?),
        Found::Stdin => Ok(read_scene(STDIN, &read_stdin()?)?),
    }
}

/// Reads a scene from the text of a file. `file` is named in errors, and its stem names the scene.
///
/// # Errors
/// When the text is not a scene that can be built.
pub fn read_scene(file: &str, text: &str) -> Result<NamedScene, FileError> {
    let scene = parse(file, text)?;
    super::check(&scene).map_err(|error| FileError::Build { file: file.to_owned(), error })?;
    Ok(NamedScene { name: text::file_stem(file).to_owned(), scene })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scenes_of_the_gallery_read_and_build() {
        for (name, text) in scenes() {
            let scene = parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            let world = super::super::build(&scene).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(world.particles().len() > 1, "{name} is empty");
            assert!((1..=60).contains(&scene.hint.chars().count()), "{name}: {}", scene.hint);
            assert!(!scene.hint.contains('\n'), "{name}: one line that says what to try");
        }
    }

    #[test]
    fn scene_is_named_by_the_stem_of_its_file() {
        let text = GROUPS[0].scenes[0].1;
        assert_eq!(read_scene("/home/someone/my rope.ron", text).expect("the text is valid").name, "my rope");
    }
}
