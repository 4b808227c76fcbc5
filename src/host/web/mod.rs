//! The page of a browser.

pub mod fs;
mod page;
mod time;

use std::{
    io::{self, Cursor, Write},
    path::{Path, PathBuf},
};

pub use page::{choose_file, complain, density, fingers, fragment, is_own, keyboard, share, tell};
pub use time::{Instant, SystemTime};

/// What is written to this folder is given to the user as a download.
pub const DOWNLOADS: &str = "downloads";

/// What the user gives to the page is in this folder.
pub const UPLOADS: &str = "uploads";

/// Where files are kept: named so that a path in a sentence says where that is.
const BROWSER: &str = "this browser";

/// The folder for what is saved.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    Some(PathBuf::from(BROWSER))
}

/// The folder for settings.
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    Some(Path::new(BROWSER).join("settings"))
}

/// There is none.
#[must_use]
pub fn home_folder() -> Option<PathBuf> {
    None
}

/// Pictures are downloads.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    Some(PathBuf::from(DOWNLOADS))
}

/// Whether there is something at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    is_file(path)
}

/// Whether there is a file at a path.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

/// The page itself waits from frame to frame.
pub fn sleep(_time: std::time::Duration) {}

/// Does something here and now: there are no threads.
///
/// # Errors
/// Never.
pub fn aside(_name: &str, work: impl FnOnce()) -> io::Result<()> {
    work();
    Ok(())
}

/// There is nobody else.
pub fn give_way() {}

/// The bytes of a file; `None` if it is longer than `most`.
///
/// # Errors
/// When it is not there.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Ok(None),
        read => read.map(|bytes| (bytes.len() as u64 <= most).then_some(bytes)),
    }
}

/// Somewhere to write what will be read again.
pub type Scratch = Cursor<Vec<u8>>;

/// Something in memory.
///
/// # Errors
/// Never.
pub fn scratch(_beside: &Path) -> io::Result<Scratch> {
    Ok(Cursor::default())
}

/// A file that is written bit by bit; nothing is at its place before [`Draft::finish`].
#[derive(Debug)]
pub struct Draft {
    bytes: Vec<u8>,
    path: PathBuf,
}

impl Draft {
    /// An empty one.
    ///
    /// # Errors
    /// Never.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { bytes: Vec::new(), path: path.to_owned() })
    }

    /// Puts it in its place, over what is there.
    ///
    /// # Errors
    /// When the browser's store is full; the old file is then as it was.
    pub fn finish(self) -> io::Result<()> {
        fs::write(&self.path, &self.bytes)
    }

    /// How much has been written, bytes.
    ///
    /// # Errors
    /// Never.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives the user a copy of what was saved as a file of his own.
pub fn hand_out(path: &Path, bytes: &[u8]) {
    if let Some(name) = path.file_name() {
        // A download cannot fail here: what becomes of it is between the user and the browser.
        let _ = fs::write(&Path::new(DOWNLOADS).join(name), bytes);
    }
}
