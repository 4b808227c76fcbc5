//! Writing files that the program opens again.

use std::path::Path;

use crate::scene::FileError;
use crate::timeline::Session;
use crate::{host, scene};

/// Writes a session with the state at its end, as [`write_save`] does.
///
/// # Errors
/// When the file cannot be written, or would be too long to be opened.
pub fn write_session(session: &Session, path: &Path) -> Result<(), FileError> {
    write_save(path, &session.with_state().to_text())
}

/// Writes a file that the user saves. In a browser the user also gets it as a download, even if the browser has no
/// room.
///
/// # Errors
/// When the file cannot be written, or would be too long to be opened.
pub fn write_save(path: &Path, text: &str) -> Result<(), FileError> {
    host::offer_copy(path, text.as_bytes());
    scene::write_readable(path, text)
}
