//! `ropewalk simulate`: its flags.

use std::{ffi::OsString, path::PathBuf};

use clap::ValueHint;

use super::{Exit, beside, end_with_reader, input::Input, parse};
use crate::headless;
use crate::headless::Run;
use crate::timeline::Recording;

/// Meaning of the figures, for the help.
pub(super) const NOTES: &str = "Stretch and energy are those after the last step. `max_stretch` is the stretch of the \
                                most stretched link then, as a share of its rest length, not the greatest of the run. \
                                Potential energy is 0 at the height of the origin.";

/// Options of `simulate`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateArgs {
    /// A scene of the gallery, a saved file, a link, or - for standard input; a recording brings its own scene
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: Option<OsString>,
    /// Simulated time in seconds
    #[arg(long, value_name = "S", conflicts_with = "steps", allow_negative_numbers = true, value_parser = parse::seconds)]
    pub seconds: Option<f64>,
    /// Number of steps; without time and steps a recording is played to its end
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::steps)]
    pub steps: Option<u64>,
    /// Play this recording and check that it ends in the recorded state; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
    /// Write the position of each particle at each step to this file; - for standard output, where nothing else is
    /// written then
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Threads for large scenes; without it all that the machine has
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::threads)]
    pub threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Runs the command. Returns the report to print.
pub(super) fn run(args: &SimulateArgs) -> Result<String, Exit> {
    let Input { start, replay } = Input::open(args.scene.as_deref(), args.replay.as_deref())?;
    let steps = match (args.seconds, args.steps, &replay) {
        (Some(seconds), ..) => {
            let settings = replay.as_ref().map_or(&start.scene.settings, Recording::settings);
            (seconds / settings.step_seconds()).round() as u64
        }
        (None, Some(steps), _) => steps,
        (None, None, Some(recording)) => recording.end.0,
        (None, None, None) => return Err(Exit::mistake("--seconds S or --steps N is needed")),
    };
    end_with_reader(args.csv.as_deref());
    let threads = args.threads.unwrap_or_else(parse::all_threads);
    let report = headless::simulate(Run { start, replay, steps, csv: args.csv.clone(), threads });
    let report = report.map_err(Exit::of_run)?;
    let report = if args.json { serde_json::to_string(&report).map_err(Exit::failure)? } else { report.to_string() };
    Ok(beside(args.csv.as_deref(), report))
}
