//! `ropewalk render`: its flags and its progress bar.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{ValueEnum, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Exit, beside, end_with_reader, input::Input, parse};
use crate::headless::render;
use crate::headless::render::{Format, Shot};
use crate::host::STANDARD_STREAM;
use crate::timeline::Recording;
use crate::view::{Style, Theme, View};

/// Sides of a picture, pixels. A larger frame takes gigabytes.
const SIDES: std::ops::RangeInclusive<u32> = 16..=8_192;

/// Longest run, s.
const MAX_SECONDS: f64 = 3_600.0;

/// Most frames a second: a GIF counts in 1/100 s.
const MAX_RATE: u32 = 100;

/// Options of `render`.
#[derive(Clone, Debug, clap::Args)]
pub struct RenderArgs {
    /// A scene of the gallery, a saved file, a link, or - for standard input; a recording brings its own scene
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: Option<OsString>,
    /// Simulated time in seconds, at whose end a picture is taken; without it a recording is played to its end
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Frames a second, 1 to 100; browsers slow animations above 50 down
    #[arg(long, value_name = "N", default_value = "30", allow_negative_numbers = true, value_parser = rate)]
    pub fps: u32,
    /// Size in pixels
    #[arg(long, value_name = "WxH", default_value = "800x600", value_parser = size)]
    pub size: (u32, u32),
    /// Play this recording and check that it ends in the recorded state; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
    /// Theme of the picture
    #[arg(long, value_name = "THEME", default_value = "dark")]
    pub theme: ThemeName,
    /// Meaning of the colours
    #[arg(long, value_name = "VIEW", default_value = "plain")]
    pub view: ViewName,
    /// Threads for large scenes; without it all that the machine has
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::threads)]
    pub threads: Option<usize>,
    /// File to write: a picture if it ends in .png, an animation if it ends in .gif; - for standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Picture or animation; without it the ending of the file decides, and standard output gets a picture
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatName>,
}

/// [`Format`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormatName {
    /// A picture
    Png,
    /// An animation
    Gif,
}

/// [`Theme`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ThemeName {
    /// A dusk sky
    Dark,
    /// Paper
    Light,
    /// Black, with bright ropes and thick outlines
    Contrast,
}

/// [`View`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ViewName {
    /// Materials
    Plain,
    /// Materials, with cloth as a net
    Net,
    /// Tension of the links
    Stress,
    /// Particles, masses, velocities
    Points,
}

/// Runs the command. Returns the line to print.
pub(super) fn run(args: &RenderArgs) -> Result<String, Exit> {
    let RenderArgs { scene, seconds, fps, size, replay, theme, view, threads, output, format } = args;
    // Checked before anything is read.
    let format = file_format(output, *format)?;
    let Input { start, replay } = Input::open(scene.as_deref(), replay.as_deref())?;
    let seconds = match (*seconds, &replay) {
        (Some(seconds), _) => seconds,
        (None, Some(recording)) => length(recording)?,
        (None, None) => return Err(Exit::mistake("--seconds S is needed")),
    };
    let shot = Shot {
        start,
        replay,
        seconds,
        rate: *fps,
        size: *size,
        style: style(*theme, *view),
        threads: threads.unwrap_or_else(parse::all_threads),
        to: output.clone(),
        format,
    };
    end_with_reader(Some(output));
    // The bar appears on stderr, if that is a terminal.
    let bar = ProgressBar::new(1_000);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    let line = render::render(&shot, &mut |share| bar.set_position((1_000.0 * share) as u64));
    bar.finish_and_clear();
    line.map(|line| beside(Some(output), line)).map_err(Exit::of_run)
}

/// The format that a flag names, or the ending of the file.
fn file_format(output: &Path, named: Option<FormatName>) -> Result<Format, Exit> {
    match named {
        Some(FormatName::Png) => Ok(Format::Png),
        Some(FormatName::Gif) => Ok(Format::Gif),
        None if output == Path::new(STANDARD_STREAM) => Ok(Format::Png),
        None => Format::of(output).ok_or_else(|| {
            let output = output.display();
            Exit::mistake(format!("{output}: a file that ends in .png or .gif expected after -o, or --format FORMAT"))
        }),
    }
}

/// Length of a recording, s.
fn length(recording: &Recording) -> Result<f64, Exit> {
    let seconds = recording.seconds();
    if seconds > MAX_SECONDS {
        return Err(Exit::mistake(format!(
            "the recording is {seconds:.0} s long, and at most {MAX_SECONDS} s can be drawn: --seconds S is needed"
        )));
    }
    Ok(seconds)
}

fn style(theme: ThemeName, view: ViewName) -> Style {
    let theme = match theme {
        ThemeName::Dark => Theme::Dark,
        ThemeName::Light => Theme::Light,
        ThemeName::Contrast => Theme::Contrast,
    };
    let (view, filled) = match view {
        ViewName::Plain => (View::Plain, true),
        ViewName::Net => (View::Plain, false),
        ViewName::Stress => (View::Tension, true),
        ViewName::Points => (View::Points, true),
    };
    Style { theme, view, filled, ..Style::default() }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let (min, max) = SIDES.into_inner();
    parse::size(text, SIDES).ok_or_else(|| format!("a size such as 800x600 expected, each side {min} to {max}"))
}

fn rate(text: &str) -> Result<u32, String> {
    let rate = text.parse().ok().filter(|rate| (1..=MAX_RATE).contains(rate));
    rate.ok_or_else(|| format!("a whole number of frames a second from 1 to {MAX_RATE} expected"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("a number of seconds from 0 to {MAX_SECONDS} expected"))
}
