//! The thread that draws an animation's frames and writes them.

use std::{
    io::{BufWriter, Write as _},
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::{
    frame::{Frame, framed},
    recorder::{MOST_WAITING, RATE, Shared},
};
use crate::{
    host::{self, Instant},
    raster::{
        self, Canvas, Spool,
        gif::{Animation, plain},
    },
    view::draw::DrawData,
};

/// After the window is closed, frames are drawn for so long; then the animation ends with what there is.
const LAST_WORK: Duration = Duration::from_secs(10);

/// Lists that have been drawn and are kept for frames to come.
const SPARES: usize = 2;

/// How long a frame is shown, 1/100 s.
const DELAY: u64 = 100 / RATE as u64;

/// What the thread is told.
pub enum Message {
    /// What follows is of a new animation.
    Begin(Begin),
    /// A frame of it.
    Frame(Box<Frame>),
    /// That was all of it; the last frame is shown until this moment, in frames since the start.
    End(u64),
}

/// Finds a file's path.
pub type Place = Box<dyn FnOnce() -> Result<PathBuf, String> + Send>;

/// An animation that begins.
pub struct Begin {
    /// Which.
    pub number: u64,
    /// Finds a path at which nothing is.
    pub place: Place,
    /// Width and height, pixels.
    pub size: (u32, u32),
}

/// What came of an animation.
pub struct Outcome {
    /// Which.
    pub number: u64,
    /// A sentence: what was written, or why nothing was.
    pub words: Result<String, String>,
}

/// The thread has ended before its time.
#[derive(Debug)]
pub struct WorkerGone;

/// What is still to be done; both sides look at it.
#[derive(Default)]
pub struct Backlog {
    bytes: AtomicUsize,
    frames: AtomicUsize,
    /// Since when the window is closed.
    closed: OnceLock<Instant>,
}

impl Backlog {
    /// Frames that are not drawn yet.
    pub fn frames(&self) -> usize {
        self.frames.load(Relaxed)
    }

    /// A frame of so many bytes waits from now on.
    pub fn hold(&self, bytes: usize) {
        self.frames.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
    }

    fn release(&self, bytes: usize) {
        self.frames.fetch_sub(1, Relaxed);
        self.bytes.fetch_sub(bytes, Relaxed);
    }

    /// Whether so many bytes may wait, too.
    pub fn has_room(&self, bytes: usize) -> bool {
        let waiting = self.bytes.load(Relaxed);
        waiting == 0 || waiting + bytes <= MOST_WAITING
    }
}

/// The loop's end of it.
pub struct Encoder {
    messages: Sender<Message>,
    outcomes: Receiver<Outcome>,
    spares: Receiver<DrawData>,
    waiting: Shared,
    runner: Runner,
}

/// Who draws.
enum Runner {
    /// A thread of its own.
    Thread(JoinHandle<Worker>),
    /// The loop itself, a frame at a time: see [`Encoder::lend_hand`].
    Loop(Box<Worker>),
}

impl Encoder {
    /// Starts the thread. In a browser there is none, and the loop draws.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open() -> std::io::Result<Self> {
        Self::with_hand(!host::IN_BROWSER)
    }

    fn with_hand(threaded: bool) -> std::io::Result<Self> {
        let ((messages, work), (told, outcomes), (used, spares)) = (channel(), channel(), sync_channel(SPARES));
        let waiting = Shared::default();
        let worker = Worker { work, told, used, waiting: Arc::clone(&waiting), encoding: None };
        if !threaded {
            return Ok(Self { messages, outcomes, spares, waiting, runner: Runner::Loop(Box::new(worker)) });
        }
        let aside = move || {
            let mut worker = worker;
            host::give_way();
            let closed = worker.waiting.clone();
            worker.draw_until(|| closed.closed.get().is_some());
            worker
        };
        let thread = thread::Builder::new().name("animation".to_owned()).spawn(aside)?;
        Ok(Self { messages, outcomes, spares, waiting, runner: Runner::Thread(thread) })
    }

    /// Draws a frame, if there is one to draw and nobody else to do it.
    pub fn lend_hand(&mut self) {
        if let Runner::Loop(worker) = &mut self.runner
            && let Ok(message) = worker.work.try_recv()
        {
            worker.take(message);
        }
    }

    /// Gives it something to do.
    pub fn send(&self, message: Message) {
        if let Message::Frame(frame) = &message {
            self.waiting.hold(frame.bytes);
        }
        // If it has panicked, `outcome` tells.
        let _ = self.messages.send(message);
    }

    /// Lists that are no longer needed, if there are such.
    pub fn spare(&self) -> Option<DrawData> {
        self.spares.try_recv().ok()
    }

    /// What waits.
    pub fn waiting(&self) -> &Backlog {
        &self.waiting
    }

    /// What came of an animation that is done, if one is.
    ///
    /// # Errors
    /// When there is no thread any more.
    pub fn outcome(&self) -> Result<Option<Outcome>, WorkerGone> {
        match self.outcomes.try_recv() {
            Ok(outcome) => Ok(Some(outcome)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(WorkerGone),
        }
    }

    /// Waits for the end of everything that was sent. Returns what came of it.
    pub fn close(self) -> Vec<Result<String, String>> {
        let Self { messages, outcomes, spares: _, waiting, runner } = self;
        waiting.closed.get_or_init(Instant::now);
        drop(messages);
        // What is left is done here: there are no frames to give way to, and a thread cannot raise its priority again. If
        // it has panicked, it has said so.
        let worker = match runner {
            Runner::Thread(thread) => thread.join().ok(),
            Runner::Loop(worker) => Some(*worker),
        };
        if let Some(mut worker) = worker {
            worker.draw_until(|| false);
        }
        outcomes.into_iter().map(|Outcome { words, .. }| words).collect()
    }
}

/// The thread's end.
struct Worker {
    work: Receiver<Message>,
    told: Sender<Outcome>,
    used: SyncSender<DrawData>,
    waiting: Shared,
    encoding: Option<Encoding>,
}

impl Worker {
    /// Does what it is told until nobody is left to tell it, or until it is not to go on.
    fn draw_until(&mut self, over: impl Fn() -> bool) {
        while !over() {
            let Ok(message) = self.work.recv() else { return };
            self.take(message);
        }
    }

    /// Does what it is told.
    fn take(&mut self, message: Message) {
        let done = match message {
            Message::Begin(begin) => {
                let number = begin.number;
                Encoding::begin(begin).map_or_else(
                    |words| Some((number, Err(words))),
                    |new| {
                        self.encoding = Some(new);
                        None
                    },
                )
            }
            Message::Frame(frame) => self.frame(frame),
            Message::End(moment) => self.encoding.take().map(|encoding| {
                let late = self.is_late();
                (encoding.number, encoding.end(moment, late))
            }),
        };
        if let Some((number, words)) = done {
            // Whoever asked waits for it.
            let _ = self.told.send(Outcome { number, words });
        }
    }

    /// Draws the frame before this one, which is now known to last until this one. What has failed does not go on.
    fn frame(&mut self, frame: Box<Frame>) -> Option<(u64, Result<String, String>)> {
        let (bytes, late) = (frame.bytes, self.is_late());
        let result = match &mut self.encoding {
            Some(encoding) => encoding.add(frame, late),
            None => Ok(Some(frame.data)),
        };
        self.waiting.release(bytes);
        match result {
            Ok(used) => {
                if let Some(used) = used {
                    // Where enough are kept, it goes.
                    let _ = self.used.try_send(used);
                }
                None
            }
            Err(words) => self.encoding.take().map(|encoding| (encoding.number, Err(words))),
        }
    }

    fn is_late(&self) -> bool {
        self.waiting.closed.get().is_some_and(|since| since.elapsed() > LAST_WORK)
    }
}

/// An animation that is being drawn.
struct Encoding {
    number: u64,
    path: PathBuf,
    canvas: Canvas,
    size: (u32, u32),
    /// The file before the first frame: an animation begins with its colours.
    blank: Option<Spool>,
    /// The file from then on.
    animation: Option<Animation<BufWriter<Spool>>>,
    /// The last frame, whose length is not known yet.
    held: Option<Box<Frame>>,
    /// Frames written.
    frames: u64,
    /// When the last of them ends, in frames since the start.
    until: u64,
}

impl Encoding {
    fn begin(Begin { number, place, size }: Begin) -> Result<Self, String> {
        let path = place().map_err(|error| format!("no animation: {error}"))?;
        let canvas = Canvas::new(size).ok_or("no animation: its pictures cannot be held in memory")?;
        let spool = Spool::create(&path).map_err(|error| format!("no animation: {error}"))?;
        Ok(Self { number, path, canvas, size, blank: Some(spool), animation: None, held: None, frames: 0, until: 0 })
    }

    /// Draws the frame before this one. Returns its lists, to be filled again. `late`: there is no time for more.
    fn add(&mut self, frame: Box<Frame>, late: bool) -> Result<Option<DrawData>, String> {
        let moment = frame.moment;
        let Some(held) = self.held.replace(frame) else { return Ok(None) };
        if !late {
            self.draw(&held, moment)?;
        }
        Ok(Some(held.data))
    }

    fn draw(&mut self, frame: &Frame, until: u64) -> Result<(), String> {
        let delay = (DELAY * (until - frame.moment)).min(u16::MAX.into()) as u16;
        let camera = framed(&frame.camera, self.size);
        raster::draw(&frame.data, &camera, &frame.palette, &mut self.canvas);
        if let Some(spool) = self.blank.take() {
            let to = BufWriter::with_capacity(1 << 16, spool);
            let animation = Animation::following(to, self.size, &self.canvas);
            self.animation = Some(animation.map_err(|error| failed(&self.path, plain(error)))?);
        }
        let Some(animation) = &mut self.animation else { return Ok(()) };
        animation.add(&self.canvas, delay).map_err(|error| failed(&self.path, plain(error)))?;
        (self.frames, self.until) = (self.frames + 1, until);
        Ok(())
    }

    fn end(mut self, moment: u64, late: bool) -> Result<String, String> {
        if let Some(held) = self.held.take().filter(|_| !late) {
            self.draw(&held, moment.max(held.moment + 1))?;
        }
        let Self { path, animation, frames, until, .. } = self;
        let Some(animation) = animation else { return Err("no animation: nothing was recorded".to_owned()) };
        let spool = animation.finish().and_then(|mut to| {
            to.flush()?;
            to.into_inner().map_err(std::io::IntoInnerError::into_error)
        });
        let spool = spool.map_err(|error| failed(&path, error))?;
        spool.finish().map_err(|error| format!("no animation: {error}"))?;
        let seconds = |moment: u64| moment as f64 / f64::from(RATE);
        Ok(if moment > until + 1 {
            let (some, all) = (seconds(until), seconds(moment));
            format!("saved {}: the first {some:.1} s of {all:.1} s", path.display())
        } else {
            format!("saved {}: {:.1} s, {frames} frames", path.display(), seconds(until))
        })
    }
}

/// What is said of an animation that cannot be written.
fn failed(path: &std::path::Path, error: std::io::Error) -> String {
    format!("no animation: {}: cannot be written: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::{
        physics::Aabb,
        view::{Camera, Style},
    };

    #[test]
    fn the_loop_draws_what_a_thread_would() {
        let folder = tempfile::tempdir().expect("a folder");
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        let camera = Camera::new(view, Vec2::new(40.0, 20.0), 0.0);
        let files = [true, false].map(|threaded| {
            let path = folder.path().join(format!("{threaded}.gif"));
            let place = path.clone();
            let mut encoder = Encoder::with_hand(threaded).expect("a thread");
            encoder.send(Message::Begin(Begin { number: 1, place: Box::new(move || Ok(place)), size: (40, 20) }));
            for moment in 0..9 {
                let frame = Frame::new(moment, DrawData::default(), &camera, Style::default().palette());
                encoder.send(Message::Frame(Box::new(frame)));
            }
            encoder.send(Message::End(9));
            // Begin, frames, end; one more finds nothing.
            (0..12).for_each(|_| encoder.lend_hand());
            assert!(threaded || encoder.waiting().frames() == 0, "all are drawn by now");
            assert!(encoder.close().iter().all(Result::is_ok));
            std::fs::read(path).expect("it is there")
        });
        assert_eq!(files[0], files[1]);
    }

    #[test]
    fn what_there_is_no_time_for_is_left_out_and_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cut.gif");
        let place = path.clone();
        let begun = Encoding::begin(Begin { number: 1, place: Box::new(move || Ok(place)), size: (40, 20) });
        let mut encoding = begun.unwrap_or_else(|words| panic!("{words}"));
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        let camera = Camera::new(view, Vec2::new(40.0, 20.0), 0.0);
        for moment in 0..50 {
            let frame = Frame::new(moment, DrawData::default(), &camera, Style::default().palette());
            assert!(encoding.add(Box::new(frame), moment > 20).is_ok());
        }
        let said = encoding.end(50, true);
        assert_eq!(said, Ok(format!("saved {}: the first 0.8 s of 2.0 s", path.display())));
        let file = std::fs::File::open(&path).expect("it is there");
        let mut decoder = ::gif::DecodeOptions::new().read_info(file).expect("a GIF");
        let mut count = 0;
        while decoder.read_next_frame().expect("a frame").is_some() {
            count += 1;
        }
        assert_eq!(count, 20);
    }
}
