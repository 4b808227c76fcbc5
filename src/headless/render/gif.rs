//! A run as an animated GIF. Each frame is written as soon as it is drawn.

use std::io::BufWriter;

use super::{Failure, Shot, film::Film, written};
use crate::raster::colours::{Histogram, Palette};
use crate::raster::gif::{Animation, io_error};
use crate::raster::{Canvas, Spool};

/// Number of frames whose colours are counted before the first frame is written.
const COUNTED_FRAMES: u64 = 12;

/// Fraction of the whole work that finding the colours takes, for the progress.
const FINDING: f64 = 0.2;

/// Writes the animation.
///
/// # Errors
/// As [`super::render`].
pub fn write(shot: &Shot, spool: Spool, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Spool, Failure> {
    let palette = find_colours(shot, canvas, &mut |share| progress(FINDING * share))?;
    let mut film = Film::new(shot)?;
    let (frames, rate) = (shot.frames(), f64::from(shot.rate));
    let frames_to = |to: &mut BufWriter<Spool>| {
        let mut animation = Animation::new(to, shot.size, palette).map_err(io_error)?;
        for frame in 0..frames {
            film.advance_to(frame as f64 / rate);
            film.draw(canvas);
            animation.add(canvas, delay(frame, shot.rate)).map_err(io_error)?;
            progress(FINDING + (1.0 - FINDING) * (frame + 1) as f64 / frames as f64);
        }
        animation.finish().map(drop)
    };
    let spool = written(spool, frames_to)?;
    // The last hash of a recording is checked at its end, which is after the last frame.
    film.advance_to(shot.seconds);
    film.finish()?;
    Ok(spool)
}

/// Duration of a frame, 1/100 s: from its rounded start to the rounded start of the next, so that rounding does not add
/// up.
fn delay(frame: u64, rate: u32) -> u16 {
    let rate = u64::from(rate);
    let begin = |frame: u64| (100 * frame + rate / 2) / rate;
    (begin(frame + 1) - begin(frame)) as u16
}

/// Finds one palette for the whole run, in a run of its own. Kept frames would take gigabytes, and a palette for each
/// frame would flicker.
fn find_colours(shot: &Shot, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Palette, Failure> {
    let mut film = Film::new(shot)?;
    let mut histogram = Histogram::default();
    let frames = shot.frames();
    let counted = COUNTED_FRAMES.min(frames);
    // The first frame, the last, and evenly between.
    let mut wanted = (0..counted).map(|index| index * (frames - 1) / (counted - 1).max(1)).peekable();
    for frame in 0..frames {
        film.advance_to(frame as f64 / f64::from(shot.rate));
        if wanted.next_if_eq(&frame).is_some() {
            film.draw(canvas);
            histogram.add(canvas.rgba());
        }
        progress(frame as f64 / frames as f64);
    }
    Ok(histogram.palette())
}
