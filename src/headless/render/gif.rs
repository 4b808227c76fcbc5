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

/// By so much a channel may be wrong for a pixel to be left as it is. Less than the pattern that spreads
/// colours; with 3, where a shadow went is faintly seen for ever, and with none files are a quarter larger.
const UNSEEN: u8 = 2;

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
    // The last frame is before the end, and only there the last of a recording's hashes is checked.
    film.see(shot.seconds);
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
    /// For each pixel the colour for which it was written last, as on the canvas; empty before the first frame.
    shown: Vec<u8>,
    /// The frame that is being written.
    frame: Vec<u8>,
}

impl<W: std::io::Write> Animation<W> {
    fn new(to: W, (width, height): (u32, u32), palette: Palette) -> Result<Self, EncodingError> {
        // The size is bounded by the command line, far below what 16 bits hold.
        let mut encoder = Encoder::new(to, width as u16, height as u16, &palette.table())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, palette, width: width as usize, shown: Vec::new(), frame: Vec::new() })
    }

    /// Writes a frame: the rectangle in which something has changed, and of that what has not as transparent.
    fn add(&mut self, canvas: &Canvas, delay: u16) -> Result<(), EncodingError> {
        let Self { encoder, palette, width, shown, frame } = self;
        let rgba = canvas.rgba();
        palette.reduce(rgba, *width, frame);
        let bounds = if shown.is_empty() {
            shown.extend_from_slice(rgba);
            Bounds::whole(*width, frame.len() / *width)
        } else {
            let pixels = frame.iter_mut().zip(shown.chunks_exact_mut(4)).zip(rgba.chunks_exact(4));
            for ((index, shown), now) in pixels {
                if differs(shown, now) {
                    shown.copy_from_slice(now);
                } else {
                    *index = SAME;
                }
            }
            Bounds::of_change(*width, frame)
        };
        bounds.crop(*width, frame);
        encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: bounds.columns.0 as u16,
            top: bounds.rows.0 as u16,
            width: (bounds.columns.1 + 1 - bounds.columns.0) as u16,
            height: (bounds.rows.1 + 1 - bounds.rows.0) as u16,
            buffer: Cow::Borrowed(frame),
            ..Frame::default()
        })
    }
}

/// Whether a pixel's colour is another than it was when it was written, by more than can be seen. Since it is compared
/// with that, and not with the last frame, a slow change is written in the end, too.
fn differs(shown: &[u8], now: &[u8]) -> bool {
    shown.iter().zip(now).any(|(&shown, &now)| shown.abs_diff(now) > UNSEEN)
}

/// A rectangle of pixels: first and last column and row.
#[derive(Debug, PartialEq, Eq)]
struct Bounds {
    columns: (usize, usize),
    rows: (usize, usize),
}

impl Bounds {
    fn whole(width: usize, height: usize) -> Self {
        Self { columns: (0, width - 1), rows: (0, height - 1) }
    }

    /// Of what is not [`SAME`]. Where all is, one pixel: a frame has to have some.
    fn of_change(width: usize, frame: &[u8]) -> Self {
        let mut found: Option<Self> = None;
        for (number, row) in frame.chunks_exact(width).enumerate() {
            let first = row.iter().position(|&index| index != SAME);
            let last = row.iter().rposition(|&index| index != SAME);
            let (Some(first), Some(last)) = (first, last) else { continue };
            let so_far = found.get_or_insert(Self { columns: (first, last), rows: (number, number) });
            so_far.columns = (so_far.columns.0.min(first), so_far.columns.1.max(last));
            so_far.rows.1 = number;
        }
        found.unwrap_or(Self { columns: (0, 0), rows: (0, 0) })
    }

    /// Leaves only what is within.
    fn crop(&self, width: usize, frame: &mut Vec<u8>) {
        let ((left, right), (top, bottom)) = (self.columns, self.rows);
        let breadth = right + 1 - left;
        for (number, row) in (top..=bottom).enumerate() {
            frame.copy_within(row * width + left..=row * width + right, number * breadth);
        }
        frame.truncate(breadth * (bottom + 1 - top));
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
        let mut frame = vec![SAME; 20];
        assert_eq!(Bounds::of_change(5, &frame), Bounds { columns: (0, 0), rows: (0, 0) });
        (frame[8], frame[11]) = (1, 2);
        let bounds = Bounds::of_change(5, &frame);
        assert_eq!(bounds, Bounds { columns: (1, 3), rows: (1, 2) });
        bounds.crop(5, &mut frame);
        assert_eq!(frame, [SAME, SAME, 1, 2, SAME, SAME]);
    }

    #[test]
    fn a_slow_change_is_not_lost() {
        let written = [100, 100, 100, 255];
        assert!(!differs(&written, &[100, 100 + UNSEEN, 100, 255]));
        assert!(differs(&written, &[100, 101 + UNSEEN, 100, 255]));
    }
}
