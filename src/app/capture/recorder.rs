//! Records the scene as an animated GIF while it is played.
//!
//! The recorder keeps the draw data of a frame and not its pixels: reading pixels back would make the main loop wait
//! for the graphics card. The loop hands over the lists that it has just drawn and paints the next frame into other
//! lists, so nothing is copied. A thread of lowest priority (`encoder`) draws the frames with the software raster,
//! whatever the size of the window, and writes the file. The draw data, and so the animation, are without the
//! interface.

use std::{path::PathBuf, sync::mpsc::TryRecvError, time::Duration};

use super::encoder::{Encoder, Message, Outcome};
use super::encoding::Begin;
use super::frame::{self, Frame, animation_size};
use crate::host::Instant;
use crate::view::{Camera, Style, draw::DrawData};

/// Frames of an animation per second of real time. When the window shows fewer, each is shown for longer.
pub const FRAME_RATE: u32 = 25;

/// Longest animation. It ends by itself: a longer file would be too large to open.
pub const MAX_LENGTH: Duration = Duration::from_secs(60);

/// Maximum memory of the frames that wait to be drawn, bytes; a single frame may exceed it. When it is full, frames are
/// left out and the frames before them are shown for longer.
pub const MAX_BACKLOG: usize = 128 << 20;

/// Records animations, one after the other. A new one may begin while others are still being written.
#[derive(Default)]
pub struct Recorder {
    encoder: Option<Encoder>,
    active: Option<ActiveRecording>,
    /// Recordings begun so far.
    count: u64,
    /// Recordings without an outcome.
    unfinished: usize,
    outcomes: Vec<Result<String, String>>,
}

/// The recording that is running.
struct ActiveRecording {
    number: u64,
    began: Instant,
    /// Index of the next frame to take, in animation frames since the start.
    next_index: u64,
}

/// The progress of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Length of the running recording; `None` when none is running.
    pub recorded: Option<Duration>,
    /// Frames of all recordings that are still to be drawn.
    pub frames_waiting: usize,
}

impl Recorder {
    /// Starts a recording, or ends the running one. `path` finds the file's path; it is called when all earlier
    /// animations have been written.
    pub fn toggle(
        &mut self,
        now: Instant,
        path: impl FnOnce() -> Result<PathBuf, String> + Send + 'static,
        camera: &Camera,
    ) {
        if self.active.is_some() {
            self.end(now);
            return;
        }
        if self.encoder.is_none() {
            match Encoder::open() {
                Ok(encoder) => self.encoder = Some(encoder),
                Err(error) => self.outcomes.push(Err(format!("no animation: {error}"))),
            }
        }
        if let Some(encoder) = &self.encoder {
            self.count += 1;
            self.unfinished += 1;
            self.active = Some(ActiveRecording { number: self.count, began: now, next_index: 0 });
            let (path, size) = (Box::new(path), animation_size(camera));
            encoder.send(Message::Begin(Begin { number: self.count, path, size }));
        }
    }

    /// Takes the draw data of the frame that has just been drawn, if a frame is due, and puts other lists in its place.
    pub fn take_frame(&mut self, now: Instant, picture: &mut DrawData, camera: &Camera, style: &Style) {
        let (Some(active), Some(encoder)) = (&mut self.active, &self.encoder) else { return };
        if now.duration_since(active.began) >= MAX_LENGTH {
            self.end(now);
            self.outcomes
                .push(Ok(format!("an animation is at most {} s long: it is being written", MAX_LENGTH.as_secs())));
            return;
        }
        let moment = moment(now.duration_since(active.began));
        if moment < active.next_index || !encoder.backlog().has_room(frame::bytes(picture)) {
            return;
        }
        active.next_index = moment + 1;
        // With the same capacity, so that the lists need not grow in the next frame.
        let other = encoder.spare().unwrap_or_else(|| frame::with_capacity_of(picture));
        let data = std::mem::replace(picture, other);
        encoder.send(Message::Frame(Box::new(Frame::new(moment, data, camera, style.palette()))));
    }

    fn end(&mut self, now: Instant) {
        if let (Some(active), Some(encoder)) = (self.active.take(), &self.encoder) {
            encoder.send(Message::End(moment(now.duration_since(active.began).min(MAX_LENGTH)).max(active.next_index)));
        }
    }

