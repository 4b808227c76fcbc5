//! The command line: flags to [`Args`], and one sentence for every mistake.

mod render;

use std::{
    io::{IsTerminal as _, Write as _},
    num::NonZero,
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand, error::ErrorKind};

pub use render::RenderArgs;

use crate::{
    app,
    headless::{
        self, Failure, Run,
        bench::{self, Effort, Workload},
    },
    physics::MAX_THREADS,
    scene::{self, NamedScene},
    timeline::{Document, Recording},
};

/// A rope and cloth sandbox: drag, pin, cut, flip gravity.
#[derive(Clone, Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Args {
    /// What to do; the window, if left out.
    #[command(subcommand)]
    pub command: Option<Action>,
    /// The window's options.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// Options of the window.
#[derive(Clone, Debug, clap::Args)]
pub struct WindowArgs {
    /// A scene of the gallery, or the path of a file that was saved; the last session, if left out
    pub scene: Option<String>,
    /// Play this recording, then go on from where it ends
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Write what is done to this file (every few seconds, and at the end)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Start paused
    #[arg(long)]
    pub paused: bool,
    /// Size of the window, in pixels; as it was last, if left out
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Threads for large scenes; as many as the machine runs at once, if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Close after so many steps
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true, value_parser = steps)]
    pub exit_after: Option<u64>,
    /// Save the last frame before closing to this PNG file
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
}

/// What the figures of `simulate` are of, for its help.
const END: &str = "Stretch and energy are as the last step leaves them: `max_stretch` is that of the link that is most \
                   stretched then, as a share of its length at rest, and not the greatest of the run.";

/// What can be done without a window.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// List the gallery: name and one line
    Scenes,
    /// Run a scene or a recording without a window and print what came of it
    #[command(after_help = END)]
    Simulate(SimulateArgs),
    /// Draw a scene or a recording without a window: a PNG picture, or a GIF animation
    Render(RenderArgs),
    /// Measure what the physics costs and how well it moves, beside a plain reference in the same run
    Bench(BenchArgs),
}

/// Options of `simulate`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateArgs {
    /// A scene of the gallery, or the path of a file that was saved; a recording brings its own
    pub scene: Option<String>,
    /// How long, in simulated seconds
    #[arg(long, value_name = "S", conflicts_with = "steps", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// How long, in steps; a recording is played to its end if neither is given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = steps)]
    pub steps: Option<u64>,
    /// Do what this recording says, and check that it comes to the recorded state
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Write each particle's position at each step to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Threads for large scenes; as many as the machine runs at once, if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench`.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    /// What to measure: rope-N (links), net-N or net-N-corners (particles a side), net-100k, net-1m, web; all that have
    /// targets, if left out
    pub names: Vec<String>,
    /// Fewer rounds and shorter times: half a minute instead of some
    #[arg(long)]
    pub quick: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Threads that step a world
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads, default_value = "1")]
    pub threads: usize,
}

/// How the program ends early: what to say, and the exit code (2 for a user's mistake, 1 for a failure of ours).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// One sentence for stderr; empty where stdout has said it all.
    pub message: String,
    /// The process's exit code.
    pub code: u8,
}

impl Exit {
    /// A user's mistake.
    pub fn mistake(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 2 }
    }

    /// A failure of ours.
    pub fn failure(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 1 }
    }
}

impl Args {
    /// Reads the process's arguments.
    ///
    /// # Errors
    /// With one sentence when a flag is wrong; with the text and code 0 where help or the version was asked for.
    pub fn from_command_line() -> Result<Self, Exit> {
        Self::try_parse().map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                // Help goes to stdout; when that is closed there is nobody left to tell.
                let _ = error.print();
                Exit { message: String::new(), code: 0 }
            }
            _ => Exit::mistake(one_sentence(&error.to_string())),
        })
    }
}

/// The first paragraph of one of clap's errors, and its tip, on one line.
fn one_sentence(error: &str) -> String {
    let about = error.split("\n\n").take_while(|paragraph| !paragraph.starts_with("Usage"));
    let lines = about
        .filter(|paragraph| !paragraph.starts_with("For more"))
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let sentence = lines.collect::<Vec<_>>().join("; ");
    format!("{} (`ropewalk --help` lists the flags)", sentence.trim_start_matches("error: "))
}

/// Runs what needs no window. Returns what to print.
///
/// # Errors
/// With one sentence and the exit code.
pub fn run(action: &Action) -> Result<String, Exit> {
    match action {
        Action::Scenes => Ok(scenes()),
        Action::Simulate(args) => simulate(args),
        Action::Render(args) => render::render(args),
        Action::Bench(args) => bench(args),
    }
}

/// Opens the window and returns when it is closed, with nothing to print.
///
/// # Errors
/// With one sentence and the exit code.
pub fn open_window(args: &WindowArgs) -> Result<String, Exit> {
    let WindowArgs { scene, replay, record, paused, size, threads, exit_after, screenshot } = args.clone();
    let start = match (scene.as_deref(), &replay) {
        (None, None) => app::Start::LastSession,
        (Some(name), None) => match Document::open(name).map_err(Exit::mistake)? {
            Document::Session(recording) if recording.now.is_some() => app::Start::Session(recording),
            Document::Session(recording) => app::Start::Replay(recording),
            Document::Scene(scene) => app::Start::Scene(scene),
        },
        (name, replay) => {
            let Played { replay, .. } = played(name, replay.as_deref())?;
            replay.map_or(app::Start::LastSession, |recording| app::Start::Replay(Box::new(recording)))
        }
    };
    let threads = threads.unwrap_or_else(all_threads);
    let options = app::Options { start, threads, record, paused, size, exit_after, screenshot };
    match app::run(options) {
        Ok(()) => Ok(String::new()),
        Err(app::Failure::NoWindow(message) | app::Failure::File(message)) => Err(Exit::mistake(message)),
        Err(app::Failure::Ours(message)) => Err(Exit::failure(message)),
    }
}

