//! The session that is kept automatically: every half minute while it is played and changed, when the loop goes idle, and
//! when the window closes. A session that was not closed is offered at the next start.
//!
//! Each running window has a slot and holds a lock on it. The system releases the lock when the process ends, however it
//! ends, so an unlocked slot with a session in it was not closed.
//!
//! No session overwrites another one: a session that is replaced is moved aside, and the oldest of many is deleted.

mod slot;

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    time::Duration,
};

use self::slot::{EARLIER, INTERRUPTED, Slot, aside_files, free_aside_path, modified};
use super::write::write_readable;
use crate::host::{Instant, SystemTime, fs};
use crate::timeline::{Revision, Session, Timeline};
use crate::{host, scene};

/// Time between two saves.
const INTERVAL: Duration = Duration::from_secs(30);

/// The automatically kept sessions of the user's folder.
#[derive(Debug)]
pub struct Autosave {
    slot: Option<Slot>,
    /// A session that was not closed, until the user accepts or declines it.
    offer: Option<PathBuf>,
    /// When the last session was written that this window has found. (Another window may put an older file in its place:
    /// one that was kept long ago and then closed.)
    found: Option<SystemTime>,
    /// This window continues the last session, and may overwrite it.
    continues_last: bool,
    saved: Instant,
    /// The content that was kept last, or is being written.
    content: Option<Revision>,
    writing: Option<Receiver<Result<(), String>>>,
    /// The last save failed, and that was reported.
    is_failing: bool,
    news: Option<Result<String, String>>,
}

impl Autosave {
    /// An autosave that keeps nothing.
    #[must_use]
    pub fn disabled() -> Self {
        Self {
            slot: None,
            offer: None,
            found: None,
            continues_last: false,
            saved: Instant::now(),
            content: None,
            writing: None,
            is_failing: false,
            news: None,
        }
    }

