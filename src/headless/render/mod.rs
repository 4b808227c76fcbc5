//! `ropewalk render`: the window's picture without a window, as a PNG or an animated GIF.
//!
//! The same draw data, drawn by the processor. The same run comes to the same bytes, and what is held in memory is a
//! frame and never an animation.

mod film;
mod gif;

use std::{
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use film::Film;

use super::Failure;
use crate::{
    raster::{Canvas, Spool},
    scene::{FileError, NamedScene},
    timeline::Recording,
    view::Style,
};

/// What to draw, and where to.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The scene that it starts from.
    pub start: NamedScene,
    /// What to do in it.
    pub replay: Option<Recording>,
    /// How long, simulated s: a still picture is that of the end, an animation goes on until then.
    pub seconds: f64,
    /// Frames a second, 1 or more.
    pub rate: u32,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Theme, colours and view.
    pub style: Style,
    /// On how many threads the scene is stepped; the picture does not depend on it.
    pub threads: usize,
    /// The file.
    pub to: PathBuf,
    /// What it is to be.
    pub format: Format,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A still picture.
    Png,
    /// An animation.
    Gif,
}

impl Format {
    /// The one that a file's name asks for.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        if is("png") { Some(Self::Png) } else { is("gif").then_some(Self::Gif) }
    }
}

impl Shot {
    /// How many frames an animation has: never none.
    #[must_use]
    pub fn frames(&self) -> u64 {
        (self.seconds * f64::from(self.rate)).round().max(1.0) as u64
    }
}

/// Draws a scene or a recording to a file. `progress` hears what share of the work is done, 0 to 1. Returns what was
/// written, in words.
///
/// # Errors
/// When the file cannot be written or the scene cannot be built; when a replay does not come to the state that was
/// recorded. Nothing is written then, and an old file is as it was.
pub fn render(shot: &Shot, progress: &mut dyn FnMut(f64)) -> Result<String, Failure> {
    // First of all: what cannot be written is said at once and not after the work.
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
    Ok(format!("{}: {what}{width}x{height}, {seconds} s, {} kB", to.display(), bytes.div_ceil(1_000)))
}

fn still(shot: &Shot, spool: Spool, canvas: &mut Canvas, progress: &mut dyn FnMut(f64)) -> Result<Spool, Failure> {
    let mut film = Film::new(shot)?;
    let frames = shot.frames();
    // Through all frames: what frays and flashes is followed from one to the next.
    for frame in 0..frames {
        film.see(frame as f64 / f64::from(shot.rate));
        progress(frame as f64 / frames as f64);
    }
    film.see(shot.seconds);
    film.draw(canvas);
    film.finish()?;

    let (width, height) = shot.size;
    let rgb: Vec<u8> = canvas.rgba().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    written(spool, |to| {
        let mut encoder = png::Encoder::new(to, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        Ok(writer.finish()?)
    })
    .map_err(Failure::File)
}

/// Writes in large pieces.
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
