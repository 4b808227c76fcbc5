//! Frames -> an animated GIF, each written as it comes, and of each only what has changed.

use std::{borrow::Cow, io::BufWriter};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::{
    Failure, Shot,
    canvas::Canvas,
    colours::{Census, Palette, SAME},
    film::Film,
    written,
};
use crate::scene::Draft;

/// Moments whose colours are looked at before the first frame is written.
const LOOKS: u64 = 12;

/// What finding the colours takes of the whole work, for the progress.
const FINDING: f64 = 0.2;

/// Writes the animation.
///
/// # Errors
/// As [`super::render`].
pub fn write(shot: &Shot, draft: Draft, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Draft, Failure> {
    let palette = find_colours(shot, canvas, &mut |share| progress(FINDING * share))?;
    let mut film = Film::new(shot)?;
    let (frames, rate) = (shot.frames(), f64::from(shot.rate));
    let frames_to = |to: &mut BufWriter<Draft>| {
        let mut animation = Animation::new(to, shot.size, palette)?;
        for frame in 0..frames {
            film.see(frame as f64 / rate);
            film.draw(canvas);
            animation.add(canvas, delay(frame, shot.rate))?;
            progress(FINDING + (1.0 - FINDING) * (frame + 1) as f64 / frames as f64);
        }
        animation.encoder.into_inner().map(drop)
    };
    let draft = written(draft, |to| frames_to(to).map_err(plain))?;
    film.finish()?;
    Ok(draft)
}

/// What the system says, where that is what went wrong.
fn plain(error: EncodingError) -> std::io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => std::io::Error::other(other),
    }
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

/// A GIF that is being written.
struct Animation<W: std::io::Write> {
    encoder: Encoder<W>,
    palette: Palette,
    width: usize,
    /// The last frame; empty before the first.
    shown: Vec<u8>,
    /// The next one, and what of it has changed.
    next: Vec<u8>,
    changed: Vec<u8>,
}

impl<W: std::io::Write> Animation<W> {
    fn new(to: W, (width, height): (u32, u32), palette: Palette) -> Result<Self, EncodingError> {
        // The size is bounded by the command line, far below what 16 bits hold.
        let mut encoder = Encoder::new(to, width as u16, height as u16, &palette.table())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (shown, next, changed) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { encoder, palette, width: width as usize, shown, next, changed })
    }

    /// Writes a frame: the rectangle in which something has changed, and of that what has not as transparent.
    fn add(&mut self, canvas: &Canvas, delay: u16) -> Result<(), EncodingError> {
        let Self { encoder, palette, width, shown, next, changed } = self;
        palette.reduce(canvas.rgba(), *width, next);
        let bounds = if shown.is_empty() { Bounds::whole(*width, next) } else { Bounds::of(*width, shown, next) };
        changed.clear();
        for row in bounds.rows.0..=bounds.rows.1 {
            let range = row * *width + bounds.columns.0..=row * *width + bounds.columns.1;
            match shown.get(range.clone()) {
                Some(old) => {
                    let pixels = old.iter().zip(&next[range]);
                    changed.extend(pixels.map(|(old, &new)| if *old == new { SAME } else { new }));
                }
                None => changed.extend_from_slice(&next[range]),
            }
        }
        encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: bounds.columns.0 as u16,
            top: bounds.rows.0 as u16,
            width: (bounds.columns.1 + 1 - bounds.columns.0) as u16,
            height: (bounds.rows.1 + 1 - bounds.rows.0) as u16,
            buffer: Cow::Borrowed(changed),
            ..Frame::default()
        })?;
        std::mem::swap(shown, next);
        Ok(())
    }
}

/// A rectangle of pixels: first and last column and row.
#[derive(Debug, PartialEq, Eq)]
struct Bounds {
    columns: (usize, usize),
    rows: (usize, usize),
}

impl Bounds {
    fn whole(width: usize, frame: &[u8]) -> Self {
        Self { columns: (0, width - 1), rows: (0, frame.len() / width - 1) }
    }

    /// What has changed. Where nothing has, one pixel: a frame has to have some.
    fn of(width: usize, old: &[u8], new: &[u8]) -> Self {
        let mut found: Option<Self> = None;
        for (row, (old, new)) in old.chunks_exact(width).zip(new.chunks_exact(width)).enumerate() {
            let differs = |column: &usize| old[*column] != new[*column];
            let (Some(first), Some(last)) = ((0..width).find(differs), (0..width).rev().find(differs)) else {
                continue;
            };
            let so_far = found.get_or_insert(Self { columns: (first, last), rows: (row, row) });
            so_far.columns = (so_far.columns.0.min(first), so_far.columns.1.max(last));
            so_far.rows.1 = row;
        }
        found.unwrap_or(Self { columns: (0, 0), rows: (0, 0) })
    }
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

    #[test]
    fn what_has_changed_is_within_the_bounds() {
        let old = [0; 20];
        let mut new = old;
        assert_eq!(Bounds::of(5, &old, &new), Bounds { columns: (0, 0), rows: (0, 0) });
        (new[8], new[11]) = (1, 1);
        assert_eq!(Bounds::of(5, &old, &new), Bounds { columns: (1, 3), rows: (1, 2) });
        assert_eq!(Bounds::whole(5, &new), Bounds { columns: (0, 4), rows: (0, 3) });
    }
}
