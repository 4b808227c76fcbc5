//! `ropewalk render`: the picture of the window without a window, as a PNG file or an animated GIF.
//!
//! The CPU draws the same draw data. Equal runs give equal bytes. Memory holds one frame, never a whole animation.
//!
//! | File | Holds |
//! |---|---|
//! | `film` | a run that is painted at given times |
//! | `gif` | a run as an animated GIF |

mod film;
mod gif;

use std::{
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use film::Film;

use super::Failure;
use crate::host::text::{MAX_MESSAGE, printable};
use crate::raster::{Canvas, Spool};
use crate::scene::{FileError, NamedScene, output_name};
use crate::timeline::Recording;
use crate::view::Style;

/// A picture or animation to be drawn.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The scene that it starts from.
    pub start: NamedScene,
    /// The recording that it plays.
    pub replay: Option<Recording>,
    /// Simulated time, s, at whose end a still picture is taken or an animation ends.
    pub seconds: f64,
    /// Frames a second, at least 1.
    pub rate: u32,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Theme, colours and view.
    pub style: Style,
    /// Number of threads that step the scene; the picture does not depend on it.
    pub threads: usize,
    /// File to write.
    pub to: PathBuf,
    /// Its format.
    pub format: Format,
}

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A still picture.
    Png,
    /// An animation.
    Gif,
}

impl Format {
    /// The format of a file by its extension.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        if is("png") { Some(Self::Png) } else { is("gif").then_some(Self::Gif) }
    }
}

impl Shot {
    /// Number of frames of an animation, at least 1.
    #[must_use]
    pub fn frames(&self) -> u64 {
        (self.seconds * f64::from(self.rate)).round().max(1.0) as u64
    }
}

/// Draws a scene or a recording to a file. Calls `progress` with the finished share of the work, 0 to 1. Returns a line
/// that describes the file.
///
/// # Errors
/// When the file cannot be written, the scene cannot be built, or a replay differs from the recorded state. An existing
/// file is then left unchanged.
pub fn render(shot: &Shot, progress: &mut dyn FnMut(f64)) -> Result<String, Failure> {
    // Created first: an error of writing is reported before the work.
    let spool = Spool::create(&shot.to)?;
    let mut canvas = Canvas::new(shot.size).ok_or(Failure::TooLarge)?;
    let (spool, what) = match shot.format {
        Format::Png => (still(shot, spool, &mut canvas, progress)?, String::new()),
        Format::Gif => {
            let frames = shot.frames();
            let what = format!("{frames} {} of ", if frames == 1 { "frame" } else { "frames" });
            (gif::write(shot, spool, &mut canvas, progress)?, what)
        }
    };
    let bytes = spool.finish()?;
    let Shot { size: (width, height), to, seconds, .. } = shot;
    let seconds = (1_000.0 * seconds).round() / 1_000.0;
    let name = printable(&output_name(to), MAX_MESSAGE);
    Ok(format!("{name}: {what}{width}x{height}, {seconds} s, {} kB", bytes.div_ceil(1_000)))
}

fn still(shot: &Shot, spool: Spool, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Spool, Failure> {
    let mut film = Film::new(shot)?;
    let frames = shot.frames();
    // All frames are painted, since effects develop from one to the next.
    for frame in 0..frames {
        film.advance_to(frame as f64 / f64::from(shot.rate));
        progress(frame as f64 / frames as f64);
    }
    film.advance_to(shot.seconds);
    film.draw(canvas);
    film.finish()?;

    let (width, height) = shot.size;
    let rgb: Vec<u8> = canvas.rgba().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    written(spool, |to| {
        // By way of the memory: the encoder keeps no kind of an error of writing.
        let mut picture = Vec::new();
        let mut encoder = png::Encoder::new(&mut picture, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        to.write_all(&picture)
    })
    .map_err(Failure::File)
}

/// Writes to a spool through a buffer.
fn written(spool: Spool, write: impl FnOnce(&mut BufWriter<Spool>) -> std::io::Result<()>) -> Result<Spool, FileError> {
    let mut to = BufWriter::with_capacity(1 << 16, spool);
    let done = write(&mut to).and_then(|()| to.flush());
    match done {
        Ok(()) => to.into_inner().map_err(|error| {
            let (error, to) = error.into_parts();
            to.get_ref().failed(error)
        }),
        Err(error) => Err(to.get_ref().failed(error)),
    }
}
