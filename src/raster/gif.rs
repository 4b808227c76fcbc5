//! Frames -> an animated GIF, each written as it comes, and of each only what has changed.

use std::{borrow::Cow, io};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::{
    canvas::Canvas,
    colours::{Census, Palette, SAME},
};

/// By so much a channel may be wrong for a pixel to be left as it is. Less than the pattern that spreads
/// colours; with 3, where a shadow went is faintly seen for ever, and with none files are a quarter larger.
const UNSEEN: u8 = 2;

/// So many pixels of colours that the palette has nothing near to ask for a new one. Fewer are a mark of the hand's.
const STRANGERS: usize = 64;

/// A GIF that is being written.
pub struct Animation<W: std::io::Write> {
    encoder: Encoder<W>,
    palette: Palette,
    /// What has been seen so far, where the colours follow what comes; then, after the first change of them, each frame
    /// says which it has.
    census: Option<Census>,
    changed: bool,
    width: usize,
    /// For each pixel the colour for which it was written last, as on the canvas; empty before the first frame.
    shown: Vec<u8>,
    /// The frame that is being written.
    frame: Vec<u8>,
}

impl<W: std::io::Write> Animation<W> {
    /// One of this size, pixels (each side below 65 536), in these colours.
    ///
    /// # Errors
    /// When its head cannot be written.
    pub fn new(to: W, (width, height): (u32, u32), palette: Palette) -> Result<Self, EncodingError> {
        // The size is bounded by whoever asks, far below what 16 bits hold.
        let mut encoder = Encoder::new(to, width as u16, height as u16, &palette.table())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let (census, changed, width) = (None, false, width as usize);
        Ok(Self { encoder, palette, census, changed, width, shown: Vec::new(), frame: Vec::new() })
    }

    /// One that begins with this frame's colours, and chooses them anew when something comes up that none is near.
    ///
    /// # Errors
    /// As [`Animation::new`].
    pub fn following(to: W, size: (u32, u32), first: &Canvas) -> Result<Self, EncodingError> {
        let mut census = Census::new();
        census.count(first.rgba());
        let animation = Self::new(to, size, census.palette())?;
        Ok(Self { census: Some(census), ..animation })
    }

    /// Adds a frame that is shown for `delay`, 1/100 s: the rectangle in which something has changed, and of that what has
    /// not as transparent.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, canvas: &Canvas, delay: u16) -> Result<(), EncodingError> {
        let Self { encoder, palette, census, changed, width, shown, frame } = self;
        let rgba = canvas.rgba();
        if let Some(census) = census.as_mut().filter(|_| palette.strangers(rgba) >= STRANGERS) {
            // What stands still is not written again, so it does not flicker.
            census.count(rgba);
            (*palette, *changed) = (census.palette(), true);
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
            palette: changed.then(|| palette.table()),
            left: bounds.columns.0 as u16,
            top: bounds.rows.0 as u16,
            width: (bounds.columns.1 + 1 - bounds.columns.0) as u16,
            height: (bounds.rows.1 + 1 - bounds.rows.0) as u16,
            buffer: Cow::Borrowed(frame),
            ..Frame::default()
        })
    }

    /// The end. Returns what it was written to.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(plain)
    }
}

/// What the system says, where that is what went wrong.
#[must_use]
pub fn plain(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
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
