//! The user's files: library, autosave, the open dialog, dropped files, and jobs in the background.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use crate::app::platform::{Failure, FileChooser, FileDrop};
use crate::app::storage::{Autosave, BackgroundJobs, JobResult, Library, OpenedSession, read_session};
use crate::app::ui::dialog::Dialog;
use crate::host::Instant;
use crate::timeline::{Recording, Timeline};
use crate::{host, timeline};

/// A last session below this size, bytes, is opened before the window is shown.
const SMALL_FILE: u64 = 2 << 20;

/// Complaint about a session whose replay reaches another state.
pub const PAST_IS_LOST: &str =
    "no undo or rewind to what came before this state: the session is from another version, or its file was changed";

/// Longest time per frame for replaying the past on a platform without threads.
const PAST_SLICE: Duration = Duration::from_millis(6);

/// Replays of the past that are done sooner are not spoken of.
const PAST_IS_SLOW: Duration = Duration::from_secs(1);

/// The user's files.
pub struct Files {
    pub library: Library,
    pub autosave: Autosave,
    pub dialog: Option<Dialog>,
    /// The open dialog of the desktop.
    pub chooser: Option<FileChooser>,
    pub jobs: BackgroundJobs,
    /// Name under which the session was saved or opened last.
    pub name: Option<String>,
    /// Takes dropped files, once the window is open.
    drops: Option<FileDrop>,
    /// A large last session, to be opened in the background.
    deferred: Option<PathBuf>,
    past: PastReplay,
}

/// The part of a session before its opened state, replayed in the background so that the user can rewind to it.
#[derive(Default)]
struct PastReplay {
    /// Replays begun so far. A result with another number belongs to a session that was replaced.
    number: u64,
    /// When it began.
    began: Option<Instant>,
    /// The replay in a thread, which ends when this is dropped.
    thread: Option<PastThread>,
    /// The replay on a platform without threads: a slice per frame.
    slices: Option<timeline::PastReplay>,
}

/// A handle of a thread that replays the past. The thread stops when it is dropped.
struct PastThread(Arc<PastSignals>);

/// Signals between the main loop and the thread.
#[derive(Default)]
struct PastSignals {
    stop: AtomicBool,
    /// The share that is replayed, in percent.
    percent: AtomicU32,
}

impl Drop for PastThread {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

impl PastSignals {
    /// Replays a session to its end; `None` if it is stopped, or cannot be replayed.
    fn replay(&self, recording: &Recording) -> Option<Timeline> {
        let mut past = timeline::PastReplay::new(recording)?;
        while past.step() {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            self.percent.store((100.0 * past.progress()) as u32, Ordering::Relaxed);
        }
        past.finish()
    }
}

impl Files {
    /// The user's folder, with a slot for the autosave unless the run is `scripted`.
    #[must_use]
    pub fn open(scripted: bool) -> Self {
        let library = Library::open();
        // Saves that a killed window has left.
        library.remove_abandoned_drafts();
        let autosave = if scripted { Autosave::disabled() } else { Autosave::open(library.folder()) };
        Self::of(library, autosave)
    }

    fn of(library: Library, autosave: Autosave) -> Self {
        Self {
            library,
            autosave,
            dialog: None,
            chooser: None,
            jobs: BackgroundJobs::default(),
            name: None,
            drops: None,
            deferred: None,
            past: PastReplay::default(),
        }
    }

    /// Starts to take dropped files; the window must be open.
    pub fn take_drops(&mut self) {
        self.drops = Some(FileDrop::start());
    }

    /// Opens a large last session that waited for the window.
    pub fn open_deferred(&mut self) {
        if let Some(path) = self.deferred.take() {
            self.jobs.start("open", move || JobResult::LastSession(read_session(&path).map(Box::new)));
        }
    }

    /// A file that was dropped on the window since the last call.
    pub fn next_drop(&mut self) -> Option<PathBuf> {
        self.drops.as_mut()?.take()
    }

    /// The last session, if its file exists and is small. A large session is opened in the background.
    ///
    /// # Errors
    /// A sentence if the session cannot be opened. Its file is then moved aside.
    pub fn last_session(&mut self) -> Result<Option<OpenedSession>, String> {
        let Some(path) = self.autosave.last_session() else { return Ok(None) };
        if host::fs::metadata(&path).is_ok_and(|about| about.len() > SMALL_FILE) {
            self.deferred = Some(path);
            return Ok(None);
        }
        match read_session(&path) {
            Ok(session) => {
                self.continue_last(&session.timeline);
                Ok(Some(session))
            }
            Err(fault) => Err(self.autosave.set_last_aside(&fault)),
        }
    }

