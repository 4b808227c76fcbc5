//! Where output goes: a file is replaced whole by renaming; devices, pipes and stdout are written through.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::STANDARD_STREAM;

/// Most symbolic links that are followed, one after the other.
const MAX_LINKS: usize = 40;

/// Kind of the file at a path, with all symbolic links followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A regular file, or nothing: its path without links.
    File(PathBuf),
    /// A device, a pipe, or an open file of a process.
    Stream(PathBuf),
    /// Standard output.
    Stdout,
}

impl Target {
    /// Follows the links of a path, also to a file that does not exist yet.
    ///
    /// # Errors
    /// When it is a folder, its folder does not exist, or its links lead in a circle.
    pub(super) fn find(path: &Path) -> io::Result<Self> {
        if path == Path::new(STANDARD_STREAM) {
            return Ok(Self::Stdout);
        }
        let mut place = path.to_owned();
        for _ in 0..MAX_LINKS {
            let name = place.file_name().ok_or(ErrorKind::IsADirectory)?;
            let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            let real = folder.join(name);
            if let Some(open) = Self::of_process(&folder, &real) {
                return Ok(open);
            }
            let about = match fs::symlink_metadata(&real) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::File(real)),
                about => about?.file_type(),
            };
            if about.is_dir() {
                return Err(ErrorKind::IsADirectory.into());
            }
            if !about.is_symlink() {
                return Ok(if about.is_file() { Self::File(real) } else { Self::Stream(real) });
            }
            place = folder.join(fs::read_link(&real)?);
        }
        Err(io::Error::other("its links lead in a circle"))
    }

    /// An open file of a process, as behind `/dev/stdout`. It may be a regular one, and is still not to be replaced.
    fn of_process(folder: &Path, real: &Path) -> Option<Self> {
        let is_own = fs::canonicalize("/proc/self/fd").is_ok_and(|own| real == own.join("1"));
        let is_open = folder.starts_with("/proc") || folder.starts_with("/dev/fd");
        is_open.then(|| if is_own { Self::Stdout } else { Self::Stream(real.to_owned()) })
    }
}

/// Whether output to this path is written through, and not to a file that can be replaced.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    matches!(Target::find(path), Ok(Target::Stream(_) | Target::Stdout))
}

/// Whether output to this path goes to stdout.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    matches!(Target::find(path), Ok(Target::Stdout))
}

/// A device, a pipe or stdout, open for writing.
#[derive(Debug)]
pub struct Stream(Channel);

#[derive(Debug)]
enum Channel {
    Stdout(io::Stdout),
    File(fs::File),
}

/// Whether opening a pipe waits for a program that reads from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    ForReader,
    Never,
}

impl Stream {
    /// Opens the stream at a path; `None` if the path is that of a file. Waits for a reader if it is a pipe.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        match Target::find(path)? {
            Target::File(_) => Ok(None),
            Target::Stdout => Ok(Some(Self::stdout())),
            Target::Stream(place) => Self::open_at(&place, Wait::ForReader).map(Some),
        }
    }

    fn stdout() -> Self {
        Self(Channel::Stdout(io::stdout()))
    }

    #[cfg(unix)]
    fn open_at(place: &Path, wait: Wait) -> io::Result<Self> {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::{OFlags, fcntl_setfl};

        // Append: a file that a shell opened keeps its content.
        let mut options = fs::File::options();
        options.append(true);
        if wait == Wait::ForReader {
            return options.open(place).map(Channel::File).map(Self);
        }
        let file = options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(place).map_err(|error| {
            let is_unread = error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error());
            if is_unread { io::Error::other("no program reads from it") } else { error }
        })?;
        // Only the opening must not wait.
        fcntl_setfl(&file, OFlags::APPEND)?;
        Ok(Self(Channel::File(file)))
    }

    #[cfg(not(unix))]
    fn open_at(place: &Path, _wait: Wait) -> io::Result<Self> {
        fs::File::options().append(true).open(place).map(Channel::File).map(Self)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Channel::Stdout(stdout) => stdout.write(bytes),
            Channel::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Channel::Stdout(stdout) => stdout.flush(),
            Channel::File(file) => file.flush(),
        }
    }
}

