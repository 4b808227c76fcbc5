//! `ropewalk bench`: its flags and its progress.

use std::io::{IsTerminal as _, Write as _};

use super::{Exit, parse};
use crate::headless::bench::{self, Effort, Workload};

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

/// Runs the command. Returns the table or the JSON to print.
pub(super) fn run(args: &BenchArgs) -> Result<String, Exit> {
    let BenchArgs { names, quick, json, threads } = args;
    let names = if names.is_empty() { Workload::NAMES.map(str::to_owned).to_vec() } else { names.clone() };
    let workloads = names.iter().map(|name| Workload::named(name)).collect::<Result<Vec<_>, _>>();
    let workloads = workloads.map_err(Exit::mistake)?;
    let mut all = Vec::new();
    for workload in &workloads {
        show_progress(&format!("{} ({} of {})", workload.name(), all.len() + 1, workloads.len()));
        all.push(bench::measure(workload, Effort { quick: *quick, threads: *threads }));
    }
    if *json {
        let lines = all.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        lines.map(|lines| lines.join("\n")).map_err(Exit::failure)
    } else {
        Ok(bench::table(&all))
    }
}

/// Writes a line to stderr if that is a terminal: a script's stderr stays empty.
fn show_progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // If it is closed nobody watches.
        let _ = writeln!(stderr, "{line}");
    }
}
