//! Writes animated GIFs, frame by frame. Each frame holds only the pixels that have changed.

use std::{borrow::Cow, io};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::canvas::Canvas;
use super::colours::{Histogram, Palette, SAME};

/// Greatest change of a channel for which a pixel is not written again. At 3, traces of moved shadows are visible; at
/// 0, files are a quarter larger.
const UNSEEN: u8 = 2;

/// The palette changes when this number of pixels has no similar colour in it. Fewer are a mark of the pointer.
const MIN_UNMATCHED: usize = 64;

/// A GIF that is being written.
pub struct Animation<W: std::io::Write> {
    encoder: Encoder<W>,
    palette: Palette,
    /// The colours so far, if the palette adapts to them.
    histogram: Option<Histogram>,
    /// Whether the palette has changed: from then on each frame brings its own.
    has_changed: bool,
    width: usize,
    /// The colour on the canvas for which each pixel was written last; empty before the first frame.
    shown: Vec<u8>,
    /// Colour indices of the frame that is being written.
    frame: Vec<u8>,
}

impl<W: std::io::Write> Animation<W> {
    /// A GIF of this size, pixels (each side below 65 536), with a fixed palette.
    ///
    /// # Errors
    /// When its header cannot be written.
    pub fn new(to: W, (width, height): (u32, u32), palette: Palette) -> Result<Self, EncodingError> {
        // Callers limit the size to 16 bits.
        let mut encoder = Encoder::new(to, width as u16, height as u16, &palette.table())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (histogram, has_changed, width) = (None, false, width as usize);
        Ok(Self { encoder, palette, histogram, has_changed, width, shown: Vec::new(), frame: Vec::new() })
    }

    /// A GIF whose palette starts with the colours of a frame and changes when new colours appear.
    ///
    /// # Errors
    /// As [`Animation::new`].
    pub fn adaptive(to: W, size: (u32, u32), first: &Canvas) -> Result<Self, EncodingError> {
        let mut histogram = Histogram::default();
        histogram.add(first.rgba());
        let animation = Self::new(to, size, histogram.palette())?;
        Ok(Self { histogram: Some(histogram), ..animation })
    }

    /// Adds a frame that is shown for `delay`, 1/100 s: the rectangle around all changes, with unchanged pixels
    /// transparent.
    ///
    /// # Errors
    /// When the frame cannot be written.
    pub fn add(&mut self, canvas: &Canvas, delay: u16) -> Result<(), EncodingError> {
        let Self { encoder, palette, histogram, has_changed, width, shown, frame } = self;
        let rgba = canvas.rgba();
        if let Some(histogram) = histogram.as_mut().filter(|_| palette.count_unmatched(rgba) >= MIN_UNMATCHED) {
            // Unchanged pixels are not written again, so they do not flicker.
            histogram.add(rgba);
            (*palette, *has_changed) = (histogram.palette(), true);
        }
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
            palette: has_changed.then(|| palette.table()),
            left: bounds.columns.0 as u16,
            top: bounds.rows.0 as u16,
            width: (bounds.columns.1 + 1 - bounds.columns.0) as u16,
            height: (bounds.rows.1 + 1 - bounds.rows.0) as u16,
            buffer: Cow::Borrowed(frame),
            ..Frame::default()
        })
    }

    /// Ends the file. Returns its writer.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(io_error)
    }
}

/// An error of the encoder as an I/O error: that of the system, if there is one behind it.
#[must_use]
pub fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Whether a pixel differs visibly from the colour that was written last. It is not compared with the last frame, so a
/// slow change is written in the end.
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

    /// The bounds of all pixels that are not [`SAME`]; one pixel if there are none, since a frame has to have one.
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

    /// Keeps only the pixels within the bounds.
    fn crop(&self, width: usize, frame: &mut Vec<u8>) {
        let ((left, right), (top, bottom)) = (self.columns, self.rows);
        let breadth = right + 1 - left;
        for (number, row) in (top..=bottom).enumerate() {
            frame.copy_within(row * width + left..=row * width + right, number * breadth);
        }
        frame.truncate(breadth * (bottom + 1 - top));
    }
}
