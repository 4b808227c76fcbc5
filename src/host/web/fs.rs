//! The part of `std::fs` that the program uses, in the browser's local storage.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::page::{Given, Local};
use super::{DOWNLOADS, SystemTime, UPLOADS, page};
use crate::host::store;

pub use std::fs::TryLockError;

thread_local! {
    /// Files that the user gave to the page. They last as long as the page.
    static GIVEN: RefCell<BTreeMap<PathBuf, Given>> = RefCell::default();
}

/// Takes a file that the user gave to the page since the last call. Returns its path.
pub fn given() -> Option<PathBuf> {
    let (name, given) = page::given()?;
    // The name must not lead to another folder.
    let name = Path::new(&name).file_name().map_or(PathBuf::from("file"), PathBuf::from);
    let path = Path::new(UPLOADS).join(name);
    GIVEN.with_borrow_mut(|all| {
        // Earlier files have been read already.
        all.clear();
        all.insert(path.clone(), given);
    });
    Some(path)
}

/// Whether a path is in this folder.
fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}

/// Reads a file.
///
/// # Errors
/// When it does not exist or cannot be read.
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
/// When the store is full; an existing file is then left unchanged.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let (path, bytes) = (path.as_ref(), bytes.as_ref());
    if is_in(path, DOWNLOADS) {
        let name = path.file_name().map(|name| name.to_string_lossy());
        page::download(&name.unwrap_or_default(), bytes);
        return Ok(());
    }
    store::write(&Local, path, bytes, SystemTime::now().0)
}

/// Renames a file.
///
/// # Errors
/// When it does not exist, or the store is full.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    store::rename(&Local, from.as_ref(), to.as_ref())
}

/// Removes a file.
///
/// # Errors
/// When it does not exist.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    store::remove(&Local, path.as_ref())
}

/// Does nothing: folders exist as soon as they have files.
///
/// # Errors
/// Never.
pub fn create_dir_all(_path: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// Metadata of a file.
#[derive(Clone, Copy, Debug)]
pub struct Metadata(store::About);

impl Metadata {
    /// Length, bytes.
    #[allow(clippy::len_without_is_empty, reason = "as in std")]
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.length
    }

    /// Time of writing.
    ///
    /// # Errors
    /// Never.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime(self.0.written))
    }

    /// Always true: there are only files.
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

/// Metadata of the file at a path.
///
/// # Errors
/// When it does not exist.
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
    /// Its path.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }

    /// Its metadata.
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
/// Never: a folder that does not exist is empty.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    Ok(store::list(&Local, folder.as_ref()).into_iter().map(|path| Ok(DirEntry(path))))
}

/// A file that serves as a lock.
#[derive(Debug)]
pub struct File(PathBuf);

impl File {
    /// Options of opening it, all of which have the same effect.
    #[must_use]
    pub fn options() -> Options {
        Options
    }

    /// Takes the lock. The page holds it until it is closed.
    ///
    /// # Errors
    /// When another page holds it.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        let name = self.0.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        page::is_free(&name).then_some(()).ok_or(TryLockError::WouldBlock)
    }
}

/// See [`File::options`].
#[derive(Clone, Copy, Debug)]
pub struct Options;

impl Options {
    /// Has no effect: a missing file is always created.
    #[must_use]
    pub fn create(self, _create: bool) -> Self {
        self
    }

    /// Has no effect: an existing file is never overwritten.
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
            // The file has to exist for [`metadata`].
            store::write(&Local, path, &[], SystemTime::now().0)?;
        }
        Ok(File(path.to_owned()))
    }
}
