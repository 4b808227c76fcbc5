//! The command line: its flags, its commands, and one sentence for each error.
//!
//! To add a command, write a file here with its flags and its `run`, and name it in [`Action`] and [`run`].
//!
//! | File | Holds |
//! |---|---|
//! | `bench` | `ropewalk bench`: its flags and its progress |
//! | `input` | the scene or recording that a command runs |
//! | `parse` | values of flags: each is checked, and an error says what was expected |
//! | `render` | `ropewalk render`: its flags and its progress bar |
//! | `scenes` | `ropewalk scenes`: the list of the gallery |
//! | `simulate` | `ropewalk simulate`: its flags |
//! | `spelling` | misspelt flags and commands: one sentence for an error of clap, with a tip only if it is near |
//! | `version` | the version that `--version` prints |

mod bench;
mod input;
mod parse;
mod render;
mod scenes;
mod simulate;
mod spelling;
mod version;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::{CommandFactory as _, Parser, Subcommand, ValueHint, error::ErrorKind};

pub use bench::BenchArgs;
pub use render::RenderArgs;
pub use scenes::ScenesArgs;
pub use simulate::SimulateArgs;

use crate::app;
use crate::headless::Failure;
use crate::host;
use crate::host::STANDARD_STREAM;
use crate::scene::{FileError, OpenError};
use crate::timeline::Document;
use input::Input;

/// A rope and cloth sandbox: drag, pin, cut, flip gravity.
#[derive(Clone, Debug, Parser)]
#[command(version = version::version(), max_term_width = 80, args_conflicts_with_subcommands = true)]
pub struct Args {
    /// The command; without one the window opens
    #[command(subcommand)]
    pub command: Option<Action>,
    /// Options of the window.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// Options of the window.
#[derive(Clone, Debug, clap::Args)]
pub struct WindowArgs {
    /// A scene of the gallery, a saved file, a link, or - for standard input; without one the last session continues
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: Option<OsString>,
    /// Play this recording, then continue from its end; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
    /// Record the session to this file, every few seconds and at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Start paused
    #[arg(long)]
    pub paused: bool,
    /// Size of the window in pixels; without it the last size
    #[arg(long, value_name = "WxH", value_parser = parse::window_size)]
    pub size: Option<(u32, u32)>,
    /// Threads for large scenes; without it all that the machine has
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::threads)]
    pub threads: Option<usize>,
    /// Close the window after this number of steps
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true, value_parser = parse::steps)]
    pub exit_after: Option<u64>,
    /// Save the last frame to this PNG file before closing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub screenshot: Option<PathBuf>,
}

/// The commands that run without a window.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// List the scenes of the gallery, each with one line
    Scenes(ScenesArgs),
    /// Run a scene or a recording without a window and print its result
    #[command(after_help = simulate::NOTES)]
    Simulate(SimulateArgs),
    /// Draw a scene or a recording without a window: a PNG picture or a GIF animation
    Render(RenderArgs),
    /// Measure the cost and the motion of the physics against a plain reference in the same run
    Bench(BenchArgs),
}

/// An early end of the program: a message and the exit code, 2 for a mistake of the user, 1 for a failure of the
/// program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// One sentence for stderr; empty if stdout has all.
    pub message: String,
    /// Exit code of the process.
    pub code: u8,
}

impl Exit {
    /// A mistake of the user.
    pub fn mistake(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 2 }
    }

    /// A failure of the program.
    pub fn failure(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: 1 }
    }

    /// The end of the program when stdout cannot be written. Nobody reads on (`ropewalk bench | head -1`): no error.
    fn of_output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { message: String::new(), code: 0 };
        }
        Self::mistake(format!("the output cannot be written: {error}"))
    }

    /// The end of a run that failed.
    fn of_run(failure: Failure) -> Self {
        match failure {
            // As for stdout: a pipe with a name, or an open file of the shell.
            Failure::File(FileError::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => {
                Self::of_output(&error)
            }
            Failure::Diverged(_) => Self::failure(failure),
            Failure::File(_) | Failure::Build(_) | Failure::TooMuchWork(_) | Failure::TooLarge => {
                Self::mistake(failure)
            }
        }
    }
}

