//! The session that is kept whatever happens: written every half a minute while it is played, and at the end. What a run
//! leaves behind that did not end by itself, the next one offers.
//!
//! Each running window has a slot of its own, which it holds a lock on; the system takes that back when the process ends,
//! however it ends. So a slot that nobody holds, with a session in it, is one that was not closed.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
    time::{Duration, Instant},
};

use super::fitting;
use crate::{
    scene,
    timeline::{Session, Timeline},
};

/// The session is written so often.
const EVERY: Duration = Duration::from_secs(30);

/// Windows that run at once, each with a session that is kept.
const SLOTS: usize = 16;

/// Where sessions are kept, and what is in there.
#[derive(Debug)]
pub struct Safe {
    slot: Option<Slot>,
    /// A session that was not closed, until the user has said what is to become of it.
    left: Option<PathBuf>,
    kept: Instant,
    /// What was kept last: its steps and commands.
    what: Option<(u64, usize)>,
    writing: Option<Receiver<Result<(), String>>>,
    /// Something could not be written, and that was said.
    failed: bool,
    complaint: Option<String>,
}

/// A place for the session of one window.
#[derive(Debug)]
struct Slot {
    folder: PathBuf,
    path: PathBuf,
    /// Never read: the system holds the lock as long as it is open.
    _lock: File,
}

impl Safe {
    /// One that keeps nothing.
    #[must_use]
    pub fn off() -> Self {
        Self { slot: None, left: None, kept: Instant::now(), what: None, writing: None, failed: false, complaint: None }
    }

    /// Takes a slot in this folder, and finds what was left in others.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Self {
        let mut safe = Self::off();
        let Some(folder) = folder else { return safe };
        let opened = fs::create_dir_all(folder).and_then(|()| {
            let mut locks = (0..SLOTS).map(|slot| lock(folder, slot));
            locks.find_map(Result::transpose).transpose()
        });
        match opened {
            Ok(Some(slot)) => {
                safe.left = leftover(&slot);
                safe.slot = Some(slot);
            }
            // So many windows: this one is not kept.
            Ok(None) => {}
            Err(error) => safe.complain(&format!("{}: {error}", folder.display())),
        }
        safe
    }

    /// The file of the last session, if there is one.
    #[must_use]
    pub fn last(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.folder.join("last.ron")).filter(|path| path.exists())
    }

    /// The file of a session that was not closed, if there is one, whatever has become of the offer.
    #[must_use]
    pub fn interrupted(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.folder.join("interrupted.ron")).filter(|path| path.exists())
    }

    /// Whether a session is to be offered.
    #[must_use]
    pub fn has_offer(&self) -> bool {
        self.left.is_some()
    }

    /// The session that was offered; it is not offered again.
    pub fn accept(&mut self) -> Option<PathBuf> {
        self.left.take()
    }

    /// The session that was offered is not wanted. It stays in the list until another takes its place.
    pub fn discard(&mut self) {
        self.left = None;
    }

    /// Whether it is time to keep the session.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.slot.is_some() && self.kept.elapsed() >= EVERY
    }

    /// Keeps the session, if there is something new in it that anybody did; beside the loop.
    pub fn keep(&mut self, timeline: &Timeline) {
        self.kept = Instant::now();
        let Some(slot) = self.slot.as_ref().filter(|_| self.writing.is_none()) else { return };
        let what = timeline.size();
        if timeline.is_untouched() || self.what == Some(what) {
            return;
        }
        self.what = Some(what);
        let (session, path) = (timeline.session(), slot.path.clone());
        let (sender, receiver) = channel();
        let work = move || {
            // Where the window is closed meanwhile there is nobody left to tell.
            let _ = sender.send(write(&session, &path));
        };
        self.writing = Some(receiver);
        if let Err(error) = thread::Builder::new().name("keep".to_owned()).spawn(work) {
            self.writing = None;
            self.complain(&error.to_string());
        }
    }

    /// What the user should know, once.
    pub fn complaint(&mut self) -> Option<String> {
        match self.writing.as_ref().map(Receiver::try_recv) {
            Some(Ok(Err(error))) => {
                self.writing = None;
                self.complain(&error);
            }
            Some(Ok(Ok(())) | Err(TryRecvError::Disconnected)) => self.writing = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        self.complaint.take()
    }

    fn complain(&mut self, error: &str) {
        if !std::mem::replace(&mut self.failed, true) {
            self.complaint = Some(format!("the session is not kept: {error}"));
        }
    }

    /// Puts a session away that another takes the place of: it is the last one then.
    pub fn put_away(&mut self, timeline: &Timeline) {
        if let Err(error) = self.close(timeline) {
            self.complain(&error);
        }
        self.what = None;
    }

    /// Keeps the session as the last one, if anybody did anything in it.
    ///
    /// # Errors
    /// With a sentence when it cannot be written; what was kept while it was played is still there then.
    pub fn close(&mut self, timeline: &Timeline) -> Result<(), String> {
        let Some(slot) = &self.slot else { return Ok(()) };
        if let Some(writing) = self.writing.take() {
            // One that comes later would bring the session back that is put away here.
            let _ = writing.recv();
        }
        if !timeline.is_untouched() {
            write(&timeline.session(), &slot.folder.join("last.ron"))?;
        }
        match fs::remove_file(&slot.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(format!("{}: {error}", slot.path.display()))
            }
            _ => Ok(()),
        }
    }
}

