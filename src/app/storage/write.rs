//! Writing files that the program opens again.

use std::path::Path;

use crate::{
    host,
    scene::{self, FileError},
    timeline::Session,
};

/// Writes a session, with the state at its end.
pub fn write_session(session: &Session, path: &Path) -> Result<(), FileError> {
    saved(path, session.with_state().to_text())
}

/// Writes what will be read again: not what is too long for that.
pub fn fitting(path: &Path, text: String) -> Result<(), FileError> {
    if text.len() as u64 > scene::MOST_BYTES {
        return Err(FileError::TooLong { path: path.to_owned() });
    }
    scene::write(path, text.as_bytes())
}

/// The same with what the user saves by himself: in a browser he gets it as a file of his own, whether there is room in the
/// browser or not.
pub fn saved(path: &Path, text: String) -> Result<(), FileError> {
    host::hand_out(path, text.as_bytes());
    fitting(path, text)
}
