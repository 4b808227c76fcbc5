//! Scene files: RON text, how it is read and written, and the errors of that.

use std::path::{Path, PathBuf};

use ron::{
    error::{Error, SpannedError},
    extensions::Extensions,
    ser::PrettyConfig,
};
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use super::error::{BuildError, sentence};
use crate::host;

/// Largest file that is read, bytes. A recording of an hour is far smaller.
pub const MAX_BYTES: u64 = 256 << 20;

/// An error of reading or writing a file. Its message names the file, the place and what was expected.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        error: std::io::Error,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {error}", output_name(path))]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        error: std::io::Error,
    },
    /// The file is larger than [`MAX_BYTES`].
    #[error("{}: larger than {MAX_BYTES} bytes", path.display())]
    TooLong {
        /// Path of the file.
        path: PathBuf,
    },
    /// The text of the file has an error.
    #[error("{file}:{line}:{column}: {message}")]
    Parse {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The error, and what was expected.
        message: String,
    },
    /// The scene in the file cannot be built.
    #[error("{file}: {error}")]
    Build {
        /// Name of the file.
        file: String,
        /// Error of building it.
        error: BuildError,
    },
}

/// Name of an output in messages.
pub fn output_name(path: &Path) -> String {
    if path == Path::new(host::STANDARD_STREAM) { "stdout".to_owned() } else { path.display().to_string() }
}

fn options() -> ron::Options {
    // `ground: -2` reads better than `ground: Some(-2)`.
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a value from RON text; `file` is what errors call it.
///
/// # Errors
/// With line, column and what was expected.
pub fn from_text<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, FileError> {
    options().from_str(text).map_err(|error| FileError::Parse {
        file: file.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        message: sentence(&explain(&error, text)),
    })
}

/// RON's message about an error; a message of our own where RON's would name a struct of this program.
fn explain(error: &SpannedError, text: &str) -> String {
    let is_wrong_struct =
        matches!(error.code, Error::ExpectedDifferentStructName { .. } | Error::ExpectedNamedStructLike(_));
    let opened = opened(text, (error.span.start.line, error.span.start.col)).filter(|_| is_wrong_struct);
    opened.map_or_else(
        || error.code.to_string(),
        |name| format!("the fields of `{name}` stand in two pairs of parentheses: write `{name}((...))`"),
    )
}

/// The name before the parenthesis that was opened last before a place (line and column, from 1): `Net` in `Net(at`.
fn opened(text: &str, (line, column): (usize, usize)) -> Option<&str> {
    let begins: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length: usize = text[begins..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    let before = text[..begins + length].trim_end().strip_suffix('(')?.trim_end();
    let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (!name.is_empty()).then_some(name)
}

/// A value as RON text that [`from_text`] reads back bit for bit. Values nested deeper than `depth` share a line.
#[must_use]
pub fn to_text<T: Serialize>(value: &T, depth: usize) -> String {
    let pretty = PrettyConfig::new().depth_limit(depth).indentor("    ").extensions(Extensions::empty());
    // Plain data always serialises to a string.
    options().to_string_pretty(value, pretty).unwrap_or_default()
}

/// Reads a whole text file of at most [`MAX_BYTES`].
///
/// # Errors
/// When it does not exist, is too long, is not a file, or is not text.
pub fn read(path: &Path) -> Result<String, FileError> {
    text(path, host::read_up_to(path, MAX_BYTES))
}

/// Name of standard input in errors, and of a scene from there.
pub const STDIN: &str = "stdin";

/// Reads a text of at most [`MAX_BYTES`] from standard input.
///
/// # Errors
/// When it cannot be read, is too long, or is not text.
pub fn read_stdin() -> Result<String, FileError> {
    text(Path::new(STDIN), host::read_stdin_up_to(MAX_BYTES))
}

/// The text in the bytes that were read.
fn text(path: &Path, bytes: std::io::Result<Option<Vec<u8>>>) -> Result<String, FileError> {
    let Some(bytes) = bytes.map_err(|error| FileError::Read { path: path.to_owned(), error })? else {
        return Err(FileError::TooLong { path: path.to_owned() });
    };
    // Some editors begin a file with a byte-order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes);
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::Parse {
            file: path.display().to_string(),
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count(),
            message: "text in UTF-8 expected".to_owned(),
        }
    })
}

/// Writes a file whole or not at all: to a temporary file beside it, which is then renamed. A device or a pipe is
/// written through.
///
/// # Errors
/// When the folder cannot be written to; an existing file is then left unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    use std::io::Write as _;
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes).map_err(|error| draft.failed(error))?;
    draft.finish()
}

/// Writes a text as [`write()`] does, if it is short enough to be read again.
///
/// # Errors
/// When the file cannot be written, or would be longer than [`MAX_BYTES`].
pub fn write_readable(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > MAX_BYTES {
        return Err(FileError::TooLong { path: path.to_owned() });
    }
    write(path, text.as_bytes())
}

/// A file that is written piece by piece, under a temporary name until [`Draft::finish`]; or a device or a pipe. A
/// draft that is dropped leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    file: host::Draft,
    /// Path as it was given, for messages.
    path: PathBuf,
}

impl Draft {
    /// Creates an empty draft.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the path is that of a folder.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::Write { path: path.to_owned(), error };
        Ok(Self { file: host::Draft::create(path).map_err(failed)?, path: path.to_owned() })
    }

    /// Renames it to its path, over an existing file.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; an existing file is then left unchanged.
    pub fn finish(self) -> Result<(), FileError> {
        let Self { file, path } = self;
        file.finish().map_err(|error| FileError::Write { path, error })
    }

    /// An error that occurred while writing to it.
    #[must_use]
    pub fn failed(&self, error: std::io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), error }
    }
}

impl std::io::Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_too_long_to_be_read_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("long.ron");
        let long = " ".repeat(MAX_BYTES as usize + 1);
        assert!(matches!(write_readable(&path, &long), Err(FileError::TooLong { .. })));
        assert!(!path.exists());
        write_readable(&path, &long[1..]).expect("it can be read");
        assert!(read(&path).is_ok());
    }
}
