//! `ropewalk bench`: its flags and its progress.

use std::io::{IsTerminal as _, Write as _};

use super::{Exit, parse};
use crate::headless::bench::{self, MeasurementOptions, Workload};
use crate::host;

/// Options of `bench`.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    /// Workloads: rope-N (links), net-N or net-N-corners (particles a side), net-100k, net-1m, web; without any, all
    /// that have targets
    pub names: Vec<String>,
    /// Fewer rounds and shorter times: half a minute instead of several
    #[arg(long)]
    pub quick: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Threads that step a world
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::threads, default_value = "1")]
    pub threads: usize,
}

/// Runs the command. Prints each line as soon as it is measured; returns the lines at the end.
pub(super) fn run(args: &BenchArgs) -> Result<String, Exit> {
    let BenchArgs { names, quick, json, threads } = args;
    let names = if names.is_empty() { Workload::NAMES.map(str::to_owned).to_vec() } else { names.clone() };
    let workloads = names.iter().map(|name| Workload::named(name)).collect::<Result<Vec<_>, _>>();
    let workloads = workloads.map_err(Exit::mistake)?;
    let table = bench::Table::new(&workloads);
    if !json {
        print_line(&table.head())?;
    }
    let mut all = Vec::new();
    for workload in &workloads {
        show_progress(&format!("{} ({} of {})", workload.name(), all.len() + 1, workloads.len()));
        let figures = bench::measure(workload, MeasurementOptions { quick: *quick, threads: *threads });
        print_line(&if *json { serde_json::to_string(&figures).map_err(Exit::failure)? } else { table.row(&figures) })?;
        all.push(figures);
    }
    Ok(if *json { String::new() } else { format!("\n{}", bench::targets_of(&all)) })
}

fn print_line(line: &str) -> Result<(), Exit> {
    host::print(&format!("{line}\n")).map_err(|error| Exit::mistake(format!("the output cannot be written: {error}")))
}

/// Writes a line to stderr if that is a terminal: a script's stderr stays empty.
fn show_progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // If it is closed nobody watches.
        let _ = writeln!(stderr, "{line}");
    }
}
