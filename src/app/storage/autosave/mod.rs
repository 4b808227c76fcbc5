//! The session that is kept whatever happens: written every half a minute while it is played, and at the end. What a run
//! leaves behind that did not end by itself, the next one offers.
//!
//! Each running window has a slot of its own, which it holds a lock on; the system takes that back when the process ends,
//! however it ends. So a slot that nobody holds, with a session in it, is one that was not closed.
//!
//! Nothing that somebody played is written over by what he plays next: what another takes the place of is put aside, and
//! only the oldest of many goes.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    time::Duration,
};

use super::write::fitting;
use crate::{
    host::{
        self, Instant, SystemTime,
        fs::{self, File, TryLockError},
    },
    scene,
    timeline::{Revision, Session, Timeline},
};

/// The session is written so often.
const EVERY: Duration = Duration::from_secs(30);

/// Sessions that are put aside, at the most.
const MOST_ASIDE: usize = 12;

/// What their files are called: what was not closed and is still to be offered, and all others.
const TO_OFFER: &str = "interrupted";
const EARLIER: &str = "earlier";

/// Windows that run at once, each with a session that is kept.
const SLOTS: usize = 16;

/// Where sessions are kept, and what is in there.
#[derive(Debug)]
pub struct Autosave {
    slot: Option<Slot>,
    /// A session that was not closed, until the user has said what is to become of it.
    left: Option<PathBuf>,
    /// When the last session was written that this window has found. (One that another window has put there since may be
    /// older than this window: what was kept long ago becomes the last one as it is.)
    found: Option<SystemTime>,
    /// The last session is what this window goes on with: nothing is lost when it is written over.
    goes_on: bool,
    kept: Instant,
    /// What was kept last, or is being kept.
    what: Option<Revision>,
    writing: Option<Receiver<Result<(), String>>>,
    /// Something could not be written, and that was said.
    failed: bool,
    news: Option<Result<String, String>>,
}

/// A place for the session of one window.
#[derive(Debug)]
struct Slot {
    folder: PathBuf,
    path: PathBuf,
    lock: PathBuf,
    /// Never read: the system holds the lock as long as it is open.
    _lock: File,
}

impl Autosave {
    /// One that keeps nothing.
    #[must_use]
    pub fn off() -> Self {
        Self {
            slot: None,
            left: None,
            found: None,
            goes_on: false,
            kept: Instant::now(),
            what: None,
            writing: None,
            failed: false,
            news: None,
        }
    }

