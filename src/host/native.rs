//! The operating system.

use std::{
    io,
    path::{Path, PathBuf},
};

pub use std::fs;
pub use std::time::{Instant, SystemTime};

/// The user's folder for what he saves; `None` where the platform names none.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.data_dir().to_owned())
}

/// The user's folder for settings; `None` where the platform names none.
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "ropewalk").map(|folders| folders.config_dir().to_owned())
}

/// The user's own folder; `None` where the platform names none.
#[must_use]
pub fn home_folder() -> Option<PathBuf> {
    directories::UserDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// The user's folder for pictures, or what there is in its place.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    let folders = directories::UserDirs::new()?;
    let pictures = folders.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or(folders.home_dir()).to_owned())
}

/// Whether there is something at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether there is a file at a path.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The bytes of a file; `None` if it is longer than `most`.
///
/// # Errors
/// When it cannot be read, or is no file: such may never end, as a device, or never begin, as a pipe that nobody
/// writes to.
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
    // It may grow meanwhile, and some systems' files have a size that is not said.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Somewhere to write what will be read again.
pub type Scratch = fs::File;

/// A file without a name on the disk of this path: whatever ends the program, nothing of it is left.
///
/// # Errors
/// When the folder cannot be written to.
pub fn scratch(beside: &Path) -> io::Result<Scratch> {
    tempfile::tempfile_in(folder_of(beside)).map_err(bare)
}

fn folder_of(path: &Path) -> PathBuf {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// A file that is written bit by bit, beside its place; nothing is at its place before [`Draft::finish`]. One that is
/// dropped leaves nothing.
#[derive(Debug)]
pub struct Draft {
    file: tempfile::NamedTempFile,
    /// What is replaced in the end.
    place: PathBuf,
}

impl Draft {
    /// An empty one.
    ///
    /// # Errors
    /// When the folder cannot be written to, or there is a folder at the file's place.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link is followed: the file that it names is to be replaced, and not the link.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if place.is_dir() {
            // Said now and not after minutes of work, when the renaming would.
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut builder = tempfile::Builder::new();
        // A new file is as readable as any other (less what the umask takes); one that is there stays as it was.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder_of(path)).map_err(bare)?;
        if let Ok(old) = fs::metadata(&place) {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file, place })
    }

    /// Puts it in its place, over what is there.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; the old file is then as it was.
    pub fn finish(self) -> io::Result<()> {
        let Self { file, place } = self;
        file.as_file().sync_all()?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    }

    /// How much has been written, bytes.
    ///
    /// # Errors
    /// When the system does not say.
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

/// What the system said, without the temporary file's name: it means nothing to whoever asked for another.
fn bare(error: io::Error) -> io::Error {
    // `tempfile` adds the path to the text, and gives the error within to nobody.
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Waits.
pub fn sleep(time: std::time::Duration) {
    std::thread::sleep(time);
}

/// Does something beside the loop.
///
/// # Errors
/// When the system has no thread for it; it is not done then.
pub fn aside(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Lets all other threads go first. Where the system does not allow that, frames of the window may come late.
pub fn give_way() {
    let _ = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min);
}

/// Only the page of a browser gives the user copies: here a file is where he wanted it.
pub fn hand_out(_path: &Path, _bytes: &[u8]) {}

/// Pixels of the screen to one that people count in, where the window system says so.
#[must_use]
pub fn density(said: f32) -> f32 {
    said
}

/// Whether it is fingers that point, and nothing finer.
#[must_use]
pub fn fingers() -> bool {
    false
}

/// Shows or hides the keyboard of a device that has none of its own: here there is one.
pub fn keyboard(_wanted: bool) {}

/// Says something to whoever looks at what programs print.
pub fn complain(what: &str) {
    eprintln!("ropewalk: {what}");
}
