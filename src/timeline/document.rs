//! What a file is: a scene, or a recording of a session. Whoever opens one does not have to know.

use std::path::Path;

use super::{link, recording::Recording};
use crate::scene::{self, FileError, Found, NamedScene, OpenError};

/// What can be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// A scene: played from its start.
    Scene(Box<NamedScene>),
    /// A recording: gone on with at its end where it has the state there, or else played.
    Session(Box<Recording>),
}

impl Document {
    /// The scene of the gallery, or what is in the file, with this name; or what the link says that this is.
    ///
    /// # Errors
    /// When there is none of them, or the file or the link is not good.
    pub fn open(name: &str) -> Result<Self, OpenError> {
        if let Some(link) = link::within(name) {
            let recording = Recording::from_link(link).map_err(|error| OpenError::Link(error.to_string()))?;
            return Ok(Self::Session(Box::new(recording)));
        }
        match scene::find(name)? {
            Found::Scene(scene) => Ok(Self::Scene(scene)),
            Found::File(path) => Ok(Self::read(&path)?),
        }
    }

    /// What is in a file.
    ///
    /// # Errors
    /// When it cannot be read, or is neither a scene nor a recording.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&path.display().to_string(), &scene::read(path)?)
    }

    /// What a file's text is; `file` is what errors call it.
    ///
    /// # Errors
    /// When it is neither: what is wrong with it as the one of the two that it is more like.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileError> {
        // Each of the two begins with a field that the other does not have, so this ends soon.
        let as_scene = match scene::read_scene(file, text) {
            Ok(scene) => return Ok(Self::Scene(Box::new(scene))),
            Err(error @ FileError::Parse { .. }) => error,
            Err(error) => return Err(error),
        };
        let as_recording = match Recording::parse(file, text) {
            Ok(recording) => return Ok(Self::Session(Box::new(recording))),
            Err(error @ FileError::Parse { .. }) => error,
            Err(error) => return Err(error),
        };
        Err(if place(&as_recording) > place(&as_scene) { as_recording } else { as_scene })
    }
}

/// How far it was read: line and column.
fn place(error: &FileError) -> (usize, usize) {
    match error {
        FileError::Parse { line, column, .. } => (*line, *column),
        _ => (0, 0),
    }
}
