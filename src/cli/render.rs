//! `ropewalk render`: its flags, its progress bar.

use std::path::PathBuf;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Exit, Played, all_threads, ended, played, threads};
use crate::{
    headless::render::{self, Format, Shot},
    timeline::Recording,
    view::{Style, Theme, View},
};

/// Sides of a picture, pixels: above, a frame takes gigabytes.
const SIDES: std::ops::RangeInclusive<u32> = 16..=8_192;

/// Longest run, s.
const LONGEST: f64 = 3_600.0;

/// Most frames a second: a GIF counts in 1/100 s.
const FASTEST: u32 = 100;

/// Options of `render`.
#[derive(Clone, Debug, clap::Args)]
pub struct RenderArgs {
    /// A scene of the gallery, or the path of a file that was saved; a recording brings its own
    pub scene: Option<String>,
    /// How long, in simulated seconds: a picture is of the end; a recording is played to its end if this is left out
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Frames a second, 1 to 100; browsers slow an animation down that has more than 50
    #[arg(long, value_name = "N", default_value = "30", allow_negative_numbers = true, value_parser = rate)]
    pub fps: u32,
    /// Size in pixels
    #[arg(long, value_name = "WxH", default_value = "800x600", value_parser = size)]
    pub size: (u32, u32),
    /// Do what this recording says, and check that it comes to the recorded state
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Light or dark
    #[arg(long, value_name = "THEME", default_value = "dark")]
    pub theme: ThemeName,
    /// What colour means
    #[arg(long, value_name = "VIEW", default_value = "plain")]
    pub view: ViewName,
    /// Threads for large scenes; as many as the machine runs at once, if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// The file to write: a picture if it ends in .png, an animation if it ends in .gif
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// [`Theme`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ThemeName {
    /// A dusk sky
    Dark,
    /// Paper
    Light,
}

/// [`View`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ViewName {
    /// What things are made of
    Plain,
    /// The same with cloth as a net
    Net,
    /// How hard links are pulled
    Stress,
    /// Particles, masses, velocities
    Points,
}

/// Draws what was asked for. Returns the line to print.
pub(super) fn render(args: &RenderArgs) -> Result<String, Exit> {
    let RenderArgs { scene, seconds, fps, size, replay, theme, view, threads, output } = args;
    // Before anything is read: a name that cannot be is the mistake to tell first.
    let format = Format::of(output).ok_or_else(|| {
        Exit::mistake(format!("{}: a file that ends in .png or .gif expected after -o", output.display()))
    })?;
    let Played { start, replay } = played(scene.as_deref(), replay.as_deref())?;
    let seconds = match (*seconds, &replay) {
        (Some(seconds), _) => seconds,
        (None, Some(recording)) => whole(recording)?,
        (None, None) => return Err(Exit::mistake("--seconds S is needed")),
    };
    let shot = Shot {
        start,
        replay,
        seconds,
        rate: *fps,
        size: *size,
        style: style(*theme, *view),
        threads: threads.unwrap_or_else(all_threads),
        to: output.clone(),
        format,
    };
    // On stderr, and only where that is a terminal.
    let bar = ProgressBar::new(1_000);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    let line = render::render(&shot, &mut |share| bar.set_position((1_000.0 * share) as u64));
    bar.finish_and_clear();
    line.map_err(ended)
}

/// How long a recording is, s.
fn whole(recording: &Recording) -> Result<f64, Exit> {
    let seconds = recording.seconds();
    if seconds > LONGEST {
        return Err(Exit::mistake(format!(
            "the recording goes on for {seconds:.0} s, and {LONGEST} s can be drawn: --seconds S is needed"
        )));
    }
    Ok(seconds)
}

fn style(theme: ThemeName, view: ViewName) -> Style {
    let theme = match theme {
        ThemeName::Dark => Theme::Dark,
        ThemeName::Light => Theme::Light,
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
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let (least, most) = SIDES.into_inner();
    sides.ok_or_else(|| format!("a size such as 800x600 expected, each side {least} to {most}"))
}

fn rate(text: &str) -> Result<u32, String> {
    let rate = text.parse().ok().filter(|rate| (1..=FASTEST).contains(rate));
    rate.ok_or_else(|| format!("a whole number of frames a second from 1 to {FASTEST} expected"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds));
    seconds.ok_or_else(|| format!("a number of seconds from 0 to {LONGEST} expected"))
}
