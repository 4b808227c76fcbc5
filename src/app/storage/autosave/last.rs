//! Opening the last session, and what becomes of one that does not open.

use std::path::Path;

use super::Autosave;
use super::slot::{DAMAGED, EARLIER, move_aside};
use crate::scene;
use crate::scene::FileError;
use crate::timeline::{Checked, Document, Recording, Timeline, check_text};

/// A session that can be continued.
#[derive(Debug)]
pub struct OpenedSession {
    /// The session at its end.
    pub timeline: Timeline,
    /// The session from its start.
    pub recording: Recording,
}

/// Why a session does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file cannot be read.
    Unreadable(String),
    /// The file is as it was written, but by another version of the program.
    OtherVersion(String),
    /// The file is damaged.
    Damaged(String),
    /// The content of the file is more than can be built.
    Refused(String),
}

/// Reads a session and resumes it at its end. Takes long for a large session; needs no window.
///
/// # Errors
/// The reason why it does not open, and whose fault that is.
pub fn read_session(path: &Path) -> Result<OpenedSession, Fault> {
    let file = path.display().to_string();
    let text = match scene::read(path) {
        Ok(text) => text,
        Err(error @ FileError::Parse { .. }) => return Err(Fault::Damaged(error.to_string())),
        Err(error) => return Err(Fault::Unreadable(error.to_string())),
    };
    let fault = |error: String| match check_text(&text) {
        Checked::Unchanged => Fault::OtherVersion(error),
        Checked::Changed | Checked::Unsigned => Fault::Damaged(error),
    };
    match Document::parse(&file, &text).map_err(|error| match error {
        FileError::Build { .. } => Fault::Refused(error.to_string()),
        error => fault(error.to_string()),
    })? {
        Document::Scene(_) => Err(Fault::Damaged(format!("{file} is a scene and not a session"))),
        Document::Session(recording) => {
            let timeline = Timeline::resume(&recording).map_err(|error| fault(format!("{file}: {error}")))?;
            Ok(OpenedSession { timeline, recording: *recording })
        }
    }
}

impl Autosave {
    /// Moves a last session aside that does not open. Returns a sentence that says where it is.
    #[must_use]
    pub fn set_last_aside(&self, fault: &Fault) -> String {
        let (kind, name, reason) = match fault {
            // Perhaps the next start can read it; it is not overwritten.
            Fault::Unreadable(reason) => return format!("the last session cannot be opened: {reason}"),
            Fault::OtherVersion(reason) => ("was made by another version", EARLIER, reason),
            Fault::Damaged(reason) => ("is damaged", DAMAGED, reason),
            Fault::Refused(reason) => ("is refused", EARLIER, reason),
        };
        let moved = self.last_session().and_then(|last| move_aside(&last, name).ok());
        let stem = moved.as_ref().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy());
        match stem {
            Some(stem) => format!("the last session {kind}: it is \"{stem}\" in the list of files now ({reason})"),
            None => format!("the last session {kind} ({reason})"),
        }
    }
}
