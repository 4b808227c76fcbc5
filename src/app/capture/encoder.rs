//! The thread that draws and writes the frames of an animation, and the handle through which the main loop drives it.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::encoding::{Begin, Encoding};
use super::{frame::Frame, recorder::MAX_BACKLOG};
use crate::host::{self, Instant};
use crate::view::draw::DrawData;

/// Longest time that waiting frames are still drawn after the window is closed. Frames that are left over are dropped.
const CLOSING_TIME: Duration = Duration::from_secs(10);

/// Greatest number of empty draw data kept for later frames.
const MAX_SPARES: usize = 2;

/// A message to the thread.
pub enum Message {
    /// Begin an animation.
    Begin(Begin),
    /// Add a frame to it.
    Frame(Box<Frame>),
    /// End it; the last frame is shown until this moment, in animation frames since the start.
    End(u64),
}

/// The outcome of an animation.
pub struct Outcome {
    /// Number of the recording.
    pub number: u64,
    /// A sentence about the written file, or about the failure.
    pub text: Result<String, String>,
}

/// The frames that wait to be drawn: the main loop adds to the counts, the thread subtracts.
#[derive(Default)]
pub struct Backlog {
    bytes: AtomicUsize,
    frames: AtomicUsize,
    /// When the window was closed.
    closed: OnceLock<Instant>,
}

impl Backlog {
    /// Number of waiting frames.
    pub fn frames(&self) -> usize {
        self.frames.load(Relaxed)
    }

    /// Counts a frame of a size, bytes.
    pub fn add(&self, bytes: usize) {
        self.frames.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
    }

    fn remove(&self, bytes: usize) {
        self.frames.fetch_sub(1, Relaxed);
        self.bytes.fetch_sub(bytes, Relaxed);
    }

    /// Whether a frame of a size, bytes, stays within [`MAX_BACKLOG`]. The only waiting frame always does.
    pub fn has_room(&self, bytes: usize) -> bool {
        let waiting = self.bytes.load(Relaxed);
        waiting == 0 || waiting + bytes <= MAX_BACKLOG
    }
}

/// The main loop's handle to the thread.
pub struct Encoder {
    messages: Sender<Message>,
    outcomes: Receiver<Outcome>,
    spares: Receiver<DrawData>,
    backlog: Arc<Backlog>,
    runner: Runner,
}

/// Where the frames are drawn.
enum Runner {
    /// In a thread.
    Thread(JoinHandle<Worker>),
    /// In the main loop, one frame at a time: see [`Encoder::draw_one`].
    Loop(Box<Worker>),
}

impl Encoder {
    /// Starts the thread. In a browser, which has no threads, the main loop draws.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn open() -> std::io::Result<Self> {
        Self::start(!host::IN_BROWSER)
    }

    fn start(is_threaded: bool) -> std::io::Result<Self> {
        let ((messages, inbox), (outbox, outcomes), (used, spares)) = (channel(), channel(), sync_channel(MAX_SPARES));
        let backlog = Arc::<Backlog>::default();
        let worker = Worker { inbox, outbox, used, backlog: Arc::clone(&backlog), encoding: None };
        if !is_threaded {
            return Ok(Self { messages, outcomes, spares, backlog, runner: Runner::Loop(Box::new(worker)) });
        }
        let run = move || {
            let mut worker = worker;
            host::lower_priority();
            let backlog = Arc::clone(&worker.backlog);
            worker.run_until(|| backlog.closed.get().is_some());
            worker
        };
        let thread = thread::Builder::new().name("animation".to_owned()).spawn(run)?;
        Ok(Self { messages, outcomes, spares, backlog, runner: Runner::Thread(thread) })
    }

    /// Handles one message, if there is no thread.
    pub fn draw_one(&mut self) {
        if let Runner::Loop(worker) = &mut self.runner
            && let Ok(message) = worker.inbox.try_recv()
        {
            worker.handle(message);
        }
    }

    /// Sends a message.
    pub fn send(&self, message: Message) {
        if let Message::Frame(frame) = &message {
            self.backlog.add(frame.bytes);
        }
        // Fails when the thread has panicked, which `outcome` reports.
        let _ = self.messages.send(message);
    }

    /// Draw data that is no longer needed.
    pub fn spare(&self) -> Option<DrawData> {
        self.spares.try_recv().ok()
    }

    /// The frames that wait to be drawn.
    pub fn backlog(&self) -> &Backlog {
        &self.backlog
    }

    /// The outcome of the next animation that is done.
    ///
    /// # Errors
    /// When none is done; [`TryRecvError::Disconnected`] when the thread has panicked.
    pub fn outcome(&self) -> Result<Outcome, TryRecvError> {
        self.outcomes.try_recv()
    }

    /// Waits for the end of all animations. Returns their outcomes.
    pub fn close(self) -> Vec<Result<String, String>> {
        let Self { messages, outcomes, spares: _, backlog, runner } = self;
        backlog.closed.get_or_init(Instant::now);
        drop(messages);
        // The rest is drawn here: no frames of the window need the processor now, and a thread cannot raise its
        // priority.
        let worker = match runner {
            Runner::Thread(thread) => thread.join().ok(),
            Runner::Loop(worker) => Some(*worker),
        };
        if let Some(mut worker) = worker {
            worker.run_until(|| false);
        }
        outcomes.into_iter().map(|Outcome { text, .. }| text).collect()
    }
}

