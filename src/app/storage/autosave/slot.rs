//! Slots: a lock and a file for the session of each running window; and the files that were moved aside.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::host;
use crate::host::fs::{File, TryLockError};
use crate::host::{Instant, SystemTime, fs};

/// Sessions that are kept aside under each name, at most: more than there are slots.
pub const MAX_ASIDE: usize = 20;

/// Name of files of sessions that were not closed.
pub const INTERRUPTED: &str = "interrupted";

/// Name of files of sessions that were replaced.
pub const EARLIER: &str = "earlier";

/// Name of files of sessions that cannot be read.
pub const DAMAGED: &str = "damaged";

/// Windows whose sessions are kept while they run, at most.
pub const SLOTS: usize = 16;

/// Longest time for which a window that is closed waits for others that are being closed.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(2);

/// Longest time from taking the name of a file to writing the file.
const MAX_WRITING: Duration = Duration::from_secs(60);

/// A place for the session of one window.
#[derive(Debug)]
pub struct Slot {
    pub folder: PathBuf,
    /// The file of the session.
    pub path: PathBuf,
    lock: PathBuf,
    /// Never read: the system holds the lock while the file is open.
    _lock: File,
}

impl Slot {
    /// Locks a slot, unless another window holds it.
    fn take(folder: &Path, number: usize) -> io::Result<Option<Self>> {
        let lock = folder.join(format!("session-{number}.lock"));
        let path = folder.join(format!("session-{number}.ron"));
        let file = take_lock(&lock)?;
        Ok(file.map(|file| Self { folder: folder.to_owned(), path, lock, _lock: file }))
    }

    /// Locks the first free slot of a folder. Creates the folder.
    ///
    /// # Errors
    /// When the folder or the lock cannot be created.
    pub fn take_free(folder: &Path) -> io::Result<Option<Self>> {
        fs::create_dir_all(folder)?;
        let mut slots = (0..SLOTS).map(|number| Self::take(folder, number));
        slots.find_map(Result::transpose).transpose()
    }

    /// Whether the file of the lock still exists.
    pub fn is_held(&self) -> bool {
        host::exists(&self.lock)
    }

    /// Moves the sessions of this slot and of all free slots aside: they were not closed. Returns the last one of which
    /// nothing is left: files are written whole, so it is damaged.
    pub fn move_interrupted_aside(&self) -> Option<PathBuf> {
        let session = |number: &usize| self.folder.join(format!("session-{number}.ron"));
        // This slot is locked by this window and does not count as free.
        let is_free =
            |number: &usize| host::exists(&session(number)) && matches!(Self::take(&self.folder, *number), Ok(Some(_)));
        let free = (0..SLOTS).filter(is_free).map(|number| session(&number)).filter(|path| *path != self.path);
        let mut empty = None;
        for path in free.chain([self.path.clone()]).filter(|path| host::exists(path)) {
            let is_empty = fs::metadata(&path).is_ok_and(|about| about.len() == 0);
            // A file that cannot be moved is found again at the next start.
            let aside = move_aside(&path, if is_empty { DAMAGED } else { INTERRUPTED }).ok();
            empty = aside.filter(|_| is_empty).or(empty);
        }
        empty
    }
}

/// Locks a file, unless another process holds it. Creates the file.
fn take_lock(path: &Path) -> io::Result<Option<File>> {
    if host::exists(path) && !host::is_file(path) {
        // Opening a pipe waits for its other end.
        return Ok(None);
    }
    let file = File::options().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Locks a file as soon as no other process holds it. `None` if one holds it for longer than [`MAX_LOCK_WAIT`].
///
/// # Errors
/// When the lock cannot be created, or the folder has no locks.
pub fn wait_for_lock(path: &Path) -> io::Result<Option<File>> {
    let began = Instant::now();
    loop {
        match take_lock(path) {
            Ok(None) if began.elapsed() < MAX_LOCK_WAIT => host::sleep(Duration::from_millis(5)),
            taken => return taken,
        }
    }
}

/// Time of the last change of a file.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// Sessions that were moved aside under a name, oldest first.
pub fn aside_files(folder: &Path, name: &str) -> Vec<PathBuf> {
    // An empty file has only taken its name. A damaged one may be empty.
    let is_session = |path: &PathBuf| name == DAMAGED || fs::metadata(path).is_ok_and(|about| about.len() > 0);
    let mut found: Vec<PathBuf> = named_files(folder, name).filter(is_session).collect();
    found.sort_by_key(|path| modified(path));
    found
}

/// Files that have a name with a number.
fn named_files(folder: &Path, name: &str) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    files.filter(move |path| {
        let rest = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix(name));
        let number = rest.and_then(|rest| rest.strip_prefix('-'));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
            && path.extension().is_some_and(|extension| extension == "ron")
    })
}

/// A free path for a session that is moved aside under a name. No other window takes it.
pub fn free_aside_path(folder: &Path, name: &str) -> PathBuf {
    let mut paths = (1u32..).map(|number| folder.join(format!("{name}-{number}.ron")));
    paths.find(|path| host::reserve(path)).unwrap_or_else(|| folder.join(format!("{name}-0.ron")))
}

/// Moves a session aside under a name. Returns its new path.
///
/// # Errors
/// When it cannot be renamed; it is left where it was.
pub fn move_aside(path: &Path, name: &str) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let aside = free_aside_path(folder, name);
    if let Err(error) = fs::rename(path, &aside) {
        // Only the empty file that has taken the name.
        let _ = fs::remove_file(&aside);
        return Err(error);
    }
    remove_oldest(folder, name, Some(&aside));
    Ok(aside)
}

/// Deletes the oldest of too many sessions that were moved aside under a name, except `kept`: the one that was moved
/// last may have been written first.
pub fn remove_oldest(folder: &Path, name: &str, kept: Option<&Path>) {
    let all = aside_files(folder, name);
    let excess = all.len().saturating_sub(MAX_ASIDE);
    all.iter()
        .filter(|path| Some(path.as_path()) != kept)
        .take(excess)
        .for_each(|oldest| drop(fs::remove_file(oldest)));
}

/// Removes the empty files of killed processes, which have only taken their names.
pub fn remove_empty(folder: &Path) {
    let is_left = |path: &PathBuf| {
        let age = modified(path).and_then(|at| SystemTime::now().duration_since(at).ok());
        fs::metadata(path).is_ok_and(|about| about.len() == 0) && age.is_some_and(|age| age > MAX_WRITING)
    };
    let all = [INTERRUPTED, EARLIER].into_iter().flat_map(|name| named_files(folder, name));
    all.filter(is_left).for_each(|path| drop(fs::remove_file(path)));
}
