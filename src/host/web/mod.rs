//! The page of a browser as host.
//!
//! | File | Holds |
//! |---|---|
//! | `fs` | the part of `std::fs` that the program uses, in the browser's local storage |
//! | `page` | the functions of the page, in `web/plugin.js`: the only foreign functions that this crate calls itself |
//! | `time` | clocks |

pub mod fs;
mod page;
mod time;

use std::{
    io::{self, Cursor, Write},
    path::{Path, PathBuf},
};

pub use page::{
    answer_page, choose_file, copy, fragment, is_own_link, is_touch_only, keyboard_layout, log, pixel_density,
    prefers_less_motion, prefers_light, prefers_more_contrast, share_link, show_keyboard, take_scene_name,
};
pub use time::{Instant, SystemTime};

/// Folder whose files become downloads of the user.
pub const DOWNLOADS: &str = "downloads";

/// Folder of the files that the user drops on the page or chooses.
pub const UPLOADS: &str = "uploads";

/// Folder for saved files; its name tells the user where they are.
const BROWSER: &str = "this browser";

/// The folder for saved files.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    Some(PathBuf::from(BROWSER))
}

/// The folder for settings.
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    Some(Path::new(BROWSER).join("settings"))
}

/// The home folder; a browser has none.
#[must_use]
pub fn home_folder() -> Option<PathBuf> {
    None
}

/// The folder for pictures, which become downloads.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    Some(PathBuf::from(DOWNLOADS))
}

/// Whether a path exists.
#[must_use]
pub fn exists(path: &Path) -> bool {
    is_file(path)
}

/// Whether a path is that of a file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

/// Does nothing: the page itself waits between frames.
pub fn sleep(_time: std::time::Duration) {}

/// Runs `work` at once: there are no threads.
///
/// # Errors
/// Never.
pub fn spawn(_name: &str, work: impl FnOnce()) -> io::Result<()> {
    work();
    Ok(())
}

/// Does nothing: there are no other threads.
pub fn lower_priority() {}

/// The bytes of a file; `None` if it is longer than `max`.
///
/// # Errors
/// When it does not exist.
pub fn read_up_to(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Ok(None),
        read => read.map(|bytes| (bytes.len() as u64 <= max).then_some(bytes)),
    }
}

/// Does nothing: drafts are in memory.
pub fn remove_abandoned_drafts(_folder: &Path) {}

/// Whether a path is free.
#[must_use]
pub fn reserve(path: &Path) -> bool {
    !exists(path)
}

/// Fails: a page has no standard input.
///
/// # Errors
/// Always.
pub fn read_stdin_up_to(_most: u64) -> io::Result<Option<Vec<u8>>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The path of a file: a browser has no links.
#[must_use]
pub fn real_path(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Whether output to this path is written through: a page has only files.
#[must_use]
pub fn is_stream(_path: &Path) -> bool {
    false
}

/// A device, a pipe or stdout. A page has none of them.
#[derive(Debug)]
pub struct Stream(io::Sink);

impl Stream {
    /// Finds that a path is that of a file.
    ///
    /// # Errors
    /// Never.
    pub fn open(_path: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A temporary file in memory.
pub type Scratch = Cursor<Vec<u8>>;

/// A temporary file in memory.
///
/// # Errors
/// Never.
pub fn scratch(_beside: &Path) -> io::Result<Scratch> {
    Ok(Cursor::default())
}

/// A file that is written piece by piece, in memory until [`Draft::finish`].
#[derive(Debug)]
pub struct Draft {
    bytes: Vec<u8>,
    path: PathBuf,
}

impl Draft {
    /// Creates an empty draft.
    ///
    /// # Errors
    /// Never.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { bytes: Vec::new(), path: path.to_owned() })
    }

    /// Writes it to its path, over an existing file.
    ///
    /// # Errors
    /// When the browser's store is full; an existing file is then left unchanged.
    pub fn finish(self) -> io::Result<()> {
        fs::write(&self.path, &self.bytes)
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

/// Gives the user a copy of a saved file, as a download.
pub fn offer_copy(path: &Path, bytes: &[u8]) {
    if let Some(name) = path.file_name() {
        // The browser reports errors of downloads to the user.
        let _ = fs::write(&Path::new(DOWNLOADS).join(name), bytes);
    }
}
