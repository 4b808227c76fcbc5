//! Files: a scene, a recording of a session, or a text with a link. The contents decide which of them.

use std::{ffi::OsStr, path::Path};

use super::{recording::Recording, web_link};
use crate::host;
use crate::scene::{self, FileError, Found, NamedScene, OpenError};

/// A file that can be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// A scene, played from its start.
    Scene(Box<NamedScene>),
    /// A recording, resumed at its end if it holds the state there, otherwise replayed.
    Session(Box<Recording>),
}

impl Document {
    /// Opens a scene of the gallery, a file, a link, or standard input (`-`). A file may have the name of a link.
    ///
    /// # Errors
    /// When the name is none of them, or the file or the link is invalid.
    pub fn open(name: impl AsRef<OsStr>) -> Result<Self, OpenError> {
        let name = name.as_ref();
        let link = name.to_str().and_then(web_link::find_link);
        if let Some(link) = link.filter(|_| !host::is_file(Path::new(name))) {
            let recording = Recording::from_link(&link).map_err(|error| OpenError::Link(error.to_string()))?;
            return Ok(Self::Session(Box::new(recording)));
        }
        match scene::find(name)? {
            Found::Scene(scene) => Ok(Self::Scene(scene)),
            Found::File(path) => Ok(Self::read(&path)?),
            Found::Stdin => Ok(Self::parse(scene::STDIN, &scene::read_stdin()?)?),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is neither a scene nor a recording.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&path.display().to_string(), &scene::read(path)?)
    }

    /// Parses the text of a file, which may also be a mail with a link. `file`: its name in errors.
    ///
    /// # Errors
    /// When the text is neither. The error is that of the kind whose parser got further.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileError> {
        // The two kinds differ in their first field, so the wrong parser fails at once.
        let scene_error = match scene::read_scene(file, text) {
            Ok(scene) => return Ok(Self::Scene(Box::new(scene))),
            Err(error @ FileError::Parse { .. }) => error,
            Err(error) => return Err(error),
        };
        let recording_error = match Recording::parse(file, text) {
            Ok(recording) => return Ok(Self::Session(Box::new(recording))),
            Err(error @ FileError::Parse { .. }) => error,
            Err(error) => return Err(error),
        };
        if let Some(linked) = Recording::in_text(file, text) {
            return Ok(Self::Session(Box::new(linked?)));
        }
        Err(if position(&recording_error) > position(&scene_error) { recording_error } else { scene_error })
    }
}

/// Line and column of a parse error.
fn position(error: &FileError) -> (usize, usize) {
    match error {
        FileError::Parse { line, column, .. } => (*line, *column),
        _ => (0, 0),
    }
}
