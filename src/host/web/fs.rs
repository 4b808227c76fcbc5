//! As much of `std::fs` as is used, in the browser's local storage.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::{
    DOWNLOADS, SystemTime, UPLOADS,
    page::{self, Given, Local},
};
use crate::host::store;

pub use std::fs::TryLockError;

thread_local! {
    /// What was given to the page. It goes with the page.
    static GIVEN: RefCell<BTreeMap<PathBuf, Given>> = RefCell::default();
}

/// Takes in a file that the user gave to the page since the last call. Returns where it is.
pub fn given() -> Option<PathBuf> {
    let (name, given) = page::given()?;
    // A name is no path, whatever it says.
    let name = Path::new(&name).file_name().map_or(PathBuf::from("file"), PathBuf::from);
    let path = Path::new(UPLOADS).join(name);
    GIVEN.with_borrow_mut(|all| {
        // The last is enough: what was opened before has been read.
        all.clear();
        all.insert(path.clone(), given);
    });
    Some(path)
}

/// Whether a path is in this folder.
fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}

/// What is in a file.
///
/// # Errors
/// When it is not there, or cannot be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    match GIVEN.with_borrow(|given| given.get(path).cloned()) {
        Some(Given::Bytes(bytes)) => Ok(bytes),
        Some(Given::TooLong) => Err(ErrorKind::FileTooLarge.into()),
        Some(Given::Unreadable) => Err(io::Error::other("the browser cannot read it; is it a folder?")),
        None => store::read(&Local, path),
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// When the store is full; what was there before is there then.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let (path, bytes) = (path.as_ref(), bytes.as_ref());
    if is_in(path, DOWNLOADS) {
        let name = path.file_name().map(|name| name.to_string_lossy());
        page::download(&name.unwrap_or_default(), bytes);
        return Ok(());
    }
    store::write(&Local, path, bytes, SystemTime::now().0)
}

/// Gives a file another path.
///
/// # Errors
/// When it is not there, or the store is full.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    store::rename(&Local, from.as_ref(), to.as_ref())
}

/// Removes a file.
///
/// # Errors
/// When it is not there.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    store::remove(&Local, path.as_ref())
}

/// Folders need not be made.
///
/// # Errors
/// Never.
pub fn create_dir_all(_path: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// What is known of a file.
#[derive(Clone, Copy, Debug)]
pub struct Metadata(store::About);

impl Metadata {
    /// Bytes.
    #[allow(clippy::len_without_is_empty, reason = "as in std")]
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.length
    }

    /// When it was written.
    ///
    /// # Errors
    /// Never.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime(self.0.written))
    }

    /// There is nothing else.
    #[must_use]
    pub fn is_file(&self) -> bool {
        true
    }
}

fn length(given: &Given) -> u64 {
    match given {
        Given::Bytes(bytes) => bytes.len() as u64,
        Given::TooLong | Given::Unreadable => 0,
    }
}

/// What is known of the file at a path.
///
/// # Errors
/// When it is not there.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    let path = path.as_ref();
    let length = GIVEN.with_borrow(|given| given.get(path).map(length));
    match length {
        Some(length) => Ok(Metadata(store::About { written: SystemTime::now().0, length })),
        None => store::about(&Local, path).map(Metadata),
    }
}

/// A file of a folder.
#[derive(Clone, Debug)]
pub struct DirEntry(PathBuf);

impl DirEntry {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }

    /// What is known of it.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.0)
    }
}

/// The files of a folder.
///
/// # Errors
/// Never: one that is not there is empty.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    Ok(store::list(&Local, folder.as_ref()).into_iter().map(|path| Ok(DirEntry(path))))
}

/// A file that is there to be locked.
#[derive(Debug)]
pub struct File(PathBuf);

impl File {
    /// How it is opened: every way is the same.
    #[must_use]
    pub fn options() -> Options {
        Options
    }

    /// Takes the lock, which the page holds until it ends.
    ///
    /// # Errors
    /// When another page has it.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        let name = self.0.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        page::is_free(&name).then_some(()).ok_or(TryLockError::WouldBlock)
    }
}

/// See [`File::options`].
#[derive(Clone, Copy, Debug)]
pub struct Options;

impl Options {
    /// It is made where it is not there.
    #[must_use]
    pub fn create(self, _create: bool) -> Self {
        self
    }

    /// It is not written over.
    #[must_use]
    pub fn append(self, _append: bool) -> Self {
        self
    }

    /// Opens it.
    ///
    /// # Errors
    /// When the store is full.
    pub fn open(self, path: &Path) -> io::Result<File> {
        if store::about(&Local, path).is_err() {
            // It has to be found by whoever asks whether it is there.
            store::write(&Local, path, &[], SystemTime::now().0)?;
        }
        Ok(File(path.to_owned()))
    }
}
