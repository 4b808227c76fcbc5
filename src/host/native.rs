//! The operating system as host.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

pub use std::fs;
pub use std::time::{Instant, SystemTime};

/// The user's folder for saved files, if the platform has one.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.data_dir().to_owned())
}

/// The user's folder for settings, if the platform has one.
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.config_dir().to_owned())
}

/// The user's home folder, if the platform has one.
#[must_use]
pub fn home_folder() -> Option<PathBuf> {
    directories::UserDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// The user's folder for pictures, or else the home folder.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    let folders = directories::UserDirs::new()?;
    let pictures = folders.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or(folders.home_dir()).to_owned())
}

/// Whether a path exists.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a path is that of a file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The bytes of a file; `None` if it is longer than `most`.
///
/// # Errors
/// When it cannot be read, or is not a file: a device may never end, and a pipe without a writer never begins.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    use std::io::Read as _;
    let known = fs::metadata(path)?;
    if !known.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if known.len() > most {
        return Ok(None);
    }
    let file = fs::File::open(path)?;
    let mut bytes = Vec::new();
    // The file may grow meanwhile, and some files of the system report no size.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// A temporary file.
pub type Scratch = fs::File;

/// A temporary file without a name, on the disk of this path. The system removes it when the program ends, even by a
/// crash.
///
/// # Errors
/// When the folder cannot be written to.
pub fn scratch(beside: &Path) -> io::Result<Scratch> {
    tempfile::tempfile_in(folder_of(beside)).map_err(without_path)
}

fn folder_of(path: &Path) -> PathBuf {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Beginning and end of the names of drafts.
const DRAFT_NAME: (&str, &str) = (".ropewalk-", ".tmp");

/// A file with the name of a draft. A lock on it shows other processes that its writer is alive.
fn locked_tempfile(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(DRAFT_NAME.0).suffix(DRAFT_NAME.1);
    // A new file gets the usual permissions, less the umask; an existing one keeps its own.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    // Some file systems have no locks. There, abandoned drafts stay.
    let _ = file.as_file().try_lock();
    if !file.path().exists() {
        // Another process, which starts at this moment, has removed it before it was locked.
        file = builder.tempfile_in(folder)?;
        let _ = file.as_file().try_lock();
    }
    Ok(file)
}

/// Removes the drafts in a folder whose writers were killed.
pub fn remove_abandoned_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_draft = name.to_str().is_some_and(|name| name.starts_with(DRAFT_NAME.0) && name.ends_with(DRAFT_NAME.1));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_draft
            && is_file
            && let Ok(file) = fs::File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Takes a path for a file that will be renamed to it, by an empty file. Returns whether no other process has it.
#[must_use]
pub fn reserve(path: &Path) -> bool {
    // Where nothing can be created, the renaming reports why.
    fs::File::create_new(path).map_or_else(|error| error.kind() != io::ErrorKind::AlreadyExists, |_| true)
}

/// A file that is written piece by piece, under a temporary name until [`Draft::finish`]. A draft that is dropped
/// leaves nothing behind; that of a killed process is removed by [`remove_abandoned_drafts`].
#[derive(Debug)]
pub struct Draft {
    file: tempfile::NamedTempFile,
    /// Path to which it is renamed.
    place: PathBuf,
}

impl Draft {
    /// Creates an empty draft.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the path is that of a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        // Replaces the file that a symbolic link names, and not the link.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if place.is_dir() {
            // The renaming would fail as well, but only after the work.
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let file = locked_tempfile(&folder_of(path)).map_err(without_path)?;
        if let Ok(old) = fs::metadata(&place) {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file, place })
    }

    /// Renames it to its path, over an existing file.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; an existing file is then left unchanged.
    pub fn finish(self) -> io::Result<()> {
        let Self { file, place } = self;
        file.as_file().sync_all()?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    }

    /// Bytes written so far.
    ///
    /// # Errors
    /// When the system does not report it.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.as_file().metadata()?.len())
    }
}

impl io::Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file().flush()
    }
}

/// An error of the system, without the name of the temporary file, which the user does not know.
fn without_path(error: io::Error) -> io::Error {
    // `tempfile` adds the path to the text and hides the original error.
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Waits for this time.
pub fn sleep(time: std::time::Duration) {
    std::thread::sleep(time);
}

/// Runs `work` on a thread of its own.
///
/// # Errors
/// When the system cannot make a thread; `work` does not run then.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Gives this thread the lowest priority. Where the system does not allow that, frames of the window may be late.
pub fn lower_priority() {
    let _ = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min);
}

/// Offers the user a copy of a saved file, in a browser. Does nothing here: the file is where the user saved it.
pub fn offer_copy(_path: &Path, _bytes: &[u8]) {}

/// Physical pixels of the screen per logical pixel: the value that the window system reports.
#[must_use]
pub fn pixel_density(reported: f32) -> f32 {
    reported
}

/// Whether the only pointing device is a touch screen.
#[must_use]
pub fn is_touch_only() -> bool {
    false
}

/// Shows or hides the on-screen keyboard of the browser; there is none here.
pub fn show_keyboard(_is_shown: bool) {}

/// Writes a message to stderr, if that can be written: a full disk or a closed pipe there is no reason to end.
pub fn log(message: &str) {
    let _ = writeln!(io::stderr(), "ropewalk: {message}");
}

/// Writes a text to stdout, now.
///
/// # Errors
/// When stdout cannot be written. A closed pipe (`ropewalk scenes | head -1`) is no error: nobody reads on.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_abandoned_drafts_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["last.ron", ".ropewalk-notes", ".tmpAbCdEf", ".ropewalk-AbCdEf.tmp"];
        for name in names {
            fs::write(folder.path().join(name), "x").expect("it is written");
        }
        let mut draft = Draft::create(&folder.path().join("saved.ron")).expect("it is created");
        draft.write_all(b"whole").expect("it is written");
        remove_abandoned_drafts(folder.path());
        assert_eq!(names.map(|name| folder.path().join(name).exists()), [true, true, true, false]);
        draft.finish().expect("it is still there");
        assert_eq!(fs::read(folder.path().join("saved.ron")).expect("it is there"), b"whole");
        assert!(!reserve(&folder.path().join("saved.ron")) && reserve(&folder.path().join("new.ron")));
    }
}
