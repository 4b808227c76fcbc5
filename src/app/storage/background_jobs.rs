//! Jobs in threads of their own, for work that takes longer than a frame.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use super::autosave::{Fault, OpenedSession};
use crate::scene::{FileError, NamedScene};
use crate::timeline::{Recording, Timeline};

/// The result of a job.
pub enum JobResult {
    /// A file was written, or could not be.
    Written(Result<(), FileError>, PathBuf),
    /// A file could not be opened, for this reason.
    OpenFailed(String),
    /// A scene was read.
    Scene(Box<NamedScene>),
    /// A recording was read.
    Recording(Box<Recording>),
    /// A session was read from this file.
    Session(Box<OpenedSession>, PathBuf),
    /// The last session was read, or does not open.
    LastSession(Result<Box<OpenedSession>, Fault>),
    /// The session of this file, which was not closed, was read, or does not open.
    Interrupted(Result<Box<OpenedSession>, Fault>, PathBuf),
    /// The past of a session was replayed.
    Past {
        /// Number of the replay.
        number: u64,
        /// The session with its past; `None` if it cannot be replayed.
        timeline: Option<Box<Timeline>>,
    },
}

/// Running jobs, and the channel of their results.
pub struct BackgroundJobs {
    sender: Sender<JobResult>,
    receiver: Receiver<JobResult>,
    threads: Vec<JoinHandle<()>>,
    /// Jobs that may take minutes and are not awaited.
    long_threads: Vec<JoinHandle<()>>,
}

impl Default for BackgroundJobs {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, threads: Vec::new(), long_threads: Vec::new() }
    }
}

impl BackgroundJobs {
    /// Starts a job. If no thread can be started, the job runs at once.
    pub fn start(&mut self, name: &str, job: impl FnOnce() -> JobResult + Send + 'static) {
        let thread = self.spawn(name, job);
        self.threads.extend(thread);
    }

    /// Starts a job that is not awaited.
    pub fn start_long(&mut self, name: &str, job: impl FnOnce() -> JobResult + Send + 'static) {
        let thread = self.spawn(name, job);
        self.long_threads.extend(thread);
    }

    fn spawn(&self, name: &str, job: impl FnOnce() -> JobResult + Send + 'static) -> Option<JoinHandle<()>> {
        let sender = self.sender.clone();
        // A failed spawn drops its closure. The job is shared so that it survives that.
        let shared = Arc::new(Mutex::new(Some(job)));
        let taken = Arc::clone(&shared);
        let run = move || {
            let job = taken.lock().ok().and_then(|mut job| job.take());
            if let Some(job) = job {
                // Fails when the window is closed, where the result does not matter.
                let _ = sender.send(job());
            }
        };
        match thread::Builder::new().name(name.to_owned()).spawn(run) {
            Ok(thread) => Some(thread),
            Err(_) => {
                if let Some(job) = shared.lock().ok().and_then(|mut job| job.take()) {
                    let _ = self.sender.send(job());
                }
                None
            }
        }
    }

    /// The next result since the last call.
    pub fn next_result(&mut self) -> Option<JobResult> {
        let is_running = |thread: &JoinHandle<()>| !thread.is_finished();
        self.threads.retain(is_running);
        self.long_threads.retain(is_running);
        self.receiver.try_recv().ok()
    }

    /// Whether an awaited job is running.
    pub fn is_busy(&self) -> bool {
        !self.threads.is_empty()
    }

    /// Waits for all jobs.
    pub fn finish(&mut self) {
        // A job that has panicked has no result; the panic hook has reported it.
        self.threads.drain(..).chain(self.long_threads.drain(..)).for_each(|thread| drop(thread.join()));
    }
}