/// What is to be played without a window.
struct Played {
    start: NamedScene,
    replay: Option<Recording>,
}

/// What was asked for by a scene's name (which may be a recording's file), a recording, or both.
fn played(scene: Option<&str>, replay: Option<&Path>) -> Result<Played, Exit> {
    let replay = replay.map(Recording::read).transpose().map_err(Exit::mistake)?;
    let asked = scene.map(Document::open).transpose().map_err(Exit::mistake)?;
    let (asked, replay) = match (asked, replay) {
        (Some(Document::Session(_)), Some(_)) => {
            return Err(Exit::mistake("SCENE is a recording, and --replay names another: leave one of them out"));
        }
        (Some(Document::Session(recording)), None) => (None, Some(*recording)),
        (Some(Document::Scene(scene)), replay) => (Some(*scene), replay),
        (None, replay) => (None, replay),
    };
    Ok(Played { start: start_of(asked, replay.as_ref())?, replay })
}

/// Where to start: from the scene that was asked for, or from the recording's.
fn start_of(asked: Option<NamedScene>, replay: Option<&Recording>) -> Result<NamedScene, Exit> {
    match (asked, replay) {
        (Some(asked), Some(recording)) if asked.scene != recording.start.scene => {
            let (asked, start) = (asked.name, &recording.start.name);
            Err(Exit::mistake(format!(
                "the recording starts from \"{start}\" and not from \"{asked}\" as it is now: leave the scene out"
            )))
        }
        (_, Some(recording)) => Ok(recording.start.clone()),
        (Some(scene), None) => Ok(scene),
        (None, None) => Err(Exit::mistake("SCENE or --replay FILE is needed")),
    }
}

fn scenes() -> String {
    let width = scene::names().map(str::len).max().unwrap_or(0);
    let lines = scene::names().filter_map(scene::named);
    let lines = lines.map(|NamedScene { name, scene }| format!("{name:width$}  {}", scene.hint));
    lines.collect::<Vec<_>>().join("\n")
}

fn simulate(args: &SimulateArgs) -> Result<String, Exit> {
    let Played { start, replay } = played(args.scene.as_deref(), args.replay.as_deref())?;
    let steps = match (args.seconds, args.steps, &replay) {
        (Some(seconds), ..) => {
            let settings = replay.as_ref().map_or(&start.scene.settings, Recording::settings);
            (seconds / settings.step_seconds()).round() as u64
        }
        (None, Some(steps), _) => steps,
        (None, None, Some(recording)) => recording.end.0,
        (None, None, None) => return Err(Exit::mistake("--seconds S or --steps N is needed")),
    };
    let run = Run { start, replay, steps, csv: args.csv.clone(), threads: args.threads.unwrap_or_else(all_threads) };
    let report = headless::simulate(run).map_err(ended)?;
    if args.json { serde_json::to_string(&report).map_err(Exit::failure) } else { Ok(report.to_string()) }
}

/// A run that did not end well.
fn ended(failure: Failure) -> Exit {
    match failure {
        Failure::Diverged(_) => Exit::failure(failure),
        Failure::File(_) | Failure::Build(_) | Failure::TooLarge => Exit::mistake(failure),
    }
}

fn bench(args: &BenchArgs) -> Result<String, Exit> {
    let BenchArgs { names, quick, json, threads } = args;
    let names = if names.is_empty() { Workload::NAMES.map(str::to_owned).to_vec() } else { names.clone() };
    let workloads = names.iter().map(|name| Workload::named(name)).collect::<Result<Vec<_>, _>>();
    let workloads = workloads.map_err(Exit::mistake)?;
    let mut all = Vec::new();
    for workload in &workloads {
        progress(&format!("{} ({} of {})", workload.name(), all.len() + 1, workloads.len()));
        all.push(bench::measure(workload, Effort { quick: *quick, threads: *threads }));
    }
    if *json {
        let lines = all.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        lines.map(|lines| lines.join("\n")).map_err(Exit::failure)
    } else {
        Ok(bench::table(&all))
    }
}

/// A line about what is being done, for whoever watches: a script's stderr stays empty.
fn progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // Where it is closed nobody watches.
        let _ = writeln!(stderr, "{line}");
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (64..=16_384).contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| "a size such as 1280x800 expected, each side 64 to 16384".to_owned())
}

fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("a number of threads from 1 to {MAX_THREADS} expected"))
}

/// As many as the machine runs at once; where it does not say, one.
fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

fn steps(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number of steps from 0 to {} expected", u64::MAX))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e7).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0 to 10000000 expected".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_flags_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("800x600"), Ok((800, 600)));
        assert!(["800", "0x600", "800x", "x", "-1x5", "99999x99999"].into_iter().all(|bad| size(bad).is_err()));
    }

    #[test]
    fn a_flag_that_is_wrong_is_one_sentence() {
        let error = Args::try_parse_from(["ropewalk", "--pausd"]).expect_err("there is no such flag");
        let sentence = one_sentence(&error.to_string());
        assert!(sentence.contains("--pausd") && sentence.contains("--paused"), "{sentence}");
        assert!(!sentence.contains('\n') && !sentence.contains("Usage"), "{sentence}");
    }
}
