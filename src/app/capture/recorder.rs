//! F5: what the window shows, as an animated GIF, recorded while play goes on.
//!
//! What is kept of a frame is its draw data and not its pixels: the loop hands over the lists that it has just drawn and
//! paints the next frame into others, which costs it nothing, however much there is to see; reading pixels back would
//! have it wait for the card in each frame. A thread of its own and of the lowest priority (`encoder`) draws them with the
//! software raster, at any size of the window, and writes the file. So the interface is not in the picture.
//!
//! Measured at 1280x800 on two cores that also stand in for the graphics card, so that both are busy without us; a window's
//! frame, in turn without, with, and after a recording, two recordings of 4 s in a run. `welcome`: medians of 21.5 to
//! 23.8 ms without, 21.1 ms while it is recorded, 21.5 to 23.6 ms while the rest is drawn (44 frames at the most); the
//! worst, after the start, 37, 31 and 36 ms. A net of 20 000 links: 126 to 136 ms without, 124 to 126 ms while it is recorded.

use std::{path::PathBuf, sync::Arc, time::Duration};

use super::{
    encoder::{Backlog, Begin, Encoder, Message, Outcome, WorkerGone},
    frame::{self, Frame, extent},
};
use crate::{
    host::Instant,
    view::{Camera, Style, draw::DrawData},
};

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
    encoder: Option<Encoder>,
    take: Option<ActiveRecording>,
    /// Recordings begun so far.
    takes: u64,
    /// Those of them of which nothing has been heard yet.
    unanswered: usize,
    news: Vec<Result<String, String>>,
}

/// The recording that is going on.
struct ActiveRecording {
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
    /// Begins to record, or ends what was begun. `place` finds the file's path; it is asked when all animations before
    /// this one have been written.
    pub fn toggle(
        &mut self,
        now: Instant,
        place: impl FnOnce() -> Result<PathBuf, String> + Send + 'static,
        camera: &Camera,
    ) {
        if self.take.is_some() {
            self.end(now);
            return;
        }
        if self.encoder.is_none() {
            match Encoder::open() {
                Ok(encoder) => self.encoder = Some(encoder),
                Err(error) => self.news.push(Err(format!("no animation: {error}"))),
            }
        }
        if let Some(encoder) = &self.encoder {
            self.takes += 1;
            self.unanswered += 1;
            self.take = Some(ActiveRecording { number: self.takes, began: now, next: 0 });
            encoder.send(Message::Begin(Begin { number: self.takes, place: Box::new(place), size: extent(camera) }));
        }
    }

    /// Takes the frame that has just been drawn, if one is due. `picture` is then another one, with nothing in it that
    /// is worth keeping.
    pub fn see(&mut self, now: Instant, picture: &mut DrawData, camera: &Camera, style: &Style) {
        let (Some(take), Some(encoder)) = (&mut self.take, &self.encoder) else { return };
        if now.duration_since(take.began) >= LONGEST {
            self.end(now);
            self.news.push(Ok(format!("no animation is longer than {} s: it is being written", LONGEST.as_secs())));
            return;
        }
        let moment = moment(now.duration_since(take.began));
        if moment < take.next || !encoder.waiting().has_room(frame::bytes(picture)) {
            return;
        }
        take.next = moment + 1;
        // Of the same size, so that the lists need not grow bit by bit in the next frame.
        let other = encoder.spare().unwrap_or_else(|| frame::as_roomy_as(picture));
        let data = std::mem::replace(picture, other);
        encoder.send(Message::Frame(Box::new(Frame::new(moment, data, camera, style.palette()))));
    }

    fn end(&mut self, now: Instant) {
        if let (Some(take), Some(encoder)) = (self.take.take(), &self.encoder) {
            encoder.send(Message::End(moment(now.duration_since(take.began).min(LONGEST)).max(take.next)));
        }
    }