/// The thread's side.
struct Worker {
    inbox: Receiver<Message>,
    outbox: Sender<Outcome>,
    used: SyncSender<DrawData>,
    backlog: Arc<Backlog>,
    encoding: Option<Encoding>,
}

impl Worker {
    /// Handles messages until `is_over`, or until the other side is gone.
    fn run_until(&mut self, is_over: impl Fn() -> bool) {
        while !is_over() {
            let Ok(message) = self.inbox.recv() else { return };
            self.handle(message);
        }
    }

    fn handle(&mut self, message: Message) {
        let outcome = match message {
            Message::Begin(begin) => {
                let number = begin.number;
                let failure = Encoding::begin(begin).map(|encoding| self.encoding = Some(encoding)).err();
                failure.map(|error| Outcome { number, text: Err(error) })
            }
            Message::Frame(frame) => self.add(frame),
            Message::End(moment) => self.encoding.take().map(|encoding| {
                let is_late = self.is_late();
                Outcome { number: encoding.number, text: encoding.end(moment, is_late) }
            }),
        };
        if let Some(outcome) = outcome {
            // Fails when the window is closed, where the outcome does not matter.
            let _ = self.outbox.send(outcome);
        }
    }

    /// Adds a frame. A failure ends the animation, and is its outcome.
    fn add(&mut self, frame: Box<Frame>) -> Option<Outcome> {
        let (bytes, is_late) = (frame.bytes, self.is_late());
        let result = match &mut self.encoding {
            Some(encoding) => encoding.add(frame, is_late),
            None => Ok(Some(frame.data)),
        };
        self.backlog.remove(bytes);
        match result {
            Ok(used) => {
                // Dropped if there are enough spares.
                used.into_iter().for_each(|used| drop(self.used.try_send(used)));
                None
            }
            Err(error) => self.encoding.take().map(|encoding| Outcome { number: encoding.number, text: Err(error) }),
        }
    }

    fn is_late(&self) -> bool {
        self.backlog.closed.get().is_some_and(|closed| closed.elapsed() > CLOSING_TIME)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::Aabb;
    use crate::view::{Camera, Style};

    #[test]
    fn loop_draws_the_same_file_as_a_thread() {
        let folder = tempfile::tempdir().expect("a folder");
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        let camera = Camera::new(view, Vec2::new(40.0, 20.0), 0.0);
        let files = [true, false].map(|is_threaded| {
            let path = folder.path().join(format!("{is_threaded}.gif"));
            let found = path.clone();
            let mut encoder = Encoder::start(is_threaded).expect("a thread");
            encoder.send(Message::Begin(Begin { number: 1, path: Box::new(move || Ok(found)), size: (40, 20) }));
            for moment in 0..9 {
                let frame = Frame::new(moment, DrawData::default(), &camera, Style::default().palette());
                encoder.send(Message::Frame(Box::new(frame)));
            }
            encoder.send(Message::End(9));
            // Begin, nine frames, end; one more call finds nothing.
            (0..12).for_each(|_| encoder.draw_one());
            assert!(is_threaded || encoder.backlog().frames() == 0, "all frames are drawn");
            assert!(encoder.close().iter().all(Result::is_ok));
            std::fs::read(path).expect("the file exists")
        });
        assert_eq!(files[0], files[1]);
    }
}
