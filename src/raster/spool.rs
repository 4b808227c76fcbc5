//! A file that takes a long time to write.

use std::{
    io::{self, BufReader, Seek as _, Write},
    path::{Path, PathBuf},
};

use crate::host;
use crate::host::Scratch;
use crate::scene::{Draft, FileError};

/// Size of the buffer for the final copy, bytes.
const BUFFER: usize = 1 << 18;

/// A file that is written piece by piece and has no name before [`Spool::finish`]. If the program ends earlier, even by
/// a signal, nothing is left behind.
///
/// The spool lies on the disk of the target and is copied to it at the end, so for a moment the disk holds the content
/// twice. A signal handler that removes a named file would avoid the copy, but some signals cannot be handled.
#[derive(Debug)]
pub struct Spool {
    file: Scratch,
    path: PathBuf,
}

impl Spool {
    /// Creates an empty spool for the file at `path`.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the path is that of a folder.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        // A target that cannot be written is an error now, and not after the work.
        drop(Draft::create(path)?);
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        Ok(Self { file: host::scratch(path).map_err(failed)?, path: path.to_owned() })
    }

    /// Copies it to its path, over an existing file. Returns its length, bytes.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; an existing file is then left unchanged.
    pub fn finish(self) -> Result<u64, FileError> {
        let Self { mut file, path } = self;
        let failed = |error| FileError::Write { path: path.clone(), error };
        file.rewind().map_err(failed)?;
        let mut draft = Draft::create(&path)?;
        let length = io::copy(&mut BufReader::with_capacity(BUFFER, file), &mut draft).map_err(failed)?;
        draft.finish()?;
        Ok(length)
    }

    /// An error that occurred while writing to it.
    #[must_use]
    pub fn failed(&self, error: io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), error }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