/// Beginning and end of the names of drafts.
const DRAFT_NAME: (&str, &str) = (".ropewalk-", ".tmp");

/// A file with the name of a draft. A lock on it shows other processes that its writer is alive.
fn locked_tempfile(folder: &Path) -> io::Result<NamedTempFile> {
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
            && let Ok(file) = fs::File::options().read(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Takes a path for a file that will be renamed to it, by an empty file. Returns whether no other process has it.
#[must_use]
pub fn reserve(path: &Path) -> bool {
    // If nothing can be created, the renaming reports why.
    fs::File::create_new(path).map_or_else(|error| error.kind() != io::ErrorKind::AlreadyExists, |_| true)
}

/// Output that is written piece by piece: a file under a temporary name until [`Draft::finish`], or a stream. A draft
/// of a file that is dropped leaves nothing behind; that of a killed process is removed by [`remove_abandoned_drafts`].
#[derive(Debug)]
pub struct Draft(Output);

#[derive(Debug)]
enum Output {
    /// A temporary file, and the path to which it is renamed.
    File(NamedTempFile, PathBuf),
    Stream(Stream),
}

impl Draft {
    /// Creates an empty draft. Links are kept: the file behind them is replaced.
    ///
    /// # Errors
    /// When the folder cannot be written to, the path is that of a folder, or of a pipe from which no program reads.
    pub fn create(path: &Path) -> io::Result<Self> {
        let output = match Target::find(path)? {
            Target::File(place) => Output::File(Self::temporary(&place)?, place),
            Target::Stream(place) => Output::Stream(Stream::open_at(&place, Wait::Never)?),
            Target::Stdout => Output::Stream(Stream::stdout()),
        };
        Ok(Self(output))
    }

    fn temporary(place: &Path) -> io::Result<NamedTempFile> {
        let file = locked_tempfile(folder_of(place)).map_err(without_path)?;
        if let Ok(old) = fs::metadata(place) {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(file)
    }

    /// Renames a file to its path, over an existing file.
    ///
    /// # Errors
    /// When the disk is full or the folder is gone; an existing file is then left unchanged.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Output::File(file, place) => {
                file.as_file().sync_all()?;
                file.persist(place).map_err(|error| error.error)?;
                Ok(())
            }
            Output::Stream(mut stream) => stream.flush(),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Output::File(file, _) => file.as_file().write(bytes),
            Output::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Output::File(file, _) => file.as_file().flush(),
            Output::Stream(stream) => stream.flush(),
        }
    }
}

/// A temporary file.
pub type Scratch = fs::File;

/// A temporary file without a name, on the disk of this path. The system removes it when the program ends, even by a
/// crash.
///
/// # Errors
/// When the folder cannot be written to.
pub fn scratch(beside: &Path) -> io::Result<Scratch> {
    match Target::find(beside)? {
        Target::File(place) => tempfile::tempfile_in(folder_of(&place)).map_err(without_path),
        Target::Stream(_) | Target::Stdout => tempfile::tempfile().map_err(without_path),
    }
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An error of the system, without the name of the temporary file, which the user does not know.
fn without_path(error: io::Error) -> io::Error {
    // `tempfile` adds the path to the text and hides the original error.
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// The path without links at which a file stands or would stand. A stream and a folder stay as they are.
#[must_use]
pub fn real_path(path: &Path) -> PathBuf {
    match Target::find(path) {
        Ok(Target::File(place)) => place,
        _ => path.to_owned(),
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
            fs::write(folder.path().join(name), "x").expect("the file is written");
        }
        let mut draft = Draft::create(&folder.path().join("saved.ron")).expect("the file is created");
        draft.write_all(b"whole").expect("the file is written");
        remove_abandoned_drafts(folder.path());
        assert_eq!(names.map(|name| folder.path().join(name).exists()), [true, true, true, false]);
        draft.finish().expect("the draft exists");
        assert_eq!(fs::read(folder.path().join("saved.ron")).expect("the file exists"), b"whole");
        assert!(!reserve(&folder.path().join("saved.ron")) && reserve(&folder.path().join("new.ron")));
    }
}
