//! `ropewalk bench`: its flags and its progress.

use std::io::{IsTerminal as _, Write as _};

use super::{Exit, end_with_reader, parse, print_line};
use crate::headless::bench::{self, Counted, Counts, MeasurementOptions, Workload};

/// Options of `bench`.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    /// Workloads: rope-N (links), net-N or net-N-corners (particles a side), net-100k, net-1m, web; without any, all
    /// that have targets
    pub names: Vec<String>,
    /// Fewer rounds and shorter times: half a minute instead of several
    #[arg(long)]
    pub quick: bool,
    /// Count the work of steps, the same on every machine, instead of measuring. Names may be scenes of the gallery, too;
    /// without any, all scenes and workloads
    #[arg(long, conflicts_with_all = ["quick", "threads"])]
    pub counts: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Threads that step a world
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse::threads, default_value = "1")]
    pub threads: usize,
}

/// Runs the command. Prints each line as soon as it is measured; returns the lines at the end.
pub(super) fn run(args: &BenchArgs) -> Result<String, Exit> {
    let BenchArgs { names, quick, counts, json, threads } = args;
    if *counts {
        return count(names, *json);
    }
    let names = if names.is_empty() { Workload::NAMES.map(str::to_owned).to_vec() } else { names.clone() };
    let workloads = names.iter().map(|name| Workload::named(name)).collect::<Result<Vec<_>, _>>();
    let workloads = workloads.map_err(Exit::mistake)?;
    end_with_reader(None);
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

/// Counts the work of steps. Prints each line as soon as it is counted.
fn count(names: &[String], json: bool) -> Result<String, Exit> {
    let all: Vec<&str> =
        if names.is_empty() { Counted::names().collect() } else { names.iter().map(String::as_str).collect() };
    let all = all.into_iter().map(Counted::named).collect::<Result<Vec<_>, _>>().map_err(Exit::mistake)?;
    end_with_reader(None);
    if !json {
        print_line(&Counts::head())?;
    }
    for (number, counted) in (1..).zip(&all) {
        show_progress(&format!("{} ({number} of {})", counted.name(), all.len()));
        let counts = counted.count(None).map_err(Exit::mistake)?;
        print_line(&if json { serde_json::to_string(&counts).map_err(Exit::failure)? } else { counts.row() })?;
    }
    Ok(String::new())
}

/// Writes a line to stderr if that is a terminal: a script's stderr stays empty.
fn show_progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // If it is closed nobody watches.
        let _ = writeln!(stderr, "{line}");
    }
}
