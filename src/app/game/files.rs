//! The user's files: library, autosave, the open dialog, dropped files, and jobs in the background.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::game::Game;
use crate::app::platform::{Failure, FileDrop};
use crate::app::storage::{Autosave, BackgroundJobs, JobResult, Library};
use crate::app::ui::dialog::Dialog;
use crate::host::Instant;
use crate::timeline::{Document, Recording, Timeline};
use crate::{host, timeline};

/// A last session below this size, bytes, is opened before the window is shown.
const SMALL_FILE: u64 = 2 << 20;

/// Longest time that a frame spends on replaying the past where there is no thread for it.
const PAST_SLICE: Duration = Duration::from_millis(6);

/// The user's files.
pub struct Files {
    pub library: Library,
    pub autosave: Autosave,
    pub dialog: Option<Dialog>,
    pub jobs: BackgroundJobs,
    /// Name under which the session was saved or opened last.
    pub name: Option<String>,
    /// Takes dropped files, once the window is open.
    drops: Option<FileDrop>,
    /// A large last session, to be opened in the background.
    deferred: Option<PathBuf>,
    past: PastReplay,
}

/// The part of a session before the state that it was opened with, replayed in the background so that one can rewind to it.
#[derive(Default)]
struct PastReplay {
    /// Replays begun so far. A result with another number belongs to a session that was replaced.
    number: u64,
    /// Stops the thread.
    stop: Option<StopOnDrop>,
    /// The same without a thread: some of it in each frame.
    slices: Option<timeline::PastReplay>,
}

/// Stops a thread when it is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Files {
    /// The user's folder, with a slot for the autosave unless the run is `scripted`.
    #[must_use]
    pub fn open(scripted: bool) -> Self {
        let library = Library::open();
        let autosave = if scripted { Autosave::disabled() } else { Autosave::open(library.folder()) };
        Self {
            library,
            autosave,
            dialog: None,
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

    /// A large last session that waited for the window.
    pub fn next_deferred(&mut self) -> Option<PathBuf> {
        self.deferred.take()
    }

    /// A file that was dropped on the window since the last call.
    pub fn next_drop(&mut self) -> Option<PathBuf> {
        self.drops.as_mut()?.take()
    }

    /// The last session, if a file of it exists and is small. A large one is opened in the background.
    ///
    /// # Errors
    /// A sentence where the file cannot be read; the file is moved aside then.
    pub fn last_session(&mut self) -> Result<Option<Box<Recording>>, String> {
        let Some(path) = self.autosave.last_session() else { return Ok(None) };
        if host::fs::metadata(&path).is_ok_and(|about| about.len() > SMALL_FILE) {
            self.autosave.continue_last();
            self.deferred = Some(path);
            return Ok(None);
        }
        let fault = match Document::read(&path) {
            Ok(Document::Session(recording)) if recording.now.is_some() => {
                self.autosave.continue_last();
                return Ok(Some(recording));
            }
            Ok(_) => format!("{} is not a session", path.display()),
            Err(error) => error.to_string(),
        };
        let moved = self.autosave.move_damaged_aside();
        let aside = moved.map_or(String::new(), |aside| format!(" (the file is now {})", aside.display()));
        Err(format!("the last session cannot be opened: {fault}{aside}"))
    }

    /// Whether a job is running whose result the user waits for. A replay of the past is none.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.past.slices.is_some() || self.jobs.is_busy() || self.autosave.is_writing() || self.deferred.is_some()
    }

    /// Replays a session from its start, so that one can rewind beyond the state that it was opened with.
    pub fn read_past(&mut self, recording: Recording) {
        let stop = Arc::new(AtomicBool::new(false));
        self.past.stop = Some(StopOnDrop(Arc::clone(&stop)));
        self.past.number += 1;
        let number = self.past.number;
        if host::IN_BROWSER {
            self.past.slices = timeline::PastReplay::new(&recording);
            return;
        }
        let replay =
            move || JobResult::Past { number, timeline: Timeline::replay_past(&recording, &stop).map(Box::new) };
        self.jobs.start_long("past", replay);
    }

    /// Replays some of the past where there is no thread for it. Returns the result at its end.
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
            self.past.stop = None;
        }
        is_current
    }

    /// Stops the replay of the past.
    pub fn stop_past(&mut self) {
        (self.past.stop, self.past.slices) = (None, None);
    }

    /// Waits for all jobs, and keeps the session for the next start.
    ///
    /// # Errors
    /// When the session cannot be written.
    pub fn close(&mut self, timeline: &Timeline) -> Result<(), Failure> {
        self.past.stop = None;
        self.jobs.finish();
        while let Some(result) = self.jobs.next_result() {
            if let JobResult::Written(Err(error), _) = result {
                host::log(&error.to_string());
            }
        }
        self.autosave.close(timeline).map_err(Failure::File)
    }
}

impl Game {
    /// Phase: opens dropped files, takes in the results of jobs, and keeps the session from time to time.
    pub(super) fn poll_files(&mut self) {
        if let Some(path) = self.files.next_drop() {
            self.pacing.idle_frames = 0;
            self.open_file(path);
        }
        if let Some(result) = self.files.play_slice() {
            self.take_result(result);
        }
        if let Some(path) = self.files.next_deferred() {
            self.open_file(path);
        }
        while let Some(result) = self.files.jobs.next_result() {
            self.pacing.idle_frames = 0;
            self.take_result(result);
        }
        if self.files.autosave.is_due() {
            self.files.autosave.keep(&self.playback.timeline);
        }
        if let Some(news) = self.files.autosave.take_news() {
            news.as_ref().map_or_else(|wrong| host::log(wrong), |good| host::log(good));
            self.messages.tell(news);
        }
    }
}
