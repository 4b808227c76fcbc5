//! What is done beside the loop.

use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, Sender, channel},
    thread::{self, JoinHandle},
};

use crate::{
    scene::{FileError, NamedScene},
    timeline::{Recording, Timeline},
};

/// What came of it.
pub enum JobResult {
    /// A file was written, or not.
    Written(Result<(), FileError>, PathBuf),
    /// A file could not be opened: why not.
    Failed(String),
    /// A scene was read.
    Scene(Box<NamedScene>),
    /// A recording was read.
    Recording(Box<Recording>),
    /// A session was read.
    Session(Box<Timeline>, Box<Recording>, PathBuf),
    /// A session (the how manieth that was begun) was played to its end, or could not be.
    Past(u64, Option<Box<Timeline>>),
    /// A session that another took the place of could not be kept.
    NotKept(String),
    /// All is well, and nobody has to know.
    Nothing,
}

/// Threads, and what they send.
pub struct BackgroundJobs {
    sender: Sender<JobResult>,
    receiver: Receiver<JobResult>,
    threads: Vec<JoinHandle<()>>,
    /// What may take minutes.
    long: Vec<JoinHandle<()>>,
}

impl Default for BackgroundJobs {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, threads: Vec::new(), long: Vec::new() }
    }
}

impl BackgroundJobs {
    /// Begins something; where the system has no thread for it, it is done here and now.
    pub fn start(&mut self, name: &str, work: impl FnOnce() -> JobResult + Send + 'static) {
        let thread = self.spawn(name, work);
        self.threads.extend(thread);
    }

    /// The same with something that nobody waits for.
    pub fn start_long(&mut self, name: &str, work: impl FnOnce() -> JobResult + Send + 'static) {
        let thread = self.spawn(name, work);
        self.long.extend(thread);
    }

    fn spawn(&self, name: &str, work: impl FnOnce() -> JobResult + Send + 'static) -> Option<JoinHandle<()>> {
        let sender = self.sender.clone();
        // A closure that could not be sent off is lost, and so is what it holds: it is handed over in a box of its own.
        let job = std::sync::Arc::new(std::sync::Mutex::new(Some(work)));
        let take = std::sync::Arc::clone(&job);
        let run = move || {
            let work = take.lock().ok().and_then(|mut job| job.take());
            if let Some(work) = work {
                // Where the window is closed meanwhile there is nobody left to tell.
                let _ = sender.send(work());
            }
        };
        match thread::Builder::new().name(name.to_owned()).spawn(run) {
            Ok(thread) => Some(thread),
            Err(_) => {
                if let Some(work) = job.lock().ok().and_then(|mut job| job.take()) {
                    let _ = self.sender.send(work());
                }
                None
            }
        }
    }

    /// What has been done since the last call, one by one.
    pub fn done(&mut self) -> Option<JobResult> {
        let is_running = |thread: &JoinHandle<()>| !thread.is_finished();
        self.threads.retain(is_running);
        self.long.retain(is_running);
        self.receiver.try_recv().ok()
    }

    /// Whether there is something that is not done.
    pub fn is_busy(&self) -> bool {
        !self.threads.is_empty()
    }

    /// Waits for everything.
    pub fn finish(&mut self) {
        // One that has panicked has nothing to tell; the standard hook has told of it.
        self.threads.drain(..).chain(self.long.drain(..)).for_each(|thread| drop(thread.join()));
    }
}
