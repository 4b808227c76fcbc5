//! The scene or recording that a command runs.

use std::{ffi::OsStr, path::Path};

use super::Exit;
use crate::host::STANDARD_STREAM;
use crate::scene;
use crate::scene::{FileError, NamedScene};
use crate::timeline::{Document, Recording};

/// The scene that a run starts from, and the recording that it plays.
pub(super) struct Input {
    pub start: NamedScene,
    pub replay: Option<Recording>,
}

impl Input {
    /// Opens a scene (whose name may be the file of a recording), a recording, or both.
    pub fn open(scene: Option<&OsStr>, replay: Option<&Path>) -> Result<Self, Exit> {
        if scene == Some(OsStr::new(STANDARD_STREAM)) && replay == Some(Path::new(STANDARD_STREAM)) {
            return Err(Exit::mistake("SCENE and --replay are both `-`, and standard input is read only once"));
        }
        let replay = replay.map(read_recording).transpose().map_err(Exit::mistake)?;
        let document = scene.map(Document::open).transpose().map_err(Exit::mistake)?;
        let (scene, replay) = match (document, replay) {
            (Some(Document::Session(_)), Some(_)) => {
                return Err(Exit::mistake("SCENE is a recording, and --replay names another: leave one of them out"));
            }
            (Some(Document::Session(recording)), None) => (None, Some(*recording)),
            (Some(Document::Scene(scene)), replay) => (Some(*scene), replay),
            (None, replay) => (None, replay),
        };
        let start = match (scene, &replay) {
            (Some(scene), Some(recording)) if !scene.scene.moves_like(&recording.start.scene) => {
                let (name, start) = (scene.name, &recording.start.name);
                return Err(Exit::mistake(format!(
                    "the recording starts from \"{start}\" and not from \"{name}\" as it is now: leave the scene out"
                )));
            }
            (_, Some(recording)) => recording.start.clone(),
            (Some(scene), None) => scene,
            (None, None) => return Err(Exit::mistake("SCENE or --replay FILE is needed")),
        };
        Ok(Self { start, replay })
    }
}

/// Reads a recording from a file, or from standard input. The text may also hold a link.
fn read_recording(path: &Path) -> Result<Recording, FileError> {
    let (file, text) = if path == Path::new(STANDARD_STREAM) {
        (scene::STDIN.to_owned(), scene::read_stdin()?)
    } else {
        (path.display().to_string(), scene::read(path)?)
    };
    Recording::parse(&file, &text).or_else(|error| Recording::in_text(&file, &text).unwrap_or(Err(error)))
}