impl Args {
    /// Reads the arguments of the process.
    ///
    /// # Errors
    /// With one sentence when a flag is wrong; with code 0 after help or the version has been printed.
    pub fn from_command_line() -> Result<Self, Exit> {
        Self::try_parse().map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                // Help goes to stdout; if that is closed nobody reads it.
                let printed = error.print().and_then(|()| io::stdout().flush());
                printed.map_or_else(|error| Exit::of_output(&error), |()| Exit { message: String::new(), code: 0 })
            }
            _ => Exit::mistake(spelling::one_sentence(&error)),
        })
    }
}

/// Runs a command, and prints its report.
///
/// # Errors
/// With one sentence and the exit code.
pub fn run(action: &Action) -> Result<(), Exit> {
    let report = match action {
        Action::Scenes(args) => scenes::run(args),
        Action::Simulate(args) => simulate::run(args),
        Action::Render(args) => render::run(args),
        Action::Bench(args) => bench::run(args),
    }?;
    if report.is_empty() { Ok(()) } else { print_line(&report) }
}

/// Writes a line to stdout, now.
fn print_line(line: &str) -> Result<(), Exit> {
    host::print(&format!("{line}\n")).map_err(|error| Exit::of_output(&error))
}

/// Ends a run as soon as nobody reads its result, unless that goes to a file.
fn end_with_reader(file: Option<&Path>) {
    if file.is_none_or(host::is_stdout) {
        host::end_with_reader();
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// With one sentence and the exit code.
pub fn open_window(args: &WindowArgs) -> Result<(), Exit> {
    let WindowArgs { scene, replay, record, paused, size, threads, exit_after, screenshot } = args.clone();
    let start = match (scene.as_deref(), &replay) {
        (None, None) => app::Start::LastSession,
        (Some(name), None) => match Document::open(name).map_err(|error| no_scene(&error))? {
            Document::Session(recording) if recording.now.is_some() => app::Start::Session(recording),
            Document::Session(recording) => app::Start::Replay(recording),
            Document::Scene(scene) => app::Start::Scene(scene),
        },
        (name, replay) => {
            let Input { replay, .. } = Input::open(name, replay.as_deref())?;
            replay.map_or(app::Start::LastSession, |recording| app::Start::Replay(Box::new(recording)))
        }
    };
    let threads = threads.unwrap_or_else(parse::all_threads);
    let options = app::Options { start, threads, record, paused, size, exit_after, screenshot };
    match app::run(options) {
        Ok(()) => Ok(()),
        Err(app::Failure::NoWindow(message) | app::Failure::File(message)) => Err(Exit::mistake(message)),
        Err(app::Failure::Ours(message)) => Err(Exit::failure(message)),
    }
}

/// The error of opening a scene. Its name may be that of a command with a slip.
fn no_scene(error: &OpenError) -> Exit {
    match error {
        OpenError::Unknown { name, nearest: None } => {
            let tip = spelling::did_you_mean(name, Args::command().get_subcommands().map(|command| command.get_name()));
            let lists = "`ropewalk scenes` lists all scenes, `ropewalk --help` all commands";
            Exit::mistake(format!("there is no scene, no file and no command \"{name}\"{tip} ({lists})"))
        }
        other => Exit::mistake(other),
    }
}

/// The report of a command that writes a file: stdout gets it, unless the file goes there.
fn beside(file: Option<&Path>, report: String) -> String {
    if file == Some(Path::new(STANDARD_STREAM)) {
        // If stderr is closed nobody reads it.
        let _ = writeln!(std::io::stderr(), "{report}");
        return String::new();
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn flags_are_consistent() {
        Args::command().debug_assert();
    }
}