/// A slot, if nobody has it.
fn lock(folder: &Path, slot: usize) -> std::io::Result<Option<Slot>> {
    let lock = File::options().create(true).append(true).open(folder.join(format!("session-{slot}.lock")))?;
    match lock.try_lock() {
        Ok(()) => {
            let path = folder.join(format!("session-{slot}.ron"));
            Ok(Some(Slot { folder: folder.to_owned(), path, _lock: lock }))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The newest session that was left in any slot that nobody has, put where it is not written over.
fn leftover(own: &Slot) -> Option<PathBuf> {
    let session = |slot: &usize| own.folder.join(format!("session-{slot}.ron"));
    // Our own slot is locked by ourselves.
    let free = |slot: &usize| session(slot).exists() && matches!(lock(&own.folder, *slot), Ok(Some(_)));
    let others = (0..SLOTS).filter(free).map(|slot| session(&slot));
    let written = |path: &PathBuf| fs::metadata(path).and_then(|about| about.modified()).ok();
    let mut left: Vec<_> =
        others.chain([own.path.clone()]).filter_map(|path| written(&path).map(|at| (at, path))).collect();
    left.sort();
    let (_, newest) = left.pop()?;
    let interrupted = own.folder.join("interrupted.ron");
    fs::rename(newest, &interrupted).ok()?;
    // Older ones would be offered from start to start, one by one.
    left.into_iter().for_each(|(_, path)| drop(fs::remove_file(path)));
    Some(interrupted)
}

/// Writes a session; where all of it would be too long to be read again, the state at its end alone.
fn write(session: &Session, path: &Path) -> Result<(), String> {
    let text = session.with_state().to_text();
    let fits = text.len() as u64 <= scene::MOST_BYTES;
    let text = if fits { text } else { session.state_alone().to_text() };
    // Somebody may have tidied up while it was played.
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fitting(path, text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sandbox::{Command, Sandbox},
        timeline::Document,
    };

    fn session(edits: u32) -> Timeline {
        let scene = scene::named("first-rope").expect("it is in the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("it builds"), false);
        for _ in 0..edits {
            timeline.apply(Command::PinAtRandom);
            timeline.step();
        }
        timeline
    }

    fn wait(safe: &mut Safe) {
        while safe.writing.is_some() {
            assert_eq!(safe.complaint(), None);
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn what_did_not_end_by_itself_is_offered_and_what_did_is_the_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut safe = Safe::open(Some(folder.path()));
        assert!(!safe.has_offer() && safe.last().is_none());
        safe.keep(&session(3));
        wait(&mut safe);
        // The process ends: the lock is free, and nothing was closed.
        drop(safe);
        let mut next = Safe::open(Some(folder.path()));
        assert!(next.has_offer());
        // Nothing that this window keeps is written over it.
        next.keep(&session(1));
        wait(&mut next);
        let Ok(Document::Session(found)) = Document::read(&next.accept().expect("a session")) else {
            panic!("no session")
        };
        assert_eq!(found.commands.len(), 3);
        next.close(&session(5)).expect("it is written");
        drop(next);
        let after = Safe::open(Some(folder.path()));
        assert!(!after.has_offer(), "it was closed");
        let Ok(Document::Session(last)) = Document::read(&after.last().expect("a session")) else {
            panic!("no session")
        };
        assert_eq!(last.commands.len(), 5);
    }

    #[test]
    fn two_windows_do_not_write_over_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut one = Safe::open(Some(folder.path()));
        one.keep(&session(1));
        wait(&mut one);
        let two = Safe::open(Some(folder.path()));
        assert!(!two.has_offer(), "the other is still running");
        assert_ne!(one.slot.map(|slot| slot.path), two.slot.map(|slot| slot.path));
    }

    #[test]
    fn a_session_in_which_nobody_did_anything_takes_no_other_ones_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut safe = Safe::open(Some(folder.path()));
        safe.close(&session(2)).expect("it is written");
        safe.keep(&session(0));
        assert!(safe.writing.is_none());
        safe.close(&session(0)).expect("there is nothing to write");
        let Ok(Document::Session(last)) = Document::read(&safe.last().expect("a session")) else {
            panic!("no session")
        };
        assert_eq!(last.commands.len(), 2);
    }

    #[test]
    fn a_folder_that_has_vanished_is_made_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut safe = Safe::open(Some(&folder.path().join("data")));
        fs::remove_dir_all(folder.path().join("data")).expect("it is removed");
        safe.keep(&session(2));
        wait(&mut safe);
        assert!(safe.slot.as_ref().is_some_and(|slot| slot.path.exists()));
        fs::remove_dir_all(folder.path().join("data")).expect("it is removed");
        safe.close(&session(2)).expect("it is written");
        assert!(safe.last().is_some());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_said_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("it is written");
        let mut safe = Safe::open(Some(&file.join("data")));
        assert!(safe.complaint().is_some_and(|complaint| complaint.contains("not kept")));
        safe.keep(&session(2));
        assert_eq!(safe.complaint(), None);
        assert_eq!(safe.close(&session(2)), Ok(()));
    }
}
