//! Output that takes a long time to write.

use std::{
    io::{self, BufReader, Seek as _, Write},
    path::{Path, PathBuf},
};

use crate::host::{self, Scratch, Stream};
use crate::scene::{Draft, FileError};

/// Size of the buffer for the final copy, bytes.
const BUFFER: usize = 1 << 18;

/// Output that is written piece by piece. A file has no name before [`Spool::finish`]: if the program ends earlier,
/// even by a signal, nothing is left behind. A device, a pipe or stdout is written at once.
///
/// The file lies on the disk of the target and is copied to it at the end, so for a moment the disk holds the content
/// twice. A signal handler that removes a named file would avoid the copy, but some signals cannot be handled.
#[derive(Debug)]
pub struct Spool {
    content: Content,
    path: PathBuf,
    /// Bytes written so far.
    length: u64,
}

#[derive(Debug)]
enum Content {
    File(Scratch),
    Stream(Stream),
}

impl Spool {
    /// Creates an empty spool for the file at `path`. Waits for a reader if that is a pipe.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the path is that of a folder.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        let content = match Stream::open(path).map_err(failed)? {
            Some(stream) => Content::Stream(stream),
            None => {
                // A target that cannot be written is an error now, and not after the work.
                drop(Draft::create(path)?);
                Content::File(host::scratch(path).map_err(failed)?)
            }
        };
        Ok(Self { content, path: path.to_owned(), length: 0 })
    }

    /// Copies a file to its path, over an existing file. Returns the length, bytes.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; an existing file is then left unchanged.
    pub fn finish(self) -> Result<u64, FileError> {
        let Self { content, path, length } = self;
        let failed = |error| FileError::Write { path: path.clone(), error };
        match content {
            Content::File(mut file) => {
                file.rewind().map_err(failed)?;
                let mut draft = Draft::create(&path)?;
                io::copy(&mut BufReader::with_capacity(BUFFER, file), &mut draft).map_err(failed)?;
                draft.finish()?;
            }
            Content::Stream(mut stream) => stream.flush().map_err(failed)?,
        }
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
        let written = match &mut self.content {
            Content::File(file) => file.write(bytes),
            Content::Stream(stream) => stream.write(bytes),
        }?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.content {
            Content::File(file) => file.flush(),
            Content::Stream(stream) => stream.flush(),
        }
    }
}
