//! The real program in a real window: started, driven with a pointer and keys, looked at, and closed.
//!
//! Each test has a screen of its own (`support`). Where no X server can be started the tests report themselves as
//! ignored, with the reason, so that `cargo test` is green on a machine without one; where `CI` is "true" that is a
//! failure, because there nobody would notice that the window is never opened.

mod support;

use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use support::{PATIENCE, Screen, screen_available};

/// What a test gives back: `?` turns the support's sentences into a failure.
type Outcome = Result<(), Failed>;

/// A test: its name, and what it does.
type Test = (&'static str, fn() -> Outcome);

/// All tests.
const TESTS: &[Test] = &[("opens_paints_and_closes", opens_paints_and_closes)];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Every program here draws in software, on all cores: two at a time would only take longer, and miss deadlines.
    arguments.test_threads.get_or_insert(1);
    let trials = TESTS.iter().map(|&(name, test)| Trial::ignorable_test(name, move || run(test))).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Runs one test if there is a screen for it.
fn run(test: fn() -> Outcome) -> Result<Completion, Failed> {
    static SCREEN: OnceLock<Result<(), String>> = OnceLock::new();
    match SCREEN.get_or_init(screen_available) {
        Ok(()) => test().map(|()| Completion::Completed),
        Err(reason) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            Err(format!("there is no screen to test in: {reason}").into())
        }
        Err(reason) => Ok(Completion::ignored_with(reason)),
    }
}

/// The program under test.
fn ropewalk() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_ropewalk"))
}

/// The program opens at the size that it is asked for, shows something, and leaves when its window is closed.
fn opens_paints_and_closes() -> Outcome {
    let screen = Screen::start(1280, 800)?;
    let mut app = screen.launch(ropewalk(), &["--size", "800x600"])?;
    let picture = app.screenshot()?;
    if (picture.width, picture.height) != (800, 600) {
        let (width, height) = (picture.width, picture.height);
        return Err(format!("asked for a window of 800x600, got {width}x{height}").into());
    }
    if picture.is_blank() {
        return Err(format!("the window is all {:?}", picture.pixel(0, 0)).into());
    }
    app.close()?;
    let exit = app.wait_exit(PATIENCE)?;
    if !exit.status.success() {
        return Err(format!("it ended with {}:\n{}", exit.status, exit.stderr).into());
    }
    Ok(())
}
