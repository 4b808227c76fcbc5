//! The session that is kept automatically: soon after its first edit, every few seconds while it is played and changed,
//! when the main loop goes idle, and when the window closes. A session that was not closed is offered at the next
//! start.
//!
//! Each running window has a slot and holds a lock on it. The system releases the lock when the process ends, however
//! it ends, so an unlocked slot with a session in it was not closed. A window without a slot keeps its session when it
//! is closed.
//!
//! No session overwrites another one: a session that is replaced is moved aside, and the oldest of many is deleted. The
//! new one is written before the old one is moved, so that a full disk costs neither.
//!
//! | File | Holds |
//! |---|---|
//! | `last` | opening the last session, and what becomes of one that does not open |
//! | `replaced` | setting a session aside that another one replaces in its window |
//! | `slot` | slots: a lock and a file for the session of each running window; and the files that were moved aside |

mod last;
mod replaced;
mod slot;

use std::{
    io,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    time::Duration,
};

use self::last::is_damaged;
pub use self::last::{Fault, OpenedSession, read_session, set_interrupted_aside};
use self::slot::{
    DAMAGED, EARLIER, INTERRUPTED, SLOTS, Slot, aside_files, free_aside_path, modified, move_aside, remove_empty,
    remove_oldest, wait_for_lock,
};
use crate::host::{Instant, SystemTime, fs};
use crate::timeline::{Revision, Session, Timeline};
use crate::{host, scene};

/// Time between two saves. A kill costs at most this time and the duration of a save. In a browser, where a save holds
/// up a frame, there are fewer.
const INTERVAL: Duration = Duration::from_secs(if host::IN_BROWSER { 10 } else { 5 });

/// Longest time from the first edit of a session to its first save.
const FIRST_INTERVAL: Duration = Duration::from_millis(500);

/// Name of the file of the last session.
const LAST: &str = "last.ron";

/// Name of the lock that a window holds while it replaces the last session.
const LAST_LOCK: &str = "last.lock";

/// The automatically kept sessions of the user's folder.
#[derive(Debug)]
pub struct Autosave {
    /// `None`: nothing is kept.
    folder: Option<PathBuf>,
    slot: Option<Slot>,
    /// A session that was not closed, until the user accepts or declines it.
    offer: Option<PathBuf>,
    /// The name of one that was not closed and is damaged, until the user has taken notice.
    damaged_offer: Option<String>,
    /// When the last session was written that this window has found. (Another window may put an older file in its
    /// place: one that was kept long ago and then closed.)
    found: Option<SystemTime>,
    /// This window continues the last session, and may overwrite it.
    continues_last: bool,
    saved: Instant,
    /// The content of the last save that was begun.
    begun: Option<Revision>,
    /// The content that was kept last, or is being written.
    content: Option<Revision>,
    writing: Option<Receiver<Result<(), String>>>,
    /// Replaced sessions that are being written.
    being_set_aside: Vec<Receiver<Result<(), String>>>,
    /// A replaced session was written since the oldest of too many were deleted.
    has_set_aside: bool,
    /// Why the last save failed. That was reported.
    failure: Option<String>,
    news: Option<Result<String, String>>,
}

impl Autosave {
    /// An autosave that keeps nothing.
    #[must_use]
    pub fn disabled() -> Self {
        Self {
            folder: None,
            slot: None,
            offer: None,
            damaged_offer: None,
            found: None,
            continues_last: false,
            saved: Instant::now(),
            begun: None,
            content: None,
            writing: None,
            being_set_aside: Vec::new(),
            has_set_aside: false,
            failure: None,
            news: None,
        }
    }

