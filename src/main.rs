//! The program `ropewalk`: runs the command line, and prints its output or its error.

#[cfg(target_arch = "wasm32")]
fn main() {
    ropewalk::app::open_page();
}

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

#[cfg(not(target_arch = "wasm32"))]
use ropewalk::{
    app,
    cli::{self, Args, Exit},
    host,
};

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Exit { message, code }) => {
            if !message.is_empty() {
                host::log(&message);
                app::show_error(&message);
            }
            ExitCode::from(code)
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn run() -> Result<(), Exit> {
    let args = Args::from_command_line()?;
    match &args.command {
        Some(action) => cli::run(action),
        None => cli::open_window(&args.window),
    }
}
