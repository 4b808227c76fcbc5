//! An animation that is being drawn and written.

use std::{
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use super::frame::{Frame, fit_camera};
use super::recorder::FRAME_RATE;
use crate::raster::gif::{Animation, io_error};
use crate::raster::{self, Canvas, Spool};
use crate::view::draw::DrawData;

/// How long an animation frame is shown, 1/100 s.
const FRAME_DELAY: u64 = 100 / FRAME_RATE as u64;

/// Finds a free path for a file.
pub type FindPath = Box<dyn FnOnce() -> Result<PathBuf, String> + Send>;

/// The start of an animation.
pub struct Begin {
    /// Number of the recording.
    pub number: u64,
    /// Finds a free path for the file.
    pub path: FindPath,
    /// Width and height, pixels.
    pub size: (u32, u32),
}

/// An animation that is being written.
pub struct Encoding {
    /// Number of the recording.
    pub number: u64,
    path: PathBuf,
    canvas: Canvas,
    size: (u32, u32),
    /// The file before the first frame, from which an animation takes its colours.
    empty_file: Option<Spool>,
    /// The file from the first frame on.
    animation: Option<Animation<BufWriter<Spool>>>,
    /// The last frame, whose duration is not known yet.
    last: Option<Box<Frame>>,
    /// Frames written.
    frames: u64,
    /// End of the last written frame, in animation frames since the start.
    until: u64,
}

impl Encoding {
    /// Creates the file.
    ///
    /// # Errors
    /// A sentence when it cannot be created, or the canvas does not fit in memory.
    pub fn begin(Begin { number, path, size }: Begin) -> Result<Self, String> {
        let path = path().map_err(|error| format!("no animation: {error}"))?;
        let canvas = Canvas::new(size).ok_or("no animation: its pictures do not fit in memory")?;
        let empty_file = Some(Spool::create(&path).map_err(|error| format!("no animation: {error}"))?);
        Ok(Self { number, path, canvas, size, empty_file, animation: None, last: None, frames: 0, until: 0 })
    }

    /// Adds a frame and draws the previous frame, whose duration is now known. Returns the previous frame's draw data
    /// for reuse. With `is_late`, nothing is drawn.
    ///
    /// # Errors
    /// A sentence when the file cannot be written.
    pub fn add(&mut self, frame: Box<Frame>, is_late: bool) -> Result<Option<DrawData>, String> {
        let moment = frame.moment;
        let Some(last) = self.last.replace(frame) else { return Ok(None) };
        if !is_late {
            self.draw(&last, moment)?;
        }
        Ok(Some(last.data))
    }

    fn draw(&mut self, frame: &Frame, until: u64) -> Result<(), String> {
        let delay = (FRAME_DELAY * (until - frame.moment)).min(u16::MAX.into()) as u16;
        let camera = fit_camera(&frame.camera, self.size);
        raster::draw(&frame.data, &camera, &frame.palette, &mut self.canvas);
        if let Some(file) = self.empty_file.take() {
            let file = BufWriter::with_capacity(1 << 16, file);
            let animation = Animation::adaptive(file, self.size, &self.canvas);
            self.animation = Some(animation.map_err(|error| write_failure(&self.path, io_error(error)))?);
        }
        let Some(animation) = &mut self.animation else { return Ok(()) };
        animation.add(&self.canvas, delay).map_err(|error| write_failure(&self.path, io_error(error)))?;
        (self.frames, self.until) = (self.frames + 1, until);
        Ok(())
    }

    /// Draws the last frame, shown until a moment, and closes the file. Returns a sentence about the written file. With
    /// `is_late`, the last frame is dropped.
    ///
    /// # Errors
    /// A sentence when the file cannot be written, or has no frame.
    pub fn end(mut self, moment: u64, is_late: bool) -> Result<String, String> {
        if let Some(last) = self.last.take().filter(|_| !is_late) {
            self.draw(&last, moment.max(last.moment + 1))?;
        }
        let Self { path, animation, frames, until, .. } = self;
        let Some(animation) = animation else { return Err("no animation: no frame was recorded".to_owned()) };
        let file = animation.finish().and_then(|mut file| {
            file.flush()?;
            file.into_inner().map_err(io::IntoInnerError::into_error)
        });
        let file = file.map_err(|error| write_failure(&path, error))?;
        file.finish().map_err(|error| format!("no animation: {error}"))?;
        let seconds = |moment: u64| moment as f64 / f64::from(FRAME_RATE);
        Ok(if moment > until + 1 {
            let (written, recorded) = (seconds(until), seconds(moment));
            format!("saved {}: the first {written:.1} s of {recorded:.1} s", path.display())
        } else {
            format!("saved {}: {:.1} s, {frames} frames", path.display(), seconds(until))
        })
    }
}

fn write_failure(path: &Path, error: io::Error) -> String {
    format!("no animation: {}: cannot be written: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::physics::Aabb;
    use crate::view::{Camera, Style};

    #[test]
    fn frames_without_time_are_left_out_and_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cut.gif");
        let found = path.clone();
        let begun = Encoding::begin(Begin { number: 1, path: Box::new(move || Ok(found)), size: (40, 20) });
        let mut encoding = begun.unwrap_or_else(|error| panic!("{error}"));
        let view = Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) };
        let camera = Camera::new(view, Vec2::new(40.0, 20.0), 0.0);
        for moment in 0..50 {
            let frame = Frame::new(moment, DrawData::default(), &camera, Style::default().palette());
            assert!(encoding.add(Box::new(frame), moment > 20).is_ok());
        }
        let outcome = encoding.end(50, true);
        assert_eq!(outcome, Ok(format!("saved {}: the first 0.8 s of 2.0 s", path.display())));
        let file = std::fs::File::open(&path).expect("the file exists");
        let mut decoder = ::gif::DecodeOptions::new().read_info(file).expect("a GIF");
        let mut count = 0;
        while decoder.read_next_frame().expect("a frame").is_some() {
            count += 1;
        }
        assert_eq!(count, 20);
    }
}