    /// The next outcome that the user should know.
    pub fn next_outcome(&mut self) -> Option<Result<String, String>> {
        if let Some(encoder) = &mut self.encoder {
            encoder.draw_one();
        }
        match self.encoder.as_ref().map(Encoder::outcome) {
            Some(Ok(Outcome { number, text })) => {
                self.unfinished -= 1;
                // A recording that has failed ends.
                self.active.take_if(|active| active.number == number);
                self.outcomes.push(text);
            }
            // The thread has panicked, and reported it. The next animation gets another one.
            Some(Err(TryRecvError::Disconnected)) => {
                (self.encoder, self.active, self.unfinished) = (None, None, 0);
                self.outcomes.push(Err("no animation: an internal fault".to_owned()));
            }
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        (!self.outcomes.is_empty()).then(|| self.outcomes.remove(0))
    }

    /// Whether an animation is recorded or being written.
    pub fn is_busy(&self) -> bool {
        self.unfinished > 0 || !self.outcomes.is_empty()
    }

    /// The progress; `None` when there is nothing to do.
    pub fn progress(&self, now: Instant) -> Option<Progress> {
        let recorded = self.active.as_ref().map(|active| now.duration_since(active.began).min(MAX_LENGTH));
        let waiting = self.encoder.as_ref().map_or(0, |encoder| encoder.backlog().frames());
        (recorded.is_some() || waiting > 0).then_some(Progress { recorded, frames_waiting: waiting })
    }

    /// Ends the running recording and waits for all animations, for a limited time: frames that are not drawn by then
    /// are left out. Returns the outcomes in the order in which the recordings began.
    pub fn finish(mut self, now: Instant) -> Vec<Result<String, String>> {
        self.end(now);
        self.encoder.map_or_else(Vec::new, Encoder::close)
    }
}

/// A time since the start, in animation frames.
fn moment(time: Duration) -> u64 {
    (time.as_secs_f64() * f64::from(FRAME_RATE)) as u64
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use glam::Vec2;

    use super::*;
    use crate::physics::Aabb;
    use crate::view::draw::{Colour, Dot};

    fn camera() -> Camera {
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        Camera::new(view, Vec2::new(80.0, 40.0), 0.0)
    }

    /// A white ball at a place, m.
    fn ball(x: f32) -> DrawData {
        let mut data = DrawData::default();
        data.things.ropes.dots.push(Dot::flat(Vec2::new(x, 0.0), 0.2, Colour::rgb(255, 255, 255)));
        data
    }

    /// A function that finds this path.
    fn at(path: &Path) -> impl FnOnce() -> Result<PathBuf, String> + Send + use<> {
        let path = path.to_owned();
        move || Ok(path)
    }

    /// Gives the recorder the frames of a window, 60 per second, from `from` to `to` s: a ball that moves right at
    /// 1 m/s.
    fn show(recorder: &mut Recorder, start: Instant, (from, to): (f32, f32), style: &Style) {
        for frame in (60.0 * from) as u32..(60.0 * to) as u32 {
            let time = frame as f32 / 60.0;
            recorder.take_frame(start + Duration::from_secs_f32(time), &mut ball(time - 1.0), &camera(), style);
        }
    }

    /// The frames of a file: their pixels, and how long each is shown, 1/100 s.
    fn frames(path: &Path) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let bytes = fs::read(path).expect("the file exists");
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
    fn animation_lasts_as_long_as_it_was_recorded_and_moves() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ball.gif");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&path), &camera());
        show(&mut recorder, start, (0.0, 2.0), &style);
        recorder.toggle(start + Duration::from_secs(2), at(&path), &camera());
        assert!(recorder.is_busy(), "it is being written");
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
    fn failed_animation_is_reported_and_the_next_one_works() {
        let folder = tempfile::tempdir().expect("a folder");
        let (gone, path) = (folder.path().join("gone/ball.gif"), folder.path().join("ball.gif"));
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&gone), &camera());
        let said = loop {
            // Until the thread has noticed.
            recorder.take_frame(start, &mut ball(0.0), &camera(), &style);
            if let Some(said) = recorder.next_outcome() {
                break said;
            }
        };
        let said = said.expect_err("it went wrong");
        assert!(said.starts_with(&format!("no animation: {}: cannot be written", gone.display())), "{said}");
        assert_eq!(recorder.progress(start).and_then(|progress| progress.recorded), None, "the recording has ended");
        recorder.toggle(start, at(&path), &camera());
        show(&mut recorder, start, (0.0, 0.2), &style);
        let outcomes = recorder.finish(start + Duration::from_millis(200));
        assert!(outcomes.len() == 1 && outcomes[0].is_ok(), "{outcomes:?}");
        assert_eq!(frames(&path).len(), 5);
    }

    #[test]
    fn recording_ends_by_itself_at_its_maximum_length() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("long.gif");
        let (mut recorder, start, style) = (Recorder::default(), Instant::now(), Style::default());
        recorder.toggle(start, at(&path), &camera());
        for second in 0..70 {
            recorder.take_frame(
                start + Duration::from_secs(second),
                &mut ball(0.01 * second as f32),
                &camera(),
                &style,
            );
        }
        assert!(matches!(recorder.next_outcome(), Some(Ok(said)) if said.contains("60 s")), "it says so");
        assert_eq!(recorder.progress(start).and_then(|progress| progress.recorded), None);
        recorder.finish(start + Duration::from_secs(90));
        let lasts: u32 = frames(&path).iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert_eq!(lasts, 6_000);
    }
}