    /// Takes a slot in a folder, and finds a session that was not closed in another one. Removes what killed processes
    /// left.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Self {
        let mut autosave = Self { folder: folder.map(Path::to_owned), ..Self::disabled() };
        let Some(folder) = folder else {
            autosave.report("the system names no folder for it");
            return autosave;
        };
        host::remove_abandoned_drafts(folder);
        remove_empty(folder);
        match Slot::take_free(folder) {
            Ok(Some(slot)) => {
                let empty = slot.move_interrupted_aside();
                autosave.find_offer(folder, empty);
                autosave.slot = Some(slot);
            }
            Ok(None) => {
                let why = format!("the session is not saved before this window is closed: {SLOTS} others are open");
                autosave.fail(why);
            }
            Err(error) => autosave.report(&format!("{}: {error}", folder.display())),
        }
        autosave.found = autosave.last_session().and_then(|last| modified(&last));
        autosave
    }

    /// Finds the newest session that was not closed and can be restored. The damaged ones among those after it are set
    /// aside, as `empty` ones have been.
    fn find_offer(&mut self, folder: &Path, empty: Option<PathBuf>) {
        let mut damaged = empty;
        for path in aside_files(folder, INTERRUPTED).into_iter().rev() {
            if !is_damaged(&path) {
                self.offer = Some(path);
                break;
            }
            damaged = Some(move_aside(&path, DAMAGED).unwrap_or(path));
        }
        let name = damaged.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        if let Some(name) = name {
            let said = format!("a session that was not closed is damaged: it is \"{name}\" in the list of files now");
            (self.news, self.damaged_offer) = (Some(Err(said)), Some(name));
        }
    }

    /// The file of the last session, if it exists.
    #[must_use]
    pub fn last_session(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(LAST)).filter(|path| host::exists(path))
    }

    /// Notes that this window continues the last session.
    pub fn continue_last(&mut self) {
        self.continues_last = true;
    }

    /// The sessions that were moved aside, newest first.
    #[must_use]
    pub fn earlier_sessions(&self) -> Vec<PathBuf> {
        self.aside_sessions(&[INTERRUPTED, EARLIER])
    }

    /// The sessions that were moved aside because they could not be read, newest first.
    #[must_use]
    pub fn damaged_sessions(&self) -> Vec<PathBuf> {
        self.aside_sessions(&[DAMAGED])
    }

    fn aside_sessions(&self, names: &[&str]) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut all: Vec<PathBuf> = names.iter().flat_map(|name| aside_files(folder, name)).collect();
        all.sort_by_key(|path| std::cmp::Reverse(modified(path)));
        all
    }

    /// Whether a session that was not closed can be restored.
    #[must_use]
    pub fn has_offer(&self) -> bool {
        self.offer.is_some()
    }

    /// The name of a session that was not closed and cannot be restored: its file is damaged.
    #[must_use]
    pub fn damaged_offer(&self) -> Option<&str> {
        self.damaged_offer.as_deref()
    }

    /// The offered session. It is not offered again.
    pub fn accept_offer(&mut self) -> Option<PathBuf> {
        self.damaged_offer = None;
        let offer = self.offer.take()?;
        Some(move_aside(&offer, EARLIER).unwrap_or(offer))
    }

    /// Declines the offered session, which stays among the earlier sessions, or takes notice of a damaged one.
    pub fn decline_offer(&mut self) {
        self.accept_offer();
    }

    /// Whether a save or a replaced session is being written.
    #[must_use]
    pub fn is_writing(&self) -> bool {
        self.writing.is_some() || !self.being_set_aside.is_empty()
    }

    /// Why the last save failed, until one succeeds.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Continues after [`Self::close`].
    pub fn reopen(&mut self) {
        self.content = None;
    }

    /// Whether it is time for the next save.
    #[must_use]
    pub fn is_due(&self, timeline: &Timeline) -> bool {
        let is_begun = self.begun.as_ref().is_some_and(|begun| begun.is_of_same_session(&timeline.revision()));
        let interval = if is_begun { INTERVAL } else { FIRST_INTERVAL };
        self.folder.is_some() && !self.is_writing() && self.saved.elapsed() >= interval
    }

    /// Saves a session in the background, if the user has changed it since the last save.
    pub fn keep(&mut self, timeline: &Timeline) {
        if self.is_writing() {
            return;
        }
        self.saved = Instant::now();
        if timeline.is_untouched() {
            return;
        }
        self.retake_slot();
        let Some(slot) = self.slot.as_ref().filter(|_| !self.is_kept(timeline)) else { return };
        let (session, path) = (timeline.session(), slot.path.clone());
        (self.begun, self.content) = (Some(timeline.revision()), Some(timeline.revision()));
        let (sender, receiver) = channel();
        let job = move || {
            // Fails when the window is closed, where the result does not matter.
            let _ = sender.send(write_autosave(&session, &path));
        };
        self.writing = Some(receiver);
        if let Err(error) = host::spawn("keep", job) {
            (self.writing, self.content) = (None, None);
            self.report(&error.to_string());
        }
    }

    /// Whether a session equals the content that was kept last, or is being written.
    fn is_kept(&self, timeline: &Timeline) -> bool {
        self.content == Some(timeline.revision())
    }

    /// Takes a slot if there is none, or again if the folder was removed: the next window would take this window's
    /// slot. That of a killed window still has its session.
    fn retake_slot(&mut self) {
        if !self.slot.as_ref().is_some_and(Slot::is_held)
            && let Some(folder) = &self.folder
            && let Ok(Some(slot)) = Slot::take_free(folder)
        {
            slot.move_interrupted_aside();
            self.slot = Some(slot);
            self.content = None;
        }
    }

    /// News for the user since the last call.
    pub fn take_news(&mut self) -> Option<Result<String, String>> {
        match self.writing.as_ref().map(Receiver::try_recv) {
            Some(Ok(Err(error))) => {
                // Tried again, though the content is the same.
                (self.writing, self.content) = (None, None);
                self.report(&error);
            }
            Some(Ok(Ok(()))) => {
                self.writing = None;
                if std::mem::take(&mut self.has_set_aside)
                    && let Some(slot) = &self.slot
                {
                    // Not before: the oldest may be the session that was restored and is now kept.
                    remove_oldest(&slot.folder, EARLIER, None);
                }
                if self.failure.take().is_some() {
                    self.news = Some(Ok("the session is kept again".to_owned()));
                }
            }
            Some(Err(TryRecvError::Disconnected)) => (self.writing, self.content) = (None, None),
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        self.poll_set_aside();
        self.news.take()
    }

    fn report(&mut self, error: &str) {
        self.fail(format!("the session is not saved: {error}"));
    }

    /// Notes why nothing is saved. It is news once.
    fn fail(&mut self, why: String) {
        if self.failure.replace(why.clone()).is_none() {
            self.news = Some(Err(why));
        }
    }

    /// Keeps a session as the last one, if the user has changed it. A save of the same content is renamed, because
    /// writing a large session takes longer than a user waits for a window to close.
    ///
    /// # Errors
    /// A sentence when the file cannot be written; the last session and the last save are left unchanged.
    pub fn close(&mut self, timeline: &Timeline) -> Result<(), String> {
        let (is_changed, mut is_kept) = (!timeline.is_untouched(), self.is_kept(timeline));
        // Before waiting for an older save: there is another core for it.
        let text = (is_changed && !is_kept).then(|| session_text(&timeline.session()));
        if let Some(writing) = self.writing.take() {
            // A save that ends later would write into the slot again.
            is_kept &= matches!(writing.recv(), Ok(Ok(())));
        }
        self.wait_for_set_aside();
        self.retake_slot();
        let save = match (&self.slot, &self.folder) {
            (Some(slot), _) => slot.path.clone(),
            (None, Some(folder)) if fs::create_dir_all(folder).is_ok() => free_aside_path(folder, EARLIER),
            // There is no place for sessions, which was reported at the start.
            (None, _) => return Ok(()),
        };
        if !is_changed {
            return removed(&save);
        }
        let last = save.with_file_name(LAST);
        let is_written = is_kept && host::exists(&save);
        let text = (!is_written).then(|| text.unwrap_or_else(|| session_text(&timeline.session())));
        let written = text.as_ref().map_or(Ok(()), |text| write_text(&save, text));
        // Another window may be replacing the last session now. Where there are no locks, that is not seen.
        let lock = wait_for_lock(&save.with_file_name(LAST_LOCK));
        if matches!(lock, Ok(None)) {
            // It does not go on. The next start offers this session, or lists it.
            return written;
        }
        let is_replaced = modified(&last).is_none_or(|at| self.found == Some(at) && self.continues_last);
        if let (Err(error), Some(text)) = (written, text) {
            // A browser may have no room for two sessions.
            if is_replaced { write_text(&last, &text) } else { Err(error) }?;
            removed(&save)?;
        } else {
            if !is_replaced {
                // The last session is another one: of a window that was closed since, or not continued by this one.
                move_aside(&last, EARLIER).map_err(|error| format!("{}: {error}", last.display()))?;
            }
            fs::rename(&save, &last).map_err(|error| format!("{}: {error}", last.display()))?;
        }
        // The page of a browser may come back and be closed again.
        (self.found, self.continues_last) = (modified(&last), true);
        Ok(())
    }
}

/// Removes a file, if it exists.
fn removed(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{}: {error}", path.display())),
        _ => Ok(()),
    }
}

/// Writes a session.
///
/// # Errors
/// A sentence when the file cannot be written.
fn write_autosave(session: &Session, path: &Path) -> Result<(), String> {
    write_text(path, &session_text(session))
}

/// A session as text. If that would be too long to be read again, the state at its end alone.
fn session_text(session: &Session) -> String {
    let text = session.with_state().to_text();
    let fits = text.len() as u64 <= scene::MAX_BYTES;
    if fits { text } else { session.state_only().to_text() }
}

fn write_text(path: &Path, text: &str) -> Result<(), String> {
    // The folder may have been removed.
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    scene::write_readable(path, text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