    /// Lets the autosave overwrite the last session, which `session` continues. If the past of `session` is lost, the
    /// last session's file is kept among the earlier sessions instead.
    pub fn continue_last(&mut self, session: &Timeline) {
        if session.lacks_past() {
            self.autosave.continue_last();
        }
    }

    /// Whether a job is running whose result the user waits for.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.past_percent().is_some()
            || self.chooser.is_some()
            || self.jobs.is_busy()
            || self.autosave.is_writing()
            || self.deferred.is_some()
    }

    /// Replays a session from its start, so that the user can rewind beyond its opened state.
    pub fn read_past(&mut self, recording: Recording) {
        let signals = Arc::new(PastSignals::default());
        self.past.thread = Some(PastThread(Arc::clone(&signals)));
        self.past.number += 1;
        self.past.began = Some(Instant::now());
        let number = self.past.number;
        if host::IN_BROWSER {
            self.past.thread = None;
            self.past.slices = timeline::PastReplay::new(&recording);
            return;
        }
        let replay = move || JobResult::Past { number, timeline: signals.replay(&recording).map(Box::new) };
        self.jobs.start_long("past", replay);
    }

    /// Replays a slice of the past on a platform without threads. Returns the result after the last slice.
    pub fn play_slice(&mut self) -> Option<JobResult> {
        let past = self.past.slices.as_mut()?;
        let began = Instant::now();
        while began.elapsed() < PAST_SLICE {
            if !past.step() {
                let timeline = self.past.slices.take().and_then(timeline::PastReplay::finish).map(Box::new);
                return Some(JobResult::Past { number: self.past.number, timeline });
            }
        }
        None
    }

    /// Whether a replay of the past belongs to the present session. Such a replay has ended then.
    pub fn end_past(&mut self, number: u64) -> bool {
        let is_current = number == self.past.number;
        if is_current {
            self.past.thread = None;
        }
        is_current
    }

    /// The replayed share of the session's past, percent, until its replay ends and undo can reach it.
    #[must_use]
    pub fn past_percent(&self) -> Option<u32> {
        let in_thread = self.past.thread.as_ref().map(|thread| thread.0.percent.load(Ordering::Relaxed));
        in_thread.or_else(|| self.past.slices.as_ref().map(|past| (100.0 * past.progress()) as u32))
    }

    /// Whether the replay of the past has taken long enough to be spoken of.
    #[must_use]
    pub fn is_past_slow(&self) -> bool {
        self.past.began.is_some_and(|began| began.elapsed() > PAST_IS_SLOW)
    }

    /// Stops the replay of the past.
    pub fn stop_past(&mut self) {
        (self.past.thread, self.past.slices) = (None, None);
    }

    /// Keeps the session for the next start.
    ///
    /// # Errors
    /// When the session cannot be written.
    pub fn keep_last(&mut self, timeline: &Timeline) -> Result<(), Failure> {
        let kept = self.autosave.close(timeline).map_err(Failure::Ours);
        if let Some(Err(wrong)) = self.autosave.take_news() {
            host::log(&wrong);
        }
        kept
    }

    /// Waits for all jobs: for ever, if one writes to a pipe from which nobody reads.
    pub fn finish_jobs(&mut self) {
        self.stop_past();
        self.jobs.finish();
        while let Some(result) = self.jobs.next_result() {
            if let JobResult::Written(Err(error), _) = result {
                host::log(&error.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::sandbox::{Command, Sandbox};
    use crate::scene;

    fn files(folder: &Path) -> Files {
        Files::of(Library::at(folder.to_owned()), Autosave::open(Some(folder)))
    }

    #[test]
    fn session_is_kept_before_a_job_that_is_held_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = files(folder.path());
        let (release, held) = std::sync::mpsc::channel::<()>();
        files.jobs.start("save", move || {
            let _ = held.recv();
            JobResult::OpenFailed(String::new())
        });
        let scene = scene::named(scene::FIRST).expect("a scene of the gallery");
        let mut timeline = Timeline::new(Sandbox::new(scene).expect("the scene builds"), false);
        timeline.apply(Command::PinAtRandom);
        assert_eq!(files.keep_last(&timeline), Ok(()));
        assert!(files.jobs.is_busy() && files.autosave.last_session().is_some());
        drop(release);
        files.finish_jobs();
    }
}