    /// Takes a slot in a folder, and finds a session that was not closed in another one.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Self {
        let mut autosave = Self::disabled();
        let Some(folder) = folder else { return autosave };
        match Slot::take_free(folder) {
            Ok(Some(slot)) => {
                slot.move_interrupted_aside();
                autosave.offer = aside_files(folder, INTERRUPTED).pop();
                autosave.slot = Some(slot);
                autosave.found = autosave.last_session().and_then(|last| modified(&last));
            }
            // All slots are taken by other windows: nothing is kept.
            Ok(None) => {}
            Err(error) => autosave.report(&format!("{}: {error}", folder.display())),
        }
        autosave
    }

    /// The file of the last session, if it exists.
    #[must_use]
    pub fn last_session(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.folder.join("last.ron")).filter(|path| host::exists(path))
    }

    /// Notes that this window continues the last session.
    pub fn continue_last(&mut self) {
        self.continues_last = true;
    }

    /// The sessions that were moved aside, newest first.
    #[must_use]
    pub fn earlier_sessions(&self) -> Vec<PathBuf> {
        let Some(slot) = &self.slot else { return Vec::new() };
        let mut all = [aside_files(&slot.folder, INTERRUPTED), aside_files(&slot.folder, EARLIER)].concat();
        all.sort_by_key(|path| std::cmp::Reverse(modified(path)));
        all
    }

    /// A free path to move a session aside to.
    #[must_use]
    pub fn free_aside_path(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| free_aside_path(&slot.folder, EARLIER))
    }

    /// Renames a last session that cannot be read, so that the next one does not overwrite it. Returns its new path.
    #[must_use]
    pub fn move_damaged_aside(&self) -> Option<PathBuf> {
        let last = self.last_session()?;
        let aside = last.with_extension("ron.damaged");
        fs::rename(&last, &aside).ok().map(|()| aside)
    }

    /// Whether a session that was not closed can be restored.
    #[must_use]
    pub fn has_offer(&self) -> bool {
        self.offer.is_some()
    }

    /// The offered session. It is not offered again.
    pub fn accept_offer(&mut self) -> Option<PathBuf> {
        let (offer, slot) = (self.offer.take()?, self.slot.as_ref()?);
        let path = free_aside_path(&slot.folder, EARLIER);
        Some(if fs::rename(&offer, &path).is_ok() { path } else { offer })
    }

    /// Declines the offered session. It stays among the earlier sessions.
    pub fn decline_offer(&mut self) {
        self.accept_offer();
    }

    /// Whether a save is being written.
    #[must_use]
    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Whether the last save failed.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.is_failing
    }

    /// Continues after [`Self::close`].
    pub fn reopen(&mut self) {
        self.content = None;
    }

    /// Whether it is time for the next save.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.slot.is_some() && self.saved.elapsed() >= INTERVAL
    }

    /// Saves a session in the background, if the user has changed it since the last save.
    pub fn keep(&mut self, timeline: &Timeline) {
        self.saved = Instant::now();
        self.retake_slot();
        let Some(slot) = self.slot.as_ref().filter(|_| self.writing.is_none()) else { return };
        if timeline.is_untouched() || self.is_kept(timeline) {
            return;
        }
        self.content = Some(timeline.revision());
        let (session, path) = (timeline.session(), slot.path.clone());
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

    /// Takes a slot again if the folder was removed: the next window would take this window's slot.
    fn retake_slot(&mut self) {
        if let Some(slot) = self.slot.as_ref().filter(|slot| !slot.is_held())
            && let Ok(Some(slot)) = Slot::take_free(&slot.folder)
        {
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
                if std::mem::take(&mut self.is_failing) {
                    self.news = Some(Ok("the session is kept again".to_owned()));
                }
            }
            Some(Err(TryRecvError::Disconnected)) => (self.writing, self.content) = (None, None),
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        self.news.take()
    }

    fn report(&mut self, error: &str) {
        if !std::mem::replace(&mut self.is_failing, true) {
            self.news = Some(Err(format!("the session is not kept: {error}")));
        }
    }

    /// Keeps a session as the last one, if the user has changed it. A save of the same content is renamed, because writing
    /// a large session takes longer than a user waits for a window to close.
    ///
    /// # Errors
    /// A sentence when the file cannot be written; the last save remains.
    pub fn close(&mut self, timeline: &Timeline) -> Result<(), String> {
        let Some(slot) = &self.slot else { return Ok(()) };
        let (is_changed, mut is_kept) = (!timeline.is_untouched(), self.is_kept(timeline));
        // Before waiting for an older save: there is another core for it.
        let text = (is_changed && !is_kept).then(|| session_text(&timeline.session()));
        if let Some(writing) = self.writing.take() {
            // A save that ends later would write into the slot again.
            is_kept &= matches!(writing.recv(), Ok(Ok(())));
        }
        if is_changed {
            let last = slot.folder.join("last.ron");
            if modified(&last).is_some_and(|at| self.found != Some(at) || !self.continues_last) {
                // The last session is another one: of a window that was closed since, or not continued by this one.
                let _ = fs::rename(&last, free_aside_path(&slot.folder, EARLIER));
            }
            // The rename fails if the save was removed.
            if !(is_kept && fs::rename(&slot.path, &last).is_ok()) {
                write_text(&last, text.unwrap_or_else(|| session_text(&timeline.session())))?;
            }
            // The page of a browser may come back and be closed again.
            (self.found, self.continues_last) = (modified(&last), true);
        }
        match fs::remove_file(&slot.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(format!("{}: {error}", slot.path.display()))
            }
            _ => Ok(()),
        }
    }
}

/// Writes a session.
///
/// # Errors
/// A sentence when the file cannot be written.
pub fn write_autosave(session: &Session, path: &Path) -> Result<(), String> {
    write_text(path, session_text(session))
}

/// A session as text. If that would be too long to be read again, the state at its end alone.
fn session_text(session: &Session) -> String {
    let text = session.with_state().to_text();
    let fits = text.len() as u64 <= scene::MOST_BYTES;
    if fits { text } else { session.state_only().to_text() }
}

fn write_text(path: &Path, text: String) -> Result<(), String> {
    // The folder may have been removed.
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    write_readable(path, text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