    /// Takes a slot in this folder, and finds what was left in others.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Self {
        let mut autosave = Self::off();
        let Some(folder) = folder else { return autosave };
        match free_slot(folder) {
            Ok(Some(slot)) => {
                put_leftovers_aside(&slot);
                autosave.left = aside(folder, TO_OFFER).pop();
                autosave.slot = Some(slot);
                autosave.find_last();
            }
            // So many windows: this one is not kept.
            Ok(None) => {}
            Err(error) => autosave.complain(&format!("{}: {error}", folder.display())),
        }
        autosave
    }

    /// The file of the last session, if there is one.
    #[must_use]
    pub fn last(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.folder.join("last.ron")).filter(|path| host::exists(path))
    }

    fn find_last(&mut self) {
        self.found = self.last().and_then(|last| written(&last));
    }

    /// The last session is gone on with.
    pub fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Sessions that were put aside, the newest first: what was not closed, and what another took the place of.
    #[must_use]
    pub fn earlier(&self) -> Vec<PathBuf> {
        let Some(slot) = &self.slot else { return Vec::new() };
        let mut all = [aside(&slot.folder, TO_OFFER), aside(&slot.folder, EARLIER)].concat();
        all.sort_by_key(|path| std::cmp::Reverse(written(path)));
        all
    }

    /// Where a session is to be put aside.
    #[must_use]
    pub fn place_aside(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| place_aside(&slot.folder, EARLIER))
    }

    /// The last session cannot be read: takes it out of the way of the next. Returns where it is now.
    #[must_use]
    pub fn set_last_aside(&self) -> Option<PathBuf> {
        let last = self.last()?;
        let aside = last.with_extension("ron.damaged");
        fs::rename(&last, &aside).ok().map(|()| aside)
    }

    /// Whether a session is to be offered.
    #[must_use]
    pub fn has_offer(&self) -> bool {
        self.left.is_some()
    }

    /// The session that was offered; it is not offered again.
    pub fn accept(&mut self) -> Option<PathBuf> {
        let (left, slot) = (self.left.take()?, self.slot.as_ref()?);
        let place = place_aside(&slot.folder, EARLIER);
        Some(if fs::rename(&left, &place).is_ok() { place } else { left })
    }

    /// The session that was offered is not wanted. It stays in the list of files.
    pub fn discard(&mut self) {
        self.accept();
    }

    /// Whether it is being kept at this moment.
    #[must_use]
    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Whether the session could not be written when it was to be kept last.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.failed
    }

    /// What was closed is gone on with.
    pub fn come_back(&mut self) {
        self.what = None;
    }

    /// Whether it is time to keep the session.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.slot.is_some() && self.kept.elapsed() >= EVERY
    }

    /// Keeps the session, if there is something new in it that anybody did; beside the loop.
    pub fn keep(&mut self, timeline: &Timeline) {
        self.kept = Instant::now();
        self.hold_slot();
        let Some(slot) = self.slot.as_ref().filter(|_| self.writing.is_none()) else { return };
        if timeline.is_untouched() || self.is_kept(timeline) {
            return;
        }
        self.what = Some(timeline.revision());
        let (session, path) = (timeline.session(), slot.path.clone());
        let (sender, receiver) = channel();
        let work = move || {
            // Where the window is closed meanwhile there is nobody left to tell.
            let _ = sender.send(write(&session, &path));
        };
        self.writing = Some(receiver);
        if let Err(error) = host::aside("keep", work) {
            (self.writing, self.what) = (None, None);
            self.complain(&error.to_string());
        }
    }

    /// Whether nothing in it is newer than what was kept, or is being kept.
    fn is_kept(&self, timeline: &Timeline) -> bool {
        self.what == Some(timeline.revision())
    }

    /// Takes a slot again where somebody has removed the folder meanwhile: else the next window would take this one's.
    fn hold_slot(&mut self) {
        if let Some(slot) = self.slot.as_ref().filter(|slot| !host::exists(&slot.lock))
            && let Ok(Some(slot)) = free_slot(&slot.folder)
        {
            self.slot = Some(slot);
            self.what = None;
        }
    }

    /// What the user should know, once.
    pub fn news(&mut self) -> Option<Result<String, String>> {
        match self.writing.as_ref().map(Receiver::try_recv) {
            Some(Ok(Err(error))) => {
                self.writing = None;
                // To be tried again, though nothing has changed.
                self.what = None;
                self.complain(&error);
            }
            Some(Ok(Ok(()))) => {
                self.writing = None;
                if std::mem::take(&mut self.failed) {
                    self.news = Some(Ok("the session is kept again".to_owned()));
                }
            }
            Some(Err(TryRecvError::Disconnected)) => (self.writing, self.what) = (None, None),
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        self.news.take()
    }

    fn complain(&mut self, error: &str) {
        if !std::mem::replace(&mut self.failed, true) {
            self.news = Some(Err(format!("the session is not kept: {error}")));
        }
    }

    /// Keeps the session as the last one, if anybody did anything in it. Where it is kept already as it is, that becomes the
    /// last one: to write a large scene takes longer than one waits for a window that is closed.
    ///
    /// # Errors
    /// With a sentence when it cannot be written; what was kept while it was played is still there then.
    pub fn close(&mut self, timeline: &Timeline) -> Result<(), String> {
        let Some(slot) = &self.slot else { return Ok(()) };
        let (played, mut is_kept) = (!timeline.is_untouched(), self.is_kept(timeline));
        // While what is older is still being written: there is another core for it.
        let text = (played && !is_kept).then(|| text(&timeline.session()));
        if let Some(writing) = self.writing.take() {
            // One that comes later would bring the session back that is put away here.
            is_kept &= matches!(writing.recv(), Ok(Ok(())));
        }
        if played {
            let last = slot.folder.join("last.ron");
            if written(&last).is_some_and(|at| self.found != Some(at) || !self.goes_on) {
                // Another window was closed meanwhile, or this one began with something else.
                let _ = fs::rename(&last, place_aside(&slot.folder, EARLIER));
            }
            // Somebody may have tidied up while it was played.
            if !(is_kept && fs::rename(&slot.path, &last).is_ok()) {
                put(&last, text.unwrap_or_else(|| self::text(&timeline.session())))?;
            }
            // What is there is this one now, if the window (a page, in a browser) comes back and is closed again.
            (self.found, self.goes_on) = (written(&last), true);
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
    let name = folder.join(format!("session-{slot}.lock"));
    let lock = File::options().create(true).append(true).open(&name)?;
    match lock.try_lock() {
        Ok(()) => {
            let path = folder.join(format!("session-{slot}.ron"));
            Ok(Some(Slot { folder: folder.to_owned(), path, lock: name, _lock: lock }))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The first slot in a folder that nobody has; the folder is made.
fn free_slot(folder: &Path) -> std::io::Result<Option<Slot>> {
    fs::create_dir_all(folder)?;
    let mut locks = (0..SLOTS).map(|slot| lock(folder, slot));
    locks.find_map(Result::transpose).transpose()
}

/// Puts sessions that were left in slots that nobody has where they are not written over.
fn put_leftovers_aside(own: &Slot) {
    let session = |slot: &usize| own.folder.join(format!("session-{slot}.ron"));
    // Our own slot is locked by ourselves.
    let free = |slot: &usize| host::exists(&session(slot)) && matches!(lock(&own.folder, *slot), Ok(Some(_)));
    let others = (0..SLOTS).filter(free).map(|slot| session(&slot)).filter(|path| *path != own.path);
    for left in others.chain([own.path.clone()]).filter(|path| host::exists(path)) {
        // One that cannot be moved stays where it is, and is found again at the next start.
        let _ = fs::rename(left, place_aside(&own.folder, TO_OFFER));
    }
}

/// When a file was written last.
fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// Sessions that were put aside under a name, the oldest first.
fn aside(folder: &Path, name: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let ours = |path: &PathBuf| {
        let named = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix(name));
        let numbered = named.and_then(|rest| rest.strip_prefix('-')).is_some_and(|rest| rest.parse::<u32>().is_ok());
        numbered && path.extension().is_some_and(|ending| ending == "ron")
    };
    let mut found: Vec<PathBuf> = files.filter(ours).collect();
    found.sort_by_key(|path| written(path));
    found
}

/// A place to put a session aside under a name, at which nothing is; where there are many, the oldest goes.
fn place_aside(folder: &Path, name: &str) -> PathBuf {
    let all = aside(folder, name);
    all.iter().take((all.len() + 1).saturating_sub(MOST_ASIDE)).for_each(|oldest| drop(fs::remove_file(oldest)));
    let mut places = (1u32..).map(|number| folder.join(format!("{name}-{number}.ron")));
    places.find(|place| !host::exists(place)).unwrap_or_else(|| folder.join(format!("{name}-0.ron")))
}

/// Writes a session.
pub fn write(session: &Session, path: &Path) -> Result<(), String> {
    put(path, text(session))
}

/// A session as text; where all of it would be too long to be read again, the state at its end alone.
fn text(session: &Session) -> String {
    let text = session.with_state().to_text();
    let fits = text.len() as u64 <= scene::MOST_BYTES;
    if fits { text } else { session.state_only().to_text() }
}

fn put(path: &Path, text: String) -> Result<(), String> {
    // Somebody may have tidied up while it was played.
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fitting(path, text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