    /// Something that the user should know, if there is.
    pub fn news(&mut self) -> Option<Result<String, String>> {
        if let Some(encoder) = &mut self.encoder {
            encoder.lend_hand();
        }
        match self.encoder.as_ref().map(Encoder::outcome) {
            Some(Ok(Some(Outcome { number, words }))) => {
                self.unanswered -= 1;
                // One that failed does not go on.
                self.take.take_if(|take| take.number == number);
                self.news.push(words);
            }
            // The thread has panicked, and has said so on stderr. The next animation gets another.
            Some(Err(WorkerGone)) => {
                (self.encoder, self.take, self.unanswered) = (None, None, 0);
                self.news.push(Err("no animation: a fault of ours".to_owned()));
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
        let waiting = self.encoder.as_ref().map_or(0, |encoder| encoder.waiting().frames());
        (recorded.is_some() || waiting > 0).then_some(Progress { recorded, waiting })
    }

    /// The window is closed: ends what is recorded, and waits for what is being written, but not for long: what is drawn
    /// by then is an animation, too. Returns what came of each, in the order in which they were begun.
    pub fn finish(mut self, now: Instant) -> Vec<Result<String, String>> {
        self.end(now);
        self.encoder.map_or_else(Vec::new, Encoder::close)
    }
}

/// A time since the start in frames.
fn moment(time: Duration) -> u64 {
    (time.as_secs_f64() * f64::from(RATE)) as u64
}

/// Shared with the thread.
pub type Shared = Arc<Backlog>;

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use glam::Vec2;

    use super::*;
    use crate::{
        physics::Aabb,
        view::{
            Theme,
            draw::{Colour, Dot},
        },
    };

    fn camera() -> Camera {
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        Camera::new(view, Vec2::new(80.0, 40.0), 0.0)
    }

    /// A white ball at this place, m.
    fn ball(x: f32) -> DrawData {
        let mut data = DrawData::default();
        data.ropes.dots.push(Dot::flat(Vec2::new(x, 0.0), 0.2, Colour::rgb(255, 255, 255)));
        data
    }

    /// Where to write: this path.
    fn at(path: &Path) -> impl FnOnce() -> Result<PathBuf, String> + Send + use<> {
        let path = path.to_owned();
        move || Ok(path)
    }

    /// Shows the recorder the frames of a window, 60 a second, from `from` to `to` s: a ball that goes to the right, 1 m/s.
    fn show(recorder: &mut Recorder, start: Instant, (from, to): (f32, f32), style: &Style) {
        for frame in (60.0 * from) as u32..(60.0 * to) as u32 {
            let time = frame as f32 / 60.0;
            recorder.see(start + Duration::from_secs_f32(time), &mut ball(time - 1.0), &camera(), style);
        }
    }

    /// A file's frames: the rows of red, green, blue as they are seen, and how long they are, 1/100 s.
    fn frames(path: &Path) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let bytes = fs::read(path).expect("it is there");
        let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
        let width = usize::from(decoder.width());
        let mut seen = vec![[0; 3]; width * usize::from(decoder.height())];
        let mut all = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                seen[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] =
                    [pixel[0], pixel[1], pixel[2]];
            }
            all.push((seen.clone(), frame.delay));
        }
        all
    }

    /// The column of the brightest pixel in the middle row.
    fn brightest(frame: &[[u8; 3]]) -> usize {
        let row = &frame[80 * 20..80 * 21];
        let light = |column: &usize| row[*column].map(u32::from).iter().sum::<u32>();
        (0..80).max_by_key(light).expect("a row has columns")
    }

    #[test]
    fn an_animation_lasts_as_long_as_it_was_recorded_and_moves() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ball.gif");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&path), &camera());
        show(&mut recorder, start, (0.0, 2.0), &style);
        recorder.toggle(start + Duration::from_secs(2), at(&path), &camera());
        assert!(recorder.is_busy(), "it is still to be written");
        let outcomes = recorder.finish(start + Duration::from_secs(3));
        assert_eq!(outcomes, [Ok(format!("saved {}: 2.0 s, 50 frames", path.display()))]);
        let frames = frames(&path);
        assert_eq!(frames.len(), 50);
        assert!(frames.iter().all(|(_, delay)| *delay == 4), "each is shown for 1/25 s");
        let [first, last] = [&frames[0], &frames[49]].map(|(frame, _)| brightest(frame));
        assert!((16..24).contains(&first) && (54..64).contains(&last), "from {first} to {last}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left there");
    }

    #[test]
    fn a_slow_windows_frames_are_shown_for_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("slow.gif");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&path), &camera());
        for tenths in [0, 1, 5, 8] {
            let now = start + Duration::from_millis(100 * tenths);
            recorder.see(now, &mut ball(0.1 * tenths as f32), &camera(), &style);
        }
        let outcomes = recorder.finish(start + Duration::from_secs(1));
        assert_eq!(outcomes.len(), 1);
        let delays: Vec<u16> = frames(&path).into_iter().map(|(_, delay)| delay).collect();
        assert_eq!(delays, [8, 40, 32, 20], "to the moments, in 1/25 s, at which the next ones were there");
    }

    #[test]
    fn colours_follow_what_comes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("themes.gif");
        let (mut recorder, start, dark) = (Recorder::default(), Instant::now(), Style::default());
        let light = dark.other_theme();
        assert_eq!(light.theme, Theme::Light);
        recorder.toggle(start, at(&path), &camera());
        show(&mut recorder, start, (0.0, 0.5), &dark);
        show(&mut recorder, start, (0.5, 1.0), &light);
        recorder.finish(start + Duration::from_secs(1));
        let frames = frames(&path);
        for (number, style) in [(0, dark), (20, light)] {
            let (sky, seen) = (style.palette().sky, frames[number].0[0]);
            let off = [sky.r.abs_diff(seen[0]), sky.g.abs_diff(seen[1]), sky.b.abs_diff(seen[2])];
            assert!(off.into_iter().max() < Some(10), "frame {number}: {seen:?} instead of {sky:?}");
        }
    }

    #[test]
    fn one_that_cannot_be_written_is_a_sentence_and_the_next_one_can() {
        let folder = tempfile::tempdir().expect("a folder");
        let (gone, path) = (folder.path().join("gone/ball.gif"), folder.path().join("ball.gif"));
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&gone), &camera());
        let said = loop {
            // As many frames as it takes for the thread to find out.
            recorder.see(start, &mut ball(0.0), &camera(), &style);
            if let Some(said) = recorder.news() {
                break said;
            }
        };
        let said = said.expect_err("it went wrong");
        assert!(said.starts_with(&format!("no animation: {}: cannot be written", gone.display())), "{said}");
        assert_eq!(recorder.progress(start).and_then(|progress| progress.recorded), None, "it has ended by itself");
        recorder.toggle(start, at(&path), &camera());
        show(&mut recorder, start, (0.0, 0.2), &style);
        let outcomes = recorder.finish(start + Duration::from_millis(200));
        assert!(outcomes.len() == 1 && outcomes[0].is_ok(), "{outcomes:?}");
        assert_eq!(frames(&path).len(), 5);
    }

    #[test]
    fn a_folder_that_vanishes_meanwhile_is_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&inner.join("ball.gif")), &camera());
        show(&mut recorder, start, (0.0, 0.2), &style);
        // Two frames have been drawn: the file has been begun.
        while recorder.progress(start).is_some_and(|progress| progress.waiting > 1) {
            std::thread::yield_now();
        }
        fs::remove_dir_all(&inner).expect("it is ours");
        let outcomes = recorder.finish(start + Duration::from_millis(200));
        assert!(matches!(&outcomes[..], [Err(said)] if said.contains("cannot be written")), "{outcomes:?}");
        assert!(!inner.exists());
    }

    #[test]
    fn a_new_one_may_begin_while_others_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = [1, 2, 3].map(|number| folder.path().join(format!("{number}.gif")));
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        for path in &paths {
            recorder.toggle(start, at(path), &camera());
            show(&mut recorder, start, (0.0, 0.4), &style);
            recorder.toggle(start + Duration::from_millis(400), at(path), &camera());
        }
        assert_eq!(recorder.finish(start).len(), 3);
        assert!(paths.iter().all(|path| frames(path).len() == 10));
    }

    #[test]
    fn it_ends_by_itself_after_its_longest() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("long.gif");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&path), &camera());
        for second in 0..70 {
            recorder.see(start + Duration::from_secs(second), &mut ball(0.01 * second as f32), &camera(), &style);
        }
        assert!(matches!(recorder.news(), Some(Ok(said)) if said.contains("60 s")), "it says so");
        assert_eq!(recorder.progress(start).and_then(|progress| progress.recorded), None);
        recorder.finish(start + Duration::from_secs(90));
        let lasts: u32 = frames(&path).iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert_eq!(lasts, 6_000);
    }

    #[test]
    fn what_waits_is_bounded() {
        let waiting = Backlog::default();
        assert!(waiting.has_room(2 * MOST_WAITING), "one frame may be larger: else there would be none");
        waiting.hold(MOST_WAITING - 10);
        assert!(waiting.has_room(10) && !waiting.has_room(11));
        let mut data = ball(0.0);
        data.ropes.segments.reserve_exact(1_000);
        assert!((24_000..26_000).contains(&frame::bytes(&data)), "{} bytes", frame::bytes(&data));
    }
}
