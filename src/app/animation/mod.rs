//! F5: what the window shows, as an animated GIF, recorded while play goes on.
//!
//! What is kept of a frame is its draw data and not its pixels: the loop hands over the lists that it has just drawn and
//! paints the next frame into others, which costs it nothing, however much there is to see; reading pixels back would
//! have it wait for the card in each frame. A thread of its own and of the lowest priority (`studio`) draws them with the
//! software raster, at any size of the window, and writes the file. So the interface is not in the picture.

pub mod badge;
mod frame;
mod studio;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use self::{
    frame::{Frame, extent},
    studio::{Begin, Gone, Message, Outcome, Studio, Waiting},
};
use crate::view::{Camera, Style, draw::DrawData};

/// Frames a second of the clock on the wall; when the window shows fewer, each is shown for longer.
pub const RATE: u32 = 25;

/// An animation ends by itself after this: its file would be too large for anybody to open.
pub const LONGEST: Duration = Duration::from_secs(60);

/// Most memory that frames take while they wait to be drawn, bytes (and one frame, if that alone is larger). When it is
/// full, frames are left out and those before them are shown for longer: the animation stutters rather than ends.
pub const MOST_WAITING: usize = 128 << 20;

/// Records animations, one after the other; a new one may begin while others are still being written.
#[derive(Default)]
pub struct Recorder {
    studio: Option<Studio>,
    take: Option<Take>,
    /// Recordings begun so far.
    takes: u64,
    /// Those of them of which nothing has been heard yet.
    unanswered: usize,
    news: Vec<String>,
}

/// The recording that is going on.
struct Take {
    number: u64,
    began: Instant,
    /// The first moment, in frames of [`RATE`] since its start, of which there is no frame yet.
    next: u64,
}

/// How far a recording is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How long it is by now; `None` when none is going on.
    pub recorded: Option<Duration>,
    /// Frames that are still to be drawn and written, of this and of those before.
    pub waiting: usize,
}

impl Recorder {
    /// Begins to record, or ends what was begun. `scene` is the name of the scene, for that of the file.
    pub fn toggle(&mut self, now: Instant, scene: &str, camera: &Camera) {
        if self.take.is_some() {
            self.end(now);
            return;
        }
        if self.studio.is_none() {
            match Studio::open() {
                Ok(studio) => self.studio = Some(studio),
                Err(error) => self.news.push(format!("no animation: {error}")),
            }
        }
        if let Some(studio) = &self.studio {
            self.takes += 1;
            self.unanswered += 1;
            self.take = Some(Take { number: self.takes, began: now, next: 0 });
            studio.send(Message::Begin(Begin { number: self.takes, scene: scene.to_owned(), size: extent(camera) }));
        }
    }

    /// Takes the frame that has just been drawn, if one is due. `picture` is then another one, with nothing in it that
    /// is worth keeping.
    pub fn see(&mut self, now: Instant, picture: &mut DrawData, camera: &Camera, style: &Style) {
        let (Some(take), Some(studio)) = (&mut self.take, &self.studio) else { return };
        if now.duration_since(take.began) >= LONGEST {
            self.end(now);
            self.news.push(format!("no animation is longer than {} s: it is being written", LONGEST.as_secs()));
            return;
        }
        let moment = moment(now.duration_since(take.began));
        if moment < take.next || !studio.waiting().has_room(frame::bytes(picture)) {
            return;
        }
        take.next = moment + 1;
        // Of the same size, so that the lists need not grow bit by bit in the next frame.
        let other = studio.spare().unwrap_or_else(|| frame::as_roomy_as(picture));
        let data = std::mem::replace(picture, other);
        studio.send(Message::Frame(Box::new(Frame::new(moment, data, camera, style.palette()))));
    }

    fn end(&mut self, now: Instant) {
        if let (Some(take), Some(studio)) = (self.take.take(), &self.studio) {
            studio.send(Message::End(moment(now.duration_since(take.began).min(LONGEST)).max(take.next)));
        }
    }

    /// Something that the user should know, if there is.
    pub fn news(&mut self) -> Option<String> {
        match self.studio.as_ref().map(Studio::outcome) {
            Some(Ok(Some(Outcome { number, words }))) => {
                self.unanswered -= 1;
                // One that failed does not go on.
                self.take.take_if(|take| take.number == number);
                self.news.push(words.unwrap_or_else(|error| error));
            }
            // The thread has panicked, and has said so on stderr. The next animation gets another.
            Some(Err(Gone)) => {
                (self.studio, self.take, self.unanswered) = (None, None, 0);
                self.news.push("no animation: a fault of ours".to_owned());
            }
            Some(Ok(None)) | None => {}
        }
        (!self.news.is_empty()).then(|| self.news.remove(0))
    }

    /// Whether something is recorded or still being written.
    pub fn is_busy(&self) -> bool {
        self.unanswered > 0 || !self.news.is_empty()
    }

    /// How far it is; `None` when there is nothing to do.
    pub fn progress(&self, now: Instant) -> Option<Progress> {
        let recorded = self.take.as_ref().map(|take| now.duration_since(take.began).min(LONGEST));
        let waiting = self.studio.as_ref().map_or(0, |studio| studio.waiting().frames());
        (recorded.is_some() || waiting > 0).then_some(Progress { recorded, waiting })
    }

    /// The window is closed: ends what is recorded, and waits for what is being written, but not for long: what is drawn
    /// by then is an animation, too. Returns what came of each, in the order in which they were begun.
    pub fn finish(mut self, now: Instant) -> Vec<Result<String, String>> {
        self.end(now);
        self.studio.map_or_else(Vec::new, Studio::close)
    }
}

/// A time since the start in frames.
fn moment(time: Duration) -> u64 {
    (time.as_secs_f64() * f64::from(RATE)) as u64
}

/// Shared with the thread.
type Shared = Arc<Waiting>;
