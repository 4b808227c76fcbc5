//! A run as an animated GIF, each frame written as it comes.

use std::io::BufWriter;

use super::{Failure, Shot, film::Film, written};
use crate::raster::{
    Canvas, Spool,
    colours::{Census, Palette},
    gif::{Animation, plain},
};

/// Moments whose colours are looked at before the first frame is written.
const LOOKS: u64 = 12;

/// What finding the colours takes of the whole work, for the progress.
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
        let mut animation = Animation::new(to, shot.size, palette).map_err(plain)?;
        for frame in 0..frames {
            film.see(frame as f64 / rate);
            film.draw(canvas);
            animation.add(canvas, delay(frame, shot.rate)).map_err(plain)?;
            progress(FINDING + (1.0 - FINDING) * (frame + 1) as f64 / frames as f64);
        }
        animation.finish().map(drop)
    };
    let spool = written(spool, frames_to)?;
    // The last frame is before the end, and only there the last of a recording's hashes is checked.
    film.see(shot.seconds);
    film.finish()?;
    Ok(spool)
}

/// How long a frame is shown, 1/100 s: from when it begins to when the next one does, both rounded, so that what is
/// rounded does not add up.
fn delay(frame: u64, rate: u32) -> u16 {
    let rate = u64::from(rate);
    let begin = |frame: u64| (100 * frame + rate / 2) / rate;
    (begin(frame + 1) - begin(frame)) as u16
}

/// The run is done twice rather than kept: frames would take gigabytes, and colours that are chosen anew for each frame
/// flicker.
fn find_colours(shot: &Shot, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Palette, Failure> {
    let mut film = Film::new(shot)?;
    let mut census = Census::new();
    let frames = shot.frames();
    let looks = LOOKS.min(frames);
    // The first frame, the last, and evenly between.
    let mut wanted = (0..looks).map(|look| look * (frames - 1) / (looks - 1).max(1)).peekable();
    for frame in 0..frames {
        film.see(frame as f64 / f64::from(shot.rate));
        if wanted.next_if_eq(&frame).is_some() {
            film.draw(canvas);
            census.count(canvas.rgba());
        }
        progress(frame as f64 / frames as f64);
    }
    Ok(census.palette())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_at_every_rate() {
        for rate in 1..=100 {
            for seconds in [1, 7, 60] {
                let frames = u64::from(rate) * seconds;
                let hundredths: u64 = (0..frames).map(|frame| u64::from(delay(frame, rate))).sum();
                assert_eq!(hundredths, 100 * seconds, "{rate} frames a second, {seconds} s");
            }
            assert!((0..100).all(|frame| delay(frame, rate) > 0), "a frame of no length at {rate} a second");
        }
    }
}
