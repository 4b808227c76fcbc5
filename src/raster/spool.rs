//! A file that takes long to write.

use std::{
    io::{self, BufReader, Seek as _, Write},
    path::{Path, PathBuf},
};

use crate::{
    host::{self, Scratch},
    scene::{Draft, FileError},
};

/// What is read at once when it is put in its place, bytes.
const PIECE: usize = 1 << 18;

/// A file that is written bit by bit and has no name before [`Spool::finish`]: whatever ends the program meanwhile, even
/// a signal that it never hears of, leaves nothing behind.
///
/// It is on the disk on which the file is to be, and is copied into its place: while that lasts, well under a second, it
/// is there twice. A signal handler that removes a named file would not need that, but it would not hear of all signals.
#[derive(Debug)]
pub struct Spool {
    file: Scratch,
    path: PathBuf,
}

impl Spool {
    /// An empty one.
    ///
    /// # Errors
    /// When the folder cannot be written to, or there is a folder at the file's place.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        // What could not be put in its place is refused now and not after the work.
        drop(Draft::create(path)?);
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        Ok(Self { file: host::scratch(path).map_err(failed)?, path: path.to_owned() })
    }

    /// Puts it in its place, over what is there. Returns how long it is, bytes.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; the old file is then as it was.
    pub fn finish(self) -> Result<u64, FileError> {
        let Self { mut file, path } = self;
        let failed = |error| FileError::Write { path: path.clone(), error };
        file.rewind().map_err(failed)?;
        let mut draft = Draft::create(&path)?;
        let length = io::copy(&mut BufReader::with_capacity(PIECE, file), &mut draft).map_err(failed)?;
        draft.finish()?;
        Ok(length)
    }

    /// An error while writing to it, in words.
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
