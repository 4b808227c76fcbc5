//! Opening the last session, and what becomes of one that does not open.

use std::path::Path;

use super::Autosave;
use super::slot::{DAMAGED, EARLIER, move_aside};
use crate::scene;
use crate::scene::FileError;
use crate::timeline::{Checked, Document, Recording, Timeline, check_text};

/// Longest changed session of which is tried at the start whether it opens, bytes.
const MAX_TRIED: usize = 2 << 20;

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

/// Whether a session does not open because its file is damaged. A long one that is not as it was written counts as
/// damaged without a try, which would hold up the start.
pub(super) fn is_damaged(path: &Path) -> bool {
    match scene::read(path) {
        Ok(text) if matches!(check_text(&text), Checked::Unchanged) => false,
        Ok(text) if text.len() > MAX_TRIED => true,
        Ok(_) | Err(FileError::Parse { .. }) => matches!(read_session(path), Err(Fault::Damaged(_))),
        // Perhaps it can be read later.
        Err(_) => false,
    }
}

/// Moves a session aside that does not open. Returns a sentence that says where it is, and calls it `what`.
fn set_aside_faulty(path: Option<&Path>, what: &str, fault: &Fault) -> String {
    let (kind, name, reason) = match fault {
        // Perhaps the next start can read it; it is not overwritten.
        Fault::Unreadable(reason) => return format!("{what} cannot be opened: {reason}"),
        Fault::OtherVersion(reason) => ("was made by another version", EARLIER, reason),
        Fault::Damaged(reason) => ("is damaged", DAMAGED, reason),
        Fault::Refused(reason) => ("is refused", EARLIER, reason),
    };
    let moved = path.and_then(|path| move_aside(path, name).ok());
    let stem = moved.as_ref().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy());
    match stem {
        Some(stem) => format!("{what} {kind}: it is \"{stem}\" in the list of files now ({reason})"),
        None => format!("{what} {kind} ({reason})"),
    }
}

/// Moves a session aside that was not closed and does not open. Returns a sentence that says where it is.
#[must_use]
pub fn set_interrupted_aside(path: &Path, fault: &Fault) -> String {
    set_aside_faulty(Some(path), "the session that was not closed", fault)
}

impl Autosave {
    /// Moves a last session aside that does not open. Returns a sentence that says where it is.
    #[must_use]
    pub fn set_last_aside(&self, fault: &Fault) -> String {
        set_aside_faulty(self.last_session().as_deref(), "the last session", fault)
    }
}
