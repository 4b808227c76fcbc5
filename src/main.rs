//! The command line: opens the window, or runs without one; prints what went wrong.

use std::{io::Write as _, process::ExitCode};

use ropewalk::cli::{self, Args, Exit};

fn main() -> ExitCode {
    match run() {
        Ok(output) => {
            if !output.is_empty() {
                // A closed pipe (`ropewalk scenes | head -1`) is no failure.
                let _ = writeln!(std::io::stdout(), "{output}");
            }
            ExitCode::SUCCESS
        }
        Err(Exit { message, code }) => {
            if !message.is_empty() {
                let _ = writeln!(std::io::stderr(), "ropewalk: {message}");
            }
            ExitCode::from(code)
        }
    }
}

fn run() -> Result<String, Exit> {
    let args = Args::from_command_line()?;
    match &args.command {
        Some(action) => cli::run(action),
        None => cli::open_window(&args.window),
    }
}
